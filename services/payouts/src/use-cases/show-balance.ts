import type { Balance } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { balanceOfCreator } from '../domain/earnings.ts'
import { holdingsOf } from '../store/earnings.ts'
import { balancesOf } from '../store/ledger.ts'
import { sourcesOf } from '../store/sources.ts'

export async function showBalance(_: unknown, ctx: Context<'creator'>): Promise<Balance> {
  const { first, more } = await holdingsOf(ctx, ctx.actor.id)
  const sources = await sourcesOf(
    ctx,
    first.map(({ subject }) => subject),
  )
  const holdings = first.map(({ id, cents, subject, until }) => ({
    id,
    amount: cents,
    subject,
    ...sources.get(subject),
    reason: 'final_checks' as const,
    until: (until ?? ctx.now()).toISOString(),
  }))
  return balanceOfCreator(await balancesOf(ctx, ctx.actor.id), { holdings, ...(more > 0 && { moreHoldings: more }) })
}
