import type { EarningReason, PageQuery } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import type { z } from 'zod'
import { kindOfName, stageOf } from '../domain/earnings.ts'
import type { AccountKind } from '../domain/ledger.ts'
import { entriesOf } from '../store/ledger.ts'
import { sourcesOf } from '../store/sources.ts'

export async function showStatement(query: z.infer<typeof PageQuery>, ctx: Context<'creator'>) {
  const { items, next } = await entriesOf(ctx, ctx.actor.id, query)
  const sources = await sourcesOf(
    ctx,
    items.map(({ why }) => why.subject),
  )
  const lines = items.map(({ id, at, why, postings }) => ({
    id,
    at,
    reason: why.reason as EarningReason,
    subject: why.subject,
    ...sources.get(why.subject),
    failure: why.failure,
    until: why.until,
    moves: postings.flatMap(({ account, amount, balance }) => {
      const station = stageOf[kindOfName(account) as AccountKind]
      return station ? [{ station, amount, after: balance }] : []
    }),
  }))
  return { items: lines, ...(next === undefined ? {} : { next }) }
}
