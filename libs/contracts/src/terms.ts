/** The version of the terms that people accept today; kept with each acceptance. A file of its own, so that screens can name it without the schemas. */
export const TERMS_VERSION = '1.0'
