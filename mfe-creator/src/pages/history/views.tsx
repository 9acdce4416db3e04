import type { SignUp } from '@reelfair/contracts'
import { formatDay, LoadError, SkeletonBlock } from '@reelfair/ui'
import { lazy, Suspense } from 'react'
import { useText } from './messages/index.ts'
import { useHistory } from './queries.ts'

const ViewsOverTime = lazy(async () => ({ default: (await import('@reelfair/ui/rich')).ViewsOverTime }))
const HEIGHT = 300

export function Views({ signUp: { id, campaignName } }: { signUp: SignUp }) {
  const { t, locale } = useText()
  const history = useHistory(id)
  if (history.isPending) return <SkeletonBlock height={HEIGHT} />
  if (!history.data) return <LoadError title={t('history-views-failed')} query={history} />
  const { days } = history.data
  const [first] = days
  if (!first || days.length === 1) return <p className="rf-note">{t(first ? 'history-one-reading' : 'history-no-reading')}</p>
  return (
    <Suspense fallback={<SkeletonBlock height={HEIGHT} />}>
      <ViewsOverTime
        label={t('history-chart', { name: campaignName, day: formatDay(first.day, locale) })}
        readings={days.map(({ day, qualified, inReview, excluded }) => ({ date: day, qualified, inReview, excluded }))}
      />
    </Suspense>
  )
}
