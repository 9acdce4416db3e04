// @vitest-environment jsdom
import type { Campaign, CampaignsSummary, Credits, Locale, Review } from '@reelfair/contracts'
import { inBothLanguages, refusal, showPage } from '@reelfair/web-kit/testing'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { aCampaign, anUntouchedCampaign, aReview, fourteenNights, hours } from '../../components/campaign/campaign.fixture.ts'
import { DashboardPage } from './dashboard-page.tsx'

/** What is said depends on which instants are over. */
vi.setSystemTime('2026-11-22T12:00:00.000Z')

type Tab = keyof CampaignsSummary['counts']
let under: Record<Tab, readonly (readonly Campaign[])[]>
let credits: Credits
let reviews: readonly Review[]
let defaultTab: Tab
let asked: string[]
let failing: RegExp | undefined
/** Beyond those that are listed. */
let older: Campaign | undefined

beforeEach(() => {
  under = { active: [], completed: [], expired: [] }
  credits = { available: 4_000, held: 0, spent: 0 }
  reviews = []
  defaultTab = 'active'
  asked = []
  failing = undefined
  older = undefined
})
afterEach(cleanup)
// Loaded when they are first shown, which takes a while on a cold machine; here they are there before.
beforeAll(() => import('../../components/creators/creator-list.tsx'), 60_000)

const pageOf = (pages: readonly (readonly Campaign[])[], at: number) =>
  Response.json({ items: pages[at] ?? [], ...(pages[at + 1] && { next: String(at + 1) }) })

vi.stubGlobal('fetch', async (address: string) => {
  const url = new URL(address, 'http://localhost')
  const at = Number(url.searchParams.get('cursor') ?? 0)
  const tab = url.searchParams.get('tab') as Tab | null
  asked.push(url.pathname)
  if (failing?.test(url.pathname + url.search)) return refusal('internal', 'en', { requestId: 'r-17' })
  switch (url.pathname) {
    case '/api/payouts/credits':
      return Response.json(credits)
    case '/api/campaigns/campaigns/summary': {
      const count = (each: Tab) => under[each].flat().length
      return Response.json({
        counts: { active: count('active'), completed: count('completed'), expired: count('expired') },
        defaultTab,
        totalViews: 12_345,
      })
    }
    case '/api/campaigns/campaigns':
      return tab ? pageOf(under[tab], at) : pageOf([[...under.active, ...under.completed, ...under.expired].flat()], 0)
    case '/api/identity/session':
      return Response.json({ me: { id: 'b', email: 'ida@a.example', role: 'brand', complete: true } })
    case '/api/campaigns/campaigns/c-old':
      return Response.json(older)
    case '/api/metrics/reviews':
      return Response.json({ items: reviews })
    case '/api/metrics/nights':
      return Response.json({ nights: fourteenNights() })
    default:
      return Response.json({ items: [] })
  }
})

const streams: EventTarget[] = []
vi.stubGlobal(
  'EventSource',
  class extends EventTarget {
    onerror = null
    constructor() {
      super()
      streams.push(this)
    }
    close() {}
  },
)
const hear = (topic: string) => streams.at(-1)?.dispatchEvent(new MessageEvent('changed', { data: JSON.stringify({ topic }) }))

const show = (locale: Locale = 'en') => showPage(<DashboardPage />, { locale })
const tab = async (name: string) => (await screen.findByRole('tab', { name: new RegExp(`^${name}`) })).textContent
const says = (sentence: RegExp) => screen.findByText((_, element) => element?.tagName === 'H3' && sentence.test(element.textContent ?? ''))

test('a brand without a campaign reads how one goes, and where to begin', async () => {
  credits = { available: 0, held: 0, spent: 0 }
  show()
  expect(await says(/^You have no view credits yet/)).toBeDefined()
  expect(await screen.findByText('Your first campaign, step by step.')).toBeDefined()
  expect((await screen.findByRole('link', { name: 'Buy credits first' })).getAttribute('href')).toBe('/brand-dashboard/purchase')
  expect(screen.queryByRole('tab')).toBeNull()
  expect(screen.queryByText('In review')).toBeNull()
})

