// @vitest-environment jsdom
import type { CreditOrder } from '@reelfair/contracts'
import { UiProvider } from '@reelfair/ui'
import { MemoryRouter, sentenceOfError, setLocale, WebKitProvider } from '@reelfair/web-kit'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { leaveFor } from './leave-for.ts'
import { PurchasePage } from './purchase-page.tsx'

vi.mock('./leave-for.ts', { spy: true })
vi.stubGlobal('scrollTo', () => undefined)

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
const sent = vi.fn<(body: unknown) => Response>()
vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit) => {
  if (method === 'POST') return sent(JSON.parse(String(body)))
  if (url.startsWith('/api/payouts/credit-orders/')) return Response.json(order)
  return Response.json({ items: [] })
})

const open = (address: string, locale: 'en' | 'fr' = 'en') =>
  render(
    <UiProvider locale={locale} errorSentence={sentenceOfError}>
      <WebKitProvider>
        <MemoryRouter initialEntries={[address]}>
          <PurchasePage />
        </MemoryRouter>
      </WebKitProvider>
    </UiProvider>,
  )

beforeEach(() => {
  order = ordered
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

test('a refused order says the service’s sentence, and nobody leaves', async () => {
  sent.mockReturnValue(
    Response.json({ code: 'busy', detail: 'Not now.' }, { status: 409, headers: { 'content-type': 'application/problem+json' } }),
  )
  open('/brand-dashboard/purchase')
  await userEvent.click(screen.getByRole('button', { name: /^Pay/ }))
  expect(await screen.findByText('Not now.')).toBeDefined()
  expect(leaveFor).not.toHaveBeenCalled()
})

test('the return page waits for the payment’s word and shows it without a reload', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  open('/brand-dashboard/purchase?order=o1')
  expect(await screen.findByRole('heading', { name: /confirm your payment of 14\.00/ })).toBeDefined()
  order = { ...ordered, status: 'paid', paidAt: ordered.createdAt }
  await vi.advanceTimersByTimeAsync(3_100)
  expect(await screen.findByRole('heading', { name: '50,000 credits are yours.' })).toBeDefined()
  vi.useRealTimers()
})

test.each([
  ['en', /nothing was charged/],
  ['fr', /rien n’a été débité/],
] as const)('who cancelled reads in %s that nothing was charged', async (locale, said) => {
  setLocale(locale)
  open('/brand-dashboard/purchase?order=o1&cancelled=true', locale)
  expect(await screen.findByRole('heading', { name: said })).toBeDefined()
})

test('an address that would run something here is not followed', async () => {
  const real = await vi.importActual<{ leaveFor: typeof leaveFor }>('./leave-for.ts')
  expect(() => real.leaveFor('javascript:alert(1)')).toThrow('not a web address')
})
