import { type PayoutAccount, PayoutAccountChanged, Refusal, refuse } from '@reelfair/contracts'
import type { Context, Tx } from '@reelfair/service-kit'
import { type AccountFacts, statusOf } from '../domain/payout-account.ts'
import { type Ports, ProviderFault, type WorkContext } from '../ports.ts'
import { findAccount, payoutAccounts, type StoredAccount } from '../store/payout-accounts.ts'
import { showPayoutAccount } from './show-payout-account.ts'

const GONE: AccountFacts = { closed: true, transfers: 'none', requirements: [] }
/** `refreshPayoutAccount` relies on at least two attempts. */
const MAX_ATTEMPTS = 5

/**
 * Fetches an account from the provider and stores its state, together with the effects of `also`. If another check
 * stores the account in the meantime, this one fetches it again, so an older response never replaces a newer one.
 * Guard: the account's version.
 */
export async function checkAccount(creatorId: string, ctx: WorkContext, also: (tx: Tx) => Promise<unknown> = async () => {}) {
  for (let attempts = 1; ; attempts += 1) {
    const before = await findAccount(ctx, creatorId)
    if (before?.stripeAccountId === undefined) return
    const facts = (await ctx.ports.provider.readAccount(before.stripeAccountId)) ?? GONE
    try {
      await ctx.transact(async (tx) => {
        await also(tx)
        const account = await findAccount(tx, creatorId)
        if (account?.version !== before.version) refuse('conflict')
        await storeFacts(tx, account, facts, ctx.now())
      })
      return
    } catch (error) {
      if (!isConflict(error) || attempts === MAX_ATTEMPTS) throw error
    }
  }
}

const isConflict = (error: unknown): boolean => error instanceof Refusal && error.code === 'conflict'

async function storeFacts(tx: Tx, account: StoredAccount, facts: AccountFacts, at: Date): Promise<void> {
  const status = statusOf(facts, account.wasActive)
  const { requirements, transfers } = facts
  const wasActive = account.wasActive || status === 'active'
  await payoutAccounts.save(tx, { ...account, status, wasActive, transfers, requirements, checkedAt: at })
  const changed =
    status !== account.status || transfers !== account.transfers || JSON.stringify(requirements) !== JSON.stringify(account.requirements)
  const asksYou = requirements.some(({ awaits }) => awaits === 'you')
  if (changed) tx.emit(PayoutAccountChanged.of({ creatorId: account.id, status, asksYou, version: account.version + 1 }))
}

export async function refreshPayoutAccount(_: unknown, ctx: Context<'creator', Ports>): Promise<PayoutAccount> {
  await checkAccount(ctx.actor.id, ctx).catch((error: unknown) => {
    if (error instanceof ProviderFault) refuse('provider_unavailable')
    // Concurrent checks (events, the hourly worker, other requests) stored the account first on every attempt. The last
    // of these checks fetched the account during this request, so the stored state is recent enough.
    if (!isConflict(error)) throw error
  })
  return showPayoutAccount(undefined, ctx)
}
