import { MAX_DAYS_TO_BEGINNING } from '@reelfair/contracts/values'
import { addDays, instantOf } from './business-day.ts'

const DAY = 86_400_000

/**
 * A partnership runs from 00:00 on its first day, in Europe/Paris, or from its acceptance if that is later.
 * A planned one lasts whole days, also when the clocks change.
 * @source decisions §4
 * @example partnershipSpan({ beginning: '2026-11-25', durationDays: 7 }, new Date('2026-11-22T12:00:00Z'))
 * // { startsAt: 25 Nov, 00:00, endsAt: 2 Dec, 00:00 }
 */
export function partnershipSpan(
  { beginning, durationDays }: { readonly beginning: string; readonly durationDays: number },
  acceptedAt: Date,
): { readonly startsAt: Date; readonly endsAt: Date } {
  const planned = instantOf(beginning, '00:00')
  if (planned <= acceptedAt) return { startsAt: acceptedAt, endsAt: new Date(acceptedAt.getTime() + durationDays * DAY) }
  return { startsAt: planned, endsAt: instantOf(addDays(beginning, durationDays), '00:00') }
}

/** @example lastBeginning('2026-11-22') // '2027-01-21' */
export const lastBeginning = (today: string): string => addDays(today, MAX_DAYS_TO_BEGINNING)

/**
 * The code of the fault that refuses a partnership's first day, or undefined.
 * @param beginning a business day; an empty text counts as past
 * @example beginningFaultOf('2026-11-21', '2026-11-22') // 'beginning_past'
 */
export function beginningFaultOf(beginning: string, today: string): 'beginning_past' | 'beginning_too_far' | undefined {
  if (beginning < today) return 'beginning_past'
  return beginning > lastBeginning(today) ? 'beginning_too_far' : undefined
}
