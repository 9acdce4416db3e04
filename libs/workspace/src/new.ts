/** `npm run new service|use-case|event|page NAME…`: the skeleton of a new part in the shape of the house, with a test that fails until it is written. */
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

/** What is wrong with the person's words; printed without a stack. */
class Misuse extends Error {}

/**
 * Writes the skeleton.
 * @returns the files written or changed, and what is to be done by hand
 * @throws Misuse when the words are wrong, or something of that name exists
 */
export function makeNew(root: string, words: readonly string[]): { files: string[]; next: readonly string[] } {
  const { files, changes = [], next } = partsOf(root, words)
  for (const path of Object.keys(files)) demand(!existsSync(join(root, path)), `${path} exists already.`)
  const changed = new Map<string, string>()
  for (const change of changes) {
    const { file } = change
    demand(existsSync(join(root, file)), `${file} does not exist.`)
    changed.set(file, changeText(changed.get(file) ?? readFileSync(join(root, file), 'utf8'), change))
  }
  for (const [file, text] of changed) writeFileSync(join(root, file), text)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const touched = [...Object.keys(files), ...changed.keys()]
  // Puts imports in order and breaks long lines, as an editor would.
  spawnSync(join(root, 'node_modules/.bin/biome'), ['check', '--write', ...touched.filter((path) => /\.(?:tsx?|json|md)$/.test(path))], {
    cwd: root,
  })
  return { files: touched, next }
}

function partsOf(root: string, [kind, first = '', second = '', role = 'user', ...rest]: readonly string[]): Parts {
  demand(first !== '' && rest.length === 0, USAGE)
  if (kind === 'service') {
    demand(second === '' && KEBAB.test(first), `A service has a name like ratings, not ${first}.`)
    return serviceParts(first, JSON.parse(readFileSync(join(root, 'services/campaigns/package.json'), 'utf8')))
  }
  if (kind === 'use-case') {
    demand(/^[a-z]+-[a-z\d-]*[a-z\d]$/.test(second), `A use case is a verb with its noun, like end-campaign, not ${second || 'nothing'}.`)
    demand(ROLES.includes(role), `A route is for one of ${ROLES.join(', ')}, not ${role}.`)
    return useCaseParts(first, second, role)
  }
  if (kind === 'event') {
    demand(
      /^[a-z][a-z\d]*\.[a-z][a-z-]*$/.test(second),
      `An event is a noun and what happened to it, like campaign.ended, not ${second || 'nothing'}.`,
    )
    return eventParts(first, second)
  }
  if (kind === 'page') {
    demand(KEBAB.test(second), `A page has a name like credits, not ${second || 'nothing'}.`)
    return pageParts(first, second)
  }
  throw new Misuse(USAGE)
}

/** Changes that are words in the right place; Biome puts them in order afterwards. */
function changeText(text: string, change: Change): string {
  const insertAfter = (at: number, words: string) => `${text.slice(0, at)}${words}${text.slice(at)}`
  if ('append' in change) return `${text}${change.append}`
  if ('list' in change) {
    const opening = change.list ? `${change.list}: [` : ' = {'
    const at = text.indexOf(opening)
    if (at >= 0) return insertAfter(at + opening.length, `${change.item}, `)
    const config = /^ {2}config,\n/m.exec(text)
    demand(config !== null, `${change.file} has no list ${change.list} and no line "config,": write by hand ${opening}${change.item}]`)
    return insertAfter(config.index + config[0].length, `  ${change.list}: [${change.item}],\n`)
  }
  const present = new RegExp(`^import \\{([^}]*)\\} from '${change.from}'$`, 'm').exec(text)
  if (!present)
    return insertAfter(text.startsWith('/**') ? text.indexOf('*/') + 3 : 0, `import { ${change.names.join(', ')} } from '${change.from}'\n`)
  const had = (present[1] ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  const all = [...had.filter((name) => !change.names.includes(name.replace(/^type /, ''))), ...change.names]
  return text.replace(present[0], () => `import { ${all.join(', ')} } from '${change.from}'`)
}

function demand(holds: boolean, sentence: string): asserts holds {
  if (!holds) throw new Misuse(sentence)
}

if (import.meta.main) {
  try {
    const { files, next } = makeNew(workspaceRoot, process.argv.slice(2))
    process.stdout.write(
      `${[...files.map((file) => `  ${file}`), '', 'Next:', ...next.map((step, index) => `  ${index + 1}. ${step}`)].join('\n')}\n`,
    )
  } catch (error) {
    if (!(error instanceof Misuse)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}
