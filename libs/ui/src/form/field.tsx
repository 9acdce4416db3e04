import CircleAlert from 'lucide-react/icons/circle-alert'
import { type ReactNode, useId } from 'react'
import { Icon } from '../icon/icon.tsx'
import { useWords } from '../provider/ui-provider.tsx'

/** What every field takes: a label above, a hint below, an error with its way out. */
export type FieldProps = {
  label: ReactNode
  hint?: ReactNode
  /** A sentence that says what is wrong and how to mend it. */
  error?: ReactNode
  /** Says "optional" beside the label; required fields say nothing. */
  optional?: boolean
  /** Right of the label: a count, a quiet link. */
  aside?: ReactNode
}

/** What the control of a field must carry. */
export type ControlProps = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** The line of an error, with its sign; used by fields and forms. */
export function ErrorLine({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p className="rf-error-line" id={id}>
      <Icon of={CircleAlert} size={16} />
      <span>{children}</span>
    </p>
  )
}

/**
 * Ties a label, a hint and an error to one control.
 * @param id given from outside where an ErrorSummary leads to the field.
 * @example <Field label="Country">{(control) => <MyControl {...control} />}</Field>
 */
export function Field({
  label,
  hint,
  error,
  optional = false,
  aside,
  id,
  children,
}: FieldProps & { id?: string | undefined; children: (control: ControlProps) => ReactNode }) {
  const words = useWords()
  const made = useId()
  const controlId = id ?? made
  const hintId = `${controlId}-hint`
  const errorId = `${controlId}-error`
  const describedBy = [error && errorId, hint && hintId].filter(Boolean).join(' ')
  return (
    <div className="rf-field" data-invalid={error ? true : undefined}>
      <div className="rf-field-head">
        <label htmlFor={controlId}>
          {label}
          {optional && <span className="rf-field-optional"> {words.optional}</span>}
        </label>
        {aside && <span className="rf-field-aside">{aside}</span>}
      </div>
      {children({ id: controlId, 'aria-describedby': describedBy || undefined, 'aria-invalid': error ? true : undefined })}
      {error && <ErrorLine id={errorId}>{error}</ErrorLine>}
      {hint && (
        <p className="rf-field-hint" id={hintId}>
          {hint}
        </p>
      )}
    </div>
  )
}
