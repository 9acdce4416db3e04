/**
 * Metrics are kept for 24 months after the sign-up's end: all of a sign-up bears the same date, the end that was planned when it was told, and goes together.
 * An early end of its campaign does not change that date, and campaigns has it too.
 * @source decisions §7
 */
export const KEPT_SECONDS = 730 * 86_400

/** The database removes collection by collection, by its own clock, and whoever reads them one after the other takes a while. */
const GOING_SECONDS = 86_400

/** Whether a sign-up's documents may be removed at any moment, or some of them are already: nothing can be told from what is left. */
export const isGoing = ({ plannedEnd }: { readonly plannedEnd: Date }, now: Date): boolean =>
  now.getTime() >= plannedEnd.getTime() + (KEPT_SECONDS - GOING_SECONDS) * 1_000
