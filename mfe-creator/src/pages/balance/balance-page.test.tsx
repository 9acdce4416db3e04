// @vitest-environment jsdom
import { type Balance, type Locale, type PayoutAccount, type SignUp, type StatementLine, sentenceOf } from '@reelfair/contracts'
import { showPage, stubApi } from '@reelfair/web-kit/testing'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { aSignUp } from '../../components/public-campaigns/a-public-campaign.fixture.ts'
import { BalancePage } from './balance-page.tsx'

// jsdom follows only links within a page.
const [STRIPE, DASHBOARD] = ['#stripe', '#stripe-dashboard']
const at = '2026-11-21T10:00:00.000Z'
const full: Balance = {
  accruing: 618,
  held: 4_137,
  payable: 2_352,
  inTransfer: 1_500,
  paid: 11_240,
  earned: 19_847,
  minimumTransfer: 100,
  holdings: [{ id: 'h1', amount: 4_137, subject: 'Ride the canal', reason: 'final_checks', until: '2026-11-28T17:00:00.000Z' }],
}
const active: PayoutAccount = { status: 'active', requirements: [], nextStep: 'You can transfer.' }
const failed: StatementLine = {
  id: 's1',
  at,
  reason: 'transfer_failed',
  subject: 't1',
  failure: 'transfer_refused',
  moves: [
    { station: 'inTransfer', amount: -2_352, after: 0 },
    { station: 'payable', amount: 2_352, after: 2_352 },
  ],
}
const failedTransfer = { id: 't1', failure: { code: 'transfer_refused', sentence: 'The payment provider refused it.' } }

let transfers: object[]
let signUps: SignUp[]
let lines: StatementLine[]
let balance = full
let account = active
const api = stubApi({
  'GET /payouts/balance': () => balance,
  'GET /payouts/payout-account': () => account,
  'GET /payouts/statement': () => ({ items: lines }),
  'GET /payouts/transfers': () => ({ items: transfers }),
  'GET /campaigns/sign-ups': () => ({ items: signUps }),
  'GET /metrics/assignments/:assignmentId/videos': { items: [] },
  'POST /payouts/transfers': { id: 't2', amount: 2_352 },
  'POST /payouts/payout-account/onboarding': { url: `${location.origin}/${STRIPE}`, kind: 'onboarding' },
  'POST /payouts/payout-account/dashboard': { url: `${location.origin}/${DASHBOARD}`, kind: 'dashboard' },
  'POST /payouts/payout-account/refresh': active,
})
const writes = () => api.writes().map(({ what }) => what)

const open = (address = '/balance', locale: Locale = 'en') => showPage(<BalancePage />, { address, locale })

beforeEach(() => {
  vi.setSystemTime('2026-11-22T12:00:00.000Z')
  transfers = [failedTransfer]
  signUps = []
  lines = [failed]
  balance = full
  account = active
  location.hash = ''
})

// Load the lazy chunk before the tests: the first import is slow on a cold machine.
beforeAll(() => import('../../components/transfer/transfer-dialog.tsx'), 60_000)
const findDialog = () => screen.findByRole('dialog', {}, { timeout: 10_000 })
const transferButton = () => screen.findByRole('button', { name: /^Transfer/ })

test('shows the five stages with their total, and why money is held and until when', async () => {
  open()
  expect(await screen.findByText('€6.18 + €41.37 + €23.52 + €15.00 + €112.40 =')).toBeDefined()
  expect(screen.getByText('€198.47 earned in total.')).toBeDefined()
  expect(screen.getByText('€41.37 is held until 28 Nov, 18:00')).toBeDefined()
  expect(screen.getByText(/^Final reading for Ride the canal\..*network has removed.*all views of any video that is deleted/)).toBeDefined()
  expect(screen.queryByText(/No action needed/)).toBeNull()
})

test('shows the views at risk while money is held, and the deadline for restoring the video', async () => {
  const [one] = full.holdings
  balance = { ...full, holdings: one ? [{ ...one, subject: 'c1', title: 'Ride the canal' }] : [] }
  const counts = { views: 900, qualified: 900, inReview: 0, excluded: 0 }
  const video: SignUp['videos'][number] = {
    ...counts,
    videoId: 'v1',
    url: 'https://a.example/',
    faults: ['video_deleted'],
    logo: 'verified',
    publishedAt: at,
    seenAt: at,
  }
  signUps = [aSignUp({ state: 'ended', endedAt: '2026-11-25T17:00:00.000Z', videos: [video] })]
  open()
  expect(await screen.findByText(/^The video or its account no longer exists: 900.counted views at risk$/)).toBeDefined()
  expect(screen.getByText(/before the final reading on Sat 28 Nov, 00:00, or these views will be deducted\.$/)).toBeDefined()
})

