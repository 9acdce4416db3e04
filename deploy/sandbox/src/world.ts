/** What all parts of the sandbox work on: the state, the clock, what is due by the clock, and ids. */
import { randomBytes } from 'node:crypto'
import type { MovableClock } from '@reelfair/testkit/clock'
import type { Due, State } from './state.ts'

export interface Payouts {
  /** Its own address, not the gateway's: `http://127.0.0.1:4000`. */
  readonly url: string
  readonly gatewaySecret: string
}

export interface World {
  readonly state: State
  readonly clock: MovableClock
  /** The sandbox's own address. */
  url(): string
  /** Where webhooks go; none yet: they wait. */
  appOrigin(): string | undefined
  /** The payouts service, for test earnings. */
  payouts(): Payouts | undefined
  /** All services by name and address; none: nobody waits for their nights. */
  services(): Readonly<Record<string, string>>
  nowMs(): number
  /** Seconds since 1970, as Stripe's first API counts. */
  nowSeconds(): number
  /** Has a thing done at an hour of the clock, also after a restart. */
  later(due: Due): void
  /** Does all that is due. */
  tick(): void
  /** Keeps what has changed, before anybody is told of it. */
  save(): void
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
  place: Pick<World, 'url' | 'appOrigin' | 'payouts' | 'services'>,
  doers: World['doers'],
  save: () => void,
): World {
  const nowMs = () => clock.now().getTime()
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  // In order of time; what comes at the same time, in the order it was said.
  const queue = [...state.due].sort(([, one], [, other]) => one.atMs - other.atMs)
  const plan = () => {
    clearTimeout(timer)
    const next = queue[0]?.[1]
    if (!next || stopped) return
    timer = setTimeout(tick, Math.min(Math.max(0, next.atMs - nowMs()), LONGEST_NAP_MS))
    timer.unref()
  }
  const tick = () => {
    let first = queue[0]
    if (!first || first[1].atMs > nowMs()) return plan()
    while (first && first[1].atMs <= nowMs()) {
      queue.shift()
      state.due.delete(first[0])
      doers[first[1].kind](first[1].id)
      first = queue[0]
    }
    save()
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
      let low = 0
      let high = queue.length
      while (low < high) {
        const middle = (low + high) >> 1
        if ((queue[middle]?.[1].atMs ?? 0) <= due.atMs) low = middle + 1
        else high = middle
      }
      const id = newId('due_', 12)
      state.due.set(id, due)
      queue.splice(low, 0, [id, due])
      if (low === 0) plan()
    },
    tick,
    save,
    doers,
    stop: () => {
      stopped = true
      clearTimeout(timer)
      stopListening()
    },
  }
}
