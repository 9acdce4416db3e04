import { AccountChanged, refuse, type VerificationInput } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { randomCode } from '../adapters/random-code.ts'
import { beginVerification } from '../domain/account.ts'
import { beginAttempt } from '../domain/attempt.ts'
import { countAttempt, isCodeValid, newCreatorNetwork } from '../domain/creator-network.ts'
import { checkUsername } from '../domain/username.ts'
import type { Ports } from '../ports.ts'
import { holderOf, loadOwnAccount, saveAccount } from '../store/accounts.ts'
import { insertAttempt } from '../store/attempts.ts'
import { lockCreatorNetwork, saveCreatorNetwork } from '../store/creator-networks.ts'
import { grantOf } from '../store/grants.ts'
import { viewAccount } from './view-account.ts'

/** Sent to the workflow if the browser sends no user agent. */
const UNNAMED_BROWSER = 'unknown'

/**
 * Counts the attempt before a worker carries it out, so it survives a restart. Guards: the creator network, which
 * counts the creator's attempts; the account's status, which locks the account while an attempt is running.
 */
export async function startVerification(
  { accountId, again, userAgent = UNNAMED_BROWSER }: VerificationInput,
  ctx: Context<'creator', Ports>,
) {
  const creatorId = ctx.actor.id
  return ctx.transact(async (tx) => {
    const at = ctx.now()
    // Locks the creator network before reading the account again, so that concurrent requests see each other's changes.
    const { network } = await loadOwnAccount(tx, accountId, creatorId)
    if (ctx.ports.needsConsent(network)) refuse('connection_required')
    const creatorNetwork = await lockCreatorNetwork(tx, creatorId, network, newCreatorNetwork(randomCode(), at))
    const account = await loadOwnAccount(tx, accountId, creatorId)
    const attemptId = ctx.newId()
    const begun = beginVerification(account, { id: attemptId, again, at })
    if (!isCodeValid(creatorNetwork, at)) refuse('verification_code_over')
    const holder = await holderOf(tx, network, account.usernameKey)
    if (holder && holder.id !== account.id) refuse('username_taken')
    const counted = countAttempt(creatorNetwork)
    const { username } = account
    const attempt = beginAttempt(
      { id: attemptId, accountId, creatorId, network, username: checkUsername(network, username), code: creatorNetwork.code, userAgent },
      at,
    )
    await saveCreatorNetwork(tx, counted)
    await insertAttempt(tx, attempt)
    const saved = await saveAccount(tx, begun)
    tx.emit(AccountChanged.of(saved, { accountId }))
    return viewAccount(saved, { creatorNetwork: counted, grant: await grantOf(tx, accountId), now: at, locale: ctx.locale })
  })
}
