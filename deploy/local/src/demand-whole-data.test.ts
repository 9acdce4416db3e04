import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@reelfair/testkit/engines'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
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

test('data from before payments are said with what to do, and are left as they are', async () => {
  await expect(startLocal({ folder, port: await freePort() })).rejects.toThrow(/of an older Reelfair.*\n.*npm start -- --fresh/)
  await expect(runNamed('check-ledger', [], folder)).rejects.toThrow(/of an older Reelfair/)
  expect(existsSync(join(folder, 'sandbox'))).toBe(false)
  expect(readFileSync(join(folder, 'mongo/data.sqlite'), 'utf8')).toBe('of an older version')
})
