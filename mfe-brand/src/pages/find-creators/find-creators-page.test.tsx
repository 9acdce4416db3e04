// @vitest-environment jsdom
import type { FoundCreator, Invitation, Partnership, SavedSearch } from '@reelfair/contracts'
import { SETTING_DEFAULTS } from '@reelfair/contracts/setting-defaults'
import { useLocation } from '@reelfair/web-kit'
import { fakeStreams, fill, showPage, stubApi, testLoadFailures } from '@reelfair/web-kit/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { FindCreatorsPage } from './find-creators-page.tsx'

/** The age of figures depends on the current time. */
vi.setSystemTime('2026-11-22T12:00:00.000Z')

const aCreator = (more: Partial<FoundCreator> = {}): FoundCreator => ({
  accountId: 'a1',
  network: 'instagram',
  username: 'lea.kitchen',
  language: 'en',
  category: 'Food_Cooking',
  country: 'FR',
  city: 'Lyon',
  followers: 48_200,
  averageViews: 14_800,
  rpmCents: 100,
  isCollabOpen: true,
  verifiedAt: '2026-03-04T10:00:00.000Z',
  statsAt: '2026-11-21T23:31:00.000Z',
  record: { tiers: [50, 0, 100, 100], observed: 122_060, qualified: 118_400, daysToFirstVideo: 2 },
  ...more,
})
const newcomer = aCreator({
  accountId: 'a2',
  username: 'lowheat.ada',
  averageViews: null,
  rpmCents: null,
  isCollabOpen: false,
  statsAt: '2026-11-09T12:00:00.000Z',
  record: { tiers: [], observed: 0, qualified: 0, daysToFirstVideo: null },
})

let pages: readonly { items: readonly FoundCreator[]; isPartial?: boolean }[]
let saved: readonly SavedSearch[]
let available: number
let invitations: readonly Partial<Invitation>[]
let partnerships: readonly Partial<Partnership>[]
beforeEach(() => {
  invitations = []
  partnerships = []
  pages = [{ items: [aCreator(), newcomer] }]
  saved = []
  available = 46_200
})

const streams = fakeStreams()
const api = stubApi({
  'GET /verification/creators': ({ query }) => {
    const at = Number(query.get('cursor') ?? 0)
    return { isPartial: false, ...pages[at], ...(pages[at + 1] && { next: String(at + 1) }) }
  },
  'GET /verification/saved-searches': () => ({ items: saved }),
  'POST /verification/saved-searches': ({ body }) => body as SavedSearch,
  'GET /partnerships/invitations': () => ({ items: invitations as Invitation[] }),
  'GET /partnerships/partnerships': () => ({ items: partnerships as Partnership[] }),
  'GET /payouts/credits': () => ({ available, held: 0, spent: 0 }),
  'GET /identity/session': { me: { id: 'b1', email: 'ida@kefiro.example', role: 'brand', complete: true } },
  'GET /identity/public-settings': { rateCard: { validFrom: '2025-08-23', ...SETTING_DEFAULTS.rate_card } },
})
const searches = () =>
  api.requests.filter(({ what }) => what === 'GET /verification/creators').map(({ query }) => Object.fromEntries(query))
function Place() {
  const { pathname, search } = useLocation()
  return <output data-testid="place">{pathname + search}</output>
}
const place = () => screen.getByTestId('place').textContent
const open = (address = '/find-creators', locale: 'en' | 'fr' = 'en') =>
  showPage(
    <>
      <FindCreatorsPage />
      <Place />
    </>,
    { address, locale },
  )
const row = async (username: string) =>
  within((await screen.findByRole('heading', { name: `@${username}` })).closest('li') ?? expect.unreachable())
const textOf = async (username: string) =>
  ((await screen.findByRole('heading', { name: `@${username}` })).closest('li')?.textContent ?? '').replaceAll('\u00a0', ' ')

// Load the lazy chunk before the tests: the first import is slow on a cold machine.
beforeAll(() => Promise.all([import('../../components/invite/invite-dialog.tsx'), import('./filter-sheets.tsx')]), 60_000)

