import { type ErrorCode, type ErrorDetails, errorTable, type Locale, type Problem, sentenceOf } from '@reelfair/contracts'

/** What a screen shows in each language. */
export type Texts = Readonly<Record<Locale, string | RegExp>>

/** A test row: an error that a service returns, and its sentence on the screen. */
export type ErrorRow<Shown = Texts> = [ErrorCode, ErrorDetails, Shown]

/**
 * Rows for errors that many screens show. No-break spaces are written as plain spaces, as in Testing Library.
 * @example test.each(inLanguages([errorRows.conflict, errorRows.unavailable]))('in %s: shows %s', …)
 */
export const errorRows = {
  brand_incomplete: [
    'brand_incomplete',
    {},
    { en: 'Please add your brand’s name and a contact first.', fr: 'Veuillez d’abord indiquer le nom de votre marque et un contact.' },
  ],
  conflict: [
    'conflict',
    {},
    {
      en: 'This has changed in the meantime. Check it, then try again.',
      fr: 'Cet élément a été modifié entre-temps. Vérifiez-le, puis réessayez.',
    },
  ],
  internal: [
    'internal',
    { requestId: 'r-17' },
    {
      en: 'Something went wrong on our side. Nothing was changed. Reference: r-17',
      fr: 'Un problème est survenu de notre côté. Rien n’a été modifié. Référence : r-17',
    },
  ],
  invalid_input: [
    'invalid_input',
    {},
    {
      en: 'Some of the information is invalid. Check it and try again.',
      fr: 'Certaines informations ne sont pas valides. Vérifiez-les, puis réessayez.',
    },
  ],
  not_allowed: [
    'not_allowed',
    {},
    { en: 'Your account doesn’t have permission to do this.', fr: 'Votre compte n’est pas autorisé à effectuer cette action.' },
  ],
  not_found: ['not_found', {}, { en: 'We couldn’t find what you’re looking for.', fr: 'Nous n’avons pas trouvé ce que vous cherchez.' }],
  not_signed_in: ['not_signed_in', {}, { en: 'Please sign in first.', fr: 'Veuillez d’abord vous connecter.' }],
  review_decided: [
    'review_decided',
    {},
    { en: 'This review has already been decided.', fr: 'Cette vérification a déjà fait l’objet d’une décision.' },
  ],
  review_overdue: [
    'review_overdue',
    {},
    {
      en: 'The deadline for this review has passed, so the default decision applies.',
      fr: 'Le délai de cette vérification est écoulé : la décision par défaut s’applique.',
    },
  ],
  too_many_requests: [
    'too_many_requests',
    { seconds: 12 },
    { en: 'Too many requests. Please try again in 12 s.', fr: 'Trop de requêtes. Veuillez réessayer dans 12 s.' },
  ],
  unavailable: [
    'unavailable',
    {},
    {
      en: 'This part of Reelfair isn’t available at the moment. Please try again shortly.',
      fr: 'Cette partie de Reelfair n’est pas disponible pour le moment. Veuillez réessayer dans quelques instants.',
    },
  ],
} satisfies Partial<Record<ErrorCode, ErrorRow<Record<Locale, string>>>>

/**
 * Builds a service's error response.
 * @example errorResponse('transfer_below_minimum', 'fr', { minimum: 100, payable: 99 })
 */
export function errorResponse(code: ErrorCode, locale: Locale, details: ErrorDetails = {}, fields?: Problem['fields']): Response {
  const { status } = errorTable[code]
  const detail = sentenceOf(code, details, locale)
  const body = { type: 'about:blank', status, code, title: code, detail, requestId: 'r', details, fields }
  return Response.json(body, { status, headers: { 'content-type': 'application/problem+json' } })
}

/** Simulates a bug: reading the response throws, so screens show a generic message. */
export function brokenResponse(): Response {
  const text = () => {
    throw new Error('a bug')
  }
  return Object.assign(new Response(), { text })
}
