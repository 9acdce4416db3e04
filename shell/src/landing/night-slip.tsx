import { formatCount } from '@reelfair/ui'
import { useText } from './text.tsx'

const NIGHT = { seen: 25_287, inReview: 4_040, excluded: 525 } as const
const QUALIFIED = NIGHT.seen - NIGHT.inReview - NIGHT.excluded

/** Shows which views were deducted, and how many the brand is charged for or what the creator earns. */
export function NightSlip() {
  const { t, locale, side, figure } = useText()
  const qualified = formatCount(QUALIFIED, locale)
  return (
    <article className="rf-slip landing-slip" aria-label={t('slip-label')}>
      <p className="landing-slip-head">
        <span>{t('slip-campaign')}</span>
        <span>{t('slip-night')}</span>
      </p>
      <p className="landing-slip-night">{t('slip-last-night')}</p>
      <dl>
        <Line label={t('slip-seen')} value={formatCount(NIGHT.seen, locale)} />
        <Line label={t('slip-review')} value={formatCount(-NIGHT.inReview, locale)} />
        <Line label={t('slip-excluded')} value={formatCount(-NIGHT.excluded, locale)} kind="landing-slip-out" />
        {side === 'creator' && <Line label={t('slip-qualified')} value={qualified} />}
        <Line
          label={t(side === 'brand' ? 'slip-charged' : 'slip-yours')}
          value={side === 'brand' ? qualified : figure(`campaign:${QUALIFIED}`)}
          kind="landing-slip-total"
        />
      </dl>
      <p className="landing-slip-foot">
        {side === 'brand' ? t('slip-foot', { views: qualified }) : t('slip-creator-foot', { views: qualified, rate: figure('campaign') })}
      </p>
    </article>
  )
}

const Line = ({ label, value, kind }: { label: string; value: string; kind?: string }) => (
  <div className={kind}>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
)
