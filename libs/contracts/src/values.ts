/**
 * Plain values for screens. Does not import zod, so that a screen can load it on its own
 * (`@reelfair/contracts/values`). The schemas build on these values.
 */

/**
 * Social networks, in the order in which screens list them.
 * @example NETWORKS.map((network) => t(`network-${network}`))
 */
export const NETWORKS = ['instagram', 'tiktok', 'youtube'] as const

/** Languages of an audience. @example AUDIENCE_LANGUAGES.find((one) => one === address.get('language')) */
export const AUDIENCE_LANGUAGES = ['en', 'de', 'it', 'pt'] as const

/** World regions in which a brand looks for an audience. @source specification §3 */
export const ZONES = ['EU', 'US', 'LATAM', 'APAC'] as const

/** Seconds after which screens report that a verification takes longer than usual. @source specification §9 */
export const VERIFICATION_SLOW_SECONDS = 120
