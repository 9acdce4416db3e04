import CircleAlert from 'lucide-react/icons/circle-alert'
import { type ReactNode, useId } from 'react'
import { Icon } from '../icon/icon.tsx'
import { useWords } from '../provider/ui-provider.tsx'

export type FieldProps = {
  label: ReactNode
  hint?: ReactNode
  /** The error explains the problem and how to fix it. */
  error?: ReactNode
  /** Adds "optional" to the label. Required fields have no mark. */
  optional?: boolean
  /** Content to the right of the label, such as a character count or a link. */
  aside?: ReactNode
}

export type ControlProps = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

export function ErrorLine({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p className="rf-error-line" id={id}>
      <Icon of={CircleAlert} size={16} />
      <span>{children}</span>
    </p>
  )
}

/**
 * Connects a label, a hint and an error message to a control.
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
