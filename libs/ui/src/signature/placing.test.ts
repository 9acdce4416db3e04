import fc from 'fast-check'
import { expect, test } from 'vitest'
import { visibleMarks } from './ruler.tsx'
import { spreadTops } from './spread.ts'
import { reachedTiers } from './tier-box.tsx'

test('keeps receipt notes in order, without overlaps, and level with their line where possible', () => {
  const notes = fc.array(fc.record({ top: fc.nat(1000), height: fc.integer({ min: 20, max: 120 }) }), { maxLength: 8 })
  fc.assert(
    fc.property(notes, (list) => {
      const sorted = [...list].sort((a, b) => a.top - b.top)
      const tops = spreadTops(
        sorted.map(({ top }) => top),
        sorted.map(({ height }) => height),
        16,
      )
      for (const [index, { top }] of sorted.entries()) {
        expect(tops[index]).toBeGreaterThanOrEqual(top)
        if (index > 0) expect(tops[index]).toBeGreaterThanOrEqual(tops[index - 1]! + sorted[index - 1]!.height + 16)
      }
    }),
  )
  expect(spreadTops([0, 10, 300], [40, 40, 40], 8)).toEqual([0, 48, 300])
})

test('reaches a tier with its last view, not one view earlier', () => {
  expect([9_999, 10_000, 39_999, 40_000, 90_000].map((views) => reachedTiers(views, 40_000, 4))).toEqual([0, 1, 3, 4, 4])
  // 25% of 1,001 is 250.25, so the tier needs 251 views.
  expect([250, 251].map((views) => reachedTiers(views, 1_001, 4))).toEqual([0, 1])
  expect(reachedTiers(5, 0, 4)).toBe(0)
})

test('always prints the goal on the ruler and drops labels that would overlap it', () => {
  const marks = ['0', '25%', '50%', '75%', '120,000']
  expect([...visibleMarks(marks, 900)]).toEqual([0, 1, 2, 3, 4])
  expect(visibleMarks(marks, 150).has(3)).toBe(false)
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1240 }), (width) => {
      expect(visibleMarks(marks, width).has(4)).toBe(true)
    }),
  )
})
