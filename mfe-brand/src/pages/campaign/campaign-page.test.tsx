// @vitest-environment jsdom
import type { Campaign, Locale, MeasuredVideo, RegisteredCreator, Review } from '@reelfair/contracts'
import { Route, Routes } from '@reelfair/web-kit'
import { inBothLanguages, refusal, showPage } from '@reelfair/web-kit/testing'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { aCampaign, aCreator, aHistory, anUntouchedCampaign, aReview, aVideo, hours } from '../../components/campaign/campaign.fixture.ts'
import { CampaignPage } from './campaign-page.tsx'

let campaign: Campaign
let creators: readonly RegisteredCreator[]
let videos: readonly MeasuredVideo[]
let reviews: readonly Review[]
let asked: string[]
let answer: (path: string) => Response | undefined

beforeEach(() => {
  campaign = aCampaign()
  creators = [aCreator()]
  videos = [aVideo()]
  reviews = []
  asked = []
  answer = () => undefined
})
afterEach(() => {
  vi.restoreAllMocks()
  cleanup()
})

vi.stubGlobal('fetch', async (address: string, { method = 'GET' }: RequestInit) => {
  const path = address.replace('/api', '').replace(/\?.*/, '')
  asked.push(`${method} ${path}`)
  const special = answer(path)
  if (special) return special
  if (path === '/campaigns/campaigns/c1') return Response.json(campaign)
  if (path.endsWith('/sign-ups')) return Response.json({ items: creators })
  if (path.endsWith('/videos')) return Response.json({ items: videos })
  if (path.endsWith('/receipt')) return Response.json({ ...creators[0], signUpId: 's1', videos: [], days: [] })
  if (path.endsWith('/history')) return Response.json(aHistory({ assignmentId: path.split('/').at(-2)! }))
  return Response.json({ items: path.endsWith('/reviews') ? reviews : [] })
})

// Their chunks are loaded when they are first shown, which takes a while on a cold machine; here they are there before.
beforeAll(async () => {
  await import('./views-chart.tsx')
  await import('./refused-views.tsx')
  await import('../../components/campaign/delete-dialog.tsx')
}, 60_000)

function show(locale: Locale = 'en') {
  const page = (
    <Routes>
      <Route path="/brand-dashboard/campaigns/:campaignId" element={<CampaignPage NotFound={() => <p>no such page</p>} />} />
      <Route path="/brand-dashboard" element={<p>the dashboard</p>} />
    </Routes>
  )
  showPage(page, { address: '/brand-dashboard/campaigns/c1', locale })
}

test.each(['not_found', 'invalid_input'] as const)('an address that is answered with %s is no page', async (code) => {
  answer = (path) => (path === '/campaigns/campaigns/c1' ? refusal(code, 'en') : undefined)
  show()
  expect(await screen.findByText('no such page')).toBeDefined()
})

const parts: [string, RegExp, Record<Locale, string>][] = [
  ['the campaign', /\/c1$/, { en: 'This campaign did not load.', fr: 'Cette campagne n’a pas pu être chargée.' }],
  ['its creators', /\/sign-ups$/, { en: 'Its creators did not load.', fr: 'Ses créateurs n’ont pas pu être chargés.' }],
  ['the videos', /\/videos$/, { en: 'These videos did not load.', fr: 'Ces vidéos n’ont pas pu être chargées.' }],
  ['the chart', /\/history$/, { en: 'The views over time did not load.', fr: 'Les vues au fil du temps n’ont pas pu être chargées.' }],
]
test.each(inBothLanguages(parts))('in %s: %s did not load, and why, with a way to try again', async (locale, _what, path, texts) => {
  answer = (one) => (path.test(one) ? refusal('internal', locale, { requestId: 'r-17' }) : undefined)
  show(locale)
  const panels = (await screen.findAllByText(texts[locale])).map((title) => within(title.closest('section')!))
  answer = () => undefined
  await userEvent.click(panels[0]!.getByRole('button', { name: { en: 'Try again', fr: 'Réessayer' }[locale] }))
  expect(await screen.findByText('@lina.mrtn')).toBeDefined()
  await waitFor(() => expect(screen.queryByText(texts[locale])).toBeNull())
})

