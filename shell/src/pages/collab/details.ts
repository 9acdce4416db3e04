import { isWithin, linkFaultOf } from '@reelfair/contracts/text'
import { addDays, businessDayOf } from '@reelfair/rules'
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
export const emptyDetails = (): Details => ({ link: '', caption: '', beginning: addDays(today(), 1), termsAccepted: false })

/** In the order of the fields. */
export function invalidDetails({ link, caption, beginning, termsAccepted }: Details) {
  const faults: (keyof Details)[] = []
  if (linkFaultOf(link)) faults.push('link')
  if (caption.trim() === '' || !isWithin(caption.trim(), CAPTION_MAX)) faults.push('caption')
  if (!/^\d{4}-\d{2}-\d{2}$/.test(beginning) || beginning < today()) faults.push('beginning')
  if (!termsAccepted) faults.push('termsAccepted')
  return faults
}
