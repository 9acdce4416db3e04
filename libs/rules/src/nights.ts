/** The hours of the night's work. */

/** In Europe/Paris: when a business day is settled. @source decisions §8 */
export const SETTLEMENT_TIME = '02:00'

/** In Europe/Paris: until when the settlement of a day waits for its views to be read. @source decisions §8 */
export const REFRESH_DEADLINE = '04:00'

/** Networks tell their figures up to so many hours late: the last word on a sign-up is so long after its campaign's end. @source decisions §3 */
export const CHECKS_AFTER_HOURS = 48
