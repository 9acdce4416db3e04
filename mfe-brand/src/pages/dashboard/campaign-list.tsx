import { Button, ButtonLink, EmptyState, ErrorPanel, SkeletonSheet, Tabs, useNow } from '@reelfair/ui'
import { useState } from 'react'
import { useCampaigns } from '../../components/queries.ts'
import { useText } from '../../messages/index.ts'
import { CampaignSheet } from './campaign-sheet.tsx'
import { type CampaignTab, tabOf } from './campaign-tabs.ts'

const TABS = ['active', 'completed', 'expired'] as const satisfies CampaignTab[]

/** The campaigns under Active, Completed and Expired; the first tab that holds one is open. */
export function CampaignList() {
  const { t } = useText()
  const now = useNow()
  const campaigns = useCampaigns()
  const [chosen, setChosen] = useState<CampaignTab>()
  if (campaigns.isPending) return <SkeletonSheet />
  if (!campaigns.items) {
    return <ErrorPanel title={t('campaigns-failed')} error={campaigns.error} onRetry={campaigns.refetch} busy={campaigns.isFetching} />
  }
  const under = Object.groupBy(campaigns.items, (campaign) => tabOf(campaign, now))
  const tab = chosen ?? TABS.find((each) => under[each]) ?? 'active'
  const shown = under[tab] ?? []
  // What is not loaded yet may stand under any tab.
  const isWhole = !campaigns.hasNextPage
  return (
    <Tabs
      label={t('campaigns-title')}
      tabs={TABS.map((id) => ({ id, label: t(`tab-${id}`), count: isWhole ? (under[id]?.length ?? 0) : undefined }))}
      value={tab}
      onValue={(id) => setChosen(id as CampaignTab)}
    >
      {shown.map((campaign) => (
        <CampaignSheet key={campaign.id} campaign={campaign} />
      ))}
      {shown.length === 0 && !isWhole && <EmptyState title={t('empty-so-far', { loaded: campaigns.items.length })} />}
      {shown.length === 0 && isWhole && (
        <EmptyState
          title={t(`empty-${tab}`)}
          action={tab === 'active' && <ButtonLink href="/brand-dashboard/new-campaign">{t('campaigns-new')}</ButtonLink>}
        >
          {tab === 'active' && <p>{t('empty-active-text')}</p>}
        </EmptyState>
      )}
      {!isWhole && (
        <Button busy={campaigns.isFetchingNextPage} onClick={() => void campaigns.fetchNextPage()}>
          {t('campaigns-more')}
        </Button>
      )}
    </Tabs>
  )
}
