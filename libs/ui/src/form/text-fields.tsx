import ChevronDown from 'lucide-react/icons/chevron-down'
import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { type InputHTMLAttributes, type ReactNode, type Ref, type SelectHTMLAttributes, type TextareaHTMLAttributes, useState } from 'react'
import { IconButton } from '../button/button.tsx'
import { Icon } from '../icon/icon.tsx'
import { useWords } from '../provider/ui-provider.tsx'
import { Field, type FieldProps } from './field.tsx'

type Affixes = {
  /** Printed inside the control, before the text: "@". */
  before?: ReactNode
  /** Printed inside the control, after the text: "€", a button. */
  after?: ReactNode
}

export type TextFieldProps = FieldProps &
  Affixes &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'children'> & { ref?: Ref<HTMLInputElement> | undefined }

/**
 * One line of text.
 * @example <TextField label="E-mail" type="email" autoComplete="email" error={errors.email} {...register('email')} />
 */
export function TextField({ label, hint, error, optional, aside, before, after, id, className, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional ?? false} aside={aside} id={id}>
      {(control) => (
        <span className={`rf-input${className ? ` ${className}` : ''}`}>
          {before && <span className="rf-input-affix">{before}</span>}
          <input {...input} {...control} />
          {after && <span className="rf-input-affix">{after}</span>}
        </span>
      )}
    </Field>
  )
}

/** A password, which can be looked at. `autoComplete` is "current-password" or "new-password". */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'after'>) {
  const words = useWords()
  const [shown, setShown] = useState(false)
  return (
    <TextField
      spellCheck={false}
      autoCapitalize="none"
      {...props}
      type={shown ? 'text' : 'password'}
      after={
        <IconButton
          icon={shown ? EyeOff : Eye}
          label={shown ? words.hidePassword : words.showPassword}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        />
      }
    />
  )
}

/** Several lines of text; grows with what is written. With `maxLength` it counts what is left. */
export function TextArea({
  label,
  hint,
  error,
  optional,
  aside,
  id,
  rows = 4,
  maxLength,
  value,
  ...area
}: FieldProps & TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> | undefined }) {
  const count = maxLength !== undefined && typeof value === 'string' ? `${value.length} / ${maxLength}` : undefined
  return (
    <Field label={label} hint={hint} error={error} optional={optional ?? false} aside={aside ?? count} id={id}>
      {(control) => (
        <span className="rf-input rf-input-area">
          <textarea
            {...area}
            {...control}
            rows={rows}
            {...(maxLength !== undefined && { maxLength })}
            {...(value !== undefined && { value })}
          />
        </span>
      )}
    </Field>
  )
}

/** One entry of a select, a choice or a combobox. */
export type Option = {
  value: string
  label: string
  /** A price or a count, drawn large between label and hint; cards only. */
  figure?: string | undefined
  hint?: string | undefined
  disabled?: boolean | undefined
}

/**
 * The browser's own select, for lists of up to about fifteen; longer ones take the rich Combobox.
 * @param placeholder shown while nothing is chosen.
 */
export function Select({
  label,
  hint,
  error,
  optional,
  aside,
  id,
  options,
  placeholder,
  ...select
}: FieldProps &
  SelectHTMLAttributes<HTMLSelectElement> & { options: Option[]; placeholder?: string; ref?: Ref<HTMLSelectElement> | undefined }) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional ?? false} aside={aside} id={id}>
      {(control) => (
        <span className="rf-input rf-input-select">
          <select {...select} {...control}>
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon of={ChevronDown} size={16} />
        </span>
      )}
    </Field>
  )
}
