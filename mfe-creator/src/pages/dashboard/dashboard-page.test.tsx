// @vitest-environment jsdom
/** A creator's first page: each part loads, fails and is empty by itself, in both languages; what runs says what was counted and what to mend. */
import { type ErrorCode, type Locale, type PublicCampaign, type SignUp, sentenceOf } from '@reelfair/contracts'
import { inBothLanguages, refusal, showPage } from '@reelfair/web-kit/testing'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { anAccount, aPublicCampaign, aSignUp, FIGURES } from '../../components/public-campaigns/a-public-campaign.fixture.ts'
import { DashboardPage } from './dashboard-page.tsx'

const VERIFIED = {
  id: 'a1',
  network: 'instagram',
  username: 'lina.mrtn',
  status: 'verified',
  createdAt: '2026-11-20T08:00:00.000Z',
  verifiedAt: '2026-11-20T08:10:00.000Z',
}
const BALANCE = { accruing: 0, held: 0, payable: 0, inTransfer: 0, paid: 0, earned: 0, minimumTransfer: 100, holdings: [] }
let signUps: SignUp[]
let accounts: object[]
let answers: (path: string, cursor?: string | null) => Response | undefined
vi.stubGlobal('fetch', async (url: string) => {
  const path = url.replace('/api', '').replace(/\?.*/, '')
  const usual: Record<string, object> = {
    '/verification/accounts': { items: accounts, standings: [] },
    '/campaigns/sign-ups': { items: signUps },
    '/campaigns/public-campaigns': { items: [], figures: { limit: 5, minimum: 1000 }, windowDays: 14 },
    '/payouts/balance': BALANCE,
    '/payouts/payout-account': { status: 'none', requirements: [], nextStep: 'So it goes on.' },
    '/metrics/readings/latest': { nextAt: '2026-11-22T23:00:00.000Z' },
  }
  const cursor = new URL(url, 'http://localhost').searchParams.get('cursor')
  return answers(path, cursor) ?? Response.json(usual[path] ?? { items: [] })
})
beforeEach(() => {
  vi.setSystemTime('2026-11-22T12:00:00.000Z')
  signUps = []
  accounts = [VERIFIED]
  answers = () => undefined
})
afterEach(cleanup)

const open = (locale: Locale = 'en') => showPage(<DashboardPage />, { address: '/dashboard', locale })
const counted = (facts: Partial<SignUp> = {}) =>
  aSignUp({
    terms: { ...aSignUp().terms, viewsGoal: 10_000 },
    charged: 4_000,
    reserved: 500,
    grantedViews: 7_000,
    cents: 40,
    count: { observed: 6_500, qualified: 4_000, inReview: 2_000, excluded: [{ reason: 'link_not_in_bio', views: 500 }] },
    videos: [
      {
        videoId: 'v1',
        url: 'https://instagram.example/v1',
        views: 6_500,
        qualified: 4_000,
        inReview: 2_000,
        excluded: 500,
        faults: ['link_not_in_bio'],
        logo: 'verified',
        seenAt: '2026-11-21T23:10:00.000Z',
      },
    ],
    ...facts,
  })

const parts: [string, Record<Locale, string>][] = [
  ['/campaigns/sign-ups', { en: 'Your partnerships did not load.', fr: 'Vos partenariats n’ont pas pu être chargés.' }],
  ['/verification/accounts', { en: 'Your accounts did not load.', fr: 'Vos comptes n’ont pas pu être chargés.' }],
  ['/payouts/balance', { en: 'Your balance did not load.', fr: 'Votre solde n’a pas pu être chargé.' }],
]
test.each(inBothLanguages(parts))('in %s: %s fails alone, says why, and can be tried again', async (locale, path, texts) => {
  answers = (asked) => (asked === path ? refusal('internal', locale, { requestId: 'r-17' }) : undefined)
  open(locale)
  const panel = (await screen.findByText(texts[locale])).closest('section')
  expect(within(panel!).getByText(/r-17$/)).toBeDefined()
  answers = () => undefined
  await userEvent.click(within(panel!).getByRole('button', { name: { en: 'Try again', fr: 'Réessayer' }[locale] }))
  await waitFor(() => expect(screen.queryByText(texts[locale])).toBeNull())
})

