// @vitest-environment jsdom
import type { GrowthEvidence, Locale, Review } from '@reelfair/contracts'
import { showPage, stubApi } from '@reelfair/web-kit/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { aReview } from './review.fixture.ts'
import { ReviewsPage } from './reviews-page.tsx'

const evidence: GrowthEvidence[] = [
  { signal: 'likes_per_view', value: 0.0031, usual: 0.073 },
  { signal: 'views_per_hour', value: 918.4, usual: 98.2 },
]
const readings: Review['readings'] = [
  {
    readAt: '2026-11-23T23:01:00.000Z',
    at: '2026-11-23T23:00:00.000Z',
    views: 24_686,
    likes: 180,
    comments: null,
    newViews: 22_023,
    evidence,
  },
]
const growth = aReview({ kind: 'growth', byDefault: 'excluded', views: 22_023, readings })
const logo = aReview({ id: 'l', readings: readings.map((reading) => ({ ...reading, evidence: [] })) })
const decided: Review = {
  ...logo,
  id: 'd',
  decision: { verdict: 'excluded', by: 'admin', at: '2026-11-22T10:00:00.000Z', why: 'A mug hides it.', reason: 'logo_absent' },
}
const added = { views: 0, qualified: 0, inReview: 0, excluded: 0 }
const observations = [
  { videoId: 'v1', readAt: '2026-11-23T23:01:00.000Z', added: { ...added, inReview: 22_023 } },
  { videoId: 'other', readAt: '2026-11-22T23:01:00.000Z', added: { ...added, qualified: 99_999 } },
  { videoId: 'v1', readAt: '2026-11-22T23:01:00.000Z', added: { ...added, qualified: 2_362 } },
]

let reviews: Review[]
let more: { items: Review[] } | undefined
const DECISION = 'POST /metrics/admin/reviews/:reviewId/decision'
const api = stubApi({
  'GET /metrics/admin/reviews': ({ query }) => (query.has('cursor') ? more : { items: reviews, ...(more && { next: 'n' }) }),
  'GET /metrics/assignments/:assignmentId/observations': { items: observations },
  'GET /campaigns/campaigns/:campaignId': { id: 'c1', name: 'Fridge door', logo: { mediaId: 'm1', kind: 'image' } },
  'GET /partnerships/partnerships/:partnershipId': { id: 'p1', brandName: 'Kéfiro', logo: { mediaId: 'm2', kind: 'image' } },
  [DECISION]: { ...growth, decision: { ...decided.decision, verdict: 'counts' } },
})

// Load the lazy chunks before the tests: the first import is slow on a cold machine.
beforeAll(() => Promise.all([import('./decision-dialog.tsx'), import('./growth-chart.tsx')]), 60_000)
beforeEach(() => {
  reviews = [logo, growth, decided]
  more = undefined
})

const open = (locale: Locale = 'en') => showPage(<ReviewsPage />, { locale })
const card = (name: string) => screen.findByRole('article', { name: `${name}, @lina.mrtn` })
const growthCard = () => card('Growth doesn’t look human')
const press = async (name: string, within_: HTMLElement) => userEvent.click(within(within_).getByRole('button', { name }))
const findDialog = () => screen.findByRole('dialog')

test('shows an open review’s campaign, pending views, deadline and default decision', async () => {
  open()
  const one = within(await growthCard())
  expect(one.getByText('22,023')).toBeDefined()
  expect(one.getByText(/^27 Nov, 00:01/)).toBeDefined()
  expect(one.getByText(/left$/)).toBeDefined()
  expect(one.getByText('The views don’t count')).toBeDefined()
  expect(await one.findByText('for the campaign “Fridge door”')).toBeDefined()
  expect(one.getByRole('link', { name: 'Watch the video (opens in a new tab)' }).getAttribute('href')).toBe('https://videos.example/v1')
  expect(within(await card('Logo not recognised')).getByText('The views count')).toBeDefined()
  expect(screen.getByText(/^2 reviews are waiting for a decision\. Views at stake: 26,686\./)).toBeDefined()
})

test.each([
  ['en', 'Logo not recognised', 'for the partnership with Kéfiro', 'Logo of the partnership with Kéfiro'],
  ['fr', 'Logo non reconnu', 'pour le partenariat avec Kéfiro', 'Logo du partenariat avec Kéfiro'],
] as const)('in %s: shows the brand and the logo of a partnership', async (locale, name, text, logoAlt) => {
  reviews = [{ ...logo, subject: 'partnership', subjectId: 'p1' }]
  open(locale)
  const one = within(await card(name))
  expect(await one.findByText(text)).toBeDefined()
  expect(one.getByRole('img', { name: logoAlt }).getAttribute('src')).toBe('/api/campaigns/media/m2')
})