test('puts a space between the explanation of held money and its link', async () => {
  balance = { ...full, holdings: full.holdings.map((one) => ({ ...one, title: 'Ride the canal' })) }
  open('/balance', 'fr')
  const link = await screen.findByRole('link', { name: 'Voir le détail' })
  expect(link.parentElement?.textContent).toMatch(/\. Voir le détail/)
})

test.each([
  [
    'en',
    '€41.37 may be held until 25 Nov, 02:00',
    /The network hasn’t provided its final figures for/,
    'May be held until 25 Nov, 02:00: the network’s final figures are still missing.',
    /may be held until Wed 25 Nov, 02:00\. What’s left after deductions then becomes available/,
  ],
  [
    'fr',
    'Montant bloqué jusqu’au 25 nov., 02:00 au plus tard : 41,37 €',
    /Le réseau n’a pas encore transmis ses chiffres définitifs pour/,
    'Bloqué jusqu’au 25 nov., 02:00 au plus tard. Nous attendons encore les chiffres définitifs du réseau.',
    /bloqué jusqu’au mer\. 25 nov\., 02:00 au plus tard\s: 41,37\s€\. Il sera ensuite disponible/,
  ],
] as const)('in %s: shows the latest possible date and the cause when figures are late', async (locale, reason, cause, station, next) => {
  balance = { ...full, payable: 0, inTransfer: 0, holdings: full.holdings.map((one) => ({ ...one, until: '2026-11-22T01:00:00.000Z' })) }
  open('/balance', locale)
  expect(await screen.findByText(reason)).toBeDefined()
  expect(screen.getByText(cause)).toBeDefined()
  expect(screen.getByText(station)).toBeDefined()
  expect(document.body.textContent).toMatch(next)
  expect(screen.queryByText(/22 nov\.?, 02:00/i)).toBeNull()
})

test.each([
  ['en', 'Grows every night while a campaign is active.', /no active campaigns/i],
  ['fr', 'Vos gains augmentent chaque nuit pendant une campagne.', /aucune campagne en cours/i],
] as const)('in %s: does not report “no active campaigns” when nothing is earned yet', async (locale, expected, wrong) => {
  balance = { ...full, accruing: 0 }
  open('/balance', locale)
  expect(await screen.findByText(expected)).toBeDefined()
  expect(screen.queryByText(wrong)).toBeNull()
})

test('marks an empty stage, and explains each stage to a new creator', async () => {
  balance = { ...full, accruing: 0, held: 0, inTransfer: 0, earned: 13_592, holdings: [] }
  open()
  expect(await screen.findByText('No transfer under way.')).toBeDefined()
  expect(screen.queryByText(/^On its way to Stripe/)).toBeNull()
  cleanup()
  balance = { ...full, accruing: 0, held: 0, payable: 0, inTransfer: 0, paid: 0, earned: 0, holdings: [] }
  open()
  expect(
    await screen.findByText('After a campaign ends, until the final reading of your views. The date and time will appear here.'),
  ).toBeDefined()
  expect(screen.getByText('Ready to transfer, minimum €1.00.')).toBeDefined()
})

test.each([
  ['en', 'All your earnings have been paid. We check your views every night.', 'Nothing earned yet. We check your views every night.'],
  [
    'fr',
    'Tous vos gains ont été versés. Nous relevons vos vues chaque nuit.',
    'Aucun gain pour l’instant. Nous relevons vos vues chaque nuit.',
  ],
] as const)('in %s: distinguishes “everything paid out” from “nothing earned yet”', async (locale, allPaid, nothing) => {
  const none = { ...full, accruing: 0, held: 0, payable: 0, inTransfer: 0, holdings: [] }
  balance = { ...none, earned: full.paid }
  open('/balance', locale)
  expect(await screen.findByRole('heading', { level: 2, name: allPaid })).toBeDefined()
  cleanup()
  balance = { ...none, paid: 0, earned: 0 }
  open('/balance', locale)
  expect(await screen.findByRole('heading', { level: 2, name: nothing })).toBeDefined()
})

