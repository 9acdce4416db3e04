import { GOOGLE_MINUTES, type GoogleSignInInput, refuse } from '@reelfair/contracts'
import { type Context, hashOfSecret, newSecret, seal } from '@reelfair/service-kit'
import { acceptCurrentTerms } from '../domain/terms.ts'
import type { Ports } from '../ports.ts'
import { type GoogleAttempt, insertAttempt } from '../store/google-attempts.ts'

export interface GoogleStarted {
  readonly url: string
  /** The secret for the browser's cookie. */
  readonly oauth: string
}

export function startGoogleSignIn(input: GoogleSignInInput, ctx: Context<'visitor', Ports>): Promise<GoogleStarted> {
  const { role, redirect, termsAccepted } = input
  const terms = termsAccepted && acceptCurrentTerms(ctx.now(), ctx.ip)
  return startAttempt({ purpose: 'sign-in', role, redirect, terms }, ctx)
}

/**
 * Stores the hashes of two secrets: Google returns one of them as the state, and the browser keeps the other one in a
 * cookie. A callback needs both.
 */
export async function startAttempt(
  attempt: Pick<GoogleAttempt, 'purpose' | 'userId' | 'role' | 'redirect' | 'terms'>,
  ctx: Context<'visitor', Ports>,
): Promise<GoogleStarted> {
  const { google, googleKey } = ctx.ports
  if (!google) return refuse('not_found')
  const [state, oauth] = [newSecret(), newSecret()]
  const expiresAt = new Date(ctx.now().getTime() + GOOGLE_MINUTES * 60_000)
  const url = await google.authorize(async (verifier) => {
    const secrets = { id: hashOfSecret(oauth), stateHash: hashOfSecret(state), sealedVerifier: seal(verifier, googleKey) }
    await ctx.transact((tx) => insertAttempt(tx, { ...attempt, ...secrets, expiresAt }))
    return state
  })
  return { url, oauth }
}
