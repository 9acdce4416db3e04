import { expect, test } from 'vitest'
import {
  claim,
  completeTransfer,
  contradictionOf,
  doubtTransfer,
  enqueueTransfer,
  failTransfer,
  isExhausted,
  keyOf,
  mayStillBePaid,
  pauseAfter,
  postponeTransfer,
  type QueuedTransfer,
  settleDoubt,
} from './transfer.ts'

const at = new Date('2026-11-21T12:00:00Z')
const after = (seconds: number) => new Date(at.getTime() + seconds * 1_000)
const DAY = 86_400
const item = enqueueTransfer({ id: 't', creatorId: 'c', stripeAccountId: 'acct_1', amountCents: 100, cause: 'manual' }, at)
const claimed = (of: QueuedTransfer = item, now = at) => claim(of, now)
const FUNDS = { stored: true, mayBePaid: false, waitsFor: 'transfer_waits_for_funds' } as const
const ANSWER = { stored: false, mayBePaid: true, waitsFor: 'transfer_waits_for_answer' } as const

test('pauses double from 30 s to 6 h, and together last longer than the provider remembers a key', () => {
  expect([1, 2, 3, 10, 11, 16].map(pauseAfter)).toEqual([30, 60, 120, 15_360, 21_600, 21_600])
  const all = Array.from({ length: 16 }, (_, index) => pauseAfter(index + 1)).reduce((sum, pause) => sum + pause, 0)
  expect(all).toBeGreaterThan(DAY + 6 * 3_600)
})

test('a claim counts an attempt; after one without an outcome, a call may still be on its way', () => {
  const paused = postponeTransfer(claimed(), FUNDS, at)
  expect(claim(paused, after(30))).toMatchObject({ status: 'processing', attempts: 2, unansweredAt: undefined })
  expect(claim(claimed(), after(60))).toMatchObject({ attempts: 2, unansweredAt: after(60) })
})

test('the key stays the same without an answer, and gets a number after one that the provider keeps', () => {
  const silent = postponeTransfer(claimed(), ANSWER, at)
  expect(keyOf(silent)).toBe('transfer:t')
  const next = claimed(silent, after(30))
  expect(keyOf(postponeTransfer(next, FUNDS, at))).toBe('transfer:t:1')
})

test('what an attempt came to is said while it waits, and forgotten at the end', () => {
  const waiting = postponeTransfer(claimed(), FUNDS, at)
  expect(waiting).toMatchObject({ status: 'pending', waitsFor: 'transfer_waits_for_funds', triedAt: at, dueAt: after(30) })
  const again = claimed(waiting, after(30))
  expect(completeTransfer(again, 'tr_1', at)?.waitsFor).toBeUndefined()
  expect(failTransfer(again, 'transfer_refused', at)?.waitsFor).toBeUndefined()
})

test.each([
  [16, 3 * DAY, false, false],
  [17, 3 * DAY, false, true],
  // An admin who presses often gives nothing up.
  [60, DAY - 1, false, false],
  [17, DAY, false, true],
  // The platform's own funds are pending for a week.
  [40, 13 * DAY, true, false],
  [60, 14 * DAY, true, true],
] as const)('attempt %i after %i s, funds were missing: %s; given up: %s', (attempts, seconds, lackedFunds, givenUp) => {
  expect(isExhausted({ ...item, attempts, lackedFunds }, after(seconds))).toBe(givenUp)
})

test('that funds were missing is remembered, also when the next attempt gets no answer', () => {
  const waiting = postponeTransfer(claimed(), FUNDS, at)
  const next = claimed(waiting, after(30))
  expect(postponeTransfer(next, ANSWER, at)).toMatchObject({ lackedFunds: true, waitsFor: 'transfer_waits_for_answer' })
})

test('for 25 h after a call without an answer it may still be paid, also where whoever called is dead', () => {
  const silent = postponeTransfer(claimed(), ANSWER, at)
  const HOUR = 3_600
  expect(mayStillBePaid(item, at)).toBe(false)
  expect(mayStillBePaid(silent, after(25 * HOUR - 1))).toBe(true)
  expect(mayStillBePaid(silent, after(25 * HOUR))).toBe(false)
  const takenOver = claimed(claimed(), after(60))
  expect(mayStillBePaid(takenOver, after(60 + 25 * HOUR - 1))).toBe(true)
  // A definite answer to a later call says nothing of that one.
  const answered = postponeTransfer(takenOver, FUNDS, after(70))
  expect(mayStillBePaid(answered, after(60 + 25 * HOUR - 1))).toBe(true)
  const looked = postponeTransfer(claimed(silent, after(HOUR)), { ...ANSWER, mayBePaid: false }, after(HOUR))
  expect(looked.unansweredAt).toEqual(at)
})

test('what the provider made belongs to an item unless it was booked as another one, or given back', () => {
  const completed = completeTransfer(claimed(), 'tr_1', at)!
  const failed = failTransfer(claimed(), 'transfer_refused', at)
  expect(contradictionOf(item, 'tr_1')).toBeUndefined()
  expect(contradictionOf(completed, 'tr_1')).toBeUndefined()
  expect(contradictionOf(completed, 'tr_2')).toBe('paid_twice')
  expect(contradictionOf(failed, 'tr_1')).toBe('paid_after_failure')
})

test('a doubt stops what waits until somebody has looked; the same ids raise no second one', () => {
  const doubted = doubtTransfer(item, 'other_payment', ['tr_9'])!
  expect(doubted).toMatchObject({ dueAt: undefined, doubt: { why: 'other_payment', stripeTransferIds: ['tr_9'], isSettled: false } })
  expect(doubted.dueAt).toBeUndefined()
  expect(doubtTransfer(doubted, 'other_payment', ['tr_9'])).toBeUndefined()
  const settled = settleDoubt(doubted, after(DAY))!
  expect(settled).toMatchObject({ dueAt: after(DAY), doubt: { isSettled: true } })
  expect(settleDoubt(settled, after(DAY))).toBeUndefined()
  expect(doubtTransfer(settled, 'other_payment', ['tr_9'])).toBeUndefined()
  expect(doubtTransfer(settled, 'paid_twice', ['tr_8'])?.doubt).toEqual({
    why: 'paid_twice',
    stripeTransferIds: ['tr_9', 'tr_8'],
    isSettled: false,
  })
  // What somebody has in hand stays with them.
  expect(doubtTransfer(claimed(), 'paid_twice', ['tr_9'])?.dueAt).toEqual(at)
})
