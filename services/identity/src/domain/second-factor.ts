import { CHALLENGE_MINUTES, type SignInCause } from '@reelfair/contracts'
import type { GoogleProfile } from './google.ts'

/** A user's authenticator app and recovery codes. */
export interface SecondFactor {
  /** The secret shared with the app, encrypted. */
  readonly sealedSecret: string
  /** The 30-second step of the last code; older codes and this one are refused. */
  readonly lastStep: number
  readonly addedAt: Date
  /** Hashes of the unused recovery codes. */
  readonly recoveryHashes: readonly string[]
}

/** A sign-in that waits for a code. */
export interface Challenge {
  /** Hash of the secret in the browser's cookie. */
  readonly id: string
  readonly userId: string
  /** The first step; undefined if the security log already contains it. */
  readonly cause?: SignInCause | undefined
  /** The Google account to connect after the code. Without the code, the first step must not change the account. */
  readonly connects?: GoogleProfile | undefined
  readonly wrongCodes: number
  readonly expiresAt: Date
}

/** A challenge ends after this many wrong codes, so that guessing always requires the first step again. */
const MAX_WRONG_CODES = 5

export const newChallenge = (of: Pick<Challenge, 'id' | 'userId' | 'cause' | 'connects'>, at: Date): Challenge => ({
  ...of,
  wrongCodes: 0,
  expiresAt: new Date(at.getTime() + CHALLENGE_MINUTES * 60_000),
})

/** @returns undefined after the last allowed wrong code */
export function countWrongCode<C extends Challenge>(challenge: C): C | undefined {
  const wrongCodes = challenge.wrongCodes + 1
  return wrongCodes < MAX_WRONG_CODES ? { ...challenge, wrongCodes } : undefined
}

/**
 * Reads a code as a person types it, with spaces, hyphens and lower-case letters.
 * @example readCode('123 456') // { kind: 'app', code: '123456' }
 */
export function readCode(typed: string): { readonly kind: 'app' | 'recovery'; readonly code: string } {
  const code = typed.replaceAll(/[\s-]/g, '').toUpperCase()
  return { kind: /^\d{6}$/.test(code) ? 'app' : 'recovery', code }
}
