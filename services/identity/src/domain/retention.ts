/** The nightly job removes sign-ups that stay unconfirmed for this long. */
export const UNCONFIRMED_DAYS = 30
