import { spawnSync } from 'node:child_process'
import { cpSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkBorders } from './borders.ts'
import { translatedWording } from './language.ts'
import { createSkeleton } from './new.ts'
import { packageFolders, workspaceRoot } from './source-files.ts'
import { isAllUsed } from './unused-step.ts'

const TEST = /\.test\.tsx?$/
let root = ''

/** Copies the sources and links the packages to each other and to the installed packages. */
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'reelfair-new-'))
  const left = /(?:^|\/)(?:node_modules|dist|\.git|\.nx|\.reelfair)$/
  cpSync(workspaceRoot, root, { recursive: true, filter: (path) => !left.test(relative(workspaceRoot, path)) })
  for (const folder of ['', ...packageFolders(workspaceRoot)])
    linkInstalled(join(workspaceRoot, folder, 'node_modules'), join(root, folder, 'node_modules'))
  mkdirSync(join(root, 'node_modules/@reelfair'))
  for (const folder of packageFolders(root)) {
    const { name } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
    symlinkSync(join(root, folder), join(root, 'node_modules', name))
  }
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

function linkInstalled(from: string, to: string): void {
  if (!lstatSync(from, { throwIfNoEntry: false })) return
  mkdirSync(to)
  for (const entry of readdirSync(from)) if (entry !== '@reelfair') symlinkSync(join(from, entry), join(to, entry))
}

const run = (cwd: string, program: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(join(root, 'node_modules/.bin', program), args, { cwd: join(root, cwd), encoding: 'utf8' })
  return { passes: status === 0, output: `${stdout}${stderr}` }
}

const MADE = [
  { words: ['service', 'ratings'], folder: 'services/ratings', fails: 'has at least one route' },
  { words: ['use-case', 'campaigns', 'end-campaign', 'brand'], folder: 'services/campaigns', fails: 'responds with an id' },
  { words: ['event', 'campaigns', 'campaign.paused'], folder: 'services/campaigns', fails: 'emits campaign.paused' },
  { words: ['event', 'partnerships', 'tier.changed'], folder: 'services/partnerships', fails: 'emits tier.changed' },
  { words: ['page', 'mfe-brand', 'receipts'], folder: 'mfe-brand', fails: 'has a translated title' },
] as const
const TESTED = join(tmpdir(), `reelfair-new-${process.pid}.json`)

interface Outcome {
  readonly testResults: readonly { readonly name: string; readonly assertionResults: readonly { status: string; fullName: string }[] }[]
}

/** Creates all parts before checking, so that lint, types and tests run only once. */
describe('npm run new', () => {
  const made = new Map<string, ReturnType<typeof createSkeleton>>()
  let outcome: Outcome
  const filesOf = (words: readonly string[], pattern: RegExp) => made.get(words.join(' '))?.files.filter((file) => pattern.test(file)) ?? []

  beforeAll(() => {
    for (const { words } of MADE) made.set(words.join(' '), createSkeleton(root, words))
    const tests = MADE.flatMap(({ words }) => filesOf(words, TEST))
    const config = join(root, 'libs/workspace/vitest.config.ts')
    run('.', 'vitest', 'run', '--config', config, '--reporter=json', `--outputFile=${TESTED}`, ...tests)
    outcome = JSON.parse(readFileSync(TESTED, 'utf8'))
  }, 180_000)
  afterAll(() => rmSync(TESTED, { force: true }))

  test.for(MADE)('$words: creates one failing test and lists the next steps', ({ words, fails }) => {
    expect(made.get(words.join(' '))?.next.length).toBeGreaterThan(1)
    const tests = filesOf(words, TEST)
    expect(tests).toHaveLength(1)
    const results = outcome.testResults.filter(({ name }) => tests.includes(relative(realpathSync(root), realpathSync(name))))
    const failed = results.flatMap(({ assertionResults }) => assertionResults.filter(({ status }) => status === 'failed'))
    expect(failed).toMatchObject([{ fullName: expect.stringContaining(fails) }])
  })

  test.for([
    ['campaigns', 'campaign', 'campaign.paused'],
    ['partnerships', 'partnership', 'tier.changed'],
  ])('adds an event of %s to %s-events.ts, which the contracts export once', ([service, name, type]) => {
    const contract = `libs/contracts/src/${name}-events.ts`
    expect(filesOf(['event', service!, type!], /^libs\/contracts/)).toContain(contract)
    expect(readFileSync(join(root, contract), 'utf8')).toContain(`'${type}'`)
    const index = readFileSync(join(root, 'libs/contracts/src/index.ts'), 'utf8')
    expect(index.split(`'./${name}-events.ts'`)).toHaveLength(2)
  })

  test('creates files that pass the linter', () => {
    const files = MADE.flatMap(({ words }) => filesOf(words, /\.(?:tsx?|json|md)$/))
    expect(run('.', 'biome', 'check', '--error-on-warnings', ...new Set(files))).toMatchObject({ passes: true })
  })

  test('creates files that follow the import rules', async () => {
    const { modules, breaches } = await checkBorders(root)
    expect(modules).toEqual(expect.arrayContaining(MADE.flatMap(({ words }) => filesOf(words, /\.tsx?$/))))
    expect(breaches).toEqual([])
  })

  test('creates files that follow the language rules', () => {
    const { read, findings } = translatedWording(root)
    const files = MADE.flatMap(({ words }) => filesOf(words, /\.(?:tsx?|md)$/))
    expect(read).toEqual(expect.arrayContaining(files))
    expect(findings.filter(({ where }) => files.includes(where.replace(/:\d+$/, '')))).toEqual([])
  })

  test('leaves unused only what the next steps use', { timeout: 120_000 }, async () => {
    const lines: string[] = []
    await isAllUsed(root, (line) => lines.push(line), '--no-config-hints')
    const names = lines.filter((line) => !line.startsWith('Unused')).map((line) => line.split(' ')[0])
    // A developer adds the page to routes.tsx. The first use case of a service uses the packages.
    expect(names).toEqual(['mfe-brand/src/pages/receipts/receipts-page.tsx', '@reelfair/contracts', '@reelfair/testkit'])
  })

  test.for([...new Set(MADE.map(({ folder }) => folder)), 'libs/contracts'])(
    'creates code in %s that passes the type check',
    { timeout: 120_000 },
    (folder) => expect(run(folder, 'tsc')).toEqual({ passes: true, output: '' }),
  )
})

test.for([
  [['use-case', 'campaigns', 'request-campaign'], 'services/campaigns/src/use-cases/request-campaign.ts already exists.'],
  [['use-case', 'nowhere', 'end-it'], 'libs/contracts/src/nowhere.ts does not exist.'],
  [['use-case', 'campaigns', 'Ending'], 'Invalid use case: Ending. Use verb-noun, such as end-campaign.'],
  [['event', 'nowhere', 'campaign.ended'], 'services/nowhere/src/app.ts does not exist.'],
  [['event', 'campaigns', 'endCampaign'], 'Invalid event: endCampaign. Use noun.verb in the past tense, such as campaign.ended.'],
  [['service', 'Two Words'], 'Invalid service name: Two Words. Use a name such as ratings.'],
  [['planet', 'mars'], 'Usage:'],
] as const)('npm run new %j fails with: %s', ([words, message]) => {
  expect(() => createSkeleton(root, words)).toThrow(message)
})
