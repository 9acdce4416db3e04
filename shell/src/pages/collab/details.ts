import { isWithin, linkFaultOf } from '@reelfair/contracts/text'
import { beginningFaultOf, businessDayOf, nextDay } from '@reelfair/rules'
import { serverNow } from '@reelfair/ui'

export const CAPTION_MAX = 500

export interface Details {
  readonly link: string
  readonly caption: string
  /** A business day, such as `2026-11-21`. */
  readonly beginning: string
  readonly termsAccepted: boolean
}

export const today = () => businessDayOf(new Date(serverNow()))

/** Begins tomorrow, because the creator has 24 hours to accept. */
export const emptyDetails = (): Details => ({ link: '', caption: '', beginning: nextDay(today()), termsAccepted: false })

/** In the order of the fields. */
export function invalidDetails({ link, caption, beginning, termsAccepted }: Details) {
  const faults: (keyof Details)[] = []
  if (linkFaultOf(link)) faults.push('link')
  if (caption.trim() === '' || !isWithin(caption.trim(), CAPTION_MAX)) faults.push('caption')
  if (beginningFaultOf(beginning, today())) faults.push('beginning')
  if (!termsAccepted) faults.push('termsAccepted')
  return faults
}