test('shows each creator’s figures with their date, the credits needed and the record', async () => {
  open()
  const text = await textOf('lea.kitchen')
  for (const fact of [
    ...['Instagram, Lyon, France', 'Food and cooking, English', 'Verified 4 Mar 2026', 'Open to bookings'],
    ...['48,200', '14,800', 'As of 22 Nov, 00:31', '€1.00', 'CPM €1.05', '10,000 credits', '1 average video'],
    ...['2 of 4 reached 100%', '97% of views qualified: 118,400 of 122,060', 'First video after 2 days'],
  ])
    expect(text).toContain(fact)
  expect((await row('lea.kitchen')).getByRole('link', { name: 'Open to bookings' }).getAttribute('href')).toBe('/collab/lea.kitchen')
  expect((await row('lea.kitchen')).getByRole('img', { name: /paid at: 50%, 0%, 100%, 100%$/ })).toBeDefined()
  expect(screen.getByRole('heading', { name: '2 creators match' })).toBeDefined()
})

test('shows unknown figures as unknown and marks old ones with their age', async () => {
  open()
  const text = await textOf('lowheat.ada')
  expect(text.match(/Not known/g)).toHaveLength(2)
  expect(text).toContain('No partnerships yet')
  expect(text).toContain('13 days old')
  for (const absent of ['CPM', 'average video', 'Open to bookings']) expect(text).not.toContain(absent)
})

test('searches by the filters in the address and keeps changes there', async () => {
  open('/find-creators?language=de&minFollowers=1000&country=XX&sort=followers&order=asc')
  await row('lea.kitchen')
  expect(searches()).toEqual([{ language: 'de', minFollowers: '1000', sort: 'followers', order: 'asc' }])
  expect(screen.getByText('2 filters active')).toBeDefined()
  await userEvent.selectOptions(screen.getByLabelText('Category'), 'Drinks_Coffee')
  expect(place()).toBe('/find-creators?language=de&minFollowers=1000&category=Drinks_Coffee&sort=followers&order=asc')
  await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'RPM, low to high')
  await waitFor(() => expect(searches().at(-1)).toMatchObject({ category: 'Drinks_Coffee', sort: 'rpmCents', order: 'asc' }))
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(place()).toBe('/find-creators?sort=rpmCents&order=asc')
})

test.each([
  [
    'en',
    ['TikTok', 'Food and cooking', 'France', '3 more'],
    ['Followers: 1,000 to 2,000', 'RPM: up to €1.50', 'Verified since 4 Mar 2026'],
  ],
  [
    'fr',
    ['TikTok', 'Cuisine et gastronomie', 'France', '3 de plus'],
    ['Abonnés : de 1 000 à 2 000', 'RPM : jusqu’à 1,50 €', 'Vérifié depuis le 4 mars 2026'],
  ],
] as const)('in %s: lists the set filters and removes one of them', async (locale, first, more) => {
  const range = 'minFollowers=1000&maxFollowers=2000'
  open(
    `/find-creators?username=lea&network=tiktok&category=Food_Cooking&country=FR&${range}&maxRpmCents=150&verifiedSince=2026-03-04`,
    locale,
  )
  const list = within(await screen.findByLabelText({ en: 'Filters that are set', fr: 'Filtres actifs' }[locale]))
  const labels = () => list.getAllByRole('button').map(({ textContent }) => textContent?.replaceAll(/\s/g, ' '))
  expect(labels()).toEqual(first)
  await userEvent.click(list.getByRole('button', { name: first[3] }))
  expect(labels()).toEqual([...first.slice(0, 3), ...more])
  await userEvent.click(list.getByRole('button', { name: new RegExp(more[0].replaceAll(' ', '\\s')) }))
  expect(place()).toBe(
    '/find-creators?username=lea&network=tiktok&category=Food_Cooking&country=FR&maxRpmCents=150&verifiedSince=2026-03-04',
  )
})

