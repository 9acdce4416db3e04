// @vitest-environment jsdom
import type { CreditLine, CreditOrder } from '@reelfair/contracts'
import { type CreditPackage, PACKAGES } from '@reelfair/rules'
import { describeInLanguages, errorRows, setLocale, showPage, stubApi, testRefusals } from '@reelfair/web-kit/testing'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PurchasePage } from './purchase-page.tsx'

let packages: readonly CreditPackage[] = PACKAGES.packages

const ordered: CreditOrder = {
  id: 'o1',
  package: 'growth',
  credits: 50_000,
  priceCents: 1_400,
  status: 'open',
  // jsdom follows only links within a page.
  url: `${location.origin}/#pay-o1`,
  createdAt: '2026-11-21T10:00:00.000Z',
}
let order = ordered
let listed: CreditOrder[] = []
let drafted: object | undefined
let lines: CreditLine[] = []
let company: { current?: object; skippedAt?: string } = { current: {} }
let credits = { available: 0, held: 0, spent: 0 }
const SKIP = 'PUT /identity/brand/company/skipped'
const sent = vi.fn<(body: unknown) => Response>()
const api = stubApi({
  'GET /identity/public-settings': () => ({ packages }),
  'POST /payouts/credit-orders': ({ body }) => sent(body),
  'GET /payouts/credit-orders/:orderId': () => order,
  'GET /payouts/credit-orders': () => ({ items: listed }),
  'GET /payouts/credits/statement': () => ({ items: lines }),
  'GET /payouts/credits': () => credits,
  'GET /identity/brand/company': () => company,
  [SKIP]: () => {
    company = { ...company, skippedAt: ordered.createdAt }
    return company
  },
  'GET /campaigns/drafts/current': () => ({ draft: drafted }),
})

const open = (address: string, locale: 'en' | 'fr' = 'en') => showPage(<PurchasePage />, { address, locale })

beforeEach(() => {
  order = ordered
  listed = []
  lines = []
  company = { current: {} }
  sent.mockReset()
  location.hash = ''
})
afterEach(() => setLocale('en'))

test('orders the chosen package and opens its payment page', async () => {
  sent.mockReturnValue(Response.json(ordered, { status: 201 }))
  open('/brand-dashboard/purchase')
  await userEvent.click(await screen.findByRole('radio', { name: /Enterprise/ }))
  await userEvent.click(screen.getByRole('button', { name: /^Pay €125\.00/ }))
  await waitFor(() => expect(location.hash).toBe('#pay-o1'))
  expect(sent).toHaveBeenCalledExactlyOnceWith({ package: 'enterprise' })
})

test('offers the packages at their current size and price', async () => {
  packages = PACKAGES.packages.map((one) => (one.id === 'starter' ? { ...one, credits: 12_000, priceCents: 390 } : one))
  open('/brand-dashboard/purchase?package=starter')
  expect(await screen.findByRole('button', { name: /^Pay €3\.90/ })).toBeDefined()
  packages = PACKAGES.packages
})

test('links a credit change to its campaign by name and never shows an id', async () => {
  const subject = '0193f2a0-0000-7000-8000-000000000001'
  const line = { at: ordered.createdAt, reason: 'consume', subject, available: 0, held: -584, spent: 584 } as const
  lines = [
    { ...line, id: '1', title: 'Ride the canal' },
    { ...line, id: '2' },
  ]
  open('/brand-dashboard/purchase')
  const link = await screen.findByRole('link', { name: 'Ride the canal' })
  expect(link.getAttribute('href')).toBe(`/brand-dashboard/campaigns/${subject}`)
  expect(screen.getAllByText('Qualified views delivered')).toHaveLength(2)
  expect(screen.queryByText(new RegExp(subject))).toBeNull()
})

test('shows the package of a purchase even if its order is not loaded', async () => {
  lines = [{ id: '1', at: ordered.createdAt, reason: 'purchase', subject: 'o0', package: 'growth', available: 50_000, held: 0, spent: 0 }]
  listed = []
  open('/brand-dashboard/purchase')
  expect((await screen.findByText('Credits bought')).closest('th')?.textContent).toContain('Growth')
})

