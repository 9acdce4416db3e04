/** Sign-in with Google. Google returns the browser to the page `GOOGLE_RETURN_PATH`, which posts the result. */
import { z } from 'zod'
import { GivenPassword, LocalPath } from './identity.ts'
import { Me } from './session.ts'

/** A sign-in that a user started must be completed within this time. */
export const GOOGLE_MINUTES = 10

export const GOOGLE_RETURN_PATH = '/auth/google'

const ChosenRole = z.enum(['creator', 'brand'])

/** The role and the accepted Terms apply only if the sign-in creates an account. */
export const GoogleSignInInput = z.strictObject({
  role: ChosenRole.optional(),
  termsAccepted: z.literal(true, 'terms_required').optional(),
  /** The page that the user originally opened. */
  redirect: LocalPath.optional(),
})
export type GoogleSignInInput = z.infer<typeof GoogleSignInInput>

/** `url` is Google’s page. */
export const GoogleStart = z.object({ url: z.url() })

/** The parameters that Google added to the return address: `code`, or `error` if there is none. */
export const GoogleCallbackInput = z.strictObject({
  state: z.string().min(1).max(128),
  code: z.string().min(1).max(2_048).optional(),
  error: z.string().min(1).max(200).optional(),
})
export type GoogleCallbackInput = z.infer<typeof GoogleCallbackInput>

const kept = { role: ChosenRole.optional(), redirect: LocalPath.optional() }

/**
 * `terms`: a new user must choose a role and accept the Terms. `password`: Google has not confirmed the address, so the
 * user must enter the password of the account with this address. `second-step`: the user must enter a code.
 * `connected`: the account page connected Google.
 */
export const GoogleOutcome = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('signed-in'), me: Me, redirect: LocalPath.optional() }),
  z.object({ outcome: z.literal('second-step'), redirect: LocalPath.optional() }),
  z.object({ outcome: z.literal('terms'), email: z.string(), ...kept }),
  z.object({ outcome: z.literal('password'), email: z.string(), ...kept }),
  z.object({ outcome: z.literal('cancelled'), purpose: z.enum(['sign-in', 'connect']), ...kept }),
  z.object({ outcome: z.literal('connected') }),
])
export type GoogleOutcome = z.infer<typeof GoogleOutcome>

export const GoogleRegistrationInput = z.strictObject({ role: ChosenRole, termsAccepted: z.literal(true, 'terms_required') })
export type GoogleRegistrationInput = z.infer<typeof GoogleRegistrationInput>

export const GooglePasswordInput = z.strictObject({ password: GivenPassword })
export type GooglePasswordInput = z.infer<typeof GooglePasswordInput>

/** `email` is the Google account’s address. */
export const GoogleConnection = z.object({ available: z.boolean(), email: z.string().optional() })
export type GoogleConnection = z.infer<typeof GoogleConnection>
