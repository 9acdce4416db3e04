// @vitest-environment jsdom
import type { CreditLine, CreditOrder } from '@reelfair/contracts'
import { leaveFor, setLocale } from '@reelfair/web-kit'
import { showPage } from '@reelfair/web-kit/testing'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { PurchasePage } from './purchase-page.tsx'

vi.mock('@reelfair/web-kit', async (original) => ({ ...(await original<object>()), leaveFor: vi.fn() }))

const ordered: CreditOrder = {
  id: 'o1',
  package: 'growth',
  credits: 50_000,
  priceCents: 1_400,
  status: 'open',
  url: 'https://pay.example/o1',
  createdAt: '2026-11-21T10:00:00.000Z',
}
let order = ordered
let listed: CreditOrder[] = []
let drafted: object | undefined
let lines: CreditLine[] = []
let credits = { available: 0, held: 0, spent: 0 }
const sent = vi.fn<(body: unknown) => Response>()
vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit) => {
  if (method === 'POST') return sent(JSON.parse(String(body)))
  if (url.startsWith('/api/payouts/credit-orders/')) return Response.json(order)
  if (url.startsWith('/api/payouts/credit-orders')) return Response.json({ items: listed })
  if (url.startsWith('/api/payouts/credits/statement')) return Response.json({ items: lines })
  if (url === '/api/payouts/credits') return Response.json(credits)
  if (url === '/api/campaigns/drafts/current') return Response.json({ draft: drafted })
  return Response.json({ items: [] })
})

const open = (address: string, locale: 'en' | 'fr' = 'en') => showPage(<PurchasePage />, { address, locale })

beforeEach(() => {
  order = ordered
  listed = []
  lines = []
  sent.mockReset()
  vi.mocked(leaveFor).mockReset().mockReturnValue()
})
afterEach(() => {
  cleanup()
  setLocale('en')
})

test('the chosen package is ordered, and the browser leaves for its payment page', async () => {
  sent.mockReturnValue(Response.json(ordered, { status: 201 }))
  open('/brand-dashboard/purchase')
  await userEvent.click(screen.getByRole('radio', { name: /Enterprise/ }))
  await userEvent.click(screen.getByRole('button', { name: /^Pay 125\.00/ }))
  await waitFor(() => expect(leaveFor).toHaveBeenCalledExactlyOnceWith('https://pay.example/o1'))
  expect(sent).toHaveBeenCalledExactlyOnceWith({ package: 'enterprise' })
})

