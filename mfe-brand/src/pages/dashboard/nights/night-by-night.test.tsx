// @vitest-environment jsdom
import type { Campaign, Locale, Night } from '@reelfair/contracts'
import { fakeStreams, inLanguages, showPage, stubApi } from '@reelfair/web-kit/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { aCampaign, fourteenNights } from '../../../components/campaign/campaign.fixture.ts'
import { NightByNight } from './night-by-night.tsx'

let nights: Night[]
let campaigns: Campaign[]
let lastReading: string

beforeEach(() => {
  nights = fourteenNights()
  campaigns = [aCampaign({ startsAt: '2026-11-01T12:00:00.000Z', endsAt: '2026-11-24T12:00:00.000Z' })]
  lastReading = '2026-11-18T23:40:00.000Z'
})
// Load the lazy chunks before the tests: the first import is slow on a cold machine.
beforeAll(async () => {
  await import('./last-nights.tsx')
  await import('@reelfair/ui/rich')
}, 60_000)

const api = stubApi({
  'GET /metrics/nights': () => ({ nights }),
  'GET /metrics/readings/latest': () => ({ last: { day: lastReading.slice(0, 10), at: lastReading }, nextAt: lastReading }),
  'GET /campaigns/campaigns/summary': () => ({
    counts: { active: campaigns.length, completed: 0, expired: 0 },
    defaultTab: 'active',
    totalViews: 0,
  }),
  'GET /campaigns/campaigns': () => ({ items: campaigns }),
  'GET /identity/session': { me: { id: 'b', email: 'ida@a.example', role: 'brand', complete: true } },
})
const countOf = (route: string) => api.requests.filter(({ what }) => what === route).length

const streams = fakeStreams()

const show = (locale: Locale = 'en') => showPage(<NightByNight />, { locale })
const drawn = (qualified = 165_804) =>
  fourteenNights({ 18: { qualified: qualified - 1_000, excluded: 50 }, 19: { qualified: 1_000, inReview: 300 } })
const rowsOf = async () => {
  const [, ...rows] = within(await screen.findByRole('figure')).getAllByRole('row', { hidden: true })
  return rows.map((row) =>
    within(row)
      .getAllByRole('cell', { hidden: true })
      .map(({ textContent }) => textContent)
      .join(' | '),
  )
}

test.each([
  [
    'en',
    'Night by night',
    '165,804 qualified views over 14 nights across all campaigns, including views beyond a goal.',
    'Views per night, 6 Nov to 19 Nov',
  ],
  [
    'fr',
    'Nuit après nuit',
    /^165\s804 vues qualifiées en 14 nuits, toutes campagnes confondues, y compris au-delà des objectifs\.$/,
    'Vues par nuit, du 6 nov. au 19 nov.',
  ],
] as const)('in %s: charts the views per night and shows their total', async (locale, title, sum, label) => {
  nights = drawn()
  show(locale)
  expect(await screen.findByText(sum)).toBeDefined()
  expect(screen.getByRole('heading', { level: 2, name: title })).toBeDefined()
  const chart = await screen.findByRole('img')
  expect(chart.getAttribute('aria-label')).toContain(label)
})

test('lists each night with its notes in a table for screen readers', async () => {
  nights = drawn()
  campaigns = [
    aCampaign({ startsAt: '2026-11-01T12:00:00.000Z', endsAt: '2026-11-24T12:00:00.000Z' }),
    aCampaign({ id: 'c2', startsAt: '2026-11-15T12:00:00.000Z', endsAt: '2026-11-24T12:00:00.000Z' }),
  ]
  show()
  const rows = await rowsOf()
  expect(rows.at(-1)).toMatch(/1,000 \| 300 \| 0 \| 2 active campaigns$/)
  expect(rows.at(-2)).toMatch(/164,804 \| 0 \| 50 \| 2 active campaigns$/)
  expect(rows[0]).toMatch(/0 \| 0 \| 0 \| no new views$/)
})

