import type { GoogleRegistrationInput } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { acceptCurrentTerms } from '../domain/terms.ts'
import { type GoogleResult, signInWithGoogle, transactTwice, waitingAttempt } from './sign-in-with-google.ts'

/** Completes the sign-in of a new user who had not yet chosen a role or accepted the Terms. */
export const registerWithGoogle = ({ role }: GoogleRegistrationInput, ctx: Context<'visitor'>): Promise<GoogleResult> =>
  transactTwice(ctx, async (tx) => {
    const { profile, ...attempt } = await waitingAttempt(tx, ctx)
    const terms = acceptCurrentTerms(ctx.now(), ctx.ip)
    return signInWithGoogle(tx, { ...attempt, role, terms }, profile, ctx)
  })
