import { Id, refuse } from '@reelfair/contracts'
import { type Context, defineCommand } from '@reelfair/service-kit'
import { settleDoubt as settled } from '../domain/transfer.ts'
import { transfers } from '../store/transfers.ts'

async function settle({ transferId }: { transferId: string }, ctx: Context): Promise<string> {
  return ctx.transact(async (tx) => {
    const item = (await transfers.byId(tx, transferId)) ?? refuse('not_found')
    const after = settled(item, ctx.now())
    if (!after) return 'There is nothing to look at. Nothing was changed.'
    await transfers.save(tx, after)
    const next = after.status === 'pending' ? ' It is tried now.' : ''
    return `Noted that somebody has looked at transfer ${transferId}.${next}`
  })
}

export const settleDoubt = defineCommand({
  name: 'settle-doubt',
  does: 'Says that somebody has looked at a transfer and at Stripe’s transfers that nothing was booked for; it goes on as any other.',
  args: { transferId: Id.describe('the transfer') },
  run: settle,
})
