import type { Campaign, ExclusionReason } from '@reelfair/contracts'
import { exclusionLabel } from '@reelfair/contracts/reasons'
import { NotCharged, RichProvider } from '@reelfair/ui/rich'
import { shownFix } from '../../components/creators/shown-fix.ts'
import { useCampaignVideos } from '../../components/queries.ts'
import { useText } from '../../messages/index.ts'
import type { Uncharged } from './not-charged.ts'

interface RefusedViewsProps {
  readonly uncharged: Uncharged
  readonly campaign: Pick<Campaign, 'id' | 'phase'>
}

export function UnchargedViews({ uncharged: { reasons, beyondGoal }, campaign: { id, phase } }: RefusedViewsProps) {
  const { t, locale } = useText()
  const videos = useCampaignVideos(id).items ?? []
  const fixOf = (reason: ExclusionReason) =>
    videos
      .filter(({ faults }) => faults.some((fault) => fault.reason === reason))
      .map((video) => shownFix(reason, video, phase)?.[locale])
      .find((fix) => fix !== undefined)
  const rows = [...reasons].map(([reason, views]) => {
    const fix = fixOf(reason)
    return { reason: exclusionLabel(reason, locale), views, ...(fix && { actionTaken: t('shown-fix', { fix }) }) }
  })
  const beyond = { reason: t('beyond-goal'), views: beyondGoal, actionTaken: t('beyond-goal-fix') }
  return (
    <RichProvider>
      <NotCharged reasons={[...rows, beyond]} emptyText={t('refused-none')} />
    </RichProvider>
  )
}