test.each([
  ['en', 'Final reading for your partnership with Alpine.', 'New earnings. The tier that your qualified views have reached.'],
  ['fr', 'Dernier relevé de votre partenariat avec Alpine.', 'Nouveaux gains. Le palier que vos vues qualifiées ont atteint.'],
] as const)('in %s: names the brand of a partnership and explains its pay', async (locale, held, earned) => {
  const subject = crypto.randomUUID()
  const partnership = { subject, of: 'partnership', title: 'Alpine' } as const
  balance = { ...full, holdings: [{ ...partnership, id: 'h', amount: 500, reason: 'final_checks', until: '2026-11-24T01:00:00.000Z' }] }
  lines = [{ ...partnership, id: '1', at, reason: 'earned', moves: [{ station: 'held', amount: 500, after: 500 }] }]
  open('/balance', locale)
  expect(await screen.findByText(new RegExp(`^${held}`))).toBeDefined()
  expect(await screen.findByText(earned)).toBeDefined()
})

test('shows how many held amounts are not listed', async () => {
  balance = { ...full, moreHoldings: 3 }
  open()
  expect(await screen.findByText('Amounts held for longer, not listed: 3.')).toBeDefined()
  cleanup()
  balance = full
  open()
  expect(await screen.findByText(/Ride the canal/)).toBeDefined()
  expect(screen.queryByText(/^Amounts held for longer/)).toBeNull()
})

test('shows why a transfer is waiting and when it will be attempted again', async () => {
  balance = { ...full, payable: 0, holdings: [] }
  const waiting = { code: 'transfer_waits_for_funds', sentence: 'The money for it is on its way.', until: '2026-11-21T10:30:00.000Z' }
  transfers = [{ id: 't1', status: 'pending', createdAt: at, waiting }]
  open()
  expect(await screen.findByText(/^The money for it is on its way\. Next attempt: 21 Nov, 11:30\. No action needed\./)).toBeDefined()
})

test('shows the reason for a failed transfer in the statement', async () => {
  open()
  expect(await screen.findByText('The payment provider refused it.')).toBeDefined()
})

test('describes each of the three movements of the same earnings', async () => {
  const line = (id: string, reason: StatementLine['reason'], moves: StatementLine['moves'], until?: string): StatementLine => ({
    id,
    at,
    reason,
    subject: 'Retenu',
    moves,
    ...(until && { until }),
  })
  const cents = 500
  lines = [
    line('3', 'checked', [
      { station: 'held', amount: -cents, after: 0 },
      { station: 'payable', amount: cents, after: cents },
    ]),
    line(
      '2',
      'ended',
      [
        { station: 'accruing', amount: -cents, after: 0 },
        { station: 'held', amount: cents, after: cents },
      ],
      '2026-11-28T17:00:00.000Z',
    ),
    line('1', 'earned', [{ station: 'accruing', amount: cents, after: cents }]),
  ]
  open()
  expect(await screen.findByText('Moved from held to available. The same amount, after final checks.')).toBeDefined()
  expect(screen.getByText(/^Moved from earned to held\. The same amount, held for final checks until 28 Nov/)).toBeDefined()
  expect(screen.getByText('New earnings. Qualified views.')).toBeDefined()
})

const campaignId = '0193f2a0-0000-7000-8000-000000000001'

test('shows a campaign by name, never by id, and links to its history entry', async () => {
  const [holding] = full.holdings
  balance = { ...full, holdings: holding ? [{ ...holding, subject: campaignId, title: 'Ride the canal' }] : [] }
  lines = [
    { ...failed, reason: 'earned', subject: campaignId, title: 'Ride the canal', moves: [{ station: 'accruing', amount: 5, after: 5 }] },
  ]
  open()
  expect(await screen.findByText(/^Final reading for Ride the canal\./)).toBeDefined()
  await waitFor(() => {
    const ways = ['Ride the canal', 'See details'].map((name) => screen.getByRole('link', { name }).getAttribute('href'))
    expect(ways).toEqual([`/creator-history?open=${campaignId}`, `/creator-history?open=${campaignId}`])
  })
  expect(screen.getByText('New earnings. Qualified views.')).toBeDefined()
  expect(screen.queryByText(new RegExp(campaignId))).toBeNull()
})

test('shows neither a link nor an id for a line without a campaign name', async () => {
  lines = [{ ...failed, reason: 'earned', subject: campaignId, moves: [{ station: 'accruing', amount: 5, after: 5 }] }]
  open()
  expect(await screen.findByText('New earnings')).toBeDefined()
  expect(screen.queryByRole('link', { name: /Ride the canal|See details/ })).toBeNull()
  expect(screen.queryByText(new RegExp(campaignId))).toBeNull()
})

