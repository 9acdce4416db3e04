import { z } from 'zod'
import { type Clock, systemClock } from './clock.ts'
import { type BaseConfig, ConfigError } from './config.ts'

const ClockAnswer = z.object({ now: z.iso.datetime({ offset: true }), jumps: z.int() })

const FIRST_ANSWER_WITHIN_MS = 10_000
/** The sandbox responds sooner than this, even if the clock does not jump. */
const ANSWER_WITHIN_MS = 40_000
const PAUSE_MS = 500

export interface FollowedClock extends Clock {
  stop(): void
}

/**
 * A clock that keeps the same offset from machine time as the clock at `url`. `GET` returns `{ now, jumps }`; with
 * `?jumps=N`, the server responds after the next jump. If the server becomes unreachable, the clock uses the last known
 * offset.
 * @throws Error if the server does not respond to the first request
 * @example
 * const clock = await followClock('http://127.0.0.1:4320/_sandbox/clock')
 * clock.stop()
 */
export async function followClock(url: string): Promise<FollowedClock> {
  const stopped = new AbortController()
  const listeners = new Set<() => void>()
  const ask = async (query: string, withinMs: number) => {
    const answer = await fetch(`${url}${query}`, { signal: AbortSignal.any([stopped.signal, AbortSignal.timeout(withinMs)]) })
    const { now, jumps } = ClockAnswer.parse(await answer.json())
    return { aheadMs: new Date(now).getTime() - Date.now(), jumps }
  }
  let last = await ask('', FIRST_ANSWER_WITHIN_MS).catch((cause: unknown) => {
    throw new Error(`No clock responds at ${url}, the address in CLOCK_URL.`, { cause })
  })
  const follow = async () => {
    while (!stopped.signal.aborted) {
      try {
        const next = await ask(`?jumps=${last.jumps}`, ANSWER_WITHIN_MS)
        if (next.jumps === last.jumps) continue
        last = next
        for (const listener of [...listeners]) listener()
      } catch {
        // The server is unreachable: retry until this clock stops.
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

/** @throws ConfigError if CLOCK_URL is set in production, where nobody can move the clock */
export async function clockOf(name: string, { CLOCK_URL, NODE_ENV }: BaseConfig): Promise<Clock & { stop?(): void }> {
  if (CLOCK_URL === undefined) return systemClock
  if (NODE_ENV === 'production')
    throw new ConfigError(name, ['CLOCK_URL must not be set with NODE_ENV=production, which uses the machine’s clock.'])
  return followClock(CLOCK_URL)
}
