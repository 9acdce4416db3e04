import { formatCount } from '@reelfair/ui'
import { useText } from '../../messages/index.ts'

const NIGHT = { seen: 25_287, inReview: 4_040, excluded: 525 } as const

/** Shows which views were deducted and how many are charged. */
export function NightSlip() {
  const { t, locale } = useText()
  const charged = formatCount(NIGHT.seen - NIGHT.inReview - NIGHT.excluded, locale)
  return (
    <article className="rf-slip landing-slip" aria-label={t('slip-label')}>
      <p className="landing-slip-head">
        <span>{t('slip-campaign')}</span>
        <span>{t('slip-night')}</span>
      </p>
      <p className="landing-slip-night">{t('slip-last-night')}</p>
      <dl>
        <div>
          <dt>{t('slip-seen')}</dt>
          <dd>{formatCount(NIGHT.seen, locale)}</dd>
        </div>
        <div>
          <dt>{t('slip-review')}</dt>
          <dd>{formatCount(-NIGHT.inReview, locale)}</dd>
        </div>
        <div className="landing-slip-out">
          <dt>{t('slip-excluded')}</dt>
          <dd>{formatCount(-NIGHT.excluded, locale)}</dd>
        </div>
        <div className="landing-slip-total">
          <dt>{t('slip-charged')}</dt>
          <dd>{charged}</dd>
        </div>
      </dl>
      <p className="landing-slip-foot">{t('slip-foot', { views: charged })}</p>
    </article>
  )
}