test.each([
  ['en', 'Likes per 1,000 new views: 3 (usually 73).', '918 views per hour, compared with 98 per hour between the previous two readings.'],
  [
    'fr',
    'Mentions « J’aime » pour 1 000 nouvelles vues : 3 (habituellement 73).',
    '918 vues par heure, contre 98 par heure entre les deux relevés précédents.',
  ],
] as const)('in %s: describes each growth signal with its usual value', async (locale, likes, rate) => {
  open(locale)
  for (const sentence of [likes, rate]) expect(await screen.findByText(sentence)).toBeDefined()
})

test('compares excessive likes with all views of the video', async () => {
  const tooMany = { signal: 'likes_per_view', value: 0.4, usual: 0.05 } as const
  reviews = [{ ...growth, readings: growth.readings.map((reading) => ({ ...reading, evidence: [tooMany] })) }]
  open()
  expect(await screen.findByText('Likes per 1,000 total views of the video: 400 (usually 50).')).toBeDefined()
})

test('charts earlier readings of the same video and shows missing figures as unknown', async () => {
  open()
  const one = within(await growthCard())
  const drawn = await one.findByRole('img', { name: /^New views of @lina\.mrtn’s video/ })
  expect(within(drawn).getByText('23 Nov: 2,362 qualified')).toBeDefined()
  expect(within(drawn).getByText(/^24 Nov: 0 qualified.*22,023 in review/)).toBeDefined()
  expect(within(drawn).queryByText(/99,999/)).toBeNull()
  expect(one.getByText('unknown')).toBeDefined()
})

test.each([
  ['en', 'Logo not recognised', 'The logo must be in the upper half and cover at least 6% of the picture.'],
  ['fr', 'Logo non reconnu', 'Le logo doit se trouver dans la moitié supérieure de l’image et en occuper au moins 6 %.'],
] as const)('in %s: shows the rule for the logo', async (locale, name, rule) => {
  open(locale)
  expect(await within(await card(name)).findByText(rule)).toBeDefined()
})

test('shows the video’s linked thumbnail next to the expected logo', async () => {
  open()
  const one = within(await card('Logo not recognised'))
  const picture = one.getByRole('img', { name: 'Thumbnail of @lina.mrtn’s video' })
  expect(picture.getAttribute('src')).toBe('https://pictures.example/v1.jpg')
  expect(picture.getAttribute('referrerpolicy')).toBe('no-referrer')
  expect(picture.getAttribute('loading')).toBe('lazy')
  const link = one.getByRole('link', { name: 'Thumbnail of @lina.mrtn’s video (opens in a new tab)' })
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['https://videos.example/v1', '_blank'])
  const logo = await one.findByRole('img', { name: 'Logo of the campaign “Fridge door”' })
  expect(logo.getAttribute('src')).toBe('/api/campaigns/media/m1')
  expect(one.getByRole('heading', { name: 'Expected logo' })).toBeDefined()
})

test.each([
  ['en', 'Logo not recognised', 'The video’s thumbnail is unavailable.', /^The video’s thumbnail is unavailable\. .*new tab/],
  [
    'fr',
    'Logo non reconnu',
    'La miniature de la vidéo n’est pas disponible.',
    /^La miniature de la vidéo n’est pas disponible\. .*nouvel onglet/,
  ],
] as const)('in %s: keeps the video link and shows a message if the thumbnail fails to load', async (locale, name, sentence, linkName) => {
  open(locale)
  const one = within(await card(name))
  fireEvent.error(one.getByRole('img', { name: /lina\.mrtn/ }))
  expect(one.getByText(sentence)).toBeDefined()
  expect(one.queryByRole('img', { name: /lina\.mrtn/ })).toBeNull()
  expect(one.getByRole('link', { name: linkName }).getAttribute('href')).toBe('https://videos.example/v1')
})

test('shows a message when the network provides no thumbnail', async () => {
  const { thumbnailUrl: _, ...without } = logo
  reviews = [without]
  open()
  expect(within(await card('Logo not recognised')).getByText('The video’s thumbnail is unavailable.')).toBeDefined()
})

