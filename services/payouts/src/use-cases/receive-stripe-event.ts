import { refuse } from '@reelfair/contracts'
import { type Context, isDuplicate, type RawRequest, type Tx } from '@reelfair/service-kit'
import { groupOf } from '../domain/transfer.ts'
import { type Endpoint, type Notice, type Ports, ProviderFault, type WorkContext } from '../ports.ts'
import { findByStripeAccount } from '../store/payout-accounts.ts'
import { knowsEvent, recordEvent } from '../store/stripe-events.ts'
import { transfers } from '../store/transfers.ts'
import { checkAccount } from './check-payout-account.ts'
import { confirmOrderIn } from './confirm-order.ts'
import { flagUnmatched, matchesRequest, postTransferIn } from './post-transfer.ts'

type Handler = (notice: Notice, ctx: WorkContext) => Promise<void>

/**
 * Other event types are accepted and ignored, such as `v2.core.account_link.returned`: changes have their own events,
 * and the return page refreshes the status.
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

/** The provider cannot list thin events by delivery status, so this list excludes them. */
export const handledTypes: readonly string[] = [...Object.keys(handlers.platform), ...Object.keys(handlers.connect)]

/** @internal Each event type needs a test. */
export const typesAt = (endpoint: Endpoint): readonly string[] => Object.keys(handlers[endpoint])

const isEndpoint = (name: string | undefined): name is Endpoint => name !== undefined && Object.hasOwn(handlers, name)

/**
 * Receives an event from the payment provider. The event's data is not trusted: the object is fetched from the
 * provider, so events may be old or out of order. The event's id is stored in the same transaction as its effect.
 */
export async function receiveStripeEvent({ body, headers, params }: RawRequest, ctx: Context<'visitor', Ports>): Promise<void> {
  const { endpoint } = params
  if (!isEndpoint(endpoint)) return refuse('not_found')
  const notice = ctx.ports.provider.verify(endpoint, body, headers['stripe-signature'] ?? '', ctx.now()) ?? refuse('bad_signature')
  await processNotice(endpoint, notice, ctx).catch((error: unknown) => {
    // The event remains unprocessed, so the provider sends it again.
    if (error instanceof ProviderFault) refuse('provider_unavailable')
    throw error
  })
}

export async function processNotice(endpoint: Endpoint, notice: Notice, ctx: WorkContext): Promise<boolean> {
  const handle = handlers[endpoint][notice.type]
  // Ignores checkouts and transfers of connected accounts, and account events about the platform itself.
  if (!handle || (endpoint === 'platform') !== (notice.account === undefined)) return false
  await handle(notice, ctx).catch(async (error: unknown) => {
    if (!isDuplicate(error) || !(await knowsEvent(ctx, notice.id))) throw error
  })
  return true
}

const taking = (notice: Notice, ctx: WorkContext) => (tx: Tx) =>
  recordEvent(tx, { id: notice.id, type: notice.type, objectId: notice.objectId, at: ctx.now() })

async function onCheckout(notice: Notice, ctx: WorkContext): Promise<void> {
  const checkout = await ctx.ports.provider.readCheckout(notice.objectId)
  await ctx.transact(async (tx) => {
    await taking(notice, ctx)(tx)
    await confirmOrderIn(tx, checkout, ctx)
  })
}

async function onTransfer(notice: Notice, ctx: WorkContext): Promise<void> {
  const found = await ctx.ports.provider.readTransfer(notice.objectId)
  await ctx.transact(async (tx) => {
    await taking(notice, ctx)(tx)
    if (!found) return
    const id = /^transfer:(.+)$/.exec(found.group)?.[1]
    const item = id === undefined ? undefined : await transfers.byId(tx, id)
    if (!item || groupOf(item) !== found.group) return
    if (matchesRequest(item, found)) return postTransferIn(tx, item, found, ctx)
    // The transfer is in our group, but its amount or recipient differs from the request.
    const flagged = flagUnmatched(item, { why: 'other_payment', ids: [found.id] }, ctx)
    if (flagged) await transfers.save(tx, flagged)
  })
}

async function onAccount(notice: Notice, ctx: WorkContext): Promise<void> {
  const account = await findByStripeAccount(ctx, notice.account ?? notice.objectId)
  if (account) await checkAccount(account.id, ctx, taking(notice, ctx))
}
