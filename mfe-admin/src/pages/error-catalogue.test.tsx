// @vitest-environment jsdom
/** Checks every error text on the admin pages, in English and French. @source specification §8 */
import type { Locale } from '@reelfair/contracts'
import { sentenceOf } from '@reelfair/contracts/errors'
import { type ErrorRow, errorResponse, errorRows, inBothLanguages, showPage, type Texts } from '@reelfair/web-kit/testing'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { OverviewPage } from './overview/overview-page.tsx'
import { aReview } from './reviews/review.fixture.ts'
import { ReviewsPage } from './reviews/reviews-page.tsx'
import { TransfersPage } from './transfers/transfers-page.tsx'

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
  ['/admin/transfers', { en: 'We couldn’t load the queue.', fr: 'La file d’attente n’a pas pu être chargée.' }],
  ['/admin/transfer-logs', { en: 'We couldn’t load the attempts.', fr: 'Les tentatives n’ont pas pu être chargées.' }],
]
test.each(inBothLanguages(loads))('in %s: shows an error and offers a retry when GET %s fails', async (locale, path, texts) => {
  answers = (asked) => (asked === path ? errorResponse('internal', locale, { requestId: 'r-17' }) : undefined)
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

const refused: ErrorRow[] = [errorRows.not_allowed, errorRows.too_many_requests, errorRows.unavailable]
test.each(inBothLanguages(refused))('in %s: shows the error when processing fails with %s', async (locale, code, details, texts) => {
  answers = (_, method) => (method === 'POST' ? errorResponse(code, locale, details) : undefined)
  await process(locale)
  expect(await screen.findByText({ en: 'Error processing transfers', fr: 'Erreur lors du traitement des virements' }[locale])).toBeDefined()
  expect(screen.getByText(texts[locale])).toBeDefined()
})

test.each(['en', 'fr'] as const)('in %s: shows how many transfers succeeded and failed', async (locale) => {
  const result = { successCount: 2, pendingCount: 0, errorCount: 1, remaining: 0, since: '2026-11-21T10:00:00.000Z' }
  answers = (_, method) => (method === 'POST' ? Response.json(result) : undefined)
  await process(locale)
  const texts = { en: 'Processing completed: 2 successful, 1 error.', fr: /^Traitement terminé\s: 2 réussis, 1 erreur\.$/ }
  expect(await screen.findByText(texts[locale])).toBeDefined()
})

const missing: [string, typeof ReviewsPage, string, Texts][] = [
  [
    'the reviews',
    ReviewsPage,
    '/admin/reviews',
    { en: 'We couldn’t load the reviews.', fr: 'Les vérifications n’ont pas pu être chargées.' },
  ],
  [
    'the reviews on the overview',
    OverviewPage,
    '/admin/reviews',
    { en: 'We couldn’t load the reviews.', fr: 'Les vérifications n’ont pas pu être chargées.' },
  ],
  [
    'the latest reading',
    OverviewPage,
    '/readings/latest',
    { en: 'We couldn’t load the last reading.', fr: 'Le dernier relevé n’a pas pu être chargé.' },
  ],
  [
    'the expected logo',
    ReviewsPage,
    '/api/campaigns/campaigns/c1',
    { en: 'We couldn’t load the campaign’s logo.', fr: 'Le logo de la campagne n’a pas pu être chargé.' },
  ],
  [
    'a video’s earlier readings',
    ReviewsPage,
    '/assignments/a1/observations',
    { en: 'We couldn’t load the video’s earlier readings.', fr: 'Les relevés précédents de la vidéo n’ont pas pu être chargés.' },
  ],
]
test.each(inBothLanguages(missing))('in %s: reports that loading %s failed and offers a retry', async (locale, _, Shown, path, texts) => {
  answers = (asked) => (asked === path ? errorResponse('internal', locale, { requestId: 'r-18' }) : undefined)
  showPage(<Shown />, { locale })
  expect(await screen.findByText(texts[locale])).toBeDefined()
  expect(screen.getByText(/r-18$/)).toBeDefined()
  expect(screen.getByRole('button', { name: { en: 'Try again', fr: 'Réessayer' }[locale] })).toBeDefined()
})

const undecided: ErrorRow[] = [
  errorRows.review_decided,
  errorRows.review_overdue,
  errorRows.not_found,
  errorRows.not_allowed,
  errorRows.too_many_requests,
  errorRows.unavailable,
]
async function decide(locale: Locale) {
  showPage(<ReviewsPage />, { locale })
  const verb = { en: 'Count the views', fr: 'Compter les vues' }[locale]
  const [first] = await screen.findAllByRole('button', { name: verb })
  if (first) await userEvent.click(first)
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByRole('textbox'), 'Seen.')
  await userEvent.click(dialog.getByRole('button', { name: verb }))
  return dialog
}
test.each(inBothLanguages(undecided))('in %s: shows the error when a decision fails with %s', async (locale, code, details, texts) => {
  answers = (_, method) => (method === 'POST' ? errorResponse(code, locale, details) : undefined)
  const dialog = await decide(locale)
  expect(await dialog.findByText(texts[locale])).toBeDefined()
})

test.each(['en', 'fr'] as const)('in %s: shows an error next to the reason field when the reason is invalid', async (locale) => {
  const fieldError = { en: sentenceOf('text_characters', {}, 'en'), fr: sentenceOf('text_characters', {}, 'fr') }[locale]
  answers = (_, method) =>
    method === 'POST' ? errorResponse('invalid_input', locale, {}, [{ path: 'why', message: fieldError }]) : undefined
  const dialog = await decide(locale)
  expect(await dialog.findByText(fieldError)).toBeDefined()
  expect(dialog.getByRole('textbox').getAttribute('aria-invalid')).toBe('true')
})
