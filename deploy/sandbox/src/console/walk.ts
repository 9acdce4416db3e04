import { setTimeout as pause } from 'node:timers/promises'
import { businessDayOf, instantOf, nextDay } from '@reelfair/rules'
import type { World } from '../world.ts'

const STEPS = [
  { hour: '00:00', job: 'refresh_views', doing: 'reading views' },
  { hour: '02:00', job: 'settle_day', doing: 'allocating and crediting views' },
] as const

/** The last minute before the day is settled at 02:00. */
const LAST_BEFORE = '01:59'
const POLL_INTERVAL_MS = 25
const JOB_TIMEOUT_MS = 120_000
/** Margin after the full hour, for services whose clocks lag slightly. */
const MARGIN_MS = 1_000

/** Time limit for services to become idle. Slower readings continue, and settlement waits for them. */
const IDLE_TIMEOUT_MS = 5_000

export interface Walk {
  readonly fromMs: number
  readonly toMs: number
  /** The business days to pass, in order. `nightsDone` counts the finished days. */
  readonly days: readonly string[]
  nightsDone: number
  step: string | undefined
  isOver: boolean
  error: string | undefined
  isCancelled: boolean
}

/** The business days whose nights overlap the time from `fromMs` to `toMs`. */
export function nightsBetween(fromMs: number, toMs: number): string[] {
  const days: string[] = []
  for (let day = businessDayOf(new Date(fromMs)); instantOf(day, '00:00').getTime() <= toMs; day = nextDay(day))
    if (instantOf(day, '02:00').getTime() > fromMs) days.push(day)
  return days
}

/**
 * Moves the clock night by night, waiting until the views are read and the day is settled. Without configured services,
 * the clock moves in one jump.
 * @param started Receives the progress object, which is updated during the move
 * @throws RangeError when a night does not finish; the clock then stays in that night
 */
async function walk(world: World, toMs: number, started: (walk: Walk) => void): Promise<void> {
  const fromMs = world.nowMs()
  const services = world.services()
  const days = Object.keys(services).length > 0 ? nightsBetween(fromMs, toMs) : []
  const one: Walk = { fromMs, toMs, days, nightsDone: 0, step: undefined, isOver: false, error: undefined, isCancelled: false }
  started(one)
  const jump = (ms: number) => {
    const ahead = ms - world.nowMs()
    if (ahead > 0) world.clock.advance({ ms: ahead })
  }
  try {
    for (const day of days) {
      for (const { hour, job, doing } of STEPS) {
        const at = instantOf(day, hour).getTime() + MARGIN_MS
        if (at > toMs) break
        if (one.isCancelled) return
        one.step = doing
        jump(at)
        await until(() => isDone(services, job, day), `Night of ${day}: ${doing} did not finish. The clock stopped in that night.`)
        if (job !== 'refresh_views') continue
        // Readings due now use midnight's figures. Readings due later must finish before settlement, which would
        // otherwise ignore them.
        for (const next of [at, instantOf(day, LAST_BEFORE).getTime()]) {
          if (next > toMs || one.isCancelled) break
          jump(next)
          await untilIdle(services, next)
        }
        await until(() => isDone(services, job, day), `Night of ${day}: not all events were published. The clock stopped in that night.`)
      }
      one.step = undefined
      one.nightsDone += 1
    }
    if (!one.isCancelled) jump(toMs)
  } catch (error) {
    one.error = (error as Error).message
    throw error
  } finally {
    one.isOver = true
    world.save()
  }
}

/** Night-by-night clock moves. They run one at a time. */
export interface Walks {
  latest(): Walk | undefined
  /** @throws RangeError if a move is in progress */
  assertIdle(): void
  /**
   * Starts a move. `done` rejects when a night does not finish.
   * @throws RangeError when the target is in the past, or another move is in progress
   */
  begin(toMs: number): { readonly done: Promise<void> }
  cancel(): void
}

export function walksOf(world: World): Walks {
  let latest: Walk | undefined
  const assertIdle = () => {
    if (latest && !latest.isOver) throw new RangeError('The clock is already moving. Wait until it arrives, or stop it.')
  }
  return {
    latest: () => latest,
    assertIdle,
    begin: (toMs) => {
      assertIdle()
      if (!(toMs >= world.nowMs())) throw new RangeError('The clock can only move forward.')
      const done = walk(world, toMs, (one) => {
        latest = one
      })
      return { done }
    },
    cancel: () => {
      if (latest) latest.isCancelled = true
    },
  }
}

async function untilIdle(services: Readonly<Record<string, string>>, atMs: number): Promise<void> {
  const deadline = performance.now() + IDLE_TIMEOUT_MS
  while (!(await isIdle(services, atMs)) && performance.now() < deadline) await pause(POLL_INTERVAL_MS)
}

async function until(condition: () => Promise<boolean>, timeoutMessage: string): Promise<void> {
  const deadline = performance.now() + JOB_TIMEOUT_MS
  while (!(await condition())) {
    if (performance.now() > deadline) throw new RangeError(timeoutMessage)
    await pause(POLL_INTERVAL_MS)
  }
}

/** Whether a job has finished a day and every outbox is empty. A job that no service runs counts as finished. */
async function isDone(services: Readonly<Record<string, string>>, job: string, day: string): Promise<boolean> {
  const done = Number(day.replaceAll('-', ''))
  const valuesOf = await figuresOf(services)
  return valuesOf(`job_last_day_${job}`).every((last) => last >= done) && valuesOf('outbox_waiting').every((waiting) => waiting === 0)
}

async function isIdle(services: Readonly<Record<string, string>>, atMs: number): Promise<boolean> {
  const valuesOf = await figuresOf(services)
  return (
    valuesOf('clock_seconds').every((seconds) => seconds >= Math.floor(atMs / 1_000)) &&
    valuesOf('workers_busy').every((busy) => busy === 0)
  )
}

/** Reads integer metrics by name. A metric is `NaN` while its service is unreachable. */
async function figuresOf(services: Readonly<Record<string, string>>): Promise<(name: string) => number[]> {
  const texts = await Promise.all(Object.values(services).map(figures))
  if (texts.includes(undefined)) return () => [Number.NaN]
  const all = texts.join('\n')
  return (name) => [...all.matchAll(new RegExp(`^${name}(?:{[^}]*})? (\\d+)`, 'gm'))].map(([, value]) => Number(value))
}

const figures = (url: string): Promise<string | undefined> =>
  fetch(`${url}/metrics`, { signal: AbortSignal.timeout(5_000) }).then(
    (answer) => (answer.ok ? answer.text() : undefined),
    () => undefined,
  )
