import { AccountChanged, refuse, type VerificationInput } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { randomCode } from '../adapters/random-code.ts'
import { beginVerification } from '../domain/account.ts'
import { beginAttempt } from '../domain/attempt.ts'
import { countAttempt, isCodeValid, newStanding } from '../domain/standing.ts'
import { checkUsername } from '../domain/username.ts'
import type { Ports } from '../ports.ts'
import { holderOf, loadOwnAccount, saveAccount } from '../store/accounts.ts'
import { insertAttempt } from '../store/attempts.ts'
import { lockStanding, saveStanding } from '../store/standings.ts'
import { viewAccount } from './view-account.ts'

/** What the workflow is told of a browser that does not name itself. */
const UNNAMED_BROWSER = 'unknown'

/**
 * A creator has the code looked for in the bio of one of their own accounts. The attempt is counted first; a worker carries it out, also after a restart.
 * Guards: the standing, which counts the attempts of all accounts of the creator there; the account's status, which locks it while one runs.
 */
export async function startVerification(
  { accountId, again, userAgent = UNNAMED_BROWSER }: VerificationInput,
  ctx: Context<'creator', Ports>,
) {
  const creatorId = ctx.actor.id
  return ctx.transact(async (tx) => {
    const at = ctx.now()
    // The standing is locked first, so that of many at once each sees what the one before it has left.
    const { network } = await loadOwnAccount(tx, accountId, creatorId)
    const standing = await lockStanding(tx, creatorId, network, newStanding(randomCode(), at))
    const account = await loadOwnAccount(tx, accountId, creatorId)
    const attemptId = ctx.newId()
    const begun = beginVerification(account, { id: attemptId, again, at })
    if (!isCodeValid(standing, at)) refuse('verification_code_over')
    const holder = await holderOf(tx, network, account.usernameKey)
    if (holder && holder.id !== account.id) refuse('username_taken')
    const counted = countAttempt(standing)
    const { username } = account
    const attempt = beginAttempt(
      { id: attemptId, accountId, creatorId, network, username: checkUsername(network, username), code: standing.code, userAgent },
      at,
    )
    await saveStanding(tx, counted)
    await insertAttempt(tx, attempt)
    const saved = await saveAccount(tx, begun)
    tx.emit(AccountChanged.of(saved, { accountId }))
    return viewAccount(saved, { standing: counted, now: at, locale: ctx.locale })
  })
}
