import { type Context, defineCommand } from '@reelfair/service-kit'
import { type Ports, ProviderFault } from '../ports.ts'
import { undecidedOrders } from '../store/orders.ts'
import { someAccounts } from '../store/payout-accounts.ts'
import { checkAccount } from '../use-cases/check-payout-account.ts'
import { handledTypes, takeNotice } from '../use-cases/receive-stripe-event.ts'
import { settleOrderIn } from '../use-cases/settle-order.ts'

/**
 * After an outage: takes what the provider could not deliver in the last 30 days, then asks how each undecided order and each payout account stands, for thin
 * events cannot be listed by their delivery. Doing it twice changes nothing.
 */
async function catchUp(_: unknown, ctx: Context<'system', Ports>): Promise<string> {
  const counts = { messages: 0, orders: 0, accounts: 0 }
  for await (const notice of ctx.ports.provider.undelivered(handledTypes)) {
    if (await takeNotice(notice.account === undefined ? 'platform' : 'connect', notice, ctx)) counts.messages += 1
  }
  for (const { sessionId } of await undecidedOrders(ctx)) {
    if (sessionId === undefined) continue
    const checkout = await ctx.ports.provider.readCheckout(sessionId)
    await ctx.transact((tx) => settleOrderIn(tx, checkout, ctx))
    counts.orders += 1
  }
  for (let after = ''; ; ) {
    const some = await someAccounts(ctx, after)
    for (const { id } of some) await checkAccount(id, ctx)
    counts.accounts += some.length
    const last = some.at(-1)
    if (!last) break
    after = last.id
  }
  return `Took ${counts.messages} messages; looked at ${counts.orders} orders and ${counts.accounts} payout accounts.`
}

export const catchUpWebhooks = defineCommand({
  name: 'catch-up-webhooks',
  does: 'Takes the messages of Stripe that did not arrive, and asks how undecided orders and all payout accounts stand.',
  args: {},
  run: async (_, ctx: Context<'system', Ports>) =>
    catchUp(_, ctx).catch((error: unknown) => {
      if (error instanceof ProviderFault)
        throw new Error('Stripe does not answer as it should. Run this again later: it goes on where it is needed.', { cause: error })
      throw error
    }),
})
