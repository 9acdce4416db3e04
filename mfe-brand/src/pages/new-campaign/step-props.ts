import type { CheckedField, Entries } from './entries.ts'

export interface StepProps {
  readonly entries: Entries
  readonly set: (change: Partial<Entries>) => void
  /** The error text for a field, or undefined until the user tries to continue. */
  readonly errorOf: (field: CheckedField) => string | undefined
  readonly idOf: (field: CheckedField) => string
}
