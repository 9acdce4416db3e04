import { Section, SkeletonBlock } from '@reelfair/ui'
import { WhenNear } from '@reelfair/web-kit'
import { lazy, Suspense } from 'react'
import { useText } from '../../messages/index.ts'

const ExampleReceipt = lazy(async () => ({ default: (await import('./example-receipt.tsx')).ExampleReceipt }))

/** The receipt is far below the fold, so its code loads only when the visitor is one screen away. */
export function ReceiptSection() {
  const { t } = useText()
  const waiting = <SkeletonBlock height={1040} width={520} />
  return (
    <Section id="receipt" title={t('receipt-title')} note={t('receipt-note')}>
      <WhenNear waiting={waiting}>
        <Suspense fallback={waiting}>
          <ExampleReceipt />
        </Suspense>
      </WhenNear>
    </Section>
  )
}
