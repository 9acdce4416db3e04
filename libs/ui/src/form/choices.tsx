import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'
import { ErrorLine, Field, type FieldProps } from './field.tsx'
import type { Option } from './text-fields.tsx'

type BoxProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  ref?: Ref<HTMLInputElement> | undefined
}

function Box({ label, hint, error, kind, id, ...input }: BoxProps & { kind: 'checkbox' | 'switch' }) {
  const made = useId()
  const inputId = id ?? made
  const describedBy = [error && `${inputId}-error`, hint && `${inputId}-hint`].filter(Boolean).join(' ')
  return (
    <div className="rf-field">
      <label className={`rf-box rf-box-${kind}`} htmlFor={inputId}>
        <input
          {...input}
          id={inputId}
          type="checkbox"
          {...(kind === 'switch' && { role: 'switch' })}
          {...(describedBy && { 'aria-describedby': describedBy })}
          {...(error && { 'aria-invalid': true })}
        />
        <span className="rf-box-text">
          <span>{label}</span>
        </span>
      </label>
      {hint && (
        <p className="rf-field-hint rf-box-hint" id={`${inputId}-hint`}>
          {hint}
        </p>
      )}
      {error && <ErrorLine id={`${inputId}-error`}>{error}</ErrorLine>}
    </div>
  )
}

/** A checkbox is submitted with the form. Use Switch for settings that take effect immediately. */
export const Checkbox = (props: BoxProps) => <Box {...props} kind="checkbox" />

export const Switch = (props: BoxProps) => <Box {...props} kind="switch" />

export type ChoiceProps = {
  label: ReactNode
  /** Hides the label, except from screen readers. */
  hideLabel?: boolean
  options: Option[]
  value: string | undefined
  onValue: (value: string) => void
  /** `list`: vertical. `cards`: framed options with hints. `segments`: one row, for short labels. */
  look?: 'list' | 'cards' | 'segments'
  hint?: ReactNode
  error?: ReactNode
  id?: string
}

/**
 * A radio group for a few options.
 * @example <Choice label="Network" options={networks} value={network} onValue={setNetwork} look="cards" />
 */
export function Choice({ label, hideLabel = false, options, value, onValue, look = 'list', hint, error, id }: ChoiceProps) {
  const made = useId()
  const group = id ?? made
  const describedBy = [error && `${group}-error`, hint && `${group}-hint`].filter(Boolean).join(' ')
  return (
    <fieldset className={`rf-field rf-choice rf-choice-${look}`} id={group} {...(describedBy && { 'aria-describedby': describedBy })}>
      <legend className={hideLabel ? 'rf-hidden' : undefined}>{label}</legend>
      <div className="rf-choice-options">
        {options.map((option) => (
          <label key={option.value} className="rf-box rf-box-radio">
            <input
              type="radio"
              name={group}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              {...(option.figure && { 'aria-label': [option.label, option.figure, option.hint].filter(Boolean).join(', ') })}
              onChange={() => onValue(option.value)}
            />
            <span className="rf-box-text">
              <span>{option.label}</span>
              {option.figure && <span className="rf-box-figure">{option.figure}</span>}
              {option.hint && look !== 'segments' && <span className="rf-box-hint">{option.hint}</span>}
            </span>
          </label>
        ))}
      </div>
      {error && <ErrorLine id={`${group}-error`}>{error}</ErrorLine>}
      {hint && (
        <p className="rf-field-hint" id={`${group}-hint`}>
          {hint}
        </p>
      )}
    </fieldset>
  )
}

export type SliderProps = FieldProps & {
  value: number
  onValue: (value: number) => void
  min: number
  max: number
  step?: number
  /** The value as text, also for screen readers: "10,000 views". */
  text: string
  id?: string
  disabled?: boolean
}

/**
 * A slider for trying out values; shows the current value beside the label.
 * @example <Slider label="Views" min={1000} max={500000} step={1000} value={views} onValue={setViews}
 * text={formatCount(views, locale)} />
 */
export function Slider({ value, onValue, min, max, step = 1, text, id, disabled = false, ...field }: SliderProps) {
  const share = max > min ? ((value - min) / (max - min)) * 100 : 0
  return (
    <Field {...field} id={id} aside={<output className="rf-slider-value">{text}</output>}>
      {(control) => (
        <input
          {...control}
          className="rf-slider"
          type="range"
          min={min}
          max={max}
          step={step}
          value={value}
          disabled={disabled}
          aria-valuetext={text}
          style={{ ['--share' as string]: `${share}%` }}
          onChange={(event) => onValue(event.target.valueAsNumber)}
        />
      )}
    </Field>
  )
}
