import { refuse } from '@reelfair/contracts'
import type { Context, RawRequest, Tx } from '@reelfair/service-kit'
import { groupOf } from '../domain/transfer.ts'
import { type Endpoint, type Notice, type Ports, ProviderFault, type Work } from '../ports.ts'
import { findByStripeAccount } from '../store/payout-accounts.ts'
import { takeEvent, wasTaken } from '../store/stripe-events.ts'
import { transfers } from '../store/transfers.ts'
import { checkAccount } from './check-payout-account.ts'
import { settleOrderIn } from './settle-order.ts'
import { doubtOf, isOurs, settleIn } from './settle-transfer.ts'

type Handler = (notice: Notice, ctx: Work) => Promise<void>

/**
 * Which messages do something; every other type is taken and ignored. So is `v2.core.account_link.returned`: what changed meanwhile has messages of its own, and
 * the page that the creator comes back to asks.
 */
const handlers: Readonly<Record<Endpoint, Readonly<Record<string, Handler>>>> = {
  platform: {
    'checkout.session.completed': onCheckout,
    'checkout.session.async_payment_succeeded': onCheckout,
    'checkout.session.async_payment_failed': onCheckout,
    'checkout.session.expired': onCheckout,
    'transfer.created': onTransfer,
    'transfer.updated': onTransfer,
    'transfer.reversed': onTransfer,
  },
  connect: {
    'account.updated': onAccount,
    'capability.updated': onAccount,
    'account.application.deauthorized': onAccount,
  },
  thin: {
    'v2.core.account[requirements].updated': onAccount,
    'v2.core.account[configuration.recipient].capability_status_updated': onAccount,
    'v2.core.account.closed': onAccount,
  },
}

/** Of the messages that the provider lists by their delivery: thin ones are not among them. */
export const handledTypes: readonly string[] = [...Object.keys(handlers.platform), ...Object.keys(handlers.connect)]

export const allHandledTypes: readonly string[] = [...handledTypes, ...Object.keys(handlers.thin)]

const isEndpoint = (name: string | undefined): name is Endpoint => name !== undefined && Object.hasOwn(handlers, name)

/**
 * A message of the payment provider. Nothing of it is believed but that it was sent: what it is about is fetched anew, so that neither its order nor its age
 * matters, and its id is stored in the transaction of its effect.
 */
export async function receiveStripeEvent({ body, headers, params }: RawRequest, ctx: Context<'visitor', Ports>): Promise<void> {
  const { endpoint } = params
  if (!isEndpoint(endpoint)) return refuse('not_found')
  const notice = ctx.ports.provider.verify(endpoint, body, headers['stripe-signature'] ?? '', ctx.now()) ?? refuse('bad_signature')
  await takeNotice(endpoint, notice, ctx).catch((error: unknown) => {
    // The message is not taken, so it comes again.
    if (error instanceof ProviderFault) refuse('provider_unavailable')
    throw error
  })
}

/** @returns whether its type is one that is handled */
export async function takeNotice(endpoint: Endpoint, notice: Notice, ctx: Work): Promise<boolean> {
  const handle = handlers[endpoint][notice.type]
  // A connected account's own checkout or transfer is none of ours, and the platform's account is nobody's payout account.
  if (!handle || (endpoint === 'platform') !== (notice.account === undefined)) return false
  await handle(notice, ctx).catch((error: unknown) => {
    if (!wasTaken(error, notice.id)) throw error
  })
  return true
}

const taking = (notice: Notice, ctx: Work) => (tx: Tx) =>
  takeEvent(tx, { id: notice.id, type: notice.type, objectId: notice.objectId, at: ctx.now() })

async function onCheckout(notice: Notice, ctx: Work): Promise<void> {
  const checkout = await ctx.ports.provider.readCheckout(notice.objectId)
  await ctx.transact(async (tx) => {
    await taking(notice, ctx)(tx)
    await settleOrderIn(tx, checkout, ctx)
  })
}

async function onTransfer(notice: Notice, ctx: Work): Promise<void> {
  const found = await ctx.ports.provider.readTransfer(notice.objectId)
  await ctx.transact(async (tx) => {
    await taking(notice, ctx)(tx)
    if (!found) return
    const id = /^transfer:(.+)$/.exec(found.group)?.[1]
    const item = id === undefined ? undefined : await transfers.byId(tx, id)
    if (!item || groupOf(item) !== found.group) return
    if (isOurs(item, found)) return settleIn(tx, item, found, ctx)
    // It bears the item's name, but is not what was asked for.
    const doubted = doubtOf(item, { why: 'other_payment', ids: [found.id] }, ctx)
    if (doubted) await transfers.save(tx, doubted)
  })
}

async function onAccount(notice: Notice, ctx: Work): Promise<void> {
  const account = await findByStripeAccount(ctx, notice.account ?? notice.objectId)
  if (account) await checkAccount(account.id, ctx, taking(notice, ctx))
}
