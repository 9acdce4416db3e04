import { Id, refuse } from '@reelfair/contracts'
import { type Context, defineCommand } from '@reelfair/service-kit'
import { resolveReview } from '../domain/transfer.ts'
import { transfers } from '../store/transfers.ts'

async function resolve({ transferId }: { transferId: string }, ctx: Context): Promise<string> {
  return ctx.transact(async (tx) => {
    const item = (await transfers.byId(tx, transferId)) ?? refuse('not_found')
    const after = resolveReview(item, ctx.now())
    if (!after) return 'This transfer needs no check. Nothing was changed.'
    await transfers.save(tx, after)
    const next = after.status === 'pending' ? ' It will be tried now.' : ''
    return `Marked transfer ${transferId} as checked.${next}`
  })
}

export const resolveTransferReview = defineCommand({
  name: 'resolve-doubt',
  description: 'Marks a transfer and its unmatched Stripe transfers as checked by a person. It is then processed like any other.',
  args: { transferId: Id.describe('the transfer') },
  run: resolve,
})
