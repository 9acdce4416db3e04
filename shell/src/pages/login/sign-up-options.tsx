import { lowestCentsPer1000, PACKAGES } from '@reelfair/rules'
import { formatCents, TextLink } from '@reelfair/ui'
import { useSearchParams } from '@reelfair/web-kit'
import { authPageLink } from '../../components/auth-page-link.ts'
import { todaysRateCard } from '../../components/packages.ts'
import { useText } from '../../messages/index.ts'

export function SignUpOptions() {
  const { t, locale } = useText()
  const [search] = useSearchParams()
  const rates = {
    creator: formatCents(todaysRateCard().campaignCentsPer1000, locale),
    brand: formatCents(lowestCentsPer1000(PACKAGES.packages), locale),
  }
  return (
    <aside className="shell-follows">
      <h2>{t('ways-title')}</h2>
      <ul>
        {(['creator', 'brand'] as const).map((role) => (
          <li key={role}>
            <h3>{t(`ways-${role}`)}</h3>
            <p>{t(`ways-${role}-text`, { rate: rates[role] })}</p>
            <TextLink href={authPageLink('/signup', search, role)}>{t(`ways-${role}-link`)}</TextLink>
          </li>
        ))}
      </ul>
    </aside>
  )
}
