import type { Notification } from '@reelfair/contracts'
import { formatDate } from '@reelfair/ui'

export interface DayGroup {
  /** `today` and `yesterday` are relative to Paris, like all dates. */
  readonly relative?: 'today' | 'yesterday'
  readonly date: string
  readonly items: readonly Notification[]
}

const DAY_MS = 86_400_000

/** Groups notifications, newest first, by their day in Paris. */
export function byDay(items: readonly Notification[], now: number, locale: 'en' | 'fr'): DayGroup[] {
  const dayOf = (at: string | number) => formatDate(at, locale, { weekday: 'long', year: true })
  const [today, yesterday] = [dayOf(now), dayOf(now - DAY_MS)]
  return [...Map.groupBy(items, ({ createdAt }) => dayOf(createdAt))].map(([day, ofDay]) => {
    const relative = day === today ? 'today' : day === yesterday ? 'yesterday' : undefined
    const date = formatDate(ofDay[0]?.createdAt ?? now, locale, { weekday: 'long' })
    return { date, items: ofDay, ...(relative && { relative }) }
  })
}