test('tabs say how many campaigns stand under each; the one that the service names is open', async () => {
  under = { active: [], completed: [[aCampaign({ name: 'Done', phase: 'settled', status: 'completed' })]], expired: [] }
  defaultTab = 'completed'
  show()
  expect(await screen.findByText('Done')).toBeDefined()
  expect([await tab('Active'), await tab('Completed'), await tab('Expired')]).toEqual(['Active0', 'Completed1', 'Expired0'])
  expect(screen.getByRole('tab', { name: /^Completed/ }).getAttribute('aria-selected')).toBe('true')
  await userEvent.click(screen.getByRole('tab', { name: /^Active/ }))
  expect(await screen.findByText('No campaign is running.')).toBeDefined()
})

test('older campaigns of a tab are loaded on demand', async () => {
  under = { active: [[aCampaign()], [aCampaign({ id: 'c2', name: 'Older' })]], completed: [], expired: [] }
  show()
  expect(await screen.findByText('Fridge door')).toBeDefined()
  expect(screen.queryByText('Older')).toBeNull()
  await userEvent.click(await screen.findByRole('button', { name: 'Show older ones' }))
  expect(await screen.findByText('Older')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Show older ones' })).toBeNull()
})

test('the views of all campaigns stand beside the credits, whose sum is said', async () => {
  credits = { available: 300, held: 200, spent: 100 }
  show()
  expect((await screen.findByText('Views generated')).parentElement?.textContent).toContain('12,345')
  expect(screen.getByText('600 credits bought')).toBeDefined()
})

const states: [string, Partial<Campaign>, Record<Locale, readonly [RegExp, RegExp]>][] = [
  [
    'waits for its credits',
    { phase: 'funding', status: 'funding' },
    { en: [/^Credits are being set aside/, /changes by itself/], fr: [/^Réservation des crédits/, /change toute seule/] },
  ],
  [
    'was not funded',
    { phase: 'unfunded', status: 'failed', missingViews: 6_000, removedAt: '2026-12-21T12:00:00.000Z' },
    {
      en: [/^Not started: 6,000 views missing/, /^Nothing was charged.*This campaign disappears on 21 Dec/],
      fr: [/^Non démarrée\s: il manque 6\s000 vues/, /^Rien n’a été facturé.*Cette campagne disparaîtra le 21 déc/],
    },
  ],
  ['runs', {}, { en: [/^Running/, /read every night/], fr: [/^En cours/, /relevées chaque nuit/] }],
  [
    'runs without anybody',
    { signUps: 0 },
    { en: [/^Running/, /^No creator has joined yet/], fr: [/^En cours/, /^Aucun créateur ne participe encore/] },
  ],
  [
    'is over and not settled yet',
    { endsAt: hours(-1) },
    {
      en: [/^Its time is up/, /settlement on \w{3} \d+ \w{3}, 02:00\./],
      fr: [/^Son temps est écoulé/, /décompte du \w{3}\. \d+ .+, 02:00\./],
    },
  ],
  [
    'has given out all views',
    { phase: 'closed', actualViews: 8_000, reservedViews: 2_000 },
    {
      en: [/^All views are given out, 2,000 wait/, /free again/],
      fr: [/^Toutes les vues sont attribuées, 2\s000 attendent/, /redeviennent disponibles/],
    },
  ],
  [
    'has reached its goal',
    { phase: 'ended', status: 'completed', payableAt: '2026-11-24T17:00:00.000Z' },
    {
      en: [/^Goal reached/, /^Final checks until Tue 24 Nov, 18:00\. Then its creators are paid\.$/],
      fr: [/^Objectif atteint/, /^Derniers contrôles jusqu’au mar\. 24 nov\., 18:00/],
    },
  ],
  [
    'has missed its goal',
    { phase: 'ended', status: 'failed', payableAt: '2026-11-24T17:00:00.000Z' },
    {
      en: [/^Ended before its goal/, /credit it did not use is yours/],
      fr: [/^Terminée avant son objectif/, /crédit non utilisé vous revient/],
    },
  ],
  [
    'has reached its goal and is not settled in time',
    { phase: 'ended', status: 'completed', endedAt: '2026-11-19T12:00:00.000Z', payableAt: '2026-11-22T01:00:00.000Z' },
    {
      en: [/^Goal reached/, /^The final reading is still awaited\. Its creators are paid by Wed 25 Nov, 02:00 at the latest\.$/],
      fr: [/^Objectif atteint/, /^Le dernier relevé est encore attendu\..*mer\. 25 nov\., 02:00\.$/],
    },
  ],
  [
    'has missed its goal and is not settled in time',
    { phase: 'ended', status: 'failed', endedAt: '2026-11-19T12:00:00.000Z', payableAt: '2026-11-22T01:00:00.000Z' },
    {
      en: [
        /^Ended before its goal/,
        /^The final reading is still awaited\. By Wed 25 Nov, 02:00 .*every credit it did not use is yours again\.$/,
      ],
      fr: [
        /^Terminée avant son objectif/,
        /^Le dernier relevé est encore attendu\. Au plus tard le mer\. 25 nov\., 02:00.*crédit non utilisé vous revient\.$/,
      ],
    },
  ],
  [
    'is settled',
    { phase: 'settled', status: 'completed', actualViews: 10_000 },
    {
      en: [/^Goal reached/, /^10,000 views charged for good/],
      fr: [/^Objectif atteint/, /^10\s000 vues facturées définitivement/],
    },
  ],
  [
    'is settled below its goal',
    { phase: 'settled', status: 'failed' },
    {
      en: [/^Ended before its goal/, /^4,000 views charged\. The other 6,000 credits/],
      fr: [/^Terminée avant son objectif/, /^4\s000 vues facturées\. Les 6\s000 autres/],
    },
  ],
]
test.each(inBothLanguages(states))('in %s: a campaign that %s says so, and what happens next', async (locale, _what, more, texts) => {
  under.active = [[aCampaign(more)]]
  show(locale)
  const card = within(await screen.findByRole('article', { name: 'Fridge door' }))
  const [state, next] = texts[locale]
  expect(card.getByText(state)).toBeDefined()
  expect(card.getByText(next)).toBeDefined()
})

test('a campaign without its credits leads to exactly those that are missing', async () => {
  under.expired = [[anUntouchedCampaign({ phase: 'unfunded', status: 'failed', missingViews: 6_000 })]]
  defaultTab = 'expired'
  show()
  await screen.findByRole('link', { name: 'Buy what is missing' })
  const ways = screen.getAllByRole('link', { name: /^Buy (?:what|credits)/ }).map((link) => link.getAttribute('href'))
  // From the next step, from the tiles, from the campaign.
  expect(ways).toEqual(['/brand-dashboard/purchase?missing=6000', '/brand-dashboard/purchase', '/brand-dashboard/purchase?missing=6000'])
  expect((await says(/6,000 views are missing/)).textContent).toContain('“Fridge door” could not start')
  // What failed to start can be dismissed where it is said.
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss this start' }))
  expect(await screen.findByText('It never started, and nothing was set aside for it.')).toBeDefined()
})

test('the bar divides a campaign’s views into charged, in review, remaining and not charged', async () => {
  under.active = [[aCampaign()]]
  show()
  const card = within(await screen.findByRole('article', { name: 'Fridge door' }))
  const figures = ['Charged', 'In review', 'Remaining', 'Not charged'].map((word) => card.getAllByText(word)[0]?.parentElement?.textContent)
  expect(figures.map((text) => text?.replace(/\D/g, ''))).toEqual(['4000', '1000', '5000', '700'])
})

test.each([
  ['en', /^4,000 charged, 1,000 in review$/, /^4,000 of 10,000 views charged/],
  ['fr', /^4\s000 facturées, 1\s000 en vérification$/, /^4\s000 vues facturées sur 10\s000/],
] as const)('in %s: the folded key and the picture call the charged views charged too', async (locale, folded, picture) => {
  under.active = [[aCampaign()]]
  show(locale)
  const card = within(await screen.findByRole('article', { name: 'Fridge door' }))
  expect(card.getByRole('button', { name: folded })).toBeDefined()
  expect(card.getByRole('img', { name: picture })).toBeDefined()
})

test('what is still to come is said of campaigns that run, without what is in review', async () => {
  under.active = [[aCampaign(), anUntouchedCampaign({ id: 'c2', name: 'Two', viewsGoal: 2_000 })]]
  show()
  expect(await says(/^7,000 views are still to come/)).toBeDefined()
})

test('a campaign whose time is up brings no more views, though its settlement is still to come', async () => {
  under.active = [[aCampaign({ name: 'Over', endsAt: hours(-1) }), anUntouchedCampaign({ id: 'c2', name: 'Two', viewsGoal: 2_000 })]]
  show()
  expect(await says(/^2,000 views are still to come/)).toBeDefined()
})

test('once the time of the only campaign is up, none is running', async () => {
  under.active = [[aCampaign({ endsAt: hours(-1) })]]
  show()
  expect(await says(/^Your credits wait for a campaign/)).toBeDefined()
})

test('a review of a campaign that is not among the newest is called by its name too, never by its id', async () => {
  under.active = [[aCampaign()]]
  reviews = [aReview({ campaignId: 'c-old' })]
  older = aCampaign({ id: 'c-old', name: 'Last winter' })
  show()
  expect(await screen.findByText('Last winter')).toBeDefined()
  expect(document.body.textContent).not.toContain('c-old')
  expect(asked.filter((path) => path.endsWith('/campaigns/c-old'))).toHaveLength(1)
})

const waits: [Review['kind'], Record<Locale, readonly [RegExp, RegExp]>][] = [
  [
    'logo',
    {
      en: [
        /^The logo in a video of @lina\.mrtn could not be recognised\. 1,000 views wait/,
        /^You can say yes; .* by Tue 24 Nov, 18:00 they count, unless their growth is still in review\.$/,
      ],
      fr: [
        /^Le logo d’une vidéo de @lina\.mrtn .* 1\s000 vues attendent/,
        /^Vous pouvez dire oui\s; .* le mar\. 24 nov\., 18:00, elles comptent, sauf si leur croissance est encore en vérification\.$/,
      ],
    },
  ],
  [
    'growth',
    {
      en: [/^5,000 views are still to come/, /^Our team decides\. .* by Tue 24 Nov, 18:00 they are excluded/],
      fr: [/^Il reste 5\s000\svues à venir/, /^Notre équipe tranche\. .* le mar\. 24 nov\., 18:00, elles sont exclues/],
    },
  ],
]
test.each(inBothLanguages(waits))(
  'in %s: views in review for their %s say who decides, until when, and what happens otherwise',
  async (locale, kind, texts) => {
    under.active = [[aCampaign()]]
    reviews = [aReview({ kind, byDefault: kind === 'logo' ? 'counts' : 'excluded' })]
    show(locale)
    expect(await says(texts[locale][0])).toBeDefined()
    expect(await screen.findByText(texts[locale][1])).toBeDefined()
  },
)

test('creators are asked for when a reader opens them, and not before', async () => {
  under.active = [[aCampaign()]]
  show()
  await screen.findByText('Fridge door')
  expect(asked.filter((path) => path.endsWith('/sign-ups'))).toEqual([])
  await userEvent.click(screen.getByText('Registered creators'))
  expect(await screen.findByText('Nobody has joined yet. Each creator appears here at once.')).toBeDefined()
})

test('what changes elsewhere is there by itself, without anything on the page going away meanwhile', async () => {
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
    if (document.querySelector('.rf-skeleton')) gone.push('what stood where a skeleton is')
  })
  watch.observe(document.body, { childList: true, subtree: true })
  for (const topic of ['campaigns', 'credits', 'reviews']) hear(topic)
  expect(await screen.findByText('8,500 credits bought')).toBeDefined()
  expect(await within(card).findAllByText('4,500')).not.toEqual([])
  expect(await screen.findByText('In review', { selector: 'h2' })).toBeDefined()
  expect(card.querySelector('details')?.open).toBe(true)
  watch.disconnect()
  expect(gone).toEqual([])
})

