import fc from 'fast-check'
import { expect, test } from 'vitest'
import { afterAnswer, afterFault, claim, isDoubtful, planned, type Task } from './schedule.ts'

const MINUTE = 60_000
const start = new Date('2026-11-21T23:00:00Z')
const later = (ms: number) => new Date(start.getTime() + ms)
const away = { kind: 'unreachable', passing: true }
const claimed = (task: Task): Task => claim([{ ...task, accountKey: 'tiktok:1' }])[0] ?? expect.unreachable('it cannot be claimed')

test('a claim counts the try, and takes one task of each account', () => {
  const task = (accountKey: string, run: string) => ({ ...planned(run, start), accountKey })
  const [first, ...others] = claim([task('tiktok:1', 'end'), task('tiktok:1', '2026-11-22'), task('tiktok:2', '2026-11-22')])
  expect(first).toMatchObject({ accountKey: 'tiktok:1', run: 'end', tries: 1 })
  expect(others).toMatchObject([{ accountKey: 'tiktok:2', tries: 1 }])
})

test('what does not pass is given up at once', () => {
  expect(afterFault(claimed(planned('end', start)), { kind: 'not_found', passing: false }, start)).toMatchObject({
    state: 'failed',
    fault: 'not_found',
    dueAt: undefined,
  })
})

test('a limit is waited for as long as it says, but ten minutes at most', () => {
  const task = claimed(planned('2026-11-22', start))
  const wait = (retryAfterMs: number) => afterFault(task, { kind: 'rate_limited', passing: true, retryAfterMs }, start).dueAt
  expect(wait(60_000)).toEqual(later(60_000))
  expect(wait(3_600_000)).toEqual(later(10 * MINUTE))
})

test.each([
  ['2026-11-22', 90],
  ['end', 12 * 60],
  ['checks', 12 * 60],
])('a network that stays away: %s is tried with longer and longer pauses for %i minutes, then given up', (run, minutes) => {
  let [task, at, pause]: [Task, Date, number] = [planned(run, start), start, 0]
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

test('wherever the clock jumps, three tries are made before anything is given up', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 3 * MINUTE, max: 40 * 86_400_000 }), { minLength: 2, maxLength: 2 }), (jumps) => {
      let [task, at]: [Task, Date] = [planned('2026-11-22', start), start]
      for (const jump of jumps) {
        at = new Date(at.getTime() + jump)
        task = afterFault(claimed(task), away, at)
        expect(task.state).toBe('open')
      }
    }),
  )
})

test('outages and lost readers between 404s change nothing, and an account that is seen again is doubted again', () => {
  const answer = fc.constantFrom('gone', 'there', 'away', 'death')
  fc.assert(
    fc.property(fc.array(answer, { maxLength: 12 }), (answers) => {
      let task = planned('checks', start)
      for (const one of answers) {
        const tried = claimed(task)
        if (one === 'away') task = afterFault(tried, away, start)
        else if (one === 'death') task = tried
        else task = afterAnswer(tried, one === 'gone', start)
      }
      const heard = answers.filter((one) => one === 'gone' || one === 'there')
      const times = heard.length - 1 - heard.lastIndexOf('there')
      expect(isDoubtful(task, later(60 * MINUTE))).toBe(times === 1 || times === 2)
      expect(isDoubtful(task, later(60 * MINUTE - 1))).toBe(times > 0)
      expect(isDoubtful({ ...task, run: '2026-11-22' }, start)).toBe(times === 1 || times === 2)
    }),
  )
})
