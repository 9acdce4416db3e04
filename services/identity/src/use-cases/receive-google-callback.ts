import { type GoogleCallbackInput, Refusal, refuse } from '@reelfair/contracts'
import { type Context, createKeyedMutex, hashOfSecret, type Tx, unseal } from '@reelfair/service-kit'
import type { GoogleProfile } from '../domain/google.ts'
import type { Ports } from '../ports.ts'
import { attemptById, type GoogleAttempt, removeAttempt, saveAttempt } from '../store/google-attempts.ts'
import { findUserByGoogle, type User, userById } from '../store/users.ts'
import { sessionHere } from './rotate-session.ts'
import { connectThen, type GoogleResult, signInWithGoogle, transactTwice } from './sign-in-with-google.ts'
import { continueUserSession } from './start-user-session.ts'

/** Queues callbacks by Google account, because concurrent ones would keep aborting each other's transactions. */
const callbackMutex = createKeyedMutex<string>({ maxWaiting: 999, onFull: () => new Refusal('unavailable') })

/**
 * Claims the state before calling Google, so that a state and its code work once, and only in the browser that started
 * the sign-in.
 * @throws Refusal `google_state_invalid`, `google_failed`, `google_unavailable`, or why the account cannot be connected
 */
export async function receiveGoogleCallback(input: GoogleCallbackInput, ctx: Context<'visitor', Ports>): Promise<GoogleResult> {
  const { google, googleKey } = ctx.ports
  const attempt = await claimAttempt(input.state, ctx)
  const { purpose, role, redirect } = attempt
  const verifier = unseal(attempt.sealedVerifier, googleKey)
  if (!google || verifier === undefined) return refuse('google_state_invalid')

  const answer = await google.readProfile(input, verifier)
  if (answer.kind === 'cancelled') return { outcome: 'cancelled', purpose, role, redirect }
  if (answer.kind !== 'profile') {
    ctx.log.warn({ reason: answer.reason }, 'google sign-in failed')
    return refuse(answer.kind === 'unavailable' ? 'google_unavailable' : 'google_failed')
  }
  const end = purpose === 'connect' ? connect : signInWithGoogle
  const { profile } = answer
  return callbackMutex.runExclusive(profile.sub, () => transactTwice(ctx, (tx) => end(tx, attempt, profile, ctx)))
}

const claimAttempt = (state: string, ctx: Context<'visitor', Ports>): Promise<GoogleAttempt> =>
  ctx.transact(async (tx) => {
    const attempt = await attemptById(tx, hashOfSecret(ctx.oauth ?? ''))
    if (!attempt || attempt.stateHash !== hashOfSecret(state) || attempt.expiresAt <= ctx.now()) return refuse('google_state_invalid')
    return saveAttempt(tx, { ...attempt, stateHash: undefined })
  })

/** The session must be that of the user who started to connect Google; another user may have signed in since. */
async function connect(tx: Tx, attempt: GoogleAttempt, profile: GoogleProfile, ctx: Context<'visitor'>): Promise<GoogleResult> {
  const user = await userById(tx, attempt.userId ?? '')
  if (!user || ctx.actor.kind !== 'user' || ctx.actor.id !== user.id) return refuse('google_state_invalid')
  if (!profile.isVerified) return refuse('google_email_unverified')
  const other = await findUserByGoogle(tx, profile.sub)
  if (other && other.id !== user.id) return refuse('google_connected_elsewhere')
  if (user.google && user.google.sub !== profile.sub) return refuse('google_already_connected')
  const here = await sessionHere(tx, user.id, ctx)
  await removeAttempt(tx, attempt)
  const proceed = async (connected: User) => here && (await continueUserSession(tx, connected, here, ctx))
  return { outcome: 'connected', entered: await connectThen(tx, user, profile, ctx, proceed) }
}
