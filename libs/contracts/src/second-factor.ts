/** Two-step sign-in: after the password, Google or a link, the user enters a code from an authenticator app. */
import { z } from 'zod'
import { GivenCode, PresenceProof } from './identity.ts'
import { Me } from './session.ts'
import { Instant } from './words.ts'

/** A sign-in that is waiting for a code must be completed within this time. */
export const CHALLENGE_MINUTES = 10

/** A user must confirm a new authenticator app within this time. */
export const ENROLMENT_MINUTES = 10

export const RECOVERY_CODES = 10

/** The sign-in is waiting for a code. */
const SecondStep = z.object({ secondStep: z.literal(true) })

/** The result of every sign-in method. */
export const SignedIn = z.union([Me, SecondStep])
export type SignedIn = z.infer<typeof SignedIn>

export const CodeInput = z.strictObject({ code: GivenCode })
export type CodeInput = z.infer<typeof CodeInput>

export const SecondFactorStart = PresenceProof.omit({ code: true })
export type SecondFactorStart = z.infer<typeof SecondFactorStart>

/**
 * `secret` is Base32; `url` contains it for the QR code. `enrolment` is the same secret, sealed for the next request.
 */
export const SecondFactorOffer = z.object({ enrolment: z.string(), secret: z.string(), url: z.string() })
export type SecondFactorOffer = z.infer<typeof SecondFactorOffer>

export const SecondFactorConfirmation = z.strictObject({ enrolment: z.string().min(1).max(1_000), code: GivenCode })
export type SecondFactorConfirmation = z.infer<typeof SecondFactorConfirmation>

export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()).max(RECOVERY_CODES) })
export type RecoveryCodes = z.infer<typeof RecoveryCodes>

export const SecondFactorProof = PresenceProof.required({ code: true })
export type SecondFactorProof = z.infer<typeof SecondFactorProof>

/**
 * `addedAt` and `recoveryCodesLeft` are missing without a second factor. `isRequired`: the setting requires this admin
 * to have one.
 */
export const SecondFactorState = z.object({
  addedAt: Instant.optional(),
  recoveryCodesLeft: z.int().min(0).max(RECOVERY_CODES).optional(),
  hasPassword: z.boolean(),
  isRequired: z.boolean(),
})
export type SecondFactorState = z.infer<typeof SecondFactorState>
