import { EmptyState, ErrorPanel, SkeletonBlock } from '@reelfair/ui'
import { lazy, Suspense } from 'react'
import { useHistories } from '../../components/queries.ts'
import { useText } from '../../messages/index.ts'
import { addHistories } from './add-histories.ts'

const ViewsChart = lazy(async () => ({ default: (await import('./views-chart.tsx')).ViewsChart }))
const HEIGHT = 300

interface ViewsOverTimeProps {
  readonly signUpIds: readonly string[]
  readonly label: string
  readonly goal?: number
}

export function ViewsOverTime({ signUpIds, label, goal }: ViewsOverTimeProps) {
  const { t } = useText()
  const histories = useHistories(signUpIds)
  const failed = histories.find(({ data, isPending }) => !data && !isPending)
  if (failed) {
    const again = () => Promise.all(histories.filter(({ isError }) => isError).map(({ refetch }) => refetch()))
    return (
      <ErrorPanel title={t('chart-failed')} error={failed.error} onRetry={again} busy={histories.some(({ isFetching }) => isFetching)} />
    )
  }
  const known = histories.flatMap(({ data }) => (data ? [data.days] : []))
  if (known.length < histories.length) return <SkeletonBlock height={HEIGHT} />
  const readings = addHistories(known)
  if (readings.length === 0) {
    return (
      <EmptyState title={t('chart-empty')}>
        <p>{t('chart-empty-text')}</p>
      </EmptyState>
    )
  }
  return (
    <Suspense fallback={<SkeletonBlock height={HEIGHT} />}>
      <ViewsChart label={label} readings={readings} goal={goal} />
    </Suspense>
  )
}
