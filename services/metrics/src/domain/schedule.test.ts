import fc from 'fast-check'
import { expect, test } from 'vitest'
import { afterAnswer, afterFault, claim, isDoubtful, newTask, type Task } from './schedule.ts'

const MINUTE = 60_000
const start = new Date('2026-11-21T23:00:00Z')
const later = (ms: number) => new Date(start.getTime() + ms)
const away = { kind: 'unreachable', isTransient: true }
const claimed = (task: Task): Task => claim([{ ...task, accountKey: 'tiktok:1' }])[0] ?? expect.unreachable('task not claimed')

test('counts each attempt, and claims only one task per account', () => {
  const task = (accountKey: string, run: string) => ({ ...newTask(run, start), accountKey })
  const [first, ...others] = claim([task('tiktok:1', 'end'), task('tiktok:1', '2026-11-22'), task('tiktok:2', '2026-11-22')])
  expect(first).toMatchObject({ accountKey: 'tiktok:1', run: 'end', tries: 1 })
  expect(others).toMatchObject([{ accountKey: 'tiktok:2', tries: 1 }])
})

test('gives up immediately after a permanent fault', () => {
  expect(afterFault(claimed(newTask('end', start)), { kind: 'not_found', isTransient: false }, start)).toMatchObject({
    state: 'failed',
    fault: 'not_found',
    dueAt: undefined,
  })
})

const busy = (minutes: number) => ({ kind: 'rate_limited', isTransient: true, retryAfterMs: minutes * MINUTE })

test('waits as long as a rate limit requires, even longer than our own pauses', () => {
  const task = claimed(newTask('2026-11-22', start))
  expect(afterFault(task, busy(1), start).dueAt).toEqual(later(MINUTE))
  expect(afterFault(task, busy(60), start).dueAt).toEqual(later(60 * MINUTE))
})

test('fails immediately if the network’s pause ends over ten minutes after the deadline', () => {
  const task = claimed(newTask('2026-11-22', start))
  expect(afterFault(task, busy(100), start)).toMatchObject({ state: 'open', dueAt: later(100 * MINUTE) })
  expect(afterFault(task, busy(101), start)).toMatchObject({ state: 'failed', fault: 'rate_limited' })
  // The clock has jumped past the deadline, so three attempts are made.
  expect(afterFault(task, busy(60), later(90 * MINUTE))).toMatchObject({ state: 'open', dueAt: later(150 * MINUTE) })
})

test('does not count the wait for an access token in the first ten minutes', () => {
  const awaiting = { kind: 'awaiting_access', isTransient: true, retryAfterMs: 2_000 }
  let [task, at]: [Task, Date] = [newTask('end', start), start]
  for (let waits = 0; at < later(10 * MINUTE); waits += 1) {
    task = afterFault(claimed(task), awaiting, at)
    expect(task).toMatchObject({ state: 'open', tries: 0 })
    const pause = (task.dueAt?.getTime() ?? 0) - at.getTime()
    expect(pause).toBeGreaterThanOrEqual(2_000)
    expect(pause).toBeLessThanOrEqual(30_000)
    expect(waits).toBeLessThan(40)
    at = task.dueAt ?? expect.unreachable('not open')
  }
  expect(afterFault(claimed(task), awaiting, at)).toMatchObject({ state: 'open', tries: 1 })
})

test.each([
  ['2026-11-22', 90],
  ['end', 12 * 60],
  ['checks', 12 * 60],
])('retries %s with increasingly long pauses for %i minutes during an outage, then gives up', (run, minutes) => {
  let [task, at, pause]: [Task, Date, number] = [newTask(run, start), start, 0]
  while (task.state === 'open') {
    task = afterFault(claimed(task), away, at)
    if (!task.dueAt) break
    const next = task.dueAt.getTime() - at.getTime()
    expect(next).toBeGreaterThanOrEqual(pause)
    pause = next
    at = task.dueAt
  }
  expect(task).toMatchObject({ state: 'failed', fault: 'unreachable' })
  expect(at.getTime() - start.getTime()).toBeGreaterThanOrEqual(minutes * MINUTE)
  expect(at.getTime() - start.getTime()).toBeLessThanOrEqual((minutes + 10) * MINUTE)
})

test('makes at least three attempts, even if the clock jumps ahead', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 3 * MINUTE, max: 40 * 86_400_000 }), { minLength: 2, maxLength: 2 }), (jumps) => {
      let [task, at]: [Task, Date] = [newTask('2026-11-22', start), start]
      for (const jump of jumps) {
        at = new Date(at.getTime() + jump)
        task = afterFault(claimed(task), away, at)
        expect(task.state).toBe('open')
      }
    }),
  )
})

test('counts 404s across outages and dead workers, and resets the count when the account responds', () => {
  const answer = fc.constantFrom('gone', 'there', 'away', 'death')
  fc.assert(
    fc.property(fc.array(answer, { maxLength: 12 }), (answers) => {
      let task = newTask('checks', start)
      for (const one of answers) {
        const tried = claimed(task)
        if (one === 'away') task = afterFault(tried, away, start)
        else if (one === 'death') task = tried
        else task = afterAnswer(tried, one === 'gone', start)
      }
      const answered = answers.filter((one) => one === 'gone' || one === 'there')
      const times = answered.length - 1 - answered.lastIndexOf('there')
      expect(isDoubtful(task, later(60 * MINUTE))).toBe(times === 1 || times === 2)
      expect(isDoubtful(task, later(60 * MINUTE - 1))).toBe(times > 0)
      expect(isDoubtful({ ...task, run: '2026-11-22' }, start)).toBe(times === 1 || times === 2)
    }),
  )
})
