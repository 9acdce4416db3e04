import { formatDay, LoadError, SkeletonBlock } from '@reelfair/ui'
import { lazy, Suspense } from 'react'
import { useText } from './messages/index.ts'
import { type MeasureTopic, useHistory } from './queries.ts'

const ViewsOverTime = lazy(async () => ({ default: (await import('@reelfair/ui/rich')).ViewsOverTime }))
const HEIGHT = 300

export function Views({ id, name, topic }: { id: string; name: string; topic: MeasureTopic }) {
  const { t, locale } = useText()
  const history = useHistory(id, topic)
  if (history.isPending) return <SkeletonBlock height={HEIGHT} />
  if (!history.data) return <LoadError title={t('history-views-failed')} query={history} />
  const { days } = history.data
  const [first] = days
  if (!first || days.length === 1) return <p className="rf-note">{t(first ? 'history-one-reading' : 'history-no-reading')}</p>
  return (
    <Suspense fallback={<SkeletonBlock height={HEIGHT} />}>
      <ViewsOverTime
        label={t('history-chart', { name, day: formatDay(first.day, locale) })}
        readings={days.map(({ day, qualified, inReview, excluded }) => ({ date: day, qualified, inReview, excluded }))}
      />
    </Suspense>
  )
}
