// @vitest-environment jsdom
import type { Campaign, CampaignsSummary, Credits, Locale, Review } from '@reelfair/contracts'
import { fakeStreams, inLanguages, type LoadRow, showPage, stubApi, testLoadFailures } from '@reelfair/web-kit/testing'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { aCampaign, aCampaignWithoutViews, aReview, fourteenNights, hours } from '../../components/campaign/campaign.fixture.ts'
import { DashboardPage } from './dashboard-page.tsx'

/** The texts depend on the current time. */
vi.setSystemTime('2026-11-22T12:00:00.000Z')

type Tab = keyof CampaignsSummary['counts']
let under: Record<Tab, readonly (readonly Campaign[])[]>
let credits: Credits
let reviews: readonly Review[]
let defaultTab: Tab
/** A campaign that is not in the list of newest campaigns. */
let older: Campaign | undefined

beforeEach(() => {
  under = { active: [], completed: [], expired: [] }
  credits = { available: 4_000, held: 0, spent: 0 }
  reviews = []
  defaultTab = 'active'
  older = undefined
})
// Load the lazy chunk before the tests: the first import is slow on a cold machine.
beforeAll(() => import('../../components/creators/creator-list.tsx'), 60_000)

const pageOf = (pages: readonly (readonly Campaign[])[], at: number) => ({
  items: pages[at] ?? [],
  ...(pages[at + 1] && { next: String(at + 1) }),
})
const count = (each: Tab) => under[each].flat().length
const api = stubApi({
  'GET /partnerships/invitations': { items: [] },
  'GET /partnerships/partnerships': { items: [], totalViews: 655 },
  'GET /payouts/credits': () => credits,
  'GET /campaigns/campaigns/summary': () => ({
    counts: { active: count('active'), completed: count('completed'), expired: count('expired') },
    defaultTab,
    totalViews: 12_345,
  }),
  'GET /campaigns/campaigns': ({ query }) => {
    const tab = query.get('tab') as Tab | null
    const all = [...under.active, ...under.completed, ...under.expired].flat()
    return tab ? pageOf(under[tab], Number(query.get('cursor') ?? 0)) : { items: all }
  },
  'GET /campaigns/campaigns/:campaignId': () => older,
  'GET /campaigns/campaigns/:campaignId/sign-ups': { items: [] },
  'GET /identity/session': { me: { id: 'b', email: 'ida@a.example', role: 'brand', complete: true } },
  'GET /metrics/reviews': () => ({ items: reviews }),
  'GET /metrics/nights': { nights: fourteenNights() },
  'GET /metrics/readings/latest': {},
})
const requested = (end: string) => api.requests.filter(({ what }) => what.endsWith(end))
const streams = fakeStreams()

const show = (locale: Locale = 'en') => showPage(<DashboardPage />, { locale })
const tab = async (name: string) => (await screen.findByRole('tab', { name: new RegExp(`^${name}`) })).textContent
const findNextStep = (sentence: RegExp) =>
  screen.findByText((_, element) => element?.tagName === 'H3' && sentence.test(element.textContent ?? ''))

test('explains to a new brand how a campaign works and where to start', async () => {
  credits = { available: 0, held: 0, spent: 0 }
  show()
  expect(await findNextStep(/^You have no view credits yet/)).toBeDefined()
  expect(await screen.findByText('Your first campaign, step by step')).toBeDefined()
  expect((await screen.findByRole('link', { name: 'Buy credits first' })).getAttribute('href')).toBe('/brand-dashboard/purchase')
  expect(screen.queryByRole('tab')).toBeNull()
  expect(screen.queryByText('In review')).toBeNull()
})

test('shows the number of campaigns on each tab and opens the tab that the service chose', async () => {
  under = { active: [], completed: [[aCampaign({ name: 'Done', phase: 'settled', status: 'completed' })]], expired: [] }
  defaultTab = 'completed'
  show()
  expect(await screen.findByText('Done')).toBeDefined()
  expect([await tab('Active'), await tab('Completed'), await tab('Expired')]).toEqual(['Active0', 'Completed1', 'Expired0'])
  expect(screen.getByRole('tab', { name: /^Completed/ }).getAttribute('aria-selected')).toBe('true')
  await userEvent.click(screen.getByRole('tab', { name: /^Active/ }))
  expect(await screen.findByText('No active campaigns')).toBeDefined()
})

test('loads older campaigns in a tab on demand', async () => {
  under = { active: [[aCampaign()], [aCampaign({ id: 'c2', name: 'Older' })]], completed: [], expired: [] }
  show()
  expect(await screen.findByText('Fridge door')).toBeDefined()
  expect(screen.queryByText('Older')).toBeNull()
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }))
  expect(await screen.findByText('Older')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})

