import type { Logo } from '@reelfair/contracts'
import { MIN_LOGO_PERCENT } from '@reelfair/rules'
import { formatPercent, LoadError, SkeletonBlock } from '@reelfair/ui'
import { useText } from '../../messages/index.ts'
import { logoUrl, type useCampaign, type usePartnership } from './queries.ts'

/** The campaign or partnership of a reviewed video. */
export interface Subject {
  readonly query: ReturnType<typeof useCampaign> | ReturnType<typeof usePartnership>
  readonly text: string
  readonly logoAlt: string
}

export function ExpectedLogo({ subject: { query, logoAlt } }: { subject: Subject }) {
  const { t, locale } = useText()
  if (query.isPending) return <SkeletonBlock height={120} />
  if (!query.data) return <LoadError title={t('logo-failed')} query={query} />
  const { logo }: { logo: Logo } = query.data
  const address = logoUrl(logo)
  return (
    <div>
      <h4>{t('logo-asked')}</h4>
      {logo.kind === 'image' ? (
        <img src={address} alt={logoAlt} width={1072} height={250} />
      ) : (
        <video src={address} aria-label={logoAlt} controls muted playsInline width={1072} height={250} />
      )}
      <p className="rf-note">{t('logo-rule', { share: formatPercent(MIN_LOGO_PERCENT / 100, locale) })}</p>
    </div>
  )
}
