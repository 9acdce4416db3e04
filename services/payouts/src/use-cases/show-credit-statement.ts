import type { CreditReason, PageQuery } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import type { z } from 'zod'
import { heldFor } from '../domain/credits.ts'
import { kindOfName } from '../domain/earnings.ts'
import type { Posting } from '../domain/ledger.ts'
import { namesOf } from '../store/campaigns.ts'
import { invitedOf } from '../store/holds.ts'
import { entriesOf } from '../store/ledger.ts'
import { packagesOf } from '../store/orders.ts'

export async function showCreditStatement(query: z.infer<typeof PageQuery>, ctx: Context<'brand'>) {
  const { items, next } = await entriesOf(ctx, ctx.actor.id, query)
  const subjects = items.map(({ why }) => why.subject)
  const holdOf = ({ postings }: (typeof items)[number]) => postings.flatMap(({ account }) => heldFor(account) ?? [])[0]
  const invitations = items.filter((item) => holdOf(item) === 'invitation').map(({ why }) => why.subject)
  const bought = await packagesOf(
    ctx,
    items.filter(({ why }) => why.reason === 'purchase').map(({ why }) => why.subject),
  )
  const [campaigns, invited] = [await namesOf(ctx, subjects), await invitedOf(ctx, invitations)]
  const lines = items.map((item) => {
    const { id, at, why, postings } = item
    const of = (kind: string): Posting | undefined => postings.find(({ account }) => kindOfName(account) === kind)
    return {
      id,
      at,
      reason: why.reason as CreditReason,
      subject: why.subject,
      of: holdOf(item),
      title: campaigns.get(why.subject) ?? invited.get(why.subject),
      package: bought.get(why.subject),
      available: of('brand')?.amount ?? 0,
      held: of('hold')?.amount ?? 0,
      spent: of('credits-consumed')?.amount ?? 0,
      availableAfter: of('brand')?.balance,
    }
  })
  return { items: lines, ...(next === undefined ? {} : { next }) }
}
