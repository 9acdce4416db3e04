/** Payout accounts, one per creator; its id is the creator's. Guards: the version (who stores what was fetched must have fetched after the last store). */
import { Id, PayoutAccountStatus, PayoutCountry } from '@reelfair/contracts'
import { defineCollection, type Scope, type Stored } from '@reelfair/service-kit'
import { z } from 'zod'

export const payoutAccounts = defineCollection('payout_accounts', {
  stripeAccountId: z.string().optional(),
  status: PayoutAccountStatus,
  wasActive: Boolean,
  /** The capability as the provider said last; absent before it was asked. */
  transfers: z.enum(['active', 'pending', 'restricted', 'rejected', 'unsupported', 'none']).optional(),
  country: PayoutCountry,
  /** How many accounts the creator has opened; part of the idempotency key, for one that was closed is followed by a new one. */
  opened: z.int().min(1),
  requirements: z.array(z.object({ code: z.string(), awaits: z.enum(['you', 'provider']), overdue: z.boolean() })).readonly(),
  checkedAt: z.date().optional(),
  ownerId: Id,
})
  .unique('stripe_account', { stripeAccountId: 1 }, { where: { stripeAccountId: { $exists: true } } })
  .index({ status: 1, id: 1 })

export type StoredAccount = Stored<typeof payoutAccounts>

export const findAccount = (scope: Scope, creatorId: string) => payoutAccounts.byId(scope, creatorId)

export const findByStripeAccount = (scope: Scope, stripeAccountId: string) => payoutAccounts.findOne(scope, { stripeAccountId })

/** In the order of their ids, after the last one seen. */
export const someAccounts = (scope: Scope, after: string) =>
  payoutAccounts.find(scope, { id: { $gt: after }, stripeAccountId: { $exists: true } }, { sort: { id: 1 }, limit: 100 })