test('shows the total number of views, the credits and their total', async () => {
  credits = { available: 300, held: 200, spent: 100 }
  show()
  expect((await screen.findByText('Views generated')).parentElement?.textContent).toContain('13,000')
  expect(screen.getByText('600 credits in total')).toBeDefined()
})

const states: [string, Partial<Campaign>, Record<Locale, readonly [RegExp, RegExp]>][] = [
  [
    'is waiting for its credits',
    { phase: 'funding', status: 'funding' },
    { en: [/^Reserving credits/, /updates automatically/], fr: [/^Réservation des crédits/, /se met à jour automatiquement/] },
  ],
  [
    'failed to start for lack of credits',
    { phase: 'unfunded', status: 'failed', missingViews: 6_000, removedAt: '2026-12-21T12:00:00.000Z' },
    {
      en: [/^Not started: you need 6,000 more credits/, /^Nothing was charged.*This campaign will be removed on 21 Dec/],
      fr: [/^Campagne non démarrée\s: il vous manque 6\s000\scrédits/, /^Rien n’a été facturé.*Cette campagne sera supprimée le 21 déc/],
    },
  ],
  [
    'lacks a single credit',
    { phase: 'unfunded', status: 'failed', missingViews: 1, removedAt: '2026-12-21T12:00:00.000Z' },
    {
      en: [/^Not started: you need 1 more credit$/, /^Nothing was charged/],
      fr: [/^Campagne non démarrée\s: il vous manque 1\scrédit$/, /^Rien n’a été facturé/],
    },
  ],
  ['is running', {}, { en: [/^Running/, /check views every night/], fr: [/^En cours/, /relevons les vues chaque nuit/] }],
  [
    'is running without creators',
    { signUps: 0 },
    { en: [/^Running/, /^No creator has signed up yet/], fr: [/^En cours/, /^Aucun créateur ne participe encore/] },
  ],
  [
    'is over but not settled yet',
    { endsAt: hours(-1) },
    {
      en: [/^Time is up/, /ends on \w{3} \d+ \w{3}, 02:00/],
      fr: [/^Délai écoulé/, /se termine le \w{3}\. \d+ .+, 02:00,/],
    },
  ],
  [
    'has allocated all its views',
    { phase: 'closed', actualViews: 8_000, reservedViews: 2_000 },
    {
      en: [/^All views allocated, 2,000 in review/, /the campaign reopens/],
      fr: [/^Toutes les vues sont attribuées, dont 2\s000 en vérification/, /elles rouvriront si des vues sont exclues/],
    },
  ],
  [
    'has reached its goal',
    { phase: 'ended', status: 'completed', payableAt: '2026-11-24T17:00:00.000Z' },
    {
      en: [/^Goal reached/, /^Final checks run until Tue 24 Nov, 18:00\. Creators are then paid\.$/],
      fr: [/^Objectif atteint/, /^Les derniers contrôles durent jusqu’au mar\. 24 nov\., 18:00/],
    },
  ],
  [
    'has missed its goal',
    { phase: 'ended', status: 'failed', payableAt: '2026-11-24T17:00:00.000Z' },
    {
      en: [/^Ended before reaching its goal/, /unused credits are returned to you/],
      fr: [/^Terminée sans avoir atteint son objectif/, /crédits non utilisés seront reversés sur votre solde/],
    },
  ],
  [
    'has reached its goal and is overdue for settlement',
    { phase: 'ended', status: 'completed', endedAt: '2026-11-19T12:00:00.000Z', payableAt: '2026-11-22T01:00:00.000Z' },
    {
      en: [/^Goal reached/, /^We’re still waiting for the final reading\. Creators will be paid by Wed 25 Nov, 02:00 at the latest\.$/],
      fr: [/^Objectif atteint/, /^Nous attendons encore le dernier relevé\..*mer\. 25 nov\., 02:00\.$/],
    },
  ],
  [
    'has missed its goal and is overdue for settlement',
    { phase: 'ended', status: 'failed', endedAt: '2026-11-19T12:00:00.000Z', payableAt: '2026-11-22T01:00:00.000Z' },
    {
      en: [
        /^Ended before reaching its goal/,
        /^We’re still waiting for the final reading\. By Wed 25 Nov, 02:00 .*unused credits will be returned to you\.$/,
      ],
      fr: [
        /^Terminée sans avoir atteint son objectif/,
        /^Nous attendons encore le dernier relevé\. Au plus tard le mer\. 25 nov\., 02:00.*crédits non utilisés seront reversés sur votre solde\.$/,
      ],
    },
  ],
  [
    'is settled',
    { phase: 'settled', status: 'completed', actualViews: 10_000 },
    {
      en: [/^Goal reached/, /^Final charge: 10,000 views/],
      fr: [/^Objectif atteint/, /^Facturation définitive\s: 10\s000 vues/],
    },
  ],
  [
    'is settled below its goal',
    { phase: 'settled', status: 'failed' },
    {
      en: [/^Ended before reaching its goal/, /^Views charged: 4,000\. Unused credits returned to you: 6,000\./],
      fr: [/^Terminée sans avoir atteint son objectif/, /^Vues facturées\s: 4\s000\. Crédits non utilisés .*\s: 6\s000\./],
    },
  ],
]
test.each(inLanguages(states))('in %s: shows the state and the next step of a campaign that %s', async (locale, _what, more, texts) => {
  under.active = [[aCampaign(more)]]
  show(locale)
  const card = within(await screen.findByRole('article', { name: 'Fridge door' }))
  const [state, next] = texts[locale]
  expect(card.getByText(state)).toBeDefined()
  expect(card.getByText(next)).toBeDefined()
})

