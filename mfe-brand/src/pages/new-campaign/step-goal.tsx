import type { Category } from '@reelfair/contracts'
import { Choice, Select, TextField } from '@reelfair/ui'
import { categoryOptions } from '../../components/categories.ts'
import { ViewsGoal } from '../../components/offer/views-goal.tsx'
import { Cost } from './cost.tsx'
import { type Entries, NAME_UNITS } from './entries.ts'
import { useText } from './messages/index.ts'
import type { StepProps } from './step-props.ts'

export function GoalStep({ entries, set, errorOf, idOf }: StepProps) {
  const { t, locale } = useText()
  const { name, category, viewsGoal, duration } = entries
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
        <ViewsGoal id={idOf('viewsGoal')} value={viewsGoal} onValue={(views) => set({ viewsGoal: views })} error={errorOf('viewsGoal')} />
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
