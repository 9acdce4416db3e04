import type { MeasuredVideo, Partnership, TierDecision } from '@reelfair/contracts'
import { type Tier, tierOf, tierShare } from '@reelfair/rules'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { en } from './messages/en.ts'
import { fr } from './messages/fr.ts'
import type { ReceiptText } from './messages/index.ts'
import { readPartnershipReceipt } from './read-partnership-receipt.ts'
import { recomputePartnership } from './recompute.ts'

const translate =
  (words: Readonly<Record<string, string>>): ReceiptText =>
  (key, values = {}) =>
    (words[key] ?? key).replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]))
const english = { unit: 'cents', t: translate(en), locale: 'en' } as const
const french = { unit: 'cents', t: translate(fr), locale: 'fr' } as const

const PARTNERSHIP = {
  id: '019aa5b0-0000-4000-8000-00000020437f',
  brandName: 'Kéfiro',
  username: 'lea.kitchen',
  network: 'instagram',
  viewsGoal: 10_000,
  amountCents: 200,
  rateCard: { validFrom: '2025-08-23', centsPer1000: 20 },
  acceptedAt: '2026-11-17T07:26:00.000Z',
  startsAt: '2026-11-17T23:00:00.000Z',
  endsAt: '2026-11-24T23:00:00.000Z',
  status: 'active',
  count: { observed: 7_484, qualified: 6_240, inReview: 0, excluded: [{ reason: 'link_not_in_bio', views: 1_244 }] },
  tier: 50,
  decisions: [],
} as unknown as Partnership
const VIDEO = {
  videoId: 'v1',
  title: 'Overnight oats',
  views: 7_484,
  qualified: 6_240,
  inReview: 0,
  excluded: [{ reason: 'link_not_in_bio', views: 1_244 }],
  faults: [],
  publishedAt: '2026-11-18T11:10:00.000Z',
  seenAt: '2026-11-21T23:44:00.000Z',
} as unknown as MeasuredVideo

const decided = (qualified: number, facts: Partial<TierDecision> = {}, goal = 10_000, amount = 200): TierDecision => {
  const tier = tierOf(qualified, goal)
  const consumed = tierShare(goal, tier)
  const money = { tier, cents: tierShare(amount, tier), consumed, returned: goal - consumed }
  return { day: '2026-11-25', isFinal: false, revision: 7, qualified, inReview: 0, byDefault: 0, ...money, ...facts }
}
const read = (facts: Partial<Partnership> = {}, reader: Parameters<typeof readPartnershipReceipt>[1] = english) =>
  readPartnershipReceipt({ partnership: { ...PARTNERSHIP, ...facts }, reviews: [], videos: [VIDEO] }, reader)
const plain = (text: string | undefined) => text?.replaceAll(/\s/g, ' ')

test('adds up the views seen and deducted, and says what would be paid now', () => {
  const { seen, deducted, pay, total, payNote } = read()
  expect(seen).toMatchObject([{ label: 'Overnight oats', views: 7_484 }])
  expect(deducted).toMatchObject([{ id: 'link_not_in_bio', views: 1_244 }])
  expect([total, payNote]).toEqual([100, 'so far'])
  expect(pay?.at(1)).toMatchObject({
    label: 'If it ended now',
    text: '50%',
    note: '6,240 of 10,000 views qualified (62.40%): the 50% tier is reached. Pay: €2.00 × 50% = €1.00, rounded down to the cent.',
  })
})

test.each([
  [2_499, '24.99%', 'below the 25% tier, nothing is paid.'],
  [2_500, '25.00%', 'the 25% tier is reached.'],
  [9_999, '99.99%', 'the 75% tier is reached.'],
])('rounds the share of %i views down to %s, so that it never contradicts the tier', (views, share, sentence) => {
  const note = read({ decisions: [decided(views)] }).pay?.at(1)?.note
  expect(note).toContain(`(${share}): ${sentence}`)
})

