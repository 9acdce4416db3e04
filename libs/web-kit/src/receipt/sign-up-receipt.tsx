import type { Receipt as ReceiptOfSignUp } from '@reelfair/contracts'
import { EmptyState, LoadError, SkeletonBlock } from '@reelfair/ui'
import { usePages, useRead, useRefetchOnLanguageChange } from '@reelfair/web-kit'
import { CheckedReceipt } from './checked-receipt.tsx'
import { useReceiptText } from './messages/index.ts'
import { type ReceiptParts, readReceipt } from './read-receipt.ts'
import { recomputeReceipt } from './recompute.ts'

export interface SignUpReceiptProps {
  readonly signUpId: string
  /** `cents` shows the creator's pay, `credits` the brand's charge. */
  readonly unit: 'cents' | 'credits'
  readonly level?: 2 | 3 | 4
}

/** The creator and the brand see the same lines; only the unit of the total differs. */
export function SignUpReceipt({ signUpId, unit, level = 3 }: SignUpReceiptProps) {
  const { t, locale } = useReceiptText()
  const receipt = useRead('campaigns', '/campaigns/sign-ups/:signUpId/receipt', { signUpId })
  const ofAssignment = { assignmentId: signUpId, limit: 100 }
  // All three requests use the topic `campaigns`, which is reported only after every service has processed the new
  // counts.
  const reviews = usePages('campaigns', '/metrics/assignments/:assignmentId/reviews', ofAssignment)
  const videos = usePages('campaigns', '/metrics/assignments/:assignmentId/videos', ofAssignment)
  // The service writes reasons for default decisions in the language of the request.
  useRefetchOnLanguageChange(reviews.refetch)
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
