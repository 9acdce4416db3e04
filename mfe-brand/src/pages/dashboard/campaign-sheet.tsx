import type { Campaign } from '@reelfair/contracts'
import { Sheet, SkeletonRows, TextLink } from '@reelfair/ui'
import { lazy, Suspense } from 'react'
import { CampaignFrame } from '../../components/campaign/campaign-frame.tsx'
import { CampaignName } from '../../components/campaign/campaign-name.tsx'
import { CampaignAudience, CampaignTime, CampaignViews } from '../../components/campaign/campaign-overview.tsx'
import { DeleteCampaign } from '../../components/campaign/delete-campaign.tsx'
import { Expander } from '../../components/creators/expander.tsx'
import { useText } from '../../messages/index.ts'

// Loaded on demand, so that the first page load does not include the tables of creators and videos.
const CreatorList = lazy(async () => ({ default: (await import('../../components/creators/creator-list.tsx')).CreatorList }))

export function CampaignSheet({ campaign }: { campaign: Campaign }) {
  const { t } = useText()
  const { id, name, phase, signUps } = campaign
  const href = `/brand-dashboard/campaigns/${id}`
  return (
    <Sheet as="article" label={name}>
      <div className="brand-campaign">
        <CampaignFrame logo={campaign.logo} />
        <div className="brand-campaign-head">
          <div>
            <CampaignName campaign={campaign} level={3} link={(shown) => <TextLink href={href}>{shown}</TextLink>} />
            <CampaignAudience campaign={campaign} />
          </div>
          <div className="brand-campaign-corner">
            <CampaignTime campaign={campaign} />
            <DeleteCampaign campaign={campaign} />
          </div>
        </div>
        <div className="brand-campaign-body">
          <CampaignViews campaign={campaign} />
        </div>
      </div>
      {phase !== 'funding' && phase !== 'unfunded' && (
        <div className="brand-campaign-creators">
          <Expander
            title={<strong>{t('creators-title')}</strong>}
            aside={<span className="rf-note">{t('creators-count', { count: signUps })}</span>}
          >
            {() => (
              <>
                <Suspense fallback={<SkeletonRows rows={1} />}>
                  <CreatorList campaign={campaign} />
                </Suspense>
                {signUps > 0 && (
                  <p className="brand-campaign-more">
                    <TextLink href={href}>{t('campaign-details')}</TextLink>
                  </p>
                )}
              </>
            )}
          </Expander>
        </div>
      )}
    </Sheet>
  )
}
