import { PACKAGE_NAMES, PACKAGES } from '@reelfair/rules'
import { ButtonLink, formatCents, formatCount, Section } from '@reelfair/ui'
import { buyLink, todaysRateCard } from '../components/packages.ts'
import { useText } from './text.tsx'

export function Packages() {
  const { t, locale } = useText()
  const rateCard = todaysRateCard()
  return (
    <Section id="prices" title={t('prices-title')} note={t('prices-note')}>
      <table className="landing-prices">
        <thead>
          <tr>
            <th scope="col">{t('price-package')}</th>
            <th scope="col">{t('price-credits')}</th>
            <th scope="col">{t('price-price')}</th>
            <th scope="col">{t('price-per-1000')}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {PACKAGES.packages.map(({ id, credits, priceCents: cents }) => {
            const name = PACKAGE_NAMES[id]
            const good = id === 'growth'
            return (
              <tr key={id}>
                <th scope="row">
                  {name} {good && <em>{t('price-good')}</em>}
                </th>
                <td data-label={t('price-credits')}>{formatCount(credits, locale)}</td>
                <td className="landing-price">{formatCents(cents, locale, 0)}</td>
                <td data-label={t('price-per-1000')}>{formatCents((cents * 1_000) / credits, locale)}</td>
                <td>
                  <ButtonLink size="small" look={good ? 'filled' : 'outlined'} href={buyLink(id)}>
                    {t('price-buy', { name })}
                  </ButtonLink>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <p className="landing-spread">
        {t('price-spread', {
          campaign: formatCents(rateCard.campaignCentsPer1000, locale),
          partnership: formatCents(rateCard.partnershipCentsPer1000, locale),
        })}
      </p>
    </Section>
  )
}
