import type { PublicCampaign } from '@reelfair/contracts'
import { EmptyState, LoadError, MoreButton, SkeletonRows, SkeletonSheet } from '@reelfair/ui'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useText } from '../../messages/index.ts'
import { useAccounts, useSignUps } from '../queries.ts'
import { CampaignCard } from './campaign-card.tsx'
import { CampaignRow } from './campaign-row.tsx'
import { type CreatorContext, eligibleAccounts } from './join-state.tsx'
import { type Filters, POLL_EVERY_MS, usePublicCampaigns } from './use-public-campaigns.ts'

const JoinDialog = lazy(async () => ({ default: (await import('./join-dialog.tsx')).JoinDialog }))

/** Delay before checking whether closing the dialog left nothing focused. */
const FOCUS_AFTER_MS = 50
/** If the button that opened the dialog no longer exists, focuses the campaign's name. */
const keepFocus = (campaignId: string) =>
  setTimeout(() => {
    if (document.activeElement === document.body) document.getElementById(`campaign-${campaignId}`)?.focus()
  }, FOCUS_AFTER_MS)

interface PublicCampaignsProps {
  readonly look?: 'cards' | 'rows'
  readonly filters?: Filters
  /** Campaigns per page. The short list (`rows`) has only one page. */
  readonly limit: number
  readonly whenNoneMatch?: ReactNode
}

/** The campaigns that a creator can sign up for, with the complete sign-up flow. */
export function PublicCampaigns({ look = 'cards', filters = {}, limit, whenNoneMatch }: PublicCampaignsProps) {
  const { t } = useText()
  const campaigns = usePublicCampaigns(filters, limit, { pollMs: POLL_EVERY_MS })
  const accounts = useAccounts()
  const signUps = useSignUps()
  const [opened, setOpened] = useState<{ campaign: PublicCampaign; accountId: string | undefined }>()
  const { items, firstPage } = campaigns

  if (campaigns.isPending) return look === 'rows' ? <SkeletonRows rows={limit} height={108} /> : <Sheets />
  if (!items || !firstPage) return <LoadError title={t('campaigns-failed')} query={campaigns} />
  const reader = {
    figures: firstPage.figures,
    accounts: accounts.data?.items ?? [],
    signUps: signUps.items ?? [],
    onOpen: (campaign: PublicCampaign, accountId?: string) => setOpened({ campaign, accountId }),
  }
  return (
    <>
      {items.length === 0 && <EmptyList isFiltered={Object.keys(filters).length > 0}>{whenNoneMatch}</EmptyList>}
      {items.length > 0 && <Campaigns look={look} items={items} reader={reader} />}
      {look === 'cards' && campaigns.hasNextPage && (
        <p className="creator-more">
          <MoreButton pages={campaigns}>{t('campaigns-more')}</MoreButton>
        </p>
      )}
      {opened && (
        <Suspense>
          <JoinDialog
            // The campaign may have changed since the click.
            campaign={
              items.find(({ id }) => id === opened.campaign.id) ?? { ...opened.campaign, accounts: [], reasons: ['campaign_ended'] }
            }
            chosen={opened.accountId}
            windowDays={firstPage.windowDays}
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

function Campaigns({ look, items, reader }: { look: 'cards' | 'rows'; items: readonly PublicCampaign[]; reader: CreatorContext }) {
  const first = items.find((one) => one.signedUpWith === undefined && eligibleAccounts(one).length > 0)
  return look === 'rows' ? (
    <ul className="creator-rows">
      {items.map((campaign) => (
        <CampaignRow key={campaign.id} campaign={campaign} isFirst={campaign === first} {...reader} />
      ))}
    </ul>
  ) : (
    <ul className="creator-campaigns">
      {items.map((campaign) => (
        <CampaignCard key={campaign.id} campaign={campaign} {...reader} />
      ))}
    </ul>
  )
}

const Sheets = () => (
  <div className="creator-campaigns">
    <SkeletonSheet />
    <SkeletonSheet />
    <SkeletonSheet />
  </div>
)

function EmptyList({ isFiltered, children }: { isFiltered: boolean; children: ReactNode }) {
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