test('a change of the credits names its campaign and leads there; an id is not printed', async () => {
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

test('a purchase names its package, however old it is', async () => {
  lines = [{ id: '1', at: ordered.createdAt, reason: 'purchase', subject: 'o0', package: 'growth', available: 50_000, held: 0, spent: 0 }]
  listed = []
  open('/brand-dashboard/purchase')
  expect((await screen.findByText('Credits bought')).closest('th')?.textContent).toContain('Growth')
})

test('set-aside credits name the campaign or the account that was invited', async () => {
  const line = { at: ordered.createdAt, reason: 'hold', available: -10, held: 10, spent: 0 } as const
  lines = [
    { ...line, id: '1', subject: 'c1', of: 'campaign', title: 'Ride the canal' },
    { ...line, id: '2', subject: 'i1', of: 'invitation', title: 'lea.kitchen' },
  ]
  open('/brand-dashboard/purchase')
  expect((await screen.findByText('Set aside for a campaign')).closest('th')?.textContent).toContain('Ride the canal')
  expect(screen.getByText('Set aside for an invitation').closest('th')?.textContent).toContain('to @lea.kitchen')
  expect(screen.queryByRole('link', { name: /lea/ })).toBeNull()
})

test('the current balance is on the page', async () => {
  credits = { available: 50_000, held: 20_000, spent: 30_000 }
  open('/brand-dashboard/purchase')
  expect((await screen.findByText('credits bought', { exact: false })).textContent).toContain('100,000')
})

test.each(['paid', 'processing', 'open'] as const)('beside an order that is %s no second package can be paid', async (status) => {
  order = { ...ordered, status, payment: 'none' }
  open('/brand-dashboard/purchase?order=o1&cancelled=true')
  const other = await screen.findByRole('link', { name: 'Choose another package' })
  expect(other.getAttribute('href')).toBe('/brand-dashboard/purchase')
  await screen.findByRole('heading', { level: 3 })
  expect(screen.queryByRole('button', { name: /with Stripe/ })).toBeNull()
  expect(screen.queryAllByRole('button', { name: /^Pay/ })).toHaveLength(status === 'open' ? 1 : 0)
})

test.each(['failed', 'expired'] as const)('an order that is %s leads back to the packages', async (status) => {
  order = { ...ordered, status }
  open('/brand-dashboard/purchase?order=o1')
  expect((await screen.findByRole('link', { name: 'Choose a package' })).getAttribute('href')).toBe('/brand-dashboard/purchase')
})

test('a refused order says the service’s sentence, and nobody leaves', async () => {
  sent.mockReturnValue(
    Response.json({ code: 'busy', detail: 'Not now.' }, { status: 409, headers: { 'content-type': 'application/problem+json' } }),
  )
  open('/brand-dashboard/purchase')
  await userEvent.click(screen.getByRole('button', { name: /^Pay/ }))
  expect(await screen.findByText('Not now.')).toBeDefined()
  expect(leaveFor).not.toHaveBeenCalled()
})

test('the package that was chosen on the way here is the one that is offered; one that is not sold is not', async () => {
  sent.mockReturnValue(Response.json(ordered, { status: 201 }))
  open('/brand-dashboard/purchase?package=starter')
  await userEvent.click(screen.getByRole('button', { name: /^Pay 3\.00/ }))
  await waitFor(() => expect(sent).toHaveBeenCalledExactlyOnceWith({ package: 'starter' }))
  cleanup()
  open('/brand-dashboard/purchase?package=toString')
  expect(screen.getByRole('button', { name: /^Pay 14\.00/ })).toBeDefined()
})

test.each([
  [1, 'Starter', 3],
  [10_000, 'Starter', 3],
  [10_001, 'Growth', 14],
  [500_000, 'Enterprise', 125],
])('a campaign that lacks %i credits is offered %s, and the way back to it', async (missing, name, euros) => {
  open(`/brand-dashboard/purchase?missing=${missing}`)
  expect(screen.getByText(new RegExp(`lacks ${missing.toLocaleString('en')} credits: ${name} is the smallest`))).toBeDefined()
  expect(screen.getByRole('button', { name: new RegExp(`^Pay ${euros}\\.00`) })).toBeDefined()
  expect(screen.getByRole('link', { name: 'Back to your campaign' }).getAttribute('href')).toBe('/brand-dashboard/new-campaign')
})

test.each(['0', '-5', '1e9', 'NaN', '<b>'])('%s missing credits are none', (missing) => {
  open(`/brand-dashboard/purchase?missing=${encodeURIComponent(missing)}`)
  expect(screen.queryByText(/lacks/)).toBeNull()
  expect(screen.getByRole('button', { name: /^Pay 14\.00/ })).toBeDefined()
})

test('who has paid and has begun a campaign goes on with it', async () => {
  order = { ...ordered, status: 'paid' }
  drafted = { step: 6 }
  open('/brand-dashboard/purchase?order=o1')
  const link = await screen.findByRole('link', { name: 'Go on with your campaign' })
  expect(screen.getByText(/Your campaign waits as you left it\.$/)).toBeDefined()
  expect(screen.queryByText(/Start a campaign/)).toBeNull()
  expect(link.getAttribute('href')).toBe('/brand-dashboard/new-campaign')
})

const texts = {
  en: {
    received: /^Stripe has your payment of 14\.00.*50,000 credits are on their way/,
    asking: /^We are asking Stripe/,
    soon: /^Usually a few seconds\. .*do not pay again/i,
    late: /^This takes longer than usual\. .*do not pay again/i,
    left: /nothing was charged/,
    unpaid: /is not paid yet/,
    paid: '50,000 credits are yours.',
    pay: /^Pay 14\.00\s€$/,
    list: 'See how it stands',
  },
  fr: {
    received: /^Stripe a votre paiement de 14,00.*50\s000 crédits sont en route/,
    asking: /^Nous demandons à Stripe/,
    soon: /^Quelques secondes en général\. .*ne payez pas une seconde fois/i,
    late: /^C’est plus long que d’habitude\. .*ne payez pas une seconde fois/i,
    left: /rien n’a été débité/,
    unpaid: /n’est pas encore payée/,
    paid: /^50\s000 crédits sont à vous/,
    pay: /^Payer 14,00\s€$/,
    list: 'Voir où elle en est',
  },
} as const
describe.each(['en', 'fr'] as const)('the return page, in %s', (locale) => {
  const say = texts[locale]
  const back = (query = '') => {
    setLocale(locale)
    open(`/brand-dashboard/purchase?order=o1${query}`, locale)
  }
  const nothingIsOffered = () => expect(screen.queryByRole('button', { name: say.pay })).toBeNull()

  test.each(['', '&cancelled=true'])(
    'who has paid is never told otherwise, whatever the address says (%s), and becomes the owner without a reload',
    async (query) => {
      vi.useFakeTimers({ shouldAdvanceTime: true })
      const { url: _, ...unheard } = ordered
      order = { ...unheard, status: 'processing', payment: 'received' }
      back(query)
      expect(await screen.findByRole('heading', { name: say.received })).toBeDefined()
      expect(screen.getByText(say.soon)).toBeDefined()
      expect(screen.queryByText(say.left)).toBeNull()
      nothingIsOffered()
      await vi.advanceTimersByTimeAsync(31_000)
      expect(await screen.findByText(say.late)).toBeDefined()
      expect(screen.queryByText(say.soon)).toBeNull()
      order = { ...unheard, status: 'paid', paidAt: ordered.createdAt }
      await vi.advanceTimersByTimeAsync(15_100)
      expect(await screen.findByRole('heading', { name: say.paid })).toBeDefined()
      vi.useRealTimers()
    },
  )

  test.each(['', '&cancelled=true'])('as long as Stripe has not said it, nothing is claimed and nothing is offered (%s)', async (query) => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    back(query)
    expect(await screen.findByRole('heading', { name: say.asking })).toBeDefined()
    expect(screen.getByText(say.soon)).toBeDefined()
    expect(screen.queryByText(say.left)).toBeNull()
    nothingIsOffered()
    await vi.advanceTimersByTimeAsync(31_000)
    expect(await screen.findByText(say.late)).toBeDefined()
    vi.useRealTimers()
  })

  test.each([
    ['&cancelled=true', 'left'],
    ['', 'unpaid'],
  ] as const)('who has really not paid (%s) reads it and can pay', async (query, said) => {
    order = { ...ordered, payment: 'none' }
    back(query)
    expect(await screen.findByRole('heading', { name: say[said] })).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: say.pay }))
    expect(leaveFor).toHaveBeenCalledExactlyOnceWith('https://pay.example/o1')
  })

  test('an open order in the list claims nothing of its payment and leads to its standing', async () => {
    listed = [ordered]
    back()
    expect((await screen.findByRole('link', { name: say.list })).getAttribute('href')).toBe('/brand-dashboard/purchase?order=o1')
  })
})

test('an address that would run something here is not followed', async () => {
  const real = await vi.importActual<{ leaveFor: typeof leaveFor }>('@reelfair/web-kit')
  expect(() => real.leaveFor('javascript:alert(1)')).toThrow('not a web address')
})
