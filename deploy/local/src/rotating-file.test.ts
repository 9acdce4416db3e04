import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { times } from '@reelfair/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { rotatingFile } from './rotating-file.ts'

function ownFile() {
  const folder = mkdtempSync(join(tmpdir(), 'reelfair-rotating-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return { folder, file: join(folder, 'one.log') }
}

async function writeAll(file: string, lines: readonly string[]): Promise<void> {
  const log = rotatingFile(file, { bytes: 1_000, files: 3 })
  for (const line of lines) await new Promise((resolve) => log.write(line, resolve))
  log.end()
  await finished(log)
}

test('keeps the newest lines in order, within limits on file count and size, in private files', async () => {
  const { folder, file } = ownFile()
  const lines = times(200, (index) => `line ${index} ${'x'.repeat(80)}\n`)
  await writeAll(file, lines.slice(0, 105))
  await writeAll(file, lines.slice(105))
  expect(readdirSync(folder).sort()).toEqual(['one.log', 'one.log.1', 'one.log.2'])
  const kept = ['one.log.2', 'one.log.1', 'one.log'].map((name) => {
    const path = join(folder, name)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(statSync(path).size).toBeLessThanOrEqual(1_000)
    return readFileSync(path, 'utf8')
  })
  const all = kept.join('')
  expect(all.length).toBeGreaterThan(2_000)
  expect(lines.join('').endsWith(all)).toBe(true)
})

test('keeps the order of concurrently written lines', async () => {
  const { file } = ownFile()
  const log = rotatingFile(file)
  for (const index of times(1_000, (one) => one)) log.write(`${index}\n`)
  log.end()
  await finished(log)
  expect(readFileSync(file, 'utf8')).toBe(times(1_000, (index) => `${index}\n`).join(''))
})
