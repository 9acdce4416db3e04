// @vitest-environment jsdom
/**
 * Checks every error text on the admin pages, in English and French: alternating in `npm test`, both in the soak.
 * @source specification §8
 */
import type { Locale } from '@reelfair/contracts'
import { sentenceOf } from '@reelfair/contracts/errors'
import { errorRows, type LoadRow, showPage, stubApi, testLoadFailures, testRefusals } from '@reelfair/web-kit/testing'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { OverviewPage } from './overview/overview-page.tsx'
import { PartnershipsPage } from './partnerships/partnerships-page.tsx'
import { aReview } from './reviews/review.fixture.ts'
import { ReviewsPage } from './reviews/reviews-page.tsx'
import { TransfersPage } from './transfers/transfers-page.tsx'

const review = aReview()
const api = stubApi({
  'GET /payouts/admin/transfers': { items: [], waiting: 0 },
  'GET /payouts/admin/transfer-logs': { items: [] },
  'GET /metrics/admin/reviews': { items: [review, { ...review, id: 'h', kind: 'growth' }] },
  'GET /metrics/assignments/:assignmentId/observations': { items: [] },
  'GET /campaigns/campaigns/:campaignId': { id: 'c1', name: 'Fridge door', logo: { mediaId: 'm1', kind: 'image' } },
  'GET /partnerships/admin/partnerships': { items: [], matching: 0 },
  'GET /partnerships/admin/test-partnerships': { isAvailable: false },
  'GET /metrics/readings/latest': { nextAt: '2126-11-26T23:01:00.000Z' },
})
const PROCESS = 'POST /payouts/admin/transfers/process'
const DECISION = 'POST /metrics/admin/reviews/:reviewId/decision'

const partnerships: LoadRow = [
  'GET /partnerships/admin/partnerships',
  { en: 'We couldn’t load the partnerships.', fr: 'Les partenariats n’ont pas pu être chargés.' },
]
const reviews: LoadRow = [
  'GET /metrics/admin/reviews',
  { en: 'We couldn’t load the reviews.', fr: 'Les vérifications n’ont pas pu être chargées.' },
]
describe.each<[string, typeof ReviewsPage, LoadRow[]]>([
  [
    'transfers',
    TransfersPage,
    [
      ['GET /payouts/admin/transfers', { en: 'We couldn’t load the queue.', fr: 'La file d’attente n’a pas pu être chargée.' }],
      ['GET /payouts/admin/transfer-logs', { en: 'We couldn’t load the attempts.', fr: 'Les tentatives n’ont pas pu être chargées.' }],
    ],
  ],
  [
    'overview',
    OverviewPage,
    [
      reviews,
      partnerships,
      ['GET /metrics/readings/latest', { en: 'We couldn’t load the last reading.', fr: 'Le dernier relevé n’a pas pu être chargé.' }],
    ],
  ],
  ['partnerships', PartnershipsPage, [partnerships]],
  [
    'reviews',
    ReviewsPage,
    [
      reviews,
      [
        'GET /campaigns/campaigns/:campaignId',
        { en: 'We couldn’t load the expected logo.', fr: 'Le logo attendu n’a pas pu être chargé.' },
      ],
      [
        'GET /metrics/assignments/:assignmentId/observations',
        { en: 'We couldn’t load the video’s earlier readings.', fr: 'Les relevés précédents de la vidéo n’ont pas pu être chargés.' },
      ],
    ],
  ],
])('on the %s page', (_, Page, rows) => testLoadFailures(api, rows, (locale) => showPage(<Page />, { locale })))

async function process(locale: Locale) {
  showPage(<TransfersPage />, { locale })
  await userEvent.click(screen.getByRole('button', { name: { en: 'Process the queue', fr: 'Traiter la file d’attente' }[locale] }))
  await userEvent.click(await screen.findByRole('button', { name: { en: 'Process now', fr: 'Traiter maintenant' }[locale] }))
}

testRefusals(api, PROCESS, [errorRows.not_allowed, errorRows.too_many_requests, errorRows.unavailable], process, (locale) => {
  expect(screen.getByText({ en: 'Error processing transfers', fr: 'Erreur lors du traitement des virements' }[locale])).toBeDefined()
})

test.each(['en', 'fr'] as const)('in %s: shows how many transfers succeeded and failed', async (locale) => {
  api.answer({ [PROCESS]: { successCount: 2, pendingCount: 0, errorCount: 1, remaining: 0, since: '2026-11-21T10:00:00.000Z' } })
  await process(locale)
  const texts = { en: 'Processing completed: 2 successful, 1 error.', fr: /^Traitement terminé\s: 2 réussis, 1 erreur\.$/ }
  expect(await screen.findByText(texts[locale])).toBeDefined()
})

async function decide(locale: Locale) {
  showPage(<ReviewsPage />, { locale })
  const verb = { en: 'Count the views', fr: 'Compter les vues' }[locale]
  const [first] = await screen.findAllByRole('button', { name: verb })
  if (first) await userEvent.click(first)
  const dialog = await screen.findByRole('dialog')
  await userEvent.type(within(dialog).getByRole('textbox'), 'Seen.')
  await userEvent.click(within(dialog).getByRole('button', { name: verb }))
  return dialog
}
testRefusals(
  api,
  DECISION,
  [
    errorRows.review_decided,
    errorRows.review_overdue,
    errorRows.not_found,
    errorRows.not_allowed,
    errorRows.too_many_requests,
    errorRows.unavailable,
  ],
  decide,
)

test.each(['en', 'fr'] as const)('in %s: shows an error next to the reason field when the reason is invalid', async (locale) => {
  const fieldError = { en: sentenceOf('text_characters', {}, 'en'), fr: sentenceOf('text_characters', {}, 'fr') }[locale]
  api.fail(DECISION, 'invalid_input', locale, {}, [{ path: 'why', message: fieldError }])
  const dialog = within(await decide(locale))
  expect(await dialog.findByText(fieldError)).toBeDefined()
  expect(dialog.getByRole('textbox').getAttribute('aria-invalid')).toBe('true')
})
