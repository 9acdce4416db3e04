import type { GrowthEvidence, Review } from '@reelfair/contracts'
import { formatCount, formatDateTime, ReasonChip, SkeletonBlock } from '@reelfair/ui'
import { lazy, Suspense } from 'react'
import { useText } from '../../messages/index.ts'

const GrowthChart = lazy(async () => ({ default: (await import('./growth-chart.tsx')).GrowthChart }))

/** Why growth looks as if no people had made it: the nights in a drawing, and each signal as a sentence beside what is usual. */
export function Evidence({ review }: { review: Review }) {
  const { t, locale } = useText()
  const say = useEvidence()
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
                mend={
                  <ul>
                    {evidence.map((one) => (
                      <li key={one.signal}>{say(one)}</li>
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

/** Rates are said of a thousand views: "0.4 comments" says nothing to a person, and "4 of 1,000" does. */
const OF_VIEWS = 1_000

/** Says a line of evidence: what was seen, beside what is usual. */
export function useEvidence() {
  const { t, locale } = useText()
  return ({ signal, value, usual }: GrowthEvidence) => {
    const isRate = signal === 'likes_per_view' || signal === 'comments_per_view'
    const figure = (one: number) => formatCount(Math.round(isRate ? one * OF_VIEWS : one), locale)
    const figures = { value: figure(value), usual: figure(usual), of: formatCount(OF_VIEWS, locale) }
    // Too few are counted of the new views, too many of all.
    return isRate ? t(`${signal}-${value > usual ? 'many' : 'few'}`, figures) : t(signal, figures)
  }
}
