import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Invitation, requestInvitation, send } from './invitation.ts'
import { accept, type Decision, type Partnership, settleDay, start, type Totals } from './partnership.ts'
import { asCounted, recomputePartnership } from './recompute.ts'

const uuid = (n: number) => `019aa5b0-6c1e-7000-8d2c-4f1f0a3b9c${String(n).padStart(2, '0')}`
const CARD = { validFrom: '2025-08-23', centsPer1000: 20 }
const NOON = new Date('2026-11-21T12:00:00Z')
const [ENDED_ON, SETTLED_ON] = ['2026-11-29', '2026-12-01']

function active(viewsGoal: number): Partnership {
  const account = { id: uuid(3), creatorId: uuid(4), network: 'tiktok', username: 'lea', isPublic: true } as const
  const logo = { mediaId: uuid(5), kind: 'image', type: 'image/png' } as const
  const draft = { accountId: account.id, mediaId: logo.mediaId, link: 'https://a.example/', caption: 'x', beginning: '2026-11-21' }
  const made = { id: uuid(1), brandId: uuid(2), logo, rateCard: CARD, at: NOON }
  const invitation = send(
    requestInvitation({ ...draft, weeklyViewsGoal: 1_000, origin: 'search' }, account, made).invitation,
    NOON,
  )?.invitation
  const { partnership } = accept(invitation as Invitation, { code: 'RF-N2345', windowDays: 14, at: NOON })
  const priced = { ...partnership, viewsGoal, amountCents: Math.floor((viewsGoal * CARD.centsPer1000) / 1_000) }
  return start(priced, 'tiktok-lea', NOON)?.partnership as Partnership
}

interface Counts {
  readonly qualified: number
  readonly inReview: number
  /** The business day on which the views in review count by default. */
  readonly dueOn: string
  readonly removed: number
}

const totalsOf = (revision: number, { qualified, inReview, dueOn, removed }: Counts): Totals => ({
  ...{ revision, day: '2026-11-28', observed: qualified + inReview, qualified, inReview, removed },
  defaults: [{ day: dueOn, counts: inReview, excluded: 0, isApplied: false }],
  isFinal: revision === 1 ? 'end' : 'checks',
})

/** Lives until its final settlement. */
function live(goal: number, atEnd: Counts, atChecks: Counts) {
  const totals = [totalsOf(1, atEnd), totalsOf(2, atChecks)]
  let partnership = active(goal)
  for (const [index, day] of [ENDED_ON, SETTLED_ON].entries())
    partnership = settleDay({ ...partnership, totals: totals[index], nextSettlement: day }, day)?.partnership ?? expect.unreachable()
  return { partnership, countedAt: (revision: number) => totals[revision - 1] }
}

const counts = fc.record({
  qualified: fc.nat(12_000),
  inReview: fc.nat(4_000),
  dueOn: fc.constantFrom('2026-11-27', ENDED_ON, '2026-11-30', SETTLED_ON, '2026-12-02'),
  removed: fc.nat(50),
})

test('reproduces the decisions of every partnership, from the counts or from its receipt', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12_000 }), counts, counts, (goal, atEnd, atChecks) => {
      const { partnership, countedAt } = live(goal, atEnd, atChecks)
      const { consumed, cents } = partnership.decisions[1] ?? expect.unreachable()
      expect(recomputePartnership(partnership, CARD, countedAt)).toEqual({ charged: consumed, cents, faults: [] })
      const receipt = (revision: number) => {
        const decision = partnership.decisions.find((one) => one.revision === revision)
        return decision && asCounted(decision)
      }
      expect(recomputePartnership(partnership, CARD, receipt).faults).toEqual([])
      const ended: Partnership = { ...partnership, settledAt: undefined, decisions: partnership.decisions.slice(0, 1) }
      expect(recomputePartnership(ended, CARD, countedAt)).toEqual({ charged: 0, cents: ended.decisions[0]?.cents, faults: [] })
    }),
  )
})

const one = live(
  10_000,
  { qualified: 4_900, inReview: 200, dueOn: ENDED_ON, removed: 0 },
  { qualified: 6_200, inReview: 0, dueOn: SETTLED_ON, removed: 3 },
)

test('detects a difference of one in any figure of any decision', () => {
  const { partnership, countedAt } = one
  const figures = ['qualified', 'inReview', 'byDefault', 'removed', 'tier', 'cents', 'consumed', 'returned'] as const
  for (const [index, decision] of partnership.decisions.entries())
    for (const figure of figures)
      for (const by of [1, -1]) {
        const bent = { ...decision, [figure]: (decision[figure] ?? 0) + by } as Decision
        const { faults } = recomputePartnership({ ...partnership, decisions: partnership.decisions.with(index, bent) }, CARD, countedAt)
        expect(faults).toEqual([`${decision.day}: ${figure} ${bent[figure]}, recomputed ${decision[figure] ?? 0}`])
      }
})

test.each<[string, Partial<Partnership>, typeof CARD, RegExp]>([
  ['another price', { amountCents: 201 }, CARD, /^price in cents 201, recomputed 200$/],
  ['another rate', { rateCard: { ...CARD, centsPer1000: 21 } }, CARD, /^cents per 1,000 views 21, recomputed 20$/],
  ['another rate card', {}, { ...CARD, validFrom: '2026-01-01' }, /^rate card of 2025-08-23, recomputed 2026-01-01$/],
  [
    'a missing decision',
    { decisions: one.partnership.decisions.slice(0, 1) },
    CARD,
    /^decisions provisional, recomputed provisional,final$/,
  ],
  ['an early settlement', { settledAt: undefined }, CARD, /^decisions provisional,final, recomputed provisional$/],
])('detects %s', (_, change, card, fault) => {
  expect(recomputePartnership({ ...one.partnership, ...change }, card, one.countedAt).faults).toEqual([expect.stringMatching(fault)])
})

test('reports a decision whose revision was not recounted', () => {
  const { faults } = recomputePartnership(one.partnership, CARD, (revision) => (revision === 1 ? one.countedAt(1) : undefined))
  expect(faults).toEqual([`${SETTLED_ON}: revision 2 has no count`])
})
