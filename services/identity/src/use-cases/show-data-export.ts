import type { Context } from '@reelfair/service-kit'
import { viewExport } from '../domain/data-export.ts'
import { latestExport } from '../store/data-exports.ts'

export async function showDataExport(_: unknown, ctx: Context<'user'>) {
  const latest = await latestExport(ctx, ctx.actor.id)
  const isOver = latest === undefined || (latest.state === 'ready' && latest.endsAt <= ctx.now())
  return isOver ? {} : { latest: viewExport(latest, ctx.now()) }
}