test('the reviews of a creator are fetched once, for the videos and for the receipt', async () => {
  answer = (path) => (path.endsWith('/receipt') ? Response.json({ ...aCreator(), signUpId: 's1', videos: [], days: [] }) : undefined)
  show()
  await userEvent.click(await screen.findByText('Receipt'))
  await screen.findByText('Nothing to account for yet.')
  expect(asked.filter((one) => one === 'GET /metrics/assignments/s1/reviews')).toHaveLength(1)
})

test('a creator’s views add up over time, against the goal', async () => {
  show()
  expect(await screen.findByRole('img', { name: /^Views of “Fridge door” as they add up/ })).toBeDefined()
  expect(screen.getByText('Goal 10,000')).toBeDefined()
})

test.each([
  ['en', /^As of the last settlement, at 02:00/, /as of the latest reading and decision\.$/],
  ['fr', /^État du dernier règlement, à 02:00/, /selon le dernier relevé et la dernière décision\.$/],
] as const)('in %s: between a decision and the settlement the card and the list say what they are as of', async (locale, card, list) => {
  // A review has excluded what the card still shows as reserved.
  creators = [aCreator({ count: { observed: 5_700, qualified: 4_000, inReview: 0, excluded: [{ reason: 'not_human', views: 1_700 }] } })]
  show(locale)
  expect(await screen.findByText(card)).toBeDefined()
  expect(await screen.findByText(list)).toBeDefined()
})

test('between the first reading and its settlement the card says what its zeros are as of', async () => {
  campaign = anUntouchedCampaign({ signUps: 1, hasViews: true })
  show()
  expect(await screen.findByText(/^As of the last settlement/)).toBeDefined()
})

const absent = [{ reason: 'logo_absent', mend: 'show_logo' }] as const
const deleted = [{ reason: 'video_deleted', mend: 'publish_again' }] as const
test.each([
  ['the fault stands', 'open', { faults: [...absent] }, 'The creator reads: Publish a video that shows the campaign’s logo.'],
  ['the fault is fixed', 'open', { faults: [] }, undefined],
  ['the video’s days are over', 'open', { faults: [...absent], isOver: true }, undefined],
  ['the campaign has ended', 'ended', { faults: [...absent] }, undefined],
  [
    'a deleted video may still come back',
    'ended',
    { faults: [...deleted] },
    'The creator reads: Restore the video or the account, if the network lets you.',
  ],
] as const)('the views that are not charged name the fix that the creator reads: %s', async (_, phase, video, fix) => {
  campaign = { ...campaign, phase }
  const [{ reason }] = video.faults[0] ? [video.faults[0]] : absent
  creators = [aCreator({ count: { observed: 5_000, qualified: 4_000, inReview: 0, excluded: [{ reason, views: 1_000 }] } })]
  videos = [aVideo({ ...video, faults: [...video.faults], excluded: [{ reason, views: 1_000 }] })]
  show()
  const part = (await screen.findByRole('heading', { name: 'Not charged' })).closest('section') ?? expect.unreachable('it has no part')
  await within(part).findByText(/^(The logo is not to be seen|The video or its account)/)
  // The table below shows the same videos, so they are loaded once it does.
  await screen.findByRole('table', { name: /@lina\.mrtn$/ })
  if (fix) expect(await within(part).findByText(fix)).toBeDefined()
  else expect(within(part).queryByText(/The creator reads/)).toBeNull()
})

test('a campaign that nobody has been read for says when the first point comes', async () => {
  answer = (path) => (path.endsWith('/history') ? Response.json(aHistory({ days: [] })) : undefined)
  show()
  expect(await screen.findByText('No views have been read yet.')).toBeDefined()
})