test('sets filters in a sheet that says how many creators match, and opens saved searches from another', async () => {
  saved = [
    { id: 's1', name: 'Coffee, German', search: { language: 'de', sort: 'rpmCents', order: 'asc' }, createdAt: '2026-11-01T12:00:00.000Z' },
  ]
  open('/find-creators?username=lea&network=tiktok')
  await row('lea.kitchen')
  await userEvent.click(screen.getByRole('button', { name: 'Filters 1' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Filters' }))
  await userEvent.selectOptions(sheet.getByLabelText('Category'), 'Drinks_Coffee')
  await waitFor(() => expect(place()).toBe('/find-creators?username=lea&network=tiktok&category=Drinks_Coffee'))
  await userEvent.click(await sheet.findByText('Show 2 creators'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByRole('button', { name: 'Filters 2' })).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Saved 1' }))
  const link = within(await screen.findByRole('dialog', { name: 'Saved searches' })).getByRole('link', { name: 'Coffee, German' })
  expect(link.getAttribute('href')).toBe('/find-creators?language=de&sort=rpmCents&order=asc')
  await userEvent.click(link)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('applies typed letters and figures after a pause, but no invalid or reversed range', async () => {
  open()
  await row('lea.kitchen')
  fill(screen.getByLabelText('Username starts with'), ' lea ')
  await waitFor(() => expect(searches().at(-1)).toMatchObject({ username: 'lea' }))
  fill(screen.getByLabelText('RPM, from'), '2')
  await waitFor(() => expect(searches().at(-1)).toMatchObject({ minRpmCents: '200' }))
  fill(screen.getByLabelText('RPM, up to'), '1.5')
  expect(await screen.findByText('The second figure must not be smaller than the first.')).toBeDefined()
  fill(screen.getByLabelText('Followers, from'), '−1')
  expect(await screen.findByText('Enter a number, without a minus sign.')).toBeDefined()
  await new Promise((resolve) => setTimeout(resolve, 600))
  expect(searches().at(-1)).not.toHaveProperty('maxRpmCents')
  expect(searches().at(-1)).not.toHaveProperty('minFollowers')
})

test('says that few accounts match when the search has stopped, and searches further', async () => {
  pages = [{ items: [], isPartial: true }, { items: [newcomer] }]
  open()
  expect(await screen.findByText(/^Few accounts match/)).toBeDefined()
  expect(screen.queryByText('No creators match')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Search further' }))
  expect(await textOf('lowheat.ada')).toContain('@lowheat.ada')
  expect(screen.getByRole('heading', { name: '1 creator matches' })).toBeDefined()
  expect(screen.queryByText(/^Few accounts match/)).toBeNull()
})

test('shows no total before the end of the list', async () => {
  pages = [{ items: [aCreator()] }, { items: [newcomer] }]
  open()
  expect(await screen.findByRole('heading', { name: 'First creator' })).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
  expect(await screen.findByRole('heading', { name: '2 creators match' })).toBeDefined()
})

test('shows what an invitation costs before it is sent', async () => {
  open()
  await userEvent.click((await row('lea.kitchen')).getByRole('button', { name: 'Select @lea.kitchen' }))
  const bar = within(screen.getByRole('region', { name: 'Selected creator' }))
  const sums = () => bar.getAllByRole('definition').map(({ textContent }) => textContent)
  await waitFor(() => expect(sums()).toEqual(['10,000', '€2.00', '46,200', '−10,000', '36,200']))
  fill(screen.getByLabelText('Views per invitation'), '20,000')
  expect(sums()).toEqual(['20,000', '€4.00', '46,200', '−20,000', '26,200'])
  await userEvent.click(bar.getByRole('button', { name: 'Deselect' }))
  expect(screen.queryByRole('region', { name: 'Selected creator' })).toBeNull()
})

test('offers to withdraw an open invitation or to see a running partnership instead of another invitation', async () => {
  const open24h = { expiresAt: '2026-11-23T06:52:00.000Z', weeklyViewsGoal: 10_000, username: 'lea.kitchen' }
  invitations = [{ id: 'i1', accountId: 'a1', status: 'pending', ...open24h }]
  partnerships = [
    { id: 'p1', accountId: 'a2' },
    { id: 'p2', accountId: 'a1', endedAt: '2026-11-20T12:00:00.000Z' },
  ]
  open()
  await waitFor(async () => expect(await textOf('lea.kitchen')).toContain('Invited'))
  expect(await textOf('lea.kitchen')).toContain('18 h 52 min left, until Mon 23 Nov, 07:52')
  expect((await row('lea.kitchen')).queryByRole('button', { name: /^Select/ })).toBeNull()
  const see = (await row('lowheat.ada')).getByRole('link', { name: 'See the partnership' })
  expect(see.getAttribute('href')).toBe('/partnerships/p1')
  api.answer({
    'POST /partnerships/invitations/:invitationId/withdrawal': () => {
      invitations = []
      return {}
    },
  })
  await userEvent.click((await row('lea.kitchen')).getByRole('button', { name: 'Withdraw the invitation to @lea.kitchen' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Withdraw invitation' }))
  expect(await (await row('lea.kitchen')).findByRole('button', { name: 'Select @lea.kitchen' })).toBeDefined()
})

test('closes the sum once the selected creator is invited elsewhere', async () => {
  open()
  await userEvent.click((await row('lea.kitchen')).getByRole('button', { name: 'Select @lea.kitchen' }))
  expect(screen.getByRole('region', { name: 'Selected creator' })).toBeDefined()
  invitations = [{ id: 'i1', accountId: 'a1', status: 'funding' }]
  await waitFor(() => expect(streams.length).toBeGreaterThan(0))
  streams.at(-1)?.emit('changed', { topic: 'invitations' })
  expect(await (await row('lea.kitchen')).findByText('Reserving credits')).toBeDefined()
  expect(screen.queryByRole('region', { name: 'Selected creator' })).toBeNull()
})

test('opens the invitation with the chosen goal', async () => {
  showPage(<FindCreatorsPage />, { address: '/find-creators' })
  await userEvent.click((await row('lea.kitchen')).getByRole('button', { name: 'Select @lea.kitchen' }))
  fill(screen.getByLabelText('Views per invitation'), '20,000')
  await userEvent.click(screen.getByRole('button', { name: 'Invite @lea.kitchen' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Invite @lea.kitchen' }))
  expect(dialog.getByRole('slider').getAttribute('aria-valuetext')).toBe('20,000 views')
})

test('shows the missing credits and where to buy them', async () => {
  available = 4_000
  open()
  await userEvent.click((await row('lea.kitchen')).getByRole('button', { name: 'Select @lea.kitchen' }))
  const bar = within(screen.getByRole('region', { name: 'Selected creator' }))
  expect((await bar.findByRole('link', { name: 'Buy 6,000 missing credits' })).getAttribute('href')).toBe(
    '/brand-dashboard/purchase?missing=6000',
  )
  expect(bar.queryByRole('button', { name: /^Invite/ })).toBeNull()
})

test('rejects a goal that no invitation may have', async () => {
  open()
  await row('lea.kitchen')
  fill(screen.getByLabelText('Views per invitation'), '1,500')
  expect(await screen.findByText('Choose between 1,000 and 500,000 views, in steps of 1,000.')).toBeDefined()
  expect(await textOf('lea.kitchen')).not.toContain('credits')
})

test('saves the search under a name, and opens, renames and deletes saved searches', async () => {
  saved = [
    { id: 's1', name: 'Coffee, German', search: { language: 'de', sort: 'rpmCents', order: 'asc' }, createdAt: '2026-11-01T12:00:00.000Z' },
  ]
  open('/find-creators?network=tiktok')
  const link = await screen.findByRole('link', { name: 'Coffee, German' })
  expect(link.getAttribute('href')).toBe('/find-creators?language=de&sort=rpmCents&order=asc')
  await userEvent.click(screen.getByRole('button', { name: 'Save this search' }))
  fill(screen.getByLabelText('Name of the search'), 'TikTok')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(api.sent('POST /verification/saved-searches')).toEqual([
      { name: 'TikTok', search: { network: 'tiktok', sort: 'averageViews', order: 'desc' } },
    ]),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Rename “Coffee, German”' }))
  api.fail('PATCH /verification/saved-searches/:savedSearchId', 'saved_search_name_taken', 'en')
  fill(screen.getByLabelText('Name of the search'), 'TikTok')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/^You already have a saved search with this name/)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await userEvent.click(screen.getByRole('button', { name: 'Delete “Coffee, German”' }))
  await waitFor(() => expect(api.writes().map(({ what }) => what)).toContain('DELETE /verification/saved-searches/s1'))
})

testLoadFailures(
  api,
  [
    ['GET /verification/creators', { en: 'We couldn’t load the creators.', fr: 'Impossible de charger les créateurs.' }],
    [
      'GET /verification/saved-searches',
      { en: 'We couldn’t load your saved searches.', fr: 'Impossible de charger vos recherches enregistrées.' },
    ],
  ],
  (locale) => showPage(<FindCreatorsPage />, { address: '/find-creators', locale }),
)
