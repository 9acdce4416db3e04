import type { ErrorCode, ErrorDetails, Locale, Problem } from '@reelfair/contracts'
import type * as Sentences from '@reelfair/contracts/errors'

/** Most visits never need the error messages, so they load only when the first error occurs. */
let sentences: typeof Sentences | undefined

/**
 * Loads the error messages, so that displayed errors can be translated after a language change. If loading fails,
 * errors keep the service's message.
 * @example void loadErrorTable()
 */
export async function loadErrorTable(): Promise<void> {
  // Import only this entry point of contracts: the others would load zod in the browser.
  sentences ??= await import('@reelfair/contracts/errors').catch(() => undefined)
}

/** Messages for failures without a readable service response. */
const ownSentences = {
  network_lost: {
    en: 'We couldn’t reach Reelfair. Check your connection, then try again. Nothing you entered is lost.',
    fr: 'Reelfair est injoignable. Vérifiez votre connexion, puis réessayez. Ce que vous avez saisi n’est pas perdu.',
  },
  timed_out: {
    en: 'The request timed out. Try again: the same request is never carried out twice.',
    fr: 'La réponse n’est pas arrivée à temps. Réessayez : une même demande n’est jamais traitée deux fois.',
  },
  unreadable_answer: {
    en: 'We couldn’t read the response. Please try again shortly.',
    fr: 'La réponse n’a pas pu être lue. Veuillez réessayer dans quelques instants.',
  },
} as const satisfies Record<string, Record<Locale, string>>

type OwnCode = keyof typeof ownSentences
export type ApiErrorCode = ErrorCode | OwnCode

interface ApiErrorParts {
  readonly code: ApiErrorCode
  /** The service's message, in the language of `locale`. Missing for the codes in `ownSentences`. */
  readonly sentence?: string
  readonly locale?: Locale
  readonly status?: number
  readonly requestId?: string | undefined
  readonly details?: ErrorDetails | undefined
  readonly fields?: Problem['fields'] | undefined
  readonly retryAfterSeconds?: number | undefined
}

/** A failed request, with or without a response. Screens check `code` and display `sentenceOfError(error)`. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ApiErrorCode
  /** HTTP status, or 0 if no response arrived. */
  readonly status: number
  /** The language of `message` and `fields`. */
  readonly locale: Locale
  readonly requestId: string | undefined
  readonly details: ErrorDetails
  /** Messages by field path, for the code `invalid_input`. */
  readonly fields: Readonly<Record<string, string>>
  readonly retryAfterSeconds: number | undefined

  constructor({ code, sentence, locale = 'en', status = 0, requestId, details = {}, fields = [], retryAfterSeconds }: ApiErrorParts) {
    super(sentence ?? ownSentences[code as OwnCode].en)
    this.code = code
    this.status = status
    this.locale = locale
    this.requestId = requestId
    this.details = details
    this.fields = Object.fromEntries(fields.map(({ path, message }) => [path, message]))
    this.retryAfterSeconds = retryAfterSeconds
  }

  /** Whether the service may have executed the request. A retry then needs the same Idempotency-Key. */
  get outcomeUnknown(): boolean {
    return this.status === 0 || this.status >= 500
  }

  /**
   * Whether the service rejected the request before checking its Idempotency-Key. If so, an earlier attempt may still
   * have succeeded.
   */
  get rejectedEarly(): boolean {
    return this.status === 401 || this.status === 403 || this.status === 429
  }

  get transient(): boolean {
    return this.code === 'network_lost' || this.status === 502 || this.status === 503 || this.status === 504
  }
}

/**
 * Returns the error message in `locale`. Returns undefined if `error` is not an ApiError: such an error is a bug, and
 * each screen has its own message for bugs.
 * @example sentenceOfError(error, 'fr') // 'Veuillez d’abord vous connecter.'
 */
export function sentenceOfError(error: unknown, locale: Locale): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  const { code, message, details, requestId } = error
  if (code in ownSentences) return ownSentences[code as OwnCode][locale]
  // A newer service may send a code that is not in the page's table.
  if (locale === error.locale || !sentences || !(code in sentences.errorTable)) return message
  return sentences.sentenceOf(code as ErrorCode, { ...details, requestId }, locale)
}

/**
 * Returns the message for one field, or undefined if the field is valid. Services send field messages in one language
 * only, so the form's message (`own`) replaces them after a language change.
 * @example sentenceOfField(error, 'email', 'fr', t('email-error'))
 */
export function sentenceOfField(error: unknown, path: string, locale: Locale, own: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  const message = error.fields[path]
  return message === undefined || locale === error.locale ? message : own
}
