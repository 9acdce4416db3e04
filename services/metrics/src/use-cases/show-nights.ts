import { NIGHTS_SHOWN } from '@reelfair/contracts'
import { addDays, businessDayOf } from '@reelfair/rules'
import type { Context } from '@reelfair/service-kit'
import { nightsOf } from '../store/nights.ts'

export async function showNights(_: unknown, ctx: Context<'brand'>) {
  const to = businessDayOf(ctx.now())
  const from = addDays(to, 1 - NIGHTS_SHOWN)
  const days = Array.from({ length: NIGHTS_SHOWN }, (_, index) => addDays(from, index))
  const nights = new Map(days.map((day) => [day, { day, qualified: 0, inReview: 0, excluded: 0 }]))
  for (const { day, qualified, inReview, excluded } of await nightsOf(ctx, ctx.actor.id, { from, to })) {
    const night = nights.get(day)
    if (!night) continue
    night.qualified += qualified
    night.inReview += inReview
    night.excluded += excluded
  }
  return { nights: [...nights.values()] }
}
