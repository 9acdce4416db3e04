/**
 * Metrics are kept for 24 months after the planned end of the sign-up or partnership, so all its documents are removed
 * together. An early end does not change that date. The campaigns and partnerships services use the same date.
 * @source decisions §7
 */
export const KEPT_SECONDS = 730 * 86_400

/**
 * A margin of one day, because the database removes expired documents collection by collection, and a recount needs
 * time to read them.
 */
const GOING_SECONDS = 86_400

/** Whether the database may be removing a sign-up's documents, so that a recount would be incomplete. */
export const isExpiring = ({ plannedEnd }: { readonly plannedEnd: Date }, now: Date): boolean =>
  now.getTime() >= plannedEnd.getTime() + (KEPT_SECONDS - GOING_SECONDS) * 1_000
