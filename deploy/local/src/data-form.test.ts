import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@reelfair/testkit/engines'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { FORM, readDemo, writeDemo } from './data-form.ts'
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

async function isRefused(why: RegExp) {
  await expect(startLocal({ folder, port: await freePort(), market: true })).rejects.toThrow(why)
  await expect(startLocal({ folder, port: await freePort() })).rejects.toThrow(/npm start -- --fresh.*REELFAIR_FOLDER/)
  await expect(runNamed('check-ledger', [], folder)).rejects.toThrow(why)
  expect(readFileSync(join(folder, 'mongo/data.sqlite'), 'utf8')).toBe('of an older version')
}

test('data from before payments are said with what to do, and are left as they are', async () => {
  await isRefused(/of another Reelfair, from before there were payments.*\n.*npm start -- --fresh/)
  expect(existsSync(join(folder, 'sandbox'))).toBe(false)
})

test('so are data from before campaigns were measured and paid, and data whose form cannot be read', async () => {
  mkdirSync(join(folder, 'sandbox'))
  await isRefused(/of another Reelfair, from before campaigns were measured and paid/)
  writeFileSync(join(folder, 'data.json'), `{"form":${FORM},"demo"`)
  await isRefused(/from before campaigns/)
})

test('so are data of a form that this one does not keep', async () => {
  mkdirSync(join(folder, 'sandbox'))
  writeFileSync(join(folder, 'data.json'), `{"form":${FORM + 1},"demo":"market"}`)
  await isRefused(new RegExp(`of form ${FORM + 1}, and this one keeps form ${FORM}`))
})

test('whose data there are is told; without a database there are none', () => {
  writeDemo(folder, 'market')
  expect(readDemo(folder)).toBe('market')
  rmSync(join(folder, 'mongo'), { recursive: true })
  expect(readDemo(folder)).toBeUndefined()
})
