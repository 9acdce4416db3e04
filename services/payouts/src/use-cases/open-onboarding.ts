import { type OnboardingInput, PayoutAccountChanged, type ProviderLink, refuse } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { type Ports, ProviderFault } from '../ports.ts'
import { emailOf } from '../store/creators.ts'
import { findAccount, payoutAccounts, type StoredAccount } from '../store/payout-accounts.ts'

type Ctx = Context<'creator', Ports>

/** Opens an account first if the creator has none or if it was closed. @returns a fresh link to the provider's setup */
export async function openOnboarding({ country }: OnboardingInput, ctx: Ctx): Promise<ProviderLink> {
  const email = await emailOf(ctx, ctx.actor.id)
  const account = await ctx.transact(async (tx) => {
    const known = await findAccount(tx, ctx.actor.id)
    if (known && isStillRight(known, country)) return known
    const { stripeAccountId: _, transfers: __, ...before } = known ?? { version: 0, opened: 0 }
    const wanted = {
      ...before,
      id: ctx.actor.id,
      status: 'in_setup' as const,
      wasActive: false,
      country,
      opened: before.opened + 1,
      asked: { locale: ctx.locale, email },
      requirements: [],
    }
    return known ? payoutAccounts.save(tx, wanted) : payoutAccounts.insert(tx, { ...wanted, version: 1 })
  })
  return outside(async () => {
    const accountId = account.stripeAccountId ?? (await openAccount(account, ctx))
    return { url: await ctx.ports.provider.onboardingLink(accountId), kind: 'onboarding' }
  })
}

/**
 * The account exists and is open, or is being requested for the same country. A failed request for another country may
 * still have created an account at the provider. Such an account stays unused, because only accounts with a stored id
 * are paid.
 */
const isStillRight = ({ stripeAccountId, status, asked, country }: StoredAccount, wanted: string): boolean =>
  stripeAccountId === undefined ? asked !== undefined && country === wanted : status !== 'closed'

/** If the process crashes before storing the id, the next request uses the same key and gets the same account. */
async function openAccount({ id, country, opened, asked }: StoredAccount, ctx: Ctx): Promise<string> {
  if (!asked) throw new Error(`creator ${id} has not requested an account`)
  /** Does nothing if a concurrent request has replaced or completed the stored request. */
  const note = (to: Pick<StoredAccount, 'stripeAccountId'>) =>
    ctx.transact(async (tx) => {
      const wanted = await findAccount(tx, id)
      if (!wanted || wanted.opened !== opened || wanted.stripeAccountId !== undefined) return wanted
      const { asked: _, ...answered } = wanted
      if (to.stripeAccountId !== undefined)
        tx.emit(PayoutAccountChanged.of({ creatorId: id, status: wanted.status, version: wanted.version + 1 }))
      return payoutAccounts.save(tx, { ...answered, ...to })
    })
  try {
    const { accountId } = await ctx.ports.provider.openAccount({ id, country, key: `payout-account:${id}:${opened}`, ...asked })
    const noted = await note({ stripeAccountId: accountId })
    // The creator has chosen another country in the meantime. This account stays unused, and its setup is never shown.
    return noted?.stripeAccountId ?? refuse('conflict')
  } catch (error) {
    // The same key would keep failing, so the next request uses a new key.
    if (error instanceof ProviderFault && error.isFinal) await note({})
    throw error
  }
}

/** Returns a link to the provider's dashboard, or to the setup if it is not finished. @source specification §7 */
export async function openDashboard(_: unknown, ctx: Ctx): Promise<ProviderLink> {
  const account = await findAccount(ctx, ctx.actor.id)
  const accountId = account?.stripeAccountId ?? refuse('payout_account_missing')
  if (account?.status === 'closed') refuse('payout_account_closed')
  const { provider } = ctx.ports
  return outside(async () => {
    const url = await provider.dashboardLink(accountId)
    return url === undefined ? { url: await provider.onboardingLink(accountId), kind: 'onboarding' } : { url, kind: 'dashboard' }
  })
}

async function outside(call: () => Promise<ProviderLink>): Promise<ProviderLink> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof ProviderFault) return refuse('provider_unavailable')
    throw error
  }
}
