/** The clock moved night by night: it waits in each until views are read and the day is settled, so that no night is skipped and each is seen. */
import { setTimeout as pause } from 'node:timers/promises'
import { businessDayOf, instantOf, nextDay } from '@reelfair/rules'
import type { World } from '../world.ts'

/** What is done in a night, in its order: at which hour in Europe/Paris, and by which job of which service. */
const STEPS = [
  { hour: '00:00', job: 'refresh_views', doing: 'views are read' },
  { hour: '02:00', job: 'settle_day', doing: 'views are shared out and credited' },
] as const

/** The last minute before a day is settled. */
const LAST_BEFORE = '01:59'
/** Short beside what a night takes. */
const LOOK_EVERY_MS = 25
/** A night with so much trouble is a matter for people. */
const NIGHT_WITHIN_MS = 120_000
/** Past the hour, so that it has come for whoever hears of the jump a moment earlier. */
const PAST_MS = 1_000

/** The walk does not wait longer for a slow network: its readings go on, and the settlement waits for them. */
const QUIET_WITHIN_MS = 5_000

/** A move of the clock over nights that is under way, or was the last one. */
export interface Walk {
  readonly fromMs: number
  readonly toMs: number
  /** The business days to pass, in their order, and how many of them are over. */
  readonly days: readonly string[]
  nightsDone: number
  /** What is being done in the night that is not over yet. */
  doing: string | undefined
  isOver: boolean
  /** Why it ended before its moment. */
  trouble: string | undefined
  isCancelled: boolean
}

/** Nights that begin after one moment and until another. */
export function nightsBetween(fromMs: number, toMs: number): string[] {
  const days: string[] = []
  for (let day = businessDayOf(new Date(fromMs)); instantOf(day, '00:00').getTime() <= toMs; day = nextDay(day))
    if (instantOf(day, '02:00').getTime() > fromMs) days.push(day)
  return days
}

/**
 * Moves the clock to a moment, night by night where services are known to it; without any, at once.
 * @param started Is given the walk, which changes as it goes
 * @throws RangeError when a night does not end: then the clock stands in that night
 */
async function walk(world: World, toMs: number, started: (walk: Walk) => void): Promise<void> {
  const fromMs = world.nowMs()
  const services = world.services()
  const days = Object.keys(services).length > 0 ? nightsBetween(fromMs, toMs) : []
  const one: Walk = { fromMs, toMs, days, nightsDone: 0, doing: undefined, isOver: false, trouble: undefined, isCancelled: false }
  started(one)
  const jump = (ms: number) => {
    const ahead = ms - world.nowMs()
    if (ahead > 0) world.clock.advance({ ms: ahead })
  }
  try {
    for (const day of days) {
      for (const { hour, job, doing } of STEPS) {
        const at = instantOf(day, hour).getTime() + PAST_MS
        if (at > toMs) break
        if (one.isCancelled) return
        one.doing = doing
        jump(at)
        await until(
          () => isDone(services, job, day),
          `In the night to ${day} it did not happen that ${doing}. The clock stands in that night.`,
        )
        if (job !== 'refresh_views') continue
        // Readings due now get midnight's figures. Readings due later tonight must finish before the settlement, which would otherwise
        // run without them.
        for (const next of [at, instantOf(day, LAST_BEFORE).getTime()]) {
          if (next > toMs || one.isCancelled) break
          jump(next)
          await untilQuiet(services, next)
        }
        await until(() => isDone(services, job, day), `In the night to ${day} not everything was said. The clock stands in that night.`)
      }
      one.doing = undefined
      one.nightsDone += 1
    }
    if (!one.isCancelled) jump(toMs)
  } catch (error) {
    one.trouble = (error as Error).message
    throw error
  } finally {
    one.isOver = true
    world.save()
  }
}

/** The one walk of a clock: none begins while another is under way. */
export interface Walks {
  /** The one under way, or the last one. */
  latest(): Walk | undefined
  /** @throws RangeError while one is under way */
  demandNone(): void
  /** Begins one. `done` is rejected when a night does not end. @throws RangeError backwards, and while another one is under way */
  begin(toMs: number): { readonly done: Promise<void> }
  /** The clock stays where it is once the step under way is done. */
  cancel(): void
}

export function walksOf(world: World): Walks {
  let latest: Walk | undefined
  const demandNone = () => {
    if (latest && !latest.isOver) throw new RangeError('The clock is being moved. Wait until it is there, or stop it.')
  }
  return {
    latest: () => latest,
    demandNone,
    begin: (toMs) => {
      demandNone()
      if (!(toMs >= world.nowMs())) throw new RangeError('The clock goes forward only.')
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

/** Waits until every service has followed the jump and its workers have run out of work. */
async function untilQuiet(services: Readonly<Record<string, string>>, atMs: number): Promise<void> {
  const deadline = performance.now() + QUIET_WITHIN_MS
  while (!(await isQuiet(services, atMs)) && performance.now() < deadline) await pause(LOOK_EVERY_MS)
}

async function until(isSo: () => Promise<boolean>, otherwise: string): Promise<void> {
  const deadline = performance.now() + NIGHT_WITHIN_MS
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new RangeError(otherwise)
    await pause(LOOK_EVERY_MS)
  }
}

/** Whether a job has done a day, and nobody has anything left to say. A job that no service has is done. */
async function isDone(services: Readonly<Record<string, string>>, job: string, day: string): Promise<boolean> {
  const done = Number(day.replaceAll('-', ''))
  const valuesOf = await figuresOf(services)
  return valuesOf(`job_last_day_${job}`).every((last) => last >= done) && valuesOf('outbox_waiting').every((waiting) => waiting === 0)
}

async function isQuiet(services: Readonly<Record<string, string>>, atMs: number): Promise<boolean> {
  const valuesOf = await figuresOf(services)
  return (
    valuesOf('clock_seconds').every((seconds) => seconds >= Math.floor(atMs / 1_000)) &&
    valuesOf('workers_busy').every((busy) => busy === 0)
  )
}

/** The services' metrics as integers, by name; `NaN` while a service restarts and does not answer. */
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
