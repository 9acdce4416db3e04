import { nextInstantAt } from '@reelfair/rules'
import type { Context } from '@reelfair/service-kit'
import { READING_HOUR } from '../domain/reading.ts'
import { lastReading } from '../store/readings.ts'

/** When the views were read last and when they are read next; everyone signed in may know. */
export async function showReadings(_: unknown, ctx: Context<'user'>) {
  const last = await lastReading(ctx)
  return { ...(last && { last: { ...last, day: last.id } }), nextAt: nextInstantAt(READING_HOUR, ctx.now()) }
}
