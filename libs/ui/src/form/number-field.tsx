import { type KeyboardEvent, useState } from 'react'
import { formatDecimal, type Locale } from '../format.ts'
import { useLocale } from '../provider/ui-provider.tsx'
import { parseNumber } from './parse-number.ts'
import { TextField, type TextFieldProps } from './text-fields.tsx'

const print = (value: number | undefined, locale: Locale, decimals: number): string =>
  value === undefined || Number.isNaN(value) ? '' : formatDecimal(value, locale, decimals)

export type NumberFieldProps = Omit<TextFieldProps, 'value' | 'onChange' | 'min' | 'max' | 'step' | 'type'> & {
  value: number | undefined
  /** Called on every change, with undefined for empty text and NaN for invalid text. The form checks the limits. */
  onValue: (value: number | undefined) => void
  min?: number
  max?: number
  /** Amount by which the up and down arrow keys change the value. */
  step?: number
  /** Number of decimal places: 0 for views, 2 for euros. */
  decimals?: number
}

/**
 * A number field that adds thousands separators on blur.
 * @example <NumberField label="Views" value={views} onValue={setViews} step={1000} after="views" />
 */
export function NumberField({ value, onValue, min, max, step = 1, decimals = 0, onKeyDown, onBlur, ...rest }: NumberFieldProps) {
  const locale = useLocale()
  // The field shows text exactly as typed until blur.
  const [typed, setTyped] = useState<string>()
  const clamp = (next: number) => Math.min(max ?? next, Math.max(min ?? next, next))
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    onKeyDown?.(event)
    const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
    if (direction === 0) return
    event.preventDefault()
    const base = value === undefined || Number.isNaN(value) ? (min ?? 0) : value
    setTyped(undefined)
    onValue(clamp(Number((base + direction * step).toFixed(decimals))))
  }
  return (
    <TextField
      {...rest}
      type="text"
      inputMode={decimals > 0 ? 'decimal' : 'numeric'}
      autoComplete="off"
      className="rf-input-number"
      value={typed ?? print(value, locale, decimals)}
      onChange={(event) => {
        setTyped(event.target.value)
        onValue(parseNumber(event.target.value, locale))
      }}
      onKeyDown={press}
      onBlur={(event) => {
        // Invalid text stays, so that the user can correct it.
        if (!Number.isNaN(value)) setTyped(undefined)
        onBlur?.(event)
      }}
    />
  )
}
