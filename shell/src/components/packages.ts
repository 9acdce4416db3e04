import { SETTING_DEFAULTS } from '@reelfair/contracts/setting-defaults'
import { PACKAGES, type PackageId, RATE_CARD } from '@reelfair/rules'

/** Links to sign-up. Later, the redirect opens the purchase page with this package selected. */
export const buyLink = (id: PackageId) => `/signup?role=brand&redirect=${encodeURIComponent(`/brand-dashboard/purchase?package=${id}`)}`

/** The public settings that screens show until the current ones load. */
export const BUILT = { packages: PACKAGES.packages, rateCard: RATE_CARD, reviewHours: SETTING_DEFAULTS.review_hours } as const
