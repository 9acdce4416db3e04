import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type BarFigures,
  gapBeyondPost,
  insideParts,
  layoutBar,
  minimumExcluded,
  minimumSegment,
  remainingViews,
  widthsWithMinimum,
} from './segments.ts'

const views = fc.integer({ min: 0, max: 2_000_000 })
const figures: fc.Arbitrary<BarFigures> = fc.record({
  goal: fc.integer({ min: 1, max: 500_000 }),
  qualified: views,
  inReview: views,
  excluded: views,
  others: views,
})
const width = fc.integer({ min: 120, max: 1240 })
const near = (value: number, wanted: number) => Math.abs(value - wanted) < 1e-6

describe('view bar layout', () => {
  test('fills its width exactly with the goal box, the gap and the excluded box', () => {
    fc.assert(
      fc.property(figures, width, (bar, px) => {
        const layout = layoutBar(bar, px)
        const beyond = layout.excluded ? gapBeyondPost + layout.excluded.width : 0
        expect(near(layout.goalWidth + beyond, px)).toBe(true)
        expect(layout.excluded !== undefined).toBe(bar.excluded > 0)
      }),
    )
  })

  test('fills the goal box with its parts, in order and without gaps', () => {
    fc.assert(
      fc.property(figures, width, (bar, px) => {
        const { inside, goalWidth } = layoutBar(bar, px)
        let left = 0
        for (const segment of inside) {
          expect(near(segment.left, left)).toBe(true)
          left += segment.width
        }
        expect(near(left, goalWidth)).toBe(true)
        const order = inside.map(({ part }) => insideParts.indexOf(part))
        expect(order).toEqual([...order].sort((a, b) => a - b))
      }),
    )
  })

  test('never draws a part of the goal box beyond the 100% mark', () => {
    fc.assert(
      fc.property(figures, width, (bar, px) => {
        const { inside, goalWidth } = layoutBar(bar, px)
        for (const { left, width: w } of inside) expect(left + w).toBeLessThanOrEqual(goalWidth + 1e-6)
      }),
    )
  })

  test('draws parts at least 3 px and the excluded box at least 7 px wide', () => {
    fc.assert(
      fc.property(figures, width, (bar, px) => {
        const layout = layoutBar(bar, px)
        for (const segment of layout.inside) expect(segment.width).toBeGreaterThanOrEqual(minimumSegment - 1e-6)
        if (layout.excluded) expect(layout.excluded.width).toBeGreaterThanOrEqual(minimumExcluded)
      }),
    )
  })

  test('draws excluded views at the goal’s scale, within a minimum and a maximum width', () => {
    fc.assert(
      fc.property(figures, width, (bar, px) => {
        const { goalWidth, excluded, excludedCut } = layoutBar(bar, px)
        if (!excluded || excludedCut || excluded.width === minimumExcluded) return
        expect(near(excluded.width / bar.excluded, goalWidth / bar.goal)).toBe(true)
      }),
    )
  })

  test('keeps the goal box readable when there are many more excluded views than the goal', () => {
    const layout = layoutBar({ goal: 1_000, qualified: 500, inReview: 0, excluded: 80_000 }, 600)
    expect(layout.excludedCut).toBe(true)
    expect(layout.goalWidth).toBe(600 - 6 - 300)
  })

  test('matches the design for 74,318 of 120,000 views and 5,127 excluded views', () => {
    const layout = layoutBar({ goal: 120_000, qualified: 74_318, inReview: 6_940, excluded: 5_127 }, 930)
    expect(Math.round(layout.goalWidth)).toBe(886)
    expect(layout.inside.map(({ part, width: w }) => [part, Math.round(w)])).toEqual([
      ['qualified', 549],
      ['inReview', 51],
      ['remaining', 286],
    ])
  })

  test('returns zero remaining views when views in review exceed the goal', () => {
    expect(remainingViews({ goal: 100, qualified: 90, inReview: 40, excluded: 0 })).toBe(0)
  })
})

test('computes widths that add up to the total width and keep the order of the shares', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 1e-6, max: 1, noNaN: true }), { minLength: 1, maxLength: 6 }), width, (raw, px) => {
      const total = raw.reduce((a, b) => a + b, 0)
      const shares = raw.map((share) => share / total)
      const widths = widthsWithMinimum(shares, px, minimumSegment)
      expect(
        near(
          widths.reduce((a, b) => a + b, 0),
          px,
        ),
      ).toBe(true)
      for (const [i, a] of shares.entries())
        for (const [j, b] of shares.entries()) if (a > b) expect(widths[i]! + 1e-9).toBeGreaterThanOrEqual(widths[j]!)
    }),
  )
})
