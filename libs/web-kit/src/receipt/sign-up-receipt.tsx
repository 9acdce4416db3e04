import type { Receipt as ReceiptOfSignUp } from '@reelfair/contracts'
import { EmptyState, LoadError, SkeletonBlock, serverNow, showToast, TextLink } from '@reelfair/ui'
import { Receipt, type ReceiptCheck } from '@reelfair/ui/rich'
import { sentenceOfError, supportEmail, usePages, useRead, useRefetchOnLanguageChange } from '@reelfair/web-kit'
import { useState } from 'react'
import { useReceiptText } from './messages/index.ts'
import { type ReceiptParts, readReceipt } from './read-receipt.ts'
import { recomputeReceipt } from './recompute.ts'

export interface SignUpReceiptProps {
  readonly signUpId: string
  /** `cents` shows the creator's pay, `credits` the brand's charge. */
  readonly unit: 'cents' | 'credits'
  readonly level?: 2 | 3 | 4
}

/** After a failed refetch, `data` is still the old receipt. */
interface RefetchResult {
  readonly data: ReceiptOfSignUp | undefined
  readonly error: Error | null
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
  return <Checked read={readReceipt(parts, { unit, t, locale })} level={level} again={receipt.refetch} />
}

/** "Recompute" fetches the receipt again and recomputes its lines from the views. */
function Checked({ read, level, again }: { read: ReturnType<typeof readReceipt>; level: 2 | 3 | 4; again: () => Promise<RefetchResult> }) {
  const { t, locale } = useReceiptText()
  const [busy, setBusy] = useState(false)
  const [answer, setAnswer] = useState<{ of: number; total: number; at: number }>()
  const recompute = async () => {
    setBusy(true)
    const { data: fresh, error } = await again()
    setBusy(false)
    if (error || !fresh) {
      showToast((error && sentenceOfError(error, locale)) ?? t('failed'), { kind: 'problem' })
      return
    }
    const { charged, cents } = recomputeReceipt(fresh)
    const isCents = read.unit === 'cents'
    setAnswer({ of: isCents ? fresh.cents : fresh.charged, total: isCents ? cents : charged, at: serverNow() })
  }
  return <Receipt {...read} level={level} check={checkOf()} onRecompute={() => void recompute()} />

  function checkOf(): ReceiptCheck {
    if (busy) return { state: 'recomputing' }
    // Ignore a result that was computed for an older total.
    if (!answer || answer.of !== read.total) return { state: 'fresh' }
    if (answer.total === read.total) return { state: 'same', at: answer.at }
    return {
      state: 'differs',
      at: answer.at,
      total: answer.total,
      contact: <TextLink href={`mailto:${supportEmail()}`}>{t('contact')}</TextLink>,
    }
  }
}
