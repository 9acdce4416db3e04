/** The clock moved night by night: it waits in each until views are read and the day is settled, so that no night is skipped and each is seen. */
import { businessDayOf, instantOf, nextDay } from '@reelfair/rules'
import { timesAsked } from '../social/workflow.ts'
import type { World } from '../world.ts'

/** What is done in a night, in its order: at which hour in Europe/Paris, and by which job of which service. */
const STEPS = [
  { hour: '00:00', job: 'refresh_views', doing: 'views are read' },
  { hour: '02:00', job: 'settle_day', doing: 'views are shared out and credited' },
] as const

/** The last minute before a day is settled. */
const LAST_BEFORE = '01:59'
/** Whoever looks once more so often finds a night done soon after it is. */
const LOOK_EVERY_MS = 100
/** A night with so much trouble is a matter for people. */
const NIGHT_WITHIN_MS = 120_000
/** Past the hour, so that it has come for whoever hears of the jump a moment earlier. */
const PAST_MS = 1_000

/** Networks that nobody asks for so long are read. */
const QUIET_MS = 400

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
        // What is planned is read before the night goes on, so that figures are those of midnight. Whoever waits for a pause to be over looks at a jump.
        for (const seconds of [1, 2]) {
          jump(at + seconds * PAST_MS)
          await untilQuiet(world)
        }
        // So is what is planned later in the night: it would fall due together with the settlement, which then has to go without it.
        const late = instantOf(day, LAST_BEFORE).getTime()
        for (const seconds of [0, 1]) {
          const next = late + seconds * PAST_MS
          if (next > toMs || one.isCancelled) break
          jump(next)
          await untilQuiet(world)
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

/** Only for the hour of the figures: what is not read by then is read all the same, and the settlement waits for it. */
async function untilQuiet(world: World): Promise<void> {
  for (let before = -1; before !== timesAsked(world); ) {
    before = timesAsked(world)
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS))
  }
}

async function until(isSo: () => Promise<boolean>, otherwise: string): Promise<void> {
  const deadline = performance.now() + NIGHT_WITHIN_MS
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new RangeError(otherwise)
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
}

/** Whether a job has done a day, and nobody has anything left to say: by what the services tell an operator. A job that no service has is done. */
async function isDone(services: Readonly<Record<string, string>>, job: string, day: string): Promise<boolean> {
  const texts = await Promise.all(Object.values(services).map(figures))
  if (texts.includes(undefined)) return false
  const all = texts.join('\n')
  const valuesOf = (name: string) => [...all.matchAll(new RegExp(`^${name}(?:{[^}]*})? (\\d+)`, 'gm'))].map(([, value]) => Number(value))
  const done = Number(day.replaceAll('-', ''))
  return valuesOf(`job_last_day_${job}`).every((last) => last >= done) && valuesOf('outbox_waiting').every((waiting) => waiting === 0)
}

const figures = (url: string): Promise<string | undefined> =>
  fetch(`${url}/metrics`, { signal: AbortSignal.timeout(5_000) }).then(
    (answer) => (answer.ok ? answer.text() : undefined),
    // Not there at this moment, because it starts again: it is asked once more.
    () => undefined,
  )
