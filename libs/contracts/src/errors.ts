/** The one table of expected errors: code → HTTP status and what people read, in both languages. Nothing else may be said to a person. */
import type { Locale } from './words.ts'

interface ErrorEntry {
  readonly status: number
  readonly en: string
  readonly fr: string
}

/** In a sentence `{name}` stands for `details.name`. */
export const errorTable = {
  invalid_input: {
    status: 400,
    en: 'Something in your entry is not as it should be.',
    fr: 'Une partie de votre saisie n’est pas valable.',
  },
  malformed_body: { status: 400, en: 'The request could not be read.', fr: 'La requête n’a pas pu être lue.' },
  username_spaces: {
    status: 400,
    en: 'Please remove the spaces before and after the username.',
    fr: 'Retirez les espaces avant et après le nom d’utilisateur.',
  },
  username_address: {
    status: 400,
    en: 'Please enter the username alone, without @ and not as a link.',
    fr: 'Saisissez le nom d’utilisateur seul, sans @ et pas sous forme de lien.',
  },
  username_characters: {
    status: 400,
    en: 'A username on this network looks different. Please check its letters and its length.',
    fr: 'Sur ce réseau, un nom d’utilisateur s’écrit autrement. Vérifiez ses lettres et sa longueur.',
  },
  text_characters: {
    status: 400,
    en: 'This text holds characters that cannot be shown. Please type it anew.',
    fr: 'Ce texte contient des caractères qui ne peuvent pas être affichés. Veuillez le saisir à nouveau.',
  },
  beginning_past: {
    status: 400,
    en: 'The beginning lies in the past. Today is the earliest day.',
    fr: 'Le début est dans le passé. Aujourd’hui est le premier jour possible.',
  },
  not_signed_in: { status: 401, en: 'Please sign in first.', fr: 'Veuillez d’abord vous connecter.' },
  wrong_credentials: {
    status: 401,
    en: 'This e-mail address and password do not belong together.',
    fr: 'Cette adresse e-mail et ce mot de passe ne correspondent pas.',
  },
  not_allowed: { status: 403, en: 'Your account may not do this.', fr: 'Votre compte ne permet pas cette action.' },
  brand_incomplete: {
    status: 403,
    en: 'Please complete your brand’s registration first.',
    fr: 'Veuillez d’abord compléter l’inscription de votre marque.',
  },
  foreign_origin: { status: 403, en: 'This request came from another site.', fr: 'Cette requête vient d’un autre site.' },
  not_found: { status: 404, en: 'There is nothing here.', fr: 'Il n’y a rien ici.' },
  method_not_allowed: { status: 405, en: 'This address does not take such a request.', fr: 'Cette adresse n’accepte pas cette requête.' },
  too_slow: { status: 408, en: 'The request took too long to arrive.', fr: 'La requête a mis trop de temps à arriver.' },
  conflict: {
    status: 409,
    en: 'This was changed meanwhile. Please look at it again.',
    fr: 'Cet élément a changé entre-temps. Veuillez le relire.',
  },
  key_reused: {
    status: 409,
    en: 'The same request key was used for something else.',
    fr: 'La même clé de requête a servi à autre chose.',
  },
  email_taken: {
    status: 409,
    en: 'An account with this email already exists.',
    fr: 'Un compte existe déjà avec cette adresse e-mail.',
  },
  account_exists: {
    status: 409,
    en: 'You have already added this account.',
    fr: 'Vous avez déjà ajouté ce compte.',
  },
  account_limit_reached: {
    status: 409,
    en: 'Limit reached: {limit} accounts per network at most.',
    fr: 'Limite atteinte : {limit} comptes au maximum par réseau.',
  },
  account_verified: {
    status: 409,
    en: 'A verified account cannot be removed.',
    fr: 'Un compte vérifié ne peut pas être retiré.',
  },
  insufficient_views: {
    status: 409,
    en: 'Insufficient views, you are missing {missing} views.',
    fr: 'Vues insuffisantes, il vous manque {missing} vues.',
  },
  too_large: { status: 413, en: 'This is too large: {limit} at most.', fr: 'C’est trop volumineux : {limit} au maximum.' },
  wrong_type: { status: 415, en: 'This kind of content is not taken here.', fr: 'Ce type de contenu n’est pas accepté ici.' },
  too_many_requests: {
    status: 429,
    en: 'Too many requests. Please try again in {seconds} s.',
    fr: 'Trop de requêtes. Veuillez réessayer dans {seconds} s.',
  },
  headers_too_large: {
    status: 431,
    en: 'The request’s headers are too large.',
    fr: 'Les en-têtes de la requête sont trop volumineux.',
  },
  internal: {
    status: 500,
    en: 'Something went wrong on our side. Nothing was changed. Reference: {requestId}',
    fr: 'Un problème est survenu de notre côté. Rien n’a été modifié. Référence : {requestId}',
  },
  unavailable: {
    status: 503,
    en: 'This part does not answer at the moment. Please try again shortly.',
    fr: 'Cette partie ne répond pas pour le moment. Veuillez réessayer sous peu.',
  },
} as const satisfies Record<string, ErrorEntry>

export type ErrorCode = keyof typeof errorTable

/** What a refusal says beside its code; figures and words for the sentence, or lists for the screen. */
export type ErrorDetails = Readonly<Record<string, unknown>>

/** An expected error. Its code is answered; whatever else is thrown is a bug and answered 500. */
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
 * Refuses what was asked for.
 * @throws Refusal always
 * @example if (active.count >= 5) refuse('signup_limit_reached', { limit: 5 })
 */
export function refuse(code: ErrorCode, details: ErrorDetails = {}): never {
  throw new Refusal(code, details)
}

/**
 * The sentence of an error in the reader's language.
 * @example sentenceOf('too_large', { limit: '40 MB' }, 'en') // 'This is too large: 40 MB at most.'
 */
export function sentenceOf(code: ErrorCode, details: ErrorDetails, locale: Locale): string {
  return errorTable[code][locale].replaceAll(/\{(\w+)\}/g, (hole, name: string) => String(details[name] ?? hole))
}

/** RFC 9457, as every service answers a refusal; `application/problem+json`. */
export interface Problem {
  readonly type: 'about:blank'
  readonly status: number
  /** The code in words for programs; people read `detail`. */
  readonly code: ErrorCode
  readonly title: string
  /** The sentence, in the language of the request's Accept-Language. */
  readonly detail: string
  readonly requestId: string
  readonly details?: ErrorDetails
  /** For `invalid_input`: the field's path, e.g. `address.city`, and what is wrong with it in the reader's language. */
  readonly fields?: readonly { readonly path: string; readonly message: string }[]
}
