import { businessDayOf, PACKAGES, type PackageId, rateCardAt } from '@reelfair/rules'

export const todaysRateCard = () => rateCardAt(businessDayOf(new Date()))

/** Links to sign-up. Later, the redirect opens the purchase page with this package selected. */
export const buyLink = (id: PackageId) => `/signup?role=brand&redirect=${encodeURIComponent(`/brand-dashboard/purchase?package=${id}`)}`

/** The prices and rates of this build. */
export const BUILT = { packages: PACKAGES.packages, rateCard: todaysRateCard() } as const
