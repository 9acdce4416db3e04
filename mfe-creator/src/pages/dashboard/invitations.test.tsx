// @vitest-environment jsdom
import type { Invitation, Locale } from '@reelfair/contracts'
import {
  errorRows,
  fakeStreams,
  inLanguages,
  type LoadRow,
  showPage,
  stubApi,
  testLoadFailures,
  testRefusals,
} from '@reelfair/web-kit/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { anInvitation, aPartnership } from '../../components/partnerships/a-partnership.fixture.ts'
import { FIGURES } from '../../components/public-campaigns/a-public-campaign.fixture.ts'
import { DashboardPage } from './dashboard-page.tsx'

const streams = fakeStreams()
let invitation: Invitation
const isOpen = () => invitation.status === 'pending'
const api = stubApi({
  'GET /partnerships/invitations': () => ({ items: isOpen() ? [invitation] : [] }),
  'GET /partnerships/invitations/:invitationId': () => invitation,
  'GET /partnerships/partnerships': { items: [] },
  'POST /partnerships/invitations/:invitationId/acceptance': () => {
    invitation = { ...invitation, status: 'accepted', respondedAt: '2026-11-22T12:00:00.000Z' }
    return aPartnership({ id: 'i1', status: 'planned', startsAt: '2026-11-24T23:00:00.000Z', endsAt: '2026-12-01T23:00:00.000Z' })
  },
  'POST /partnerships/invitations/:invitationId/refusal': () => {
    invitation = { ...invitation, status: 'rejected', respondedAt: '2026-11-22T12:00:00.000Z' }
    return invitation
  },
  'GET /verification/accounts': {
    networks: [],
    items: [
      {
        id: 'a1',
        username: 'lina.mrtn',
        status: 'verified',
        network: 'instagram',
        createdAt: '2026-11-20T08:00:00.000Z',
        verifiedAt: '2026-11-20T08:10:00.000Z',
      },
    ],
  },
  'GET /campaigns/sign-ups': { items: [] },
  'GET /campaigns/public-campaigns': { items: [], figures: FIGURES, windowDays: 14 },
  'GET /payouts/balance': { payable: 0, earned: 0, minimumTransfer: 100, holdings: [] },
  'GET /payouts/payout-account': { status: 'none', requirements: [] },
  'GET /metrics/readings/latest': { nextAt: '2026-11-22T23:00:00.000Z' },
  'GET /identity/session': { me: { id: 'u1', email: 'lina@a.example', role: 'creator', complete: true } },
})
beforeEach(() => {
  vi.setSystemTime('2026-11-22T12:00:00.000Z')
  invitation = anInvitation()
})

const open = (locale: Locale = 'en', address = '/dashboard') => showPage(<DashboardPage />, { address, locale })
const openDialog = async (locale: Locale = 'en') => {
  open(locale, '/dashboard?invitation=i1')
  return within(await screen.findByRole('dialog'))
}
const text = (element: Element | null | undefined) => element?.textContent?.replaceAll(/\s/g, ' ') ?? ''
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))

test.each([
  ['en', 'Kéfiro offers you up to €2.00. Answer by Mon 23 Nov, 00:00.', '11 h left', 'See the invitation'],
  ['fr', 'Kéfiro vous propose jusqu’à 2,00 €. Répondez avant le lun. 23 nov., 00:00.', 'Encore 11 h', 'Voir l’invitation'],
] as const)('in %s: the next step is to answer an open invitation', async (locale, sentence, left, action) => {
  open(locale)
  const step = await screen.findByRole('heading', { level: 3, name: (name) => name.replaceAll(/\s/g, ' ') === sentence })
  expect(text(step.parentElement)).toContain(left)
  await press(action)
  expect(await screen.findByRole('dialog')).toBeDefined()
})

test('shows an invitation with its deadline, and opens it from its row', async () => {
  open()
  const row = (await screen.findByRole('heading', { level: 3, name: /^Up to €2\.00 for 10,000 qualified views$/ })).closest('li')
  expect(text(row)).toContain('for @lina.mrtn on Instagram, starting 25 Nov')
  expect(text(row)).toContain('Expires Mon 23 Nov, 00:00')
  await press('Accept the invitation from Kéfiro')
  expect(await screen.findByRole('dialog', { name: /Kéfiro invites @lina\.mrtn Up to €2\.00 for 10,000 qualified views/ })).toBeDefined()
})

