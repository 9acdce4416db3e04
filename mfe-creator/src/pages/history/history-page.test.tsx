// @vitest-environment jsdom
import type { Invitation, Locale, MeasuredVideo, Partnership, Review, SignUp, TierDecision } from '@reelfair/contracts'
import { errorResponse, fakeStreams, type LoadRow, showPage, stubApi, testLoadFailures } from '@reelfair/web-kit/testing'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { aMeasuredVideo, anInvitation, aPartnership } from '../../components/partnerships/a-partnership.fixture.ts'
import { aSignUp } from '../../components/public-campaigns/a-public-campaign.fixture.ts'
import { HistoryPage } from './history-page.tsx'

const seenAt = '2026-11-22T23:10:00.000Z'
const COUNTED = {
  views: 9_000,
  qualified: 6_000,
  inReview: 2_500,
  faults: [],
  logo: 'verified' as const,
  seenAt,
  publishedAt: '2026-11-20T09:00:00.000Z',
}
const VIDEO: MeasuredVideo = {
  ...COUNTED,
  id: 's1:v1',
  assignmentId: 's1',
  subject: 'campaign',
  subjectId: 'c1',
  network: 'instagram',
  videoId: 'v1',
  url: 'https://instagram.example/v1',
  caption: 'RF-7K2QD Canal at 6 a.m.',
  title: 'Canal at 6 a.m.',
  firstSeenAt: '2026-11-20T23:10:00.000Z',
  countsUntil: '2026-11-28T19:00:00.000Z',
  isOver: false,
  excluded: [{ reason: 'code_missing', views: 500 }],
}
const REVIEW = { id: 'r1', videoId: 'v1', kind: 'growth', views: 2_500, byDefault: 'excluded', decideBy: '2026-11-25T23:10:00.000Z' }
const RUNNING = aSignUp({
  count: { observed: 9_000, qualified: 6_000, inReview: 2_500, excluded: [{ reason: 'code_missing', views: 500 }] },
  charged: 6_000,
  cents: 60,
  videos: [{ ...COUNTED, videoId: 'v1', url: VIDEO.url, excluded: 500 }],
})
const SETTLED = aSignUp({
  id: 's2',
  campaignName: 'First frost',
  state: 'settled',
  count: { observed: 1_000, qualified: 1_000, inReview: 0, excluded: [] },
  cents: 10,
})
const DAYS = ['2026-11-21', '2026-11-22', '2026-11-23'].map((day, index) => ({
  day,
  observed: 3_000 * (index + 1),
  qualified: 2_000 * (index + 1),
  inReview: 0,
  excluded: 0,
}))

const streams = fakeStreams()

let signUps: SignUp[]
let partnerships: Partnership[]
let invitations: Invitation[]
let videos: MeasuredVideo[]
let reviews: Partial<Review>[]
const receipt = { ...RUNNING, signUpId: 's1', days: [], exactMilliCents: 60_000, isOver: false, isFinal: false }
const api = stubApi({
  'GET /campaigns/sign-ups': () => ({ items: signUps }),
  'GET /partnerships/partnerships': () => ({ items: partnerships }),
  'GET /partnerships/invitations': () => ({ items: invitations }),
  'GET /partnerships/invitations/:invitationId': ({ what }) => invitations.find(({ id }) => what.endsWith(id)),
  'GET /campaigns/sign-ups/:signUpId/receipt': receipt,
  'GET /metrics/assignments/:assignmentId/videos': ({ what }) => ({ items: what.includes('/s1/') ? videos : [] }),
  'GET /metrics/assignments/:assignmentId/reviews': ({ what }) => ({ items: what.includes('/s1/') ? reviews : [] }),
  'GET /metrics/assignments/:assignmentId/history': { days: DAYS },
  'GET /identity/session': { me: { id: 'u1', email: 'lina@a.example', role: 'creator', complete: true } },
  'GET /metrics/readings/latest': { nextAt: '2026-11-23T23:00:00.000Z' },
  'GET /verification/accounts': { items: [] },
})
beforeEach(() => {
  signUps = [RUNNING, SETTLED]
  partnerships = []
  invitations = []
  videos = [VIDEO]
  reviews = [REVIEW as Partial<Review>]
})

