/** Screens can load this file without the schemas. */

/** Current version, stored with each acceptance and each campaign sign-up. @source specification §2, decisions §7 */
export const TERMS_VERSION = '1.1'

/** First business day on which the current version applies to new accounts and campaign sign-ups. */
export const TERMS_IN_FORCE_SINCE = '2026-11-22'

/** Days until a new version applies to users who accepted an earlier one. @source specification §5 */
export const TERMS_NOTICE_DAYS = 15

/** Earlier versions stay readable at `/terms/<version>`. */
export const EARLIER_TERMS = [{ version: '1.0', inForceSince: '2025-08-23' }] as const
