import type { Observation, Review } from '@reelfair/contracts'
import { LoadError, SkeletonBlock } from '@reelfair/ui'
import { NightsChart } from '@reelfair/ui/rich'
import { useText } from '../../messages/index.ts'
import { useReadings } from './queries.ts'

const dayInParis = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris' })

/** Includes readings from before the review, so that a jump stands out. */
export function GrowthChart({ review }: { review: Review }) {
  const { t } = useText()
  const readings = useReadings(review)
  if (readings.isPending) return <SkeletonBlock height={260} />
  if (!readings.data) return <LoadError title={t('chart-failed')} query={readings} />
  const nights = nightsOf(readings.data.items.filter(({ videoId }) => videoId === review.videoId))
  const [from, to] = [review.readings[0], review.readings.at(-1)]
  return (
    <NightsChart
      label={t('chart-label', { username: review.username })}
      nights={nights}
      notes={from && to ? [{ from: dayOf(from.readAt), to: dayOf(to.readAt), text: t('chart-flagged') }] : []}
    />
  )
}

const dayOf = (at: string) => dayInParis.format(new Date(at))

/** One bar per Paris day, because a campaign's final readings may fall on a day that already has a reading. */
function nightsOf(readings: readonly Observation[]) {
  const days = Map.groupBy(
    readings.toSorted((one, other) => one.readAt.localeCompare(other.readAt)),
    ({ readAt }) => dayOf(readAt),
  )
  return [...days].map(([date, ofDay]) => {
    const sum = (part: 'qualified' | 'inReview' | 'excluded') => ofDay.reduce((all, { added }) => all + added[part], 0)
    return { date, qualified: sum('qualified'), inReview: sum('inReview'), excluded: sum('excluded') }
  })
}
