import { spawnSync } from 'node:child_process'
import { cpSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeNew } from './new.ts'
import { packageFolders, workspaceRoot } from './source-files.ts'

const TEST = /\.test\.tsx?$/
let root = ''

/** A copy of the workspace's sources whose packages find each other, and the installed ones where they are. */
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
  return { passes: status === 0, says: `${stdout}${stderr}` }
}

const MADE = [
  { words: ['service', 'ratings'], folder: 'services/ratings', fails: 'has something to offer' },
  { words: ['use-case', 'campaigns', 'end-campaign', 'brand'], folder: 'services/campaigns', fails: 'end campaign: what the person gets' },
  { words: ['event', 'campaigns', 'campaign.paused'], folder: 'services/campaigns', fails: 'tells the others: campaign paused' },
  { words: ['page', 'mfe-brand', 'receipts'], folder: 'mfe-brand', fails: 'receipts has a title in the words of each language' },
] as const
const TESTED = join(tmpdir(), `reelfair-new-${process.pid}.json`)

interface Outcome {
  readonly testResults: readonly { readonly name: string; readonly assertionResults: readonly { status: string; fullName: string }[] }[]
}

/** All are made at once, so that lint, types and tests need to run over them once only. */
describe('npm run new', () => {
  const made = new Map<string, ReturnType<typeof makeNew>>()
  let outcome: Outcome
  const filesOf = (words: readonly string[], pattern: RegExp) => made.get(words.join(' '))?.files.filter((file) => pattern.test(file)) ?? []

  beforeAll(() => {
    for (const { words } of MADE) made.set(words.join(' '), makeNew(root, words))
    const tests = MADE.flatMap(({ words }) => filesOf(words, TEST))
    const config = join(root, 'libs/workspace/vitest.config.ts')
    run('.', 'vitest', 'run', '--config', config, '--reporter=json', `--outputFile=${TESTED}`, ...tests)
    outcome = JSON.parse(readFileSync(TESTED, 'utf8'))
  }, 180_000)
  afterAll(() => rmSync(TESTED, { force: true }))

  test.for(MADE)('$words: its test fails until it is written, and what is next is told', ({ words, fails }) => {
    expect(made.get(words.join(' '))?.next.length).toBeGreaterThan(1)
    const tests = filesOf(words, TEST)
    expect(tests).toHaveLength(1)
    const results = outcome.testResults.filter(({ name }) => tests.includes(relative(realpathSync(root), realpathSync(name))))
    const failed = results.flatMap(({ assertionResults }) => assertionResults.filter(({ status }) => status === 'failed'))
    expect(failed).toMatchObject([{ fullName: expect.stringContaining(fails) }])
  })

  test('lint accepts them', () => {
    const files = MADE.flatMap(({ words }) => filesOf(words, /\.(?:tsx?|json|md)$/))
    expect(run('.', 'biome', 'check', '--error-on-warnings', ...new Set(files))).toMatchObject({ passes: true })
  })

  test.for([...new Set(MADE.map(({ folder }) => folder)), 'libs/contracts'])(
    'types accept what is new in %s',
    { timeout: 120_000 },
    (folder) => expect(run(folder, 'tsc')).toEqual({ passes: true, says: '' }),
  )
})

test.for([
  [['use-case', 'campaigns', 'request-campaign'], 'services/campaigns/src/use-cases/request-campaign.ts exists already.'],
  [['use-case', 'nowhere', 'end-it'], 'libs/contracts/src/nowhere.ts does not exist.'],
  [['use-case', 'campaigns', 'Ending'], 'A use case is a verb with its noun, like end-campaign, not Ending.'],
  [['event', 'campaigns', 'endCampaign'], 'An event is a noun and what happened to it, like campaign.ended, not endCampaign.'],
  [['service', 'Two Words'], 'A service has a name like ratings, not Two Words.'],
  [['planet', 'mars'], 'Usage:'],
] as const)('npm run new %j is answered: %s', ([words, sentence]) => {
  expect(() => makeNew(root, words)).toThrow(sentence)
})
