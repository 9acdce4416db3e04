// @vitest-environment jsdom
import type { Invitation, Locale, Partnership, Review } from '@reelfair/contracts'
import { fakeStreams, inLanguages, type LoadRow, showPage, stubApi, testLoadFailures } from '@reelfair/web-kit/testing'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { aCampaign, fourteenNights } from '../../components/campaign/campaign.fixture.ts'
import {
  anEndedPartnership,
  anInvitation,
  aPartnership,
  aPartnershipReview,
  aSettledPartnership,
} from '../../components/partnership/partnership.fixture.ts'
import { DashboardPage } from './dashboard-page.tsx'

/** The texts depend on the current time. */
vi.setSystemTime('2026-11-21T18:00:00.000Z')

let invitations: readonly Invitation[]
let partnerships: readonly Partnership[]
let reviews: readonly Review[]

beforeEach(() => {
  invitations = []
  partnerships = []
  reviews = []
})
// Load the lazy chunk before the tests: the first import is slow on a cold machine.
beforeAll(() => import('../../components/invite/withdraw-dialog.tsx'), 60_000)

const api = stubApi({
  'GET /payouts/credits': { available: 4_000, held: 10_000, spent: 0 },
  'GET /campaigns/campaigns/summary': { counts: { active: 0, completed: 0, expired: 0 }, defaultTab: 'active', totalViews: 0 },
  'GET /campaigns/campaigns': { items: [] },
  'GET /campaigns/campaigns/:campaignId': aCampaign({ id: 'c9', name: 'Winter breakfast' }),
  'GET /identity/session': { me: { id: 'b', email: 'ida@a.example', role: 'brand', complete: true } },
  'GET /metrics/reviews': () => ({ items: reviews }),
  'GET /metrics/nights': { nights: fourteenNights() },
  'GET /metrics/readings/latest': {},
  'GET /partnerships/invitations': () => ({ items: invitations }),
  'GET /partnerships/partnerships': () => ({ items: partnerships }),
  'POST /partnerships/invitations/:invitationId/withdrawal': () => ({ ...anInvitation(), status: 'withdrawn' }),
})
const streams = fakeStreams()

const show = (locale: Locale = 'en') => showPage(<DashboardPage />, { locale })
const findNextStep = (sentence: RegExp) =>
  screen.findByText((_, element) => element?.tagName === 'H3' && sentence.test(element.textContent ?? ''))
const TITLES = {
  invitations: { en: 'Invitations', fr: 'Invitations' },
  partnerships: { en: 'Partnerships', fr: 'Partenariats' },
}
const sectionOf = async (part: keyof typeof TITLES, locale: Locale = 'en') =>
  (await screen.findByRole('heading', { name: TITLES[part][locale] })).closest('section') ?? expect.unreachable('no section found')
const textOf = (element: Element) => (element.textContent ?? '').replaceAll(/\s/g, ' ')
const rowOf = async (part: keyof typeof TITLES, locale: Locale = 'en') =>
  textOf(within(await sectionOf(part, locale)).getAllByRole('row')[1]!)

const ended = { endedAt: '2026-11-21T17:30:00.000Z' }
const invited: [string, Partial<Invitation>, Record<Locale, RegExp>][] = [
  ['funding', { status: 'funding' }, { en: /10,000none held.*Reserving credits/, fr: /10 000aucun réservé.*Réservation des crédits/ }],
  [
    'pending',
    {},
    {
      en: /10,000held.*Waiting for an answer22 h left, until Sun 22 Nov, 17:00/,
      fr: /10 000réservés.*En attente de réponseencore 22 h, jusqu’au dim\. 22 nov\., 17:00/,
    },
  ],
  [
    'accepted',
    { status: 'accepted', respondedAt: '2026-11-21T17:30:00.000Z' },
    { en: /moved to the partnership.*AcceptedAccepted Sat 21 Nov, 18:30\./, fr: /AcceptéeAcceptée le sam\. 21 nov\., 18:30\./ },
  ],
  [
    'rejected',
    { status: 'rejected', ...ended },
    {
      en: /returned.*Declined by the creatorSat 21 Nov, 18:30\. All credits were returned\./,
      fr: /rendus.*Refusée par le créateurLe sam\. 21 nov\., 18:30\. Tous les crédits vous ont été rendus\./,
    },
  ],
  ['expired', { status: 'expired', ...ended }, { en: /No answer within 24 hours/, fr: /Sans réponse dans les 24 heures/ }],
  ['withdrawn', { status: 'withdrawn', ...ended }, { en: /Withdrawn by you/, fr: /Retirée par vous/ }],
  [
    'superseded',
    { status: 'rejected', campaignId: 'c9', ...ended },
    { en: /The creator joined “Winter breakfast” instead/, fr: /Le créateur a préféré participer à « Winter breakfast »/ },
  ],
  [
    'failed',
    { status: 'failed', missingViews: 3_500, ...ended },
    { en: /none held.*Not sent: you need 3,500 more credits/, fr: /aucun réservé.*Non envoyée : il vous manque 3 500 crédits/ },
  ],
]
test.each(inLanguages(invited))(
  'in %s: shows the state of an invitation that is %s, and its credits',
  async (locale, _, invitation, texts) => {
    invitations = [anInvitation(invitation)]
    show(locale)
    await vi.waitFor(async () => expect(await rowOf('invitations', locale)).toMatch(texts[locale]), { timeout: 10_000 })
  },
)

