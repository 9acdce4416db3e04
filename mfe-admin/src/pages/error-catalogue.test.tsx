// @vitest-environment jsdom
/** The error catalogue of specification §8 at /admin, /admin/reviews and /admin/transfers: what happens → what a person reads, in both languages. */
import type { ErrorCode, ErrorDetails, Locale } from '@reelfair/contracts'
import { sentenceOf } from '@reelfair/contracts/errors'
import { inBothLanguages, refusal, showPage } from '@reelfair/web-kit/testing'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { OverviewPage } from './overview/overview-page.tsx'
import { aReview } from './reviews/review.fixture.ts'
import { ReviewsPage } from './reviews/reviews-page.tsx'
import { TransfersPage } from './transfers/transfers-page.tsx'

type Texts = Readonly<Record<Locale, string | RegExp>>

let answers: (path: string, method: string) => Response | undefined = () => undefined
vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit) => {
  const path = url.replace(/^\/api\/(payouts|metrics)/, '').replace(/\?.*/, '')
  return answers(path, method) ?? Response.json(answered[path] ?? { items: [], waiting: 0 })
})

const review = aReview()
const answered: Readonly<Record<string, object>> = {
  '/admin/reviews': { items: [review, { ...review, id: 'h', kind: 'growth' }] },
  '/api/campaigns/campaigns/c1': { id: 'c1', name: 'Fridge door', logo: { mediaId: 'm1', kind: 'image' } },
  '/readings/latest': { nextAt: '2126-11-26T23:01:00.000Z' },
}

const open = (locale: Locale) => showPage(<TransfersPage />, { locale })
afterEach(() => {
  cleanup()
  answers = () => undefined
})

const loads: [string, Texts][] = [
  ['/admin/transfers', { en: 'The queue did not load.', fr: 'La file n’a pas pu être chargée.' }],
  ['/admin/transfer-logs', { en: 'The attempts did not load.', fr: 'Les essais n’ont pas pu être chargés.' }],
]
test.each(inBothLanguages(loads))('in %s: %s does not load, and why, with a way to try again', async (locale, path, texts) => {
  answers = (asked) => (asked === path ? refusal('internal', locale, { requestId: 'r-17' }) : undefined)
  open(locale)
  expect(await screen.findByText(texts[locale])).toBeDefined()
  expect(screen.getByText(/r-17$/)).toBeDefined()
  expect(screen.getByRole('button', { name: { en: 'Try again', fr: 'Réessayer' }[locale] })).toBeDefined()
})

async function process(locale: Locale) {
  open(locale)
  await userEvent.click(screen.getByRole('button', { name: { en: 'Process the queue', fr: 'Traiter la file' }[locale] }))
  await userEvent.click(await screen.findByRole('button', { name: { en: 'Process now', fr: 'Traiter maintenant' }[locale] }))
}

const refused: [ErrorCode, ErrorDetails, Texts][] = [
  ['not_allowed', {}, { en: 'Your account may not do this.', fr: 'Votre compte ne permet pas cette action.' }],
  [
    'too_many_requests',
    { seconds: 12 },
    { en: 'Too many requests. Please try again in 12 s.', fr: 'Trop de requêtes. Veuillez réessayer dans 12 s.' },
  ],
  ['unavailable', {}, { en: /^This part does not answer at the moment/, fr: /^Cette partie ne répond pas pour le moment/ }],
]
test.each(inBothLanguages(refused))('in %s: processing that ends in %s says so', async (locale, code, details, texts) => {
  answers = (_, method) => (method === 'POST' ? refusal(code, locale, details) : undefined)
  await process(locale)
  expect(await screen.findByText({ en: 'Error processing transfers', fr: 'Erreur lors du traitement des virements' }[locale])).toBeDefined()
  expect(screen.getByText(texts[locale])).toBeDefined()
})

test.each(['en', 'fr'] as const)('in %s: processing says how many succeeded and failed', async (locale) => {
  const result = { successCount: 2, pendingCount: 0, errorCount: 1, remaining: 0, since: '2026-11-21T10:00:00.000Z' }
  answers = (_, method) => (method === 'POST' ? Response.json(result) : undefined)
  await process(locale)
  const texts = { en: 'Processing completed: 2 successful, 1 error.', fr: /^Traitement terminé\s: 2 réussis, 1 erreur\.$/ }
  expect(await screen.findByText(texts[locale])).toBeDefined()
})