const refused: [ErrorCode][] = [['not_signed_in'], ['not_allowed'], ['too_many_requests'], ['unavailable']]
test.each(inBothLanguages(refused))('in %s: partnerships refused as %s say so', async (locale, code) => {
  answers = (path) => (path === '/campaigns/sign-ups' ? refusal(code, locale, { seconds: 12 }) : undefined)
  open(locale)
  expect((await screen.findAllByText(sentenceOf(code, { seconds: 12 }, locale).replaceAll(/\s/g, ' '))).length).toBeGreaterThan(0)
})

test('what still runs is there however many were joined since; what is too old to run is not asked for', async () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  const done = (id: string, days: number) => aSignUp({ id, campaignId: id, state: 'settled', signedUpAt: daysAgo(days) })
  const asked: (string | null | undefined)[] = []
  answers = (path, cursor) => {
    if (path !== '/campaigns/sign-ups') return undefined
    asked.push(cursor)
    if (!cursor) return Response.json({ items: [done('new', 2)], next: 'older' })
    if (cursor !== 'older') return Response.json({ items: [] })
    return Response.json({ items: [aSignUp({ signedUpAt: daysAgo(29) }), done('old', 60)], next: 'oldest' })
  }
  open()
  expect(await screen.findByRole('heading', { level: 3, name: 'Fridge door' })).toBeDefined()
  expect(asked).toEqual([null, 'older'])
})

const titles = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)

test('a first-time creator is led to the first account and sees no part that is still empty', async () => {
  accounts = []
  open()
  expect(await screen.findByRole('heading', { name: /^Add your first account\./ })).toBeDefined()
  expect(screen.getByRole('link', { name: 'Add an account' }).getAttribute('href')).toBe('/profile')
  await waitFor(() => expect(titles()).toEqual(['Next', 'Public campaigns']))
  expect(screen.queryByText(/payout account/i)).toBeNull()
})

const byTheNextStep: [string, PublicCampaign[], Record<Locale, RegExp>, boolean][] = [
  ['a campaign that fits leads to the list', [aPublicCampaign()], { en: /^Choose a campaign,/, fr: /^Choisissez une campagne,/ }, true],
  [
    'campaigns of which none fits lead nowhere',
    [aPublicCampaign({ accounts: [anAccount({ reasons: ['average_views_too_low'] })] })],
    { en: /^No open campaign fits your accounts/, fr: /^Aucune campagne ouverte ne correspond/ },
    false,
  ],
  ['without any campaign nothing is offered', [], { en: /^No campaign is open/, fr: /^Aucune campagne n’est ouverte/ }, false],
]
test.each(inBothLanguages(byTheNextStep))('in %s: %s', async (locale, _, items, sentences, leads) => {
  answers = (path) => (path === '/campaigns/public-campaigns' ? Response.json({ items, figures: FIGURES, windowDays: 14 }) : undefined)
  open(locale)
  expect(await screen.findByRole('heading', { level: 3, name: sentences[locale] })).toBeDefined()
  const name = { en: 'See public campaigns', fr: 'Voir les campagnes publiques' }[locale]
  expect(screen.queryAllByRole('link', { name })).toHaveLength(leads ? 1 : 0)
})

const waiting: [string, object, SignUp[], RegExp][] = [
  ['is on its way', { inTransfer: 500 }, [aSignUp({ state: 'settled' })], /is on its way to your payout account\.$/],
  [
    'is held',
    { held: 500, holdings: [{ amount: 500, until: '2026-11-24T01:00:00.000Z' }] },
    [aSignUp({ state: 'ended' })],
    /is held until/,
  ],
]
test.each(waiting)('while money %s, public campaigns are offered only if one fits', async (_, money, joined, sentence) => {
  signUps = joined
  let items = [aPublicCampaign()]
  answers = (path) => {
    if (path === '/payouts/balance') return Response.json({ ...BALANCE, ...money })
    if (path === '/payouts/payout-account') return Response.json({ status: 'active', requirements: [] })
    return path === '/campaigns/public-campaigns' ? Response.json({ items, figures: FIGURES, windowDays: 14 }) : undefined
  }
  open()
  expect(await screen.findByRole('heading', { level: 3, name: sentence })).toBeDefined()
  expect(await screen.findByRole('link', { name: 'See public campaigns' })).toBeDefined()
  cleanup()
  items = [aPublicCampaign({ accounts: [anAccount({ reasons: ['average_views_too_low'] })] })]
  open()
  expect(await screen.findByRole('heading', { level: 3, name: sentence })).toBeDefined()
  await screen.findByRole('heading', { level: 2, name: 'Public campaigns' })
  expect(screen.queryByRole('link', { name: 'See public campaigns' })).toBeNull()
})

