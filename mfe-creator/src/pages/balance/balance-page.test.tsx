// @vitest-environment jsdom
import { type Balance, type Locale, type PayoutAccount, type SignUp, type StatementLine, sentenceOf } from '@reelfair/contracts'
import { leaveFor } from '@reelfair/web-kit'
import { refusal, showPage } from '@reelfair/web-kit/testing'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { aSignUp } from '../../components/public-campaigns/a-public-campaign.fixture.ts'
import { BalancePage } from './balance-page.tsx'

vi.mock('@reelfair/web-kit', async (original) => ({ ...(await original<object>()), leaveFor: vi.fn() }))

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
let writes: string[]
let answer: () => Response
vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
  const path = url.replace('/api/payouts', '').replace(/\?.*/, '')
  if (method === 'POST') {
    writes.push(path)
    return answer()
  }
  if (path === '/balance') return Response.json(balance)
  if (path === '/payout-account') return Response.json(account)
  if (path === '/statement') return Response.json({ items: lines })
  if (path === '/api/campaigns/sign-ups') return Response.json({ items: signUps })
  return Response.json({ items: path === '/transfers' ? transfers : [] })
})

const open = (address = '/balance', locale: Locale = 'en') => showPage(<BalancePage />, { address, locale })

beforeEach(() => {
  transfers = [failedTransfer]
  signUps = []
  lines = [failed]
  balance = full
  account = active
  writes = []
  answer = () => Response.json({ id: 't2', amount: 2_352 }, { status: 201 })
  vi.mocked(leaveFor).mockReset().mockReturnValue()
})
afterEach(cleanup)
// What is said depends on which instants are over.
beforeEach(() => void vi.setSystemTime('2026-11-22T12:00:00.000Z'))

// Its chunk is loaded on the first click, which takes a while on a cold machine; here it is there before.
beforeAll(() => import('../../components/transfer/transfer-dialog.tsx'), 60_000)
const theDialog = () => screen.findByRole('dialog', {}, { timeout: 10_000 })
const transferButton = () => screen.findByRole('button', { name: /^Transfer/ })

test('the five stations are printed with their sum, and what is held says why and until when', async () => {
  open()
  expect(await screen.findByText('6.18 + 41.37 + 23.52 + 15.00 + 112.40 =')).toBeDefined()
  expect(screen.getByText('198.47 € earned in all.')).toBeDefined()
  expect(screen.getByText('41.37 € is held until 28 Nov, 18:00')).toBeDefined()
  expect(screen.getByText(/^Final reading for Ride the canal\..*network has removed.*all views of a video that is deleted/)).toBeDefined()
  expect(screen.queryByText(/No action needed/)).toBeNull()
})

test('what is held names the counted views at risk, and until when the video has to be back', async () => {
  const [one] = full.holdings
  balance = { ...full, holdings: one ? [{ ...one, subject: 'c1', title: 'Ride the canal' }] : [] }
  const counts = { views: 900, qualified: 900, inReview: 0, excluded: 0 }
  const video: SignUp['videos'][number] = {
    ...counts,
    videoId: 'v1',
    url: 'https://a.example/',
    faults: ['video_deleted'],
    logo: 'verified',
    seenAt: at,
  }
  signUps = [aSignUp({ state: 'ended', endedAt: '2026-11-25T17:00:00.000Z', videos: [video] })]
  open()
  expect(await screen.findByText(/^The video or its account no longer exists: 900.counted views at risk$/)).toBeDefined()
  expect(screen.getByText(/before the final reading on Sat 28 Nov, 00:00; otherwise they come off\.$/)).toBeDefined()
})

test('a space divides the reason of what is held from the link behind it', async () => {
  balance = { ...full, holdings: full.holdings.map((one) => ({ ...one, title: 'Ride the canal' })) }
  open('/balance', 'fr')
  const link = await screen.findByRole('link', { name: 'Voir de quoi il se compose' })
  expect(link.parentElement?.textContent).toMatch(/\. Voir de quoi/)
})

test.each([
  [
    'en',
    '41.37 € is held until 25 Nov, 02:00 at the latest',
    /The network has not given its final figures for/,
    'Until 25 Nov, 02:00 at the latest: the network’s final figures are missing.',
    /is held until Wed 25 Nov, 02:00 at the latest, then/,
  ],
  [
    'fr',
    '41,37 € sont retenus jusqu’au 25 nov., 02:00 au plus tard',
    /Le réseau n’a pas encore donné ses derniers chiffres pour/,
    'Jusqu’au 25 nov., 02:00 au plus tard : les derniers chiffres du réseau manquent.',
    /sont retenus jusqu’au mer\. 25 nov\., 02:00 au plus tard, puis/,
  ],
] as const)('in %s: what waits for a silent network names the latest date and the cause', async (locale, reason, cause, station, next) => {
  balance = { ...full, payable: 0, inTransfer: 0, holdings: full.holdings.map((one) => ({ ...one, until: '2026-11-22T01:00:00.000Z' })) }
  open('/balance', locale)
  expect(await screen.findByText(reason)).toBeDefined()
  expect(screen.getByText(cause)).toBeDefined()
  expect(screen.getByText(station)).toBeDefined()
  expect(document.body.textContent).toMatch(next)
  expect(screen.queryByText(/22 nov\.?, 02:00/i)).toBeNull()
})

