import type { Receipt as ReceiptOfSignUp } from '@reelfair/contracts'
import { EmptyState, LoadError, SkeletonBlock } from '@reelfair/ui'
import { useRead } from '@reelfair/web-kit'
import { CheckedReceipt, type ReceiptView } from './checked-receipt.tsx'
import { useReceiptText } from './messages/index.ts'
import { type ReceiptParts, readReceipt } from './read-receipt.ts'
import { recomputeReceipt } from './recompute.ts'
import { useMeasured } from './use-measured.ts'

export interface SignUpReceiptProps extends ReceiptView {
  readonly signUpId: string
}

/** The creator and the brand see the same lines; only the unit of the total differs. */
export function SignUpReceipt({ signUpId, unit, level = 3 }: SignUpReceiptProps) {
  const { t, locale } = useReceiptText()
  const receipt = useRead('campaigns', '/campaigns/sign-ups/:signUpId/receipt', { signUpId })
  const { reviews, videos } = useMeasured('campaigns', signUpId)
  const failed = [receipt, reviews, videos].find(({ data, isPending }) => !data && !isPending)
  if (failed) return <LoadError title={t('failed')} query={failed} />
  if (!receipt.data || !reviews.items || !videos.items) return <SkeletonBlock height={420} />
  if (receipt.data.videos.length === 0 && receipt.data.days.length === 0) {
    return (
      <EmptyState title={t('nothing')}>
        <p>{t('nothing-text')}</p>
      </EmptyState>
    )
  }
  const parts: ReceiptParts = { receipt: receipt.data, reviews: reviews.items, videos: videos.items }
  const recompute = (fresh: ReceiptOfSignUp) => {
    const { charged, cents } = recomputeReceipt(fresh)
    return unit === 'cents' ? { of: fresh.cents, total: cents } : { of: fresh.charged, total: charged }
  }
  return <CheckedReceipt read={readReceipt(parts, { unit, t, locale })} level={level} again={receipt.refetch} recompute={recompute} />
}
