/** How results of sign-ins become responses. The gateway turns their headers into cookies. */
import { CHALLENGE_MINUTES, GOOGLE_MINUTES, type GoogleOutcome, type SignedIn } from '@reelfair/contracts'
import { ABSOLUTE_DAYS, DEVICE_DAYS } from './domain/session.ts'
import type { GoogleResult } from './use-cases/sign-in-with-google.ts'
import type { GoogleStarted } from './use-cases/start-google-sign-in.ts'
import type { SignInResult, UserSession } from './use-cases/start-user-session.ts'

const order = (secret: string, days: number) => `${secret}; max-age=${days * 86_400}`

const cookiesOf = ({ secret, device }: UserSession) => ({
  'x-set-session': order(secret, ABSOLUTE_DAYS),
  'x-set-device': order(device, DEVICE_DAYS),
})

/** Cookies of a browser whose session continues with a new secret. */
export const rotated = (entered: UserSession | undefined) => (entered ? cookiesOf(entered) : {})

const enterWith =
  (status: number, more: Readonly<Record<string, string>> = {}) =>
  (entered: UserSession) => ({ status, body: entered.me, headers: { ...cookiesOf(entered), ...more } })

const challengeHeaders = (challenge: string) => ({ 'x-set-challenge': `${challenge}; max-age=${CHALLENGE_MINUTES * 60}` })

/** Ends the challenge. */
export const enterAfterCode = enterWith(201, { 'x-set-challenge': order('', 0) })

/** A new session for a browser that is already signed in. */
export const enterAgain = enterWith(200)

export const signOut = () => ({ status: 204, body: undefined, headers: { 'x-set-session': order('', 0) } })

/** A session, or a request for a code. */
export const enter = (result: SignInResult): { status: number; body: SignedIn; headers: Record<string, string> } =>
  'challenge' in result ? { status: 202, body: { secondStep: true }, headers: challengeHeaders(result.challenge) } : enterWith(201)(result)

export const startGoogle = ({ url, oauth }: GoogleStarted) => ({
  status: 201,
  body: { url },
  headers: { 'x-set-oauth': `${oauth}; max-age=${GOOGLE_MINUTES * 60}` },
})

/** The cookie is needed only until the sign-in is complete. */
export const finishGoogle = (result: GoogleResult): { status: number; body: GoogleOutcome; headers: Record<string, string> } => {
  if (result.outcome === 'terms' || result.outcome === 'password') return { status: 200, body: result, headers: {} }
  const headers = { 'x-set-oauth': order('', 0) }
  if (result.outcome === 'second-step') {
    const { outcome, challenge, redirect } = result
    return { status: 202, body: { outcome, redirect }, headers: { ...headers, ...challengeHeaders(challenge) } }
  }
  if (result.outcome === 'connected') return { status: 200, body: result, headers: { ...headers, ...rotated(result.entered) } }
  if (result.outcome !== 'signed-in') return { status: 200, body: result, headers }
  const { outcome, me, redirect } = result
  return { ...enterWith(201, headers)(result), body: { outcome, me, redirect } }
}
