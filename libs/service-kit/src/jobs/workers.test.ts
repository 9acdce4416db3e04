import { eventually, movableClock } from '@reelfair/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { worker } from '../define.ts'
import { createLog } from '../log.ts'
import type { Context } from '../service.ts'
import { startWorkers } from './workers.ts'

const clock = movableClock()
function start(run: () => Promise<boolean>) {
  const workers = startWorkers({
    workers: [worker('count', 60_000, run)],
    clock,
    contextOf: () => ({}) as Context,
    log: createLog('test', 'silent'),
  })
  onTestFinished(() => workers.stop())
  return workers
}

test('works without a rest while there is work, then waits, and a jump of the clock wakes it', async () => {
  let left = 5
  let looks = 0
  start(async () => {
    looks += 1
    return left-- > 0
  })
  await eventually(() => expect(looks).toBe(6))
  clock.advance({ days: 1 })
  await eventually(() => expect(looks).toBe(7))
})

test('a failure is tried again and does not end it', async () => {
  let looks = 0
  start(async () => {
    looks += 1
    if (looks === 1) throw new Error('away')
    return false
  })
  await eventually(() => expect(looks).toBe(1))
  clock.advance({ days: 1 })
  await eventually(() => expect(looks).toBe(2))
})

test('stops only when the piece under way is done', async () => {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  let begun = false
  const workers = start(() => {
    begun = true
    return promise
  })
  await eventually(() => expect(begun).toBe(true))
  let stopped = false
  const stopping = workers.stop().then(() => {
    stopped = true
  })
  await Promise.resolve()
  expect(stopped).toBe(false)
  resolve(true)
  await stopping
})