test('links a failed invitation to the purchase of the missing credits', async () => {
  invitations = [anInvitation({ status: 'failed', missingViews: 3_500 })]
  show()
  const section = within(await sectionOf('invitations'))
  expect(section.getByRole('link', { name: 'Buy more credits' }).getAttribute('href')).toBe('/brand-dashboard/purchase?missing=3500')
  expect(await findNextStep(/^Your invitation to @lea\.kitchen wasn’t sent: you need 3,500 more credits\.$/)).toBeDefined()
})

test('withdraws a pending invitation after confirmation', async () => {
  invitations = [anInvitation()]
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Withdraw the invitation to @lea.kitchen' }))
  expect(await screen.findByText('@lea.kitchen can no longer accept it. All 10,000 credits are returned to you.')).toBeDefined()
  expect(api.writes()).toEqual([])
  invitations = [anInvitation({ status: 'withdrawn', ...ended })]
  await userEvent.click(screen.getByRole('button', { name: 'Withdraw invitation' }))
  expect(await screen.findByText('Withdrawn by you')).toBeDefined()
  expect(api.writes().map(({ what }) => what)).toEqual(['POST /partnerships/invitations/i1/withdrawal'])
  expect(screen.queryByRole('dialog')).toBeNull()
})

const tooLate: [Locale, string][] = [
  ['en', 'This invitation is no longer open: it was answered, withdrawn or has expired.'],
  ['fr', 'Cette invitation n’est plus en attente : elle a reçu une réponse, a été retirée ou a expiré.'],
]
test.each(tooLate)('in %s: explains that the creator was faster', async (locale, text) => {
  invitations = [anInvitation()]
  api.fail('POST /partnerships/invitations/:invitationId/withdrawal', 'invitation_over', locale)
  show(locale)
  await userEvent.click(await screen.findByRole('button', { name: /@lea\.kitchen$/ }))
  await userEvent.click(await screen.findByRole('button', { name: { en: 'Withdraw invitation', fr: 'Retirer l’invitation' }[locale] }))
  expect(await screen.findByText(text)).toBeDefined()
})

const held: [string, () => Partnership, Record<Locale, RegExp>][] = [
  [
    'active',
    () => aPartnership(),
    {
      en: /6,240 of 10,000tier 50%, €1\.00 for the creator10,000heldActive3 d 15 h left, ends Wed 25 Nov, 10:00$/,
      fr: /6 240 sur 10 000palier de 50 %, 1,00 € pour le créateur10 000réservésEn coursencore 3 j 15 h, fin le mer\. 25 nov\., 10:00$/,
    },
  ],
  [
    'planned',
    () => aPartnership({ startsAt: '2026-11-24T09:00:00.000Z', tier: 0 }),
    { en: /Plannedstarts Tue 24 Nov, 10:00$/, fr: /Prévudébut le mar\. 24 nov\., 10:00$/ },
  ],
  [
    'in its final checks',
    () => anEndedPartnership({ endedAt: '2026-11-20T09:00:00.000Z', payableAt: '2026-11-24T01:00:00.000Z' }),
    {
      en: /10,000heldFinal checksFinal settlement Tue 24 Nov, 02:00\.$/,
      fr: /Derniers contrôlesDécompte final le mar\. 24 nov\., 02:00\.$/,
    },
  ],
  [
    'settled',
    () => aSettledPartnership(),
    {
      en: /10,0005,000 consumed, 5,000 returnedCompleted at 50%The creator’s pay has been transferred\.$/,
      fr: /5 000 consommés, 5 000 restituésTerminé au palier de 50 %La rémunération du créateur a été virée\.$/,
    },
  ],
]
test.each(inLanguages(held))('in %s: shows the tier and the credits of a partnership that is %s', async (locale, _, make, texts) => {
  partnerships = [make()]
  show(locale)
  expect((await screen.findByRole('link', { name: '@lea.kitchen' })).getAttribute('href')).toBe('/partnerships/p1')
  expect(await rowOf('partnerships', locale)).toMatch(texts[locale])
})

