/** Totals posted for each sign-up. Guard: the sign-up's own version, so repeated and outdated events change nothing. */
import { Id, Views } from '@reelfair/contracts'
import { defineCollection, type Scope, type Stored, type Tx } from '@reelfair/service-kit'
import { z } from 'zod'

export const signUps = defineCollection('sign_ups', {
  campaignId: Id,
  brandId: Id,
  creatorId: Id,
  charged: Views,
  cents: z.int().min(0),
  isSettled: z.literal(true).optional(),
})

export type Posted = Stored<typeof signUps>

export const findPosted = (scope: Scope, id: string) => signUps.byId(scope, id)

export const putPosted = (tx: Tx, posted: Posted) => signUps.putNewer(tx, posted)

/** Saving raises the version above that of the last event, so late and repeated events change nothing. */
export const putSettled = (tx: Tx, posted: Posted) => signUps.save(tx, { ...posted, isSettled: true })