test('once joined, the code stands there to be copied until a video is found', async () => {
  signUps = [aSignUp()]
  open()
  const part = await screen.findByRole('article', { name: 'Fridge door' })
  expect(within(part).getByText('RF-7K2QD')).toBeDefined()
  expect(within(part).getByText('Kefiro')).toBeDefined()
  expect(within(part).getByText('No video found yet')).toBeDefined()
  expect(within(part).getByRole('link').getAttribute('href')).toBe('/creator-history?open=s1')
  expect(await screen.findByRole('heading', { name: /^Publish a video with RF‑7K2QD for “Fridge door”\.$/ })).toBeDefined()
})

test('what runs says what counted, what waits, what was excluded, what mends it, and the money so far', async () => {
  signUps = [counted()]
  open()
  const part = await screen.findByRole('article', { name: 'Fridge door' })
  const said = part.textContent?.replaceAll(/\s/g, ' ') ?? ''
  expect(said).toContain('0.40 €')
  expect(within(part).getByRole('img').getAttribute('aria-label')).toContain(
    '4,000 views granted to you and 2,500 to other creators, of 10,000',
  )
  expect(said).toContain('In review: 2,000500 of them are reserved in the goal.')
  expect(said).toContain('The campaign’s link is not in the bio: 500 views excluded')
  expect(said).toContain('Put the campaign’s link into your bio. Views count again from the next reading')
  expect(said).toContain('1,500 more views are read and not settled yet')
  expect(within(part).getByRole('button', { name: /^Copy the link/ })).toBeDefined()
  expect(await screen.findByRole('heading', { name: /loses views\. The campaign’s link is not in the bio\.$/ })).toBeDefined()
})

test('a decision that is not settled yet is explained beside the bar', async () => {
  const one = counted()
  signUps = [{ ...one, reserved: 500, count: { ...one.count, inReview: 100 } }]
  open()
  const part = await screen.findByRole('article', { name: 'Fridge door' })
  expect(part.textContent).toContain('400 of the views in review are decided. The bar follows at the next settlement, at 02:00, Paris.')
})

test('what ended stays until its last checks are over, without a code', async () => {
  signUps = [
    counted({ state: 'ended', payableAt: '2026-11-30T01:00:00.000Z' }),
    counted({ id: 's2', campaignName: 'Paid', state: 'settled' }),
  ]
  open('fr')
  const part = await screen.findByRole('article', { name: 'Fridge door' })
  expect(within(part).getByText('Derniers contrôles')).toBeDefined()
  expect(within(part).getByText(/^jusqu’au lun\. 30 nov\., 02:00$/)).toBeDefined()
  expect(within(part).queryByText('RF-7K2QD')).toBeNull()
  expect(screen.queryByRole('article', { name: 'Paid' })).toBeNull()
})

test('once the time of a campaign is up its code and the advice to publish are gone, before its settlement', async () => {
  signUps = [aSignUp({ endsAt: '2026-11-22T11:00:00.000Z' })]
  open()
  const part = await screen.findByRole('article', { name: 'Fridge door' })
  expect(within(part).getByText('ended')).toBeDefined()
  expect(within(part).queryByText('RF-7K2QD')).toBeNull()
  expect(within(part).queryByText('No video found yet')).toBeNull()
  // Nothing is held before the settlement.
  expect(within(part).queryByText(/held/)).toBeNull()
})

test.each([
  ['en', 'until Wed 25 Nov, 02:00 at the latest: the network’s final figures are missing'],
  ['fr', 'jusqu’au mer. 25 nov., 02:00 au plus tard : les derniers chiffres du réseau manquent'],
] as const)('in %s: last checks that wait for a silent network name the latest date', async (locale, text) => {
  signUps = [counted({ state: 'ended', payableAt: '2026-11-22T01:00:00.000Z' })]
  open(locale)
  const part = await screen.findByRole('article', { name: 'Fridge door' })
  expect(within(part).getByText(text)).toBeDefined()
  expect(within(part).queryByText(/22 nov/i)).toBeNull()
})

