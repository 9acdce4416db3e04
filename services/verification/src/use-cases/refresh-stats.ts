import { AccountChanged, type AccountPath, AccountUpdated } from '@reelfair/contracts'
import { type Context, isUnavailable, released, type Tx } from '@reelfair/service-kit'
import { type AccountStats, SocialFault } from '@reelfair/social'
import { beginStats, failStats, isWithinStatsLock, withStats } from '../domain/account.ts'
import type { Ports, SharedContext } from '../ports.ts'
import { type Account, accounts, loadOwnAccount, saveAccount, statsQueue } from '../store/accounts.ts'
import { grantOf } from '../store/grants.ts'
import { requestShowcase } from '../store/showcases.ts'
import { isFree } from './is-free.ts'
import { accessTo } from './provide-access.ts'
import { viewAccount } from './view-account.ts'

const MAX_ATTEMPTS = 3
const PAUSE_MS = 4_000

/** Requests new statistics, at most once every seven days. A worker reads them. Guard: the account. */
export async function refreshStats({ accountId }: AccountPath, ctx: Context<'creator', Ports>) {
  return ctx.transact(async (tx) => {
    const account = await loadOwnAccount(tx, accountId, ctx.actor.id)
    const saved = await saveAccount(tx, released(beginStats(account, ctx.now())))
    tx.emit(AccountChanged.of(saved, { accountId }))
    return viewAccount(saved, { grant: await grantOf(tx, accountId), now: ctx.now(), locale: ctx.locale })
  })
}

/**
 * Reads one account's statistics. Every error counts as an attempt, and the refresh fails after three attempts, so no
 * account is retried forever. @returns whether an account was due
 */
export const refreshNextStats = (ctx: SharedContext): Promise<boolean> =>
  statsQueue.workOne(
    ctx,
    (claimed) => readStats(claimed, ctx),
    (due) => due.map((account) => ({ ...account, statsTries: (account.statsTries ?? 0) + 1 })),
  )

async function readStats(claimed: Account, ctx: SharedContext): Promise<void> {
  const { network, externalId } = claimed
  if (externalId === undefined) throw new Error(`account ${claimed.id} was never verified`)
  try {
    // All previous attempts were interrupted.
    if ((claimed.statsTries ?? 0) > MAX_ATTEMPTS) throw new SocialFault('cancelled')
    const read = await ctx.ports.social.fetchAccountStats(
      { network, externalId },
      { accessOf: accessTo(claimed.id, isWithinStatsLock(claimed, ctx.now()), ctx), averageViews: true },
    )
    // The network returned a different account.
    if (read.externalId !== externalId) throw new SocialFault('refused')
    await change(claimed, ctx, (tx, account) => keepStats(tx, account, read, ctx))
  } catch (error) {
    if (isUnavailable(error)) throw error
    if (!(error instanceof SocialFault)) ctx.log.error({ error, accountId: claimed.id }, 'statistics refresh failed')
    await change(claimed, ctx, async (tx, account) => {
      const after = afterFault(account, error, ctx.now())
      if (after.statsDueAt) {
        await statsQueue.postpone(tx, account, after)
        return
      }
      // An account that no longer exists or is no longer connected is nobody's outage.
      if (!(error instanceof SocialFault && (error.kind === 'not_found' || error.kind === 'needs_consent'))) statsQueue.countFailure(tx)
      const saved = await saveAccount(tx, released(after))
      tx.emit(AccountChanged.of(saved, { accountId: saved.id }))
    })
  }
}

/**
 * Changes nothing if another worker has claimed the account in the meantime, or if the creator has requested statistics
 * again.
 */
const change = (claimed: Account, ctx: SharedContext, to: (tx: Tx, account: Account) => Promise<void>): Promise<void> =>
  ctx.transact(async (tx) => {
    const account = await accounts.byId(tx, claimed.id)
    if (account && statsQueue.isMine(account, claimed)) await to(tx, account)
  })

async function keepStats(tx: Tx, account: Account, read: AccountStats, ctx: SharedContext): Promise<void> {
  const username = (await isFree(tx, account, read.username, ctx)) ? read.username : account.username
  const saved = await saveAccount(tx, withStats(released(account), { ...read, username }, ctx.now()))
  await requestShowcase(tx, saved, ctx.now())
  tx.emit(AccountUpdated.of(saved, { accountId: saved.id }))
}

/** Our own errors are retried, like an unreadable response. Waiting for access does not count, for a limited time. */
function afterFault(account: Account, error: unknown, now: Date): Account {
  const fault = error instanceof SocialFault ? error : new SocialFault('unreadable')
  if (fault.kind === 'awaiting_access' && isWithinStatsLock(account, now)) {
    const statsDueAt = new Date(now.getTime() + (fault.retryAfterMs ?? PAUSE_MS))
    return { ...account, statsTries: (account.statsTries ?? 0) - 1, statsDueAt }
  }
  if (fault.kind === 'needs_consent') return failStats(account, 'connection_required')
  if (!fault.isTransient || (account.statsTries ?? 0) >= MAX_ATTEMPTS) return failStats(account, 'stats_failed')
  return { ...account, statsDueAt: new Date(now.getTime() + Math.max(fault.retryAfterMs ?? 0, PAUSE_MS)) }
}
