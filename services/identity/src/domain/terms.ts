import { type Me, type Role, TERMS } from '@reelfair/contracts'
import { businessDayOf, currentTerms, isTermsOutdated, termsPlace } from '@reelfair/rules'

/**
 * Evidence that a user accepted a version of the Terms.
 * @source decisions §7
 */
export interface TermsAcceptance {
  readonly version: string
  readonly acceptedAt: Date
  readonly ip?: string | undefined
}

interface TermsOfUser {
  readonly terms: readonly TermsAcceptance[]
  readonly termsVouched?: string | undefined
  readonly termsKnown?: number | undefined
}

const NEWEST = TERMS.at(-1) ?? TERMS[0]

/** Acceptance of the version that applies to new accounts at this time. */
export const acceptCurrentTerms = (at: Date, ip: string | undefined): TermsAcceptance => ({
  version: currentTerms(businessDayOf(at)).version,
  acceptedAt: at,
  ip,
})

export const termsOfSignUp = (acceptance: TermsAcceptance): TermsOfUser => ({
  terms: [acceptance],
  termsKnown: termsPlace(acceptance.version),
})

/**
 * Admins accept no Terms. For other users created by a command, the operator vouches for the newest version, whatever
 * the day, so that a demo that begins in the past needs no acceptance.
 */
export const termsOfCommand = (role: Role): TermsOfUser =>
  role === 'admin' ? { terms: [] } : { terms: [], termsVouched: NEWEST.version, termsKnown: termsPlace(NEWEST.version) }

/** Adds the evidence to that of earlier versions. Keeps the first acceptance of each version. */
export const withAcceptance = (terms: readonly TermsAcceptance[], acceptance: TermsAcceptance): readonly TermsAcceptance[] =>
  terms.some(({ version }) => version === acceptance.version) ? terms : [...terms, acceptance]

/** @returns the same user if the evidence already contains the version */
export function addAcceptance<User extends TermsOfUser>(user: User, acceptance: TermsAcceptance): User {
  const terms = withAcceptance(user.terms, acceptance)
  return terms === user.terms ? user : { ...user, terms, termsKnown: termsPlace(acceptance.version) }
}

/** The version that a session requires the user to accept; undefined if the accepted one still applies. */
export function termsToAccept(
  { role, terms, termsVouched }: TermsOfUser & { readonly role: Role },
  signedInAt: Date,
  now: Date,
): Me['termsToAccept'] {
  const accepted = terms.at(-1)?.version ?? termsVouched
  if (role === 'admin' || accepted === undefined) return undefined
  return isTermsOutdated(accepted, signedInAt) ? { version: currentTerms(businessDayOf(now)).version, accepted } : undefined
}
