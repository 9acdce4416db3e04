/** Views that a brand can order at once, in the wizard and in invitations. */
export const GOAL = { min: 1_000, max: 500_000, step: 1_000 } as const

export const isGoal = (views: number | undefined): views is number =>
  Number.isInteger(views) && Number(views) >= GOAL.min && Number(views) <= GOAL.max && Number(views) % GOAL.step === 0