test('asks for confirmation, sends one transfer and locks the button', async () => {
  open()
  await userEvent.click(await transferButton())
  const dialog = await findDialog()
  await userEvent.dblClick(within(dialog).getByRole('button', { name: /^Transfer €23\.52/ }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(writes()).toEqual(['POST /payouts/transfers'])
  expect((await transferButton()) as HTMLButtonElement).toHaveProperty('disabled', true)
})

test('shows the error for a refused transfer in the dialog', async () => {
  api.fail('POST /payouts/transfers', 'payout_account_not_active', 'en')
  open()
  await userEvent.click(await transferButton())
  await userEvent.click(within(await findDialog()).getByRole('button', { name: /^Transfer €23\.52/ }))
  expect(await within(screen.getByRole('dialog')).findByText(sentenceOf('payout_account_not_active', {}, 'en'))).toBeDefined()
})

test.each([
  [99, true],
  [100, false],
])('with %i cents available, the transfer button is disabled: %s', async (payable, disabled) => {
  balance = { ...full, payable }
  open()
  expect(await transferButton()).toHaveProperty('disabled', disabled)
})

test('sends the country and opens Stripe when there is no payout account', async () => {
  account = { status: 'none', requirements: [], nextStep: 'Set it up.' }
  open()
  await userEvent.selectOptions(await screen.findByLabelText('Country of residence'), 'Belgium')
  await userEvent.click(screen.getByRole('button', { name: 'Set up payout account' }))
  await waitFor(() => expect(location.hash).toBe(STRIPE))
  expect(api.sent('POST /payouts/payout-account/onboarding')).toEqual([{ country: 'BE' }])
})

test('opens the creator’s Stripe dashboard', async () => {
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Open Stripe' }))
  await waitFor(() => expect(location.hash).toBe(DASHBOARD))
})

test('does not ask for a payout account before the first earnings', async () => {
  account = { status: 'none', requirements: [], nextStep: 'Set it up.' }
  balance = { ...full, accruing: 0, held: 0, payable: 0, inTransfer: 0, paid: 0, earned: 0, holdings: [] }
  open()
  expect(await screen.findByRole('heading', { name: /^Nothing earned yet\./ })).toBeDefined()
  expect(await screen.findByText(/^Not needed yet\./)).toBeDefined()
  expect(screen.queryByText('Set it up.')).toBeNull()
})

test('shows the missing information and a continue button for an incomplete account', async () => {
  account = {
    status: 'in_setup',
    requirements: [{ code: 'dob', what: 'Date of birth', next: 'Fill it in.', awaits: 'you', overdue: true }],
    nextStep: 'Continue.',
  }
  open()
  expect(await screen.findByText('Date of birth (overdue)')).toBeDefined()
  expect(screen.getByText('Fill it in.')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Continue setup' })).toBeDefined()
})

const requirement = (awaits: 'you' | 'provider') => ({ code: 'dob', what: 'Date of birth', next: 'Next.', awaits, overdue: false })
test.each([
  ['needs nothing', [], false],
  ['is reviewing it', [requirement('provider')], false],
  ['needs information', [requirement('you')], true],
] as const)('offers to continue the setup of a restricted account when Stripe %s: %s', async (_, requirements, goesOn) => {
  account = { status: 'restricted', requirements: [...requirements], nextStep: 'Write to support.' }
  open()
  expect((await screen.findAllByText('Write to support.')).length).toBeGreaterThan(0)
  expect(screen.queryAllByRole('button', { name: 'Continue setup' })).toHaveLength(goesOn ? 1 : 0)
  expect(screen.queryAllByText(/Transfers are suspended/)).toHaveLength(goesOn ? 0 : 1)
  expect(screen.getByRole('button', { name: 'Check again' })).toBeDefined()
})

test.each([
  ['stripe_return', '/payout-account/refresh'],
  ['stripe_refresh', '/payout-account/onboarding'],
])('after returning with %s, sends one request to %s', async (name, path) => {
  open(`/balance?${name}=true`)
  await waitFor(() => expect(writes()).toEqual([`POST /payouts${path}`]))
  await screen.findByText('Ready for transfers')
  expect(writes()).toEqual([`POST /payouts${path}`])
  expect(location.hash).toBe(path.endsWith('onboarding') ? STRIPE : '')
})

test.each(['none', 'closed'] as const)('does not create an account from a return link when the status is %s', async (status) => {
  account = { status, requirements: [], nextStep: 'Set it up.' }
  open('/balance?stripe_refresh=true')
  await screen.findByRole('button', { name: 'Set up payout account' })
  expect(writes()).toEqual([])
  expect(location.hash).toBe('')
})
