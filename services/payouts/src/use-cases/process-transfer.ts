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
import { type PaidTransfer, ProviderFault, type Work } from '../ports.ts'
import { postEntry } from '../store/ledger.ts'
import { attempts, findUntried, type StoredTransfer, saveOutcome, transferQueue, transfers } from '../store/transfers.ts'
import { doubtOf, isOurs, NONE, type Strangers, settleIn } from './settle-transfer.ts'

interface Attempt {
  readonly outcome: Outcome
  readonly strangers?: Strangers
  readonly httpStatus?: number | undefined
  readonly body: string
}

const LOGGED = 2_000

/**
 * Takes one item of the queue: claim → look up what an earlier attempt may have done → call with the item's key → record. It may be cut off anywhere: a
 * claimed item is free again when its lease expires, and is looked up before anything is paid.
 * @param since By hand: takes one before its time too; none whose last attempt was at that time or later
 * @returns how it ended; undefined when there is none
 */
export async function processNextTransfer(ctx: Work, since?: Date): Promise<Outcome['kind'] | undefined> {
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
  // It threw: like a process that died, it may have paid.
  return outcome ?? 'unknown'
}

const AWAITING_ANSWER = { kind: 'unknown', stored: false, mayBePaid: false, waitsFor: 'transfer_waits_for_answer' } as const

/** What there is under the item's name; undefined when nothing is, so that it may be paid. Without an answer nothing follows. */
async function lookUp(item: StoredTransfer, ctx: Work): Promise<Attempt | undefined> {
  let found: readonly PaidTransfer[]
  try {
    found = await ctx.ports.provider.findTransfers(groupOf(item))
  } catch (error) {
    if (!(error instanceof ProviderFault)) throw error
    return { outcome: AWAITING_ANSWER, httpStatus: error.httpStatus, body: error.body }
  }
  const ours = found.filter((one) => isOurs(item, one))
  // Where one of several was taken back already, the other one is what stands.
  const known = ours.find(({ amountCents, reversedCents }) => reversedCents < amountCents) ?? ours[0]
  const looked = new Set(item.doubt?.isSettled ? item.doubt.stripeTransferIds : [])
  const ids = found.filter((one) => one !== known && !looked.has(one.id)).map(({ id }) => id)
  const strangers = { why: ours.length > 1 ? ('paid_twice' as const) : ('other_payment' as const), ids }
  if (known) return { outcome: paid('found', known), strangers, httpStatus: 200, body: JSON.stringify(known) }
  // Somebody has made another one under this name: neither is that what was asked for, nor may there be a second one beside it before they have said so.
  return ids.length > 0 ? { outcome: AWAITING_ANSWER, strangers, httpStatus: 200, body: JSON.stringify(found) } : undefined
}

async function pay(item: StoredTransfer, ctx: Work): Promise<Attempt> {
  if (isExhausted(item, ctx.now()))
    return { outcome: mayStillBePaid(item, ctx.now()) ? AWAITING_ANSWER : { kind: 'refused', failure: 'transfer_given_up' }, body: '' }
  try {
    const { transfer, httpStatus, body } = await ctx.ports.provider.makeTransfer({
      key: keyOf(item),
      group: groupOf(item),
      amountCents: item.amountCents,
      destination: item.stripeAccountId,
      transferId: item.id,
    })
    return { outcome: paid('paid', transfer), httpStatus, body }
  } catch (error) {
    if (!(error instanceof ProviderFault)) throw error
    // A refusal that the provider does not keep says nothing of an earlier call with the same key.
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

/** The provider's code in our words; most have none that would help a person. */
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

async function record(tx: Tx, claimed: StoredTransfer, { outcome, strangers = NONE, httpStatus, body }: Attempt, ctx: Work): Promise<void> {
  const item = await transfers.byId(tx, claimed.id)
  if (!item) throw new Error(`transfer ${claimed.id} is gone`)
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
  // Any worker books a payment; only the lease holder records another outcome.
  if ('stripeTransferId' in outcome)
    return settleIn(tx, item, { id: outcome.stripeTransferId, reversedCents: outcome.reversedCents }, ctx, strangers)
  if (!transferQueue.isMine(item, claimed)) return
  if (outcome.kind === 'refused') {
    const failed = failTransfer(item, outcome.failure, ctx.now())
    await saveOutcome(tx, failed)
    await postEntry(tx, giveBack(failed, outcome.failure), { id: ctx.newId(), causeId: ctx.causeId, at: ctx.now() })
    tx.emit(TransferFailed.of(failed, { transferId: failed.id, failure: outcome.failure }))
    return
  }
  const postponed = postponeTransfer(item, outcome, ctx.now())
  await saveOutcome(tx, doubtOf(postponed, strangers, ctx) ?? postponed)
  tx.emit(TransferPostponed.of(postponed, { transferId: postponed.id, waitsFor: outcome.waitsFor }))
}

/** The worker: true while there is more. */
export const drainTransfers = async (ctx: Work): Promise<boolean> => (await processNextTransfer(ctx)) !== undefined
