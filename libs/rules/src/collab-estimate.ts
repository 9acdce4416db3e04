/** The estimate on a public creator page. The budget only sizes the goal: brands pay in view credits. */

/** Highest goal of a partnership, whatever the budget. @source decisions §4 */
export const MAX_COLLAB_VIEWS = 500_000

/** The CPM in hundredths of the RPM. @source decisions §1: CPM shown = creator rpm × 1.05 */
const CPM_PERCENT = 105

export interface CollabEstimate {
  /** Euro cents per 1,000 views. */
  readonly cpmCents: number
  /** Views goal, and credits to hold: one per view. */
  readonly views: number
  /** Whether the budget would buy more than `MAX_COLLAB_VIEWS`. */
  readonly isCapped: boolean
}

const cpmOf = (rpmCents: number) => Math.floor((rpmCents * CPM_PERCENT + 50) / 100)

/**
 * Estimates the views of a budget. The CPM is rounded to whole cents, halves up, so that the views follow from the two
 * figures shown: `budget ÷ CPM × 1,000`, rounded down and limited to `MAX_COLLAB_VIEWS`.
 * @param given.budgetCents whole euro cents
 * @param given.rpmCents the creator's rate in euro cents per 1,000 views, at least 1
 * @throws RangeError for an invalid budget or rate
 * @example collabEstimate({ budgetCents: 10_000, rpmCents: 100 }) // { cpmCents: 105, views: 95_238, isCapped: false }
 * @source decisions §4, specification §9
 */
export function collabEstimate(given: { readonly budgetCents: number; readonly rpmCents: number }): CollabEstimate {
  const { budgetCents, rpmCents } = given
  const isCents = (cents: number) => Number.isInteger(cents) && Number.isSafeInteger(cents * 1_000)
  if (!isCents(budgetCents) || budgetCents < 0 || !isCents(rpmCents) || rpmCents < 1)
    throw new RangeError(`cannot estimate the views of ${budgetCents} cents at ${rpmCents} cents per 1,000`)
  const cpmCents = cpmOf(rpmCents)
  const views = Math.floor((budgetCents * 1_000) / cpmCents)
  return { cpmCents, views: Math.min(views, MAX_COLLAB_VIEWS), isCapped: views > MAX_COLLAB_VIEWS }
}

/**
 * The lowest budget in euro cents that buys `MAX_COLLAB_VIEWS`.
 * @example fullCollabBudgetCents(100) // 52_500
 */
export const fullCollabBudgetCents = (rpmCents: number): number => Math.ceil((MAX_COLLAB_VIEWS * cpmOf(rpmCents)) / 1_000)
