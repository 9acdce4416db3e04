/** The wizard's steps in order. Each step has its own URL, so that the browser's back button works. */
export const STEPS = ['goal', 'audience', 'media', 'link', 'summary', 'payment', 'done'] as const
export type StepName = (typeof STEPS)[number]

const WIZARD = '/brand-dashboard/new-campaign'
export const pathOf = (step: StepName): string => `${WIZARD}/${step}`

export const indexOf = (step: StepName): number => STEPS.indexOf(step)

export const isStep = (name: string | undefined): name is StepName => STEPS.some((step) => step === name)
