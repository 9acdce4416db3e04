import fc from 'fast-check'
import { expect, test } from 'vitest'
import { visibleMarks } from './ruler.tsx'
import { spreadTops } from './spread.ts'

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
