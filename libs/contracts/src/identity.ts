/** Identity: sign-in, who is asking, and the registration of a brand. */
import { z } from 'zod'
import { defineEvent } from './event.ts'
import { Email, Id, Instant, PlainText, Version } from './words.ts'

export { TERMS_VERSION } from './terms.ts'

/** At least 6 characters, at most 128. @source decisions §7 */
export const Password = z.string().min(6).max(128)

/** A path of this site to go on to, such as `/brand-dashboard?tab=active`; nothing that a browser reads as another host. */
export const LocalPath = z
  .string()
  .max(500)
  .regex(/^\/(?![/\\])[^\s\\]*$/, 'redirect_foreign')
  // `/..//elsewhere.example` begins with two slashes once a browser has read it.
  .refine((path) => !/^\/[^?#]*\/\//.test(path) && !/^(?:\/(?:\.|%2e){1,2})+\//i.test(path), 'redirect_foreign')

/** How long somebody waits between two confirmation mails, in seconds. */
export const RESEND_COOL_DOWN_SECONDS = 60

/** How long the link of a confirmation mail works, in hours. */
export const CONFIRMATION_HOURS = 24

/** How long a sign-in link works, in minutes. */
export const SIGN_IN_LINK_MINUTES = 15

/** Signing up on the web. An admin never comes this way. */
export const SignUpInput = z.strictObject({
  email: Email,
  password: Password,
  role: z.enum(['creator', 'brand']),
  termsAccepted: z.literal(true, 'terms_required'),
  /** Where the person wanted to go; the link of the mail keeps it. */
  redirect: LocalPath.optional(),
})
export type SignUpInput = z.infer<typeof SignUpInput>

export const ResendInput = z.strictObject({ email: Email })
export type ResendInput = z.infer<typeof ResendInput>

/** The answer to a sign-up, and to a request for a mail whether or not anybody has this address. */
export const ConfirmationSent = z.object({ email: z.string(), resendAfterSeconds: z.int() })
export type ConfirmationSent = z.infer<typeof ConfirmationSent>

/** A wrong password of any shape is answered like every wrong password, so only its size is bounded here. */
const GivenPassword = z.string().min(1).max(128)

/** What the page behind the mail's link sends: the link's secret, and the password chosen at sign-up. */
export const ConfirmInput = z.strictObject({ token: z.string().min(1).max(128), password: GivenPassword })
export type ConfirmInput = z.infer<typeof ConfirmInput>

export const SignInInput = z.strictObject({ email: Email, password: GivenPassword })
export type SignInInput = z.infer<typeof SignInInput>

/** Asks for a link by mail that signs in without the password. */
export const SignInLinkInput = z.strictObject({
  email: Email,
  /** Where the person wanted to go; the link of the mail keeps it. */
  redirect: LocalPath.optional(),
})
export type SignInLinkInput = z.infer<typeof SignInLinkInput>

/** What the page behind a sign-in link sends: the link's secret. */
export const SignInByLinkInput = z.strictObject({ token: z.string().min(1).max(128) })
export type SignInByLinkInput = z.infer<typeof SignInByLinkInput>

/** What the gateway asks for with the cookie's content. */
export const TokenRequest = z.strictObject({ secret: z.string().min(1).max(128) })
export type TokenRequest = z.infer<typeof TokenRequest>

const PersonName = PlainText(80)

/**
 * Whether a brand's name is only the word that older data hold where it is still missing, "À compléter", however it is written. Such a brand is not complete.
 * @source specification §4
 * @example isPlaceholderName(' a\u0300 COMPLETER… ') // true
 */
export const isPlaceholderName = (name: string): boolean =>
  name
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase() === 'acompleter'

/** The form at /brand/form. */
export const BrandForm = z.strictObject({
  brandName: PlainText(120).refine((name) => !isPlaceholderName(name), 'brand_name_placeholder'),
  contactFirstName: PersonName,
  contactLastName: PersonName,
  contactEmail: Email,
  /** Dial code, a space, the number: `+33 612345678`. Whether there is such a number is checked by identity. @source specification §3 */
  contactPhone: PlainText(40)
    .regex(/^\+\d{1,3} [\d ().-]{3,}$/, 'phone_invalid')
    .optional(),
  termsAccepted: z.literal(true, 'terms_required'),
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

/** A brand's registration is complete, or its name has changed since. `registeredAt`: of the first registration; older events lack it. */
export const BrandRegistered = defineEvent(
  'brand.registered',
  1,
  z.object({ brandId: Id, brandName: z.string(), registeredAt: Instant.optional(), version: Version }),
  {
    live: ({ brandId }) => [
      { to: `user:${brandId}`, topic: 'brand' },
      { to: `user:${brandId}`, topic: 'session' },
    ],
  },
)

/** For the gateway's replicas: what they remember of this session is void from now on. */
export const SessionEnded = defineEvent('session.ended', 1, z.object({ sessionId: Id, userId: Id }), { transient: true })

/** A creator has confirmed the e-mail address. @see payouts: the address goes to the payment provider */
export const CreatorRegistered = defineEvent('creator.registered', 1, z.object({ creatorId: Id, email: z.string(), version: Version }))
