import { lowestCentsPer1000 } from '@reelfair/rules'
import { formatCents, TextLink } from '@reelfair/ui'
import { usePublicSettings, useSearchParams } from '@reelfair/web-kit'
import { authPageLink } from '../../components/auth-page-link.ts'
import { BUILT } from '../../components/packages.ts'
import { useText } from '../../messages/index.ts'

export function SignUpOptions() {
  const { t, locale } = useText()
  const [search] = useSearchParams()
  const { data, isPending } = usePublicSettings()
  const { packages, rateCard } = data ?? BUILT
  const rates = {
    creator: formatCents(rateCard.campaignCentsPer1000, locale),
    brand: formatCents(lowestCentsPer1000(packages), locale),
  }
  return (
    <aside className="shell-follows" aria-busy={isPending}>
      <h2>{t('ways-title')}</h2>
      <ul>
        {(['creator', 'brand'] as const).map((role) => (
          <li key={role}>
            <h3>{t(`ways-${role}`)}</h3>
            {(data || isPending) && <p>{t(`ways-${role}-text`, { rate: rates[role] })}</p>}
            <TextLink href={authPageLink('/signup', search, role)}>{t(`ways-${role}-link`)}</TextLink>
          </li>
        ))}
      </ul>
    </aside>
  )
}
