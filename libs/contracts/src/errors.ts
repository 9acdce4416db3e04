/** Every error text that users can see, with its HTTP status. */
import { accountErrors } from './account-errors.ts'
import { campaignErrors } from './campaign-errors.ts'
import { identityErrors } from './identity-errors.ts'
import { partnershipErrors } from './partnership-errors.ts'
import { payoutErrors } from './payout-errors.ts'
import { requestErrors } from './request-errors.ts'
import { settingErrors } from './setting-errors.ts'
import type { Locale } from './words.ts'

interface ErrorEntry {
  readonly status: number
  readonly en: string
  readonly fr: string
}

/** Screens and services replace `{name}` with `details.name`. */
export const errorTable = {
  ...requestErrors,
  ...identityErrors,
  ...accountErrors,
  ...campaignErrors,
  ...partnershipErrors,
  ...payoutErrors,
  ...settingErrors,
} as const satisfies Record<string, ErrorEntry>

export type ErrorCode = keyof typeof errorTable

/** Values for a text’s placeholders, or lists for screens. */
export type ErrorDetails = Readonly<Record<string, unknown>>

/** An expected error, sent to the client with its code. Any other thrown error is a bug and causes a 500. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: ErrorCode
  readonly details: ErrorDetails

  constructor(code: ErrorCode, details: ErrorDetails = {}) {
    super(code)
    this.code = code
    this.details = details
  }
}

/**
 * Ends the request with an expected error.
 * @throws Refusal always
 * @example if (active.count >= 5) refuse('signup_limit_reached', { limit: 5 })
 */
export function refuse(code: ErrorCode, details: ErrorDetails = {}): never {
  throw new Refusal(code, details)
}

/** Services write sizes with English units. */
const withUnit = (value: string, locale: Locale) => (locale === 'fr' ? value.replace(/^(\d+) ([KM]?)B$/, '$1\u00a0$2o') : value)

const shown = (value: unknown, locale: Locale) =>
  typeof value === 'number' ? new Intl.NumberFormat(locale).format(value) : withUnit(String(value), locale)

/**
 * An error’s text in the reader’s language.
 * @example sentenceOf('too_large', { limit: '40 MB' }, 'en') // 'This is too large. The maximum is 40 MB.'
 */
export function sentenceOf(code: ErrorCode, details: ErrorDetails, locale: Locale): string {
  return errorTable[code][locale].replaceAll(/\{(\w+)\}/g, (hole, name: string) => shown(details[name] ?? hole, locale))
}

/** The body of every refusal, `application/problem+json`. @source RFC 9457 */
export interface Problem {
  readonly type: 'about:blank'
  readonly status: number
  /** Programs use `code`; people read `detail`. */
  readonly code: ErrorCode
  readonly title: string
  /** The error's text, in the language of the request’s Accept-Language. */
  readonly detail: string
  readonly requestId: string
  readonly details?: ErrorDetails
  /** For `invalid_input`: each field’s path, such as `address.city`, and its error in the reader’s language. */
  readonly fields?: readonly { readonly path: string; readonly message: string }[]
}
