import type { Entries, Fault } from './entries.ts'

/** What a step of the wizard is given. */
export interface StepProps {
  readonly entries: Entries
  readonly set: (change: Partial<Entries>) => void
  /** What is wrong with a field, once one has tried to go on. */
  readonly errorOf: (fault: Fault) => string | undefined
  /** The control that a fault is mended at. */
  readonly idOf: (fault: Fault) => string
}
