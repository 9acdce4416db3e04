import type { PayoutAccount } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { isRefusedForGood, nextStepOf, type Reader, wordsOf } from '../domain/payout-account.ts'
import type { Ports } from '../ports.ts'
import { findAccount, type StoredAccount } from '../store/payout-accounts.ts'

/** An account that was asked for but has no number yet is none to a person. */
export function shownAccount(account: StoredAccount | undefined, reader: Reader): PayoutAccount {
  const status = account?.stripeAccountId === undefined ? 'none' : account.status
  const requirements = status === 'none' || isRefusedForGood(account?.transfers) ? [] : (account?.requirements ?? [])
  return {
    status,
    requirements: requirements.map((requirement) => wordsOf(requirement, reader.locale)),
    nextStep: nextStepOf(status, { requirements, transfers: account?.transfers }, reader),
    checkedAt: account?.checkedAt?.toISOString(),
  }
}

/** What we know of a creator's own account; the provider is not asked. */
export async function showPayoutAccount(_: unknown, ctx: Context<'creator', Ports>): Promise<PayoutAccount> {
  return shownAccount(await findAccount(ctx, ctx.actor.id), { locale: ctx.locale, supportEmail: ctx.ports.supportEmail })
}
