import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '@reelfair/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { supervise } from './supervisor.ts'

const LIVES = 'setInterval(() => {}, 1000)'

function supervised(code: string, more: { cwd?: string } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'reelfair-supervisor-'))
  const messages: string[] = []
  const cwd = join(folder, more.cwd ?? '')
  const one = supervise({
    name: 'one',
    args: ['-e', code],
    env: {},
    logFile: join(folder, 'one.log'),
    pidFolder: folder,
    cwd,
    print: (line) => messages.push(line),
  })
  onTestFinished(async () => {
    await one.stop('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })
  const written = () => (existsSync(join(folder, 'one.pid')) ? Number(readFileSync(join(folder, 'one.pid'), 'utf8')) : undefined)
  return { one, messages, cwd, folder, written }
}

test('restarts a crashed process and writes its new pid', async () => {
  const { one, messages, written } = supervised(LIVES)
  const first = one.pid() ?? expect.unreachable()
  process.kill(first, 'SIGKILL')
  await eventually(() => expect(messages).toEqual([expect.stringMatching(/^one exited \(SIGKILL\); restarting in 0\.1 s/)]))
  await eventually(() => expect(one.pid()).not.toBe(first))
  await eventually(() => expect(written()).toBe(one.pid()))
})

test('retries a failing process until it starts', async () => {
  const { one, messages, cwd, written } = supervised(LIVES, { cwd: 'not-there-yet' })
  await eventually(() => expect(messages[0]).toMatch(/^one exited \(.*ENOENT/))
  expect(written()).toBeUndefined()
  mkdirSync(cwd)
  await eventually(() => expect(one.pid()).toBeGreaterThan(0))
  await eventually(() => expect(written()).toBe(one.pid()))
})

test('treats two concurrent restart calls as one, without logging a message', async () => {
  const { one, messages, folder } = supervised(`require('node:fs').appendFileSync('starts', 'x'); ${LIVES}`)
  writeFileSync(join(folder, 'starts'), '', { flag: 'a' })
  const starts = () => readFileSync(join(folder, 'starts'), 'utf8').length
  await eventually(() => expect(starts()).toBe(1))
  await Promise.all([one.restart(), one.restart()])
  await eventually(() => expect(starts()).toBe(2))
  expect(messages).toEqual([])
})
