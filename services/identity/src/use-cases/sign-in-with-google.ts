/** Shared by use cases that complete a sign-in with Google. All of them start the session in `startUserSession`. */
import { CreatorRegistered, type GoogleOutcome, Refusal, refuse } from '@reelfair/contracts'
import { type Context, hashOfSecret, type Tx } from '@reelfair/service-kit'
import { decideGoogleSignIn, type GoogleProfile } from '../domain/google.ts'
import { type TermsAcceptance, termsOfSignUp } from '../domain/terms.ts'
import { attemptById, type GoogleAttempt, removeAttempt, saveAttempt } from '../store/google-attempts.ts'
import { removeLinksOf } from '../store/links.ts'
import { findUserByEmail, findUserByGoogle, insertUser, saveUser, type User } from '../store/users.ts'
import { endAllSessions } from './end-session.ts'
import { recordSecurity } from './record-security.ts'
import { sendNotice } from './send-notice.ts'
import { startUserSession, type UserSession } from './start-user-session.ts'

interface Redirect {
  readonly redirect?: string | undefined
}
export type GoogleSignIn = Redirect &
  (({ readonly outcome: 'signed-in' } & UserSession) | { readonly outcome: 'second-step'; readonly challenge: string })
/** `entered`: the new session of the browser that connected Google. */
type GoogleConnected = { readonly outcome: 'connected'; readonly entered: UserSession | undefined }
export type GoogleResult = Exclude<GoogleOutcome, { outcome: 'signed-in' | 'second-step' | 'connected' }> | GoogleSignIn | GoogleConnected

/**
 * Signs in, or keeps the profile until the user has chosen a role and accepted the Terms, or has entered a password.
 * @throws Refusal `google_already_connected`
 */
export async function signInWithGoogle(
  tx: Tx,
  attempt: GoogleAttempt,
  profile: GoogleProfile,
  ctx: Context<'visitor'>,
): Promise<GoogleResult> {
  const { role, redirect, terms } = attempt
  const bySub = await findUserByGoogle(tx, profile.sub)
  const byEmail = await findUserByEmail(tx, profile.email)
  const wait = async (outcome: 'terms' | 'password'): Promise<GoogleResult> => {
    await saveAttempt(tx, { ...attempt, profile })
    return { outcome, email: profile.email, role, redirect }
  }
  switch (decideGoogleSignIn(profile, { bySub, byEmail })) {
    case 'taken':
      return refuse('google_already_connected')
    case 'password':
      return wait('password')
    case 'register':
      if (!role || !terms) return wait('terms')
      return enter(tx, attempt, await createUser(tx, { profile, role, terms }, byEmail, ctx), ctx)
    case 'sign-in':
      return enter(tx, attempt, await saveGoogle(tx, bySub ?? refuse('google_state_invalid'), profile, ctx), ctx)
    case 'connect':
      return connectAndEnter(tx, attempt, byEmail ?? refuse('google_state_invalid'), profile, ctx)
  }
}

/**
 * Google's address may have changed. The user's own address stays as it is. If Google was not connected before, ends
 * all of the user's sessions and notifies the user.
 */
export async function saveGoogle(tx: Tx, user: User, { sub, email }: GoogleProfile, ctx: Context<'visitor'>): Promise<User> {
  if (user.google?.sub === sub && user.google.email === email) return user
  if (!user.google) {
    const values = { googleEmail: email, at: ctx.now().toISOString() }
    await endAllSessions(tx, user.id)
    await sendNotice(tx, 'google-connected', { userId: user.id, to: user.email, locale: user.locale ?? ctx.locale, values }, ctx)
  }
  return saveUser(tx, { ...user, google: { sub, email } })
}

export async function enter(
  tx: Tx,
  attempt: GoogleAttempt,
  user: User,
  ctx: Context<'visitor'>,
  connects?: GoogleProfile,
): Promise<GoogleSignIn> {
  await removeAttempt(tx, attempt)
  const { redirect } = attempt
  const started = await startUserSession(tx, user, 'sign-in-google', ctx, connects)
  return 'challenge' in started ? { outcome: 'second-step', ...started, redirect } : { outcome: 'signed-in', ...started, redirect }
}

/** Signs in and connects Google; if the user has turned on two-step sign-in, only after the code. */
export async function connectAndEnter(
  tx: Tx,
  attempt: GoogleAttempt,
  user: User,
  profile: GoogleProfile,
  ctx: Context<'visitor'>,
): Promise<GoogleSignIn> {
  if (user.secondFactor) return enter(tx, attempt, user, ctx, profile)
  return connectThen(tx, user, profile, ctx, (connected) => enter(tx, attempt, connected, ctx))
}

/** Connects Google, then starts a session with `enter`. Logs nothing if it was connected before. */
export async function connectThen<T>(
  tx: Tx,
  user: User,
  profile: GoogleProfile,
  ctx: Context<'visitor'>,
  enter: (connected: User) => Promise<T>,
): Promise<T> {
  const entered = await enter(await saveGoogle(tx, user, profile, ctx))
  // Logged after the sign-in, which reads the log: an earlier entry would cost one more round trip.
  if (!user.google) await recordSecurity(tx, user.id, 'google-connected', ctx)
  return entered
}

/** @throws Refusal `google_state_invalid` if this browser has no sign-in waiting for the user */
export async function waitingAttempt(tx: Tx, ctx: Context<'visitor'>): Promise<GoogleAttempt & { readonly profile: GoogleProfile }> {
  const attempt = await attemptById(tx, hashOfSecret(ctx.oauth ?? ''))
  if (!attempt?.profile || attempt.expiresAt <= ctx.now()) return refuse('google_state_invalid')
  return { ...attempt, profile: attempt.profile }
}

/**
 * Another request with the same Google account or address may create the user at the same time. The second run finds
 * that user.
 */
export async function transactTwice<T>(ctx: Context<'visitor'>, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await ctx.transact(work)
  } catch (error) {
    if (!(error instanceof Refusal) || (error.code !== 'email_taken' && error.code !== 'google_connected_elsewhere')) throw error
    return ctx.transact(work)
  }
}

/**
 * Creates a user with an address that Google confirmed. A stranger may have signed up with it before: whatever that
 * sign-up stored, including its password, sessions and link, becomes void.
 * @param former a user with the same address, who never confirmed it
 */
async function createUser(
  tx: Tx,
  { profile, role, terms }: { profile: GoogleProfile; role: 'creator' | 'brand'; terms: TermsAcceptance },
  former: User | undefined,
  ctx: Context<'visitor'>,
): Promise<User> {
  const at = ctx.now()
  const { sub, email } = profile
  const id = former?.id ?? ctx.newId()
  const user = { id, email, role, createdAt: at, confirmedAt: at, locale: ctx.locale, ...termsOfSignUp(terms), google: { sub, email } }
  if (former) {
    await endAllSessions(tx, former.id)
    await removeLinksOf(tx, former.id)
  }
  const stored = former ? await saveUser(tx, { ...user, emailKey: former.emailKey, version: former.version }) : await insertUser(tx, user)
  if (role === 'creator') tx.emit(CreatorRegistered.of({ creatorId: id, email, version: stored.version }))
  return stored
}
