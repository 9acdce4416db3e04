// @vitest-environment jsdom
import type { Campaign, Locale, Review } from '@reelfair/contracts'
import { UiProvider } from '@reelfair/ui'
import { REMOTE_VERSION, RouterLink, sentenceOfError } from '@reelfair/web-kit'
import { type LoadRow, showPage, stubApi, testLoadFailures } from '@reelfair/web-kit/testing'
import { cleanup, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { BrandRoutes } from '../routes.tsx'
import { aCampaign, aCampaignWithoutViews, aCreator, aHistory, aReview, aVideo, fourteenNights } from './campaign/campaign.fixture.ts'
import { anInvitation, aPartnership, aPartnershipHistory, aPartnershipVideo, fourReadings } from './partnership/partnership.fixture.ts'

const BRAND = '0193f2a0-0000-7000-8000-00000000000b'
const HOME = `/admin/brands/${BRAND}`

let campaigns: readonly Campaign[]
let reviews: readonly Review[]
const api = stubApi({
  'GET /partnerships/invitations': { items: [] },
  'GET /partnerships/partnerships': { items: [] },
  'GET /identity/brand': { id: BRAND, complete: true, brandName: 'Alpine', contactEmail: 'ida@a.example' },
  'GET /payouts/credits': { available: 4_000, held: 0, spent: 0 },
  'GET /payouts/credits/statement': { items: [] },
  'GET /payouts/credit-orders': {
    items: [{ id: 'o1', status: 'open', package: 'starter', credits: 10_000, priceCents: 300, createdAt: '2026-11-21T10:00:00.000Z' }],
  },
  'GET /campaigns/campaigns/summary': () => ({
    counts: { active: campaigns.length, completed: 0, expired: 0 },
    defaultTab: 'active',
    totalViews: 12_345,
  }),
  'GET /campaigns/campaigns': () => ({ items: campaigns }),
  'GET /campaigns/campaigns/:campaignId': () => campaigns[0],
  'GET /campaigns/campaigns/:campaignId/sign-ups': { items: [aCreator()] },
  'GET /metrics/campaigns/:campaignId/videos': { items: [aVideo({ logo: 'unknown' })] },
  'GET /metrics/assignments/:assignmentId/videos': { items: [aVideo({ logo: 'unknown' })] },
  'GET /metrics/assignments/:assignmentId/history': aHistory(),
  'GET /metrics/assignments/:assignmentId/reviews': () => ({ items: reviews }),
  'GET /metrics/reviews': () => ({ items: reviews }),
  'GET /metrics/nights': { nights: fourteenNights() },
  'GET /metrics/readings/latest': {},
})
beforeEach(() => {
  campaigns = [aCampaign(), aCampaignWithoutViews({ id: 'c2', name: 'Market day' })]
  reviews = [aReview()]
})

const me = { id: 'a', email: 'ada@a.example', role: 'admin', complete: true } as const
const remote = <BrandRoutes version={REMOTE_VERSION} me={me} NotFound={() => <p>no such page</p>} viewedBrandId={BRAND} />
const show = (path = '', locale: Locale = 'en') =>
  showPage(
    <UiProvider locale={locale} link={RouterLink} errorMessage={sentenceOfError}>
      {remote}
    </UiProvider>,
    { address: HOME + path, locale },
  )
const hrefs = () => screen.getAllByRole('link').map((link) => link.getAttribute('href') ?? '')
/** The only buttons are those that open a list or a chart. */
const buttons = () => screen.queryAllByRole('button').filter((button) => !button.hasAttribute('aria-expanded'))

test('shows the logo of the viewed brand', async () => {
  api.answer({ 'GET /identity/brand': { id: BRAND, complete: true, brandName: 'Alpine', contactEmail: 'ida@a.example', logoId: 'l1' } })
  show()
  await screen.findByText('You’re viewing Alpine as an admin (read-only).')
  expect(document.querySelector('.brand-view img')?.getAttribute('src')).toBe('/api/identity/brand-logos/l1')
})

test.each([
  ['en', 'You’re viewing Alpine as an admin (read-only).', 'All brands'],
  ['fr', 'Vous consultez Alpine en tant qu’administrateur, en lecture seule.', 'Toutes les marques'],
] as const)('in %s: shows whose pages these are and links back to the brands', async (locale, text, back) => {
  show('', locale)
  expect(await screen.findByText(text)).toBeDefined()
  expect(screen.getByRole('link', { name: back }).getAttribute('href')).toBe('/admin/brands')
})

test('shows the dashboard without controls that change data, and with links that stay in the view', async () => {
  show()
  expect(await screen.findByRole('heading', { name: 'Market day' })).toBeDefined()
  expect((await screen.findByText('12,345')).textContent).toBe('12,345')
  expect(screen.getByText(/^Logo not recognised/)).toBeDefined()
  expect(buttons()).toEqual([])
  expect(hrefs()).toEqual(expect.arrayContaining([`${HOME}/campaigns/c1`, `${HOME}/campaigns/c2`, `${HOME}/purchase`]))
  expect(hrefs().filter((href) => href.startsWith('/brand'))).toEqual([])
})

test('shows the brand’s invitations, which only the brand can withdraw', async () => {
  api.answer({ 'GET /partnerships/invitations': { items: [anInvitation(), anInvitation({ id: 'p1', status: 'accepted' })] } })
  show()
  expect(await screen.findByText('Waiting for an answer')).toBeDefined()
  expect(screen.getByRole('link', { name: 'See the partnership' }).getAttribute('href')).toBe(`${HOME}/partnerships/p1`)
  expect(screen.queryByRole('button', { name: /^Withdraw/ })).toBeNull()
})

test('names the brand in every request for its data, and in no others', async () => {
  show()
  await screen.findByRole('heading', { name: 'Market day' })
  const named = api.requests.filter(({ query }) => query.get('brandId') === BRAND).map(({ what }) => what)
  expect(named).toEqual(
    expect.arrayContaining([
      'GET /identity/brand',
      'GET /payouts/credits',
      'GET /campaigns/campaigns/summary',
      'GET /campaigns/campaigns',
      'GET /metrics/reviews',
      'GET /partnerships/invitations',
    ]),
  )
  const others = api.requests.filter(({ query }) => !query.has('brandId')).map(({ what }) => what)
  expect(others.filter((what) => !['GET /identity/session', 'GET /metrics/readings/latest'].includes(what))).toEqual([])
})

test('shows a campaign with its creators and videos, without controls that change data', async () => {
  show('/campaigns/c1')
  expect(await screen.findByRole('heading', { name: 'Fridge door', level: 1 })).toBeDefined()
  expect(await screen.findByText('What’s in my fridge')).toBeDefined()
  expect(buttons()).toEqual([])
  expect(screen.getByRole('link', { name: 'All campaigns' }).getAttribute('href')).toBe(HOME)
})

test('shows the orders and credits without packages or payments', async () => {
  show('/purchase?order=o1')
  expect(await screen.findByText('Starter')).toBeDefined()
  expect(screen.queryByRole('link', { name: 'Check payment' })).toBeNull()
  expect(screen.queryAllByRole('radio')).toEqual([])
  expect(buttons()).toEqual([])
  expect(api.requests.map(({ what }) => what)).not.toContain('GET /payouts/credit-orders/o1')
})

test('shows a brand without campaigns', async () => {
  campaigns = []
  show()
  expect(await screen.findByText('No campaigns yet')).toBeDefined()
  expect(hrefs()).not.toContain('/brand-dashboard/new-campaign')
})

test.each(['/new-campaign', '/profile'])('does not offer %s', async (path) => {
  show(path)
  expect(await screen.findByText('no such page')).toBeDefined()
})

test.each(['not_found', 'invalid_input'] as const)(
  'shows the not-found page for a brand that the service refuses with %s',
  async (code) => {
    api.fail('GET /identity/brand', code, 'en')
    show()
    expect(await screen.findByText('no such page')).toBeDefined()
  },
)

const brand: LoadRow = ['GET /identity/brand', { en: 'We couldn’t load the brand.', fr: 'La marque n’a pas pu être chargée.' }]
testLoadFailures(api, [brand], (locale) => show('', locale))

test('shows a partnership read-only, with links that stay in the view', async () => {
  reviews = []
  api.answer({
    'GET /partnerships/partnerships': { items: [aPartnership()] },
    'GET /partnerships/partnerships/:partnershipId': aPartnership(),
    'GET /metrics/assignments/:assignmentId/videos': { items: [aPartnershipVideo({ logo: 'unknown' })] },
    'GET /metrics/assignments/:assignmentId/history': aPartnershipHistory(),
    'GET /metrics/assignments/:assignmentId/observations': { items: fourReadings },
  })
  show()
  expect((await screen.findByRole('link', { name: '@lea.kitchen' })).getAttribute('href')).toBe(`${HOME}/partnerships/p1`)
  cleanup()
  api.requests.length = 0
  show('/partnerships/p1')
  expect(await screen.findByRole('heading', { level: 1, name: 'Kéfiro × @lea.kitchen' })).toBeDefined()
  expect(await screen.findByText('Logo unclear')).toBeDefined()
  expect(hrefs()).toContain(`${HOME}#partnerships`)
  expect(screen.queryByRole('button', { name: 'Check the video' })).toBeNull()
  const own = api.requests.filter(({ what }) => /partnerships|assignments/.test(what))
  expect(own.length).toBeGreaterThan(3)
  expect(own.every(({ query }) => query.get('brandId') === BRAND)).toBe(true)
})
