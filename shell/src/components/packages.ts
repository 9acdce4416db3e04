import { businessDayOf, type PackageId, rateCardAt } from '@reelfair/rules'

/** What creators earn today. */
export const payToday = () => rateCardAt(businessDayOf(new Date()))

/** Through sign-up and the brand's form to the purchase page, with this package chosen. */
export const buyLink = (id: PackageId) => `/signup?role=brand&redirect=${encodeURIComponent(`/brand-dashboard/purchase?package=${id}`)}`
