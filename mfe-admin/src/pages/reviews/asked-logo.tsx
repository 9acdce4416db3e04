import { ErrorPanel, SkeletonBlock } from '@reelfair/ui'
import { useText } from '../../messages/index.ts'
import { addressOfLogo, type useCampaign } from './queries.ts'

/** What to look for in the video: the campaign's logo as it was uploaded, and where it has to be. */
export function AskedLogo({ campaign }: { campaign: ReturnType<typeof useCampaign> }) {
  const { t } = useText()
  if (campaign.isPending) return <SkeletonBlock height={120} />
  if (!campaign.data) {
    return <ErrorPanel title={t('logo-failed')} error={campaign.error} onRetry={campaign.refetch} busy={campaign.isFetching} />
  }
  const address = addressOfLogo(campaign.data)
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
      <p className="rf-note">{t('logo-rule')}</p>
    </div>
  )
}
