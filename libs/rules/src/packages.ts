/** Packages of view credits. Under the solvency rule, no package costs less than its views cost the platform. */
import { SETTING_DEFAULTS, SETTINGS_BEGIN } from '@reelfair/contracts/setting-defaults'

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
 * The initial price list, in force until the setting `packages` changes. An order stores its own credits and price, so
 * a new list does not change existing orders.
 * @source decisions §1
 * @example PACKAGES.packages.map(({ id }) => id) // ['starter', 'growth', 'business', 'scale', 'enterprise']
 */
export const PACKAGES: PriceList = { validFrom: SETTINGS_BEGIN, packages: SETTING_DEFAULTS.packages }

/**
 * Finds a package in a price list.
 * @example packageOf('growth').priceCents // 1400
 */
export function packageOf(id: PackageId, packages: readonly CreditPackage[] = PACKAGES.packages): CreditPackage {
  const found = packages.find((one) => one.id === id)
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
  payCentsPer1000: number,
  marginCentsPer1000: number,
): readonly CreditPackage[] =>
  packages.filter(({ credits, priceCents }) => priceCents * 1_000 < (payCentsPer1000 + marginCentsPer1000) * credits)

/**
 * Lowest price per 1,000 views in cents, not rounded.
 * @example lowestCentsPer1000(PACKAGES.packages) // 25
 */
export const lowestCentsPer1000 = (packages: readonly CreditPackage[]): number =>
  Math.min(...packages.map(({ credits, priceCents }) => (priceCents * 1_000) / credits))
