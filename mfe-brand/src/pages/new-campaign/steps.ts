/** The wizard's steps, in their order; each is a place in the address, so that the browser's back goes a step back. */
export const STEPS = ['goal', 'audience', 'media', 'link', 'summary', 'payment', 'done'] as const
export type StepName = (typeof STEPS)[number]

export const WIZARD = '/brand-dashboard/new-campaign'
export const pathOf = (step: StepName): string => `${WIZARD}/${step}`

/** Of a step's name: 0 for the first. */
export const indexOf = (step: StepName): number => STEPS.indexOf(step)

export const isStep = (name: string | undefined): name is StepName => STEPS.some((step) => step === name)
