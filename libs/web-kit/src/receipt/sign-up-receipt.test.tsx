// @vitest-environment jsdom
import { type ErrorCode, type Locale, type Receipt, sentenceOf } from '@reelfair/contracts'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { type ApiRoute, inLanguages, showPage, stubApi } from '../testing/show-page.tsx'
import { SignUpReceipt } from './index.ts'

const ID = '01a1ff74-0000-7000-8000-00003f1c9a20'
const rateCard = { validFrom: '2025-08-23', centsPer1000: 10 }
const terms = { campaignName: 'Ride the canal', viewsGoal: 10_000, rateCard } as unknown as Receipt['terms']
const RECEIPT: Receipt = {
  signUpId: ID,
  campaignId: 'c',
  campaignName: 'Ride the canal',
  network: 'instagram',
  username: 'lina.mrtn',
  signedUpAt: '2026-11-20T08:00:00.000Z',
  terms,
  count: { observed: 12_345, qualified: 12_345, inReview: 0, excluded: [] },
  charged: 10_000,
  reserved: 0,
  cents: 100,
  exactMilliCents: 100_000,
  isOver: true,
  isFinal: true,
  days: [
    {
      day: '2026-11-22',
      revision: 1,
      qualified: 12_345,
      inReview: 0,
      byDefault: 0,
      demand: 12_345,
      granted: 10_000,
      freed: 0,
      left: 10_000,
      shared: { numerator: 12_345, denominator: 12_345, rank: 1, extras: 0 },
      charged: { before: 0, after: 10_000 },
      reserved: { before: 0, after: 0 },
      cents: { before: 0, after: 100 },
      rateCard,
    },
  ],
  videos: [
    {
      videoId: 'v1',
      url: 'https://instagram.example/v1',
      views: 12_345,
      qualified: 12_345,
      inReview: 0,
      excluded: 0,
      faults: [],
      logo: 'verified',
      publishedAt: '2026-11-20T09:00:00.000Z',
      seenAt: '2026-11-21T23:10:00.000Z',
    },
  ],
}

let receipt: Receipt
const api = stubApi({
  'GET /campaigns/sign-ups/:signUpId/receipt': () => receipt,
  'GET /metrics/assignments/:assignmentId/reviews': { items: [] },
  'GET /metrics/assignments/:assignmentId/videos': { items: [] },
})
beforeEach(() => {
  receipt = RECEIPT
})

const open = (unit: 'cents' | 'credits' = 'cents', locale: Locale = 'en') =>
  showPage(<SignUpReceipt signUpId={ID} unit={unit} />, { locale })
const press = async () => userEvent.click(await screen.findByRole('button', { name: 'Recompute' }))

test('shows pay to a creator and the charge to a brand, with the same lines', async () => {
  open()
  expect(await screen.findByRole('article', { name: 'Receipt R-3F1C9A20' })).toBeDefined()
  expect(screen.getAllByText(/^€1\.00$/)).toHaveLength(2)
  expect(screen.getByText('Video 1')).toBeDefined()
  cleanup()
  open('credits')
  expect((await screen.findByText('Charged')).nextSibling?.textContent).toBe('10,000')
  expect(screen.getByText('Video 1')).toBeDefined()
  expect(screen.queryByText(/€/)).toBeNull()
})

test('recomputes the lines and confirms that the total matches', async () => {
  open()
  await press()
  expect(await screen.findByText(/^Recomputed .* Same to the cent\.$/)).toBeDefined()
})

test('shows both totals and a support link if the recomputed total differs', async () => {
  receipt = { ...RECEIPT, cents: 101 }
  open()
  await press()
  expect(await screen.findByText('The recomputed total differs.')).toBeDefined()
  expect(screen.getByText('On this receipt').nextSibling?.textContent).toMatch(/^€1\.01$/)
  expect(screen.getByText(/^Recomputed /).nextSibling?.textContent).toMatch(/^€1\.00$/)
  document.head.insertAdjacentHTML('beforeend', '<meta name="support-email" content="help@alpine.example">')
  await press()
  await waitFor(() => expect(screen.getByRole('link', { name: 'Contact support' }).getAttribute('href')).toBe('mailto:help@alpine.example'))
  document.head.querySelector('meta')?.remove()
})

test('shows an error instead of a match if fetching the receipt again fails', async () => {
  open()
  await screen.findByRole('button', { name: 'Recompute' })
  api.fail('GET /campaigns/sign-ups/:signUpId/receipt', 'internal', 'en', { requestId: 'r-18' })
  await press()
  expect((await screen.findAllByText(/r-18/)).length).toBeGreaterThan(0)
  expect(screen.queryByText(/Same to the cent/)).toBeNull()
})

const failures: [ErrorCode, ApiRoute][] = [
  ['not_found', 'GET /campaigns/sign-ups/:signUpId/receipt'],
  ['unavailable', 'GET /metrics/assignments/:assignmentId/reviews'],
  ['internal', 'GET /metrics/assignments/:assignmentId/videos'],
  ['not_signed_in', 'GET /campaigns/sign-ups/:signUpId/receipt'],
]
test.each(inLanguages(failures))('in %s: shows %s from %s and offers a retry', async (locale, code, route) => {
  api.fail(route, code, locale, { requestId: 'r-17' })
  open('cents', locale)
  expect(await screen.findByText({ en: 'We couldn’t load the receipt.', fr: 'Le reçu n’a pas pu être chargé.' }[locale])).toBeDefined()
  // Testing Library treats no-break spaces as plain spaces.
  expect(screen.getByText(sentenceOf(code, { requestId: 'r-17' }, locale).replaceAll(/\s/g, ' '))).toBeDefined()
  api.recover()
  await userEvent.click(screen.getByRole('button', { name: { en: 'Try again', fr: 'Réessayer' }[locale] }))
  expect(await screen.findByRole('article')).toBeDefined()
})

test.each([
  ['en', 'No receipt yet.'],
  ['fr', 'Pas encore de reçu.'],
] as const)('in %s: reports before the first reading that there is no receipt yet', async (locale, sentence) => {
  receipt = { ...RECEIPT, days: [], videos: [], charged: 0, cents: 0, exactMilliCents: 0 }
  open('cents', locale)
  expect(await screen.findByText(sentence)).toBeDefined()
})
