/**
 * Views of the demo's videos. Views grow only between 15:00 and 21:00, so readings at any hour of the night return the
 * same figures, and every start creates the same demo.
 */
import { addDays, instantOf } from '@reelfair/rules'

const HOUR_MS = 3_600_000
/** Hours of the day when people watch videos, in Europe/Paris time. */
const WATCHED = { from: '15:00', until: '21:00' } as const
const BOTS = { from: '16:00', until: '17:00' } as const

export interface Point {
  readonly afterHours: number
  readonly views: number
  readonly bots: number
}

export interface DailyViews {
  /** Final number of views by real people. */
  readonly views: number
  /** Days until a video has about two thirds of its views. */
  readonly paceDays?: number
  /** Number of bot views, and the day on which they occur; the first day is 0. */
  readonly bots?: { readonly on: number; readonly views: number }
}

/**
 * Points for the sandbox's `points` curve.
 * @param publishedAt Before 15:00 in Paris
 * @param day Business day of the publication
 * @example dailyViews({ views: 20_000 }, instantOf('2026-11-21', '12:00'), '2026-11-21')
 */
export function dailyViews({ views, paceDays = 2.2, bots }: DailyViews, publishedAt: Date, day: string, days = 24): Point[] {
  const hoursTo = (on: string, hour: string) => (instantOf(on, hour).getTime() - publishedAt.getTime()) / HOUR_MS
  const people = (count: number) => Math.round(views * (1 - Math.exp(-count / paceDays)))
  const points: Point[] = []
  for (let count = 0; count < days; count += 1) {
    const on = addDays(day, count)
    const [before, after] = [people(count), people(count + 1)]
    const botsBefore = bots && count > bots.on ? bots.views : 0
    const add = (hour: string, seen: number, ofBots: number) =>
      points.push({ afterHours: hoursTo(on, hour), views: seen + ofBots, bots: ofBots })
    add(WATCHED.from, before, botsBefore)
    if (bots?.on === count) {
      const hours = 6
      const part = (hour: number) => before + Math.round(((after - before) * hour) / hours)
      add(BOTS.from, part(1), 0)
      add(BOTS.until, part(2), bots.views)
      add(WATCHED.until, after, bots.views)
    } else add(WATCHED.until, after, botsBefore)
  }
  return points
}