test.each([
  ['en', 'Grows each night while a campaign runs.', /Nothing runs/],
  ['fr', 'Augmente chaque nuit pendant une campagne.', /Rien ne court/],
] as const)('in %s: no cent earned in what runs does not mean that nothing runs', async (locale, said, wrong) => {
  balance = { ...full, accruing: 0 }
  open('/balance', locale)
  expect(await screen.findByText(said)).toBeDefined()
  expect(screen.queryByText(wrong)).toBeNull()
})

test('what holds nothing says so, and a new creator reads what each station is for', async () => {
  balance = { ...full, accruing: 0, held: 0, inTransfer: 0, earned: 13_592, holdings: [] }
  open()
  expect(await screen.findByText('Nothing is on its way.')).toBeDefined()
  expect(screen.queryByText(/^On its way to Stripe/)).toBeNull()
  cleanup()
  balance = { ...full, accruing: 0, held: 0, payable: 0, inTransfer: 0, paid: 0, earned: 0, holdings: [] }
  open()
  expect(await screen.findByText('After its end, until the final reading of your views. Its date and time stand here then.')).toBeDefined()
  expect(screen.getByText('Yours to transfer, from 1.00 € on.')).toBeDefined()
})

test.each([
  ['en', 'All that you earned is paid. Your views are read every night.', 'Nothing earned yet. Your views are read every night.'],
  [
    'fr',
    'Tout ce que vous avez gagné est versé. Vos vues sont relevées chaque nuit.',
    'Rien de gagné pour l’instant. Vos vues sont relevées chaque nuit.',
  ],
] as const)('in %s: who has been paid all is not told that nothing was earned', async (locale, allPaid, nothing) => {
  const none = { ...full, accruing: 0, held: 0, payable: 0, inTransfer: 0, holdings: [] }
  balance = { ...none, earned: full.paid }
  open('/balance', locale)
  expect(await screen.findByRole('heading', { level: 2, name: allPaid })).toBeDefined()
  cleanup()
  balance = { ...none, paid: 0, earned: 0 }
  open('/balance', locale)
  expect(await screen.findByRole('heading', { level: 2, name: nothing })).toBeDefined()
})

test('of what is held back the earliest are listed, and how many more there are is said', async () => {
  balance = { ...full, moreHoldings: 3 }
  open()
  expect(await screen.findByText('Held back for longer, not listed here: 3.')).toBeDefined()
  cleanup()
  balance = full
  open()
  expect(await screen.findByText(/Ride the canal/)).toBeDefined()
  expect(screen.queryByText(/^Held back for longer/)).toBeNull()
})

test('a transfer that waits says why and when it is tried next', async () => {
  balance = { ...full, payable: 0, holdings: [] }
  const waiting = { code: 'transfer_waits_for_funds', sentence: 'The money for it is on its way.', until: '2026-11-21T10:30:00.000Z' }
  transfers = [{ id: 't1', status: 'pending', createdAt: at, waiting }]
  open()
  expect(await screen.findByText(/^The money for it is on its way\. Next try 21 Nov, 11:30\. You need not/)).toBeDefined()
})

test('a failed transfer says its reason in the statement', async () => {
  open()
  expect(await screen.findByText('The payment provider refused it.')).toBeDefined()
})

test('the three lines of one earning tell each movement of the same money, and what it was for need not be a sentence', async () => {
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
  expect(await screen.findByText('From held to available. The same money; the last checks are over.')).toBeDefined()
  expect(screen.getByText(/^From earned to held\. The same money, held for the last checks until 28 Nov/)).toBeDefined()
  expect(screen.getByText('Newly earned. Qualified views.')).toBeDefined()
})

const campaignId = '0193f2a0-0000-7000-8000-000000000001'

test('a campaign is called by its name, never by its id, and leads to its receipt', async () => {
  const [holding] = full.holdings
  balance = { ...full, holdings: holding ? [{ ...holding, subject: campaignId, title: 'Ride the canal' }] : [] }
  lines = [
    { ...failed, reason: 'earned', subject: campaignId, title: 'Ride the canal', moves: [{ station: 'accruing', amount: 5, after: 5 }] },
  ]
  open()
  expect(await screen.findByText(/^Final reading for Ride the canal\./)).toBeDefined()
  await waitFor(() => {
    const ways = ['Ride the canal', 'See what it is made of'].map((name) => screen.getByRole('link', { name }).getAttribute('href'))
    expect(ways).toEqual([`/creator-history?open=${campaignId}`, `/creator-history?open=${campaignId}`])
  })
  expect(screen.getByText('Newly earned. Qualified views.')).toBeDefined()
  expect(screen.queryByText(new RegExp(campaignId))).toBeNull()
})