const open = (locale: Locale = 'en', address = '/creator-history') => showPage(<HistoryPage />, { address, locale })
const text = (element: Element | null | undefined) => element?.textContent?.replaceAll(/\s/g, ' ') ?? ''
const entry = async (name: string) => (await screen.findByRole('listitem', { name })) as HTMLElement

test('adds up the views of all pages and lists the newest sign-up first', async () => {
  const older = { ...SETTLED, signedUpAt: '2026-11-01T10:00:00.000Z' }
  api.answer({
    'GET /campaigns/sign-ups': ({ query }) => (query.get('cursor') ? { items: [older] } : { items: [RUNNING], next: 'older' }),
  })
  open()
  const total = (await screen.findByText('Total views')).parentElement
  expect(text(total)).toBe('Total views10,000including 7,000 qualified')
  expect(text(screen.getByText('Active').parentElement)).toBe('Active1planned or running')
  expect(text(screen.getByText('Completed', { selector: 'dt' }).parentElement)).toBe('Completed1ended, settled or withdrawn')
  expect(screen.getAllByRole('heading', { level: 3 }).map(text)).toEqual(['Fridge door', 'First frost'])
  expect(screen.getAllByText('Kefiro')).toHaveLength(2)
})

test('shows the figures of a deleted brand’s campaign without its erased link and logo', async () => {
  signUps = [{ ...SETTLED, campaignName: 'Deleted account', brandName: 'Deleted account', link: 'https://deleted.invalid/' }]
  open()
  // The newest entry is open.
  expect(await screen.findByText('Receipt')).toBeDefined()
  expect(screen.queryByText(/deleted\.invalid/)).toBeNull()
  expect(screen.queryByRole('link', { name: /logo/i })).toBeNull()
})

test('shows 20 more entries per click and refetches only pages that may still change', async () => {
  const settled = Array.from({ length: 44 }, (_, index) => ({
    ...SETTLED,
    id: `o${index}`,
    campaignId: `co${index}`,
    campaignName: `Older ${index}`,
  }))
  const all = [RUNNING, ...settled]
  const asked: string[] = []
  api.answer({
    'GET /campaigns/sign-ups': ({ query }) => {
      expect(query.get('limit')).toBe('20')
      const from = Number(query.get('cursor') ?? 0)
      asked.push(String(from))
      return { items: all.slice(from, from + 20), ...(from + 20 < all.length && { next: String(from + 20) }) }
    },
  })
  open()
  expect(text((await screen.findByText('Total views')).parentElement)).toContain('53,000')
  expect(asked).toEqual(['0', '20', '40'])
  const drawn = () => screen.getAllByRole('button', { name: /^Open “/ }).length
  expect(drawn()).toBe(20)
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
  expect(drawn()).toBe(40)
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
  expect(drawn()).toBe(45)
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  asked.length = 0
  all[0] = { ...RUNNING, count: { ...RUNNING.count, observed: 10_000 } }
  await waitFor(() => expect(streams.length).toBeGreaterThan(0))
  streams.at(-1)?.emit('changed', { topic: 'campaigns' })
  await waitFor(() => expect(text(screen.getByText('Total views').parentElement)).toContain('54,000'))
  expect(asked).toEqual(['0'])
  // A link with a campaign id also opens an older entry.
  cleanup()
  open('en', '/creator-history?open=co30')
  expect(await screen.findByRole('button', { name: 'Close “Older 30”' })).toBeDefined()
})

