import { z } from 'zod'
import { isDeletedName } from './deleted.ts'
import { defineEvent } from './event.ts'
import { PASSWORD_LENGTH } from './values.ts'
import { Email, Id, Instant, Locale, Page, PageQuery, PlainText, Version } from './words.ts'

export { TERMS } from './terms.ts'

/** @source decisions §7 */
export const Password = z.string().min(PASSWORD_LENGTH.min).max(PASSWORD_LENGTH.max)

/** A path within this site. Rejects paths that a browser would resolve to another host. */
export const LocalPath = z
  .string()
  .max(500)
  .regex(/^\/(?![/\\])[^\s\\]*$/, 'redirect_foreign')
  // A browser resolves `/..//elsewhere.example` to `//elsewhere.example`, which is another host.
  .refine((path) => !/^\/[^?#]*\/\//.test(path) && !/^(?:\/(?:\.|%2e){1,2})+\//i.test(path), 'redirect_foreign')

/** Minimum wait between two confirmation e-mails to the same address. */
export const RESEND_COOL_DOWN_SECONDS = 60

export const CONFIRMATION_HOURS = 24

export const SIGN_IN_LINK_MINUTES = 15

/** @source issue 15: one-time reset tokens live 30 minutes */
export const RESET_LINK_MINUTES = 30

export const EMAIL_CHANGE_HOURS = 24

/** What the account page shows about the signed-in user, besides `Me`. */
export const AccountSettings = z.object({
  memberSince: Instant,
  /** Missing if the user has no password and signs in with Google. */
  passwordChangedAt: Instant.optional(),
  /** Only creators have a name here; a brand's contact is part of its registration. */
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  /** The latest acceptance; missing for admins and users created by a command. */
  terms: z.object({ version: z.string(), acceptedAt: Instant }).optional(),
})
export type AccountSettings = z.infer<typeof AccountSettings>

/** A web or e-mail address, which only a spammer would enter as a name. “St.John” is a name. */
const LINK_IN_NAME = /[/\\@]|www\.|\p{L}\.\p{Ll}{2,}/u

const PersonName = PlainText(80).refine((name) => !LINK_IN_NAME.test(name), 'person_name_link')

/** A missing field removes the name. @source specification §3, creators.first_name and last_name */
export const NameInput = z.strictObject({ firstName: PersonName.optional(), lastName: PersonName.optional() })
export type NameInput = z.infer<typeof NameInput>

/** Admins cannot sign up on the website. */
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

/** The response is the same whether or not the address is registered, so that it does not reveal accounts. */
export const ConfirmationSent = z.object({ email: z.string(), resendAfterSeconds: z.int() })
export type ConfirmationSent = z.infer<typeof ConfirmationSent>

/** Every wrong password gets the same response, so this schema limits only the length. */
export const GivenPassword = z.string().min(1).max(128)

/** A code from the app or a recovery code, as the user types it. */
export const GivenCode = z.string().min(1).max(40)

/**
 * Proof that sensitive changes require: the password and, with two-step sign-in, a code. Users without a
 * password must have signed in within the last ten minutes instead.
 */
export const PresenceProof = z.strictObject({ password: GivenPassword.optional(), code: GivenCode.optional() })
export type PresenceProof = z.infer<typeof PresenceProof>

/** The purposes of e-mailed links. */
export const LinkPurpose = z.enum(['confirm', 'sign-in', 'reset', 'change-email'])
export type LinkPurpose = z.infer<typeof LinkPurpose>

/** The secret from an e-mailed link. */
const LinkToken = z.string().min(1).max(128)

export const LinkCheckInput = z.strictObject({ purpose: LinkPurpose, token: LinkToken })
export type LinkCheckInput = z.infer<typeof LinkCheckInput>

/** `password` is the one chosen at sign-up. */
export const ConfirmInput = z.strictObject({ token: LinkToken, password: GivenPassword })
export type ConfirmInput = z.infer<typeof ConfirmInput>

export const PasswordResetInput = z.strictObject({ email: Email })
export type PasswordResetInput = z.infer<typeof PasswordResetInput>

export const ResetPasswordInput = z.strictObject({ token: LinkToken, password: Password })
export type ResetPasswordInput = z.infer<typeof ResetPasswordInput>

/** `email` is the new address, `password` the account's. */
export const EmailChangeInput = PresenceProof.extend({ email: Email, password: GivenPassword })
export type EmailChangeInput = z.infer<typeof EmailChangeInput>

export const EmailChanged = z.object({ email: z.string() })
export type EmailChanged = z.infer<typeof EmailChanged>

export const ChangePasswordInput = z.strictObject({ currentPassword: GivenPassword, password: Password })
export type ChangePasswordInput = z.infer<typeof ChangePasswordInput>

export const SignInInput = z.strictObject({ email: Email, password: GivenPassword })
export type SignInInput = z.infer<typeof SignInInput>

export const SignInLinkInput = z.strictObject({
  email: Email,
  redirect: LocalPath.optional(),
})
export type SignInLinkInput = z.infer<typeof SignInLinkInput>

export const SignInByLinkInput = z.strictObject({ token: LinkToken })
export type SignInByLinkInput = z.infer<typeof SignInByLinkInput>

/** `version`: the one that the screen showed. */
export const TermsAcceptanceInput = z.strictObject({ version: z.string().max(20) })
export type TermsAcceptanceInput = z.infer<typeof TermsAcceptanceInput>

export const TokenRequest = z.strictObject({ secret: z.string().min(1).max(128) })
export type TokenRequest = z.infer<typeof TokenRequest>

export const LanguageInput = z.strictObject({ locale: Locale })
export type LanguageInput = z.infer<typeof LanguageInput>

/**
 * Whether a name is the placeholder “À compléter” from older data, in any spelling. Such a brand is incomplete.
 * @source specification §4
 * @example isPlaceholderName(' a\u0300 COMPLETER… ') // true
 */
export const isPlaceholderName = (name: string): boolean =>
  name
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase() === 'acompleter'

export const BrandForm = z.strictObject({
  brandName: PlainText(120).refine((name) => !isPlaceholderName(name) && !isDeletedName(name), 'brand_name_placeholder'),
  contactFirstName: PersonName,
  contactLastName: PersonName,
  contactEmail: Email,
  /**
   * Dial code, space and number: `+33 612345678`. The identity service checks the number.
   * @source specification §3
   */
  contactPhone: PlainText(40)
    .regex(/^\+\d{1,3} [\d ().-]{3,}$/, 'phone_invalid')
    .optional(),
  termsAccepted: z.literal(true, 'terms_required'),
})
export type BrandForm = z.infer<typeof BrandForm>

/** Changes the name or the contact of a registered brand, without accepting the terms again. */
export const BrandContactForm = BrandForm.omit({ termsAccepted: true })
export type BrandContactForm = z.infer<typeof BrandContactForm>

/** Before the form is saved, `complete` is false, and only `id` and `contactEmail` (the account's address) are set. */
export const Brand = z.object({
  id: Id,
  complete: z.boolean(),
  brandName: z.string().optional(),
  contactFirstName: z.string().optional(),
  contactLastName: z.string().optional(),
  contactEmail: z.string(),
  contactPhone: z.string().optional(),
  logoId: Id.optional(),
  termsVersion: z.string().optional(),
  termsAcceptedAt: Instant.optional(),
})
export type Brand = z.infer<typeof Brand>

/** The brands whose names begin with `name`, ignoring case and accents; without it, all of them. */
export const BrandsQuery = PageQuery.extend({ name: z.string().trim().min(1).max(120).optional() })
export type BrandsQuery = z.infer<typeof BrandsQuery>

export const Brands = Page(
  z.object({ id: Id, brandName: z.string(), contactEmail: z.string(), registeredAt: Instant, logoId: Id.optional() }),
)

/**
 * A brand registered, or changed its name or its logo. `registeredAt`, the time of registration, is missing in older
 * events.
 */
export const BrandRegistered = defineEvent(
  'brand.registered',
  1,
  z.object({ brandId: Id, brandName: z.string(), logoId: Id.optional(), registeredAt: Instant.optional(), version: Version }),
  {
    live: ({ brandId }) => [
      { to: `user:${brandId}`, topic: 'brand' },
      { to: `user:${brandId}`, topic: 'session' },
    ],
  },
)

/** The gateway's replicas drop this session from their caches. The user's other screens reload the list of sessions. */
export const SessionEnded = defineEvent('session.ended', 1, z.object({ sessionId: Id, userId: Id }), {
  transient: true,
  live: ({ userId }) => [{ to: `user:${userId}`, topic: 'session' }],
})

/** The permissions of a user's sessions have changed. */
export const SessionChanged = defineEvent('session.changed', 1, z.object({ userId: Id }), {
  transient: true,
  live: ({ userId }) => [{ to: `user:${userId}`, topic: 'session' }],
})

/** The payouts service passes the e-mail address to the payment provider. */
export const CreatorRegistered = defineEvent('creator.registered', 1, z.object({ creatorId: Id, email: z.string(), version: Version }))