test('what is no campaign has no link, and an id without a name is not printed', async () => {
  lines = [{ ...failed, reason: 'earned', subject: campaignId, moves: [{ station: 'accruing', amount: 5, after: 5 }] }]
  open()
  expect(await screen.findByText('Newly earned')).toBeDefined()
  expect(screen.queryByRole('link', { name: /Ride the canal|See what/ })).toBeNull()
  expect(screen.queryByText(new RegExp(campaignId))).toBeNull()
})

test('a transfer is asked for first, sent once, and the button is locked afterwards', async () => {
  open()
  await userEvent.click(await transferButton())
  const dialog = await theDialog()
  await userEvent.dblClick(within(dialog).getByRole('button', { name: /^Transfer 23\.52/ }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(writes).toEqual(['/transfers'])
  expect((await transferButton()) as HTMLButtonElement).toHaveProperty('disabled', true)
})

test('a refusal is said in the dialog', async () => {
  answer = () => refusal('payout_account_not_active', 'en')
  open()
  await userEvent.click(await transferButton())
  await userEvent.click(within(await theDialog()).getByRole('button', { name: /^Transfer 23\.52/ }))
  expect(await within(screen.getByRole('dialog')).findByText(sentenceOf('payout_account_not_active', {}, 'en'))).toBeDefined()
})

test.each([
  [99, true],
  [100, false],
])('with %i cents available the transfer button is disabled: %s', async (payable, disabled) => {
  balance = { ...full, payable }
  open()
  expect(await transferButton()).toHaveProperty('disabled', disabled)
})

test('without an account the country is sent and the browser leaves for the provider', async () => {
  account = { status: 'none', requirements: [], nextStep: 'Set it up.' }
  answer = () => Response.json({ url: 'https://connect.example/x', kind: 'onboarding' }, { status: 201 })
  open()
  await userEvent.selectOptions(await screen.findByLabelText('Country you live in'), 'Belgium')
  await userEvent.click(screen.getByRole('button', { name: 'Set up the payout account' }))
  await waitFor(() => expect(leaveFor).toHaveBeenCalledExactlyOnceWith('https://connect.example/x'))
})

test('nobody is asked for a payout account before the first cent is earned', async () => {
  account = { status: 'none', requirements: [], nextStep: 'Set it up.' }
  balance = { ...full, accruing: 0, held: 0, payable: 0, inTransfer: 0, paid: 0, earned: 0, holdings: [] }
  open()
  expect(await screen.findByRole('heading', { name: /^Nothing earned yet\./ })).toBeDefined()
  expect(await screen.findByText(/^Not needed yet:/)).toBeDefined()
  expect(screen.queryByText('Set it up.')).toBeNull()
})

test('an account half way says what is missing and how to go on', async () => {
  account = {
    status: 'in_setup',
    requirements: [{ code: 'dob', what: 'Date of birth', next: 'Fill it in.', awaits: 'you', overdue: true }],
    nextStep: 'Continue.',
  }
  open()
  expect(await screen.findByText('Date of birth (overdue)')).toBeDefined()
  expect(screen.getByText('Fill it in.')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Continue the setup' })).toBeDefined()
})

const asked = (awaits: 'you' | 'provider') => ({ code: 'dob', what: 'Date of birth', next: 'Next.', awaits, overdue: false })
test.each([
  ['asks for nothing', [], false],
  ['is looking into it', [asked('provider')], false],
  ['asks for something', [asked('you')], true],
] as const)('an account that the provider stopped and of which it %s offers to go on: %s', async (_, requirements, goesOn) => {
  account = { status: 'restricted', requirements: [...requirements], nextStep: 'Write to support.' }
  open()
  expect((await screen.findAllByText('Write to support.')).length).toBeGreaterThan(0)
  expect(screen.queryAllByRole('button', { name: 'Continue the setup' })).toHaveLength(goesOn ? 1 : 0)
  expect(screen.queryAllByText(/Transfers are stopped/)).toHaveLength(goesOn ? 0 : 1)
  expect(screen.getByRole('button', { name: 'Check again' })).toBeDefined()
})

test.each([
  ['stripe_return', '/payout-account/refresh'],
  ['stripe_refresh', '/payout-account/onboarding'],
])('coming back with %s asks %s once', async (name, path) => {
  answer = () => Response.json(path.endsWith('refresh') ? active : { url: 'https://connect.example/x', kind: 'onboarding' })
  open(`/balance?${name}=true`)
  await waitFor(() => expect(writes).toEqual([path]))
  await screen.findByText('Ready for transfers')
  expect(writes).toEqual([path])
  expect(leaveFor).toHaveBeenCalledTimes(path.endsWith('onboarding') ? 1 : 0)
})

test.each(['none', 'closed'] as const)('a link that says an account of status %s was being set up opens none', async (status) => {
  account = { status, requirements: [], nextStep: 'Set it up.' }
  open('/balance?stripe_refresh=true')
  await screen.findByRole('button', { name: 'Set up the payout account' })
  expect(writes).toEqual([])
  expect(leaveFor).not.toHaveBeenCalled()
})
