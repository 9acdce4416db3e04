import { Section, SkeletonBlock } from '@reelfair/ui'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useText } from '../../messages/index.ts'

/** By then everything of the first load has come: whoever prints or searches the page without scrolling finds the receipt, too. */
const AT_LAST_MS = 10_000

const ExampleReceipt = lazy(async () => ({ default: (await import('./example-receipt.tsx')).ExampleReceipt }))

/** The example receipt. It is far below the fold: its code is fetched when the reader is one screen away from it. */
export function ReceiptSection() {
  const { t } = useText()
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
  const waiting = <SkeletonBlock height={1040} width={520} />
  return (
    <Section id="receipt" title={t('receipt-title')} note={t('receipt-note')}>
      <div ref={place}>
        {near ? (
          <Suspense fallback={waiting}>
            <ExampleReceipt />
          </Suspense>
        ) : (
          waiting
        )}
      </div>
    </Section>
  )
}
