import type { Campaign, ExclusionReason } from '@reelfair/contracts'
import { exclusionTable } from '@reelfair/contracts/reasons'
import { NotCharged, RichProvider } from '@reelfair/ui/rich'
import { fixTold } from '../../components/creators/fix-told.ts'
import { useCampaignVideos } from '../../components/queries.ts'
import { useText } from '../../messages/index.ts'
import type { Uncharged } from './not-charged.ts'

interface RefusedViewsProps {
  readonly uncharged: Uncharged
  readonly campaign: Pick<Campaign, 'id' | 'phase'>
}

/** What was refused, with the fix that a creator reads while such a fault stands. */
export function RefusedViews({ uncharged: { reasons, beyondGoal }, campaign: { id, phase } }: RefusedViewsProps) {
  const { t, locale } = useText()
  const videos = useCampaignVideos(id).items ?? []
  const fixOf = (reason: ExclusionReason) =>
    videos
      .filter(({ faults }) => faults.some((fault) => fault.reason === reason))
      .map((video) => fixTold(reason, video, phase)?.[locale])
      .find((fix) => fix !== undefined)
  const rows = [...reasons].map(([reason, views]) => {
    const mend = fixOf(reason)
    return { reason: exclusionTable[reason][locale].replace(/\.$/, ''), views, ...(mend && { doing: t('mend-told', { mend }) }) }
  })
  const beyond = { reason: t('beyond-goal'), views: beyondGoal, doing: t('beyond-goal-mend') }
  return (
    <RichProvider>
      <NotCharged reasons={[...rows, beyond]} none={t('refused-none')} />
    </RichProvider>
  )
}