test('names the campaign or the invited account for which credits are reserved', async () => {
  const line = { at: ordered.createdAt, reason: 'hold', available: -10, held: 10, spent: 0 } as const
  lines = [
    { ...line, id: '1', subject: 'c1', of: 'campaign', title: 'Ride the canal' },
    { ...line, id: '2', subject: 'i1', of: 'invitation', title: 'lea.kitchen' },
    { ...line, id: '3', subject: 'i1', of: 'invitation', title: 'lea.kitchen', reason: 'release' },
  ]
  open('/brand-dashboard/purchase')
  expect((await screen.findByText('Reserved for a campaign')).closest('th')?.textContent).toContain('Ride the canal')
  expect(screen.getByText('Reserved for an invitation').closest('th')?.textContent).toContain('to @lea.kitchen')
  expect(screen.getByText('Unused, returned').closest('th')?.textContent).toMatch(/[^o] ?@lea\.kitchen$/)
  expect(screen.queryByRole('link', { name: /lea/ })).toBeNull()
})

test('links the credits that a partnership used to the partnership', async () => {
  const line = {
    at: ordered.createdAt,
    subject: 'i1',
    of: 'invitation',
    title: 'lea.kitchen',
    available: 0,
    held: -5_000,
    spent: 5_000,
  } as const
  lines = [{ ...line, id: '1', reason: 'consume' }]
  open('/brand-dashboard/purchase')
  expect((await screen.findByRole('link', { name: '@lea.kitchen' })).getAttribute('href')).toBe('/partnerships/i1')
  expect(screen.getByText('Tier reached in a partnership')).toBeDefined()
  expect(screen.queryByText('Qualified views delivered')).toBeNull()
})

test('shows the current balance', async () => {
  credits = { available: 50_000, held: 20_000, spent: 30_000 }
  open('/brand-dashboard/purchase')
  expect((await screen.findByText('credits in total', { exact: false })).textContent).toContain('100,000')
})

test.each(['paid', 'processing', 'open'] as const)('hides the package form while showing an order with status %s', async (status) => {
  order = { ...ordered, status, payment: 'none' }
  open('/brand-dashboard/purchase?order=o1&cancelled=true')
  const other = await screen.findByRole('link', { name: 'Choose another package' })
  expect(other.getAttribute('href')).toBe('/brand-dashboard/purchase')
  await screen.findByRole('heading', { level: 3 })
  expect(screen.queryByRole('button', { name: /with Stripe/ })).toBeNull()
  expect(screen.queryAllByRole('button', { name: /^Pay/ })).toHaveLength(status === 'open' ? 1 : 0)
})

test.each(['failed', 'expired'] as const)('links from an order with status %s back to the packages', async (status) => {
  order = { ...ordered, status }
  open('/brand-dashboard/purchase?order=o1')
  expect((await screen.findByRole('link', { name: 'Choose a package' })).getAttribute('href')).toBe('/brand-dashboard/purchase')
})

test('shows the service’s error for a rejected order and stays on the page', async () => {
  sent.mockReturnValue(
    Response.json({ code: 'busy', detail: 'Not now.' }, { status: 409, headers: { 'content-type': 'application/problem+json' } }),
  )
  open('/brand-dashboard/purchase')
  await userEvent.click(await screen.findByRole('button', { name: /^Pay/ }))
  expect(await screen.findByText('Not now.')).toBeDefined()
  expect(location.hash).toBe('')
})

test('preselects the package from the URL and ignores an unknown one', async () => {
  sent.mockReturnValue(Response.json(ordered, { status: 201 }))
  open('/brand-dashboard/purchase?package=starter')
  await userEvent.click(await screen.findByRole('button', { name: /^Pay €3\.00/ }))
  await waitFor(() => expect(sent).toHaveBeenCalledExactlyOnceWith({ package: 'starter' }))
  cleanup()
  open('/brand-dashboard/purchase?package=toString')
  expect(await screen.findByRole('button', { name: /^Pay €14\.00/ })).toBeDefined()
})

