import { Section, SkeletonBlock } from '@reelfair/ui'
import { WhenNear } from '@reelfair/web-kit'
import { lazy, Suspense } from 'react'
import { useSummary } from '../../../components/queries.ts'
import { useText } from '../../../messages/index.ts'
import { CHART_HEIGHT } from './chart-height.ts'

const LastNights = lazy(async () => ({ default: (await import('./last-nights.tsx')).LastNights }))

/** What each night brought. It stands far below the fold: its code is fetched when the reader is one screen away from it. A brand without a campaign has none. */
export function NightByNight() {
  const { t } = useText()
  const { data } = useSummary()
  // Without the summary the part above says what failed.
  if (!data || Object.values(data.counts).every((count) => count === 0)) return null
  const waiting = (
    <Section title={t('nights-title')}>
      <SkeletonBlock height={CHART_HEIGHT} />
    </Section>
  )
  return (
    <WhenNear waiting={waiting}>
      <Suspense fallback={waiting}>
        <LastNights />
      </Suspense>
    </WhenNear>
  )
}
