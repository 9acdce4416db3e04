import { refuse } from '@reelfair/contracts'
import type { Context, RawRequest, Tx } from '@reelfair/service-kit'
import { SIGNATURE_HEADER, VerificationMessage } from '@reelfair/social'
import { askForStats, failureOfReason } from '../domain/attempt.ts'
import type { Ports } from '../ports.ts'
import { findByName } from '../store/accounts.ts'
import { attempts, type StoredAttempt, saveAttempt } from '../store/attempts.ts'
import { takeMessage } from '../store/messages.ts'
import { endAttempt } from './finish-attempt.ts'

/**
 * The workflow says later what it did not say at once. Its signature comes first; a message that was taken before is refused, and one that no running attempt
 * has asked for changes nothing.
 * @throws Refusal bad_signature, malformed_body, invalid_input, message_replayed
 */
export async function receiveVerdict({ body, headers }: RawRequest, ctx: Context<'visitor', Ports>): Promise<void> {
  if (!ctx.ports.isSigned(body, headers[SIGNATURE_HEADER] ?? '', ctx.now())) refuse('bad_signature')
  const { success, data: message } = VerificationMessage.safeParse(parsed(body))
  if (!success) refuse('invalid_input')

  const asked = async (tx: Tx) => {
    await takeMessage(tx, message.id, ctx.now())
    return findAsked(tx, message)
  }
  if (message.verified && !message.account) {
    await ctx.transact(async (tx) => {
      const attempt = await asked(tx)
      if (attempt) await saveAttempt(tx, askForStats(attempt, ctx.now()))
    })
  } else {
    const ending = message.account && message.verified ? { stats: message.account } : { failure: failureOfReason(message.reason) }
    await endAttempt(ctx, ending, asked)
  }
}

/** The attempt that was asked for exactly this; also while the call that asked for it is still under way. */
async function findAsked(tx: Tx, message: VerificationMessage): Promise<StoredAttempt | undefined> {
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
