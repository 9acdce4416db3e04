import type { Partnership } from '@reelfair/contracts'
import { EmptyState, LoadError, Section, SkeletonBlock, useNow } from '@reelfair/ui'
import { useReviewsOf } from '../../components/queries.ts'
import { readChecks } from './checks.ts'
import { ChecksTable } from './checks-table.tsx'
import { useText } from './messages/index.ts'
import { useHistory, useObservations, usePartnershipVideos } from './queries.ts'

export function ChecksSection({ partnership }: { partnership: Partnership }) {
  const { t } = useText()
  return (
    <Section title={t('checks-title')} note={t('checks-note')}>
      <Checks partnership={partnership} />
    </Section>
  )
}

function Checks({ partnership }: { partnership: Partnership }) {
  const { t } = useText()
  const now = useNow()
  const history = useHistory(partnership.id)
  const observations = useObservations(partnership.id)
  const videos = usePartnershipVideos(partnership.id)
  const reviews = useReviewsOf(partnership.id, 'partnerships')
  const failed = (!history.data && history.isError && history) || (!observations.items && observations.isError && observations)
  if (failed) return <LoadError title={t('checks-failed')} query={failed} />
  if (!history.data || !observations.items || videos.isPending || reviews.isPending) return <SkeletonBlock height={320} />
  const { days, compliance } = history.data
  if (days.length === 0 && compliance.length === 0 && observations.items.length === 0) {
    return (
      <EmptyState title={t('checks-empty')}>
        <p>{t('checks-empty-text')}</p>
      </EmptyState>
    )
  }
  const checks = readChecks({
    partnership,
    history: { days, compliance },
    observations: observations.items,
    // The section above shows the error if the videos fail to load.
    videos: videos.items ?? [],
    reviews: reviews.items ?? [],
    now: new Date(now),
  })
  return <ChecksTable checks={checks} />
}
