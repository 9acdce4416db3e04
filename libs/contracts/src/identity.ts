/** Identity: sign-in, who is asking, and the registration of a brand. */
import { z } from 'zod'
import { defineEvent } from './event.ts'
import { Email, Id, Instant, PlainText, Version } from './words.ts'

/** The version of the terms that people accept today; kept with each acceptance. */
export const TERMS_VERSION = '1.0'

/** At least 6 characters, at most 128. @source decisions §7 */
export const Password = z.string().min(6).max(128)

/** A wrong password of any shape is answered like every wrong password, so only its size is bounded here. */
export const SignInInput = z.strictObject({ email: Email, password: z.string().min(1).max(128) })
export type SignInInput = z.infer<typeof SignInInput>

/** What the gateway asks for with the cookie's content. */
export const TokenRequest = z.strictObject({ secret: z.string().min(1).max(128) })
export type TokenRequest = z.infer<typeof TokenRequest>

const PersonName = PlainText(80)

/** The form at /brand/form. */
export const BrandForm = z.strictObject({
  brandName: PlainText(120),
  contactFirstName: PersonName,
  contactLastName: PersonName,
  contactEmail: Email,
  contactPhone: PlainText(40).min(4).optional(),
  termsAccepted: z.literal(true),
})
export type BrandForm = z.infer<typeof BrandForm>

/** What is saved of a brand. Before the form is saved `complete` is false and only `id` and `contactEmail` (the account's own) are there. */
export const Brand = z.object({
  id: Id,
  complete: z.boolean(),
  brandName: z.string().optional(),
  contactFirstName: z.string().optional(),
  contactLastName: z.string().optional(),
  contactEmail: z.string(),
  contactPhone: z.string().optional(),
  termsVersion: z.string().optional(),
  termsAcceptedAt: Instant.optional(),
})
export type Brand = z.infer<typeof Brand>

/** A brand's registration is complete, or its name has changed since. */
export const BrandRegistered = defineEvent('brand.registered', 1, z.object({ brandId: Id, brandName: z.string(), version: Version }), {
  live: ({ brandId }) => [
    { to: `user:${brandId}`, topic: 'brand' },
    { to: `user:${brandId}`, topic: 'session' },
  ],
})

/** For the gateway's replicas: what they remember of this session is void from now on. */
export const SessionEnded = defineEvent('session.ended', 1, z.object({ sessionId: Id, userId: Id }), { transient: true })
