// @vitest-environment jsdom
import type { Campaign, Locale, MeasuredVideo, RegisteredCreator, Review } from '@reelfair/contracts'
import { Route } from '@reelfair/web-kit'
import { inLanguages, type LoadRow, Routes, showPage, stubApi, testLoadFailures } from '@reelfair/web-kit/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { aCampaign, aCampaignWithoutViews, aCreator, aHistory, aReview, aVideo, hours } from '../../components/campaign/campaign.fixture.ts'
import { CampaignPage } from './campaign-page.tsx'

let campaign: Campaign
let creators: readonly RegisteredCreator[]
let videos: readonly MeasuredVideo[]
let reviews: readonly Review[]

beforeEach(() => {
  campaign = aCampaign()
  creators = [aCreator()]
  videos = [aVideo()]
  reviews = []
})
afterEach(() => void vi.restoreAllMocks())

const RECEIPT = 'GET /campaigns/sign-ups/:signUpId/receipt'
const CAMPAIGN = 'GET /campaigns/campaigns/:campaignId'
const api = stubApi({
  [CAMPAIGN]: () => campaign,
  [RECEIPT]: () => ({ ...creators[0], signUpId: 's1', videos: [], days: [] }),
  'GET /campaigns/campaigns/:campaignId/sign-ups': () => ({ items: creators }),
  'GET /metrics/campaigns/:campaignId/videos': () => ({ items: videos }),
  'GET /metrics/assignments/:assignmentId/videos': () => ({ items: videos }),
  'GET /metrics/assignments/:assignmentId/history': ({ what }) => aHistory({ assignmentId: what.split('/').at(-2)! }),
  'GET /metrics/assignments/:assignmentId/reviews': () => ({ items: reviews }),
  'GET /metrics/reviews': () => ({ items: reviews }),
})
const requested = () => api.requests.map(({ what }) => what)

