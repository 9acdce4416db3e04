import { SETTING_DEFAULTS } from '@reelfair/contracts'
import { PACKAGE_NAMES } from '@reelfair/rules'
import { expect, test } from 'vitest'
import { cheapestOf, explainInsolvency, findInsolvency, type Prices } from './solvency.ts'

const day = (n: number) => new Date(Date.UTC(2026, 10, n, 23))
const now = day(1)
const dated = <Value>(value: Value, at = day(0), version = 0) => ({ value, validFrom: at, version })
const packages = (enterpriseCents: number) => [
  ...SETTING_DEFAULTS.packages.slice(0, 4),
  { id: 'enterprise' as const, credits: 500_000, priceCents: enterpriseCents },
]
const card = (partnershipCentsPer1000: number, campaignCentsPer1000 = 10) => ({ campaignCentsPer1000, partnershipCentsPer1000 })
const initial: Prices = {
  packages: [dated(packages(12_500))],
  rate_card: [dated(card(20))],
  solvency_margin_cents: [dated(5)],
  cheapestSold: cheapestOf(packages(12_500)),
}
const at = <Value>(n: number, value: Value, version = 1) => dated(value, day(n), version)
const add = (more: Partial<Prices>): Prices => ({
  cheapestSold: more.cheapestSold ?? initial.cheapestSold,
  packages: [...initial.packages, ...(more.packages ?? [])],
  rate_card: [...initial.rate_card, ...(more.rate_card ?? [])],
  solvency_margin_cents: [...initial.solvency_margin_cents, ...(more.solvency_margin_cents ?? [])],
})

test.each([
  ['the initial prices', {}, undefined],
  ['a price at the limit', { packages: [at(2, packages(12_500))] }, undefined],
  ['a price one cent below the limit', { packages: [at(2, packages(12_499))] }, [2, 20, 5]],
  [
    'a pay rate one cent above the limit, at once, because credits sold today may be spent then',
    { rate_card: [at(9, card(21))] },
    [1, 21, 5],
  ],
  ['a campaign rate that is the dearest', { rate_card: [at(9, card(20, 21))] }, [1, 21, 5]],
  ['a margin one cent above the limit, from its day', { solvency_margin_cents: [at(4, 6)] }, [4, 20, 6]],
  ['a lower margin', { solvency_margin_cents: [at(4, 0)] }, undefined],
  ['a price that only a coming lower margin allows', { packages: [at(5, packages(12_000))], solvency_margin_cents: [at(5, 4)] }, undefined],
  ['such a price one day too early', { packages: [at(4, packages(12_000))], solvency_margin_cents: [at(5, 4)] }, [4, 20, 5]],
  ['a price that only a coming lower rate allows', { packages: [at(5, packages(10_000))], rate_card: [at(5, card(15))] }, undefined],
  ['such a price one day too early', { packages: [at(4, packages(10_000))], rate_card: [at(5, card(15))] }, [4, 20, 5]],
  [
    'a later rise above a price that a lower rate allows',
    { packages: [at(5, packages(10_000))], rate_card: [at(5, card(15)), at(8, card(20), 2)] },
    [5, 20, 5],
  ],
  ['a replaced value of the same day', { packages: [at(2, packages(12_499)), at(2, packages(12_500), 2)] }, undefined],
  [
    'a higher price and a higher rate on the same day, because the price is not in force yet',
    { packages: [at(3, packages(14_000))], rate_card: [at(3, card(23))] },
    [1, 23, 5],
  ],
] as const)('%s', (_, more, found) => {
  const insolvency = findInsolvency(add(more as Parameters<typeof add>[0]), now)
  expect(insolvency && [insolvency.from, insolvency.payCentsPer1000, insolvency.marginCentsPer1000]).toEqual(
    found && [day(found[0]), found[1], found[2]],
  )
})

const dearer = SETTING_DEFAULTS.packages.map((one) => ({ ...one, priceCents: one.priceCents * 2 }))

test('allows a higher rate once a sufficient price is in force, if no credits were ever sold for less', () => {
  const later = { packages: [at(1, dearer)], cheapestSold: cheapestOf(dearer) }
  expect(findInsolvency(add({ ...later, rate_card: [at(9, card(45))] }), now)).toBeUndefined()
  expect(findInsolvency(add({ ...later, rate_card: [at(9, card(46))] }), now)).toMatchObject({
    package: { id: 'enterprise' },
    isFormer: false,
  })
})

test('a former price must cover every rate, but not the margin', () => {
  const raised = { packages: [at(1, dearer)] }
  expect(findInsolvency(add({ ...raised, rate_card: [at(9, card(25))], solvency_margin_cents: [at(3, 25)] }), now)).toBeUndefined()
  expect(findInsolvency(add({ ...raised, rate_card: [at(5, card(25)), at(9, card(20, 26), 2)] }), now)).toEqual({
    from: day(9),
    package: { id: 'enterprise', credits: 500_000, priceCents: 12_500 },
    payCentsPer1000: 26,
    marginCentsPer1000: 0,
    isFormer: true,
  })
})

test('does not check the rate in force against a former price, because no change cures it', () => {
  const card45 = { packages: [at(1, dearer)], rate_card: [at(1, card(45))] }
  expect(findInsolvency(add(card45), now)).toBeUndefined()
  expect(findInsolvency(add({ ...card45, rate_card: [...card45.rate_card, at(2, card(20), 2)] }), now)).toBeUndefined()
  expect(findInsolvency(add({ ...card45, rate_card: [...card45.rate_card, at(2, card(26), 2)] }), now)).toMatchObject({ from: day(2) })
})

test('finds the lowest price per credit, not the lowest price', () => {
  const [starter, , , , enterprise] = packages(12_500)
  expect(cheapestOf([starter ?? expect.unreachable(), enterprise ?? expect.unreachable()])).toBe(enterprise)
})

test('explains the calculation in both languages', () => {
  const insolvency = {
    from: day(1),
    package: packages(12_499)[4] ?? expect.unreachable(),
    payCentsPer1000: 20,
    marginCentsPer1000: 5,
    isFormer: false,
  }
  expect(explainInsolvency(insolvency, 'en')).toEqual({
    day: '2 November 2026',
    package: PACKAGE_NAMES.enterprise,
    packageId: 'enterprise',
    credits: '500,000',
    price: '€124.99',
    pay: '€0.20',
    margin: '€0.05',
    needed: '€125.00',
    missing: '€0.01',
    missingCents: 1,
    max: '€0.19',
  })
  expect(explainInsolvency(insolvency, 'fr')).toMatchObject({ day: '2 novembre 2026', credits: '500\u00a0000', needed: '125,00\u00a0€' })
})
