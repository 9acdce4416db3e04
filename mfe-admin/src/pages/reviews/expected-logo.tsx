import { MIN_LOGO_PERCENT } from '@reelfair/rules'
import { formatPercent, LoadError, SkeletonBlock } from '@reelfair/ui'
import { useText } from '../../messages/index.ts'
import { logoUrl, type useCampaign } from './queries.ts'

export function ExpectedLogo({ campaign }: { campaign: ReturnType<typeof useCampaign> }) {
  const { t, locale } = useText()
  if (campaign.isPending) return <SkeletonBlock height={120} />
  if (!campaign.data) return <LoadError title={t('logo-failed')} query={campaign} />
  const address = logoUrl(campaign.data)
  const isImage = campaign.data.logo.kind === 'image'
  return (
    <div>
      <h4>{t('logo-asked')}</h4>
      {isImage ? (
        <img src={address} alt={t('logo-alt', { name: campaign.data.name })} width={1072} height={250} />
      ) : (
        <video
          src={address}
          aria-label={t('logo-alt', { name: campaign.data.name })}
          controls
          muted
          playsInline
          width={1072}
          height={250}
        />
      )}
      <p className="rf-note">{t('logo-rule', { share: formatPercent(MIN_LOGO_PERCENT / 100, locale) })}</p>
    </div>
  )
}
