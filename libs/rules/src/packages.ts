/** The packages of view credits, and the rule that none may be cheaper than what views cost the platform. */

/** One package as it is sold. */
export interface CreditPackage {
  readonly id: PackageId
  /** View credits; one buys one qualified view. */
  readonly credits: number
  /** Euro cents, excluding tax. */
  readonly priceCents: number
}

/** What people call them; the same in both languages. @example PACKAGE_NAMES[order.package] // 'Growth' */
export const PACKAGE_NAMES = {
  starter: 'Starter',
  growth: 'Growth',
  business: 'Business',
  scale: 'Scale',
  enterprise: 'Enterprise',
} as const
export type PackageId = keyof typeof PACKAGE_NAMES

interface PriceList {
  /** First business day on which it holds. */
  readonly validFrom: string
  readonly packages: readonly CreditPackage[]
}

/**
 * What is sold since `validFrom`. An order keeps the credits and the price that it was made with, so a later list changes no order.
 * @source decisions §1
 * @example PACKAGES.packages.map(({ id }) => id) // ['starter', 'growth', 'business', 'scale', 'enterprise']
 */
export const PACKAGES: PriceList = {
  validFrom: '2026-11-01',
  packages: [
    { id: 'starter', credits: 10_000, priceCents: 300 },
    { id: 'growth', credits: 50_000, priceCents: 1_400 },
    { id: 'business', credits: 100_000, priceCents: 2_700 },
    { id: 'scale', credits: 250_000, priceCents: 6_500 },
    { id: 'enterprise', credits: 500_000, priceCents: 12_500 },
  ],
}

/** Cents that the dearest kind of view costs the platform, per 1,000: a partnership's. @source decisions §1, rate card */
export const DEAREST_PAY_CENTS_PER_1000 = 20
/** Cents that have to be left per 1,000 credits. @source decisions §1, solvency rule */
export const MARGIN_CENTS_PER_1000 = 5

/**
 * The package of this name in the list in force.
 * @example packageOf('growth').priceCents // 1400
 */
export function packageOf(id: PackageId): CreditPackage {
  const found = PACKAGES.packages.find((one) => one.id === id)
  if (!found) throw new Error(`the price list has no package ${id}`)
  return found
}

/**
 * The packages that would cost less per 1,000 credits than the pay rate and the margin; none when the platform stays solvent. In whole numbers, for a
 * price of 24.9999 cents is below 25.
 * @example insolventPackages([{ id: 'growth', credits: 50_000, priceCents: 1_249 }], 20, 5) // the same package: 24.98 cents per 1,000
 */
export const insolventPackages = (
  packages: readonly CreditPackage[],
  payCentsPer1000: number = DEAREST_PAY_CENTS_PER_1000,
  marginCentsPer1000: number = MARGIN_CENTS_PER_1000,
): readonly CreditPackage[] =>
  packages.filter(({ credits, priceCents }) => priceCents * 1_000 < (payCentsPer1000 + marginCentsPer1000) * credits)

/**
 * What 1,000 views cost at the cheapest, in cents and not rounded: "from 0.25 € per 1,000 views".
 * @example lowestCentsPer1000(PACKAGES.packages) // 25
 */
export const lowestCentsPer1000 = (packages: readonly CreditPackage[]): number =>
  Math.min(...packages.map(({ credits, priceCents }) => (priceCents * 1_000) / credits))