test.each([
  ['en', 'We couldn’t load your history.', 'Try again'],
  ['fr', 'Votre historique n’a pas pu être chargé.', 'Réessayer'],
] as const)('in %s: keeps newer entries when older ones fail to load, and offers a retry', async (locale, failed, again) => {
  let isDown = true
  api.answer({
    'GET /campaigns/sign-ups': ({ query }) => {
      if (!query.get('cursor')) return { items: [RUNNING], next: 'older' }
      return isDown ? errorResponse('unavailable', locale) : { items: [SETTLED] }
    },
  })
  open(locale)
  const panel = (await screen.findByText(failed)).closest('section')
  expect(screen.getByRole('button', { name: /Fridge door/ })).toBeDefined()
  isDown = false
  await userEvent.click(within(panel!).getByRole('button', { name: again }))
  expect(await screen.findByRole('heading', { name: 'First frost' })).toBeDefined()
})

test('shows the actual end of a campaign that ended early', async () => {
  signUps = [{ ...SETTLED, endsAt: '2026-12-21T10:00:00.000Z', endedAt: '2026-11-26T01:00:00.000Z' }]
  open()
  expect(text(await entry('First frost'))).toContain('to 26 Nov 2026')
})

test('shows allocated views next to the earnings', async () => {
  signUps = [{ ...RUNNING, charged: 5_400 }]
  open('en', '/creator-history?open=s1')
  expect(text((await entry('Fridge door')).querySelector('dl'))).toMatch(
    /^Qualified6,000In review2,500Excluded500Allocated5,400Earned€0\.60/,
  )
  expect(screen.getByRole('button', { name: /^5,400 allocated/ })).toBeDefined()
})

const NOTHING = { observed: 0, qualified: 0, inReview: 0, excluded: [] }

test('shows only the earnings of a campaign withdrawn without any views', async () => {
  signUps = [{ ...RUNNING, state: 'withdrawn', charged: 0, cents: 0, count: NOTHING, videos: [] }]
  open('fr', '/creator-history?open=s1')
  const row = await entry('Fridge door')
  expect(text(row.querySelector('dl'))).toMatch(/^Gains0,00/)
  expect(text(row)).toContain('Aucune vue n’a pu être prise en compte')
  expect(screen.queryByRole('heading', { name: 'Reçu' })).toBeNull()
})

test('shows the excluded views of a campaign withdrawn because no view counted', async () => {
  const excluded = [{ reason: 'code_missing', views: 500 }] as const
  signUps = [{ ...RUNNING, state: 'withdrawn', charged: 0, cents: 0, count: { ...NOTHING, observed: 500, excluded: [...excluded] } }]
  open('en', '/creator-history?open=s1')
  const row = await entry('Fridge door')
  expect(text(row.querySelector('dl'))).toMatch(/^Qualified0Excluded500Allocated0Earned€0\.00/)
  expect(await screen.findByRole('heading', { name: 'Videos' })).toBeDefined()
})

