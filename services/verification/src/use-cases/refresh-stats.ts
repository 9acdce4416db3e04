import { AccountChanged, type AccountPath, AccountUpdated } from '@reelfair/contracts'
import { type Context, isUnavailable, released, type Tx } from '@reelfair/service-kit'
import { type AccountStats, SocialFault } from '@reelfair/social'
import { beginStats, failStats, withStats } from '../domain/account.ts'
import { usernameKey } from '../domain/username.ts'
import type { Ports, Work } from '../ports.ts'
import { type Account, accounts, findByName, holderOf, loadOwnAccount, saveAccount, statsQueue } from '../store/accounts.ts'
import { takeAway } from './remove-account.ts'
import { viewAccount } from './view-account.ts'

const MAX_TRIES = 3
const PAUSE_MS = 4_000
const LONGEST_PAUSE_MS = 120_000

/** A creator has the statistics of a verified account read anew; once in seven days. Guard: the account itself. A worker carries it out. */
export async function refreshStats({ accountId }: AccountPath, ctx: Context<'creator', Ports>) {
  return ctx.transact(async (tx) => {
    const account = await loadOwnAccount(tx, accountId, ctx.actor.id)
    const saved = await saveAccount(tx, released(beginStats(account, ctx.now())))
    tx.emit(AccountChanged.of(saved, { accountId }))
    return viewAccount(saved, { standing: undefined, now: ctx.now(), locale: ctx.locale })
  })
}

/**
 * The worker: reads one account's statistics. Whatever goes wrong is a try that is counted, and after three it has failed: nothing is asked for without end.
 * @returns whether there was one
 */
export const refreshNextStats = (ctx: Work): Promise<boolean> =>
  statsQueue.workOne(
    ctx,
    (claimed) => readStats(claimed, ctx),
    (due) => due.map((account) => ({ ...account, statsTries: (account.statsTries ?? 0) + 1 })),
  )

async function readStats(claimed: Account, ctx: Work): Promise<void> {
  const { network, externalId } = claimed
  if (externalId === undefined) throw new Error(`the account ${claimed.id} was never verified`)
  try {
    // Each try before was cut off.
    if ((claimed.statsTries ?? 0) > MAX_TRIES) throw new SocialFault('cancelled')
    const read = await ctx.ports.social.fetchAccountStats({ network, externalId })
    // Nothing is believed of an answer about another account.
    if (read.externalId !== externalId) throw new SocialFault('refused')
    await change(claimed, ctx, (tx, account) => keepStats(tx, account, read, ctx))
  } catch (error) {
    if (isUnavailable(error)) throw error
    if (!(error instanceof SocialFault)) ctx.log.error({ err: error, accountId: claimed.id }, 'statistics could not be kept')
    await change(claimed, ctx, async (tx, account) => {
      const saved = await saveAccount(tx, afterFault(account, error, ctx.now()))
      if (saved.statsFailure) tx.emit(AccountChanged.of(saved, { accountId: saved.id }))
    })
  }
}

/** Changes nothing when another worker has claimed the account since, or its statistics were asked for again. */
const change = (claimed: Account, ctx: Work, to: (tx: Tx, account: Account) => Promise<void>): Promise<void> =>
  ctx.transact(async (tx) => {
    const account = await accounts.byId(tx, claimed.id)
    if (account && statsQueue.isMine(account, claimed)) await to(tx, released(account))
  })

async function keepStats(tx: Tx, account: Account, read: AccountStats, ctx: Work): Promise<void> {
  const username = (await isFree(tx, account, read.username, ctx)) ? read.username : account.username
  const saved = await saveAccount(tx, withStats(account, { ...read, username }, ctx.now()))
  tx.emit(AccountUpdated.of(saved, { accountId: saved.id }))
}

/**
 * Whether the account may have the name that the network has given it. One that another verified account holds stays that one's until it has been read anew.
 * The creator's own unverified account of that name is this one, added once more, and gives way; while it is being verified, its attempt has to end first.
 */
async function isFree(tx: Tx, account: Account, username: string, ctx: Work): Promise<boolean> {
  const { id, creatorId, network } = account
  const holder = await holderOf(tx, network, usernameKey(username))
  if (holder && holder.id !== id) return false
  const own = await findByName(tx, creatorId, network, username)
  if (!own || own.id === id) return true
  if (own.status === 'verifying') return false
  await takeAway(tx, own, ctx.now())
  return true
}

/** A fault of ours is as good as none of theirs that may pass. */
function afterFault(account: Account, error: unknown, now: Date): Account {
  const fault = error instanceof SocialFault ? error : new SocialFault('unreadable')
  if (!fault.passing || (account.statsTries ?? 0) >= MAX_TRIES) return failStats(account, 'stats_failed')
  const pause = Math.min(Math.max(fault.retryAfterMs ?? 0, PAUSE_MS), LONGEST_PAUSE_MS)
  return { ...account, statsDueAt: new Date(now.getTime() + pause) }
}
