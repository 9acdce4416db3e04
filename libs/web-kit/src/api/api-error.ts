import type { ErrorCode, ErrorDetails, Locale, Problem } from '@reelfair/contracts'
import type * as Sentences from '@reelfair/contracts/errors'

/** The table of both languages. Most first visits meet no refusal, so it is no part of the first load. */
let sentences: typeof Sentences | undefined

/**
 * Fetches the table, so that it is there when the reader changes the language. Without it a refusal is read as the service said it.
 * @example void bringSentences()
 */
export async function bringSentences(): Promise<void> {
  // Only this file of the contracts: the others would bring zod into the browser.
  sentences ??= await import('@reelfair/contracts/errors').catch(() => undefined)
}

/** What goes wrong before a service could answer; the only sentences of errors that the browser writes itself. */
const ownSentences = {
  network_lost: {
    en: 'Reelfair cannot be reached. Check your connection, then try again. Nothing you entered is lost.',
    fr: 'Reelfair est injoignable. Vérifiez votre connexion, puis réessayez. Rien de votre saisie n’est perdu.',
  },
  timed_out: {
    en: 'No answer came in time. Try again: the same request is never carried out twice.',
    fr: 'La réponse n’est pas arrivée à temps. Réessayez : une même demande n’est jamais exécutée deux fois.',
  },
  unreadable_answer: {
    en: 'This part does not answer as it should at the moment. Please try again shortly.',
    fr: 'Cette partie ne répond pas comme elle le devrait. Veuillez réessayer sous peu.',
  },
} as const satisfies Record<string, Record<Locale, string>>

type OwnCode = keyof typeof ownSentences
export type ApiErrorCode = ErrorCode | OwnCode

interface ApiErrorParts {
  readonly code: ApiErrorCode
  /** The service's sentence, in the language that was asked for; left out for the browser's own codes. */
  readonly sentence?: string
  /** The language that was asked for. */
  readonly locale?: Locale
  readonly status?: number
  readonly requestId?: string | undefined
  readonly details?: ErrorDetails | undefined
  readonly fields?: Problem['fields'] | undefined
  readonly retryAfterSeconds?: number | undefined
}

/** An answer that is no success, or no answer at all. `code` decides what a screen does; people read `sentenceOfError`. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ApiErrorCode
  /** 0: nothing was answered. */
  readonly status: number
  /** The language of `message` and `fields`. */
  readonly locale: Locale
  readonly requestId: string | undefined
  readonly details: ErrorDetails
  /** For `invalid_input`: path of the field → what is wrong with it. */
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

  /** Whether the request may have been carried out all the same: a repetition then needs the same Idempotency-Key. */
  get outcomeUnknown(): boolean {
    return this.status === 0 || this.status >= 500
  }

  /** Whether the request was turned away before its key was looked at: that says nothing of an earlier attempt under the same key. */
  get turnedAway(): boolean {
    return this.status === 401 || this.status === 403 || this.status === 429
  }

  /** Whether asking again at once, without a person, is worth it. */
  get passing(): boolean {
    return this.code === 'network_lost' || this.status === 502 || this.status === 503 || this.status === 504
  }
}

/**
 * What a person reads of an error, also after a change of the language: the service's own sentence in the language it was asked in, else that of the table; undefined for whatever is no ApiError (a bug, for which the screen has its own words).
 * @example sentenceOfError(error, 'fr') // 'Veuillez d’abord vous connecter.'
 */
export function sentenceOfError(error: unknown, locale: Locale): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  const { code, message, details, requestId } = error
  if (code in ownSentences) return ownSentences[code as OwnCode][locale]
  // A service that is newer than this page may know a code that the page's table lacks.
  if (locale === error.locale || !sentences || !(code in sentences.errorTable)) return message
  return sentences.sentenceOf(code as ErrorCode, { ...details, requestId }, locale)
}

/**
 * What is wrong with one field; undefined when nothing is. Services say it in the language it was asked in; after a change of the language the form's own sentence stands in.
 * @example sentenceOfField(error, 'email', 'fr', t('email-error'))
 */
export function sentenceOfField(error: unknown, path: string, locale: Locale, own: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  const said = error.fields[path]
  return said === undefined || locale === error.locale ? said : own
}