test('requires a reason, sends the decision once and focuses the open reviews heading', async () => {
  open()
  await press('Count the views', await growthCard())
  const dialog = await findDialog()
  expect(within(dialog).getByText('This can’t be undone.')).toBeDefined()
  await press('Count the views', dialog)
  expect(await within(dialog).findByText('Enter a reason: the creator and the brand will see it.')).toBeDefined()
  expect(api.writes()).toEqual([])
  await userEvent.type(within(dialog).getByRole('textbox', { name: /^Reason/ }), 'A singer shared it.')
  reviews = [logo, decided]
  await userEvent.dblClick(within(dialog).getByRole('button', { name: 'Count the views' }))
  expect((await screen.findAllByText('Decided. Views counted: 22,023, except any still held by another review.')).length).toBeGreaterThan(0)
  expect(api.writes()).toEqual([
    { what: 'POST /metrics/admin/reviews/g/decision', body: { verdict: 'counts', why: 'A singer shared it.' } },
  ])
  const head = screen.getByRole('heading', { name: 'Waiting for a decision' })
  await waitFor(() => expect(document.activeElement).toBe(head))
})

test('limits the reason to 500 grapheme clusters', async () => {
  open()
  await press('Count the views', await growthCard())
  const dialog = await findDialog()
  const field = within(dialog).getByRole('textbox', { name: /^Reason/ })
  // The family emoji is one grapheme cluster of 8 UTF-16 code units.
  const family = '👨‍👩‍👧'
  fireEvent.change(field, { target: { value: family.repeat(501) } })
  expect(within(dialog).getByText('501 / 500')).toBeDefined()
  await press('Count the views', dialog)
  expect(within(dialog).getByText('Use at most 500 characters.')).toBeDefined()
  expect(api.writes()).toEqual([])
  fireEvent.change(field, { target: { value: family.repeat(500) } })
  await press('Count the views', dialog)
  await waitFor(() => expect(api.writes()).toHaveLength(1))
})

test('requires the admin to choose a fault in a logo review, but not in a growth review', async () => {
  open()
  await press('Exclude the views', await card('Logo not recognised'))
  const dialog = await findDialog()
  for (const radio of within(dialog).getAllByRole('radio')) expect(radio).toHaveProperty('checked', false)
  await userEvent.type(within(dialog).getByRole('textbox', { name: /^Reason/ }), 'A stamp.')
  await press('Exclude the views', dialog)
  expect(await within(dialog).findByText('Choose what’s wrong with the logo.')).toBeDefined()
  expect(api.writes()).toEqual([])
  await userEvent.click(within(dialog).getByRole('radio', { name: 'Logo too small' }))
  await press('Exclude the views', dialog)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(api.writes()).toEqual([
    { what: 'POST /metrics/admin/reviews/l/decision', body: { verdict: 'excluded', why: 'A stamp.', reason: 'logo_too_small' } },
  ])
  await press('Exclude the views', await growthCard())
  expect(within(await findDialog()).queryByRole('radio')).toBeNull()
})

test('shows the existing decision and reloads the list when someone else decided first', async () => {
  open()
  await press('Exclude the views', await growthCard())
  const dialog = await findDialog()
  await userEvent.type(within(dialog).getByRole('textbox', { name: /^Reason/ }), 'Bots.')
  api.fail(DECISION, 'review_decided', 'en')
  reviews = [logo, { ...growth, decision: { verdict: 'counts', by: 'admin', at: decided.openedAt, why: 'Seen on television.' } }, decided]
  await press('Exclude the views', dialog)
  expect(await within(dialog).findByText('This review has already been decided.')).toBeDefined()
  expect(within(dialog).queryByRole('button', { name: 'Exclude the views' })).toBeNull()
  await press('See the decision', dialog)
  expect(await screen.findByText('Seen on television.')).toBeDefined()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Decided' })))
  expect(api.writes()).toHaveLength(1)
})

test('shows who made a decision, when and why', async () => {
  open()
  const table = within(await screen.findByRole('table', { name: 'Decided reviews' }))
  for (const text of ['Logo not visible', 'A mug hides it.', 'an administrator', '22 Nov, 11:00'])
    expect(table.getByText(text)).toBeDefined()
})

test('shows empty states when there are no reviews', async () => {
  reviews = []
  open()
  expect(await screen.findByText('No reviews waiting for a decision')).toBeDefined()
  expect(screen.getByText('No decisions yet.')).toBeDefined()
})

test('hides decided reviews while a later page may contain open ones', async () => {
  reviews = [logo]
  more = { items: [growth, decided] }
  open()
  await card('Logo not recognised')
  expect(screen.queryByRole('heading', { name: 'Decided' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Show more reviews' }))
  expect(await growthCard()).toBeDefined()
  expect(screen.getByRole('heading', { name: 'Decided' })).toBeDefined()
})
