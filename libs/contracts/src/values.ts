/** Does not import zod, so that screens can load the file on its own. */

/** Whether a text could be an e-mail address. For forms only: services check it strictly. */
export const isEmail = (text: string): boolean => /^\S+@\S+\.\S+$/.test(text.trim())

/** A creator must return from the network's page within this time. */
export const CONNECTION_MINUTES = 15

/** @source decisions §7 */
export const PASSWORD_LENGTH = { min: 6, max: 128 } as const
/** Whether a new password has a valid length. */
export const isPasswordLength = ({ length }: string): boolean => length >= PASSWORD_LENGTH.min && length <= PASSWORD_LENGTH.max

/** By an e-mailed link's purpose: the error if it no longer works. */
export const DEAD_LINK_CODES = {
  confirm: 'confirmation_invalid',
  'sign-in': 'sign_in_link_invalid',
  reset: 'reset_link_invalid',
  'change-email': 'email_change_invalid',
} as const

/** @source specification §3 */
export const LEGAL_FORMS = [
  'SAS',
  'SARL',
  'SASU',
  'EURL',
  'SA',
  'SNC',
  'SCI',
  'Auto-entrepreneur',
  'EI',
  'EIRL',
  'Association',
  'Autre',
] as const
export type LegalForm = (typeof LEGAL_FORMS)[number]

/** SVG is excluded, because an SVG may contain scripts and links to other sites. */
export const BRAND_LOGO_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const
export const BRAND_LOGO_MAX_BYTES = 512 * 1024
/** Smallest and largest width and height of a brand's logo, in pixels. */
export const BRAND_LOGO_SIDE = { min: 128, max: 1_024 } as const

/** Social networks in display order. */
export const NETWORKS = ['instagram', 'tiktok', 'youtube'] as const
export const NETWORK_NAMES = { instagram: 'Instagram', tiktok: 'TikTok', youtube: 'YouTube' } as const satisfies Record<
  (typeof NETWORKS)[number],
  string
>

export const AUDIENCE_LANGUAGES = ['en', 'de', 'it', 'pt'] as const

/** Regions that a brand can target. @source specification §3 */
export const ZONES = ['EU', 'US', 'LATAM', 'APAC'] as const

/** Views that a brand can order at once, in the wizard and in invitations. */
export const VIEWS_GOAL = { min: 1_000, max: 500_000, step: 1_000 } as const

/** @example isViewsGoal(1_500) // false */
export const isViewsGoal = (views: number | undefined): views is number =>
  Number.isInteger(views) && Number(views) >= VIEWS_GOAL.min && Number(views) <= VIEWS_GOAL.max && Number(views) % VIEWS_GOAL.step === 0

/** A brand cannot plan a partnership further ahead, because its credits are held until then. */
export const MAX_DAYS_TO_BEGINNING = 60

/** A figure by which brands sort creators. */
export const CREATOR_SORTS = ['averageViews', 'followers', 'rpmCents'] as const

/** Maximum number of a brand's saved searches. */
export const MAX_SAVED_SEARCHES = 20

/** After this time, screens report that the verification is taking longer than usual. @source specification §9 */
export const VERIFICATION_SLOW_SECONDS = 120

/** Creators must live in a country to which the platform can transfer money. @source integration §1.3 */
export const PAYOUT_COUNTRIES = [
  'AT',
  'BE',
  'BG',
  'CA',
  'CH',
  'CY',
  'CZ',
  'DE',
  'DK',
  'EE',
  'ES',
  'FI',
  'FR',
  'GB',
  'GR',
  'HR',
  'HU',
  'IE',
  'IS',
  'IT',
  'LI',
  'LT',
  'LU',
  'LV',
  'MT',
  'NL',
  'NO',
  'PL',
  'PT',
  'RO',
  'SE',
  'SI',
  'SK',
  'US',
] as const
