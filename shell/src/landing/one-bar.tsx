import { ViewBar, Wide } from '@reelfair/ui'
import { useText } from './text.tsx'

export function OneBar() {
  const { t } = useText()
  return (
    <Wide as="section">
      <div className="landing-bar" id="bar">
        <div className="landing-bar-head">
          <h2>{t('bar-title')}</h2>
          <p className="rf-note">{t('bar-example')}</p>
        </div>
        <ViewBar
          size="landing"
          goal={120_000}
          qualified={74_318}
          inReview={6_940}
          excluded={5_127}
          foldKey={false}
          words={{
            qualified: t('bar-qualified'),
            inReview: t('bar-review'),
            remaining: t('bar-remaining'),
            excluded: t('bar-excluded'),
          }}
        />
      </div>
    </Wide>
  )
}
