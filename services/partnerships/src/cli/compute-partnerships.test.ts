import { movableClock, startService } from '@reelfair/testkit'
import { beforeEach, expect, test } from 'vitest'
import { partnerships } from '../app.ts'
import { createPartnership } from '../testing/create-partnership.ts'
import { computePartnerships } from './compute-partnerships.ts'

const NOON = '2026-11-21T12:00:00Z'
const clock = movableClock(NOON)
const app = await startService(partnerships, { clock, workers: false, env: { SETTLEMENT_PATIENCE_SECONDS: '0' } })
beforeEach(() => {
  clock.set(NOON)
})

const revision = (assignmentId: string, number: number, qualified: number, subject = 'partnership') => ({
  ...{ assignmentId, subject, revision: number },
  totals: { qualified, inReview: 0, defaults: [] },
})
const END = { recounted: 2, differ: 0 }

async function compute(...lines: readonly object[]) {
  const byId = lines.toSorted((one, other) => (idOf(one) < idOf(other) ? -1 : 1))
  async function* input() {
    for (const line of byId) yield JSON.stringify(line)
  }
  const printed = []
  for await (const line of computePartnerships.lines({}, app.context(), input())) printed.push(JSON.parse(line))
  return printed
}
const idOf = (line: object) => ('assignmentId' in line ? String(line.assignmentId) : '~')

/** A partnership that has been settled for good with half of its goal. */
async function aSettledPartnership() {
  const partnership = await createPartnership(app, clock)
  await partnership.count({ qualified: 6_200 }, '2026-11-27')
  await partnership.settleUntil('2026-11-29')
  await partnership.count({ qualified: 5_100, removed: 1_100, isFinal: 'checks' }, '2026-12-01')
  await partnership.settleUntil('2026-12-01')
  const { id, creator } = partnership
  const final = revision(id, 2, 5_100)
  const counted = [revision(id, 1, 6_200), { ...final, totals: { ...final.totals, removed: 1_100 } }]
  return {
    id,
    creatorId: creator.id,
    counted,
    computed: { partnershipId: id, creatorId: creator.id, charged: 5_000, cents: 100, faults: [] },
  }
}

test('computes settled partnerships, and passes on sign-ups in the order of the ids', async () => {
  const { id, counted, computed } = await aSettledPartnership()
  const signUp = (digit: string) => revision(`${digit.repeat(8)}${id.slice(8)}`, 1, 5, 'campaign')
  const [before, after] = [signUp('0'), signUp('f')]
  expect(await compute(...counted, after, before, END)).toEqual([before, computed, after, { recomputedPartnerships: 1, faulty: 0 }, END])
})

test('reports counts that differ from the receipt, and counts of an unknown partnership', async () => {
  const { id, counted, computed } = await aSettledPartnership()
  const unknown = crypto.randomUUID()
  const printed = await compute(counted[0] ?? {}, revision(id, 2, 5_101), revision(unknown, 1, 5), END)
  expect(printed).toContainEqual({
    ...computed,
    faults: ['2026-12-01: qualified 5100, recomputed 5101', '2026-12-01: removed 1100, recomputed 0'],
  })
  expect(printed).toContainEqual({
    ...{ partnershipId: unknown, charged: 0, cents: 0 },
    faults: ['has counts, but partnerships has no such partnership'],
  })
  expect(printed.at(-2)).toMatchObject({ faulty: expect.any(Number) })
})

test('reports revisions that metrics no longer confirms', async () => {
  const { id, counted, computed } = await aSettledPartnership()
  const printed = await compute(...counted, { assignmentId: id, subject: 'partnership', revision: 2, differs: true }, END)
  expect(printed).toContainEqual({ ...computed, faults: ['revision 2: the emitted totals differ from the recount'] })
})

test('uses the counts on the receipt once metrics has deleted its own, and not before', async () => {
  const { id, computed } = await aSettledPartnership()
  expect(await compute(END)).toContainEqual(
    expect.objectContaining({ partnershipId: id, faults: expect.arrayContaining([expect.stringContaining('revision 1 has no count')]) }),
  )
  clock.set('2028-11-27T12:00:00Z')
  expect(await compute(END)).toContainEqual(computed)
})

test('rejects input that was cut off', async () => {
  await expect(compute()).rejects.toThrow('needs the complete output of recount (metrics)')
})
