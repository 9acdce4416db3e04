import type { GrowthEvidence, Review } from '@reelfair/contracts'
import { formatCount, formatDateTime, ReasonChip, SkeletonBlock } from '@reelfair/ui'
import { lazy, Suspense } from 'react'
import { useText } from '../../messages/index.ts'

const GrowthChart = lazy(async () => ({ default: (await import('./growth-chart.tsx')).GrowthChart }))

export function Evidence({ review }: { review: Review }) {
  const { t, locale } = useText()
  const describe = useEvidence()
  return (
    <>
      <h4>{t('evidence-title')}</h4>
      <ul className="admin-evidence">
        {review.readings
          .filter(({ evidence }) => evidence.length > 0)
          .map(({ readAt, newViews, evidence }) => (
            <li key={readAt}>
              <ReasonChip
                kind="held"
                reason={t('evidence-reading', { at: formatDateTime(readAt, locale) })}
                views={newViews}
                unit={t('evidence-new')}
                fix={
                  <ul>
                    {evidence.map((one) => (
                      <li key={one.signal}>{describe(one)}</li>
                    ))}
                  </ul>
                }
              />
            </li>
          ))}
      </ul>
      <Suspense fallback={<SkeletonBlock height={260} />}>
        <GrowthChart review={review} />
      </Suspense>
    </>
  )
}

/** "4 per 1,000 views" is easier to read than "0.004 per view". */
const RATE_VIEWS = 1_000

function useEvidence() {
  const { t, locale } = useText()
  return ({ signal, value, usual }: GrowthEvidence) => {
    const isRate = signal === 'likes_per_view' || signal === 'comments_per_view'
    const figure = (one: number) => formatCount(Math.round(isRate ? one * RATE_VIEWS : one), locale)
    const figures = { value: figure(value), usual: figure(usual), of: formatCount(RATE_VIEWS, locale) }
    // Low rates of likes or comments are computed from new views, high rates from all views of the video.
    return isRate ? t(`${signal}-${value > usual ? 'many' : 'few'}`, figures) : t(signal, figures)
  }
}
