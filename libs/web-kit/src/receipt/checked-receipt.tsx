import { serverNow, showToast, TextLink } from '@reelfair/ui'
import { Receipt, type ReceiptCheck, type ReceiptProps } from '@reelfair/ui/rich'
import { sentenceOfError, supportEmail } from '@reelfair/web-kit'
import { useState } from 'react'
import { useReceiptText } from './messages/index.ts'

export interface ReceiptView {
  /** `cents` shows the creator's pay, `credits` what the brand is charged. */
  readonly unit: 'cents' | 'credits'
  readonly level?: 2 | 3 | 4
}

interface CheckedReceiptProps<Data> {
  readonly read: ReceiptProps
  readonly level: 2 | 3 | 4
  /** Fetches the data again. After a failed refetch, `data` is still the old one. */
  readonly again: () => Promise<{ readonly data: Data | undefined; readonly error: Error | null }>
  /** Returns the stored total and the one that follows from the views. */
  readonly recompute: (fresh: Data) => { readonly of: number; readonly total: number }
}

/** "Recompute" fetches the data again and recomputes the total from the views. */
export function CheckedReceipt<Data>({ read, level, again, recompute }: CheckedReceiptProps<Data>) {
  const { t, locale } = useReceiptText()
  const [busy, setBusy] = useState(false)
  const [answer, setAnswer] = useState<{ of: number; total: number; at: number }>()
  const check = async () => {
    setBusy(true)
    const { data: fresh, error } = await again()
    setBusy(false)
    if (error || !fresh) {
      showToast((error && sentenceOfError(error, locale)) ?? t('failed'), { kind: 'problem' })
      return
    }
    setAnswer({ ...recompute(fresh), at: serverNow() })
  }
  return <Receipt {...read} level={level} check={checkOf()} onRecompute={() => void check()} />

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
