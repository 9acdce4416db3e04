/**
 * What a brand's nights have brought, in all of its campaigns: a few small documents a night, as those who read its chart cannot add up 100,000 sign-ups. Each night
 * lies in lanes, or all who keep a big brand's readings would wait for one document. Guard: written in the transaction of the readings and decisions themselves.
 */
import { BusinessDay, Id, Views } from '@reelfair/contracts'
import { instantOf } from '@reelfair/rules'
import { defineCollection, type Scope, type Tx } from '@reelfair/service-kit'
import { z } from 'zod'
import type { Gain } from '../domain/gains.ts'

/** As many as are written side by side by four replicas; a reader of 14 nights reads at most so many documents of each. */
const LANES = 16
const MOST_AT_ONCE = 500
/** Longer than a review of that night can be open. */
const KEPT_SECONDS = 92 * 86_400

export const nights = defineCollection('nights', {
  brandId: Id,
  day: BusinessDay,
  startedAt: Date,
  // A lane may hold nothing but what a decision or a final reading took away; all lanes of a night together are never negative.
  qualified: z.int(),
  inReview: z.int(),
  excluded: Views,
})
  .index({ brandId: 1, day: 1, id: 1 })
  .index({ startedAt: 1 }, { expireAfterSeconds: KEPT_SECONDS })

export interface BrandGain extends Gain {
  readonly brandId: string
}

/** The lanes that this process writes just now. */
const busy = new WeakMap<Scope['connection'], Set<number>>()
const anyLane = () => Math.floor(Math.random() * LANES)
// Another process begins elsewhere.
const firstLane = anyLane()

/** Gives a lane that nobody else of this process writes meanwhile. Should another process write it, one of them begins again. */
export async function inLane<T>(connection: Scope['connection'], work: (lane: number) => Promise<T>): Promise<T> {
  const taken = busy.get(connection) ?? new Set()
  busy.set(connection, taken)
  const lane = Array.from({ length: LANES }, (_, index) => (firstLane + index) % LANES).find((one) => !taken.has(one)) ?? anyLane()
  taken.add(lane)
  try {
    return await work(lane)
  } finally {
    taken.delete(lane)
  }
}

/** Adds gains to their nights. @param lane any when left out, as for a single decision */
export async function addGains(tx: Tx, gains: readonly BrandGain[], lane = anyLane()): Promise<void> {
  const byNight = Map.groupBy(
    gains.filter(({ qualified, inReview, excluded }) => qualified !== 0 || inReview !== 0 || excluded !== 0),
    ({ brandId, day }) => `${brandId}:${day}:${lane}`,
  )
  const all = [...byNight]
  for (let first = 0; first < all.length; first += MOST_AT_ONCE) {
    const some = all.slice(first, first + MOST_AT_ONCE)
    const before = await nights.find(tx, { id: { $in: some.map(([id]) => id) } }, { limit: MOST_AT_ONCE })
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

/** A brand's nights from one day to another; each may be there several times, and one without views is not. */
export const nightsOf = (scope: Scope, brandId: string, { from, to }: { readonly from: string; readonly to: string }) =>
  nights.find(scope, { brandId, day: { $gte: from, $lte: to } }, { limit: 1_000 })
