/** The nightly reading. */

/** The hour in Europe/Paris at which views are read. @source decisions §8 */
export const READING_HOUR = '00:00'
