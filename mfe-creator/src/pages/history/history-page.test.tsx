// @vitest-environment jsdom
/** The history: sums of all that there was, each entry opened with videos, reasons, chart and receipt; what fails says so in both languages. */
import type { Locale, MeasuredVideo, Review, SignUp } from '@reelfair/contracts'
import { inBothLanguages, playStreams, refusal, showPage } from '@reelfair/web-kit/testing'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aSignUp } from '../../components/public-campaigns/a-public-campaign.fixture.ts'
import { HistoryPage } from './history-page.tsx'

const seenAt = '2026-11-22T23:10:00.000Z'
const COUNTED = { views: 9_000, qualified: 6_000, inReview: 2_500, faults: [], logo: 'verified' as const, seenAt }
const VIDEO: MeasuredVideo = {
  ...COUNTED,
  id: 's1:v1',
  assignmentId: 's1',
  campaignId: 'c1',
  network: 'instagram',
  videoId: 'v1',
  url: 'https://instagram.example/v1',
  caption: 'RF-7K2QD Canal at 6 a.m.',
  title: 'Canal at 6 a.m.',
  publishedAt: '2026-11-20T09:00:00.000Z',
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

/** What tells a page that something has changed. */
const streams = playStreams()

let signUps: SignUp[]
let videos: MeasuredVideo[]
let reviews: Partial<Review>[]
let answers: (path: string, query: URLSearchParams) => Response | undefined
vi.stubGlobal('fetch', async (url: string) => {
  const [path = '', query] = url.replace('/api', '').split('?')
  const receipt = { ...RUNNING, signUpId: 's1', days: [], exactMilliCents: 60_000, isOver: false, isFinal: false, videos: RUNNING.videos }
  const usual: Record<string, object> = {
    '/campaigns/sign-ups': { items: signUps },
    '/metrics/assignments/s1/videos': { items: videos },
    '/metrics/assignments/s1/reviews': { items: reviews },
    '/metrics/assignments/s1/history': { days: DAYS },
    '/campaigns/sign-ups/s1/receipt': receipt,
    '/identity/session': { me: { id: 'u1', email: 'lina@a.example', role: 'creator', complete: true } },
    '/metrics/readings/latest': { nextAt: '2026-11-23T23:00:00.000Z' },
  }
  const any = path.endsWith('/receipt') ? receipt : { items: [] }
  return answers(path, new URLSearchParams(query)) ?? Response.json(usual[path] ?? any)
})
beforeEach(() => {
  signUps = [RUNNING, SETTLED]
  videos = [VIDEO]
  reviews = [REVIEW as Partial<Review>]
  answers = () => undefined
})
afterEach(cleanup)

const open = (locale: Locale = 'en', address = '/creator-history') => showPage(<HistoryPage />, { address, locale })
const text = (element: Element | null | undefined) => element?.textContent?.replaceAll(/\s/g, ' ') ?? ''
const entry = async (name: string) => (await screen.findByRole('listitem', { name })) as HTMLElement

test('sums up everything on all pages, newest first', async () => {
  answers = (path, query) => {
    if (path !== '/campaigns/sign-ups') return undefined
    return Response.json(query.get('cursor') ? { items: [SETTLED] } : { items: [RUNNING], next: 'older' })
  }
  open()
  const total = (await screen.findByText('Total views')).parentElement
  expect(text(total)).toBe('Total views10,0007,000 of them qualified')
  expect(text(screen.getByText('Active').parentElement)).toBe('Active1running now')
  expect(text(screen.getByText('Completed', { selector: 'dt' }).parentElement)).toBe('Completed1ended, settled or withdrawn')
  expect(screen.getAllByRole('heading', { level: 3 }).map(text)).toEqual(['Fridge door', 'First frost'])
  expect(screen.getAllByText('Kefiro')).toHaveLength(2)
})

test('draws twenty, and older ones with a press; a live notice asks again only where something may still change', async () => {
  const settled = Array.from({ length: 44 }, (_, index) => ({
    ...SETTLED,
    id: `o${index}`,
    campaignId: `co${index}`,
    campaignName: `Older ${index}`,
  }))
  const all = [RUNNING, ...settled]
  const asked: string[] = []
  answers = (path, query) => {
    if (path !== '/campaigns/sign-ups') return undefined
    expect(query.get('limit')).toBe('20')
    const from = Number(query.get('cursor') ?? 0)
    asked.push(String(from))
    return Response.json({ items: all.slice(from, from + 20), ...(from + 20 < all.length && { next: String(from + 20) }) })
  }
  open()
  expect(text((await screen.findByText('Total views')).parentElement)).toContain('53,000')
  expect(asked).toEqual(['0', '20', '40'])
  const drawn = () => screen.getAllByRole('button', { name: /^Open “/ }).length
  expect(drawn()).toBe(20)
  await userEvent.click(screen.getByRole('button', { name: 'Show older ones' }))
  expect(drawn()).toBe(40)
  await userEvent.click(screen.getByRole('button', { name: 'Show older ones' }))
  expect(drawn()).toBe(45)
  expect(screen.queryByRole('button', { name: 'Show older ones' })).toBeNull()
  asked.length = 0
  all[0] = { ...RUNNING, count: { ...RUNNING.count, observed: 10_000 } }
  await waitFor(() => expect(streams.length).toBeGreaterThan(0))
  streams.at(-1)?.say('changed', { topic: 'campaigns' })
  await waitFor(() => expect(text(screen.getByText('Total views').parentElement)).toContain('54,000'))
  expect(asked).toEqual(['0'])
  // A link to one that is not among the newest leads to it all the same, by its campaign too.
  cleanup()
  open('en', '/creator-history?open=co30')
  expect(await screen.findByRole('button', { name: 'Close “Older 30”' })).toBeDefined()
})

test.each([
  ['en', 'Your history did not load.', 'Try again'],
  ['fr', 'Votre historique n’a pas pu être chargé.', 'Réessayer'],
] as const)('in %s: older ones that do not load leave the newer ones there, and can be asked for again', async (locale, failed, again) => {
  let isDown = true
  answers = (path, query) => {
    if (path !== '/campaigns/sign-ups') return undefined
    if (!query.get('cursor')) return Response.json({ items: [RUNNING], next: 'older' })
    return isDown ? refusal('unavailable', locale) : Response.json({ items: [SETTLED] })
  }
  open(locale)
  const panel = (await screen.findByText(failed)).closest('section')
  expect(screen.getByRole('button', { name: /Fridge door/ })).toBeDefined()
  isDown = false
  await userEvent.click(within(panel!).getByRole('button', { name: again }))
  expect(await screen.findByRole('heading', { name: 'First frost' })).toBeDefined()
})

test('says when a campaign really ended, where that was earlier than planned', async () => {
  signUps = [{ ...SETTLED, endsAt: '2026-12-21T10:00:00.000Z', endedAt: '2026-11-26T01:00:00.000Z' }]
  open()
  expect(text(await entry('First frost'))).toContain('to 26 Nov 2026')
})

test('what is granted stands beside what is earned for it', async () => {
  signUps = [{ ...RUNNING, charged: 5_400 }]
  open('en', '/creator-history?open=s1')
  expect(text((await entry('Fridge door')).querySelector('dl'))).toMatch(/^Qualified6,000In review2,500Excluded500Granted5,400Earned0\.60/)
  expect(screen.getByRole('button', { name: /^5,400 granted/ })).toBeDefined()
})

const NOTHING = { observed: 0, qualified: 0, inReview: 0, excluded: [] }

test('of a campaign that was taken away before anybody brought it a view, only the money is told', async () => {
  signUps = [{ ...RUNNING, state: 'withdrawn', charged: 0, cents: 0, count: NOTHING, videos: [] }]
  open('fr', '/creator-history?open=s1')
  const row = await entry('Fridge door')
  expect(text(row.querySelector('dl'))).toMatch(/^Gagné0,00/)
  expect(text(row)).toContain('n’ont trouvé aucune vue qui compte')
  expect(screen.queryByRole('heading', { name: 'Reçu' })).toBeNull()
})

test('of one that was taken away because no view counted, it says how many were excluded, and why', async () => {
  const excluded = [{ reason: 'code_missing', views: 500 }] as const
  signUps = [{ ...RUNNING, state: 'withdrawn', charged: 0, cents: 0, count: { ...NOTHING, observed: 500, excluded: [...excluded] } }]
  open('en', '/creator-history?open=s1')
  const row = await entry('Fridge door')
  expect(text(row.querySelector('dl'))).toMatch(/^Qualified0Excluded500Granted0Earned0\.00/)
  expect(await screen.findByRole('heading', { name: 'Videos' })).toBeDefined()
})

test('says the next step when there is nothing yet', async () => {
  signUps = []
  open('fr')
  expect(await screen.findByText('Vous n’avez encore rejoint aucune campagne.')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Voir les campagnes publiques' }).getAttribute('href')).toBe('/public-campaigns')
})

test('opens by a press, and by the address', async () => {
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

test('a logo that waits promises no views whose growth is in review', async () => {
  reviews = [{ ...REVIEW, kind: 'logo', byDefault: 'counts' } as Partial<Review>]
  open('en', '/creator-history?open=s1')
  expect(await screen.findByText(/if nobody does, the views count, unless their growth is still in review\.$/)).toBeDefined()
})

test('a video says what counts, what waits until when, what was excluded, and what its logo is', async () => {
  open('en', '/creator-history?open=s1')
  const video = (await screen.findByText('RF-7K2QD Canal at 6 a.m.')).closest('li')
  await within(video!).findByText(/^The growth waits for a decision/)
  const said = text(video)
  expect(said).toContain('9,000 views')
  expect(said).toContain('Qualified 6,000')
  expect(said).toContain('The growth waits for a decision: 2,500Decided by 26 Nov, 00:10; if nobody does, the views do not count.')
  expect(said).toContain(
    'This campaign’s code is missing in the description, or another campaign’s code stands before it: 500Fixed: new views count. What was excluded stays excluded.',
  )
  expect(said).toContain('Logo verified')
  expect(within(video!).getByRole('link', { name: 'Open the video' }).getAttribute('href')).toBe(VIDEO.url)
})

test.each([
  ['of a deleted campaign', { state: 'withdrawn' }, {}],
  ['of an ended campaign', { state: 'ended' }, {}],
  ['whose days are over', {}, { isOver: true }],
] as const)('a video %s offers no fix: later views never count', async (_, signUp, video) => {
  signUps = [{ ...RUNNING, ...signUp }]
  videos = [{ ...VIDEO, ...video }]
  open('en', '/creator-history?open=s1')
  const row = (await screen.findByText('RF-7K2QD Canal at 6 a.m.')).closest('li')
  expect(text(row)).toContain('another campaign’s code stands before it: 500')
  expect(text(row)).not.toContain('Fixed')
})

test('a closed entry names the counted views at risk', async () => {
  const videos = RUNNING.videos.map((video) => ({ ...video, faults: ['account_private' as const] }))
  signUps = [{ ...RUNNING, state: 'ended', videos }, SETTLED]
  open()
  expect(text(await entry('Fridge door'))).toContain('The account or the video is private: 8,500 counted views at risk')
})

test.each([
  ['of an ended campaign', { state: 'ended' }, {}, true],
  ['whose days are over', {}, { isOver: true }, true],
  ['that has lost its views', { state: 'ended' }, { qualified: 0, inReview: 0 }, false],
  ['that is settled', { state: 'settled' }, {}, false],
] as const)('a video %s offers only what keeps its counted views', async (_, signUp, video, isOffered) => {
  signUps = [{ ...RUNNING, ...signUp }]
  const faults = [{ reason: 'code_missing', mend: 'add_code' } as const, { reason: 'account_private', mend: 'make_public' } as const]
  videos = [{ ...VIDEO, ...video, faults }]
  open('en', '/creator-history?open=s1')
  const row = (await screen.findByText('RF-7K2QD Canal at 6 a.m.')).closest('li')
  expect(text(row)).not.toContain('Put the code into')
  expect(text(row).includes('Make the account and the video public.')).toBe(isOffered)
})

test('“Completed” counts what the list shows as over, also what its brand took away', async () => {
  signUps = [RUNNING, SETTLED, { ...SETTLED, id: 's3', state: 'withdrawn' }, { ...SETTLED, id: 's4', state: 'ended' }]
  open()
  expect(text((await screen.findByText('Completed')).parentElement)).toContain('3')
  expect(text(screen.getByText('Active').parentElement)).toContain('1')
})

test.each(['active', 'closed'] as const)(
  'a campaign that is %s counts as ended once its time is up, before its settlement',
  async (state) => {
    const endsAt = new Date(Date.now() - 3_600_000).toISOString()
    signUps = [aSignUp({ state, endsAt }), SETTLED]
    open('en', '/creator-history?open=s1')
    const over = await entry('Fridge door')
    expect(text(screen.getByText('Active').parentElement)).toContain('0')
    expect(text(screen.getByText('Completed', { selector: 'dt' }).parentElement)).toContain('2')
    expect(within(over).getByText('Ended, in the last checks')).toBeDefined()
    expect(within(over).queryByRole('button', { name: /^Copy the code/ })).toBeNull()
    expect(within(over).queryByRole('link', { name: /Download the logo/ })).toBeNull()
  },
)

test.each([
  ['en', 'not_verified', 'Logo not verified', 'Publish a video that shows the campaign’s logo.'],
  ['fr', 'not_verified', 'Logo non vérifié', 'Publiez une vidéo qui montre le logo de la campagne.'],
] as const)('in %s: a fault of now says what mends it (%s)', async (locale, logo, badge, mend) => {
  const fault = { reason: 'logo_absent' as const, mend: 'show_logo' as const }
  videos = [{ ...VIDEO, logo, inReview: 0, faults: [fault], excluded: [{ reason: 'logo_absent', views: 3_000 }] }]
  reviews = []
  open(locale, '/creator-history?open=s1')
  const video = (await screen.findByText('RF-7K2QD Canal at 6 a.m.')).closest('li')
  expect(text(video)).toContain(badge)
  expect(text(video)).toContain(mend)
})

test('has the chart of its readings, the receipt and the instructions', async () => {
  open('en', '/creator-history?open=s1')
  expect(await screen.findByRole('img', { name: /^Views of “Fridge door” since 21 Nov/ })).toBeDefined()
  expect(await screen.findByRole('article', { name: 'Receipt R-S1' })).toBeDefined()
  expect(screen.getByRole('heading', { name: 'Instructions' })).toBeDefined()
  expect(screen.getByRole('link', { name: /Download the logo/ })).toBeDefined()
})

test('what is settled keeps its link and offers no logo any more', async () => {
  open('en', '/creator-history?open=s2')
  const settled = await entry('First frost')
  expect(await within(settled).findByText('https://kefiro.example/rf')).toBeDefined()
  expect(within(settled).queryByRole('link', { name: /Download the logo/ })).toBeNull()
})

test('a reading that was counted shows by itself: sums, video, chart and receipt', async () => {
  const asked: string[] = []
  answers = (path) => {
    asked.push(path)
    return undefined
  }
  open('en', '/creator-history?open=s1')
  await screen.findByRole('article', { name: 'Receipt R-S1' })
  await waitFor(() => expect(streams.length).toBeGreaterThan(0))
  asked.length = 0
  videos = [{ ...VIDEO, views: 12_000, qualified: 9_000 }]
  signUps = [{ ...RUNNING, count: { ...RUNNING.count, observed: 12_000, qualified: 9_000 } }]
  streams.at(-1)?.say('changed', { topic: 'campaigns' })
  expect(await screen.findByText('12,000 views')).toBeDefined()
  expect(text(screen.getByText('Total views').parentElement)).toContain('12,000')
  for (const path of ['/metrics/assignments/s1/history', '/campaigns/sign-ups/s1/receipt', '/metrics/assignments/s1/reviews'])
    expect(asked).toContain(path)
})

const failures: [string, Record<Locale, string>][] = [
  ['/campaigns/sign-ups', { en: 'Your history did not load.', fr: 'Votre historique n’a pas pu être chargé.' }],
  ['/metrics/assignments/s1/videos', { en: 'The videos did not load.', fr: 'Les vidéos n’ont pas pu être chargées.' }],
  [
    '/metrics/assignments/s1/history',
    { en: 'The views over time did not load.', fr: 'Les vues au fil du temps n’ont pas pu être chargées.' },
  ],
  ['/campaigns/sign-ups/s1/receipt', { en: 'The receipt did not load.', fr: 'Le reçu n’a pas pu être chargé.' }],
]
test.each(inBothLanguages(failures))('in %s: %s fails, says why, and can be tried again', async (locale, path, texts) => {
  answers = (asked) => (asked === path ? refusal('unavailable', locale) : undefined)
  open(locale, '/creator-history?open=s1')
  const panel = (await screen.findByText(texts[locale])).closest('section')
  expect(within(panel!).getByText({ en: /does not answer at the moment/, fr: /ne répond pas pour le moment/ }[locale])).toBeDefined()
  answers = () => undefined
  await userEvent.click(within(panel!).getByRole('button', { name: { en: 'Try again', fr: 'Réessayer' }[locale] }))
  await waitFor(() => expect(screen.queryByText(texts[locale])).toBeNull())
})