test.each([
  [2, 'Starter', 3],
  [10_000, 'Starter', 3],
  [10_001, 'Growth', 14],
  [500_000, 'Enterprise', 125],
])('preselects the package that covers a shortfall of %i credits (%s) and links back to the draft', async (missing, name, euros) => {
  open(`/brand-dashboard/purchase?missing=${missing}&draft=true`)
  expect(await screen.findByText(new RegExp(`need ${missing.toLocaleString('en')} more credits: ${name} is the smallest`))).toBeDefined()
  expect(screen.getByRole('button', { name: new RegExp(`^Pay €${euros}\\.00`) })).toBeDefined()
  expect(screen.getByText(/Your draft is saved\./)).toBeDefined()
  expect(screen.getByRole('link', { name: 'Back to your campaign' }).getAttribute('href')).toBe('/brand-dashboard/new-campaign')
})

test.each([
  ['en', /^You need 500,001 more credits\. Enterprise, the largest package, covers 500,000 of them\.$/],
  ['fr', /^Il vous manque 500\s001 crédits\. Enterprise, le plus grand forfait, en couvre 500\s000\.$/],
] as const)('in %s: says how much of a shortfall the largest package covers', async (locale, text) => {
  open('/brand-dashboard/purchase?missing=500001', locale)
  expect(await screen.findByText(text)).toBeDefined()
  expect(screen.getByRole('button', { name: /125[.,]00/ })).toBeDefined()
})

test.each([
  ['en', 'You need 1 more credit: Starter is the smallest package that covers it.'],
  ['fr', /^Il vous manque 1\scrédit\. Starter est le plus petit forfait qui le couvre\.$/],
] as const)('in %s: asks for a single missing credit', async (locale, text) => {
  open('/brand-dashboard/purchase?missing=1', locale)
  expect(await screen.findByText(text)).toBeDefined()
})

test('does not mention a draft when a campaign or invitation could not start', async () => {
  open('/brand-dashboard/purchase?missing=2')
  expect(await screen.findByText(/need 2 more credits/)).toBeDefined()
  expect(screen.queryByText(/draft/)).toBeNull()
  expect(screen.queryByRole('link', { name: 'Back to your campaign' })).toBeNull()
})

test.each(['0', '-5', '1e9', 'NaN', '<b>'])('ignores an invalid number of missing credits: %s', async (missing) => {
  open(`/brand-dashboard/purchase?missing=${encodeURIComponent(missing)}`)
  expect(await screen.findByRole('button', { name: /^Pay €14\.00/ })).toBeDefined()
  expect(screen.queryByText(/more credits/)).toBeNull()
})

test('offers to continue the draft after a payment', async () => {
  order = { ...ordered, status: 'paid' }
  drafted = { step: 6 }
  open('/brand-dashboard/purchase?order=o1')
  const link = await screen.findByRole('link', { name: 'Continue your campaign' })
  expect(screen.getByText(/Your campaign is just as you left it\.$/)).toBeDefined()
  expect(screen.queryByText(/Start a campaign/)).toBeNull()
  expect(link.getAttribute('href')).toBe('/brand-dashboard/new-campaign')
})

