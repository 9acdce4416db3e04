/** Metrics are kept for 24 months. @source decisions §7 */
export const KEPT_SECONDS = 730 * 86_400
