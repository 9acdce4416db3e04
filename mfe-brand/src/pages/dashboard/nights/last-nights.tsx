import { ButtonLink, EmptyState, formatCount, formatDay, LoadError, Section, SkeletonBlock } from '@reelfair/ui'
import { lazy, type ReactNode, Suspense } from 'react'
import { useCampaigns, useNights } from '../../../components/queries.ts'
import { CHART_HEIGHT } from './chart-height.ts'
import { useText } from './messages/index.ts'
import { isQuiet, nightsSince, notesOf } from './night-notes.ts'

const NightsChart = lazy(async () => ({ default: (await import('@reelfair/ui/rich')).NightsChart }))

export function LastNights() {
  const { t, locale } = useText()
  const nights = useNights()
  const campaigns = useCampaigns()
  const waiting = <SkeletonBlock height={CHART_HEIGHT} />
  const inSection = (content: ReactNode, note?: string) => (
    <Section title={t('nights-title')} {...(note !== undefined && { note })}>
      {content}
    </Section>
  )
  if (nights.isPending || campaigns.isPending) return inSection(waiting)
  if (!nights.data) {
    return inSection(<LoadError title={t('nights-failed')} query={nights} />)
  }

  const known = { campaigns: campaigns.items ?? [], areAll: campaigns.items !== undefined && !campaigns.hasNextPage }
  const all = nightsSince(nights.data.nights, known)
  const [first, last] = [all[0], all.at(-1)]
  if (!first || !last || all.every(isQuiet)) return inSection(<NoViews nights={all.length} />)

  const views = (count: number) => formatCount(count, locale)
  const day = (date: string) => formatDay(date, locale)
  const qualified = all.reduce((sum, night) => sum + night.qualified, 0)
  const notes = notesOf(all, known, {
    goal: ({ name, viewsGoal }) => t('nights-goal', { name, views: views(viewsGoal) }),
    running: (count) => t('nights-running', { campaigns: count }),
    noViews: t('nights-no-views'),
  })
  return inSection(
    <Suspense fallback={waiting}>
      <NightsChart
        label={t('nights-label', { from: day(first.day), to: day(last.day) })}
        nights={all.map(({ day: date, ...parts }) => ({ date, ...parts }))}
        notes={notes}
      />
    </Suspense>,
    t('nights-sum', { count: qualified, views: views(qualified), nights: t('nights-span', { count: all.length }) }),
  )
}

/** @param nights number of nights since the first campaign started */
function NoViews({ nights }: { nights: number }) {
  const { t } = useText()
  if (nights === 0) {
    return (
      <EmptyState title={t('nights-none')}>
        <p>{t('nights-none-text')}</p>
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title={t('nights-quiet', { count: nights })}
      action={<ButtonLink href="/brand-dashboard/new-campaign">{t('campaigns-new')}</ButtonLink>}
    >
      <p>{t('nights-quiet-text')}</p>
    </EmptyState>
  )
}
