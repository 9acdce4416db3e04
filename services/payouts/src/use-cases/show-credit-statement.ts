import type { CreditReason, PageQuery } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import type { z } from 'zod'
import { kindOfName } from '../domain/earnings.ts'
import type { Posting } from '../domain/ledger.ts'
import { namesOf } from '../store/campaigns.ts'
import { entriesOf } from '../store/ledger.ts'

/** A brand's credits, line by line, newest first. */
export async function showCreditStatement(query: z.infer<typeof PageQuery>, ctx: Context<'brand'>) {
  const { items, next } = await entriesOf(ctx, ctx.actor.id, query)
  const names = await namesOf(
    ctx,
    items.map(({ why }) => why.subject),
  )
  const lines = items.map(({ id, at, why, postings }) => {
    const of = (kind: string): Posting | undefined => postings.find(({ account }) => kindOfName(account) === kind)
    return {
      id,
      at,
      reason: why.reason as CreditReason,
      subject: why.subject,
      title: names.get(why.subject),
      available: of('brand')?.amount ?? 0,
      held: of('hold')?.amount ?? 0,
      spent: of('credits-consumed')?.amount ?? 0,
      availableAfter: of('brand')?.balance,
    }
  })
  return { items: lines, ...(next === undefined ? {} : { next }) }
}
