/** Packages of view credits. Under the solvency rule, no package costs less than its views cost the platform. */

export interface CreditPackage {
  readonly id: PackageId
  /** One credit pays for one qualified view. */
  readonly credits: number
  /** Price in euro cents, excluding tax. */
  readonly priceCents: number
}

/** Display names in both languages. @example PACKAGE_NAMES[order.package] // 'Growth' */
export const PACKAGE_NAMES = {
  starter: 'Starter',
  growth: 'Growth',
  business: 'Business',
  scale: 'Scale',
  enterprise: 'Enterprise',
} as const
export type PackageId = keyof typeof PACKAGE_NAMES

interface PriceList {
  /** First business day of the price list. */
  readonly validFrom: string
  readonly packages: readonly CreditPackage[]
}

/**
 * The current price list. An order stores its own credits and price, so a new list does not change existing orders.
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

/** The platform's highest cost in cents per 1,000 views: the partnership rate. @source decisions §1, rate card */
export const HIGHEST_PAY_CENTS_PER_1000 = 20
/** Required margin in cents per 1,000 credits. @source decisions §1, solvency rule */
const MARGIN_CENTS_PER_1000 = 5

/**
 * Finds a package in the current price list.
 * @example packageOf('growth').priceCents // 1400
 */
export function packageOf(id: PackageId): CreditPackage {
  const found = PACKAGES.packages.find((one) => one.id === id)
  if (!found) throw new Error(`package ${id} is not in the price list`)
  return found
}

/**
 * Returns the packages whose price per 1,000 credits is below the pay rate plus the margin. Compares whole numbers, so
 * that 24.9999 cents do not round up to 25.
 * @example insolventPackages([{ id: 'growth', credits: 50_000, priceCents: 1_249 }], 20, 5) // the same package: 24.98 cents per 1,000
 */
export const insolventPackages = (
  packages: readonly CreditPackage[],
  payCentsPer1000: number = HIGHEST_PAY_CENTS_PER_1000,
  marginCentsPer1000: number = MARGIN_CENTS_PER_1000,
): readonly CreditPackage[] =>
  packages.filter(({ credits, priceCents }) => priceCents * 1_000 < (payCentsPer1000 + marginCentsPer1000) * credits)

/**
 * Lowest price of 1,000 views in cents, not rounded.
 * @example lowestCentsPer1000(PACKAGES.packages) // 25
 */
export const lowestCentsPer1000 = (packages: readonly CreditPackage[]): number =>
  Math.min(...packages.map(({ credits, priceCents }) => (priceCents * 1_000) / credits))
