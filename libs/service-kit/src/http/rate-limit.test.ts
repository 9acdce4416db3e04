import { expect, test } from 'vitest'
import { rateLimit } from './rate-limit.ts'

function limited(perMinute: number) {
  let at = 1_000
  const wait = rateLimit(perMinute, () => at)
  const pass = (seconds: number) => {
    at += seconds * 1000
  }
  return { wait, pass }
}

test('lets so many a minute through and then says how long to wait', () => {
  const { wait, pass } = limited(3)
  expect([wait('a'), wait('a'), wait('a')]).toEqual([0, 0, 0])
  expect(wait('a')).toBeGreaterThan(0)
  expect(wait('b')).toBe(0)
  pass(120)
  expect(wait('a')).toBe(0)
})

test('who waits as long as told gets through', () => {
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

test('never lets more than the limit through within 60 s, wherever the window begins', () => {
  const { wait, pass } = limited(10)
  const passed: number[] = []
  for (let second = 0; second < 300; second += 1) {
    for (let count = 0; count < 3; count += 1) if (wait('a') === 0) passed.push(second)
    pass(1)
  }
  const most = Math.max(...passed.map((from) => passed.filter((at) => at >= from && at < from + 60).length))
  // The former window is taken as even, which a burst at its end is not; twice the limit is what a fixed window would let through.
  expect(most).toBeLessThan(15)
  expect(passed.length).toBeGreaterThan(35)
})

test('many strangers share one count instead of the memory', () => {
  const { wait } = limited(2)
  for (let count = 0; count < 20_000; count += 1) wait(`stranger ${count}`)
  expect([wait('x'), wait('y'), wait('z')].filter((seconds) => seconds > 0)).toHaveLength(1)
})
