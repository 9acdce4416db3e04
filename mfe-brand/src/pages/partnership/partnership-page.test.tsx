// @vitest-environment jsdom
import type { Locale, MeasuredVideo, Partnership, Review } from '@reelfair/contracts'
import { Route } from '@reelfair/web-kit'
import {
  errorResponse,
  fakeStreams,
  inLanguages,
  type LoadRow,
  Routes,
  showPage,
  stubApi,
  testLoadFailures,
} from '@reelfair/web-kit/testing'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import {
  aDecision,
  anEndedPartnership,
  aPartnership,
  aPartnershipHistory,
  aPartnershipReview,
  aPartnershipVideo,
  aSettledPartnership,
  fourReadings,
} from '../../components/partnership/partnership.fixture.ts'
import { PartnershipPage } from './partnership-page.tsx'

let partnership: Partnership
let videos: readonly MeasuredVideo[]
let reviews: readonly Review[]

beforeEach(() => {
  vi.setSystemTime('2026-11-22T13:45:00.000Z')
  partnership = aPartnership()
  videos = [aPartnershipVideo()]
  reviews = []
})

const PARTNERSHIP = 'GET /partnerships/partnerships/:partnershipId'
const api = stubApi({
  [PARTNERSHIP]: () => partnership,
  'GET /identity/session': { me: { id: 'b', email: 'ida@a.example', role: 'brand', complete: true } },
  'GET /metrics/assignments/:assignmentId/videos': () => ({ items: videos }),
  'GET /metrics/assignments/:assignmentId/history': aPartnershipHistory(),
  'GET /metrics/assignments/:assignmentId/observations': { items: fourReadings },
  'GET /metrics/assignments/:assignmentId/reviews': () => ({ items: reviews }),
})
const requested = () => api.requests.map(({ what }) => what)
const streams = fakeStreams()

// Load the lazy chunks before the tests: the first import is slow on a cold machine.
beforeAll(async () => {
  await import('@reelfair/web-kit/receipt')
  await import('../../components/reviews/approve-dialog.tsx')
}, 60_000)

function show(locale: Locale = 'en') {
  const page = (
    <Routes>
      <Route path="/partnerships/:partnershipId" element={<PartnershipPage NotFound={() => <p>no such page</p>} />} />
    </Routes>
  )
  showPage(page, { address: '/partnerships/p1', locale })
}

const sectionOf = async (name: string) =>
  (await screen.findByRole('heading', { name })).closest('section') ?? expect.unreachable('no section found')
const findHead = (sentence: RegExp) =>
  screen.findByText((_, element) => element?.tagName === 'H2' && sentence.test(element.textContent ?? ''))
const textOf = (element: Element) => (element.textContent ?? '').replaceAll(/\s/g, ' ')

test.each(['not_found', 'invalid_input'] as const)('shows the not-found page when the partnership fails with %s', async (code) => {
  api.fail(PARTNERSHIP, code, 'en')
  show()
  expect(await screen.findByText('no such page')).toBeDefined()
})

const parts: LoadRow[] = [
  [PARTNERSHIP, { en: 'We couldn’t load this partnership.', fr: 'Ce partenariat n’a pas pu être chargé.' }],
  [
    'GET /metrics/assignments/:assignmentId/history',
    { en: 'We couldn’t load the checks.', fr: 'Les contrôles n’ont pas pu être chargés.' },
  ],
  [
    'GET /metrics/assignments/:assignmentId/observations',
    { en: 'We couldn’t load the checks.', fr: 'Les contrôles n’ont pas pu être chargés.' },
  ],
]
testLoadFailures(api, parts, show, () => screen.findByRole('heading', { level: 1, name: 'Kéfiro × @lea.kitchen' }))

test('names the next tier, the missing views and the time left beside its date', async () => {
  show()
  expect(await findHead(/^The 50% tier is reached\. 1,260 more views reach 75%\.$/)).toBeDefined()
  expect(screen.getByText('2 d 19 h left')).toBeDefined()
  expect(screen.getByText('ends Wed 25 Nov, 10:00')).toBeDefined()
  expect(screen.getByText('6,240 of 10,000 views qualified (62%)')).toBeDefined()
  expect(await screen.findByText('reached 22 Nov')).toBeDefined()
  expect(textOf(screen.getByText('7,484 views seen').parentElement!)).toBe('6,240 qualified + 1,244 excluded = 7,484 views seen')
})

test('marks today’s tier, and says when credits move', async () => {
  show()
  const section = within(await sectionOf('Credits and pay'))
  const today = section.getAllByRole('row').find((row) => row.getAttribute('aria-current') === 'true')
  expect(today && textOf(today)).toBe('5,000 to 7,49950%5,0005,000€1.00')
  expect(section.getByRole('columnheader', { name: '@lea.kitchen earns' })).toBeDefined()
  expect(textOf(section.getByText(/^If it ended now/))).toBe(
    'If it ended now: 5,000 consumed + 5,000 returned = 10,000 credits held. No credits move before the final settlement, planned for Sat 28 Nov, 02:00.',
  )
})

