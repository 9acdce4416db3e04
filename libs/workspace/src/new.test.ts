import { spawnSync } from 'node:child_process'
import { cpSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeNew } from './new.ts'
import { packageFolders, workspaceRoot } from './source-files.ts'

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

test.for([
  { words: ['service', 'ratings'], folders: ['services/ratings', 'libs/contracts'], fails: 'has something to offer' },
  {
    words: ['use-case', 'campaigns', 'end-campaign', 'brand'],
    folders: ['services/campaigns', 'libs/contracts'],
    fails: 'end campaign: what the person gets',
  },
  {
    words: ['event', 'campaigns', 'campaign.paused'],
    folders: ['services/campaigns', 'libs/contracts'],
    fails: 'tells the others: campaign paused',
  },
  { words: ['page', 'mfe-brand', 'receipts'], folders: ['mfe-brand'], fails: 'receipts has a title in the words of each language' },
])('npm run new $words: lint and types accept it, and its test fails', { timeout: 120_000 }, ({ words, folders, fails }) => {
  const { files, next } = makeNew(root, words)
  expect(next.length).toBeGreaterThan(1)
  expect(run('.', 'biome', 'check', '--error-on-warnings', ...files.filter((file) => /\.(?:tsx?|json|md)$/.test(file)))).toMatchObject({
    passes: true,
  })
  for (const folder of folders) expect(run(folder, 'tsc')).toEqual({ passes: true, says: '' })
  const tests = files.filter((file) => /\.test\.tsx?$/.test(file)).map((file) => relative(folders[0]!, file))
  const outcome = run(folders[0]!, 'vitest', 'run', '--config', join(root, 'libs/workspace/vitest.config.ts'), ...tests)
  expect(outcome.passes).toBe(false)
  expect(outcome.says).toContain(fails)
  expect(outcome.says).toMatch(/Tests.*1 failed/)
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
