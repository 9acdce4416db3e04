/** The clock of the sandbox, followed by a service in another process. */
import { z } from 'zod'
import { type Clock, systemClock } from './clock.ts'
import { type BaseConfig, ConfigFault } from './config.ts'

const Told = z.object({ now: z.iso.datetime({ offset: true }), jumps: z.int() })

const FIRST_ANSWER_WITHIN_MS = 10_000
/** Longer than the other side waits for a jump before it answers that there was none. */
const ANSWER_WITHIN_MS = 40_000
const PAUSE_MS = 500

export interface FollowedClock extends Clock {
  stop(): void
}

/**
 * A clock that is as far ahead of the machine's as the one at `url` (`GET` answers `{ now, jumps }`; with `?jumps=N` it answers when there was
 * another jump). While nobody answers there, it runs on as it was.
 * @throws Error when nobody answers at first
 * @example
 * const clock = await followClock('http://127.0.0.1:4320/_sandbox/clock')
 * clock.stop()
 */
export async function followClock(url: string): Promise<FollowedClock> {
  const stopped = new AbortController()
  const listeners = new Set<() => void>()
  const ask = async (query: string, withinMs: number) => {
    const answer = await fetch(`${url}${query}`, { signal: AbortSignal.any([stopped.signal, AbortSignal.timeout(withinMs)]) })
    const { now, jumps } = Told.parse(await answer.json())
    return { aheadMs: new Date(now).getTime() - Date.now(), jumps }
  }
  let last = await ask('', FIRST_ANSWER_WITHIN_MS).catch((cause: unknown) => {
    throw new Error(`No clock answers at ${url}, the address in CLOCK_URL.`, { cause })
  })
  const follow = async () => {
    while (!stopped.signal.aborted) {
      try {
        const next = await ask(`?jumps=${last.jumps}`, ANSWER_WITHIN_MS)
        if (next.jumps === last.jumps) continue
        last = next
        for (const listener of [...listeners]) listener()
      } catch {
        // Away or stopped: it is asked again until this one is stopped too.
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS).unref())
      }
    }
  }
  void follow()
  return {
    now: () => new Date(Date.now() + last.aheadMs),
    onJump: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    stop: () => stopped.abort(),
  }
}

/**
 * The clock a service goes by: the one at CLOCK_URL, or the machine's.
 * @throws ConfigFault in production, where nobody moves the clock
 */
export async function clockOf(name: string, { CLOCK_URL, NODE_ENV }: BaseConfig): Promise<Clock & { stop?(): void }> {
  if (CLOCK_URL === undefined) return systemClock
  if (NODE_ENV === 'production')
    throw new ConfigFault(name, ['CLOCK_URL is set with NODE_ENV=production. There, the clock is the machine’s: unset it.'])
  return followClock(CLOCK_URL)
}
