import { formatCount, Section } from '@reelfair/ui'
import { useText } from './text.tsx'

const VIEWS = [1_000, 10_000, 100_000, 500_000] as const

export function PaySection() {
  const { t, locale, figure } = useText()
  return (
    <Section id="pay" title={t('pay-title')} note={t('pay-note')}>
      <table className="landing-prices landing-pay">
        <thead>
          <tr>
            <th scope="col">{t('pay-views')}</th>
            <th scope="col">{t('pay-campaign')}</th>
            <th scope="col">{t('pay-partnership')}</th>
          </tr>
        </thead>
        <tbody>
          {VIEWS.map((views) => (
            <tr key={views}>
              <th scope="row">{formatCount(views, locale)}</th>
              <td className="landing-price" data-label={t('pay-campaign')}>
                {figure(`campaign:${views}`)}
              </td>
              <td className="landing-price" data-label={t('pay-partnership')}>
                {figure(`partnership:${views}`)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="landing-spread">{t('pay-tiers')}</p>
      <p className="landing-spread">{t('pay-spread', { price: figure('lowest') })}</p>
    </Section>
  )
}
