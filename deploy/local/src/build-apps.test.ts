import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { waitForLock } from './build-apps.ts'

test('waits for another build to finish, but stops waiting when cancelled', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'reelfair-build-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const never = new AbortController().signal
  const order: string[] = []
  const build = async (name: string) => {
    const leave = await waitForLock(folder, never)
    order.push(`${name} begins`)
    await expect(waitForLock(folder, AbortSignal.timeout(150))).rejects.toThrow('The build was cancelled.')
    order.push(`${name} ends`)
    leave()
  }
  await Promise.all([build('one'), build('two')])
  expect(order).toEqual(['one begins', 'one ends', 'two begins', 'two ends'])
})
