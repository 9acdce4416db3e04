import type { Entries, Fault } from './entries.ts'

/** Props of a wizard step. */
export interface StepProps {
  readonly entries: Entries
  readonly set: (change: Partial<Entries>) => void
  /** The error text for a field, after the user has tried to continue. */
  readonly errorOf: (fault: Fault) => string | undefined
  /** The id of the control where a fault can be fixed. */
  readonly idOf: (fault: Fault) => string
}
