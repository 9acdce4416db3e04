/** Payout accounts, one per creator; its id is the creator's. Guards: the version (who stores what was fetched must have fetched after the last store). */
import { Locale, PayoutAccountStatus, PayoutCountry } from '@reelfair/contracts'
import { defineCollection, type Scope, type Stored } from '@reelfair/service-kit'
import { z } from 'zod'

export const payoutAccounts = defineCollection('payout_accounts', {
  stripeAccountId: z.string().optional(),
  status: PayoutAccountStatus,
  wasActive: Boolean,
  /** The capability as the provider said last; absent before it was asked. */
  transfers: z.enum(['active', 'pending', 'restricted', 'rejected', 'unsupported', 'none']).optional(),
  country: PayoutCountry,
  /** How many accounts were asked for; part of the idempotency key. A new one follows one that was closed, and an ask that led nowhere. */
  opened: z.int().min(1),
  /** What is being asked for under that key, which allows no other words. Absent once there is an answer for good. */
  asked: z.object({ locale: Locale, email: z.string().optional() }).optional(),
  requirements: z.array(z.object({ code: z.string(), awaits: z.enum(['you', 'provider']), overdue: z.boolean() })).readonly(),
  checkedAt: z.date().optional(),
})
  .unique('stripe_account', { stripeAccountId: 1 }, { where: { stripeAccountId: { $exists: true } } })
  .index({ checkedAt: 1 })

export type StoredAccount = Stored<typeof payoutAccounts>

export const findAccount = (scope: Scope, creatorId: string) => payoutAccounts.byId(scope, creatorId)

export const findByStripeAccount = (scope: Scope, stripeAccountId: string) => payoutAccounts.findOne(scope, { stripeAccountId })

/** The provider has not been asked after them since `before`, for longest first. */
export const longUnchecked = (scope: Scope, before: Date, limit: number) =>
  payoutAccounts.find(
    scope,
    { stripeAccountId: { $exists: true }, $or: [{ checkedAt: { $exists: false } }, { checkedAt: { $lt: before } }] },
    { sort: { checkedAt: 1 }, limit },
  )

/** In the order of their ids, after the last one seen. */
export const someAccounts = (scope: Scope, after: string) =>
  payoutAccounts.find(scope, { id: { $gt: after }, stripeAccountId: { $exists: true } }, { sort: { id: 1 }, limit: 100 })