const texts = {
  en: {
    received: /^Stripe has received your payment of €14\.00.*50,000 credits are on their way/,
    asking: /^We’re checking with Stripe/,
    soon: /^This usually takes a few seconds\. .*don’t pay again/i,
    late: /^This is taking longer than usual\. .*don’t pay again/i,
    left: /nothing was charged/,
    unpaid: /hasn’t been paid yet/,
    paid: '50,000 credits are ready to use.',
    pay: /^Pay €14\.00$/,
    list: 'Check payment',
  },
  fr: {
    received: /^Stripe a reçu votre paiement de 14,00.*50\s000 crédits seront bientôt ajoutés/,
    asking: /^Nous vérifions auprès de Stripe/,
    soon: /^Cela prend généralement quelques secondes\. .*ne payez pas une seconde fois/i,
    late: /^C’est plus long que d’habitude\. .*ne payez pas une seconde fois/i,
    left: /vous n’avez pas été débité/,
    unpaid: /n’est pas encore payée/,
    paid: /^Vos 50\s000 crédits sont disponibles/,
    pay: /^Payer 14,00\s€$/,
    list: 'Vérifier le paiement',
  },
} as const
describeInLanguages((locale, test) => {
  const expected = texts[locale]
  const back = (query = '') => {
    setLocale(locale)
    open(`/brand-dashboard/purchase?order=o1${query}`, locale)
  }
  const expectNoPayment = () => expect(screen.queryByRole('button', { name: expected.pay })).toBeNull()

  test.each(['', '&cancelled=true'])(
    'shows a received payment regardless of the URL (%s), then the new credits without a reload',
    async (query) => {
      vi.useFakeTimers({ shouldAdvanceTime: true })
      const { url: _, ...withoutUrl } = ordered
      order = { ...withoutUrl, status: 'processing', payment: 'received' }
      back(query)
      expect(await screen.findByRole('heading', { name: expected.received })).toBeDefined()
      expect(screen.getByText(expected.soon)).toBeDefined()
      expect(screen.queryByText(expected.left)).toBeNull()
      expectNoPayment()
      await vi.advanceTimersByTimeAsync(31_000)
      expect(await screen.findByText(expected.late)).toBeDefined()
      expect(screen.queryByText(expected.soon)).toBeNull()
      order = { ...withoutUrl, status: 'paid', paidAt: ordered.createdAt }
      await vi.advanceTimersByTimeAsync(15_100)
      expect(await screen.findByRole('heading', { name: expected.paid })).toBeDefined()
      vi.useRealTimers()
    },
  )

  test.each(['', '&cancelled=true'])('does not offer payment until Stripe reports a status (%s)', async (query) => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    back(query)
    expect(await screen.findByRole('heading', { name: expected.asking })).toBeDefined()
    expect(screen.getByText(expected.soon)).toBeDefined()
    expect(screen.queryByText(expected.left)).toBeNull()
    expectNoPayment()
    await vi.advanceTimersByTimeAsync(31_000)
    expect(await screen.findByText(expected.late)).toBeDefined()
    vi.useRealTimers()
  })

  test.each([
    ['&cancelled=true', 'left'],
    ['', 'unpaid'],
  ] as const)('shows that an order is unpaid and offers to pay (%s)', async (query, heading) => {
    order = { ...ordered, payment: 'none' }
    back(query)
    expect(await screen.findByRole('heading', { name: expected[heading] })).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: expected.pay }))
    expect(location.hash).toBe('#pay-o1')
  })

  test('links an open order in the list to its payment status', async () => {
    listed = [ordered]
    back()
    expect((await screen.findByRole('link', { name: expected.list })).getAttribute('href')).toBe('/brand-dashboard/purchase?order=o1')
  })
})

test.each([
  ['en', 'Future invoices will need your company details.', 'Add company details', 'Not now'],
  ['fr', 'Vos futures factures devront mentionner vos informations légales.', 'Ajouter les informations légales', 'Plus tard'],
] as const)('in %s: asks once for the company details, without blocking the purchase', async (locale, question, add, later) => {
  company = {}
  open('/brand-dashboard/purchase?package=scale', locale)
  expect(await screen.findByText(question)).toBeDefined()
  expect(screen.getByRole('link', { name: add }).getAttribute('href')).toBe(
    '/brand/profile?redirect=%2Fbrand-dashboard%2Fpurchase%3Fpackage%3Dscale',
  )
  expect(await screen.findAllByRole('radio')).toHaveLength(5)
  await userEvent.click(screen.getByRole('button', { name: later }))
  await waitFor(() => expect(screen.queryByText(question)).toBeNull())
  expect(api.sent(SKIP)).toHaveLength(1)
})

test.each([
  ['has skipped the question, in any browser', { skippedAt: ordered.createdAt }],
  ['has declared its company', { current: {} }],
])('does not ask a brand that %s', async (_, answer) => {
  company = answer
  open('/brand-dashboard/purchase')
  await waitFor(() => expect(api.requests.map(({ what }) => what)).toContain('GET /identity/brand/company'))
  await screen.findAllByRole('radio')
  expect(screen.queryByRole('complementary')).toBeNull()
})

testRefusals(api, SKIP, [errorRows.unavailable, errorRows.brand_incomplete], async (locale) => {
  company = {}
  open('/brand-dashboard/purchase', locale)
  const question = await screen.findByRole('complementary')
  await userEvent.click(within(question).getByRole('button'))
  return question
})