const faulty: [string, Partial<MeasuredVideo>, Record<Locale, readonly RegExp[]>][] = [
  [
    'a fault that stands says what it took and what mends it',
    { excluded: [{ reason: 'code_missing', views: 700 }], faults: [{ reason: 'code_missing', mend: 'add_code' }] },
    {
      en: [
        /^This campaign’s code is missing in the description, or another campaign’s code stands before it: 700$/,
        /^The creator reads: Put the code into the video’s description, before any other campaign’s code\.$/,
      ],
      fr: [
        /^Le code de cette campagne manque dans la description, ou celui d’une autre campagne le précède : 700$/,
        /^Le créateur lit : Ajoutez le code dans la description de la vidéo, avant celui de toute autre campagne\.$/,
      ],
    },
  ],
  [
    'a fixed fault says so; the views it took stay excluded',
    { excluded: [{ reason: 'link_not_in_bio', views: 70 }] },
    {
      en: [/^The campaign’s link is not in the bio: 70$/, /^Fixed: new views count again/],
      fr: [/^Le lien de la campagne n’est pas dans la bio : 70$/, /^Corrigé : les nouvelles vues comptent/],
    },
  ],
  [
    'a fault that has taken nothing yet is there all the same',
    { faults: [{ reason: 'mention_missing', mend: 'add_mention' }] },
    {
      en: [/^The mention “Commercial collaboration” is missing$/, /Write “Commercial collaboration” in the description/],
      fr: [/^La mention « Collaboration commerciale » manque$/, /Écrivez « Collaboration commerciale » dans la description/],
    },
  ],
  [
    'a video that was not read yet says when it is',
    { seenAt: undefined, views: 0, qualified: 0, inReview: 0 },
    { en: [/^Not read yet$/, /tonight\.$/], fr: [/^Pas encore relevée$/, /cette nuit\.$/] },
  ],
  ['a verified logo says so', { logo: 'verified' }, { en: [/^Logo verified$/, /^Nothing$/], fr: [/^Logo vérifié$/, /^Rien$/] }],
  ['a logo that is not verified says so', { logo: 'not_verified' }, { en: [/^Logo not verified$/], fr: [/^Logo non vérifié$/] }],
  [
    'a logo that is not decided says so',
    { logo: 'unknown' },
    { en: [/^Logo not decided$/, /review\.$/], fr: [/^Logo non tranché$/, /vérification\.$/] },
  ],
]
test.each(inBothLanguages(faulty))('in %s: %s', async (locale, _what, more, texts) => {
  videos = [aVideo(more)]
  show(locale)
  const table = within(await screen.findByRole('table', { name: /@lina\.mrtn$/ }))
  for (const text of texts[locale]) expect(await table.findByText(text)).toBeDefined()
  expect(table.getByRole('link').textContent).toBe('What’s in my fridge')
})

test.each([
  ['of a campaign that is over', { phase: 'ended' }, {}],
  ['whose days are over', {}, { isOver: true }],
] as const)('a video %s says what it lost, and nothing of mending', async (_, more, video) => {
  campaign = { ...campaign, ...more }
  const faults = [{ reason: 'mention_missing', mend: 'add_mention' }] as const
  videos = [aVideo({ excluded: [{ reason: 'link_not_in_bio', views: 70 }], faults: [...faults], ...video })]
  show()
  const table = within(await screen.findByRole('table', { name: /@lina\.mrtn$/ }))
  expect(await table.findByText(/^The campaign’s link is not in the bio: 70$/)).toBeDefined()
  expect(table.getByText(/^The mention “Commercial collaboration” is missing$/)).toBeDefined()
  expect(table.queryByText(/Fixed:|The creator reads/)).toBeNull()
})

test.each([
  ['is told to restore it while the final reading is to come', 'ended', {}, true],
  ['is told nothing once its views are off', 'ended', { qualified: 0, inReview: 0 }, false],
  ['is told nothing once the campaign is settled', 'settled', {}, false],
] as const)('the creator of a deleted video %s', async (_, phase, video, isTold) => {
  campaign = { ...campaign, phase }
  videos = [aVideo({ faults: [{ reason: 'video_deleted', mend: 'publish_again' }], ...video })]
  show()
  const table = within(await screen.findByRole('table', { name: /@lina\.mrtn$/ }))
  expect(await table.findByText(/^The video or its account no longer exists$/)).toBeDefined()
  expect(table.queryAllByText(/The creator reads: Restore the video/)).toHaveLength(isTold ? 1 : 0)
})

test('a logo in review asks for the brand’s answer where the video stands, growth does not', async () => {
  videos = [aVideo({ logo: 'unknown' }), aVideo({ id: 's1-v2', videoId: 'v2' })]
  reviews = [aReview(), aReview({ id: 'r2', kind: 'growth', byDefault: 'excluded', videoId: 'v2', views: 300 })]
  show()
  expect(
    await screen.findByText(
      /^1,000 views wait; without an answer by Tue 24 Nov, 18:00 they count, unless their growth is still in review\.$/,
    ),
  ).toBeDefined()
  expect(screen.getByText('Growth that looks not human: 300')).toBeDefined()
  expect(screen.getAllByRole('button', { name: 'Look at the video' })).toHaveLength(1)
})

