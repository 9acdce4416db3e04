import { businessDayOf, type PackageId, rateCardAt } from '@reelfair/rules'

/** The rate card that applies today. */
export const todaysRateCard = () => rateCardAt(businessDayOf(new Date()))

/** Through sign-up and the brand's form to the purchase page, with this package chosen. */
export const buyLink = (id: PackageId) => `/signup?role=brand&redirect=${encodeURIComponent(`/brand-dashboard/purchase?package=${id}`)}`
