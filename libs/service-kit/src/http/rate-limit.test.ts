import { expect, test } from 'vitest'
import { rateLimit } from './rate-limit.ts'

function limited(perMinute: number) {
  let at = 1_000
  const wait = rateLimit(perMinute, { maxKeys: 100, now: () => at })
  const pass = (seconds: number) => {
    at += seconds * 1000
  }
  return { wait, pass }
}

test('admits requests up to the limit per minute and then returns how long to wait', () => {
  const { wait, pass } = limited(3)
  expect([wait('a'), wait('a'), wait('a')]).toEqual([0, 0, 0])
  expect(wait('a')).toBeGreaterThan(0)
  expect(wait('b')).toBe(0)
  pass(120)
  expect(wait('a')).toBe(0)
})

test('admits a client after the returned waiting time', () => {
  for (const perMinute of [1, 3, 10, 60]) {
    const { wait, pass } = limited(perMinute)
    pass(45)
    for (let count = 0; count < perMinute; count += 1) expect(wait('a')).toBe(0)
    let seconds = wait('a')
    for (let turn = 0; seconds > 0 && turn < 3; turn += 1) {
      pass(seconds)
      seconds = wait('a')
    }
    expect(seconds).toBe(0)
  }
})

test('stays close to the limit in any 60 s', () => {
  const { wait, pass } = limited(10)
  const passed: number[] = []
  for (let second = 0; second < 300; second += 1) {
    for (let count = 0; count < 3; count += 1) if (wait('a') === 0) passed.push(second)
    pass(1)
  }
  const most = Math.max(...passed.map((from) => passed.filter((at) => at >= from && at < from + 60).length))
  // The limit assumes evenly spread requests in the previous window, so a burst at its end admits a few more. A fixed
  // window would admit twice the limit.
  expect(most).toBeLessThan(15)
  expect(passed.length).toBeGreaterThan(35)
})

test('lets keys beyond the maximum share a fixed number of counters', () => {
  const refusedOf = (perMinute: number) => {
    const { wait } = limited(perMinute)
    return Array.from({ length: 4_200 }, (_, at) => wait(`client ${at}`)).filter((seconds) => seconds > 0).length
  }
  // 100 keys each have their own counter. The other 4,100 share 1,024 counters, about four requests each.
  expect(refusedOf(3)).toBeGreaterThanOrEqual(4_100 - 1_024 * 3)
  expect(refusedOf(30)).toBe(0)
})
