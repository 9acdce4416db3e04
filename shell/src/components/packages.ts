import type { PackageId } from '@reelfair/rules'

/** What creators earn per 1,000 qualified views, in cents. @source decisions §1, the rate card in force */
export const pay = { campaignCents: 10, partnershipCents: 20 } as const

/** Through sign-up and the brand's form to the purchase page, with this package chosen. */
export const buyLink = (id: PackageId) => `/signup?role=brand&redirect=${encodeURIComponent(`/brand-dashboard/purchase?package=${id}`)}`