test.each([
  ['en', 6, 5, '5 of 6 earlier partnerships paid'],
  ['en', 1, 1, '1 of 1 earlier partnership paid'],
  ['fr', 6, 6, 'Partenariats antérieurs payés : 6 sur 6'],
] as const)('in %s: says how many of the brand’s %i earlier partnerships paid', async (locale, settled, paid, sentence) => {
  invitation = anInvitation({ brandRecord: { settled, paid } })
  const dialog = await openDialog(locale)
  expect(text(await dialog.findByText((content) => content.replaceAll(/\s/g, ' ') === sentence))).toBe(sentence)
})

test('says nothing about earlier partnerships if the brand has none', async () => {
  const dialog = await openDialog()
  expect(await dialog.findByText(/^Up to/)).toBeDefined()
  expect(dialog.queryByText(/earlier partnership/)).toBeNull()
})

test('lists the mission, the pay, the payment dates, the duties and the terms, in this order', async () => {
  const dialog = await openDialog()
  await dialog.findByText(/^From €1\.00/)
  expect(dialog.getAllByRole('heading', { level: 3 }).map(text)).toEqual([
    'Your mission',
    'What you earn',
    'When you’re paid',
    'What you must do',
  ])
  const all = text(screen.getByRole('dialog'))
  expect(all).toContain('between Wed 25 Nov, 00:00 and Wed 2 Dec, 00:00')
  expect(within(dialog.getByRole('table')).getAllByRole('row').slice(1).map(text)).toEqual([
    '10,000 or more100%€2.00',
    '7,500 to 9,99975%€1.50',
    '5,000 to 7,49950%€1.00',
    '2,500 to 4,99925%€0.50',
    'Below 2,500Below 25%€0.00',
  ])
  expect(all).toContain('With 2,499 qualified views you earn €0.00; with 2,500 you earn €0.50.')
  // The final settlement follows an end by 02:00 after two days.
  expect(all).toContain('Fri 4 Dec, 02:00Final checks done')
  for (const duty of [
    'at least 6% of it',
    'Commercial collaboration',
    'kefiro.example/lina',
    'You get it when you accept',
    'Keep the account public',
  ])
    expect(all).toContain(duty)
  expect(all).toContain('you agree to the partnership terms, version 1.1')
  expect(dialog.getByRole('link', { name: /^Read the terms/ }).getAttribute('href')).toBe('/terms#partnerships')
  expect(dialog.getByRole('link', { name: /^Campaign terms that also apply/ }).getAttribute('href')).toBe('/terms#campaign-legal')
})

test('shows the dates that accepting now would give once the first day has begun', async () => {
  invitation = anInvitation({ beginning: '2026-11-22' })
  const dialog = await openDialog('fr')
  expect(text(await dialog.findByText(/dès votre acceptation/))).toContain(
    'pendant 7 jours. Si vous acceptez maintenant : jusqu’au dim. 29 nov., 13:00',
  )
})

test('accepts the invitation and shows the start, the code, the link and the logo', async () => {
  const dialog = await openDialog()
  await userEvent.click(await dialog.findByRole('button', { name: 'Accept' }))
  expect(await screen.findByRole('dialog', { name: 'Your partnership with Kéfiro is agreed' })).toBeDefined()
  expect(api.writes()).toMatchObject([{ what: 'POST /partnerships/invitations/i1/acceptance' }])
  const agreed = within(screen.getByRole('dialog'))
  expect(agreed.getByText('Starts Wed 25 Nov, 00:00')).toBeDefined()
  expect(agreed.getAllByText('RF-P7K2Q').length).toBeGreaterThan(0)
  expect(agreed.getByText('https://kefiro.example/lina')).toBeDefined()
  expect(agreed.getByRole('link', { name: 'Download the logo' })).toBeDefined()
})

