import { AccountFailed, AccountVerified, type ErrorCode, type NetworkAccount, Refusal } from '@reelfair/contracts'
import type { Tx } from '@reelfair/service-kit'
import { failVerification, verifyAccount } from '../domain/account.ts'
import { finish } from '../domain/attempt.ts'
import type { SharedContext } from '../ports.ts'
import { accounts, holderOf, saveAccount } from '../store/accounts.ts'
import { type StoredAttempt, saveAttempt } from '../store/attempts.ts'
import { requestShowcase } from '../store/showcases.ts'

export type Ending = { readonly stats: NetworkAccount } | { readonly failure: ErrorCode }

/** Refusals that can prevent a successful outcome. The attempt then fails with the refusal's code. */
const REFUSED_OUTCOMES: readonly ErrorCode[] = ['account_taken', 'username_taken', 'verification_unreadable']

/**
 * Ends an attempt: the account is verified and belongs to this creator alone, or the verification fails. If two
 * creators verify one account concurrently, the unique indexes `account_taken` and `username_taken` let one attempt
 * succeed; the other one fails with the index's code.
 * @param before runs in the same transaction and returns the attempt to end, or undefined to end none
 */
export async function endAttempt(
  ctx: SharedContext,
  ending: Ending,
  before: (tx: Tx) => Promise<StoredAttempt | undefined>,
): Promise<void> {
  const end = (how: Ending) =>
    ctx.transact(async (tx) => {
      const attempt = await before(tx)
      if (attempt) await endIn(tx, attempt, how, ctx)
    })
  try {
    await end(ending)
  } catch (error) {
    if (!(error instanceof Refusal && REFUSED_OUTCOMES.includes(error.code))) throw error
    await end({ failure: error.code })
  }
}

async function endIn(tx: Tx, attempt: StoredAttempt, ending: Ending, ctx: SharedContext): Promise<void> {
  const at = ctx.now()
  const account = await accounts.byId(tx, attempt.accountId)
  await saveAttempt(tx, finish(attempt, 'failure' in ending ? ending.failure : 'verified', at))
  // Only the running attempt may change the account.
  if (account?.attemptId !== attempt.id) return
  const accountId = account.id
  if ('failure' in ending) {
    const failed = await saveAccount(tx, failVerification(account, ending.failure))
    tx.emit(AccountFailed.of(failed, { accountId }))
    return
  }
  const verified = verifyAccount(account, ending.stats, at)
  const holder = await holderOf(tx, verified.network, verified.usernameKey)
  if (holder && holder.id !== accountId) throw new Refusal('username_taken')
  const saved = await saveAccount(tx, verified)
  await requestShowcase(tx, saved, at)
  tx.emit(AccountVerified.of(saved, { accountId }))
}
