import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@reelfair/testkit/engines'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { DATA_FORMAT, readDemo, writeDemo } from './data-format.ts'
import { runNamed } from './run-commands.ts'
import { startLocal } from './start-local.ts'

let folder = ''
beforeEach(() => {
  vi.stubEnv('MONGODB_URI', undefined)
  folder = mkdtempSync(join(tmpdir(), 'reelfair-old-'))
  mkdirSync(join(folder, 'mongo'))
  writeFileSync(join(folder, 'mongo/data.sqlite'), 'of an older version')
  onTestFinished(() => {
    vi.unstubAllEnvs()
    rmSync(folder, { recursive: true, force: true })
  })
})

async function expectRejected(why: RegExp) {
  await expect(startLocal({ folder, port: await freePort(), market: true })).rejects.toThrow(why)
  await expect(startLocal({ folder, port: await freePort() })).rejects.toThrow(/npm start -- --fresh.*REELFAIR_FOLDER/)
  await expect(runNamed('check-ledger', [], folder)).rejects.toThrow(why)
  expect(readFileSync(join(folder, 'mongo/data.sqlite'), 'utf8')).toBe('of an older version')
}

test('rejects data that predates payments, with instructions, and leaves the data unchanged', async () => {
  await expectRejected(/another version of Reelfair: it predates payments.*\n.*npm start -- --fresh/)
  expect(existsSync(join(folder, 'sandbox'))).toBe(false)
})

test('rejects data that predates campaign earnings, and data whose format cannot be read', async () => {
  mkdirSync(join(folder, 'sandbox'))
  await expectRejected(/another version of Reelfair: it predates campaign earnings/)
  writeFileSync(join(folder, 'data.json'), `{"form":${DATA_FORMAT},"demo"`)
  await expectRejected(/it predates campaign earnings/)
})

test('rejects data in another format', async () => {
  mkdirSync(join(folder, 'sandbox'))
  writeFileSync(join(folder, 'data.json'), `{"form":${DATA_FORMAT + 1},"demo":"market"}`)
  await expectRejected(new RegExp(`it has format ${DATA_FORMAT + 1}, and this version uses format ${DATA_FORMAT}`))
})

test('returns the demo state, or undefined without a database', () => {
  writeDemo(folder, 'market')
  expect(readDemo(folder)).toBe('market')
  rmSync(join(folder, 'mongo'), { recursive: true })
  expect(readDemo(folder)).toBeUndefined()
})