test('shows the checks in a table that adds up', async () => {
  show()
  const rows = await within(await sectionOf('Checks')).findAllByRole('row')
  const texts = rows.map(textOf)
  expect(texts).toContain('Link in biopassedpassedLink not in the bio−858passed–to come–to come–to come−858')
  expect(texts).toContain('New views seen3862,6168583,624–––7,484')
  expect(texts).toContain('Excluded−3860−8580–––−1,244')
  expect(texts).toContain('Qualified02,61603,624–––6,240')
})

test.each(inLanguages([[/^5.000$/, /^(?:To be consumed|À dépenser|À consommer)$/] as const]))(
  'in %s: shows the receipt of the present tier and recomputes it',
  async (locale, total, label) => {
    show(locale)
    const receipt = within(await screen.findByRole('article', { name: /P-/ }))
    expect(receipt.getAllByText(total).length).toBeGreaterThan(0)
    expect(receipt.getByText(label)).toBeDefined()
    await userEvent.click(receipt.getByRole('button', { name: /^Recompute|^Recalculer/ }))
    expect(await receipt.findByText(/Same to the view|identique à la vue près/)).toBeDefined()
  },
)

test('lists what happened, and what happens next', async () => {
  show()
  expect(await screen.findByText('Video: Overnight oats')).toBeDefined()
  const entries = (title: string) => {
    const list = screen.getByRole('heading', { name: title }).nextElementSibling ?? expect.unreachable('no list found')
    return [...list.querySelectorAll('p')].map((entry) => entry.firstChild?.textContent)
  }
  expect(entries('What happened')).toEqual([
    'You invited @lea.kitchen',
    'Invitation accepted',
    'The partnership starts',
    'Video: Overnight oats',
  ])
  expect(entries('What happens next')).toEqual(['The partnership ends', 'Final settlement, after a last reading'])
})

