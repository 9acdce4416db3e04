import { PACKAGES } from '@reelfair/rules'
import { expect, test } from 'vitest'
import { abandonOrder, confirmOrder, OtherAmountPaid, type Payment, placeOrder } from './order.ts'

const at = new Date('2026-11-21T12:00:00Z')
const order = placeOrder({ id: 'o', brandId: 'b', package: 'growth' }, PACKAGES.packages, at)
const unpaid: Payment = { paid: false, page: 'open', failed: false, amountCents: 1_400, currency: 'eur' }
const paid: Payment = { ...unpaid, paid: true, page: 'complete' }

test('uses the credits and price from the price list', () => {
  expect(order).toMatchObject({ credits: 50_000, priceCents: 1_400, status: 'open', createdAt: at })
})

test.each([
  ['open', unpaid, undefined],
  ['open', { ...unpaid, page: 'complete' }, 'processing'],
  ['open', { ...unpaid, page: 'expired' }, 'expired'],
  ['open', paid, 'paid'],
  ['processing', { ...unpaid, page: 'complete' }, undefined],
  ['processing', { ...unpaid, page: 'complete', failed: true }, 'failed'],
  ['processing', paid, 'paid'],
  // A received payment confirms the order, whatever its previous status.
  ['expired', paid, 'paid'],
  ['failed', paid, 'paid'],
  // A finished order does not change without a payment. A paid order never changes again.
  ['expired', { ...unpaid, page: 'complete' }, undefined],
  ['failed', unpaid, undefined],
  ['paid', { ...unpaid, page: 'complete', failed: true }, undefined],
  ['paid', paid, undefined],
] as const)('changes an order with status %s and payment %j to %s', (status, payment, after) => {
  expect(confirmOrder({ ...order, status }, payment, at)?.status).toBe(after)
})

test.each([{ amountCents: 1_399 }, { amountCents: 1_401 }, { amountCents: 0 }, { currency: 'usd' }])(
  'rejects a payment with %j',
  (other) => {
    expect(() => confirmOrder(order, { ...paid, ...other }, at)).toThrow(OtherAmountPaid)
  },
)

test('sets expiredAt only when an open order expires, and clears it when the order is paid', () => {
  const expired = confirmOrder(order, { ...unpaid, page: 'expired' }, at) ?? expect.unreachable()
  expect(expired.expiredAt).toEqual(at)
  expect(confirmOrder(expired, paid, at)).toMatchObject({ status: 'paid', expiredAt: undefined })
  expect(abandonOrder(order, new Date(at.getTime() + 99 * 3_600_000))?.expiredAt).toBeInstanceOf(Date)
  const processing = confirmOrder(order, { ...unpaid, page: 'complete' }, at) ?? expect.unreachable()
  for (const payment of [
    { ...unpaid, page: 'expired' as const },
    { ...unpaid, page: 'complete' as const, failed: true },
  ])
    expect(confirmOrder(processing, payment, at)?.expiredAt).toBeUndefined()
})

test('expires an order that has had no payment page for 25 hours', () => {
  const after = (hours: number) => new Date(at.getTime() + hours * 3_600_000)
  expect(abandonOrder(order, after(25))).toBeUndefined()
  expect(abandonOrder(order, after(25.1))).toMatchObject({ status: 'expired' })
  expect(abandonOrder({ ...order, sessionId: 'cs_1' }, after(99))).toBeUndefined()
  expect(abandonOrder({ ...order, status: 'paid' }, after(99))).toBeUndefined()
})
