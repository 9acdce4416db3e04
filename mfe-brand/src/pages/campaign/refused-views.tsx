import { exclusionTable, mendTable } from '@reelfair/contracts/reasons'
import { NotCharged, RichProvider } from '@reelfair/ui/rich'
import { useText } from '../../messages/index.ts'
import type { Uncharged } from './not-charged.ts'

interface RefusedViewsProps {
  readonly uncharged: Uncharged
  /** New views never count any more, so no fix is named. */
  readonly isOver: boolean
}

/** What was refused, with the fix that its creator is told while the campaign runs. */
export function RefusedViews({ uncharged: { reasons, beyondGoal }, isOver }: RefusedViewsProps) {
  const { t, locale } = useText()
  const rows = [...reasons].map(([reason, views]) => {
    const { [locale]: sentence, mend } = exclusionTable[reason]
    return {
      reason: sentence.replace(/\.$/, ''),
      views,
      ...(!isOver && reason !== 'not_human' && { doing: t('mend-told', { mend: mendTable[mend][locale] }) }),
    }
  })
  const beyond = { reason: t('beyond-goal'), views: beyondGoal, doing: t('beyond-goal-mend') }
  return (
    <RichProvider>
      <NotCharged reasons={[...rows, beyond]} none={t('refused-none')} />
    </RichProvider>
  )
}
