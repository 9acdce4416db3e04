import { OtherAmountPaid } from '../domain/order.ts'
import { ProviderFault, type WorkContext } from '../ports.ts'
import { undecidedOrders } from '../store/orders.ts'
import { accountsWithStripe, leastRecentlyChecked } from '../store/payout-accounts.ts'
import { knowsEvent } from '../store/stripe-events.ts'
import { checkAccount } from './check-payout-account.ts'
import { abandonOrderIn, confirmOrderIn } from './confirm-order.ts'
import { handledTypes, processNotice } from './receive-stripe-event.ts'

export interface CatchUpResult {
  readonly events: number
  readonly orders: number
  readonly accounts: number
  readonly failures: readonly string[]
}

/** After this many unanswered calls in a row, the provider counts as unavailable and the run stops. */
const AWAY_AFTER = 5
const SOME_ACCOUNTS = 100
const DAY_MS = 86_400_000
const MAX_TROUBLES = 100

/**
 * Processes events that the provider could not deliver in the last 30 days, then checks undecided orders and payout
 * accounts. Accounts need their own check because the provider cannot list undelivered thin events. A failed item does
 * not stop the others, and running this twice changes nothing.
 * @param which all accounts, or some that have not been checked for a day
 */
export async function catchUp(ctx: WorkContext, which: 'all' | 'some'): Promise<CatchUpResult> {
  const { provider } = ctx.ports
  const failures: string[] = []
  const note = (line: string) => failures.length < MAX_TROUBLES && failures.push(line)

  async function each<T extends { readonly id: string }>(
    what: string,
    items: AsyncIterable<T> | Iterable<T>,
    work: (item: T) => Promise<boolean>,
  ) {
    let done = 0
    let inARow = 0
    try {
      for await (const item of items) {
        try {
          if (await work(item)) done += 1
          inARow = 0
        } catch (error) {
          ctx.log.error({ error, what, id: item.id }, 'stripe catch-up failed for item')
          note(error instanceof OtherAmountPaid ? error.message : `${what} ${item.id}: ${error instanceof Error ? error.message : error}`)
          inARow = error instanceof ProviderFault ? inARow + 1 : 0
          if (inARow < AWAY_AFTER) continue
          note(`Stripe does not answer; skipped the remaining ${what}s`)
          break
        }
      }
    } catch (error) {
      if (!(error instanceof ProviderFault)) throw error
      note(`could not list ${what}s: ${error.message}`)
    }
    return done
  }

  const messages = await each('event', provider.undeliveredEvents(handledTypes), async (notice) => {
    if (await knowsEvent(ctx, notice.id)) return false
    try {
      return await processNotice(notice.account === undefined ? 'platform' : 'connect', notice, ctx)
    } catch (error) {
      // The order check reports an order with a wrong amount.
      if (error instanceof OtherAmountPaid) return false
      throw error
    }
  })
  const orders = await each('order', undecidedOrders(ctx), async ({ id, sessionId }) => {
    const checkout = sessionId === undefined ? undefined : await provider.readCheckout(sessionId)
    await ctx.transact((tx) => (checkout ? confirmOrderIn(tx, checkout, ctx) : abandonOrderIn(tx, id, ctx)))
    return true
  })
  const before = new Date(ctx.now().getTime() - DAY_MS)
  const due = which === 'all' ? accountsWithStripe(ctx) : await leastRecentlyChecked(ctx, before, SOME_ACCOUNTS)
  const accounts = await each('account', due, async ({ id }) => {
    await checkAccount(id, ctx)
    return true
  })
  return { events: messages, orders, accounts, failures }
}

/** Failed items are logged and retried in the next hourly run. */
export async function catchUpWithStripe(ctx: WorkContext): Promise<boolean> {
  const { failures, ...counts } = await catchUp(ctx, 'some')
  ctx.log.info({ ...counts, failures: failures.length }, 'stripe catch-up finished')
  return false
}
