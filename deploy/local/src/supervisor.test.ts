import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '@reelfair/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { supervise } from './supervisor.ts'

const LIVES = 'setInterval(() => {}, 1000)'

function supervised(code: string, more: { cwd?: string } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'reelfair-supervisor-'))
  const said: string[] = []
  const cwd = join(folder, more.cwd ?? '')
  const one = supervise({
    name: 'one',
    args: ['-e', code],
    env: {},
    logFile: join(folder, 'one.log'),
    pidFolder: folder,
    cwd,
    say: (line) => said.push(line),
  })
  onTestFinished(async () => {
    await one.stop('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })
  const written = () => (existsSync(join(folder, 'one.pid')) ? Number(readFileSync(join(folder, 'one.pid'), 'utf8')) : undefined)
  return { one, said, cwd, folder, written }
}

test('a process that dies is started again, and its new number is written', async () => {
  const { one, said, written } = supervised(LIVES)
  const first = one.pid() ?? expect.unreachable()
  process.kill(first, 'SIGKILL')
  await eventually(() => expect(said).toEqual([expect.stringMatching(/^one ended \(SIGKILL\); it is started again in 0\.1 s/)]))
  await eventually(() => expect(one.pid()).not.toBe(first))
  await eventually(() => expect(written()).toBe(one.pid()))
})

test('a process that cannot be started is tried again until it can', async () => {
  const { one, said, cwd, written } = supervised(LIVES, { cwd: 'not-there-yet' })
  await eventually(() => expect(said[0]).toMatch(/^one ended \(.*ENOENT/))
  expect(written()).toBeUndefined()
  mkdirSync(cwd)
  await eventually(() => expect(one.pid()).toBeGreaterThan(0))
  await eventually(() => expect(written()).toBe(one.pid()))
})

test('started anew twice at once it is started anew once, and says nothing of it', async () => {
  const { one, said, folder } = supervised(`require('node:fs').appendFileSync('starts', 'x'); ${LIVES}`)
  writeFileSync(join(folder, 'starts'), '', { flag: 'a' })
  const starts = () => readFileSync(join(folder, 'starts'), 'utf8').length
  await eventually(() => expect(starts()).toBe(1))
  await Promise.all([one.restart(), one.restart()])
  await eventually(() => expect(starts()).toBe(2))
  expect(said).toEqual([])
})
