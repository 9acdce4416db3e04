import { type ErrorCode, TransferFailed, TransferPostponed } from '@reelfair/contracts'
import type { Tx } from '@reelfair/service-kit'
import { giveBack } from '../domain/earnings.ts'
import {
  claim,
  failTransfer,
  groupOf,
  isExhausted,
  keyOf,
  mayStillBePaid,
  needsLookUp,
  type Outcome,
  postponeTransfer,
} from '../domain/transfer.ts'
import { type PaidTransfer, ProviderFault, type WorkContext } from '../ports.ts'
import { postEntry } from '../store/ledger.ts'
import { attempts, findUntried, type StoredTransfer, saveOutcome, transferQueue, transfers } from '../store/transfers.ts'
import { notePaymentsDueIn } from './enqueue-transfer.ts'
import { flagUnmatched, matchesRequest, NONE_UNMATCHED, postTransferIn, type UnmatchedTransfers } from './post-transfer.ts'

interface Attempt {
  readonly outcome: Outcome
  readonly unmatched?: UnmatchedTransfers
  readonly httpStatus?: number | undefined
  readonly body: string
}

const LOGGED = 2_000

/**
 * Processes one queued transfer: claim → look up what an earlier attempt may have done → call with the transfer's key →
 * record. The process may die at any point: the lease then expires, and the next worker looks the transfer up before
 * paying.
 * @param since for manual processing: also picks a paused transfer, but none tried at or after this time
 * @returns the outcome; undefined if no transfer is available
 */
export async function processNextTransfer(ctx: WorkContext, since?: Date): Promise<Outcome['kind'] | undefined> {
  const [claimed] = await transferQueue.claim(
    ctx,
    1,
    (items, now) => items.map((item) => claim(item, now)),
    (scope, now) => findUntried(scope, now, since),
  )
  if (!claimed) return undefined
  const outcome = await transferQueue.attempt(ctx, claimed, async () => {
    const attempt = (needsLookUp(claimed) && (await lookUp(claimed, ctx))) || (await pay(claimed, ctx))
    await ctx.transact((tx) => record(tx, claimed, attempt, ctx))
    return attempt.outcome.kind
  })
  // An attempt that threw may already have paid, like a process that died.
  return outcome ?? 'unknown'
}

const AWAITING_ANSWER = { kind: 'unknown', stored: false, mayBePaid: false, waitsFor: 'transfer_waits_for_answer' } as const

/**
 * Looks up the transfer's group at the provider; undefined if nothing there prevents a payment. If the provider does
 * not respond, the transfer waits.
 */
async function lookUp(item: StoredTransfer, ctx: WorkContext): Promise<Attempt | undefined> {
  let found: readonly PaidTransfer[]
  try {
    found = await ctx.ports.provider.findTransfers(groupOf(item))
  } catch (error) {
    if (!(error instanceof ProviderFault)) throw error
    return { outcome: AWAITING_ANSWER, httpStatus: error.httpStatus, body: error.body }
  }
  const ours = found.filter((one) => matchesRequest(item, one))
  // If several transfers match, prefer one that was not fully reversed.
  const known = ours.find(({ amountCents, reversedCents }) => reversedCents < amountCents) ?? ours[0]
  const looked = new Set(item.doubt?.isResolved ? item.doubt.stripeTransferIds : [])
  const ids = found.filter((one) => one !== known && !looked.has(one.id)).map(({ id }) => id)
  const unmatched = { why: ours.length > 1 ? ('paid_twice' as const) : ('other_payment' as const), ids }
  if (known) return { outcome: paid('found', known), unmatched, httpStatus: 200, body: JSON.stringify(known) }
  // The group contains only unmatched transfers. Paying now might pay twice, so an operator must review them first.
  return ids.length > 0 ? { outcome: AWAITING_ANSWER, unmatched, httpStatus: 200, body: JSON.stringify(found) } : undefined
}

