/**
 * Totals posted for each sign-up and partnership. Guard: the version of the sign-up or partnership, so repeated and
 * outdated events change nothing.
 */
import { Id, Views } from '@reelfair/contracts'
import { defineCollection, type Scope, type Stored, type Tx } from '@reelfair/service-kit'
import { z } from 'zod'

export const postedTotals = defineCollection('posted_totals', {
  earner: z.enum(['sign-up', 'partnership']),
  /** The campaign, or the partnership itself. */
  subject: Id,
  brandId: Id,
  creatorId: Id,
  charged: Views,
  cents: z.int().min(0),
  isSettled: z.literal(true).optional(),
})

export type Posted = Stored<typeof postedTotals>

export const findPosted = (scope: Scope, id: string) => postedTotals.byId(scope, id)

export const putPosted = (tx: Tx, posted: Posted) => postedTotals.putNewer(tx, posted)

/** Saving raises the version above that of the last event, so late and repeated events change nothing. */
export const putSettled = (tx: Tx, posted: Posted) => postedTotals.save(tx, { ...posted, isSettled: true })