const parts: [string, RegExp, Record<Locale, string>][] = [
  ['the campaigns under a tab', /campaigns\?tab=/, { en: 'Your campaigns did not load.', fr: 'Vos campagnes n’ont pas pu être chargées.' }],
  ['the tabs', /\/summary$/, { en: 'Your campaigns did not load.', fr: 'Vos campagnes n’ont pas pu être chargées.' }],
  ['the credits', /\/credits$/, { en: 'Your credits did not load.', fr: 'Vos crédits n’ont pas pu être chargés.' }],
  ['what is in review', /\/reviews$/, { en: 'What is in review did not load.', fr: 'Les vérifications n’ont pas pu être chargées.' }],
]
test.each(inBothLanguages(parts))('in %s: %s did not load, and why; tried again, it is there', async (locale, _what, path, texts) => {
  under.active = [[aCampaign()]]
  reviews = [aReview()]
  failing = path
  show(locale)
  const panel = within((await screen.findByText(texts[locale])).closest('section')!)
  expect(panel.getByText(/r-17$/)).toBeDefined()
  failing = undefined
  await userEvent.click(panel.getByRole('button', { name: { en: 'Try again', fr: 'Réessayer' }[locale] }))
  await waitFor(() => expect(screen.queryByText(texts[locale])).toBeNull())
  expect(await screen.findByText('Fridge door', { selector: 'a' })).toBeDefined()
})
