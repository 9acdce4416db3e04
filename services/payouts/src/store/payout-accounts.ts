/**
 * One account per creator, stored under the creator's id. Guard: the version, so data fetched before the last save is
 * never stored.
 */
import { Locale, PayoutAccountStatus, PayoutCountry } from '@reelfair/contracts'
import { defineCollection, type Scope, type Stored } from '@reelfair/service-kit'
import { z } from 'zod'

export const payoutAccounts = defineCollection('payout_accounts', {
  stripeAccountId: z.string().optional(),
  status: PayoutAccountStatus,
  wasActive: Boolean,
  /** Last reported status of the transfer capability; absent before the first check. */
  transfers: z.enum(['active', 'pending', 'restricted', 'rejected', 'unsupported', 'none']).optional(),
  country: PayoutCountry,
  /**
   * Number of account requests, part of the idempotency key. A new request follows when an account is closed, a request
   * fails permanently or the country changes.
   */
  opened: z.int().min(1),
  /** Parameters of the pending request, which a retry with the same key must repeat. Absent after a final response. */
  asked: z.object({ locale: Locale, email: z.string().optional() }).optional(),
  requirements: z.array(z.object({ code: z.string(), awaits: z.enum(['you', 'provider']), overdue: z.boolean() })).readonly(),
  checkedAt: z.date().optional(),
})
  .unique('stripe_account', { stripeAccountId: 1 }, { where: { stripeAccountId: { $exists: true } } })
  .index({ checkedAt: 1 })

export type StoredAccount = Stored<typeof payoutAccounts>

export const findAccount = (scope: Scope, creatorId: string) => payoutAccounts.byId(scope, creatorId)

export const findByStripeAccount = (scope: Scope, stripeAccountId: string) => payoutAccounts.findOne(scope, { stripeAccountId })

export const leastRecentlyChecked = (scope: Scope, before: Date, limit: number) =>
  payoutAccounts.find(
    scope,
    { stripeAccountId: { $exists: true }, $or: [{ checkedAt: { $exists: false } }, { checkedAt: { $lt: before } }] },
    { sort: { checkedAt: 1 }, limit },
  )

export const accountsWithStripe = (scope: Scope) => payoutAccounts.each(scope, { stripeAccountId: { $exists: true } })
