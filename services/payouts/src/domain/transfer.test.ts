import { expect, test } from 'vitest'
import {
  claim,
  completeTransfer,
  enqueueTransfer,
  failTransfer,
  isExhausted,
  keyOf,
  pauseAfter,
  postponeTransfer,
  type QueuedTransfer,
} from './transfer.ts'

const at = new Date('2026-11-21T12:00:00Z')
const after = (seconds: number) => new Date(at.getTime() + seconds * 1_000)
const DAY = 86_400
const item = enqueueTransfer({ id: 't', creatorId: 'c', stripeAccountId: 'acct_1', amountCents: 100, cause: 'manual' }, at)
const claimed = (of: QueuedTransfer = item, now = at) => claim(of, now)!
const FUNDS = { stored: true, waitsFor: 'transfer_waits_for_funds' } as const
const ANSWER = { stored: false, waitsFor: 'transfer_waits_for_answer' } as const

test('pauses double from 30 s to 6 h, and together last longer than the provider remembers a key', () => {
  expect([1, 2, 3, 10, 11, 16].map(pauseAfter)).toEqual([30, 60, 120, 15_360, 21_600, 21_600])
  const all = Array.from({ length: 16 }, (_, index) => pauseAfter(index + 1)).reduce((sum, pause) => sum + pause, 0)
  expect(all).toBeGreaterThan(DAY + 6 * 3_600)
})

test('an item is claimed when it is due, when its claimant is dead, and by hand before its time unless somebody has it', () => {
  const paused = postponeTransfer(claimed(), claimed(), ANSWER, at)!
  expect(claim(paused, after(29))).toBeUndefined()
  expect(claim(paused, after(30))).toMatchObject({ status: 'processing', attempts: 2 })
  expect(claim(paused, after(1), true)).toMatchObject({ status: 'processing', attempts: 2 })
  expect(claim(claimed(), after(59), true)).toBeUndefined()
  expect(claim(claimed(), after(60))).toMatchObject({ attempts: 2 })
  expect(claim(completeTransfer(item, 'tr_1', at)!, after(DAY), true)).toBeUndefined()
})

test('the key stays the same without an answer, and gets a number after one that the provider keeps', () => {
  const silent = postponeTransfer(claimed(), claimed(), ANSWER, at)!
  expect(keyOf(silent)).toBe('transfer:t')
  const next = claimed(silent, after(30))
  expect(keyOf(postponeTransfer(next, next, FUNDS, at)!)).toBe('transfer:t:1')
})

test('what an attempt came to is said while it waits, and forgotten at the end', () => {
  const waiting = postponeTransfer(claimed(), claimed(), FUNDS, at)!
  expect(waiting).toMatchObject({ status: 'pending', waitsFor: 'transfer_waits_for_funds', triedAt: at, dueAt: after(30) })
  const again = claimed(waiting, after(30))
  expect(completeTransfer(again, 'tr_1', at)?.waitsFor).toBeUndefined()
  expect(failTransfer(again, again, 'transfer_refused', at)?.waitsFor).toBeUndefined()
})

test('who claimed it before somebody else did changes nothing', () => {
  const first = claimed()
  const second = claimed(first, after(60))
  expect(postponeTransfer(second, first, ANSWER, at)).toBeUndefined()
  expect(failTransfer(second, first, 'transfer_refused', at)).toBeUndefined()
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
  const waiting = postponeTransfer(claimed(), claimed(), FUNDS, at)!
  const next = claimed(waiting, after(30))
  expect(postponeTransfer(next, next, ANSWER, at)).toMatchObject({ lackedFunds: true, waitsFor: 'transfer_waits_for_answer' })
})

test('paid after it had failed is somebody’s to look at', () => {
  const failed = failTransfer(claimed(), claimed(), 'transfer_refused', at)!
  expect(() => completeTransfer(failed, 'tr_1', at)).toThrow('was paid as tr_1 after it had failed')
})
