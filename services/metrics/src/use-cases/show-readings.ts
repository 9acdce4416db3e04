import { nextInstantAt } from '@reelfair/rules'
import type { Context } from '@reelfair/service-kit'
import { READING_HOUR } from '../domain/schedule.ts'
import { lastRefresh } from '../store/refreshes.ts'

export async function showReadings(_: unknown, ctx: Context<'user'>) {
  const last = await lastRefresh(ctx)
  const nextAt = nextInstantAt(READING_HOUR, ctx.now())
  return { ...(last && { last: { day: last.id, at: last.startedAt, accounts: last.accounts } }), nextAt }
}
