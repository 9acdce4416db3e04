/**
 * The version of the terms that people accept today; kept with each acceptance and each sign-up to a campaign. A file of its own, so that screens can name it
 * without the schemas. @source specification §2
 */
export const TERMS_VERSION = '1.0'

/** The first business day on which that version is in force. @source specification §2 */
export const TERMS_IN_FORCE_SINCE = '2025-08-23'
