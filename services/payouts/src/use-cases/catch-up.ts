import { OtherAmountPaid } from '../domain/order.ts'
import { ProviderFault, type Work } from '../ports.ts'
import { undecidedOrders } from '../store/orders.ts'
import { longUnchecked, someAccounts } from '../store/payout-accounts.ts'
import { knowsEvent } from '../store/stripe-events.ts'
import { checkAccount } from './check-payout-account.ts'
import { handledTypes, takeNotice } from './receive-stripe-event.ts'
import { abandonOrderIn, settleOrderIn } from './settle-order.ts'

export interface CaughtUp {
  readonly messages: number
  readonly orders: number
  readonly accounts: number
  /** What could not be done, a line each; the rest was done. */
  readonly troubles: readonly string[]
}

/** So many calls without an answer in a row: the provider is away, and a thousand more would be no help. */
const AWAY_AFTER = 5
/** Accounts that the worker asks after at once; those that have gone unasked for longest. */
const SOME_ACCOUNTS = 100
const DAY_MS = 86_400_000
const MOST_TROUBLES = 100

/**
 * Takes what the provider could not deliver in the last 30 days, then asks how each undecided order and the payout accounts stand, for thin messages cannot be
 * listed by their delivery. One that fails keeps none of the others up. Doing it twice changes nothing.
 * @param which All accounts, or some that have not been asked after for a day
 */
export async function catchUp(ctx: Work, which: 'all' | 'some'): Promise<CaughtUp> {
  const { provider } = ctx.ports
  const troubles: string[] = []
  const note = (line: string) => troubles.length < MOST_TROUBLES && troubles.push(line)

  async function each<T extends { readonly id: string }>(what: string, items: AsyncIterable<T>, work: (item: T) => Promise<boolean>) {
    let done = 0
    let inARow = 0
    try {
      for await (const item of items) {
        try {
          if (await work(item)) done += 1
          inARow = 0
        } catch (error) {
          ctx.log.error({ err: error, what, id: item.id }, 'this could not be caught up with')
          note(error instanceof OtherAmountPaid ? error.message : `${what} ${item.id}: ${error instanceof Error ? error.message : error}`)
          inARow = error instanceof ProviderFault ? inARow + 1 : 0
          if (inARow < AWAY_AFTER) continue
          note(`Stripe does not answer: each further ${what} was left out`)
          break
        }
      }
    } catch (error) {
      if (!(error instanceof ProviderFault)) throw error
      note(`the list of each ${what}: ${error.message}`)
    }
    return done
  }

  const messages = await each('message', provider.undelivered(handledTypes), async (notice) => {
    if (await knowsEvent(ctx, notice.id)) return false
    try {
      return await takeNotice(notice.account === undefined ? 'platform' : 'connect', notice, ctx)
    } catch (error) {
      // Its order is met again below.
      if (error instanceof OtherAmountPaid) return false
      throw error
    }
  })
  const orders = await each(
    'order',
    inPages((after) => undecidedOrders(ctx, after)),
    async ({ id, sessionId }) => {
      const checkout = sessionId === undefined ? undefined : await provider.readCheckout(sessionId)
      await ctx.transact((tx) => (checkout ? settleOrderIn(tx, checkout, ctx) : abandonOrderIn(tx, id, ctx)))
      return true
    },
  )
  const before = new Date(ctx.now().getTime() - DAY_MS)
  const asked =
    which === 'all'
      ? inPages((after) => someAccounts(ctx, after))
      : inPages(async (after) => (after ? [] : longUnchecked(ctx, before, SOME_ACCOUNTS)))
  const accounts = await each('account', asked, async ({ id }) => {
    await checkAccount(id, ctx)
    return true
  })
  return { messages, orders, accounts, troubles }
}

async function* inPages<T extends { readonly id: string }>(page: (after: string) => Promise<readonly T[]>): AsyncGenerator<T> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const some = await page(after)
    yield* some
    after = some.at(-1)?.id
  }
}

/** The worker, once an hour: lost messages and orders without a page are found without a person. What fails is logged, and met again in the next hour. */
export async function catchUpWithStripe(ctx: Work): Promise<boolean> {
  const { troubles, ...counts } = await catchUp(ctx, 'some')
  ctx.log.info({ ...counts, troubles: troubles.length }, 'caught up with Stripe')
  return false
}
