import { exclusionTable, mendTable } from '@reelfair/contracts/reasons'
import { NotCharged, RichProvider } from '@reelfair/ui/rich'
import { useText } from '../../messages/index.ts'
import type { Uncharged } from './not-charged.ts'

/** What was refused, with what would mend it; its code is fetched when it is first shown. */
export function RefusedViews({ uncharged: { reasons, beyondGoal } }: { uncharged: Uncharged }) {
  const { t, locale } = useText()
  const rows = [...reasons].map(([reason, views]) => {
    const { [locale]: sentence, mend } = exclusionTable[reason]
    return {
      reason: sentence.replace(/\.$/, ''),
      views,
      ...(reason !== 'not_human' && { doing: t('mend-told', { mend: mendTable[mend][locale] }) }),
    }
  })
  const beyond = { reason: t('beyond-goal'), views: beyondGoal, doing: t('beyond-goal-mend') }
  return (
    <RichProvider>
      <NotCharged reasons={[...rows, beyond]} none={t('refused-none')} />
    </RichProvider>
  )
}
