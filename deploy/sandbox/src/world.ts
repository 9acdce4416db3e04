/** What all parts of the sandbox work on: the state, the clock, what is due by the clock, and ids. */
import { randomBytes } from 'node:crypto'
import type { MovableClock } from '@reelfair/testkit/clock'
import type { Due, State } from './state.ts'

export interface World {
  readonly state: State
  readonly clock: MovableClock
  /** The sandbox's own address. */
  url(): string
  /** Where webhooks go; none yet: they wait. */
  appOrigin(): string | undefined
  nowMs(): number
  /** Seconds since 1970, as Stripe's first API counts. */
  nowSeconds(): number
  /** Has a thing done at an hour of the clock, also after a restart. */
  later(due: Due): void
  /** Does all that is due. */
  tick(): void
  /** Who does what when it is due. */
  readonly doers: Record<Due['kind'], (id: string) => void>
  stop(): void
}

const LONGEST_NAP_MS = 60_000
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** @example newId('tr_') // 'tr_1Q0WcX9kT…' */
export const newId = (prefix: string, length = 24): string =>
  prefix + Array.from(randomBytes(length), (byte) => ALPHABET[byte % ALPHABET.length]).join('')

export function makeWorld(
  state: State,
  clock: MovableClock,
  place: { url: () => string; appOrigin: () => string | undefined },
  doers: World['doers'],
): World {
  const nowMs = () => clock.now().getTime()
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  const plan = () => {
    clearTimeout(timer)
    const next = state.due[0]
    if (!next || stopped) return
    timer = setTimeout(tick, Math.min(Math.max(0, next.atMs - nowMs()), LONGEST_NAP_MS))
    timer.unref()
  }
  const tick = () => {
    while (state.due[0] && state.due[0].atMs <= nowMs()) {
      const due = state.due.shift()
      if (due) doers[due.kind](due.id)
    }
    plan()
  }
  const stopListening = clock.onJump(tick)
  return {
    state,
    clock,
    ...place,
    nowMs,
    nowSeconds: () => Math.floor(nowMs() / 1_000),
    later: (due) => {
      // In order of time; what comes at the same time, in the order it was said.
      let low = 0
      let high = state.due.length
      while (low < high) {
        const middle = (low + high) >> 1
        if ((state.due[middle]?.atMs ?? 0) <= due.atMs) low = middle + 1
        else high = middle
      }
      state.due.splice(low, 0, due)
      if (low === 0) plan()
    },
    tick,
    doers,
    stop: () => {
      stopped = true
      clearTimeout(timer)
      stopListening()
    },
  }
}
