import type { Category } from '@reelfair/contracts'
import { Choice, formatCount, NumberField, Select, Slider, TextField } from '@reelfair/ui'
import { categoryOptions } from '../../components/categories.ts'
import { Cost } from './cost.tsx'
import { type Entries, GOAL, NAME_UNITS } from './entries.ts'
import { useText } from './messages/index.ts'
import type { StepProps } from './step-props.ts'

const QUICK = [10_000, 50_000, 100_000, 250_000, 500_000]

export function GoalStep({ entries, set, errorOf, idOf }: StepProps) {
  const { t, locale } = useText()
  const { name, category, duration } = entries
  return (
    <div className="brand-columns">
      <div className="brand-fields">
        <TextField
          id={idOf('name')}
          label={t('new-name')}
          hint={t('new-name-hint')}
          value={name}
          maxLength={NAME_UNITS}
          onChange={(event) => set({ name: event.target.value })}
          error={errorOf('name')}
          autoComplete="off"
        />
        <Select
          id={idOf('category')}
          label={t('new-category')}
          hint={t('new-category-hint')}
          placeholder={t('new-category-placeholder')}
          options={categoryOptions(locale)}
          value={category}
          onChange={(event) => set({ category: event.target.value as Category | '' })}
          error={errorOf('category')}
        />
        <ViewsGoal entries={entries} set={set} errorOf={errorOf} idOf={idOf} />
        <Choice
          label={t('new-duration')}
          look="segments"
          hint={t('new-duration-hint')}
          options={[
            { value: '1w', label: t('new-duration-1w') },
            { value: '1 month', label: t('new-duration-1month') },
          ]}
          value={duration}
          onValue={(chosen) => set({ duration: chosen as Entries['duration'] })}
        />
      </div>
      <Cost entries={entries} />
    </div>
  )
}

function ViewsGoal({ entries: { viewsGoal }, set, errorOf, idOf }: StepProps) {
  const { t, locale } = useText()
  const figure = (views: number) => formatCount(views, locale)
  const ruled = Number.isFinite(viewsGoal) ? Math.min(GOAL.max, Math.max(GOAL.min, Number(viewsGoal))) : GOAL.min
  return (
    <div className="brand-goal">
      <NumberField
        id={idOf('viewsGoal')}
        label={t('new-goal')}
        hint={t('new-goal-hint')}
        after={t('new-goal-unit')}
        value={viewsGoal}
        onValue={(views) => set({ viewsGoal: views })}
        {...GOAL}
        error={errorOf('viewsGoal')}
      />
      <div className="brand-goal-slider">
        <Slider
          label={t('new-goal')}
          {...GOAL}
          value={ruled}
          onValue={(views) => set({ viewsGoal: views })}
          text={t('new-goal-text', { views: figure(ruled) })}
        />
      </div>
      <Choice
        label={t('new-goal-quick')}
        hideLabel
        look="segments"
        options={QUICK.map((views) => ({ value: String(views), label: figure(views) }))}
        value={String(viewsGoal)}
        onValue={(views) => set({ viewsGoal: Number(views) })}
      />
    </div>
  )
}
