import { type OnboardingInput, PayoutAccountChanged, type ProviderLink, refuse } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { type Ports, ProviderFault } from '../ports.ts'
import { emailOf } from '../store/creators.ts'
import { findAccount, payoutAccounts, type StoredAccount } from '../store/payout-accounts.ts'

type Ctx = Context<'creator', Ports>

/** Sends the creator to the provider's setup, with a link made for them now; opens the account first where there is none, or where it was closed. */
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
 * Whether to go on with it: it is there and not closed, or is being asked for just so. An account in another country that was asked for in vain may have
 * come into being all the same. It stays unused: its number was never stored, and only to a stored one anybody is paid.
 */
const isStillRight = ({ stripeAccountId, status, asked, country }: StoredAccount, wanted: string): boolean =>
  stripeAccountId === undefined ? asked !== undefined && country === wanted : status !== 'closed'

/** Wanted → opened with a key of its own → noted. Whoever dies in between finds the same account again by the key. */
async function openAccount({ id, country, opened, asked }: StoredAccount, ctx: Ctx): Promise<string> {
  if (!asked) throw new Error(`nothing is asked for creator ${id}`)
  /** Changes what is wanted, unless something else is wanted or noted meanwhile. */
  const note = (to: Pick<StoredAccount, 'stripeAccountId'>) =>
    ctx.transact(async (tx) => {
      const wanted = await findAccount(tx, id)
      if (!wanted || wanted.opened !== opened || wanted.stripeAccountId !== undefined) return wanted
      const { asked: _, ...answered } = wanted
      if (to.stripeAccountId !== undefined) tx.emit(PayoutAccountChanged.of({ creatorId: id, status: wanted.status }))
      return payoutAccounts.save(tx, { ...answered, ...to })
    })
  try {
    const { accountId } = await ctx.ports.provider.openAccount({ id, country, key: `payout-account:${id}:${opened}`, ...asked })
    const noted = await note({ stripeAccountId: accountId })
    // Another country was chosen meanwhile: then this account is nobody's, and nobody is sent to its setup.
    return noted?.stripeAccountId ?? refuse('conflict')
  } catch (error) {
    // The next request asks anew: this key would go on giving the same answer.
    if (error instanceof ProviderFault && error.isFinal) await note({})
    throw error
  }
}

/** The provider's own dashboard for the creator; the setup where it has none yet. @source specification §7 */
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
