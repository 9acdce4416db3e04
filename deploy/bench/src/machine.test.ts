import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { parseMachineStat, parseProcessStat, thisMachine, treeJiffies } from './machine.ts'

describe('/proc/stat', () => {
  const text = 'cpu  4137 10 3187 198732 185 5 36 12 7 3\ncpu0 1859 0 1469 99795 17 0 9 4 0 0\nintr 413854 0 0\n'

  it('counts everything except idle and I/O wait as busy', () => {
    expect(parseMachineStat(text).busy).toBe(4137 + 10 + 3187 + 5 + 36 + 12)
  })

  it('ignores guest time, which user and nice already include', () => {
    const { busy, all } = parseMachineStat(text)
    expect(all - busy).toBe(198732 + 185)
  })

  it('parses the shorter lines of older kernels', () => {
    expect(parseMachineStat('cpu  1 2 3 4\n')).toEqual({ busy: 6, all: 10 })
  })

  it('rejects text that is not from /proc/stat', () => {
    expect(() => parseMachineStat('cpu0 1 2 3 4\n')).toThrow('no line for all cores')
  })
})

describe('/proc/PID/stat', () => {
  const numbers = (parent: number, times: string) => `S ${parent} 1 1 0 -1 4194560 1 2 3 4 ${times} 20 0 1 0 100`

  it('sums user and system time, including exited children', () => {
    expect(parseProcessStat(`42 (node) ${numbers(7, '100 20 3 4')}`)).toEqual({ parent: 7, jiffies: 127 })
  })

  it('parses program names that contain spaces and parentheses', () => {
    expect(parseProcessStat(`42 (a) 9 (b ) ${numbers(7, '1 1 1 1')}`)).toEqual({ parent: 7, jiffies: 4 })
  })

  it('rejects a truncated line', () => {
    expect(() => parseProcessStat('42 (node) S 7 1 1')).toThrow('Not a line')
  })

  it('sums only the processes of the given trees', () => {
    const processes = new Map([
      [1, { parent: 0, jiffies: 1000 }],
      [10, { parent: 1, jiffies: 1 }],
      [11, { parent: 10, jiffies: 20 }],
      [12, { parent: 11, jiffies: 300 }],
      [13, { parent: 1, jiffies: 4000 }],
    ])
    expect(treeJiffies([10], processes)).toBe(321)
    expect(treeJiffies([10, 13], processes)).toBe(4321)
  })
})

it('counts the CPU time of a child while it runs and after it exits', { skip: process.platform !== 'linux' }, async () => {
  const machine = thisMachine()!
  const before = machine.load()
  const spendAndWait = 'while (process.cpuUsage().user < 200_000); console.log("spent"); process.stdin.resume()'
  const child = spawn(process.execPath, ['-e', spendAndWait])
  await once(child.stdout, 'data')
  const living = machine.load()
  child.stdin.end()
  await once(child, 'exit')
  const ended = machine.load()
  expect(living.own - before.own).toBeGreaterThanOrEqual(19)
  expect(ended.own).toBeGreaterThanOrEqual(living.own)
  expect(ended.all).toBeGreaterThan(before.all)
})
