/** The versions of the terms. A file of its own, so that screens can name them without the schemas. */

/** What people accept today; kept with each acceptance and each sign-up to a campaign. @source specification §2, decisions §7 */
export const TERMS_VERSION = '1.1'

/** The first business day on which new accounts and campaigns accept that version. */
export const TERMS_IN_FORCE_SINCE = '2026-11-22'

/** A new version applies so many days later to those who accepted an earlier one. @source specification §5 */
export const TERMS_NOTICE_DAYS = 15

/** Versions that people accepted before, the newest first; each stays readable at `/terms/` and its version. */
export const EARLIER_TERMS = [{ version: '1.0', inForceSince: '2025-08-23' }] as const
