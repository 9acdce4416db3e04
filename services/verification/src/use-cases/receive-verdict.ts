import { refuse } from '@reelfair/contracts'
import type { Context, RawRequest, Tx } from '@reelfair/service-kit'
import { SIGNATURE_HEADER, VerificationMessage } from '@reelfair/social'
import { failureOfReason, nextReadStats } from '../domain/attempt.ts'
import type { Ports } from '../ports.ts'
import { findByName } from '../store/accounts.ts'
import { attempts, type StoredAttempt, saveAttempt } from '../store/attempts.ts'
import { recordMessage } from '../store/messages.ts'
import { endAttempt } from './finish-attempt.ts'

/**
 * Receives a verdict that the workflow sends after responding to the call. Refuses a message that was received before,
 * and ignores one that matches no running attempt.
 * @throws Refusal bad_signature, malformed_body, invalid_input, message_replayed
 */
export async function receiveVerdict({ body, headers }: RawRequest, ctx: Context<'visitor', Ports>): Promise<void> {
  if (!ctx.ports.isSigned(body, headers[SIGNATURE_HEADER] ?? '', ctx.now())) refuse('bad_signature')
  const { success, data: message } = VerificationMessage.safeParse(parsed(body))
  if (!success) refuse('invalid_input')

  const receive = async (tx: Tx) => {
    await recordMessage(tx, message.id, ctx.now())
    return findMatching(tx, message)
  }
  if (message.verified && !message.account) {
    await ctx.transact(async (tx) => {
      const attempt = await receive(tx)
      if (attempt) await saveAttempt(tx, nextReadStats(attempt, ctx.now()))
    })
  } else {
    const ending = message.account && message.verified ? { stats: message.account } : { failure: failureOfReason(message.reason) }
    await endAttempt(ctx, ending, receive)
  }
}

/** The attempt may still be waiting for the workflow's response to the call. */
async function findMatching(tx: Tx, message: VerificationMessage): Promise<StoredAttempt | undefined> {
  const account = await findByName(tx, message.userId, message.platform, message.username)
  const attempt = account?.attemptId === undefined ? undefined : await attempts.byId(tx, account.attemptId)
  if (!attempt || attempt.code !== message.code || attempt.startedAt.getTime() !== message.timestamp.getTime()) return undefined
  return attempt.step === 'verify' || attempt.step === 'await' ? attempt : undefined
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return refuse('malformed_body')
  }
}
