import { AccountChanged, AccountVerified, type ErrorCode, type NetworkAccount, Refusal } from '@reelfair/contracts'
import type { Tx } from '@reelfair/service-kit'
import { failVerification, verifyAccount } from '../domain/account.ts'
import { finish } from '../domain/attempt.ts'
import type { Work } from '../ports.ts'
import { accounts, holderOf, saveAccount } from '../store/accounts.ts'
import { type StoredAttempt, saveAttempt } from '../store/attempts.ts'

/** How an attempt ends: with what the network says of the account, or with why it was not verified. */
export type Ending = { readonly stats: NetworkAccount } | { readonly failure: ErrorCode }

/** What an ending may be refused with, instead of which the attempt fails. */
const CLAIMED: readonly ErrorCode[] = ['account_taken', 'username_taken', 'verification_unreadable']

/**
 * Ends an attempt, once: the account is verified, its creator's alone, or has failed with a reason. Of two creators who reach this at once the database lets
 * one through (unique indexes `account_taken`, `username_taken`); the other's attempt fails with that.
 * @param before done in the same transaction; the attempt is ended only if it returns it
 */
export async function endAttempt(ctx: Work, ending: Ending, before: (tx: Tx) => Promise<StoredAttempt | undefined>): Promise<void> {
  const end = (how: Ending) =>
    ctx.transact(async (tx) => {
      const attempt = await before(tx)
      if (attempt) await endIn(tx, attempt, how, ctx)
    })
  try {
    await end(ending)
  } catch (error) {
    if (!(error instanceof Refusal && CLAIMED.includes(error.code))) throw error
    await end({ failure: error.code })
  }
}

async function endIn(tx: Tx, attempt: StoredAttempt, ending: Ending, ctx: Work): Promise<void> {
  const at = ctx.now()
  const account = await accounts.byId(tx, attempt.accountId)
  await saveAttempt(tx, finish(attempt, 'failure' in ending ? ending.failure : 'verified', at))
  // Only the attempt that runs says how the account stands.
  if (account?.attemptId !== attempt.id) return
  const accountId = account.id
  if ('failure' in ending) {
    const failed = await saveAccount(tx, failVerification(account, ending.failure))
    tx.emit(AccountChanged.of(failed, { accountId }))
    return
  }
  const verified = verifyAccount(account, ending.stats, at)
  const holder = await holderOf(tx, verified.network, verified.usernameKey)
  if (holder && holder.id !== accountId) throw new Refusal('username_taken')
  const saved = await saveAccount(tx, verified)
  tx.emit(AccountVerified.of(saved, { accountId }))
}