test.each(
  inLanguages([
    [
      'not_found',
      { en: /^We couldn’t find what you’re looking for\.$/, fr: /^Nous n’avons pas trouvé ce que vous cherchez\.$/ },
      { en: 'We couldn’t load your nightly views.', fr: 'Les vues de chaque nuit n’ont pas pu être chargées.' },
    ],
    [
      'unavailable',
      {
        en: /^This part of Reelfair isn’t available at the moment\./,
        fr: /^Cette partie de Reelfair n’est pas disponible pour le moment\./,
      },
      { en: 'We couldn’t load your nightly views.', fr: 'Les vues de chaque nuit n’ont pas pu être chargées.' },
    ],
  ] as const),
)('in %s: reports a failure to load the nights (%s) and recovers on retry', async (locale, code, sentence, title) => {
  nights = drawn()
  api.fail('GET /metrics/nights', code, locale)
  show(locale)
  expect(await screen.findByText(sentence[locale])).toBeDefined()
  expect(screen.getByText(title[locale])).toBeDefined()
  api.recover()
  await userEvent.click(screen.getByRole('button'))
  expect(await screen.findByRole('img')).toBeDefined()
})

test.each([
  ['en', 'No readings yet', /after midnight, Paris time/],
  ['fr', 'Aucun relevé pour l’instant', /après minuit, heure de Paris/],
] as const)('in %s: announces the time of the first reading', async (locale, title, text) => {
  campaigns = [aCampaign({ startsAt: '2026-11-19T12:00:00.000Z', endsAt: '2026-11-24T12:00:00.000Z' })]
  show(locale)
  expect(await screen.findByText(title)).toBeDefined()
  expect(screen.getByText(text)).toBeDefined()
  expect(screen.queryByRole('img')).toBeNull()
})

test.each([
  ['en', 'No new views in the last 14 nights.', 'Create a campaign'],
  ['fr', /^Aucune nouvelle vue au cours des 14 dernières nuits\.$/, 'Créer une campagne'],
] as const)('in %s: suggests a new campaign after two weeks without views', async (locale, title, action) => {
  campaigns = [aCampaign({ startsAt: '2026-10-01T12:00:00.000Z', endsAt: '2026-10-08T12:00:00.000Z', status: 'completed' })]
  show(locale)
  expect(await screen.findByText(title)).toBeDefined()
  expect(screen.getByRole('link', { name: action }).getAttribute('href')).toBe('/brand-dashboard/new-campaign')
})

test.each([
  ['en', '900 qualified views over 2 nights across all campaigns, including views beyond a goal.'],
  ['fr', '900 vues qualifiées en 2 nuits, toutes campagnes confondues, y compris au-delà des objectifs.'],
] as const)('in %s: leaves out the nights before the first campaign could get views', async (locale, sum) => {
  nights = fourteenNights({ 19: { qualified: 900 } })
  campaigns = [aCampaign({ startsAt: '2026-11-17T12:00:00.000Z', endsAt: '2026-11-24T12:00:00.000Z' })]
  show(locale)
  expect(await screen.findByText(sum)).toBeDefined()
  expect(await rowsOf()).toHaveLength(2)
})

test('neither shows nor requests nights for a brand without campaigns', async () => {
  campaigns = []
  show()
  await waitFor(() => expect(countOf('GET /campaigns/campaigns/summary')).toBe(1))
  await expect(screen.findByText('Night by night', {}, { timeout: 300 })).rejects.toThrow()
  expect(countOf('GET /metrics/nights')).toBe(0)
})

test('refetches the nights when new views are counted', async () => {
  nights = drawn()
  show()
  expect(await screen.findByText(/^165,804 qualified/)).toBeDefined()
  nights = drawn(200_000)
  streams.at(-1)?.emit('changed', { topic: 'campaigns' })
  expect(await screen.findByText(/^200,000 qualified/)).toBeDefined()
})

test('adds a night after its reading, even without new views or a campaign update', async () => {
  nights = drawn()
  show()
  expect((await rowsOf()).at(-1)).toMatch(/^1,000 /)
  nights = [...nights.slice(1), { ...nights[0]!, day: '2026-11-20' }]
  lastReading = '2026-11-19T23:40:00.000Z'
  streams.at(-1)?.emit('changed', { topic: 'readings' })
  await waitFor(async () => expect((await rowsOf()).at(-1)).toMatch(/^0 \| 0 \| 0 \| no new views$/))
  expect(countOf('GET /metrics/nights')).toBe(2)
})
