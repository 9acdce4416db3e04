import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chooseLabels, datesShown, figureCharWidth, placeBrackets, runs } from './labels.ts'
import { gapOverStack, layoutNights, type Night } from './nights-layout.ts'
import { gridlines } from './scale.ts'

const views = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 400_000 }))
const nightsOf = fc
  .array(fc.record({ qualified: views, inReview: views, excluded: views }), { minLength: 1, maxLength: 60 })
  .map((list): Night[] =>
    list.map((night, index) => ({ ...night, date: new Date(Date.UTC(2026, 8, 1 + index)).toISOString().slice(0, 10) })),
  )
const widths = fc.integer({ min: 280, max: 1000 })
const text = String

describe('nights chart layout', () => {
  test('keeps every bar, label and bracket inside the drawing', () => {
    fc.assert(
      fc.property(nightsOf, widths, fc.boolean(), (nights, width, noted) => {
        const notes = noted ? [{ from: nights[0]!.date, to: nights.at(-1)!.date, text: 'two campaigns running' }] : []
        const layout = layoutNights(nights, notes, { width, plot: 200, text })
        for (const [index, bar] of layout.bars.entries()) {
          expect(bar.x).toBeGreaterThanOrEqual(layout.left)
          expect(bar.x + bar.width).toBeLessThanOrEqual(width + 1e-6)
          expect(bar.top - (layout.labelled.has(index) ? 20 : 0)).toBeGreaterThanOrEqual(0)
        }
        for (const bracket of layout.brackets) expect(bracket.textY - 14).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  test('doubles a bar’s height when its views double', () => {
    const nights = [
      { date: '2026-11-01', qualified: 10_000, inReview: 0, excluded: 0 },
      { date: '2026-11-02', qualified: 20_000, inReview: 0, excluded: 0 },
    ]
    const [one, two] = layoutNights(nights, [], { width: 600, plot: 200, text }).bars
    expect(two!.qualifiedHeight).toBeCloseTo(2 * one!.qualifiedHeight)
    expect(two!.qualifiedHeight).toBeCloseTo(200 - gapOverStack)
  })

  test('draws a visible bar for a single view of any kind', () => {
    const nights = [
      { date: '2026-11-01', qualified: 1, inReview: 1, excluded: 1 },
      { date: '2026-11-02', qualified: 400_000, inReview: 0, excluded: 0 },
    ]
    const [small] = layoutNights(nights, [], { width: 600, plot: 200, text }).bars
    expect(small).toMatchObject({ qualifiedHeight: 1.5, inReviewHeight: 3, excludedHeight: 3 })
  })

  test('reports every stretch of empty nights, with its note if it has one', () => {
    fc.assert(
      fc.property(nightsOf, (nights) => {
        const layout = layoutNights(nights, [], { width: 800, plot: 200, text })
        const empty = nights.filter(({ qualified, inReview, excluded }) => qualified + inReview + excluded === 0).length
        expect(layout.empty.reduce((sum, { from, to }) => sum + to - from + 1, 0)).toBe(empty)
      }),
    )
    const quiet = ['01', '02', '03'].map((day) => ({ date: `2026-11-${day}`, qualified: day === '01' ? 5 : 0, inReview: 0, excluded: 0 }))
    const note = { from: '2026-11-02', to: '2026-11-03', text: 'the platform answered nothing' }
    const layout = layoutNights(quiet, [note], { width: 800, plot: 200, text })
    expect(layout.empty).toMatchObject([{ from: 1, to: 2, note }])
    expect(layout.brackets).toEqual([])
  })

  test('labels the highest night first, then the latest', () => {
    const nights = [5, 9, 4, 0, 3, 8].map((thousand, index) => ({
      date: `2026-11-0${index + 1}`,
      qualified: thousand * 1000,
      inReview: 0,
      excluded: 0,
    }))
    expect([...layoutNights(nights, [], { width: 800, plot: 200, text }).labelled]).toEqual([1, 5])
  })

  test('never prints a value over another night’s bar or outside the drawing', () => {
    fc.assert(
      fc.property(nightsOf, widths, (nights, width) => {
        const { bars, labelled } = layoutNights(nights, [], { width, plot: 200, text })
        for (const index of labelled) {
          const bar = bars[index]!
          const half = (text(bar.night.qualified).length * figureCharWidth) / 2
          expect(bar.labelX + half).toBeLessThanOrEqual(width + 1e-6)
          const below = bars.filter((other) => other !== bar && other.x < bar.labelX + half && other.x + other.width > bar.labelX - half)
          for (const other of below) expect(other.top).toBeGreaterThanOrEqual(bar.top - 6 - 1e-6)
        }
      }),
    )
  })
})

test('always prints the last date', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 90 }), widths, (count, width) => {
      expect(datesShown(count, width / count).at(-1)).toBe(count - 1)
    }),
  )
})

test('prints at most three values, without overlaps', () => {
  const candidate = fc.record({ index: fc.nat(60), x: fc.integer({ min: 0, max: 900 }), text: fc.string({ minLength: 1, maxLength: 9 }) })
  fc.assert(
    fc.property(fc.array(candidate), (candidates) => {
      const unique = candidates.map((one, index) => ({ ...one, index }))
      const chosen = unique.filter(({ index }) => chooseLabels(unique).has(index))
      expect(chosen.length).toBeLessThanOrEqual(3)
      expect(chosen.length > 0 || candidates.length === 0).toBe(true)
      for (const a of chosen)
        for (const b of chosen)
          if (a !== b) expect(Math.abs(a.x - b.x)).toBeGreaterThanOrEqual(((a.text.length + b.text.length) / 2) * figureCharWidth)
    }),
  )
})

test('separates notes above neighbouring runs', () => {
  const wish = (left: number, right: number) => ({ left, right, text: 'a rather long remark about it', top: () => -100 })
  const [first, second] = placeBrackets([wish(0, 60), wish(70, 130)], 900)
  expect(second!.textY + 6).toBeLessThan(first!.textY - 10)
})

test('splits items into runs that contain each item exactly once, in order', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean()), (items) => {
      expect(runs(items, Boolean).flatMap(({ from, to, holds }) => Array.from({ length: to - from + 1 }, () => holds))).toEqual(items)
    }),
  )
})

test('draws three to seven round, evenly spaced gridlines up to the highest value', () => {
  expect(gridlines(33_500)).toEqual([0, 10_000, 20_000, 30_000])
  expect(gridlines(0)).toEqual([0])
  fc.assert(
    fc.property(fc.integer({ min: 3, max: 50_000_000 }), (highest) => {
      const lines = gridlines(highest)
      expect(lines.length).toBeGreaterThanOrEqual(4)
      expect(lines.length).toBeLessThanOrEqual(8)
      expect(lines.at(-1)).toBeLessThanOrEqual(highest)
      expect(Number.isInteger(lines[1])).toBe(true)
    }),
  )
})
