import type { Credits } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { creditsOf } from '../domain/credits.ts'
import { balancesOf } from '../store/ledger.ts'

export async function showCredits(_: unknown, ctx: Context<'brand'>): Promise<Credits> {
  return creditsOf(await balancesOf(ctx, ctx.actor.id))
}
