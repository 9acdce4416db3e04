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
