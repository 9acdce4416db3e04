/**
 * The version of the terms that people accept today, in force since 23/08/2025; kept with each acceptance and each sign-up to a campaign. A file of its own, so
 * that screens can name it without the schemas. @source specification §2
 */
export const TERMS_VERSION = '1.0'