const steps: [string, () => void, Record<Locale, RegExp>][] = [
  [
    'a pending invitation',
    () => {
      invitations = [anInvitation()]
    },
    {
      en: /^@lea\.kitchen can answer your invitation until Sunday 22 Nov, 17:00\.$/,
      fr: /^@lea\.kitchen peut répondre .* dimanche 22 nov\., 17:00\.$/,
    },
  ],
  [
    'an invitation being funded',
    () => {
      invitations = [anInvitation({ status: 'funding' })]
    },
    {
      en: /^We’re reserving credits for your invitation to @lea\.kitchen\.$/,
      fr: /^Nous réservons les crédits pour votre invitation à @lea\.kitchen\.$/,
    },
  ],
  [
    'an active partnership',
    () => {
      partnerships = [aPartnership()]
    },
    {
      en: /^Your partnership with @lea\.kitchen runs until Wednesday 25 Nov, 10:00\.$/,
      fr: /^Votre partenariat avec @lea\.kitchen dure jusqu’au mercredi 25 nov\., 10:00\.$/,
    },
  ],
]
test.each(inLanguages(steps))('in %s: the next step knows %s', async (locale, _, given, texts) => {
  given()
  show(locale)
  expect(await findNextStep(texts[locale])).toBeDefined()
})

test('links the next step to the partnership that it is about', async () => {
  partnerships = [aPartnership()]
  show()
  const step = (await findNextStep(/runs until/)).closest('section') ?? expect.unreachable('no section found')
  expect(within(step).getByRole('link', { name: 'See the partnership' }).getAttribute('href')).toBe('/partnerships/p1')
})

test('links a review of a partnership’s video to the partnership', async () => {
  partnerships = [aPartnership()]
  reviews = [aPartnershipReview()]
  show()
  expect(await findNextStep(/^We couldn’t recognise the logo in a video by @lea\.kitchen\./)).toBeDefined()
  const section = (await screen.findByRole('heading', { name: 'In review' })).closest('section') ?? expect.unreachable('no section found')
  expect(within(section).getByRole('link', { name: 'Partnership' }).getAttribute('href')).toBe('/partnerships/p1')
})

test('updates live when an invitation is accepted', async () => {
  invitations = [anInvitation()]
  show()
  await screen.findByText('Waiting for an answer')
  invitations = [anInvitation({ status: 'accepted', respondedAt: '2026-11-21T17:30:00.000Z' })]
  partnerships = [aPartnership({ id: 'i1' })]
  for (const topic of ['invitations', 'partnerships']) streams.at(-1)?.emit('changed', { topic })
  const links = await screen.findAllByRole('link', { name: 'See the partnership' })
  expect(new Set(links.map((link) => link.getAttribute('href')))).toEqual(new Set(['/partnerships/i1']))
  expect(await screen.findByRole('link', { name: '@lea.kitchen' })).toBeDefined()
})

test('explains invitations and partnerships before the first ones', async () => {
  show()
  expect(await screen.findByText('No invitations yet')).toBeDefined()
  expect(screen.getByText('No partnerships yet')).toBeDefined()
})

const loads: LoadRow[] = [
  ['GET /partnerships/invitations', { en: 'We couldn’t load your invitations.', fr: 'Vos invitations n’ont pas pu être chargées.' }],
  ['GET /partnerships/partnerships', { en: 'We couldn’t load your partnerships.', fr: 'Vos partenariats n’ont pas pu être chargés.' }],
]
testLoadFailures(api, loads, show)
