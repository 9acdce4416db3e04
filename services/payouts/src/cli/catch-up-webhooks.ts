import { type Context, defineCommand } from '@reelfair/service-kit'
import { OtherAmountPaid } from '../domain/order.ts'
import { type Ports, ProviderFault } from '../ports.ts'
import { undecidedOrders } from '../store/orders.ts'
import { someAccounts } from '../store/payout-accounts.ts'
import { checkAccount } from '../use-cases/check-payout-account.ts'
import { handledTypes, takeNotice } from '../use-cases/receive-stripe-event.ts'
import { abandonOrderIn, settleOrderIn } from '../use-cases/settle-order.ts'

/**
 * After an outage: takes what the provider could not deliver in the last 30 days, then asks how each undecided order and each payout account stands, for thin
 * events cannot be listed by their delivery. Doing it twice changes nothing.
 */
async function catchUp(_: unknown, ctx: Context<'system', Ports>): Promise<string> {
  const counts = { messages: 0, orders: 0, accounts: 0 }
  const strange: string[] = []
  for await (const notice of ctx.ports.provider.undelivered(handledTypes)) {
    try {
      if (await takeNotice(notice.account === undefined ? 'platform' : 'connect', notice, ctx)) counts.messages += 1
    } catch (error) {
      // Its order is met again below.
      if (!(error instanceof OtherAmountPaid)) throw error
    }
  }
  for await (const order of inPages((after) => undecidedOrders(ctx, after))) {
    const checkout = order.sessionId === undefined ? undefined : await ctx.ports.provider.readCheckout(order.sessionId)
    try {
      await ctx.transact((tx) => (checkout ? settleOrderIn(tx, checkout, ctx) : abandonOrderIn(tx, order.id, ctx)))
    } catch (error) {
      if (!(error instanceof OtherAmountPaid)) throw error
      strange.push(error.message)
    }
    counts.orders += 1
  }
  for await (const { id } of inPages((after) => someAccounts(ctx, after))) {
    await checkAccount(id, ctx)
    counts.accounts += 1
  }
  if (strange.length > 0)
    throw new Error(`All was looked at; somebody has to look at these:\n${strange.map((line) => `- ${line}`).join('\n')}`)
  return `Took ${counts.messages} messages; looked at ${counts.orders} orders and ${counts.accounts} payout accounts.`
}

async function* inPages<T extends { readonly id: string }>(page: (after: string) => Promise<readonly T[]>): AsyncGenerator<T> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const some = await page(after)
    yield* some
    after = some.at(-1)?.id
  }
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
