import { type Context, released } from '@reelfair/service-kit'
import { takeDueStep } from '../domain/invitation.ts'
import { dueInvitations, saveStep } from '../store/invitations.ts'

const BATCH = 100

/**
 * Reminds creators and expires unanswered invitations, which releases their credits, within seconds of the due time or
 * of the next start.
 */
export const takeDueSteps = (ctx: Context): Promise<boolean> =>
  dueInvitations.workInTransaction(ctx, BATCH, async (tx, due) => {
    for (const invitation of due) {
      const step = takeDueStep(released(invitation), ctx.now())
      if (step) await saveStep(tx, step)
    }
  })