test.each([
  ['en', 'Refuse the invitation from Kéfiro', 'This can’t be undone.', 'Refuse the invitation', 'Invitation refused'],
  ['fr', 'Refuser l’invitation : Kéfiro', 'Cette action est définitive.', 'Refuser l’invitation', 'Invitation refusée'],
] as const)('in %s: refuses only after a confirmation', async (locale, row, warning, confirm, done) => {
  open(locale)
  await press(new RegExp(`^${row.replaceAll(' ', '\\s')}$`))
  const dialog = within(await screen.findByRole('dialog'))
  expect(text(await dialog.findByText(new RegExp(`^${warning}`)))).toContain('Kéfiro')
  expect(api.writes()).toEqual([])
  await userEvent.click(dialog.getByRole('button', { name: confirm }))
  expect((await screen.findAllByText(done)).length).toBeGreaterThan(0)
  expect(api.writes()).toMatchObject([{ what: 'POST /partnerships/invitations/i1/refusal' }])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('leads back from the confirmation to the offer', async () => {
  const dialog = await openDialog()
  await userEvent.click(await dialog.findByRole('button', { name: 'Refuse' }))
  await press('Back')
  expect(await screen.findByRole('button', { name: 'Accept' })).toBeDefined()
  expect(api.writes()).toEqual([])
})

const outcomes: [string, Partial<Invitation>, Record<Locale, string>][] = [
  [
    'withdrawn',
    { status: 'withdrawn', endedAt: '2026-11-22T11:59:00.000Z' },
    { en: 'The brand withdrew this invitation', fr: 'La marque a retiré cette invitation' },
  ],
  [
    'replaced by a campaign',
    { status: 'rejected', campaignId: 'c1', respondedAt: '2026-11-22T11:59:00.000Z' },
    { en: 'Closed: you signed up for a campaign of this brand', fr: 'Close : vous participez à une campagne de cette marque' },
  ],
  ['expired', { status: 'expired' }, { en: 'This invitation has expired', fr: 'Cette invitation a expiré' }],
  [
    'answered elsewhere',
    { status: 'accepted', respondedAt: '2026-11-22T11:59:00.000Z' },
    { en: 'You accepted this invitation', fr: 'Vous avez accepté cette invitation' },
  ],
]
test.each(inLanguages(outcomes))('in %s: says at once that an open invitation was %s', async (locale, _, facts, sentence) => {
  const dialog = await openDialog(locale)
  await dialog.findByRole('table')
  await waitFor(() => expect(streams.length).toBeGreaterThan(0))
  invitation = anInvitation(facts)
  streams.at(-1)?.emit('changed', { topic: 'invitations' })
  await waitFor(() => expect(text(dialog.getByRole('alert'))).toContain(sentence[locale]))
  expect(screen.queryByRole('table')).toBeNull()
})

test('treats an invitation as expired at its last moment, before the service reports it', async () => {
  invitation = anInvitation({ expiresAt: '2026-11-22T12:00:00.000Z' })
  const dialog = await openDialog()
  expect(await dialog.findByText('This invitation has expired')).toBeDefined()
  expect(dialog.queryByRole('button', { name: 'Accept' })).toBeNull()
})

test('says what happened if the invitation is over when the creator accepts', async () => {
  api.fail('POST /partnerships/invitations/:invitationId/acceptance', 'invitation_over', 'en')
  const dialog = await openDialog()
  const accept = await dialog.findByRole('button', { name: 'Accept' })
  invitation = anInvitation({ status: 'withdrawn', endedAt: '2026-11-22T11:59:00.000Z' })
  await userEvent.click(accept)
  expect(text(await screen.findByText('The brand withdrew this invitation'))).toBeDefined()
  expect(screen.getByText(/^On Sun 22 Nov, 12:59, before you answered/)).toBeDefined()
})

const failures: LoadRow[] = [
  ['GET /partnerships/invitations/:invitationId', { en: 'We couldn’t load the invitation.', fr: 'L’invitation n’a pas pu être chargée.' }],
]
testLoadFailures(api, failures, (locale) => open(locale, '/dashboard?invitation=i1'))

testRefusals(
  api,
  'POST /partnerships/invitations/:invitationId/acceptance',
  [errorRows.not_allowed, errorRows.too_many_requests, errorRows.unavailable],
  async (locale) => {
    const dialog = await openDialog(locale)
    await userEvent.click(await dialog.findByRole('button', { name: { en: 'Accept', fr: 'Accepter' }[locale] }))
    return screen.getByRole('dialog')
  },
)
