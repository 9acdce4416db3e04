// @vitest-environment jsdom
import {
  type ErrorCode,
  type Locale,
  type MeasuredVideo,
  type Partnership,
  type PublicCampaign,
  type SignUp,
  sentenceOf,
} from '@reelfair/contracts'
import { inLanguages, type LoadRow, showPage, stubApi, testLoadFailures } from '@reelfair/web-kit/testing'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { aMeasuredVideo, aPartnership } from '../../components/partnerships/a-partnership.fixture.ts'
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
let partnerships: Partnership[]
let videos: MeasuredVideo[]
let accounts: object[]
const api = stubApi({
  'GET /verification/accounts': () => ({ items: accounts, networks: [] }),
  'GET /campaigns/sign-ups': () => ({ items: signUps }),
  'GET /campaigns/public-campaigns': { items: [], figures: FIGURES, windowDays: 14 },
  'GET /payouts/balance': BALANCE,
  'GET /payouts/payout-account': { status: 'none', requirements: [], nextStep: 'So it goes on.' },
  'GET /metrics/readings/latest': { nextAt: '2026-11-22T23:00:00.000Z' },
  'GET /metrics/assignments/:assignmentId/history': {},
  'GET /partnerships/invitations': { items: [] },
  'GET /partnerships/partnerships': () => ({ items: partnerships }),
  'GET /metrics/assignments/:assignmentId/videos': () => ({ items: videos }),
})
beforeEach(() => {
  vi.setSystemTime('2026-11-22T12:00:00.000Z')
  signUps = []
  partnerships = []
  videos = [aMeasuredVideo()]
  accounts = [VERIFIED]
})

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
        publishedAt: '2026-11-20T09:00:00.000Z',
        seenAt: '2026-11-21T23:10:00.000Z',
      },
    ],
    ...facts,
  })

const parts: LoadRow[] = [
  ['GET /campaigns/sign-ups', { en: 'We couldn’t load your campaigns.', fr: 'Vos campagnes n’ont pas pu être chargées.' }],
  ['GET /partnerships/partnerships', { en: 'We couldn’t load your partnerships.', fr: 'Vos partenariats n’ont pas pu être chargés.' }],
  ['GET /verification/accounts', { en: 'We couldn’t load your accounts.', fr: 'Vos comptes n’ont pas pu être chargés.' }],
  ['GET /payouts/balance', { en: 'We couldn’t load your balance.', fr: 'Votre solde n’a pas pu être chargé.' }],
]
testLoadFailures(api, parts, open)

const refused: [ErrorCode][] = [['not_signed_in'], ['not_allowed'], ['too_many_requests'], ['unavailable']]
test.each(inLanguages(refused))('in %s: shows the error when loading the campaigns fails with %s', async (locale, code) => {
  api.fail('GET /campaigns/sign-ups', code, locale, { seconds: 12 })
  open(locale)
  expect((await screen.findAllByText(sentenceOf(code, { seconds: 12 }, locale).replaceAll(/\s/g, ' '))).length).toBeGreaterThan(0)
})

test('loads the pages with sign-ups that may still be running and no older ones', async () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  const done = (id: string, days: number) => aSignUp({ id, campaignId: id, state: 'settled', signedUpAt: daysAgo(days) })
  const requested: (string | null)[] = []
  api.answer({
    'GET /campaigns/sign-ups': ({ query }) => {
      const cursor = query.get('cursor')
      requested.push(cursor)
      if (!cursor) return { items: [done('new', 37)], next: 'older' }
      if (cursor !== 'older') return { items: [] }
      return { items: [aSignUp({ signedUpAt: daysAgo(37) }), done('old', 39)], next: 'oldest' }
    },
  })
  open()
  expect(await screen.findByRole('heading', { level: 3, name: 'Fridge door' })).toBeDefined()
  expect(requested).toEqual([null, 'older'])
})

const titles = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)

test('prompts a new creator to add an account and hides empty sections', async () => {
  accounts = []
  open()
  expect(await screen.findByRole('heading', { name: /^Add your first account\./ })).toBeDefined()
  expect(screen.getByRole('link', { name: 'Add an account' }).getAttribute('href')).toBe('/profile')
  await waitFor(() => expect(titles()).toEqual(['Next', 'Public campaigns']))
  expect(screen.queryByText(/payout account/i)).toBeNull()
})

