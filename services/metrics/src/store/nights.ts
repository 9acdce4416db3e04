/**
 * Views that each brand gained per night across all its campaigns and partnerships, stored separately because adding up
 * 100,000 sign-ups for a chart would take too long. Each night is split into lanes, so that writers for a large brand
 * do not all wait for one document. Guard: written in the same transactions as readings and decisions.
 */
import { BusinessDay, Id, Views } from '@reelfair/contracts'
import { instantOf } from '@reelfair/rules'
import { createSemaphore, defineCollection, type Scope, type Tx } from '@reelfair/service-kit'
import { z } from 'zod'
import type { Gain } from '../domain/gains.ts'

/**
 * Lanes per night: enough for concurrent writers in four replicas, while limiting how many documents must be loaded per
 * night.
 */
const LANES = 16
const QUERY_LIMIT = 500
/** Nights are kept for longer than any of their reviews can stay open. */
const KEPT_SECONDS = 92 * 86_400

export const nights = defineCollection('nights', {
  brandId: Id,
  day: BusinessDay,
  startedAt: Date,
  // A single lane may be negative after a decision or final reading; the sum of a night's lanes never is.
  qualified: z.int(),
  inReview: z.int(),
  excluded: Views,
})
  .index({ brandId: 1, day: 1, id: 1 })
  .index({ startedAt: 1 }, { expireAfterSeconds: KEPT_SECONDS })

export interface BrandGain extends Gain {
  readonly brandId: string
}

const lanes = createSemaphore<Scope['connection']>(LANES)
const anyLane = () => Math.floor(Math.random() * LANES)
// The first lane is random, so that processes do not all start with the same one.
const firstLane = anyLane()

/**
 * Chooses a lane that this process is not using. If another process writes to the same lane, one of the transactions is
 * retried.
 */
export async function inLane<T>(connection: Scope['connection'], work: (lane: number) => Promise<T>): Promise<T> {
  const permit = lanes.tryAcquire(connection)
  try {
    return await work(permit ? (firstLane + permit.slot) % LANES : anyLane())
  } finally {
    permit?.release()
  }
}

export async function addGains(tx: Tx, gains: readonly BrandGain[], lane = anyLane()): Promise<void> {
  const byNight = Map.groupBy(
    gains.filter(({ qualified, inReview, excluded }) => qualified !== 0 || inReview !== 0 || excluded !== 0),
    ({ brandId, day }) => `${brandId}:${day}:${lane}`,
  )
  const all = [...byNight]
  for (let first = 0; first < all.length; first += QUERY_LIMIT) {
    const some = all.slice(first, first + QUERY_LIMIT)
    const before = await nights.find(tx, { id: { $in: some.map(([id]) => id) } }, { limit: QUERY_LIMIT })
    const known = new Map(before.map((night) => [night.id, night]))
    for (const [id, added] of some) {
      const night = known.get(id)
      const sum = added.reduce(plus, night ?? { qualified: 0, inReview: 0, excluded: 0 })
      const [{ brandId, day }] = added as [BrandGain]
      if (night) await nights.save(tx, { ...night, ...sum })
      else await nights.insert(tx, { id, brandId, day, startedAt: instantOf(day, '00:00'), ...sum })
    }
  }
}

type Sum = Omit<Gain, 'day'>
const plus = (a: Sum, b: Sum): Sum => ({
  qualified: a.qualified + b.qualified,
  inReview: a.inReview + b.inReview,
  excluded: a.excluded + b.excluded,
})

/** Each night has one document per lane used, or none if there were no views. */
export const nightsOf = (scope: Scope, brandId: string, { from, to }: { readonly from: string; readonly to: string }) =>
  nights.find(scope, { brandId, day: { $gte: from, $lte: to } }, { limit: 1_000 })
