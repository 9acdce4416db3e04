import { eventually, movableClock } from '@reelfair/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { worker } from '../define.ts'
import { createLog } from '../log.ts'
import type { Context } from '../service.ts'
import { startWorkers } from './workers.ts'

const clock = movableClock()
function start(...runs: (() => Promise<boolean>)[]) {
  const workers = startWorkers({
    workers: runs.map((run, place) => worker(`count-${place}`, 60_000, run)),
    clock,
    contextOf: () => ({}) as Context,
    log: createLog('test', 'silent'),
  })
  onTestFinished(() => workers.stop())
  return workers
}

test('keeps working until no work is left and resumes after a clock jump', async () => {
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

test('retries after a failure', async () => {
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

test('finishes the current piece of work before stopping', async () => {
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

test('lets other workers check for work when one runs out, without looping forever', async () => {
  const { promise: isPlanned, resolve: plan } = Promise.withResolvers<void>()
  const looks = { planner: 0, doer: 0 }
  let planned = 0
  let done = 0
  const workers = start(
    async () => {
      looks.planner += 1
      await isPlanned
      if (planned === 3) return false
      planned += 1
      return true
    },
    async () => {
      looks.doer += 1
      if (done >= planned) return false
      done += 1
      return true
    },
  )
  await eventually(() => expect(looks.doer).toBe(1))
  plan()
  await eventually(() => expect(done).toBe(3))
  await eventually(() => expect(workers.stats.busy).toBe(0))
  // Each worker checks five times: three checks find work and two do not.
  expect(looks).toEqual({ planner: 5, doer: 5 })
})

test('counts workers that are busy or have not checked for work since a clock jump, unless they failed', async () => {
  let answer: () => Promise<boolean> = async () => false
  const workers = start(
    () => answer(),
    async () => false,
  )
  const busy = (count: number) => eventually(() => expect(workers.stats.busy).toBe(count))
  await busy(0)
  const held = Promise.withResolvers<boolean>()
  answer = () => held.promise
  clock.advance({ days: 1 })
  expect(workers.stats.busy).toBe(2)
  await busy(1)
  answer = async () => {
    throw new Error('away')
  }
  held.resolve(true)
  await busy(0)
})
