import type { Campaign } from '@reelfair/contracts'
import { LoadError, Section, SkeletonBlock } from '@reelfair/ui'
import { lazy, Suspense } from 'react'
import { useCreators } from '../../components/queries.ts'
import { useText } from '../../messages/index.ts'
import { notCharged } from './not-charged.ts'
import { ViewsOverTime } from './views-over-time.tsx'

const RefusedViews = lazy(async () => ({ default: (await import('./uncharged-views.tsx')).UnchargedViews }))

/** Limits the number of requests, because each creator's history requires its own request. */
const MAX_CHARTED = 20

export function CampaignViewsSection({ campaign }: { campaign: Campaign }) {
  const { t } = useText()
  const creators = useCreators(campaign.id)
  const loaded = creators.items ?? []
  const charted = loaded.slice(0, MAX_CHARTED)
  const isSome = (count: number) => creators.hasNextPage || count < loaded.length
  return (
    <>
      <Section title={t('chart-title')} note={isSome(charted.length) ? t('chart-some', { count: charted.length }) : t('chart-note')}>
        {creators.items ? (
          <ViewsOverTime
            signUpIds={charted.map(({ id }) => id)}
            label={t('chart-of-campaign', { name: campaign.name })}
            goal={campaign.viewsGoal}
          />
        ) : creators.isPending ? (
          <SkeletonBlock height={300} />
        ) : (
          <LoadError title={t('creators-failed')} query={creators} />
        )}
      </Section>
      {loaded.length > 0 && (
        <Section title={t('refused-title')} note={isSome(loaded.length) ? t('refused-some', { count: loaded.length }) : t('refused-note')}>
          <Suspense fallback={<SkeletonBlock height={120} />}>
            <RefusedViews uncharged={notCharged(campaign, loaded)} campaign={campaign} />
          </Suspense>
        </Section>
      )}
    </>
  )
}
