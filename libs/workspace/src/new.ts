/**
 * `npm run new service|use-case|event|page NAME…`: creates the skeleton of a new part, with a test that fails until a
 * developer completes the part.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Change, eventParts, type Parts, pageParts, serviceParts, useCaseParts } from './skeletons.ts'
import { workspaceRoot } from './source-files.ts'

const USAGE = `Usage:
  npm run new service NAME                        npm run new service ratings
  npm run new use-case SERVICE VERB-NOUN [ROLE]   npm run new use-case campaigns end-campaign brand
  npm run new event SERVICE NOUN.VERBED           npm run new event campaigns campaign.ended
  npm run new page APP NAME                       npm run new page mfe-brand credits`

const KEBAB = /^[a-z][a-z\d]*(?:-[a-z\d]+)*$/
const ROLES = ['visitor', 'user', 'creator', 'brand', 'any-brand', 'admin']

/** An error in the arguments, printed without a stack trace. */
class Misuse extends Error {}

/**
 * @returns the written and changed files, and the remaining manual steps
 * @throws Misuse when the arguments are invalid or a file already exists
 */
export function createSkeleton(root: string, words: readonly string[]): { files: string[]; next: readonly string[] } {
  const { files, changes = [], next } = partsOf(root, words)
  for (const path of Object.keys(files)) demand(!existsSync(join(root, path)), `${path} already exists.`)
  const changed = new Map<string, string>()
  for (const change of changes) {
    const { file } = change
    const exists = changed.has(file) || existsSync(join(root, file))
    demand(exists || ('append' in change && change.isNewAllowed === true), `${file} does not exist.`)
    const before = changed.get(file) ?? (exists ? readFileSync(join(root, file), 'utf8') : '')
    changed.set(file, changeText(before, change))
  }
  for (const [file, text] of changed) writeFileSync(join(root, file), text)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const touched = [...Object.keys(files), ...changed.keys()]
  // Sorts imports and formats the files, as an editor would.
  spawnSync(join(root, 'node_modules/.bin/biome'), ['check', '--write', ...touched.filter((path) => /\.(?:tsx?|json|md)$/.test(path))], {
    cwd: root,
  })
  return { files: touched, next }
}

function partsOf(root: string, [kind, first = '', second = '', role = 'user', ...rest]: readonly string[]): Parts {
  demand(first !== '' && rest.length === 0, USAGE)
  if (kind === 'service') {
    demand(second === '' && KEBAB.test(first), `Invalid service name: ${first}. Use a name such as ratings.`)
    return serviceParts(first, JSON.parse(readFileSync(join(root, 'services/campaigns/package.json'), 'utf8')))
  }
  if (kind === 'use-case') {
    demand(/^[a-z]+-[a-z\d-]*[a-z\d]$/.test(second), `Invalid use case: ${second || 'no name'}. Use verb-noun, such as end-campaign.`)
    demand(ROLES.includes(role), `Invalid role: ${role}. Use one of ${ROLES.join(', ')}.`)
    return useCaseParts(first, second, role)
  }
  if (kind === 'event') {
    demand(
      /^[a-z][a-z\d]*\.[a-z][a-z-]*$/.test(second),
      `Invalid event: ${second || 'no name'}. Use noun.verb in the past tense, such as campaign.ended.`,
    )
    return eventParts(first, second)
  }
  if (kind === 'page') {
    demand(KEBAB.test(second), `Invalid page: ${second || 'no name'}. Use a name such as credits.`)
    return pageParts(first, second)
  }
  throw new Misuse(USAGE)
}

function changeText(text: string, change: Change): string {
  const insertAfter = (at: number, words: string) => `${text.slice(0, at)}${words}${text.slice(at)}`
  if ('append' in change) return `${text}${change.append}`
  if ('exports' in change) {
    const line = `export * from '${change.exports}'\n`
    return text.includes(line) ? text : `${text}${line}`
  }
  if ('list' in change) {
    const opening = change.list ? `${change.list}: [` : ' = {'
    const at = text.indexOf(opening)
    if (at >= 0) return insertAfter(at + opening.length, `${change.item}, `)
    const config = /^ {2}config,\n/m.exec(text)
    demand(config !== null, `${change.file} has no list ${change.list} and no line "config,". Add by hand: ${opening}${change.item}]`)
    return insertAfter(config.index + config[0].length, `  ${change.list}: [${change.item}],\n`)
  }
  const { head, tail, at, gap } =
    'from' in change
      ? { head: 'import', tail: ` from '${change.from}'`, at: text.startsWith('/**') ? text.indexOf('*/') + 3 : 0, gap: '' }
      : { head: 'const', tail: ` = routesOf(${change.routesOf})`, at: text.indexOf('export const'), gap: '\n' }
  const present = new RegExp(`^${head} \\{([^}]*)\\}${tail.replaceAll(/[()]/g, '\\$&')}$`, 'm').exec(text)
  if (!present) return insertAfter(at, `${head} { ${change.names.join(', ')} }${tail}\n${gap}`)
  const had = (present[1] ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  const all = [...had.filter((name) => !change.names.includes(name.replace(/^type /, ''))), ...change.names]
  return text.replace(present[0], () => `${head} { ${all.join(', ')} }${tail}`)
}

function demand(holds: boolean, message: string): asserts holds {
  if (!holds) throw new Misuse(message)
}

if (import.meta.main) {
  try {
    const { files, next } = createSkeleton(workspaceRoot, process.argv.slice(2))
    process.stdout.write(
      `${[...files.map((file) => `  ${file}`), '', 'Next:', ...next.map((step, index) => `  ${index + 1}. ${step}`)].join('\n')}\n`,
    )
  } catch (error) {
    if (!(error instanceof Misuse)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}
