import type { CheckedField, Entries } from './entries.ts'

/** Props of a wizard step. */
export interface StepProps {
  readonly entries: Entries
  readonly set: (change: Partial<Entries>) => void
  /** The error text for a field, after the user has tried to continue. */
  readonly errorOf: (field: CheckedField) => string | undefined
  /** The id of a field's control. */
  readonly idOf: (field: CheckedField) => string
}
