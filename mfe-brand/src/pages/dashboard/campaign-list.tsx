import type { CampaignTab } from '@reelfair/contracts'
import { ButtonLink, EmptyState, Frame, LoadError, MoreButton, SkeletonSheet, Tabs } from '@reelfair/ui'
import { useViewedBrand } from '@reelfair/web-kit'
import { useState } from 'react'
import { useCampaignsOfTab, useCredits, useSummary } from '../../components/queries.ts'
import { useText } from '../../messages/index.ts'
import { CampaignSheet } from './campaign-sheet.tsx'

const TABS = ['active', 'completed', 'expired'] as const satisfies CampaignTab[]

export function CampaignList() {
  const { t } = useText()
  const summary = useSummary()
  const [chosen, setChosen] = useState<CampaignTab>()
  if (summary.isPending) return <SkeletonSheet />
  if (!summary.data) return <LoadError title={t('campaigns-failed')} query={summary} />
  const { counts, defaultTab } = summary.data
  if (TABS.every((tab) => counts[tab] === 0)) return <FirstCampaign />
  const tab = chosen ?? defaultTab
  return (
    <Tabs
      label={t('campaigns-title')}
      tabs={TABS.map((id) => ({ id, label: t(`tab-${id}`), count: counts[id] }))}
      value={tab}
      onValue={(id) => setChosen(id as CampaignTab)}
    >
      <CampaignsUnder key={tab} tab={tab} />
    </Tabs>
  )
}

function CampaignsUnder({ tab }: { tab: CampaignTab }) {
  const { t } = useText()
  const campaigns = useCampaignsOfTab(tab)
  const mayStart = useViewedBrand() === undefined && tab === 'active'
  if (campaigns.isPending) return <SkeletonSheet />
  if (!campaigns.items) return <LoadError title={t('campaigns-failed')} query={campaigns} />
  if (campaigns.items.length === 0) {
    return (
      <EmptyState
        title={t(`empty-${tab}`)}
        action={mayStart && <ButtonLink href="/brand-dashboard/new-campaign">{t('campaigns-new')}</ButtonLink>}
      >
        {mayStart && <p>{t('empty-active-text')}</p>}
      </EmptyState>
    )
  }
  return (
    <div className="brand-campaigns">
      {campaigns.items.map((campaign) => (
        <CampaignSheet key={campaign.id} campaign={campaign} />
      ))}
      <MoreButton pages={campaigns}>{t('campaigns-more')}</MoreButton>
    </div>
  )
}

function FirstCampaign() {
  const { t } = useText()
  const credits = useCredits()
  if (useViewedBrand() !== undefined) return <EmptyState title={t('view-no-campaigns')} />
  return (
    <EmptyState
      title={t('first-title')}
      inside={<Frame logo="absent" />}
      action={
        <div className="brand-campaign-actions">
          <ButtonLink href="/brand-dashboard/new-campaign">{t('campaigns-new')}</ButtonLink>
          {credits.data?.available === 0 && <ButtonLink href="/brand-dashboard/purchase">{t('first-buy')}</ButtonLink>}
        </div>
      }
    >
      <ol className="brand-first">
        <li>{t('first-1')}</li>
        <li>{t('first-2')}</li>
        <li>{t('first-3')}</li>
        <li>{t('first-4')}</li>
      </ol>
    </EmptyState>
  )
}
