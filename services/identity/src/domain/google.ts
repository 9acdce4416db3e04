export interface GoogleProfile {
  /** Google's id for the account, which never changes, unlike the address. */
  readonly sub: string
  readonly email: string
  readonly isVerified: boolean
}

interface KnownUser {
  readonly confirmedAt?: Date | undefined
  readonly google?: { readonly sub: string } | undefined
}

/**
 * What a Google account may do. The address never identifies a person, because Google users can change it and because
 * it can pass to someone else.
 * - `sign-in`: the Google account is connected to a user.
 * - `connect`: both sides confirmed the address, so they belong to the same person.
 * - `register`: creates a user, or replaces one who never confirmed the address.
 * - `password`: Google has not confirmed the address, so only the account's password proves anything.
 * - `taken`: the user with this address has connected another Google account.
 */
export type GoogleDecision = 'sign-in' | 'connect' | 'register' | 'password' | 'taken'

export function decideGoogleSignIn(
  { isVerified }: GoogleProfile,
  { bySub, byEmail }: { readonly bySub: KnownUser | undefined; readonly byEmail: KnownUser | undefined },
): GoogleDecision {
  if (bySub) return 'sign-in'
  if (!isVerified) return 'password'
  if (!byEmail?.confirmedAt) return 'register'
  return byEmail.google ? 'taken' : 'connect'
}
