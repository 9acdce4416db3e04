import { expect, test } from 'vitest'
import { insolventPackages, lowestCentsPer1000, PACKAGES, packageOf } from './packages.ts'

test('every current package covers the highest pay rate plus the margin', () => {
  expect(insolventPackages(PACKAGES.packages, 20, 5)).toEqual([])
})

test('the solvency rule rejects a package one cent below the limit and accepts one at the limit', () => {
  const at = { id: 'enterprise', credits: 500_000, priceCents: 12_500 } as const
  expect(insolventPackages([at, { ...at, priceCents: 12_499 }], 20, 5)).toEqual([{ ...at, priceCents: 12_499 }])
  expect(insolventPackages(PACKAGES.packages, 21, 5)).toEqual([packageOf('enterprise')])
  expect(insolventPackages(PACKAGES.packages, 20, 6).map(({ id }) => id)).toEqual(['enterprise'])
})

test('the lowest price is €0.25 per 1,000 views', () => {
  expect(lowestCentsPer1000(PACKAGES.packages)).toBe(25)
})

test('a larger package never costs more per view', () => {
  const prices = PACKAGES.packages.map(({ credits, priceCents }) => priceCents / credits)
  expect(prices).toEqual(prices.toSorted((one, other) => other - one))
})
