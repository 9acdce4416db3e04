import { AccountChanged, type AccountPath, AccountUpdated } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { type AccountStats, SocialFault } from '@reelfair/social'
import { beginStats, failStats, withStats } from '../domain/account.ts'
import { usernameKey } from '../domain/username.ts'
import type { Ports, Work } from '../ports.ts'
import { type Account, accounts, findDueStats, holderOf, loadOwnAccount, saveAccount } from '../store/accounts.ts'
import { viewAccount } from './view-account.ts'

const MAX_TRIES = 3
const LEASE_MS = 30_000
const PAUSE_MS = 4_000
const LONGEST_PAUSE_MS = 120_000

/** A creator has the statistics of a verified account read anew; once in seven days. Guard: the account itself. A worker carries it out. */
export async function refreshStats({ accountId }: AccountPath, ctx: Context<'creator', Ports>) {
  return ctx.transact(async (tx) => {
    const account = await loadOwnAccount(tx, accountId, ctx.actor.id)
    const saved = await saveAccount(tx, beginStats(account, ctx.now()))
    tx.emit(AccountChanged.of(saved, { accountId }))
    return viewAccount(saved, { standing: undefined, now: ctx.now(), locale: ctx.locale })
  })
}

/** The worker: reads one account's statistics. @returns whether there was one */
export async function refreshNextStats(ctx: Work): Promise<boolean> {
  if (!(await findDueStats(ctx, ctx.now()))) return false
  const claimed = await ctx.transact(async (tx) => {
    const due = await findDueStats(tx, ctx.now())
    const taken = due && { ...due, statsTries: (due.statsTries ?? 0) + 1, statsDueAt: new Date(ctx.now().getTime() + LEASE_MS) }
    return taken && saveAccount(tx, taken)
  })
  if (!claimed?.externalId) return false
  let read: AccountStats | SocialFault
  try {
    read = await ctx.ports.social.fetchAccountStats({ network: claimed.network, externalId: claimed.externalId })
  } catch (error) {
    if (!(error instanceof SocialFault)) throw error
    read = error
  }
  const outcome = read
  await ctx.transact(async (tx) => {
    const account = await accounts.byId(tx, claimed.id)
    if (!account || account.statsTries !== claimed.statsTries || account.statsSince?.getTime() !== claimed.statsSince?.getTime()) return
    const accountId = account.id
    if (outcome instanceof SocialFault || outcome.externalId !== account.externalId) {
      const saved = await saveAccount(
        tx,
        outcome instanceof SocialFault ? afterFault(account, outcome, ctx.now()) : failStats(account, 'stats_failed'),
      )
      if (saved.statsFailure) tx.emit(AccountChanged.of(saved, { accountId }))
      return
    }
    // A name that another creator holds here stays theirs until their own account has been read anew.
    const holder = await holderOf(tx, account.network, usernameKey(outcome.username))
    const username = holder && holder.id !== accountId ? account.username : outcome.username
    const saved = await saveAccount(tx, withStats(account, { ...outcome, username }, ctx.now()))
    tx.emit(AccountUpdated.of(saved, { accountId }))
  })
  return true
}

function afterFault(account: Account, fault: SocialFault, now: Date): Account {
  if (!fault.passing || (account.statsTries ?? 0) >= MAX_TRIES) return failStats(account, 'stats_failed')
  const pause = Math.min(Math.max(fault.retryAfterMs ?? 0, PAUSE_MS), LONGEST_PAUSE_MS)
  return { ...account, statsDueAt: new Date(now.getTime() + pause) }
}
