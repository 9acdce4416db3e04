import ChevronDown from 'lucide-react/icons/chevron-down'
import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { type InputHTMLAttributes, type ReactNode, type Ref, type SelectHTMLAttributes, type TextareaHTMLAttributes, useState } from 'react'
import { IconButton } from '../button/button.tsx'
import { formatCount } from '../format.ts'
import { Icon } from '../icon/icon.tsx'
import { useUi, useWords } from '../provider/ui-provider.tsx'
import { Field, type FieldProps } from './field.tsx'

type Affixes = {
  /** Prefix inside the control: "@". */
  before?: ReactNode
  /** Suffix inside the control: "€" or a button. */
  after?: ReactNode
}

export type TextFieldProps = FieldProps &
  Affixes &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'children'> & { ref?: Ref<HTMLInputElement> | undefined }

/**
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

/** Set `autoComplete` to "current-password" or "new-password". */
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

/** The text area grows with its content. With `maxLength`, it shows a character count. */
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
  const { locale } = useUi()
  const counted = (length: number) => formatCount(length, locale)
  const count = maxLength !== undefined && typeof value === 'string' ? `${counted(value.length)} / ${counted(maxLength)}` : undefined
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

export type Option = {
  value: string
  label: string
  /** A price or count, which cards show in large type between the label and the hint. */
  figure?: string | undefined
  hint?: string | undefined
  disabled?: boolean | undefined
}

/** A native select for up to about 15 options. Use Combobox for longer lists. */
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
