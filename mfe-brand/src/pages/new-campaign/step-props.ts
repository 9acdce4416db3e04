import type { CheckedField, Entries } from './entries.ts'

export interface StepProps {
  readonly entries: Entries
  readonly set: (change: Partial<Entries>) => void
  /** Undefined until the user tries to continue. */
  readonly errorOf: (field: CheckedField) => string | undefined
  readonly idOf: (field: CheckedField) => string
}
