import type { Partnership } from '@reelfair/contracts'
import { EmptyState, LoadError, SkeletonBlock } from '@reelfair/ui'
import { useRead } from '@reelfair/web-kit'
import { CheckedReceipt, type ReceiptView } from './checked-receipt.tsx'
import { useReceiptText } from './messages/index.ts'
import { readPartnershipReceipt } from './read-partnership-receipt.ts'
import { recomputePartnership } from './recompute.ts'
import { useMeasured } from './use-measured.ts'

export interface PartnershipReceiptProps extends ReceiptView {
  readonly partnership: Partnership
}

/** Both sides see the same lines and decisions; only the unit of the total differs. */
export function PartnershipReceipt({ partnership, unit, level = 3 }: PartnershipReceiptProps) {
  const { t, locale } = useReceiptText()
  const fresh = useRead('partnerships', '/partnerships/partnerships/:partnershipId', { partnershipId: partnership.id }, { enabled: false })
  const { reviews, videos } = useMeasured('partnerships', partnership.id)
  const failed = [reviews, videos].find(({ data, isPending }) => !data && !isPending)
  if (failed) return <LoadError title={t('failed')} query={failed} />
  if (!reviews.items || !videos.items) return <SkeletonBlock height={420} />
  if (videos.items.length === 0 && partnership.decisions.length === 0) {
    return (
      <EmptyState title={t('nothing')}>
        <p>{t('nothing-text')}</p>
      </EmptyState>
    )
  }
  const parts = { partnership, reviews: reviews.items, videos: videos.items }
  return (
    <CheckedReceipt
      read={readPartnershipReceipt(parts, { unit, t, locale })}
      level={level}
      again={fresh.refetch}
      recompute={(again) => recomputePartnership(again)[unit]}
    />
  )
}