test('links from an unfunded campaign to a purchase of exactly the missing credits', async () => {
  under.expired = [[aCampaignWithoutViews({ phase: 'unfunded', status: 'failed', missingViews: 6_000 })]]
  defaultTab = 'expired'
  show()
  await screen.findByRole('link', { name: 'Buy more credits' })
  const ways = screen.getAllByRole('link', { name: /^Buy (?:more |)credits/ }).map((link) => link.getAttribute('href'))
  // The three links are in the next step, the credit tiles and the campaign.
  expect(ways).toEqual(['/brand-dashboard/purchase?missing=6000', '/brand-dashboard/purchase', '/brand-dashboard/purchase?missing=6000'])
  expect((await findNextStep(/you need 6,000 more credits\.$/)).textContent).toContain('“Fridge door” couldn’t start')
  await userEvent.click(screen.getByRole('button', { name: 'Discard this campaign' }))
  expect(await screen.findByText('This campaign never started, and no credits were reserved for it.')).toBeDefined()
})

test('divides a campaign’s views into charged, in review, remaining and not charged', async () => {
  under.active = [[aCampaign()]]
  show()
  const card = within(await screen.findByRole('article', { name: 'Fridge door' }))
  const figures = ['Charged', 'In review', 'Remaining', 'Not charged'].map((word) => card.getAllByText(word)[0]?.parentElement?.textContent)
  expect(figures.map((text) => text?.replace(/\D/g, ''))).toEqual(['4000', '1000', '5000', '700'])
})

test.each([
  ['en', /^4,000 charged, 1,000 in review$/, /^4,000 of 10,000 views charged/],
  ['fr', /^4\s000 facturées, 1\s000 en vérification$/, /^4\s000 vues facturées sur 10\s000/],
] as const)('in %s: calls the views “charged” in the collapsed legend and in the bar’s label', async (locale, folded, picture) => {
  under.active = [[aCampaign()]]
  show(locale)
  const card = within(await screen.findByRole('article', { name: 'Fridge door' }))
  expect(card.getByRole('button', { name: folded })).toBeDefined()
  expect(card.getByRole('img', { name: picture })).toBeDefined()
})

test('adds up the running campaigns’ remaining views, excluding views in review', async () => {
  under.active = [[aCampaign(), aCampaignWithoutViews({ id: 'c2', name: 'Two', viewsGoal: 2_000 })]]
  show()
  expect(await findNextStep(/^Views to go in your active campaigns: 7,000\./)).toBeDefined()
})

test('excludes a campaign whose time is up from the remaining views, even before its settlement', async () => {
  under.active = [[aCampaign({ name: 'Over', endsAt: hours(-1) }), aCampaignWithoutViews({ id: 'c2', name: 'Two', viewsGoal: 2_000 })]]
  show()
  expect(await findNextStep(/^Views to go in your active campaigns: 2,000\./)).toBeDefined()
})

test('suggests a new campaign when the only campaign’s time is up', async () => {
  under.active = [[aCampaign({ endsAt: hours(-1) })]]
  show()
  expect(await findNextStep(/^Credits ready: start a campaign/)).toBeDefined()
})

test('shows an older campaign’s name instead of its id in a review', async () => {
  under.active = [[aCampaign()]]
  reviews = [aReview({ subjectId: 'c-old' })]
  older = aCampaign({ id: 'c-old', name: 'Last winter' })
  show()
  expect(await screen.findByText('Last winter')).toBeDefined()
  expect(document.body.textContent).not.toContain('c-old')
  expect(requested('/campaigns/c-old')).toHaveLength(1)
})