// Load the lazy chunks before the tests: the first import is slow on a cold machine.
beforeAll(async () => {
  await import('./views-chart.tsx')
  await import('./uncharged-views.tsx')
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

test.each(['not_found', 'invalid_input'] as const)('shows the not-found page when loading the campaign fails with %s', async (code) => {
  api.fail(CAMPAIGN, code, 'en')
  show()
  expect(await screen.findByText('no such page')).toBeDefined()
})

const parts: LoadRow[] = [
  [CAMPAIGN, { en: 'We couldn’t load this campaign.', fr: 'Cette campagne n’a pas pu être chargée.' }],
  [
    'GET /campaigns/campaigns/:campaignId/sign-ups',
    { en: 'We couldn’t load the creators.', fr: 'Les créateurs n’ont pas pu être chargés.' },
    true,
  ],
  ['GET /metrics/assignments/:assignmentId/videos', { en: 'We couldn’t load these videos.', fr: 'Ces vidéos n’ont pas pu être chargées.' }],
  ['GET /metrics/assignments/:assignmentId/history', { en: 'We couldn’t load this chart.', fr: 'Ce graphique n’a pas pu être chargé.' }],
]
testLoadFailures(api, parts, show, () => screen.findByText('@lina.mrtn'))

test('fetches a creator’s reviews only once for both the videos and the receipt', async () => {
  show()
  await userEvent.click(await screen.findByText('Receipt'))
  await screen.findByText('No receipt yet.')
  expect(requested().filter((one) => one === 'GET /metrics/assignments/s1/reviews')).toHaveLength(1)
})

test('charts the creators’ cumulative views against the goal', async () => {
  show()
  expect(await screen.findByRole('img', { name: /^Total views of “Fridge door” over time/ })).toBeDefined()
  expect(screen.getByText('Goal 10,000')).toBeDefined()
})

test.each([
  ['en', /^As of the last charge \(02:00/, /as of the latest reading and decision\.$/],
  ['fr', /^Situation à la dernière facturation, à 2\sh/, /d’après le dernier relevé et la dernière décision\.$/],
] as const)('in %s: explains that the card shows the last charge but the list shows the latest decision', async (locale, card, list) => {
  // A review decision excluded views that the card still shows as reserved.
  creators = [aCreator({ count: { observed: 5_700, qualified: 4_000, inReview: 0, excluded: [{ reason: 'not_human', views: 1_700 }] } })]
  show(locale)
  expect(await screen.findByText(card)).toBeDefined()
  expect(await screen.findByText(list)).toBeDefined()
})

test('explains why there are zero views between the first reading and its settlement', async () => {
  campaign = aCampaignWithoutViews({ signUps: 1, hasViews: true })
  show()
  expect(await screen.findByText(/^As of the last charge/)).toBeDefined()
})

const absent = [{ reason: 'logo_absent', fix: 'show_logo' }] as const
const deleted = [{ reason: 'video_deleted', fix: 'publish_again' }] as const
test.each([
  ['with a current fault', 'open', { faults: [...absent] }, 'Shown to the creator: Publish a video that shows the logo.'],
  ['with a fixed fault', 'open', { faults: [] }, undefined],
  ['past its counting period', 'open', { faults: [...absent], isOver: true }, undefined],
  ['after the campaign has ended', 'ended', { faults: [...absent] }, undefined],
  [
    'that is deleted but can be restored',
    'ended',
    { faults: [...deleted] },
    'Shown to the creator: Restore the video or the account, if the network lets you.',
  ],
] as const)('for a video %s: shows the fix for uncharged views only if the fix still helps', async (_, phase, video, fix) => {
  campaign = { ...campaign, phase }
  const [{ reason }] = video.faults[0] ? [video.faults[0]] : absent
  creators = [aCreator({ count: { observed: 5_000, qualified: 4_000, inReview: 0, excluded: [{ reason, views: 1_000 }] } })]
  videos = [aVideo({ ...video, faults: [...video.faults], excluded: [{ reason, views: 1_000 }] })]
  show()
  const part = (await screen.findByRole('heading', { name: 'Not charged' })).closest('section') ?? expect.unreachable('no section found')
  await within(part).findByText(/^(Logo not visible|The video or its account)/)
  // The table below shows the same videos, so they have loaded once the table appears.
  await screen.findByRole('table', { name: /@lina\.mrtn$/ })
  if (fix) expect(await within(part).findByText(fix)).toBeDefined()
  else expect(within(part).queryByText(/Shown to the creator/)).toBeNull()
})

test('shows an empty state instead of the chart before the first reading', async () => {
  api.answer({ 'GET /metrics/assignments/:assignmentId/history': aHistory({ days: [] }) })
  show()
  expect(await screen.findByText('No readings yet')).toBeDefined()
})

const faulty: [string, Partial<MeasuredVideo>, Record<Locale, readonly RegExp[]>][] = [
  [
    'shows the excluded views and the fix of a current fault',
    { excluded: [{ reason: 'code_missing', views: 700 }], faults: [{ reason: 'code_missing', fix: 'add_code' }] },
    {
      en: [
        /^The code is missing from the description, or another code comes first: 700$/,
        /^Shown to the creator: Add the code to the video’s description, before any other code\.$/,
      ],
      fr: [
        /^Le code ne figure pas dans la description, ou un autre code le précède : 700$/,
        /^Consigne affichée au créateur : Ajoutez le code dans la description de la vidéo, avant tout autre code\.$/,
      ],
    },
  ],
  [
    'marks a fixed fault and keeps its views excluded',
    { excluded: [{ reason: 'link_not_in_bio', views: 70 }] },
    {
      en: [/^Link not in the bio: 70$/, /^Fixed: new views count again/],
      fr: [/^Le lien n’est pas dans la bio : 70$/, /^Problème corrigé : les nouvelles vues comptent/],
    },
  ],
  [
    'shows a fault that has not excluded any views yet',
    { faults: [{ reason: 'mention_missing', fix: 'add_mention' }] },
    {
      en: [/^The disclosure “Commercial collaboration” is missing$/, /Add “Commercial collaboration” to the description/],
      fr: [
        /^La mention « Collaboration commerciale » est absente$/,
        /Ajoutez la mention « Collaboration commerciale » dans la description/,
      ],
    },
  ],
  [
    'shows when a new video will first be read',
    { seenAt: undefined, views: 0, qualified: 0, inReview: 0 },
    { en: [/^No figures yet$/, /tonight\.$/], fr: [/^Pas encore relevée$/, /cette nuit\.$/] },
  ],
  [
    'shows that a logo is verified',
    { logo: 'verified' },
    { en: [/^Logo verified$/, /^None$/], fr: [/^Logo vérifié$/, /^Aucune exclusion$/] },
  ],
  ['shows that a logo is not verified', { logo: 'not_verified' }, { en: [/^Logo not verified$/], fr: [/^Logo non vérifié$/] }],
  [
    'shows that a logo is unclear',
    { logo: 'unknown' },
    { en: [/^Logo unclear$/, /review\.$/], fr: [/^Présence du logo incertaine$/, /vérification\.$/] },
  ],
]
test.each(inLanguages(faulty))('in %s: %s', async (locale, _what, more, texts) => {
  videos = [aVideo(more)]
  show(locale)
  const table = within(await screen.findByRole('table', { name: /@lina\.mrtn$/ }))
  for (const text of texts[locale]) expect(await table.findByText(text)).toBeDefined()
  expect(table.getByRole('link').textContent).toBe('What’s in my fridge')
})

test.each([
  ['after the campaign has ended', { phase: 'ended' }, {}],
  ['past its counting period', {}, { isOver: true }],
] as const)('for a video %s: shows the excluded views, but no fix', async (_, more, video) => {
  campaign = { ...campaign, ...more }
  const faults = [{ reason: 'mention_missing', fix: 'add_mention' }] as const
  videos = [aVideo({ excluded: [{ reason: 'link_not_in_bio', views: 70 }], faults: [...faults], ...video })]
  show()
  const table = within(await screen.findByRole('table', { name: /@lina\.mrtn$/ }))
  expect(await table.findByText(/^Link not in the bio: 70$/)).toBeDefined()
  expect(table.getByText(/^The disclosure “Commercial collaboration” is missing$/)).toBeDefined()
  expect(table.queryByText(/Fixed:|Shown to the creator/)).toBeNull()
})

test.each([
  ['before the final reading', 'ended', {}, true],
  ['after its views were deducted', 'ended', { qualified: 0, inReview: 0 }, false],
  ['after the settlement', 'settled', {}, false],
] as const)('advises restoring a deleted video only while doing so still helps (%s)', async (_, phase, video, isShown) => {
  campaign = { ...campaign, phase }
  videos = [aVideo({ faults: [{ reason: 'video_deleted', fix: 'publish_again' }], ...video })]
  show()
  const table = within(await screen.findByRole('table', { name: /@lina\.mrtn$/ }))
  expect(await table.findByText(/^The video or its account no longer exists$/)).toBeDefined()
  expect(table.queryAllByText(/Shown to the creator: Restore the video/)).toHaveLength(isShown ? 1 : 0)
})

test('asks the brand to check the logo in a logo review, but not in a growth review', async () => {
  videos = [aVideo({ logo: 'unknown' }), aVideo({ id: 's1-v2', videoId: 'v2' })]
  reviews = [aReview(), aReview({ id: 'r2', kind: 'growth', byDefault: 'excluded', videoId: 'v2', views: 300 })]
  show()
  expect(
    await screen.findByText(
      /^Views waiting: 1,000\. If you don’t answer by Tue 24 Nov, 18:00, they will count, unless their growth is still in review\.$/,
    ),
  ).toBeDefined()
  expect(screen.getByText('Growth doesn’t look human: 300')).toBeDefined()
  expect(screen.getAllByRole('button', { name: 'Check the video' })).toHaveLength(1)
})

test('shows the verdict, who decided, when and why', async () => {
  reviews = [
    aReview({ kind: 'growth', decision: { verdict: 'excluded', by: 'admin', at: '2026-11-20T10:00:00.000Z', why: 'A click farm.' } }),
  ]
  show()
  await userEvent.click(await screen.findByText('Decisions'))
  expect(await screen.findByText('Growth rejected: 1,000')).toBeDefined()
  expect(screen.getByText('A click farm.').parentElement?.textContent).toMatch(/^Our team, Fri 20 Nov, 11:00: A click farm\.$/)
})

test('adds up the uncharged views of all creators by reason', async () => {
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
    (await refused.findByText('The code is missing from the description, or another code comes first')).parentElement?.textContent,
  ).toContain('790')
})

test('requests a receipt only when it is opened', async () => {
  show()
  await screen.findByText('@lina.mrtn')
  expect(requested()).not.toContain('GET /campaigns/sign-ups/s1/receipt')
  await userEvent.click(await screen.findByText('Receipt'))
  await waitFor(() => expect(requested()).toContain('GET /campaigns/sign-ups/s1/receipt'))
})

test.each([
  ['is deleted immediately', true, 'Delete campaign', 'the dashboard'],
  ['needs a last reading', false, 'End campaign now', 'Deletion pending: final view check'],
] as const)('opens the right page after deleting a campaign that %s', async (_, isGone, confirm, next) => {
  campaign = aCampaignWithoutViews({ signUps: isGone ? 0 : 1 })
  creators = []
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Delete “Fridge door”' }))
  api.answer({
    'DELETE /campaigns/campaigns/:campaignId': () => {
      if (!isGone) campaign = { ...campaign, status: 'failed', phase: 'ended', deleteRequestedAt: hours(0), endedAt: hours(0) }
      return { isGone }
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: confirm }))
  expect(await screen.findByText(next)).toBeDefined()
  expect(requested()).toContain('DELETE /campaigns/campaigns/c1')
})

const goneWords = {
  en: [
    '“Fridge door” has been deleted',
    'You deleted this campaign, and none of its views were charged. All 10,000 credits have been returned to you.',
    'All campaigns',
  ],
  fr: [
    'La campagne « Fridge door » a été supprimée',
    'Vous avez supprimé cette campagne et aucune de ses vues n’a été facturée. Les 10 000 crédits ont tous été reversés sur votre solde.',
    'Toutes les campagnes',
  ],
} as const
test.each(['en', 'fr'] as const)(
  'in %s: reports that the settlement deleted the open campaign, and links back to the dashboard',
  async (locale) => {
    campaign = aCampaignWithoutViews({ signUps: 1, status: 'failed', phase: 'ended', deleteRequestedAt: hours(-71), endedAt: hours(-71) })
    creators = []
    show(locale)
    await screen.findByRole('heading', { level: 1, name: 'Fridge door' })
    api.fail(CAMPAIGN, 'not_found', locale)
    // Returning to the window after a while refetches the campaign, like a live update.
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000)
    window.dispatchEvent(new Event('visibilitychange'))
    const [title, text, back] = goneWords[locale]
    expect(await screen.findByText(title)).toBeDefined()
    expect(screen.getByText(text)).toBeDefined()
    expect(screen.queryByText('no such page')).toBeNull()
    expect(screen.getByRole('link', { name: back }).getAttribute('href')).toBe('/brand-dashboard')
  },
)
