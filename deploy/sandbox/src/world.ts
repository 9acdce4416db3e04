import { randomBytes } from 'node:crypto'
import type { MovableClock } from '@reelfair/testkit/clock'
import type { Due, State } from './state.ts'

export interface Payouts {
  /** The payouts service's address, bypassing the gateway, such as `http://127.0.0.1:4000`. */
  readonly url: string
  readonly gatewaySecret: string
}

export interface World {
  readonly state: State
  readonly clock: MovableClock
  url(): string
  /** Origin that receives webhooks. While the origin is undefined, events wait. */
  appOrigin(): string | undefined
  payouts(): Payouts | undefined
  /** Service addresses by name. When empty, the clock moves without waiting for nightly jobs. */
  services(): Readonly<Record<string, string>>
  nowMs(): number
  /** Unix time in seconds, as used by Stripe's v1 API. */
  nowSeconds(): number
  /** Schedules an action on the sandbox's clock. Schedules survive restarts. */
  schedule(due: Due): void
  tick(): void
  /** Must run before the response that reports the changes is sent. */
  save(): void
  stop(): void
}

export type Handlers = Readonly<Record<Due['kind'], (world: World, id: string) => void>>

export interface Place {
  url: string
  appOrigin: string | undefined
  payouts: Payouts | undefined
  services: Readonly<Record<string, string>>
}

const MAX_NAP_MS = 60_000
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export const newId = (prefix: string, length = 24): string =>
  prefix + Array.from(randomBytes(length), (byte) => ALPHABET[byte % ALPHABET.length]).join('')

function placeOf(queue: readonly (readonly [string, Due])[], atMs: number): number {
  let low = 0
  let high = queue.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((queue[middle]?.[1].atMs ?? 0) <= atMs) low = middle + 1
    else high = middle
  }
  return low
}

export function makeWorld(state: State, clock: MovableClock, place: Readonly<Place>, handlers: Handlers, save: () => void): World {
  const nowMs = () => clock.now().getTime()
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  // Sorted by time; actions due at the same moment stay in the order in which they were scheduled.
  const queue = [...state.due].sort(([, one], [, other]) => one.atMs - other.atMs)
  const plan = () => {
    clearTimeout(timer)
    const next = queue[0]?.[1]
    if (!next || stopped) return
    timer = setTimeout(tick, Math.min(Math.max(0, next.atMs - nowMs()), MAX_NAP_MS))
    timer.unref()
  }
  const tick = () => {
    let first = queue[0]
    if (!first || first[1].atMs > nowMs()) return plan()
    while (first && first[1].atMs <= nowMs()) {
      queue.shift()
      state.due.delete(first[0])
      handlers[first[1].kind](world, first[1].id)
      first = queue[0]
    }
    save()
    plan()
  }
  const stopListening = clock.onJump(tick)
  const world: World = {
    state,
    clock,
    url: () => place.url,
    appOrigin: () => place.appOrigin,
    payouts: () => place.payouts,
    services: () => place.services,
    nowMs,
    nowSeconds: () => Math.floor(nowMs() / 1_000),
    schedule: (due) => {
      const id = newId('due_', 12)
      const at = placeOf(queue, due.atMs)
      state.due.set(id, due)
      queue.splice(at, 0, [id, due])
      if (at === 0) plan()
    },
    tick,
    save,
    stop: () => {
      stopped = true
      clearTimeout(timer)
      stopListening()
    },
  }
  return world
}
