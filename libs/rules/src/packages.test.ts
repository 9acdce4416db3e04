import { expect, test } from 'vitest'
import { insolventPackages, lowestCentsPer1000, PACKAGES, packageOf } from './packages.ts'

test('no package in force costs less than the dearest views and the margin', () => {
  expect(insolventPackages(PACKAGES.packages)).toEqual([])
})

test('the solvency rule refuses a package that is one cent too cheap and takes one at the limit', () => {
  const at = { id: 'enterprise', credits: 500_000, priceCents: 12_500 } as const
  expect(insolventPackages([at, { ...at, priceCents: 12_499 }])).toEqual([{ ...at, priceCents: 12_499 }])
  expect(insolventPackages(PACKAGES.packages, 21)).toEqual([packageOf('enterprise')])
  expect(insolventPackages(PACKAGES.packages, 20, 6).map(({ id }) => id)).toEqual(['enterprise'])
})

test('views cost from 0.25 € per 1,000', () => {
  expect(lowestCentsPer1000(PACKAGES.packages)).toBe(25)
})

test('a larger package is never dearer per view', () => {
  const prices = PACKAGES.packages.map(({ credits, priceCents }) => priceCents / credits)
  expect(prices).toEqual(prices.toSorted((one, other) => other - one))
})
