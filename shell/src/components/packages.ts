import type { Locale } from '@reelfair/contracts'
import { businessDayOf, lowestCentsPer1000, PACKAGES, type PackageId, rateCardAt } from '@reelfair/rules'
import { formatCents } from '@reelfair/ui'

export const todaysRateCard = () => rateCardAt(businessDayOf(new Date()))

/** Links to sign-up. Later, the redirect opens the purchase page with this package selected. */
export const buyLink = (id: PackageId) => `/signup?role=brand&redirect=${encodeURIComponent(`/brand-dashboard/purchase?package=${id}`)}`

/** @example lowestPrice('en') // '€0.25' */
export const lowestPrice = (locale: Locale) => formatCents(lowestCentsPer1000(PACKAGES.packages), locale)
