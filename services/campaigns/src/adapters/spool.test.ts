import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Refusal } from '@reelfair/contracts'
import { times } from '@reelfair/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { createSpool } from './spool.ts'

const spooled = createSpool({ maxConcurrent: 8 })

function slowSender(whose: string) {
  const { promise: ends, resolve: end } = Promise.withResolvers<void>()
  async function* body() {
    yield Buffer.from('a')
    await ends
    yield Buffer.from('b')
  }
  const outcome = spooled(whose, body(), async ({ bytes }) => bytes).catch((error: unknown) => (error as Refusal).code)
  return { end, outcome }
}

test('limits one brand to two concurrent uploads and accepts other brands’ uploads until all slots are taken', async () => {
  const slow = times(8, () => slowSender('one'))
  expect(await Promise.all(slow.slice(2).map(({ outcome }) => outcome))).toEqual(times(6, () => 'too_many_requests'))
  const others = ['two', 'two', 'three', 'three', 'four', 'four'].map(slowSender)
  expect(await slowSender('five').outcome).toBe('too_many_uploads')
  for (const { end } of [...slow, ...others]) end()
  expect(await Promise.all([...slow.slice(0, 2), ...others].map(({ outcome }) => outcome))).toEqual(times(8, () => 2))
  const again = slowSender('one')
  again.end()
  expect(await again.outcome).toBe(2)
})

test('removes a killed process’s files from the upload folder at the first upload', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'spool-test-'))
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }))
  const folder = join(parent, 'uploads')
  mkdirSync(join(folder, 'reelfair-media-killed'), { recursive: true })
  writeFileSync(join(folder, 'reelfair-media-killed/file'), 'half')
  writeFileSync(join(folder, 'of-somebody-else'), '')
  const spool = createSpool({ folder, maxConcurrent: 1 })
  // An operator's command also creates a spool while the service is receiving uploads.
  createSpool({ folder, maxConcurrent: 1 })
  expect(readdirSync(folder)).toEqual(['of-somebody-else', 'reelfair-media-killed'])
  async function* body() {
    yield Buffer.from('a')
  }
  expect(dirname(dirname(await spool('one', body(), async ({ path }) => path)))).toBe(folder)
  expect(readdirSync(folder)).toEqual(['of-somebody-else'])
  expect(readdirSync(folder)).toEqual(['of-somebody-else'])
})