async function pay(item: StoredTransfer, ctx: WorkContext): Promise<Attempt> {
  if (isExhausted(item, ctx.now()))
    return { outcome: mayStillBePaid(item, ctx.now()) ? AWAITING_ANSWER : { kind: 'refused', failure: 'transfer_given_up' }, body: '' }
  try {
    const { transfer, httpStatus, body } = await ctx.ports.provider.createTransfer({
      key: keyOf(item),
      group: groupOf(item),
      amountCents: item.amountCents,
      destination: item.stripeAccountId,
      transferId: item.id,
    })
    return { outcome: paid('paid', transfer), httpStatus, body }
  } catch (error) {
    if (!(error instanceof ProviderFault)) throw error
    // A refusal that the provider does not store proves nothing about an earlier call with the same key.
    const isOpen = error.kind === 'refused' && !error.stored && mayStillBePaid(item, ctx.now())
    return { outcome: isOpen ? AWAITING_ANSWER : outcomeOf(error), httpStatus: error.httpStatus, body: error.body }
  }
}

const paid = (kind: 'paid' | 'found', { id, reversedCents }: PaidTransfer): Outcome => ({ kind, stripeTransferId: id, reversedCents })

function outcomeOf({ kind, stored, code }: ProviderFault): Outcome {
  if (kind === 'refused') return { kind: 'refused', failure: failureOf(code) }
  if (kind === 'unknown') return { kind, stored, mayBePaid: true, waitsFor: 'transfer_waits_for_answer' }
  const waitsFor = code === 'balance_insufficient' ? 'transfer_waits_for_funds' : 'transfer_waits_for_provider'
  return { kind: 'retry', stored, mayBePaid: false, waitsFor }
}

/** Most of the provider's codes would not help users, so they become `transfer_refused`. */
function failureOf(code: string | undefined): ErrorCode {
  switch (code) {
    case 'insufficient_capabilities_for_transfer':
    case 'transfers_not_allowed':
      return 'transfer_account_not_active'
    case 'resource_missing':
    case 'account_invalid':
      return 'transfer_account_closed'
    default:
      return 'transfer_refused'
  }
}

async function record(
  tx: Tx,
  claimed: StoredTransfer,
  { outcome, unmatched = NONE_UNMATCHED, httpStatus, body }: Attempt,
  ctx: WorkContext,
): Promise<void> {
  const item = await transfers.byId(tx, claimed.id)
  if (!item) throw new Error(`transfer ${claimed.id} is missing`)
  await attempts.insert(tx, {
    id: ctx.newId(),
    transferId: item.id,
    creatorId: item.creatorId,
    attempt: claimed.attempts,
    at: ctx.now(),
    outcome: outcome.kind,
    ...(httpStatus === undefined ? {} : { httpStatus }),
    body: body.slice(0, LOGGED),
  })
  // Any worker may post a payment, but only the lease holder may record another outcome.
  if ('stripeTransferId' in outcome)
    return postTransferIn(tx, item, { id: outcome.stripeTransferId, reversedCents: outcome.reversedCents }, ctx, unmatched)
  if (!transferQueue.isMine(item, claimed)) return
  if (outcome.kind === 'refused') {
    const failed = failTransfer(item, outcome.failure, ctx.now())
    await saveOutcome(tx, failed)
    await postEntry(tx, giveBack(failed, outcome.failure), ctx)
    await notePaymentsDueIn(tx, failed.id)
    tx.emit(TransferFailed.of(failed, { transferId: failed.id, failure: outcome.failure }))
    return
  }
  const postponed = postponeTransfer(item, outcome, ctx.now())
  const flagged = flagUnmatched(postponed, unmatched, ctx)
  if (flagged) await saveOutcome(tx, flagged)
  else await transferQueue.postpone(tx, item, postponed)
  tx.emit(TransferPostponed.of(postponed, { transferId: postponed.id, waitsFor: outcome.waitsFor }))
}

/** @returns whether there may be more transfers to process */
export const drainTransfers = async (ctx: WorkContext): Promise<boolean> => (await processNextTransfer(ctx)) !== undefined