test('lets the brand confirm its logo in a video', async () => {
  videos = [aPartnershipVideo({ logo: 'unknown', qualified: 5_928, inReview: 312 })]
  reviews = [aPartnershipReview({ views: 312 })]
  show()
  const card = within(await screen.findByRole('article', { name: 'Overnight oats' }))
  await userEvent.click(await card.findByRole('button', { name: 'Check the video' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Yes, this is our logo' }))
  expect(api.sent('POST /metrics/reviews/r1/approval')).toHaveLength(1)
})

const states: [string, () => Partnership, Record<Locale, RegExp>][] = [
  [
    'before the start',
    () => aPartnership({ startsAt: '2026-11-24T09:00:00.000Z', status: 'planned', count: noViews, tier: 0 }),
    { en: /^The partnership starts on Tue 24 Nov, 10:00\.$/, fr: /^Le partenariat commence le mar\. 24 nov\., 10:00\.$/ },
  ],
  [
    'below the first tier',
    () => aPartnership({ count: { observed: 2_499, qualified: 2_499, inReview: 0, excluded: [] }, tier: 0 }),
    {
      en: /^1 more view reaches 25%, the first tier that pays\.$/,
      fr: /^Encore 1 vue pour atteindre 25\s%, le premier palier rémunéré\.$/,
    },
  ],
  [
    'with its goal reached',
    () => aPartnership({ count: { observed: 10_000, qualified: 10_000, inReview: 0, excluded: [] }, tier: 100 }),
    {
      en: /^The goal is reached\. The partnership ends on Mon 23 Nov, 02:00\.$/,
      fr: /^L’objectif est atteint\. .* le lun\. 23 nov\., 02:00\.$/,
    },
  ],
  [
    'whose time is up',
    () => aPartnership({ endsAt: '2026-11-22T09:00:00.000Z' }),
    { en: /^Time is up\. The last views are being checked\.$/, fr: /^Le délai est écoulé\. Les dernières vues sont en cours de relevé\.$/ },
  ],
  [
    'in its final checks',
    () => anEndedPartnership({ endedAt: '2026-11-22T09:00:00.000Z', payableAt: '2026-11-25T01:00:00.000Z' }),
    {
      en: /^The 50% tier was reached\. Final checks are running\.$/,
      fr: /^Le palier de 50\s% a été atteint\. Les derniers contrôles sont en cours\.$/,
    },
  ],
  [
    'after the final settlement',
    () => aSettledPartnership(),
    {
      en: /^Final result: the 50% tier\. 5,000 credits consumed, 5,000 returned\.$/,
      fr: /^Résultat définitif\s: palier de 50\s%\. 5\s000 crédits consommés, 5\s000 restitués\.$/,
    },
  ],
  [
    'settled below 25%',
    () => aSettledPartnership({ decisions: [aDecision({ isFinal: true, tier: 0, cents: 0, consumed: 0, returned: 10_000 })], tier: 0 }),
    {
      en: /^Final result: less than 25%\. All 10,000 credits were returned\.$/,
      fr: /^Résultat définitif\s: moins de 25\s%\. Les 10\s000 crédits vous ont tous été restitués\.$/,
    },
  ],
]
const noViews = { observed: 0, qualified: 0, inReview: 0, excluded: [] }
test.each(inLanguages(states))('in %s: says where a partnership stands %s', async (locale, _, make, texts) => {
  partnership = make()
  show(locale)
  expect(await findHead(texts[locale])).toBeDefined()
})

test('dates the transfer of the pay, which may leave long after the settlement', async () => {
  vi.setSystemTime('2026-12-02T05:00:00.000Z')
  partnership = aSettledPartnership()
  show()
  const entry = (await screen.findByText('Pay transferred to @lea.kitchen')).closest('li')
  expect(entry?.querySelector('time')?.dateTime).toBe('2026-11-30T09:12:00.000Z')
})

test('names no next tier once a partnership is settled', async () => {
  partnership = aSettledPartnership()
  show()
  await findHead(/^Final result/)
  expect(screen.queryByText(/to go$|^next tier$/)).toBeNull()
  cleanup()
  partnership = aPartnership()
  show()
  expect(await screen.findByText('next tier')).toBeDefined()
})

test.each(
  inLanguages([
    [
      'just started',
      () => aPartnership({ count: noViews, tier: 0 }),
      { en: 'No receipt yet.', fr: 'Pas encore de reçu.' },
      { en: 'No videos yet', fr: 'Aucune vidéo pour l’instant' },
    ],
    ['the sandbox settled', () => aSettledPartnership(), { en: '5,000', fr: '5 000' }, { en: 'No videos', fr: 'Aucune vidéo' }],
  ] as const),
)('in %s: shows a partnership that metrics does not measure: %s', async (locale, _, make, receipt, videosText) => {
  partnership = make()
  api.answer({
    ...Object.fromEntries(
      ['videos', 'history', 'observations', 'reviews'].map((part) => [
        `GET /metrics/assignments/:assignmentId/${part}`,
        () => errorResponse('not_found', locale),
      ]),
    ),
  })
  show(locale)
  expect(await screen.findByText({ en: 'No readings', fr: 'Aucun relevé' }[locale])).toBeDefined()
  expect(await screen.findByText(videosText[locale])).toBeDefined()
  expect((await screen.findAllByText(receipt[locale])).length).toBeGreaterThan(0)
  expect(screen.queryByText(/couldn’t load|n’ont pas pu|n’a pas pu/)).toBeNull()
})

test('waits for every page of readings, so that the table is complete', async () => {
  api.answer({
    'GET /metrics/assignments/:assignmentId/observations': ({ query }) =>
      query.has('cursor') ? { items: fourReadings.slice(1) } : { items: fourReadings.slice(0, 1), next: 'older' },
  })
  show()
  const rows = await within(await sectionOf('Checks')).findAllByRole('row')
  expect(rows.map(textOf)).toContain('Link in biopassedpassedLink not in the bio−858passed–to come–to come–to come−858')
})

test('no longer says that a partnership may end earlier once it has ended', async () => {
  show()
  expect(await screen.findByText(/Earlier if the goal is reached\.$/)).toBeDefined()
  cleanup()
  partnership = anEndedPartnership({ endedAt: '2026-11-22T09:00:00.000Z', payableAt: '2026-11-25T01:00:00.000Z' })
  show()
  expect(await screen.findByText('Unused credits return to you, and the creator is paid.')).toBeDefined()
})

test('requests nothing from metrics before the start', async () => {
  partnership = aPartnership({ startsAt: '2026-11-24T09:00:00.000Z', status: 'planned', count: noViews, tier: 0 })
  show()
  expect(await findHead(/^The partnership starts/)).toBeDefined()
  expect(await screen.findByText('You invited @lea.kitchen')).toBeDefined()
  expect(requested().filter((what) => what.includes('/metrics/'))).toEqual([])
})

test('names the latest date when the network does not respond to the final reading', async () => {
  vi.setSystemTime('2026-11-28T05:00:00.000Z')
  partnership = anEndedPartnership()
  show()
  expect(await screen.findByText(/^We’re still waiting for the final reading\..* on Tue 1 Dec, 02:00 at the latest\.$/)).toBeDefined()
})

test('updates live', async () => {
  show()
  await findHead(/1,260 more views/)
  partnership = aPartnership({ count: { observed: 8_000, qualified: 7_500, inReview: 0, excluded: [] }, tier: 75 })
  streams.at(-1)?.emit('changed', { topic: 'partnerships' })
  expect(await findHead(/^The 75% tier is reached\. 2,500 more views reach 100%\.$/)).toBeDefined()
})
