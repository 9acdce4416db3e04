/**
 * Metrics are kept for 24 months after the sign-up's end. All documents of a sign-up carry the same date, the end
 * planned at sign-up, so they are removed together. An early end of the campaign does not change that date, and the
 * campaigns service uses the same date.
 * @source decisions §7
 */
export const KEPT_SECONDS = 730 * 86_400

/**
 * Margin of one day: the database removes expired documents collection by collection, and a recount takes a while to
 * read them.
 */
const GOING_SECONDS = 86_400

/**
 * Whether a sign-up's documents are being removed or may be removed at any moment, so that a recount would be
 * incomplete.
 */
export const isExpiring = ({ plannedEnd }: { readonly plannedEnd: Date }, now: Date): boolean =>
  now.getTime() >= plannedEnd.getTime() + (KEPT_SECONDS - GOING_SECONDS) * 1_000
