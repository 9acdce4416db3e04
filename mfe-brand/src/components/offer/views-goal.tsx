import { VIEWS_GOAL } from '@reelfair/contracts/values'
import { Choice, formatCount, NumberField, Slider } from '@reelfair/ui'
import { useText } from './messages/index.ts'

const QUICK = [10_000, 50_000, 100_000, 250_000, 500_000]

interface ViewsGoalProps {
  readonly id: string
  /** NaN while the input is not a number. */
  readonly value: number | undefined
  readonly onValue: (views: number | undefined) => void
  readonly error: string | undefined
}

/** A field, a slider and common goals, which all show the same value. */
export function ViewsGoal({ id, value, onValue, error }: ViewsGoalProps) {
  const { t, locale } = useText()
  const figure = (views: number) => formatCount(views, locale)
  const ruled = Number.isFinite(value) ? Math.min(VIEWS_GOAL.max, Math.max(VIEWS_GOAL.min, Number(value))) : VIEWS_GOAL.min
  return (
    <div className="brand-goal">
      <NumberField
        id={id}
        label={t('goal')}
        hint={t('goal-hint')}
        after={t('goal-unit')}
        value={value}
        onValue={onValue}
        {...VIEWS_GOAL}
        error={error}
      />
      <div className="brand-goal-slider">
        <Slider label={t('goal')} {...VIEWS_GOAL} value={ruled} onValue={onValue} text={t('goal-text', { views: figure(ruled) })} />
      </div>
      <Choice
        label={t('goal-quick')}
        hideLabel
        look="segments"
        options={QUICK.map((views) => ({ value: String(views), label: figure(views) }))}
        value={String(value)}
        onValue={(views) => onValue(Number(views))}
      />
    </div>
  )
}