test('links to the public campaigns when the history is empty', async () => {
  signUps = []
  open('fr')
  expect(await screen.findByText('Vous n’avez encore participé à rien')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Voir les campagnes publiques' }).getAttribute('href')).toBe('/public-campaigns')
})

test('opens an entry by click and by URL', async () => {
  open()
  const button = await screen.findByRole('button', { name: 'Open “Fridge door”' })
  expect(button.getAttribute('aria-expanded')).toBe('false')
  expect(screen.queryByText('Videos')).toBeNull()
  await userEvent.click(button)
  expect(await screen.findByRole('heading', { name: 'Videos' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Close “Fridge door”' }).getAttribute('aria-expanded')).toBe('true')
  cleanup()
  open('en', '/creator-history?open=s1')
  expect(await screen.findByRole('heading', { name: 'Videos' })).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Close “Fridge door”' }))
  expect(screen.queryByRole('heading', { name: 'Videos' })).toBeNull()
})

test('does not promise that views will count while their growth is in review', async () => {
  reviews = [{ ...REVIEW, kind: 'logo', byDefault: 'counts' } as Partial<Review>]
  open('en', '/creator-history?open=s1')
  expect(await screen.findByText(/Without one, the views count, unless their growth is still in review\.$/)).toBeDefined()
})

test('shows the counted, in-review and excluded views of a video, with its logo status', async () => {
  open('en', '/creator-history?open=s1')
  const video = (await screen.findByText('RF-7K2QD Canal at 6 a.m.')).closest('li')
  await within(video!).findByText(/^View growth awaiting a decision/)
  const shown = text(video)
  expect(shown).toContain('9,000 views')
  expect(shown).toContain('Qualified 6,000')
  expect(shown).toContain('View growth awaiting a decision: 2,500A decision is due by 26 Nov, 00:10. Without one, the views don’t count.')
  expect(shown).toContain(
    'The code is missing from the description, or another code comes first: 500Fixed: new views count. Excluded views stay excluded.',
  )
  expect(shown).toContain('Logo verified')
  expect(within(video!).getByRole('link', { name: 'Open video' }).getAttribute('href')).toBe(VIDEO.url)
})

test.each([
  ['in a withdrawn campaign', { state: 'withdrawn' }, {}],
  ['after the campaign has ended', { state: 'ended' }, {}],
  ['after its counting period', {}, { isOver: true }],
] as const)('offers no fix for a video %s, because new views no longer count', async (_, signUp, video) => {
  signUps = [{ ...RUNNING, ...signUp }]
  videos = [{ ...VIDEO, ...video }]
  open('en', '/creator-history?open=s1')
  const row = (await screen.findByText('RF-7K2QD Canal at 6 a.m.')).closest('li')
  expect(text(row)).toContain('another code comes first: 500')
  expect(text(row)).not.toContain('Fixed')
})

test('shows the counted views at risk in a collapsed entry', async () => {
  const videos = RUNNING.videos.map((video) => ({ ...video, faults: ['account_private' as const] }))
  signUps = [{ ...RUNNING, state: 'ended', videos }, SETTLED]
  open()
  expect(text(await entry('Fridge door'))).toContain('The account or the video is private: 8,500 counted views at risk')
})

test.each([
  ['after the campaign has ended', { state: 'ended' }, {}, true],
  ['after its counting period', {}, { isOver: true }, true],
  ['without counted views', { state: 'ended' }, { qualified: 0, inReview: 0 }, false],
  ['in a settled campaign', { state: 'settled' }, {}, false],
] as const)('for a video %s, offers only fixes that save counted views', async (_, signUp, video, isOffered) => {
  signUps = [{ ...RUNNING, ...signUp }]
  const faults = [{ reason: 'code_missing', fix: 'add_code' } as const, { reason: 'account_private', fix: 'make_public' } as const]
  videos = [{ ...VIDEO, ...video, faults }]
  open('en', '/creator-history?open=s1')
  const row = (await screen.findByText('RF-7K2QD Canal at 6 a.m.')).closest('li')
  expect(text(row)).not.toContain('Add the code to')
  expect(text(row).includes('Make the account and the video public.')).toBe(isOffered)
})

test('counts ended, settled and withdrawn campaigns as completed', async () => {
  signUps = [RUNNING, SETTLED, { ...SETTLED, id: 's3', state: 'withdrawn' }, { ...SETTLED, id: 's4', state: 'ended' }]
  open()
  expect(text((await screen.findByText('Completed')).parentElement)).toContain('3')
  expect(text(screen.getByText('Active').parentElement)).toContain('1')
})

test.each(['active', 'closed'] as const)(
  'shows a campaign in state %s as ended once its time is up, before its settlement',
  async (state) => {
    const endsAt = new Date(Date.now() - 3_600_000).toISOString()
    signUps = [aSignUp({ state, endsAt }), SETTLED]
    open('en', '/creator-history?open=s1')
    const over = await entry('Fridge door')
    expect(text(screen.getByText('Active').parentElement)).toContain('0')
    expect(text(screen.getByText('Completed', { selector: 'dt' }).parentElement)).toContain('2')
    expect(within(over).getByText('Ended, final checks under way')).toBeDefined()
    expect(within(over).queryByRole('button', { name: /^Copy the code/ })).toBeNull()
    expect(within(over).queryByRole('link', { name: /Download the logo/ })).toBeNull()
  },
)

test.each([
  ['en', 'not_verified', 'Logo not verified', 'Publish a video that shows the logo.'],
  ['fr', 'not_verified', 'Logo non vérifié', 'Publiez une vidéo dans laquelle le logo est visible.'],
] as const)('in %s: shows how to fix a current fault (%s)', async (locale, logo, badge, fix) => {
  const fault = { reason: 'logo_absent' as const, fix: 'show_logo' as const }
  videos = [{ ...VIDEO, logo, inReview: 0, faults: [fault], excluded: [{ reason: 'logo_absent', views: 3_000 }] }]
  reviews = []
  open(locale, '/creator-history?open=s1')
  const video = (await screen.findByText('RF-7K2QD Canal at 6 a.m.')).closest('li')
  expect(text(video)).toContain(badge)
  expect(text(video)).toContain(fix)
})

test('shows the chart, the receipt and the instructions of a sign-up', async () => {
  open('en', '/creator-history?open=s1')
  expect(await screen.findByRole('img', { name: /^Views for “Fridge door” since 21 Nov/ })).toBeDefined()
  expect(await screen.findByRole('article', { name: 'Receipt R-S1' })).toBeDefined()
  expect(screen.getByRole('heading', { name: 'Instructions' })).toBeDefined()
  expect(screen.getByRole('link', { name: /Download the logo/ })).toBeDefined()
})

test('keeps the link but hides the logo download after settlement', async () => {
  open('en', '/creator-history?open=s2')
  const settled = await entry('First frost')
  expect(await within(settled).findByText('https://kefiro.example/rf')).toBeDefined()
  expect(within(settled).queryByRole('link', { name: /Download the logo/ })).toBeNull()
})

test('updates the totals, video, chart and receipt live after a reading', async () => {
  open('en', '/creator-history?open=s1')
  await screen.findByRole('article', { name: 'Receipt R-S1' })
  await waitFor(() => expect(streams.length).toBeGreaterThan(0))
  api.requests.length = 0
  videos = [{ ...VIDEO, views: 12_000, qualified: 9_000 }]
  signUps = [{ ...RUNNING, count: { ...RUNNING.count, observed: 12_000, qualified: 9_000 } }]
  streams.at(-1)?.emit('changed', { topic: 'campaigns' })
  expect(await screen.findByText('12,000 views')).toBeDefined()
  expect(text(screen.getByText('Total views').parentElement)).toContain('12,000')
  for (const path of ['/metrics/assignments/s1/history', '/campaigns/sign-ups/s1/receipt', '/metrics/assignments/s1/reviews'])
    expect(api.requests.map(({ what }) => what)).toContain(`GET ${path}`)
})

const failures: LoadRow[] = [
  ['GET /campaigns/sign-ups', { en: 'We couldn’t load your history.', fr: 'Votre historique n’a pas pu être chargé.' }],
  ['GET /partnerships/partnerships', { en: 'We couldn’t load your partnerships.', fr: 'Vos partenariats n’ont pas pu être chargés.' }],
  ['GET /partnerships/invitations', { en: 'We couldn’t load your invitations.', fr: 'Vos invitations n’ont pas pu être chargées.' }],
  ['GET /metrics/assignments/:assignmentId/videos', { en: 'We couldn’t load the videos.', fr: 'Les vidéos n’ont pas pu être chargées.' }],
  [
    'GET /metrics/assignments/:assignmentId/history',
    { en: 'We couldn’t load your views over time.', fr: 'L’évolution des vues n’a pas pu être chargée.' },
  ],
  ['GET /campaigns/sign-ups/:signUpId/receipt', { en: 'We couldn’t load the receipt.', fr: 'Le reçu n’a pas pu être chargé.' }],
]
testLoadFailures(api, failures, (locale) => open(locale, '/creator-history?open=s1'))

const FINAL: TierDecision = {
  ...{ day: '2026-11-28', isFinal: true, revision: 9, qualified: 6_240, inReview: 0, byDefault: 0 },
  ...{ tier: 50, cents: 100, consumed: 5_000, returned: 5_000 },
}
const END: TierDecision = { ...FINAL, day: '2026-11-25', isFinal: false, revision: 7 }
const SETTLED_PARTNERSHIP = aPartnership({
  status: 'completed_at_50',
  count: { observed: 7_484, qualified: 6_240, inReview: 0, excluded: [{ reason: 'link_not_in_bio', views: 1_244 }] },
  tier: 50,
  endedAt: '2026-11-24T23:00:00.000Z',
  payableAt: '2026-11-27T01:00:00.000Z',
  settledAt: '2026-11-27T01:00:00.000Z',
  decisions: [END, FINAL],
  payements: 'payed',
})
const showVideos = () => api.answer({ 'GET /metrics/assignments/:assignmentId/videos': { items: [aMeasuredVideo()] } })

test('merges sign-ups, partnerships and invitations, newest first, and adds them up', async () => {
  signUps = [{ ...SETTLED, signedUpAt: '2026-11-10T08:00:00.000Z' }]
  partnerships = [
    SETTLED_PARTNERSHIP,
    aPartnership({ id: 'p2', brandName: 'Olmo', acceptedAt: '2026-11-20T08:00:00.000Z', endsAt: '2027-11-27T08:00:00.000Z' }),
  ]
  invitations = [
    anInvitation({ id: 'p1', status: 'accepted' }),
    anInvitation({ status: 'withdrawn', invitedAt: '2026-11-18T08:00:00.000Z', endedAt: '2026-11-18T09:00:00.000Z' }),
  ]
  open()
  await screen.findByText('Total views')
  expect(screen.getAllByRole('heading', { level: 3 }).map(text)).toEqual([
    'Partnership with Olmo',
    'Invitation from Kéfiro',
    'Partnership with Kéfiro',
    'First frost',
  ])
  const tile = (name: string) => text(screen.getByText(name, { selector: 'dt' }).parentElement)
  expect(tile('Invitations')).toBe('Invitations2to answer: 0')
  expect(tile('Active')).toBe('Active1planned or running')
  expect(tile('Completed')).toBe('Completed2ended, settled or withdrawn')
  expect(tile('Total views')).toBe('Total views8,484including 7,240 qualified')
})

test('answers an invitation from the history', async () => {
  signUps = []
  invitations = [anInvitation({ expiresAt: new Date(Date.now() + 3_600_000).toISOString() })]
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Accept the invitation from Kéfiro' }))
  expect(await screen.findByRole('dialog', { name: /Kéfiro invites @lina\.mrtn/ })).toBeDefined()
})

test.each([
  [
    'en',
    'Completed at 50%',
    'Final checks done Fri 27 Nov, 02:00.',
    'Paid',
    /After the final checks, 28 Nov50%6,240 of 10,000 views qualified \(62\.40%\): the 50% tier is reached\. Pay: €2\.00 × 50% = €1\.00/,
  ],
  [
    'fr',
    'Terminé au palier de 50 %',
    'Derniers contrôles terminés le ven. 27 nov., 02:00.',
    'Payé',
    /Après les derniers contrôles, le 28 nov\.50 %6 240 vues qualifiées sur 10 000 \(62,40 %\) : le palier de 50 % est atteint\. Rémunération : 2,00 € × 50 % = 1,00 €/,
  ],
] as const)('in %s: explains how a settled partnership was paid', async (locale, status, checks, paid, decision) => {
  signUps = []
  partnerships = [SETTLED_PARTNERSHIP]
  showVideos()
  open(locale, '/creator-history?open=p1')
  const receipt = await screen.findByRole('article', { name: /P-P1/ })
  expect(text(receipt)).toMatch(decision)
  const shown = text(screen.getAllByRole('listitem')[0])
  for (const sentence of [status, checks, paid]) expect(shown).toContain(sentence)
  expect(screen.getByText('https://kefiro.example/lina')).toBeDefined()
  expect(screen.queryByRole('link', { name: /logo/i })).toBeNull()
})

test.each([
  ['is pending', { payements: 'pending' as const }, 'Payment pending'],
  [
    'is not owed',
    { payements: undefined, status: 'failed' as const, decisions: [{ ...FINAL, qualified: 2_499, tier: 0, cents: 0 } as const] },
    'nothing is paid',
  ],
])('shows that a partnership’s payment %s', async (_, facts, sentence) => {
  signUps = []
  partnerships = [{ ...SETTLED_PARTNERSHIP, ...facts } as Partnership]
  open()
  const row = await entry('Partnership with Kéfiro')
  expect(text(row)).toContain(sentence)
  expect(within(row).queryByText('Paid')).toBeNull()
})

test.each([
  ['en', 'Paid for this partnership, 50% tier', 'Earned in this partnership, 50% tier', 'Earned in this partnership, below the 25% tier'],
  [
    'fr',
    'Payé pour ce partenariat, palier de 50 %',
    'Gagné avec ce partenariat, palier de 50 %',
    'Gagné avec ce partenariat, en dessous du palier de 25 %',
  ],
] as const)('in %s: says that a partnership is paid only once the pay has left', async (locale, paid, earned, nothing) => {
  signUps = []
  const failed = { ...FINAL, qualified: 2_499, tier: 0, cents: 0 } as const
  partnerships = [
    SETTLED_PARTNERSHIP,
    { ...SETTLED_PARTNERSHIP, id: 'p2', payements: 'pending' },
    { ...SETTLED_PARTNERSHIP, id: 'p3', status: 'failed', decisions: [failed] },
  ]
  for (const [id, label] of [
    ['p1', paid],
    ['p2', earned],
    ['p3', nothing],
  ]) {
    open(locale, `/creator-history?open=${id}`)
    expect(
      await screen.findByText((_, element) => element?.classList.contains('rf-station-mark') === true && text(element) === label),
    ).toBeDefined()
    cleanup()
  }
})

test('between a partnership’s end and its first settlement, says when its tier is decided', async () => {
  signUps = []
  partnerships = [aPartnership({ endsAt: '2026-11-20T11:00:00.000Z' })]
  open()
  const row = await entry('Partnership with Kéfiro')
  expect(text(row)).toContain('Time is up')
  expect(text(row)).toContain('The settlement on Sat 21 Nov, 02:00 decides the tier.')
  expect(text(row)).toContain('If it ended now€0.00')
})

test('shows the guide of a planned partnership, and nothing that has not begun', async () => {
  signUps = []
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  partnerships = [aPartnership({ status: 'planned', startsAt: inDays(2), endsAt: inDays(9) })]
  open()
  const row = await entry('Partnership with Kéfiro')
  expect(await within(row).findByRole('link', { name: 'Download the logo' })).toBeDefined()
  expect(within(row).getByText('Planned')).toBeDefined()
  expect(within(row).queryByRole('heading', { name: 'Videos' })).toBeNull()
  expect(within(row).queryByRole('heading', { name: 'Receipt' })).toBeNull()
})

test('updates a partnership live after a reading', async () => {
  signUps = []
  partnerships = [aPartnership({ endsAt: new Date(Date.now() + 86_400_000).toISOString() })]
  open()
  await entry('Partnership with Kéfiro')
  await waitFor(() => expect(streams.length).toBeGreaterThan(0))
  partnerships = [{ ...SETTLED_PARTNERSHIP, decisions: [END, { ...FINAL, tier: 25, cents: 50 }], status: 'completed_at_25' }]
  streams.at(-1)?.emit('changed', { topic: 'partnerships' })
  expect(await screen.findByText('Completed at 25%')).toBeDefined()
})