const ENDED = { state: 'ended', endedAt: '2026-11-21T12:00:00.000Z', payableAt: '2026-11-24T01:00:00.000Z' } as const
const gone = (...faults: SignUp['videos'][number]['faults']) => counted().videos.map((video) => ({ ...video, faults }))
const byTheRisk: [string, Partial<SignUp>, Record<Locale, readonly [string, string]>][] = [
  [
    'until the final reading of what has ended',
    { ...ENDED, videos: gone('account_private', 'link_not_in_bio') },
    {
      en: [
        '6,000 counted views of “Fridge door” are at risk. The account or the video is private.',
        'Make the account and the video public. Fix it before the final reading on Tue 24 Nov, 00:00; otherwise they come off.',
      ],
      fr: [
        '6 000 vues comptées de « Fridge door » sont en jeu. Le compte ou la vidéo est privé.',
        'Rendez le compte et la vidéo publics. Corrigez avant le dernier relevé, le mar. 24 nov., 00:00, sinon elles seront déduites.',
      ],
    },
  ],
  [
    'of what runs, which may end early',
    { endsAt: '2026-11-25T12:00:00.000Z', videos: gone('video_deleted') },
    {
      en: [
        '6,000 counted views of “Fridge door” are at risk. The video or its account no longer exists.',
        'Restore the video or the account, if the network lets you. Fix it before the final reading on Sat 28 Nov, 00:00, or sooner if the campaign ends early; otherwise they come off.',
      ],
      fr: [
        '6 000 vues comptées de « Fridge door » sont en jeu. La vidéo ou son compte n’existe plus.',
        'Restaurez la vidéo ou le compte, si le réseau le permet. Corrigez avant le dernier relevé, le sam. 28 nov., 00:00, ou plus tôt si la campagne se termine avant la date prévue, sinon elles seront déduites.',
      ],
    },
  ],
  [
    'while a silent network is waited for',
    { ...ENDED, endedAt: '2026-11-18T12:00:00.000Z', payableAt: '2026-11-21T01:00:00.000Z', videos: gone('account_age_restricted') },
    {
      en: [
        '6,000 counted views of “Fridge door” are at risk. The account or the video is restricted by age.',
        'Lift the age restriction. The final reading is under way: fix it now, otherwise they come off.',
      ],
      fr: [
        '6 000 vues comptées de « Fridge door » sont en jeu. Le compte ou la vidéo est soumis à une limite d’âge.',
        'Levez la limite d’âge. Le dernier relevé est en cours : corrigez sans attendre, sinon elles seront déduites.',
      ],
    },
  ],
]
test.each(inBothLanguages(byTheRisk))('in %s: names the counted views at risk %s', async (locale, _, facts, texts) => {
  signUps = [counted(facts)]
  open(locale)
  const [sentence, consequence] = texts[locale]
  const plain = (said: string | null | undefined) => said?.replaceAll(/\s/g, ' ')
  const next = await screen.findByRole('heading', { name: (name) => plain(name) === sentence })
  expect(plain(next.closest('section')?.textContent)).toContain(consequence)
  const part = await screen.findByRole('article', { name: 'Fridge door' })
  expect(plain(part.textContent)).toContain(consequence)
  expect(plain(part.textContent)).toContain({ en: '6,000 counted views at risk', fr: '6 000 vues comptées en jeu' }[locale])
})

test('an invitation that waits stands before what runs; without one it is the last thing said', async () => {
  signUps = [counted()]
  open()
  await screen.findByText('You have no invitation.')
  expect(titles().at(-1)).toBe('Invitations')
  cleanup()
  const invitation = { id: 'i1', status: 'pending', amountCents: 200, weeklyViewsGoal: 10_000, username: 'lina.mrtn', network: 'instagram' }
  const items = [{ ...invitation, beginning: '2026-11-28', expiresAt: '2026-11-22T23:00:00.000Z' }]
  answers = (path) => (path === '/partnerships/invitations' ? Response.json({ items }) : undefined)
  open()
  await screen.findByText(/10,000 views/)
  expect(titles().indexOf('Invitations')).toBe(titles().indexOf('My campaigns') - 1)
  expect(screen.getByText('Expires 23 Nov, 00:00')).toBeDefined()
  expect(screen.getByText('Accepting it isn’t possible yet.')).toBeDefined()
  expect(document.body.textContent).not.toMatch(/to answer|can invite|Open for/)
})

test.each([
  ['en', /^1,500 more views .* They are not paid unless a review frees views\.$/],
  ['fr', /^1\s500 autres vues .* Elles ne sont payées que si une vérification libère des vues\.$/],
] as const)('in %s: views beyond the goal may still be paid while reviews can free some', async (locale, text) => {
  signUps = [counted({ state: 'closed', grantedViews: 10_000 })]
  open(locale)
  expect(await screen.findByText(text)).toBeDefined()
})
