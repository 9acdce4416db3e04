import { Section, SkeletonBlock } from '@reelfair/ui'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useSummary } from '../../../components/queries.ts'
import { useText } from '../../../messages/index.ts'
import { CHART_HEIGHT } from './chart-height.ts'

const LastNights = lazy(async () => ({ default: (await import('./last-nights.tsx')).LastNights }))

/** By then everything of the first load has come: whoever prints or searches the page without scrolling finds the chart, too. */
const AT_LAST_MS = 10_000

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

function WhenNear({ waiting, children }: { waiting: ReactNode; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const [near, setNear] = useState(false)
  useEffect(() => {
    const approach = () => setNear(true)
    // jsdom has none.
    if (!place.current || typeof IntersectionObserver === 'undefined') return approach()
    const observer = new IntersectionObserver((seen) => seen.some(({ isIntersecting }) => isIntersecting) && approach(), {
      rootMargin: '100% 0%',
    })
    observer.observe(place.current)
    const timer = setTimeout(approach, AT_LAST_MS)
    return () => {
      observer.disconnect()
      clearTimeout(timer)
    }
  }, [])
  return <div ref={place}>{near ? children : waiting}</div>
}
