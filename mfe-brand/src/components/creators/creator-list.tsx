import type { Campaign, RegisteredCreator } from '@reelfair/contracts'
import { LoadError, MoreButton, SkeletonRows } from '@reelfair/ui'
import type { ReactNode } from 'react'
import { useText } from '../../messages/index.ts'
import { useCreators } from '../queries.ts'
import { CreatorEntry } from './creator-entry.tsx'

/** If a campaign has at most this many creators, all rows are expanded initially. */
const FEW = 3

interface CreatorListProps {
  readonly campaign: Campaign
  readonly more?: (creator: RegisteredCreator) => ReactNode
}

export function CreatorList({ campaign, more }: CreatorListProps) {
  const { t } = useText()
  const creators = useCreators(campaign.id)
  if (creators.isPending) return <SkeletonRows rows={Math.min(FEW, Math.max(1, campaign.signUps))} />
  if (!creators.items) return <LoadError title={t('creators-failed')} query={creators} />
  if (creators.items.length === 0) return <p className="rf-note">{t('creators-none')}</p>
  return (
    <div className="brand-creators">
      {creators.items.map((creator) => (
        <CreatorEntry key={creator.id} creator={creator} campaign={campaign} isOpen={campaign.signUps <= FEW}>
          {more?.(creator)}
        </CreatorEntry>
      ))}
      <MoreButton pages={creators}>{t('creators-more')}</MoreButton>
    </div>
  )
}
