import { NumberField, TextField } from '@reelfair/ui'
import { useEffect, useId, useState } from 'react'
import { useText } from './messages/index.ts'
import { MAX_FIGURE } from './search-address.ts'

/** How long to wait after the last keystroke before searching. */
const REST_MS = 500

/** Keeps the user's input until it is valid and the user has paused. */
function useTyped<T>(isValid: (typed: T) => boolean, apply: (typed: T) => void) {
  const [typed, setTyped] = useState<T>()
  useEffect(() => {
    if (typed === undefined || !isValid(typed)) return
    const timer = setTimeout(() => {
      setTyped(undefined)
      apply(typed)
    }, REST_MS)
    return () => clearTimeout(timer)
  }, [typed, isValid, apply])
  return [typed, setTyped] as const
}

const always = () => true

interface TextFilterProps {
  readonly label: string
  readonly before?: string
  readonly placeholder: string
  readonly maxLength: number
  readonly value: string | undefined
  readonly onValue: (value: string | undefined) => void
}

export function TextFilter({ value, onValue, ...field }: TextFilterProps) {
  const [typed, setTyped] = useTyped<string>(always, (text) => onValue(text.trim() || undefined))
  return (
    <TextField
      {...field}
      value={typed ?? value ?? ''}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      onChange={(event) => setTyped(event.target.value)}
    />
  )
}

interface Range {
  readonly min: number | undefined
  readonly max: number | undefined
}

const isFigure = (figure: number | undefined) => figure === undefined || (Number.isFinite(figure) && figure >= 0 && figure <= MAX_FIGURE)

const faultOf = ({ min, max }: Range): 'min' | 'max' | 'order' | undefined => {
  if (!isFigure(min)) return 'min'
  if (!isFigure(max)) return 'max'
  return min !== undefined && max !== undefined && min > max ? 'order' : undefined
}
const isSound = (range: Range) => faultOf(range) === undefined

interface RangeFilterProps extends Range {
  readonly label: string
  readonly onRange: (range: Range) => void
  readonly step: number
  readonly decimals?: number
  readonly unit?: string
}

/** Invalid figures and reversed ranges show an error and are not applied. */
export function RangeFilter({ label, min, max, onRange, step, decimals = 0, unit }: RangeFilterProps) {
  const { t } = useText()
  const labelId = useId()
  const [typed, setTyped] = useTyped<Range>(isSound, onRange)
  const shown = typed ?? { min, max }
  const fault = faultOf(shown)
  const field = { step, decimals, min: 0, placeholder: t('filter-any'), ...(unit && { after: unit }) }
  return (
    <fieldset className="brand-range" aria-labelledby={labelId}>
      <span id={labelId} className="brand-range-label">
        {label}
      </span>
      <NumberField
        {...field}
        label={t('range-from', { figure: label })}
        value={shown.min}
        error={fault === 'min' && t('range-invalid')}
        onValue={(value) => setTyped({ ...shown, min: value })}
      />
      <span className="brand-range-to" aria-hidden="true">
        {t('to')}
      </span>
      <NumberField
        {...field}
        label={t('range-to', { figure: label })}
        value={shown.max}
        error={fault === 'max' ? t('range-invalid') : fault === 'order' && t('range-order')}
        onValue={(value) => setTyped({ ...shown, max: value })}
      />
    </fieldset>
  )
}
