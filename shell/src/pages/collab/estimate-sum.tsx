import { formatCents, formatCount, formatDecimal, formatPercent } from '@reelfair/ui'
import type { ReactNode } from 'react'
import { useText } from './messages/index.ts'
import type { Offer } from './offer.ts'

/** Every figure follows from the ones above it, so that anyone can recompute them. */
export function EstimateSum({ offer }: { offer: Offer }) {
  const { t, locale } = useText()
  const { budgetCents, rpmCents, cpmCents, views, isCapped, payCents, centsPer1000 } = offer
  const euros = (cents: number) => formatCents(cents, locale)
  const thousand = formatCount(1_000, locale)
  const isRounded = (rpmCents * 105) % 100 !== 0
  const cpm = t(isRounded ? 'sum-cpm-rounded' : 'sum-cpm-how', { rpm: euros(rpmCents), factor: formatDecimal(1.05, locale, 2) })
  const how = t('sum-views-how', { budget: euros(budgetCents), cpm: euros(cpmCents), thousand })
  return (
    <dl className="collab-sum" aria-label={t('sum-label')} aria-live="polite">
      <Line label={t('sum-budget')} value={euros(budgetCents)} />
      <Line label={t('sum-cpm')} note={cpm} value={euros(cpmCents)} />
      <Line label={t('sum-views')} note={isCapped ? t('sum-views-cap') : how} value={formatCount(views, locale)} isTotal />
      <Line
        label={
          <>
            <span className="rf-swatch rf-tex-held" aria-hidden="true" /> {t('sum-held')}
          </>
        }
        note={t('sum-held-how')}
        value={formatCount(views, locale)}
      />
      <Line
        label={t('sum-pay')}
        note={t('sum-pay-how', { full: formatPercent(1, locale), rate: euros(centsPer1000), thousand })}
        value={euros(payCents)}
      />
    </dl>
  )
}

interface LineProps {
  readonly label: ReactNode
  readonly note?: string
  readonly value: string
  readonly isTotal?: boolean
}

const Line = ({ label, note, value, isTotal = false }: LineProps) => (
  <div className={isTotal ? 'collab-sum-total' : undefined}>
    <dt>
      {label}
      {note && <span className="rf-note">{note}</span>}
    </dt>
    <dd>{value}</dd>
  </div>
)