test('says that a review belongs to a partnership', async () => {
  reviews = [aReview({ subject: 'partnership', subjectId: 'p1' })]
  show()
  expect(await screen.findByText('Partnership')).toBeDefined()
  expect(document.body.textContent).not.toContain('p1')
  expect(requested('/campaigns/p1')).toHaveLength(0)
})

const waits: [Review['kind'], Record<Locale, readonly [RegExp, RegExp]>][] = [
  [
    'logo',
    {
      en: [
        /^We couldn’t recognise the logo in a video by @lina\.mrtn\. Views waiting for your answer: 1,000\./,
        /^You can confirm the logo; .* by Tue 24 Nov, 18:00, the views count, unless their growth is still in review\.$/,
      ],
      fr: [
        /^Nous n’avons pas pu reconnaître le logo dans une vidéo de @lina\.mrtn\. Vues en attente de votre réponse\s: 1\s000\./,
        /^Vous pouvez confirmer le logo\s; .* avant le mar\. 24 nov\., 18:00, les vues compteront, sauf si leur croissance est encore en cours de vérification\.$/,
      ],
    },
  ],
  [
    'growth',
    {
      en: [/^Views to go in your active campaigns: 5,000\./, /^Our team decides\. .* by Tue 24 Nov, 18:00, these views are excluded/],
      fr: [
        /^Vues à obtenir dans vos campagnes actives\s: 5\s000\./,
        /^Notre équipe va trancher\. .* avant le mar\. 24 nov\., 18:00, ces vues seront exclues/,
      ],
    },
  ],
]
test.each(inLanguages(waits))(
  'in %s: shows who decides a %s review, the deadline and the default decision',
  async (locale, kind, texts) => {
    under.active = [[aCampaign()]]
    reviews = [aReview({ kind, byDefault: kind === 'logo' ? 'counts' : 'excluded' })]
    show(locale)
    expect(await findNextStep(texts[locale][0])).toBeDefined()
    expect(await screen.findByText(texts[locale][1])).toBeDefined()
  },
)

test('requests creators only when their list is opened', async () => {
  under.active = [[aCampaign()]]
  show()
  await screen.findByText('Fridge door')
  expect(requested('/sign-ups')).toEqual([])
  await userEvent.click(screen.getByText('Registered creators'))
  expect(await screen.findByText('No one has signed up yet. Creators appear here as soon as they sign up.')).toBeDefined()
})

test('updates live without removing anything from the page', async () => {
  under.active = [[aCampaign()]]
  show()
  const card = await screen.findByRole('article', { name: 'Fridge door' })
  await userEvent.click(within(card).getByText('Registered creators'))
  under.active = [[aCampaign({ actualViews: 4_500 })]]
  credits = { available: 4_000, held: 0, spent: 4_500 }
  reviews = [aReview()]
  const gone: string[] = []
  const watch = new MutationObserver(() => {
    if (!card.isConnected) gone.push('the campaign')
    if (document.querySelector('.rf-skeleton')) gone.push('content replaced by a skeleton')
  })
  watch.observe(document.body, { childList: true, subtree: true })
  for (const topic of ['campaigns', 'credits', 'reviews']) streams.at(-1)?.emit('changed', { topic })
  expect(await screen.findByText('8,500 credits in total')).toBeDefined()
  expect(await within(card).findAllByText('4,500')).not.toEqual([])
  expect(await screen.findByText('In review', { selector: 'h2' })).toBeDefined()
  expect(card.querySelector('details')?.open).toBe(true)
  watch.disconnect()
  expect(gone).toEqual([])
})

describe('with a campaign and a review', () => {
  beforeEach(() => {
    under.active = [[aCampaign()]]
    reviews = [aReview()]
  })
  const campaigns = { en: 'We couldn’t load your campaigns.', fr: 'Vos campagnes n’ont pas pu être chargées.' }
  const parts: LoadRow[] = [
    ['GET /campaigns/campaigns?tab', campaigns],
    ['GET /campaigns/campaigns/summary', campaigns],
    ['GET /payouts/credits', { en: 'We couldn’t load your credits.', fr: 'Vos crédits n’ont pas pu être chargés.' }],
    ['GET /metrics/reviews', { en: 'We couldn’t load the views in review.', fr: 'Les vérifications n’ont pas pu être chargées.' }],
  ]
  testLoadFailures(api, parts, show, () => screen.findByText('Fridge door', { selector: 'a' }))
})
