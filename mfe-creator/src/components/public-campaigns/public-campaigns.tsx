import type { PublicCampaign } from '@reelfair/contracts'
import { Button, EmptyState, ErrorPanel, SkeletonRows, SkeletonSheet } from '@reelfair/ui'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useText } from '../../messages/index.ts'
import { useAccounts, useSignUps } from '../queries.ts'
import { CampaignCard } from './campaign-card.tsx'
import { CampaignRow } from './campaign-row.tsx'
import { eligibleOf } from './standing.tsx'
import { type Filters, useAskAgain, usePublicCampaigns } from './use-public-campaigns.ts'

const JoinDialog = lazy(async () => ({ default: (await import('./join-dialog.tsx')).JoinDialog }))

/** The focus is not lost where what opened the dialog is gone: the campaign's name takes it. */
const FOCUS_AFTER_MS = 50
const keepFocus = (campaignId: string) =>
  setTimeout(() => {
    if (document.activeElement === document.body) document.getElementById(`campaign-${campaignId}`)?.focus()
  }, FOCUS_AFTER_MS)

interface PublicCampaignsProps {
  /** `cards` with all that is known; `rows` for a short list on another page. */
  readonly look?: 'cards' | 'rows'
  readonly filters?: Filters
  /** Campaigns per page; rows show one page only. */
  readonly limit: number
  /** Stands below the sentence that nothing fits the filters. */
  readonly whenNoneFits?: ReactNode
}

/**
 * What a creator may join, with the whole sign-up: the question, its refusals, the instructions afterwards.
 * @example <PublicCampaigns look="rows" limit={3} />
 */
export function PublicCampaigns({ look = 'cards', filters = {}, limit, whenNoneFits }: PublicCampaignsProps) {
  const { t } = useText()
  const campaigns = usePublicCampaigns(filters, limit)
  useAskAgain(campaigns.refetch)
  const accounts = useAccounts()
  const signUps = useSignUps()
  const [opened, setOpened] = useState<{ campaign: PublicCampaign; accountId: string | undefined }>()
  const { items, said } = campaigns

  if (campaigns.isPending) return look === 'rows' ? <SkeletonRows rows={limit} height={108} /> : <Sheets />
  if (!items || !said) {
    return <ErrorPanel title={t('campaigns-failed')} error={campaigns.error} onRetry={campaigns.refetch} busy={campaigns.isFetching} />
  }
  const reader = {
    figures: said.figures,
    accounts: accounts.data?.items ?? [],
    signUps: signUps.items ?? [],
    onOpen: (campaign: PublicCampaign, accountId?: string) => setOpened({ campaign, accountId }),
  }
  const first = items.find((one) => one.signedUpWith === undefined && eligibleOf(one).length > 0)
  return (
    <>
      {items.length === 0 && <Nothing isFiltered={Object.keys(filters).length > 0}>{whenNoneFits}</Nothing>}
      {items.length > 0 && look === 'rows' && (
        <ul className="creator-rows">
          {items.map((campaign) => (
            <CampaignRow key={campaign.id} campaign={campaign} isFirst={campaign === first} {...reader} />
          ))}
        </ul>
      )}
      {items.length > 0 && look === 'cards' && (
        <ul className="creator-campaigns">
          {items.map((campaign) => (
            <CampaignCard key={campaign.id} campaign={campaign} {...reader} />
          ))}
        </ul>
      )}
      {look === 'cards' && campaigns.hasNextPage && (
        <p className="creator-more">
          <Button busy={campaigns.isFetchingNextPage} onClick={() => void campaigns.fetchNextPage()}>
            {t('campaigns-more')}
          </Button>
        </p>
      )}
      {opened && (
        <Suspense>
          <JoinDialog
            // What is asked for now counts, also when it changed since the click.
            campaign={
              items.find(({ id }) => id === opened.campaign.id) ?? { ...opened.campaign, accounts: [], reasons: ['campaign_ended'] }
            }
            chosen={opened.accountId}
            windowDays={said.windowDays}
            {...reader}
            onChanged={() => void campaigns.refetch()}
            onClose={() => {
              setOpened(undefined)
              keepFocus(opened.campaign.id)
            }}
          />
        </Suspense>
      )}
    </>
  )
}

const Sheets = () => (
  <div className="creator-campaigns">
    <SkeletonSheet />
    <SkeletonSheet />
    <SkeletonSheet />
  </div>
)

function Nothing({ isFiltered, children }: { isFiltered: boolean; children: ReactNode }) {
  const { t } = useText()
  return isFiltered ? (
    <EmptyState title={t('campaigns-none-fits')} action={children}>
      <p>{t('campaigns-none-fits-text')}</p>
    </EmptyState>
  ) : (
    <EmptyState title={t('campaigns-empty')}>
      <p>{t('campaigns-empty-text')}</p>
    </EmptyState>
  )
}
