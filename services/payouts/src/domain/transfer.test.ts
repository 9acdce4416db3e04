import { expect, test } from 'vitest'
import {
  claim,
  completeTransfer,
  contradictionOf,
  enqueueTransfer,
  failTransfer,
  flagForReview,
  isExhausted,
  keyOf,
  mayStillBePaid,
  pauseAfter,
  postponeTransfer,
  type QueuedTransfer,
  resolveReview,
} from './transfer.ts'

const at = new Date('2026-11-21T12:00:00Z')
const after = (seconds: number) => new Date(at.getTime() + seconds * 1_000)
const DAY = 86_400
const item = enqueueTransfer({ id: 't', creatorId: 'c', stripeAccountId: 'acct_1', amountCents: 100, cause: 'manual' }, at)
const claimed = (of: QueuedTransfer = item, now = at) => claim(of, now)
const FUNDS = { stored: true, mayBePaid: false, waitsFor: 'transfer_waits_for_funds' } as const
const ANSWER = { stored: false, mayBePaid: true, waitsFor: 'transfer_waits_for_answer' } as const

test('doubles the pause from 30 s up to 6 h, and keeps retrying for longer than the provider stores a key', () => {
  expect([1, 2, 3, 10, 11, 16].map(pauseAfter)).toEqual([30, 60, 120, 15_360, 21_600, 21_600])
  const all = Array.from({ length: 16 }, (_, index) => pauseAfter(index + 1)).reduce((sum, pause) => sum + pause, 0)
  expect(all).toBeGreaterThan(DAY + 6 * 3_600)
})

test('counts one attempt per claim, and assumes an unanswered call if the previous attempt has no outcome', () => {
  const paused = postponeTransfer(claimed(), FUNDS, at)
  expect(claim(paused, after(30))).toMatchObject({ status: 'processing', attempts: 2, unansweredAt: undefined })
  expect(claim(claimed(), after(60))).toMatchObject({ attempts: 2, unansweredAt: after(60) })
})

test('keeps the idempotency key after a lost response, and changes it after a response that the provider stores', () => {
  const silent = postponeTransfer(claimed(), ANSWER, at)
  expect(keyOf(silent)).toBe('transfer:t')
  const next = claimed(silent, after(30))
  expect(keyOf(postponeTransfer(next, FUNDS, at))).toBe('transfer:t:1')
})

test('stores why a transfer waits, and clears the reason when the transfer completes or fails', () => {
  const waiting = postponeTransfer(claimed(), FUNDS, at)
  expect(waiting).toMatchObject({ status: 'pending', waitsFor: 'transfer_waits_for_funds', triedAt: at, dueAt: after(30) })
  const again = claimed(waiting, after(30))
  expect(completeTransfer(again, 'tr_1', at)?.waitsFor).toBeUndefined()
  expect(failTransfer(again, 'transfer_refused', at)?.waitsFor).toBeUndefined()
})

test.each([
  [16, 3 * DAY, false, false],
  [17, 3 * DAY, false, true],
  // Frequent attempts by an admin do not exhaust a transfer early.
  [60, DAY - 1, false, false],
  [17, DAY, false, true],
  // The platform's own funds may stay pending for a week.
  [40, 13 * DAY, true, false],
  [60, 14 * DAY, true, true],
] as const)('attempt %i after %i s (insufficient funds: %s) exhausts the transfer: %s', (attempts, seconds, lackedFunds, givenUp) => {
  expect(isExhausted({ ...item, attempts, lackedFunds }, after(seconds))).toBe(givenUp)
})

test('remembers insufficient funds even if the next attempt gets no response', () => {
  const waiting = postponeTransfer(claimed(), FUNDS, at)
  const next = claimed(waiting, after(30))
  expect(postponeTransfer(next, ANSWER, at)).toMatchObject({ lackedFunds: true, waitsFor: 'transfer_waits_for_answer' })
})

test('assumes for 25 h that an unanswered call may still result in a payment, even if the calling process died', () => {
  const silent = postponeTransfer(claimed(), ANSWER, at)
  const HOUR = 3_600
  expect(mayStillBePaid(item, at)).toBe(false)
  expect(mayStillBePaid(silent, after(25 * HOUR - 1))).toBe(true)
  expect(mayStillBePaid(silent, after(25 * HOUR))).toBe(false)
  const takenOver = claimed(claimed(), after(60))
  expect(mayStillBePaid(takenOver, after(60 + 25 * HOUR - 1))).toBe(true)
  // A definite response to a later call proves nothing about the earlier call.
  const answered = postponeTransfer(takenOver, FUNDS, after(70))
  expect(mayStillBePaid(answered, after(60 + 25 * HOUR - 1))).toBe(true)
  const looked = postponeTransfer(claimed(silent, after(HOUR)), { ...ANSWER, mayBePaid: false }, after(HOUR))
  expect(looked.unansweredAt).toEqual(at)
})

test('detects a second Stripe transfer for a completed transfer and any Stripe transfer for a failed one', () => {
  const completed = completeTransfer(claimed(), 'tr_1', at)!
  const failed = failTransfer(claimed(), 'transfer_refused', at)
  expect(contradictionOf(item, 'tr_1')).toBeUndefined()
  expect(contradictionOf(completed, 'tr_1')).toBeUndefined()
  expect(contradictionOf(completed, 'tr_2')).toBe('paid_twice')
  expect(contradictionOf(failed, 'tr_1')).toBe('paid_after_failure')
})

test('pauses a transfer flagged for review until an operator resolves the review, and flags each Stripe transfer only once', () => {
  const flagged = flagForReview(item, 'other_payment', ['tr_9'])!
  expect(flagged).toMatchObject({ dueAt: undefined, doubt: { why: 'other_payment', stripeTransferIds: ['tr_9'], isResolved: false } })
  expect(flagged.dueAt).toBeUndefined()
  expect(flagForReview(flagged, 'other_payment', ['tr_9'])).toBeUndefined()
  const resolved = resolveReview(flagged, after(DAY))!
  expect(resolved).toMatchObject({ dueAt: after(DAY), doubt: { isResolved: true } })
  expect(resolveReview(resolved, after(DAY))).toBeUndefined()
  expect(flagForReview(resolved, 'other_payment', ['tr_9'])).toBeUndefined()
  expect(flagForReview(resolved, 'paid_twice', ['tr_8'])?.doubt).toEqual({
    why: 'paid_twice',
    stripeTransferIds: ['tr_9', 'tr_8'],
    isResolved: false,
  })
  // Flagging a claimed transfer leaves it with its worker.
  expect(flagForReview(claimed(), 'paid_twice', ['tr_9'])?.dueAt).toEqual(at)
})
