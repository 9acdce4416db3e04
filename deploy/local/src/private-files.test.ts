import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { freePort } from '@reelfair/testkit/engines'
import { expect, onTestFinished, test, vi } from 'vitest'
import { noPages, ownFolder } from './local.fixture.ts'
import { startLocal } from './start-local.ts'

const openToOthers = (folder: string): string[] =>
  [folder, ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))]
    .filter((path) => ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0)
    .map((path) => `${relative(folder, path)} ${((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o777).toString(8)}`)

test('restricts data, keys, journal and logs to their owner, including files from earlier starts', { timeout: 120_000 }, async () => {
  const own = ownFolder('private', 'info')
  onTestFinished(own.leave)
  vi.stubEnv('DOCKER_HOST', 'unix:///nowhere/docker.sock')
  const { folder } = own
  chmodSync(folder, 0o755)
  mkdirSync(join(folder, 'logs'), { mode: 0o755 })
  writeFileSync(join(folder, 'logs/reelfair.log'), 'from before\n', { mode: 0o644 })
  const local = await startLocal({ folder, port: await freePort(), web: noPages, empty: true })
  onTestFinished(() => local.stop())
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(['logs', 'mongo', 'sandbox', 'secrets.json', 'running.json', 'data.json']))
  expect(openToOthers(folder)).toEqual([])
})