test('a decision says what, who, when and why', async () => {
  reviews = [
    aReview({ kind: 'growth', decision: { verdict: 'excluded', by: 'admin', at: '2026-11-20T10:00:00.000Z', why: 'A click farm.' } }),
  ]
  show()
  await userEvent.click(await screen.findByText('Decisions'))
  expect(await screen.findByText('The growth does not count: 1,000')).toBeDefined()
  expect(screen.getByText('A click farm.').parentElement?.textContent).toMatch(/^Our team, Fri 20 Nov, 11:00: A click farm\.$/)
})

test('what was refused stands by reason, and its sum closes', async () => {
  creators = [
    aCreator(),
    aCreator({
      id: 's2',
      username: 'tom',
      count: { observed: 90, qualified: 0, inReview: 0, excluded: [{ reason: 'code_missing', views: 90 }] },
    }),
  ]
  show()
  const refused = within(await screen.findByRole('region', { name: 'Not charged' }))
  expect(
    (await refused.findByText('This campaign’s code is missing in the description, or another campaign’s code stands before it'))
      .parentElement?.textContent,
  ).toContain('790')
})

test('a receipt is asked for when it is opened', async () => {
  show()
  await screen.findByText('@lina.mrtn')
  expect(asked).not.toContain('GET /campaigns/sign-ups/s1/receipt')
  await userEvent.click(await screen.findByText('Receipt'))
  await waitFor(() => expect(asked).toContain('GET /campaigns/sign-ups/s1/receipt'))
})

test.each([
  ['goes', true, 'Delete the campaign', 'the dashboard'],
  ['has to be looked at first stays on its page and', false, 'End the campaign now', 'To be deleted: a last look at its views'],
] as const)('a campaign that is deleted here and %s leads to what is next', async (_, isGone, confirm, next) => {
  campaign = anUntouchedCampaign({ signUps: isGone ? 0 : 1 })
  creators = []
  answer = () => undefined
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Delete “Fridge door”' }))
  answer = (path) => {
    if (path !== '/campaigns/campaigns/c1' || asked.at(-1)?.startsWith('GET')) return undefined
    if (!isGone) campaign = { ...campaign, status: 'failed', phase: 'ended', deleteRequestedAt: hours(0), endedAt: hours(0) }
    return Response.json({ isGone })
  }
  await userEvent.click(await screen.findByRole('button', { name: confirm }))
  expect(await screen.findByText(next)).toBeDefined()
  expect(asked).toContain('DELETE /campaigns/campaigns/c1')
})

const goneWords = {
  en: [
    '“Fridge door” has gone',
    'You deleted it, and no view of it was charged. All 10,000 credits have come back to you.',
    'All campaigns',
  ],
  fr: [
    '« Fridge door » a disparu',
    'Vous l’avez supprimée, et aucune de ses vues n’a été facturée. Les 10 000 crédits vous sont tous revenus.',
    'Toutes les campagnes',
  ],
} as const
test.each(['en', 'fr'] as const)(
  'in %s: one that goes with its settlement while it is looked at says so, with the way back',
  async (locale) => {
    campaign = anUntouchedCampaign({ signUps: 1, status: 'failed', phase: 'ended', deleteRequestedAt: hours(-71), endedAt: hours(-71) })
    creators = []
    show(locale)
    await screen.findByRole('heading', { level: 1, name: 'Fridge door' })
    answer = (path) => (path === '/campaigns/campaigns/c1' ? refusal('not_found', locale) : undefined)
    // As a live notice does, coming back to the window after a while asks again.
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000)
    window.dispatchEvent(new Event('visibilitychange'))
    const [title, text, back] = goneWords[locale]
    expect(await screen.findByText(title)).toBeDefined()
    expect(screen.getByText(text)).toBeDefined()
    expect(screen.queryByText('no such page')).toBeNull()
    expect(screen.getByRole('link', { name: back }).getAttribute('href')).toBe('/brand-dashboard')
  },
)
