/** Identity: sign-in, sessions and brand registration. */
import { z } from 'zod'
import { defineEvent } from './event.ts'
import { Email, Id, Instant, PlainText, Version } from './words.ts'

export { TERMS_VERSION } from './terms.ts'

/** 6 to 128 characters. @source decisions §7 */
export const Password = z.string().min(6).max(128)

/**
 * A path within this site, such as `/brand-dashboard?tab=active`. Paths that a browser would resolve to another host
 * are invalid.
 */
const LocalPath = z
  .string()
  .max(500)
  .regex(/^\/(?![/\\])[^\s\\]*$/, 'redirect_foreign')
  // A browser resolves `/..//elsewhere.example` to a path with two leading slashes, which names another host.
  .refine((path) => !/^\/[^?#]*\/\//.test(path) && !/^(?:\/(?:\.|%2e){1,2})+\//i.test(path), 'redirect_foreign')

/** Seconds between two confirmation e-mails to the same address. */
export const RESEND_COOL_DOWN_SECONDS = 60

/** Hours until the link in a confirmation e-mail expires. */
export const CONFIRMATION_HOURS = 24

/** Minutes until a sign-in link expires. */
export const SIGN_IN_LINK_MINUTES = 15

/** Sign-up on the website. Admins cannot sign up here. */
export const SignUpInput = z.strictObject({
  email: Email,
  password: Password,
  role: z.enum(['creator', 'brand']),
  termsAccepted: z.literal(true, 'terms_required'),
  /** The page that the user originally opened. The link in the e-mail leads there. */
  redirect: LocalPath.optional(),
})
export type SignUpInput = z.infer<typeof SignUpInput>

export const ResendInput = z.strictObject({ email: Email })
export type ResendInput = z.infer<typeof ResendInput>

/** Response to a sign-up or to a request for another e-mail. The same whether or not the address is registered. */
export const ConfirmationSent = z.object({ email: z.string(), resendAfterSeconds: z.int() })
export type ConfirmationSent = z.infer<typeof ConfirmationSent>

/** All wrong passwords get the same response, so only the length is limited here. */
const GivenPassword = z.string().min(1).max(128)

/** Sent by the page that the e-mail links to: the link's secret and the password chosen at sign-up. */
export const ConfirmInput = z.strictObject({ token: z.string().min(1).max(128), password: GivenPassword })
export type ConfirmInput = z.infer<typeof ConfirmInput>

export const SignInInput = z.strictObject({ email: Email, password: GivenPassword })
export type SignInInput = z.infer<typeof SignInInput>

/** Requests an e-mail with a sign-in link, which works without the password. */
export const SignInLinkInput = z.strictObject({
  email: Email,
  /** The page that the user originally opened. The link in the e-mail leads there. */
  redirect: LocalPath.optional(),
})
export type SignInLinkInput = z.infer<typeof SignInLinkInput>

/** Sent by the page that a sign-in link opens: the link's secret. */
export const SignInByLinkInput = z.strictObject({ token: z.string().min(1).max(128) })
export type SignInByLinkInput = z.infer<typeof SignInByLinkInput>

/** The gateway's request for a token. `secret` is the value of the session cookie. */
export const TokenRequest = z.strictObject({ secret: z.string().min(1).max(128) })
export type TokenRequest = z.infer<typeof TokenRequest>

const PersonName = PlainText(80)

/**
 * Whether a brand's name is only the placeholder “À compléter” of older data, in any spelling. Such a brand is
 * incomplete.
 * @source specification §4
 * @example isPlaceholderName(' a\u0300 COMPLETER… ') // true
 */
export const isPlaceholderName = (name: string): boolean =>
  name
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase() === 'acompleter'

/** The brand registration form at `/brand/form`. */
export const BrandForm = z.strictObject({
  brandName: PlainText(120).refine((name) => !isPlaceholderName(name), 'brand_name_placeholder'),
  contactFirstName: PersonName,
  contactLastName: PersonName,
  contactEmail: Email,
  /**
   * Dial code, space, number: `+33 612345678`. The identity service checks whether the number is valid.
   * @source specification §3
   */
  contactPhone: PlainText(40)
    .regex(/^\+\d{1,3} [\d ().-]{3,}$/, 'phone_invalid')
    .optional(),
  termsAccepted: z.literal(true, 'terms_required'),
})
export type BrandForm = z.infer<typeof BrandForm>

/**
 * A stored brand. Before the form is saved, `complete` is false and only `id` and `contactEmail` (the account's
 * address) are set.
 */
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

/**
 * A brand completed its registration or changed its name. `registeredAt` is the time of the first registration and is
 * missing in older events.
 */
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

/** Makes the gateway's replicas drop this session from their caches. */
export const SessionEnded = defineEvent('session.ended', 1, z.object({ sessionId: Id, userId: Id }), { transient: true })

/** A creator confirmed the e-mail address. The payouts service passes the address to the payment provider. */
export const CreatorRegistered = defineEvent('creator.registered', 1, z.object({ creatorId: Id, email: z.string(), version: Version }))
