import { expect, test } from 'vitest'
import { abandonOrder, OtherAmountPaid, type Payment, placeOrder, settleOrder } from './order.ts'

const at = new Date('2026-11-21T12:00:00Z')
const order = placeOrder({ id: 'o', brandId: 'b', package: 'growth' }, at)
const unpaid: Payment = { paid: false, page: 'open', failed: false, amountCents: 1_400, currency: 'eur' }
const paid: Payment = { ...unpaid, paid: true, page: 'complete' }

test('credits and price are the list’s', () => {
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
  // Money that is there is booked, whatever was said before.
  ['expired', paid, 'paid'],
  ['failed', paid, 'paid'],
  // What is over stays over, and what is paid stays paid.
  ['expired', { ...unpaid, page: 'complete' }, undefined],
  ['failed', unpaid, undefined],
  ['paid', { ...unpaid, page: 'complete', failed: true }, undefined],
  ['paid', paid, undefined],
] as const)('%s, and the provider says %j: %s', (status, payment, after) => {
  expect(settleOrder({ ...order, status }, payment, at)?.status).toBe(after)
})

test.each([{ amountCents: 1_399 }, { amountCents: 1_401 }, { amountCents: 0 }, { currency: 'usd' }])(
  'paid with %j it is not booked',
  (other) => {
    expect(() => settleOrder(order, { ...paid, ...other }, at)).toThrow(OtherAmountPaid)
  },
)

test('only an order whose page expired before anybody confirmed a payment is to be removed, and no longer once it is paid', () => {
  const expired = settleOrder(order, { ...unpaid, page: 'expired' }, at) ?? expect.unreachable()
  expect(expired.expiredAt).toEqual(at)
  expect(settleOrder(expired, paid, at)).toMatchObject({ status: 'paid', expiredAt: undefined })
  expect(abandonOrder(order, new Date(at.getTime() + 99 * 3_600_000))?.expiredAt).toBeInstanceOf(Date)
  const processing = settleOrder(order, { ...unpaid, page: 'complete' }, at) ?? expect.unreachable()
  for (const payment of [
    { ...unpaid, page: 'expired' as const },
    { ...unpaid, page: 'complete' as const, failed: true },
  ])
    expect(settleOrder(processing, payment, at)?.expiredAt).toBeUndefined()
})

test('without a page it ends when none can be open any more', () => {
  const after = (hours: number) => new Date(at.getTime() + hours * 3_600_000)
  expect(abandonOrder(order, after(25))).toBeUndefined()
  expect(abandonOrder(order, after(25.1))).toMatchObject({ status: 'expired' })
  expect(abandonOrder({ ...order, sessionId: 'cs_1' }, after(99))).toBeUndefined()
  expect(abandonOrder({ ...order, status: 'paid' }, after(99))).toBeUndefined()
})
