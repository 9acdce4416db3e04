// @vitest-environment jsdom
import type { GrowthEvidence, Locale, Review } from '@reelfair/contracts'
import { refusal, showPage } from '@reelfair/web-kit/testing'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
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
let sent: unknown[]
let answer: () => Response
vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit) => {
  if (method === 'POST') {
    sent.push([url, JSON.parse(String(body))])
    return answer()
  }
  if (url.includes('/observations')) return Response.json({ items: observations })
  if (url.includes('/campaigns/')) return Response.json({ id: 'c1', name: 'Fridge door', logo: { mediaId: 'm1', kind: 'image' } })
  if (url.includes('cursor=')) return Response.json(more)
  return Response.json({ items: reviews, ...(more && { next: 'n' }) })
})

// Their chunks are loaded when first needed, which takes a while on a cold machine; here they are there before.
beforeAll(() => Promise.all([import('./decision-dialog.tsx'), import('./growth-chart.tsx')]), 60_000)
beforeEach(() => {
  reviews = [logo, growth, decided]
  more = undefined
  sent = []
  answer = () => Response.json({ ...growth, decision: { ...decided.decision, verdict: 'counts' } })
})
afterEach(cleanup)

const open = (locale: Locale = 'en') => showPage(<ReviewsPage />, { locale })
const card = (name: string) => screen.findByRole('article', { name: `${name}, @lina.mrtn` })
const theGrowth = () => card('Growth that does not look human')
const press = async (name: string, within_: HTMLElement) => userEvent.click(within(within_).getByRole('button', { name }))
const theDialog = () => screen.findByRole('dialog')

test('what waits says whose it is, how many views are at stake, until when, and what happens otherwise', async () => {
  open()
  const one = within(await theGrowth())
  expect(one.getByText('22,023')).toBeDefined()
  expect(one.getByText(/^27 Nov, 00:01/)).toBeDefined()
  expect(one.getByText(/left$/)).toBeDefined()
  expect(one.getByText('The views do not count')).toBeDefined()
  expect(await one.findByText('for the campaign Fridge door')).toBeDefined()
  expect(one.getByRole('link', { name: 'Watch the video (opens in a new tab)' }).getAttribute('href')).toBe('https://videos.example/v1')
  expect(within(await card('Logo not recognised')).getByText('The views count')).toBeDefined()
  expect(screen.getByText(/^2 reviews wait for a decision, with 26,686 views at stake\./)).toBeDefined()
})

test.each([
  ['en', 'Likes per 1,000 new views: 3, beside the usual 73.', '918 views per hour, beside 98 per hour between the two readings before.'],
  [
    'fr',
    'Mentions J’aime pour 1 000 nouvelles vues : 3, contre 73 d’ordinaire.',
    '918 vues par heure, contre 98 par heure entre les deux relevés précédents.',
  ],
] as const)('in %s: each signal is a sentence beside what is usual', async (locale, likes, rate) => {
  open(locale)
  for (const sentence of [likes, rate]) expect(await screen.findByText(sentence)).toBeDefined()
})

test('too many likes are said of the whole video', async () => {
  const tooMany = { signal: 'likes_per_view', value: 0.4, usual: 0.05 } as const
  reviews = [{ ...growth, readings: growth.readings.map((reading) => ({ ...reading, evidence: [tooMany] })) }]
  open()
  expect(await screen.findByText('Likes per 1,000 views of the whole video: 400, beside the usual 50.')).toBeDefined()
})

test('the chart draws this video’s readings from before the review also, and what a network does not say is not known', async () => {
  open()
  const one = within(await theGrowth())
  const drawn = await one.findByRole('img', { name: /^New views of the video of @lina\.mrtn/ })
  expect(within(drawn).getByText('23 Nov: 2,362 qualified')).toBeDefined()
  expect(within(drawn).getByText(/^24 Nov: 0 qualified.*22,023 in review/)).toBeDefined()
  expect(within(drawn).queryByText(/99,999/)).toBeNull()
  expect(one.getByText('not known')).toBeDefined()
})

test('shows the video’s own picture, linked to the video, beside the expected logo', async () => {
  open()
  const one = within(await card('Logo not recognised'))
  const picture = one.getByRole('img', { name: 'Picture of @lina.mrtn’s video' })
  expect(picture.getAttribute('src')).toBe('https://pictures.example/v1.jpg')
  expect(picture.getAttribute('referrerpolicy')).toBe('no-referrer')
  expect(picture.getAttribute('loading')).toBe('lazy')
  const link = one.getByRole('link', { name: 'Picture of @lina.mrtn’s video (opens in a new tab)' })
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['https://videos.example/v1', '_blank'])
  const logo = await one.findByRole('img', { name: 'Logo of the campaign Fridge door' })
  expect(logo.getAttribute('src')).toBe('/api/campaigns/media/m1')
  expect(one.getByRole('heading', { name: 'Expected logo' })).toBeDefined()
})

test.each([
  ['en', 'Logo not recognised', 'The video’s picture is unavailable.', /^The video’s picture is unavailable\. .*new tab/],
  ['fr', 'Logo non reconnu', 'L’image de la vidéo n’est pas disponible.', /^L’image de la vidéo n’est pas disponible\. .*nouvel onglet/],
] as const)('in %s: says when the video’s picture does not load, and keeps the link', async (locale, name, sentence, linkName) => {
  open(locale)
  const one = within(await card(name))
  fireEvent.error(one.getByRole('img', { name: /lina\.mrtn/ }))
  expect(one.getByText(sentence)).toBeDefined()
  expect(one.queryByRole('img', { name: /lina\.mrtn/ })).toBeNull()
  expect(one.getByRole('link', { name: linkName }).getAttribute('href')).toBe('https://videos.example/v1')
})

