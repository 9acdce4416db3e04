/** Values that screens choose from or wait for. Without zod, so that a screen can load them alone (`@reelfair/contracts/values`); the schemas are made of them. */

/** Where creators post, in the order in which people choose. @example NETWORKS.map((network) => t(`network-${network}`)) */
export const NETWORKS = ['instagram', 'tiktok', 'youtube'] as const

/** The languages of an audience. @example AUDIENCE_LANGUAGES.find((one) => one === address.get('language')) */
export const AUDIENCE_LANGUAGES = ['en', 'de', 'it', 'pt'] as const

/** Where in the world a brand looks for an audience. @source specification §3 */
export const ZONES = ['EU', 'US', 'LATAM', 'APAC'] as const

/** After so long a verification is said to take longer than usual. @source specification §9 */
export const VERIFICATION_SLOW_SECONDS = 120