test('rounds a share just below a tier down', () => {
  const note = read({ viewsGoal: 95_238, decisions: [decided(23_809, {}, 95_238)] }).pay?.at(1)?.note
  expect(note).toContain('(24.99%): below the 25% tier')
})

test('keeps the provisional decision beside the final one, with what changed', () => {
  const final = decided(4_900, { isFinal: true, day: '2026-11-28', removed: 1_340, byDefault: 20, inReview: 5 })
  const { pay, total, payNote, details } = read({ decisions: [decided(6_240), final], settledAt: '2026-11-28T01:00:00.000Z' })
  expect(pay?.map(({ label }) => label).slice(1)).toEqual(['At the end, settled 25 Nov', 'After the final checks, 28 Nov'])
  expect(pay?.at(-1)?.note).toBe(
    '4,900 of 10,000 views qualified (49.00%): the 25% tier is reached. Counted because their review had no decision in time: 20. In review, not counted: 5. Removed by the final reading: 1,340. Pay: €2.00 × 25% = €0.50, rounded down to the cent.',
  )
  expect([total, payNote]).toEqual([50, 'final'])
  expect(details).toContain('Final: no further changes.')
})

test('says in French that the pay is held until the final checks', () => {
  const { pay, payNote } = read({ decisions: [decided(6_240)], endedAt: PARTNERSHIP.endsAt }, french)
  expect(payNote).toBe('provisoire')
  expect(plain(pay?.at(1)?.note)).toBe(
    '6 240 vues qualifiées sur 10 000 (62,40 %) : le palier de 50 % est atteint. Rémunération : 2,00 € × 50 % = 1,00 €, arrondie au centime inférieur.',
  )
  expect(pay?.at(-1)?.label).toMatch(/^Montant bloqué/)
})

test('shows brands credits that add up to what was held', () => {
  const tiers = fc.integer({ min: 0, max: 20_000 })
  fc.assert(
    fc.property(tiers, fc.integer({ min: 1, max: 500_000 }), (views, goal) => {
      const decision = decided(views, {}, goal)
      const { allocation, total } = read({ viewsGoal: goal, decisions: [decision] }, { ...english, unit: 'credits' })
      const figure = (text = '') => Number(text.replace('−', '-').replaceAll(',', ''))
      const [held, returned] = (allocation?.lines ?? []).slice(-2).map(({ text }) => figure(text))
      expect((held ?? 0) + (returned ?? 0)).toBe(figure(allocation?.sum.text))
      expect(total).toBe(tierShare(goal, decision.tier as Tier))
    }),
  )
})

test.each([
  [english, 'credits', 'To be charged, provisional'],
  [french, 'credits', 'À facturer, provisoire'],
  [english, 'cents', 'Yours, provisional'],
  [french, 'cents', 'Pour vous, provisoire'],
] as const)('calls a total provisional until the final settlement', (language, unit, label) => {
  const reader = { ...language, unit }
  expect(read({}, reader).totalLabel).toBe(label)
  expect(read({ decisions: [decided(6_240)], endedAt: PARTNERSHIP.endsAt }, reader).totalLabel).toBe(label)
  const final = decided(6_240, { isFinal: true })
  expect(read({ decisions: [decided(6_240), final], settledAt: '2026-11-28T01:00:00.000Z' }, reader).totalLabel).toBeUndefined()
})

test('recomputes the stored totals from the views, so that a changed total is detected', () => {
  expect(recomputePartnership(PARTNERSHIP)).toEqual({ cents: { of: 100, total: 100 }, credits: { of: 5_000, total: 5_000 } })
  const settled = { ...PARTNERSHIP, decisions: [decided(6_240), decided(7_500, { isFinal: true })] }
  expect(recomputePartnership(settled)).toEqual({ cents: { of: 150, total: 150 }, credits: { of: 7_500, total: 7_500 } })
  const changed = { ...settled, decisions: settled.decisions.map((one) => ({ ...one, qualified: 7_499 })) }
  expect(recomputePartnership(changed).credits).toEqual({ of: 7_500, total: 5_000 })
})
