import type { Locale, PayoutAccount } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { isRefusedForGood, nextStepOf, wordsOf } from '../domain/payout-account.ts'
import { findAccount, type StoredAccount } from '../store/payout-accounts.ts'

/** An account that was asked for but has no number yet is none to a person. */
export function shownAccount(account: StoredAccount | undefined, locale: Locale): PayoutAccount {
  const status = account?.stripeAccountId === undefined ? 'none' : account.status
  const requirements = status === 'none' || isRefusedForGood(account?.transfers) ? [] : (account?.requirements ?? [])
  return {
    status,
    requirements: requirements.map((requirement) => wordsOf(requirement, locale)),
    nextStep: nextStepOf(status, { requirements, transfers: account?.transfers }, locale),
    checkedAt: account?.checkedAt?.toISOString(),
  }
}

/** What we know of a creator's own account; the provider is not asked. */
export async function showPayoutAccount(_: unknown, ctx: Context<'creator'>): Promise<PayoutAccount> {
  return shownAccount(await findAccount(ctx, ctx.actor.id), ctx.locale)
}
