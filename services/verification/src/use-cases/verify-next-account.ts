import type { Tx } from '@reelfair/service-kit'
import { SocialFault } from '@reelfair/social'
import { afterFault, awaitMessage, claim, failureBeforeCall, failureOfReason, nextReadStats } from '../domain/attempt.ts'
import type { SharedContext } from '../ports.ts'
import { attemptQueue, attempts, type StoredAttempt, saveAttempt } from '../store/attempts.ts'
import { type Ending, endAttempt } from './finish-attempt.ts'

/** `isFault`: the workflow is to blame for the failure. */
type Outcome =
  | { readonly ending: Ending; readonly isFault?: boolean }
  | { readonly next: StoredAttempt }
  | { readonly retry: StoredAttempt }

/**
 * Claims a due attempt, calls the workflow and records the response. May be interrupted anywhere: the claim has counted
 * the call, and the attempt becomes available again when its lease expires. @returns whether an attempt was due
 */
export const verifyNextAccount = (ctx: SharedContext): Promise<boolean> =>
  attemptQueue.workOne(
    ctx,
    async (claimed) => {
      const failure = failureBeforeCall(claimed)
      const outcome: Outcome = failure ? { ending: { failure }, isFault: true } : await tryOnce(claimed, ctx)
      const loadIfMine = async (tx: Tx) => {
        const attempt = await attempts.byId(tx, claimed.id)
        if (!attempt || !attemptQueue.isMine(attempt, claimed)) return undefined
        if ('ending' in outcome && outcome.isFault) attemptQueue.countFailure(tx)
        return attempt
      }
      if ('ending' in outcome) return endAttempt(ctx, outcome.ending, loadIfMine)
      await ctx.transact(async (tx) => {
        const attempt = await loadIfMine(tx)
        if (!attempt) return
        if ('retry' in outcome) await attemptQueue.postpone(tx, attempt, { ...outcome.retry, version: attempt.version })
        else await saveAttempt(tx, { ...outcome.next, version: attempt.version })
      })
    },
    (due) => due.map(claim),
  )

async function tryOnce(claimed: StoredAttempt, ctx: SharedContext): Promise<Outcome> {
  const { social, publicOrigin } = ctx.ports
  const { id, creatorId, network, username, code, userAgent, startedAt } = claimed
  try {
    const options = { averageViews: true }
    if (claimed.step === 'stats') return { ending: { stats: await social.fetchAccountStats({ network, username }, options) } }
    const request = { attemptId: id, userId: creatorId, username, code, network, timestamp: startedAt, userAgent, origin: publicOrigin }
    const verification = await social.verifyBioCode(request, options)
    switch (verification.outcome) {
      case 'pending':
        return { next: awaitMessage(claimed, ctx.now()) }
      case 'refused':
        return { ending: { failure: failureOfReason(verification.reason) } }
      case 'verified':
        return verification.account ? { ending: { stats: verification.account } } : { next: nextReadStats(claimed, ctx.now()) }
    }
  } catch (error) {
    if (!(error instanceof SocialFault)) throw error
    ctx.log.warn({ attemptId: id, step: claimed.step, fault: error.kind, status: error.status }, 'workflow call failed')
    const after = afterFault(claimed, error, ctx.now())
    // Only statistics of an account that does not exist end this way, which is the creator's mistake.
    return 'failure' in after ? { ending: after, isFault: after.failure !== 'verification_no_such_account' } : after
  }
}
