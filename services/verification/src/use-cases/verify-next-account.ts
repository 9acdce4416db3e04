import { SocialFault } from '@reelfair/social'
import { afterFault, askForStats, awaitMessage, claim, failureOfReason, givenUp } from '../domain/attempt.ts'
import type { Work } from '../ports.ts'
import { attemptQueue, attempts, type StoredAttempt, saveAttempt } from '../store/attempts.ts'
import { type Ending, endAttempt } from './finish-attempt.ts'

/** What one call has come to: how the attempt ends, or how it goes on. */
type Outcome = { readonly ending: Ending } | { readonly next: StoredAttempt }

/**
 * The worker: takes one due attempt, asks the workflow, records what it says. It may be cut off anywhere: the try was counted when it was claimed, and the
 * attempt is free again when its lease expires.
 * @returns whether there was one
 */
export const verifyNextAccount = (ctx: Work): Promise<boolean> =>
  attemptQueue.workOne(
    ctx,
    async (claimed) => {
      const failure = givenUp(claimed)
      const outcome = failure ? { ending: { failure } } : await tryOnce(claimed, ctx)
      const mine = async (tx: Parameters<typeof attempts.byId>[0]) => {
        const attempt = await attempts.byId(tx, claimed.id)
        return attempt && attemptQueue.isMine(attempt, claimed) ? attempt : undefined
      }
      if ('ending' in outcome) return endAttempt(ctx, outcome.ending, mine)
      await ctx.transact(async (tx) => {
        const attempt = await mine(tx)
        if (attempt) await saveAttempt(tx, { ...outcome.next, version: attempt.version })
      })
    },
    (due) => due.map(claim),
  )

async function tryOnce(claimed: StoredAttempt, ctx: Work): Promise<Outcome> {
  const { social, publicOrigin } = ctx.ports
  const { id, creatorId, network, username, code, userAgent, startedAt } = claimed
  try {
    if (claimed.step === 'stats') return { ending: { stats: await social.fetchAccountStats({ network, username }) } }
    const verification = await social.verifyBioCode({
      attemptId: id,
      userId: creatorId,
      username,
      code,
      network,
      timestamp: startedAt,
      userAgent,
      origin: publicOrigin,
    })
    switch (verification.outcome) {
      case 'pending':
        return { next: awaitMessage(claimed, ctx.now()) }
      case 'refused':
        return { ending: { failure: failureOfReason(verification.reason) } }
      case 'verified':
        return verification.account ? { ending: { stats: verification.account } } : { next: askForStats(claimed, ctx.now()) }
    }
  } catch (error) {
    if (!(error instanceof SocialFault)) throw error
    ctx.log.warn({ attemptId: id, step: claimed.step, fault: error.kind, status: error.status }, 'the workflow did not answer as it should')
    const after = afterFault(claimed, error, ctx.now())
    return 'failure' in after ? { ending: after } : { next: after.retry }
  }
}