const byTheNextStep: [string, PublicCampaign[], Record<Locale, RegExp>, boolean][] = [
  ['links to the list when a campaign matches', [aPublicCampaign()], { en: /^Choose a campaign,/, fr: /^Choisissez une campagne,/ }, true],
  [
    'does not link to the list when no campaign matches',
    [aPublicCampaign({ accounts: [anAccount({ reasons: ['average_views_too_low'] })] })],
    { en: /^No open campaign matches your accounts/, fr: /^Aucune campagne ouverte ne correspond/ },
    false,
  ],
  ['does not link to the list when no campaign is open', [], { en: /^No campaigns are open/, fr: /^Aucune campagne n’est ouverte/ }, false],
]
test.each(inLanguages(byTheNextStep))('in %s: %s', async (locale, _, items, sentences, leads) => {
  api.answer({ 'GET /campaigns/public-campaigns': { items, figures: FIGURES, windowDays: 14 } })
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
test.each(waiting)('while money %s, links to public campaigns only if a sign-up is possible', async (_, money, joined, sentence) => {
  signUps = joined
  let items = [aPublicCampaign()]
  api.answer({
    'GET /payouts/balance': { ...BALANCE, ...money },
    'GET /payouts/payout-account': { status: 'active', requirements: [] },
    'GET /campaigns/public-campaigns': () => ({ items, figures: FIGURES, windowDays: 14 }),
  })
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

test('shows a campaign’s code after the sign-up, until a video is found', async () => {
  signUps = [aSignUp()]
  open()
  const part = await screen.findByRole('article', { name: 'Fridge door' })
  expect(within(part).getByText('RF-7K2QD')).toBeDefined()
  expect(within(part).getByText('Kefiro')).toBeDefined()
  expect(within(part).getByText('No video found yet')).toBeDefined()
  expect(within(part).getByRole('link').getAttribute('href')).toBe('/creator-history?open=s1')
  expect(await screen.findByRole('heading', { name: /^Publish a video with the code RF‑7K2QD for “Fridge door”\.$/ })).toBeDefined()
})

test('shows the counted, in-review and excluded views of a running campaign, with the fix and the earnings', async () => {
  signUps = [counted()]
  open()
  const part = await screen.findByRole('article', { name: 'Fridge door' })
  const shown = part.textContent?.replaceAll(/\s/g, ' ') ?? ''
  expect(shown).toContain('€0.40')
  expect(within(part).getByRole('img').getAttribute('aria-label')).toContain(
    '4,000 views allocated to you and 2,500 to other creators, of 10,000',
  )
  expect(shown).toContain('In review: 2,000Already reserved within the goal: 500.')
  expect(shown).toContain('Link not in the bio: 500 views excluded')
  expect(shown).toContain('Put the link in your bio. New views count again from the next reading')
  expect(shown).toContain('New views: 1,500. They’ll be settled at 02:00')
  expect(within(part).getByRole('button', { name: /^Copy the link/ })).toBeDefined()
  expect(await screen.findByRole('heading', { name: /is losing views\. Link not in the bio\.$/ })).toBeDefined()
})

test('explains next to the progress bar that a decision has not been settled yet', async () => {
  const one = counted()
  signUps = [{ ...one, reserved: 500, count: { ...one.count, inReview: 100 } }]
  open()
  const part = await screen.findByRole('article', { name: 'Fridge door' })
  expect(part.textContent).toContain(
    'A decision has been made on 400 of the views in review. The bar updates at the next settlement (02:00 Paris time).',
  )
})

test('hides a campaign’s code once it has ended, and shows the campaign until its final checks are done', async () => {
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

test('hides the code and the advice to publish once a campaign’s time is up, even before settlement', async () => {
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
  ['en', 'possibly until Wed 25 Nov, 02:00: the network’s final figures are still missing'],
  ['fr', 'jusqu’au mer. 25 nov., 02:00 au plus tard, en attendant les chiffres définitifs du réseau'],
] as const)('in %s: shows the latest possible date while final checks wait for the network’s figures', async (locale, text) => {
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
    'until the final reading of a campaign that has ended',
    { ...ENDED, videos: gone('account_private', 'link_not_in_bio') },
    {
      en: [
        'You may lose counted views for “Fridge door”: 6,000. The account or the video is private.',
        'Make the account and the video public. Do this before the final reading on Tue 24 Nov, 00:00, or these views will be deducted.',
      ],
      fr: [
        'Vous risquez de perdre des vues déjà comptées pour « Fridge door » : 6 000. Le compte ou la vidéo est en privé.',
        'Rendez le compte et la vidéo publics. Corrigez le problème avant le dernier relevé, le mar. 24 nov., 00:00. Sinon, ces vues seront déduites.',
      ],
    },
  ],
  [
    'in a running campaign, which may end early',
    { endsAt: '2026-11-25T12:00:00.000Z', videos: gone('video_deleted') },
    {
      en: [
        'You may lose counted views for “Fridge door”: 6,000. The video or its account no longer exists.',
        'Restore the video or the account, if the network lets you. Do this before the final reading on Sat 28 Nov, 00:00 (sooner in case of an early end), or these views will be deducted.',
      ],
      fr: [
        'Vous risquez de perdre des vues déjà comptées pour « Fridge door » : 6 000. La vidéo ou son compte n’existe plus.',
        'Restaurez la vidéo ou le compte, si le réseau le permet. Corrigez le problème avant le dernier relevé, le sam. 28 nov., 00:00 (ou plus tôt en cas de fin anticipée). Sinon, ces vues seront déduites.',
      ],
    },
  ],
  [
    'while network figures are late',
    { ...ENDED, endedAt: '2026-11-18T12:00:00.000Z', payableAt: '2026-11-21T01:00:00.000Z', videos: gone('account_age_restricted') },
    {
      en: [
        'You may lose counted views for “Fridge door”: 6,000. The account or the video is age-restricted.',
        'Remove the age restriction. The final reading is under way. Do this now, or these views will be deducted.',
      ],
      fr: [
        'Vous risquez de perdre des vues déjà comptées pour « Fridge door » : 6 000. Une restriction d’âge s’applique au compte ou à la vidéo.',
        'Désactivez la restriction d’âge. Le dernier relevé est en cours. Agissez sans attendre. Sinon, ces vues seront déduites.',
      ],
    },
  ],
]
test.each(inLanguages(byTheRisk))('in %s: shows the counted views at risk %s', async (locale, _, facts, texts) => {
  signUps = [counted(facts)]
  open(locale)
  const [sentence, consequence] = texts[locale]
  const plain = (shown: string | null | undefined) => shown?.replaceAll(/\s/g, ' ')
  const next = await screen.findByRole('heading', { name: (name) => plain(name) === sentence })
  expect(plain(next.closest('section')?.textContent)).toContain(consequence)
  const part = await screen.findByRole('article', { name: 'Fridge door' })
  expect(plain(part.textContent)).toContain(consequence)
  expect(plain(part.textContent)).toContain(
    { en: '6,000 counted views at risk', fr: '6 000 vues comptées risquent d’être perdues' }[locale],
  )
})

test('shows pending invitations above the campaigns, but puts the section last when it is empty', async () => {
  signUps = [counted()]
  open()
  await screen.findByText('No invitations')
  expect(titles().at(-1)).toBe('Invitations')
  cleanup()
  const invitation = { id: 'i1', status: 'pending', amountCents: 200, weeklyViewsGoal: 10_000, username: 'lina.mrtn', network: 'instagram' }
  const items = [{ ...invitation, beginning: '2026-11-28', expiresAt: '2026-11-22T23:00:00.000Z' }]
  api.answer({ 'GET /partnerships/invitations': { items } })
  open()
  await screen.findByText(/10,000 qualified views/)
  expect(titles().indexOf('Invitations')).toBe(titles().indexOf('My collaborations') - 1)
  expect(screen.getByText('Expires Mon 23 Nov, 00:00')).toBeDefined()
})

test.each([
  ['en', /^Views after the goal was fully allocated: 1,500\. You’ll be paid for them only if a review frees up views\.$/],
  ['fr', /^Vues obtenues au-delà de l’objectif\s: 1\s500\. Elles ne seront payées que si des vues en vérification sont exclues\.$/],
] as const)('in %s: explains that views beyond the goal are paid only if a review frees up views', async (locale, text) => {
  signUps = [counted({ state: 'closed', grantedViews: 10_000 })]
  open(locale)
  expect(await screen.findByText(text)).toBeDefined()
})

test.each([
  ['en', '€1.00 + €0.00 + €0.50 + €0.00 + €20.00 = €21.50 earned in total.'],
  ['fr', '1,00 € + 0,00 € + 0,50 € + 0,00 € + 20,00 € = 21,50 € de gains au total.'],
] as const)('in %s: shows the total and each of its amounts in euros', async (locale, sum) => {
  const balance = { ...BALANCE, accruing: 100, payable: 50, paid: 2_000, earned: 2_150 }
  api.answer({ 'GET /payouts/balance': balance })
  open(locale)
  const isSum = (_: string, element: Element | null) => element?.tagName === 'P' && element.textContent?.replaceAll('\u00a0', ' ') === sum
  expect(await screen.findByText(isSum)).toBeDefined()
})

const underWay = (facts: Partial<Partnership> = {}) =>
  aPartnership({
    count: { observed: 7_484, qualified: 6_240, inReview: 0, excluded: [{ reason: 'link_not_in_bio', views: 1_244 }] },
    tier: 50,
    ...facts,
  })

test.each([
  ['en', 'Partnership with Kéfiro', 'If it ended now, 50% tier€1.00', '1,260 more qualified views reach the 75% tier: €1.50.'],
  [
    'fr',
    'Partenariat avec Kéfiro',
    'Si fin immédiate, palier de 50 %1,00 €',
    'Encore 1 260 vues qualifiées pour atteindre le palier de 75 % : 1,50 €.',
  ],
] as const)('in %s: shows what a partnership pays at its present tier and at the next', async (locale, name, pay, next) => {
  partnerships = [underWay()]
  open(locale)
  const part = await screen.findByRole('article', { name })
  const shown = part.textContent?.replaceAll(/\s/g, ' ')
  expect(shown).toContain(pay)
  expect(shown).toContain(next)
  expect(within(part).getByText('RF-P7K2Q')).toBeDefined()
  const logo = within(part).getByRole('link', { name: { en: 'Download the logo', fr: 'Télécharger le logo' }[locale] })
  expect(logo.getAttribute('href')).toMatch(/download=1$/)
})

test('lists campaigns and partnerships together, ending soonest first', async () => {
  signUps = [
    aSignUp({ endsAt: '2026-11-23T12:00:00.000Z' }),
    aSignUp({ id: 's2', campaignName: 'Late', endsAt: '2026-11-26T12:00:00.000Z' }),
  ]
  partnerships = [underWay()]
  open()
  await screen.findByRole('article', { name: 'Partnership with Kéfiro' })
  expect(screen.getAllByRole('article').map((part) => within(part).getByRole('heading').textContent)).toEqual([
    'Fridge door',
    'Partnership with Kéfiro',
    'Late',
  ])
})

test('shows a partnership’s faults with their fixes, from its videos', async () => {
  partnerships = [underWay()]
  videos = [aMeasuredVideo({ faults: [{ reason: 'link_not_in_bio', fix: 'add_link' }] })]
  open()
  const part = await screen.findByRole('article', { name: 'Partnership with Kéfiro' })
  expect(await within(part).findByRole('list', { name: 'Issues to fix' })).toBeDefined()
  expect(within(part).getByText(/1,244\sviews excluded$/)).toBeDefined()
  expect(await screen.findByRole('heading', { name: /^“Kéfiro” is losing views\./ })).toBeDefined()
})

test('warns that a planned partnership does not count yet, and already offers the code and the logo', async () => {
  partnerships = [aPartnership({ status: 'planned', startsAt: '2026-11-24T23:00:00.000Z', endsAt: '2026-12-01T23:00:00.000Z' })]
  open()
  const part = await screen.findByRole('article', { name: 'Partnership with Kéfiro' })
  expect(within(part).getByText('starts in 2 d 11 h')).toBeDefined()
  expect(within(part).getByText('starts Wed 25 Nov, 00:00')).toBeDefined()
  expect(within(part).getByText(/publish it after the start/)).toBeDefined()
  expect(within(part).getByRole('link', { name: 'Download the logo' })).toBeDefined()
  expect(await screen.findByRole('heading', { name: 'Your partnership with Kéfiro starts Wed 25 Nov, 00:00.' })).toBeDefined()
})

test.each([
  ['en', 'Partnership with Kéfiro', 'If it ended now, 50% tier€1.00', 'Time is upsettled on Mon 23 Nov, 02:00'],
  ['fr', 'Partenariat avec Kéfiro', 'Si fin immédiate, palier de 50 %1,00 €', 'Délai écoulédécompte le lun. 23 nov., 02:00'],
] as const)(
  'in %s: after a partnership’s time is up, says when its tier is decided, and holds nothing yet',
  async (locale, name, pay, time) => {
    partnerships = [underWay({ startsAt: '2026-11-15T11:00:00.000Z', endsAt: '2026-11-22T11:00:00.000Z' })]
    open(locale)
    const shown = (await screen.findByRole('article', { name })).textContent?.replaceAll(/\s/g, ' ')
    expect(shown).toContain(pay)
    expect(shown).toContain(time)
    expect(shown).not.toMatch(/RF-P7K2Q|0 min|0 s/)
  },
)

test('keeps a partnership until its final checks, without code, link and logo', async () => {
  const decision = { day: '2026-11-22', isFinal: false, revision: 3, qualified: 6_240, inReview: 0, byDefault: 0 } as const
  const decisions = [{ ...decision, tier: 50, cents: 100, consumed: 5_000, returned: 5_000 } as const]
  const ended = { status: 'completed_at_50', endedAt: '2026-11-21T23:00:00.000Z', payableAt: '2026-11-24T01:00:00.000Z' } as const
  partnerships = [underWay({ ...ended, decisions })]
  open('fr')
  const part = await screen.findByRole('article', { name: 'Partenariat avec Kéfiro' })
  expect(within(part).getByText('jusqu’au mar. 24 nov., 02:00')).toBeDefined()
  expect(part.textContent?.replaceAll(/\s/g, ' ')).toContain('Bloqué pendant les derniers contrôles, palier de 50 %1,00 €')
  expect(within(part).queryByText('RF-P7K2Q')).toBeNull()
  expect(within(part).queryByRole('link', { name: /logo/ })).toBeNull()
})