test('says that the video’s picture is unavailable when the network gave none', async () => {
  const { thumbnailUrl: _, ...without } = logo
  reviews = [without]
  open()
  expect(within(await card('Logo not recognised')).getByText('The video’s picture is unavailable.')).toBeDefined()
})

test('a decision wants a reason in words, is said once, and the focus goes to the head of what waits', async () => {
  open()
  await press('Let the views count', await theGrowth())
  const dialog = await theDialog()
  expect(within(dialog).getByText('A decision stands: it cannot be undone.')).toBeDefined()
  await press('Let the views count', dialog)
  expect(await within(dialog).findByText('Say why: the creator and the brand read it.')).toBeDefined()
  expect(sent).toEqual([])
  await userEvent.type(within(dialog).getByRole('textbox', { name: /^Why/ }), 'A singer shared it.')
  reviews = [logo, decided]
  await userEvent.dblClick(within(dialog).getByRole('button', { name: 'Let the views count' }))
  expect((await screen.findAllByText('Decided: 22,023 views count, except those that another review still holds.')).length).toBeGreaterThan(
    0,
  )
  expect(sent).toEqual([['/api/metrics/admin/reviews/g/decision', { verdict: 'counts', why: 'A singer shared it.' }]])
  const head = screen.getByRole('heading', { name: 'Waiting for a decision' })
  await waitFor(() => expect(document.activeElement).toBe(head))
})

test('a reason is as long as people count its characters', async () => {
  open()
  await press('Let the views count', await theGrowth())
  const dialog = await theDialog()
  const field = within(dialog).getByRole('textbox', { name: /^Why/ })
  // A family is one character, of 8 UTF-16 units.
  const family = '👨‍👩‍👧'
  fireEvent.change(field, { target: { value: family.repeat(501) } })
  expect(within(dialog).getByText('501 / 500')).toBeDefined()
  await press('Let the views count', dialog)
  expect(within(dialog).getByText('Use 500 characters at most.')).toBeDefined()
  expect(sent).toEqual([])
  fireEvent.change(field, { target: { value: family.repeat(500) } })
  await press('Let the views count', dialog)
  await waitFor(() => expect(sent).toHaveLength(1))
})

test('an excluded logo needs a reason that nobody has preselected; growth has no such reason', async () => {
  open()
  await press('Exclude the views', await card('Logo not recognised'))
  const dialog = await theDialog()
  for (const radio of within(dialog).getAllByRole('radio')) expect(radio).toHaveProperty('checked', false)
  await userEvent.type(within(dialog).getByRole('textbox', { name: /^Why/ }), 'A stamp.')
  await press('Exclude the views', dialog)
  expect(await within(dialog).findByText('Choose what is wrong with the logo.')).toBeDefined()
  expect(sent).toEqual([])
  await userEvent.click(within(dialog).getByRole('radio', { name: 'The logo is too small' }))
  await press('Exclude the views', dialog)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toEqual([['/api/metrics/admin/reviews/l/decision', { verdict: 'excluded', why: 'A stamp.', reason: 'logo_too_small' }]])
  await press('Exclude the views', await theGrowth())
  expect(within(await theDialog()).queryByRole('radio')).toBeNull()
})

test('when somebody else was faster, that is said, nothing can be sent again, and the list is asked anew', async () => {
  open()
  await press('Exclude the views', await theGrowth())
  const dialog = await theDialog()
  await userEvent.type(within(dialog).getByRole('textbox', { name: /^Why/ }), 'Bots.')
  answer = () => refusal('review_decided', 'en')
  reviews = [logo, { ...growth, decision: { verdict: 'counts', by: 'admin', at: decided.openedAt, why: 'Seen on television.' } }, decided]
  await press('Exclude the views', dialog)
  expect(await within(dialog).findByText('This review has been decided already.')).toBeDefined()
  expect(within(dialog).queryByRole('button', { name: 'Exclude the views' })).toBeNull()
  await press('See what was decided', dialog)
  expect(await screen.findByText('Seen on television.')).toBeDefined()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Decided' })))
  expect(sent).toHaveLength(1)
})

test('what was decided says by whom, when and why', async () => {
  open()
  const table = within(await screen.findByRole('table', { name: 'Reviews that were decided' }))
  for (const text of ['The logo is not to be seen', 'A mug hides it.', 'an administrator', '22 Nov, 11:00'])
    expect(table.getByText(text)).toBeDefined()
})

test('with nothing that waits, that is said, and when something will', async () => {
  reviews = []
  open()
  expect(await screen.findByText('Nothing waits for a decision.')).toBeDefined()
  expect(screen.getByText('Nothing has been decided yet.')).toBeDefined()
})

test('while further pages may hold open ones, none is said to be the last', async () => {
  reviews = [logo]
  more = { items: [growth, decided] }
  open()
  await card('Logo not recognised')
  expect(screen.queryByRole('heading', { name: 'Decided' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Show more reviews' }))
  expect(await theGrowth()).toBeDefined()
  expect(screen.getByRole('heading', { name: 'Decided' })).toBeDefined()
})
