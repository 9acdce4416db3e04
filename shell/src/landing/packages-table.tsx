import { PACKAGE_NAMES, PACKAGES } from '@reelfair/rules'
import { ButtonLink, Section } from '@reelfair/ui'
import { buyLink } from '../components/packages.ts'
import { useText } from './text.tsx'

export function Packages() {
  const { t, figure } = useText()
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
          {PACKAGES.packages.map(({ id }) => {
            const name = PACKAGE_NAMES[id]
            const good = id === 'growth'
            return (
              <tr key={id}>
                <th scope="row">
                  {name} {good && <em>{t('price-good')}</em>}
                </th>
                <td data-label={t('price-credits')}>{figure(`credits:${id}`)}</td>
                <td className="landing-price">{figure(`price:${id}`)}</td>
                <td data-label={t('price-per-1000')}>{figure(`per-1000:${id}`)}</td>
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
      <p className="landing-spread">{t('price-spread', { campaign: figure('campaign'), partnership: figure('partnership') })}</p>
    </Section>
  )
}
