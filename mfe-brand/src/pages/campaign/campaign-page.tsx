import type { Campaign } from '@reelfair/contracts'
import { shownLink } from '@reelfair/contracts/text'
import { ButtonLink, EmptyState, formatCount, LoadError, Page, Section, Sheet, SkeletonSheet, TextLink } from '@reelfair/ui'
import { ApiError, type RemoteProps, useNavigate, usePage, useParams } from '@reelfair/web-kit'
import { CampaignFrame } from '../../components/campaign/campaign-frame.tsx'
import { CampaignName } from '../../components/campaign/campaign-name.tsx'
import { CampaignAudience, CampaignTime, CampaignViews } from '../../components/campaign/campaign-overview.tsx'
import { DeleteCampaign } from '../../components/campaign/delete-campaign.tsx'
import { CreatorList } from '../../components/creators/creator-list.tsx'
import { useCampaign } from '../../components/queries.ts'
import { useText } from '../../messages/index.ts'
import { CampaignViewsSection } from './campaign-views-section.tsx'
import { CreatorDetails } from './creator-details.tsx'

export function CampaignPage({ NotFound }: Pick<RemoteProps, 'NotFound'>) {
  const { t } = useText()
  const { campaignId = '' } = useParams()
  const campaign = useCampaign(campaignId)
  usePage(campaign.data?.name ?? t('campaign-title'))
  // Another brand's campaign, an unknown id and a malformed id all show the not-found page.
  if (campaign.error instanceof ApiError && ['not_found', 'invalid_input'].includes(campaign.error.code)) {
    // The settlement deleted the campaign while this page was open.
    return campaign.data?.deleteRequestedAt ? <Gone campaign={campaign.data} /> : <NotFound />
  }
  return (
    <Page>
      {campaign.data ? (
        <Content campaign={campaign.data} />
      ) : (
        <Section level={1} title={t('campaign-title')} link={<Back />}>
          {campaign.isPending ? <SkeletonSheet /> : <LoadError title={t('campaign-load-failed')} query={campaign} />}
        </Section>
      )}
    </Page>
  )
}

function Gone({ campaign: { name, viewsGoal } }: { campaign: Campaign }) {
  const { t, locale } = useText()
  return (
    <Page>
      <Section level={1} title={t('campaign-title')}>
        <EmptyState
          title={t('campaign-gone', { name })}
          action={
            <ButtonLink look="filled" href="/brand-dashboard">
              {t('campaigns-all')}
            </ButtonLink>
          }
        >
          <p role="status">{t('campaign-gone-then', { views: formatCount(viewsGoal, locale) })}</p>
        </EmptyState>
      </Section>
    </Page>
  )
}

function Back() {
  const { t } = useText()
  return <TextLink href="/brand-dashboard">{t('campaigns-all')}</TextLink>
}

function Content({ campaign }: { campaign: Campaign }) {
  const { t } = useText()
  const navigate = useNavigate()
  const { phase, signUps } = campaign
  const hasRun = phase !== 'funding' && phase !== 'unfunded'
  return (
    <>
      <Section title={t('campaign-title')} link={<Back />}>
        <Sheet>
          <div className="brand-campaign">
            <CampaignFrame logo={campaign.logo} />
            <div className="brand-campaign-head">
              <div>
                <CampaignName campaign={campaign} level={1} />
                <CampaignAudience campaign={campaign} />
              </div>
              <div className="brand-campaign-corner">
                <CampaignTime campaign={campaign} />
                <DeleteCampaign campaign={campaign} onDone={() => navigate('/brand-dashboard')} />
              </div>
            </div>
            <div className="brand-campaign-body">
              <CampaignViews campaign={campaign} />
              <LinkOfCampaign link={campaign.link} />
            </div>
          </div>
        </Sheet>
      </Section>
      {hasRun && <CampaignViewsSection campaign={campaign} />}
      {hasRun && (
        <Section title={t('creators-title')} note={t('creators-count', { count: signUps })}>
          <CreatorList campaign={campaign} more={(creator) => <CreatorDetails creator={creator} campaign={campaign} />} />
        </Section>
      )}
    </>
  )
}

function LinkOfCampaign({ link }: { link: string }) {
  const { t } = useText()
  return (
    <p className="rf-note">
      {t('campaign-link')} <bdi className="brand-link">{shownLink(link)}</bdi>
    </p>
  )
}
