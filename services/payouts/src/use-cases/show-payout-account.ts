import type { PayoutAccount } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { describeRequirement, isRefusedForGood, nextStepOf, type Reader } from '../domain/payout-account.ts'
import { findAccount, type StoredAccount } from '../store/payout-accounts.ts'
import { settings } from '../store/settings.ts'

/** An account that was requested but has no id yet is shown as `none`. */
export function shownAccount(account: StoredAccount | undefined, reader: Reader): PayoutAccount {
  const status = account?.stripeAccountId === undefined ? 'none' : account.status
  const requirements = status === 'none' || isRefusedForGood(account?.transfers) ? [] : (account?.requirements ?? [])
  return {
    status,
    requirements: requirements.map((requirement) => describeRequirement(requirement, reader.locale)),
    nextStep: nextStepOf(status, { requirements, transfers: account?.transfers }, reader),
    checkedAt: account?.checkedAt?.toISOString(),
  }
}

export async function showPayoutAccount(_: unknown, ctx: Context<'creator'>): Promise<PayoutAccount> {
  const { value: supportEmail } = await settings.at(ctx, 'support_email', ctx.now())
  return shownAccount(await findAccount(ctx, ctx.actor.id), { locale: ctx.locale, supportEmail })
}
