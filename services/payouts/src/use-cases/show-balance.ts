import type { Balance } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { balanceOfCreator } from '../domain/earnings.ts'
import { namesOf } from '../store/campaigns.ts'
import { holdingsOf } from '../store/earnings.ts'
import { balancesOf } from '../store/ledger.ts'

export async function showBalance(_: unknown, ctx: Context<'creator'>): Promise<Balance> {
  const { first, more } = await holdingsOf(ctx, ctx.actor.id)
  const names = await namesOf(
    ctx,
    first.map(({ subject }) => subject),
  )
  const holdings = first.map(({ id, cents, subject, until }) => ({
    id,
    amount: cents,
    subject,
    title: names.get(subject),
    reason: 'final_checks' as const,
    until: (until ?? ctx.now()).toISOString(),
  }))
  return balanceOfCreator(await balancesOf(ctx, ctx.actor.id), { holdings, ...(more > 0 && { moreHoldings: more }) })
}