const missing: [string, typeof ReviewsPage, string, Texts][] = [
  ['the reviews', ReviewsPage, '/admin/reviews', { en: 'The reviews did not load.', fr: 'Les examens n’ont pas pu être chargés.' }],
  [
    'the reviews of the overview',
    OverviewPage,
    '/admin/reviews',
    { en: 'The reviews did not load.', fr: 'Les examens n’ont pas pu être chargés.' },
  ],
  [
    'the last reading',
    OverviewPage,
    '/readings/latest',
    { en: 'The last reading did not load.', fr: 'Le dernier relevé n’a pas pu être chargé.' },
  ],
  [
    'the logo that was asked for',
    ReviewsPage,
    '/api/campaigns/campaigns/c1',
    { en: 'The campaign’s logo did not load.', fr: 'Le logo de la campagne n’a pas pu être chargé.' },
  ],
  [
    'a video’s earlier readings',
    ReviewsPage,
    '/assignments/a1/observations',
    { en: 'The video’s earlier readings did not load.', fr: 'Les relevés précédents de la vidéo n’ont pas pu être chargés.' },
  ],
]
test.each(inBothLanguages(missing))('in %s: %s did not load, and why, with a way to try again', async (locale, _, Shown, path, texts) => {
  answers = (asked) => (asked === path ? refusal('internal', locale, { requestId: 'r-18' }) : undefined)
  showPage(<Shown />, { locale })
  expect(await screen.findByText(texts[locale])).toBeDefined()
  expect(screen.getByText(/r-18$/)).toBeDefined()
  expect(screen.getByRole('button', { name: { en: 'Try again', fr: 'Réessayer' }[locale] })).toBeDefined()
})

const undecided: [ErrorCode, ErrorDetails, Texts][] = [
  ['review_decided', {}, { en: 'This review has been decided already.', fr: 'Cet examen a déjà été tranché.' }],
  [
    'review_overdue',
    {},
    {
      en: 'The time to decide this review is over, so the default applies.',
      fr: 'Le délai pour trancher cet examen est écoulé : la règle par défaut s’applique.',
    },
  ],
  ['not_found', {}, { en: sentenceOf('not_found', {}, 'en'), fr: sentenceOf('not_found', {}, 'fr') }],
  ['not_allowed', {}, { en: 'Your account may not do this.', fr: 'Votre compte ne permet pas cette action.' }],
  [
    'too_many_requests',
    { seconds: 12 },
    { en: 'Too many requests. Please try again in 12 s.', fr: 'Trop de requêtes. Veuillez réessayer dans 12 s.' },
  ],
  ['unavailable', {}, { en: /^This part does not answer at the moment/, fr: /^Cette partie ne répond pas pour le moment/ }],
]
/** Asks for the views of the first review to count, with a reason. */
async function decide(locale: Locale) {
  showPage(<ReviewsPage />, { locale })
  const verb = { en: 'Let the views count', fr: 'Compter les vues' }[locale]
  const [first] = await screen.findAllByRole('button', { name: verb })
  if (first) await userEvent.click(first)
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByRole('textbox'), 'Seen.')
  await userEvent.click(dialog.getByRole('button', { name: verb }))
  return dialog
}
test.each(inBothLanguages(undecided))('in %s: a decision that ends in %s says so in its dialog', async (locale, code, details, texts) => {
  answers = (_, method) => (method === 'POST' ? refusal(code, locale, details) : undefined)
  const dialog = await decide(locale)
  expect(await dialog.findByText(texts[locale])).toBeDefined()
})

test.each(['en', 'fr'] as const)('in %s: a reason that cannot be taken is said at its field', async (locale) => {
  const said = { en: sentenceOf('text_characters', {}, 'en'), fr: sentenceOf('text_characters', {}, 'fr') }[locale]
  answers = (_, method) => (method === 'POST' ? refusal('invalid_input', locale, {}, [{ path: 'why', message: said }]) : undefined)
  const dialog = await decide(locale)
  expect(await dialog.findByText(said)).toBeDefined()
  expect(dialog.getByRole('textbox').getAttribute('aria-invalid')).toBe('true')
})
