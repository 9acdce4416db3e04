import {
  type ErrorCode,
  type ProcessInput,
  type ProcessResult,
  TransferCompleted,
  TransferFailed,
  TransferPostponed,
  TransferReversed,
} from '@reelfair/contracts'
import type { Context, Tx } from '@reelfair/service-kit'
import { giveBack, payOut, takeBack } from '../domain/earnings.ts'
import {
  claim,
  completeTransfer,
  failTransfer,
  groupOf,
  isExhausted,
  keyOf,
  needsLookUp,
  type Outcome,
  postponeTransfer,
  reverseTransfer,
} from '../domain/transfer.ts'
import { type PaidTransfer, type Ports, ProviderFault, type Work } from '../ports.ts'
import { postEntry } from '../store/ledger.ts'
import { attempts, countUntried, findDue, findPaused, type StoredTransfer, transfers } from '../store/transfers.ts'

interface Attempt {
  readonly outcome: Outcome
  readonly httpStatus?: number | undefined
  readonly body: string
}

const BATCH = 50
/** A call outside takes 10 s at most and an item two of them: with one begun at the last moment the answer is there before a request is given up, after 30 s. */
const BEGUN_WITHIN_MS = 5_000
const LOGGED = 2_000

/**
 * Takes one item of the queue: claim → look up what an earlier attempt may have done → call with the item's key → record. It may be cut off anywhere: what was
 * claimed is due again when its lease is over, and is looked up before anything is paid.
 * @param since By hand: takes one before its time too, if its last attempt was before that
 * @returns how it ended; undefined when there is none
 */
export async function processNextTransfer(ctx: Work, since?: Date): Promise<Outcome['kind'] | undefined> {
  const claimed = await ctx.transact(async (tx) => {
    const due = (await findDue(tx, ctx.now())) ?? (since && (await findPaused(tx, since)))
    const taken = due && claim(due, ctx.now(), since !== undefined)
    return taken && transfers.save(tx, taken)
  })
  if (!claimed) return undefined
  const attempt = await tryTransfer(claimed, ctx)
  await ctx.transact((tx) => record(tx, claimed, attempt, ctx))
  return attempt.outcome.kind
}

async function tryTransfer(item: StoredTransfer, ctx: Work): Promise<Attempt> {
  const { provider } = ctx.ports
  const group = groupOf(item)
  try {
    if (needsLookUp(item)) {
      const found = await provider.findTransfers(group)
      const [known, ...more] = found
      if (more.length > 0) ctx.log.error({ transferId: item.id, found }, 'a transfer was made more than once')
      if (known && isOurs(item, known)) return { outcome: paid('found', known), httpStatus: 200, body: JSON.stringify(known) }
      // Somebody has made another one under this name: neither is that what was asked for, nor may there be a second one beside it.
      if (known) {
        ctx.log.error({ transferId: item.id, found }, 'a transfer of another amount or to somebody else bears the name of this one')
        return {
          outcome: { kind: 'unknown', stored: false, waitsFor: 'transfer_waits_for_answer' },
          httpStatus: 200,
          body: JSON.stringify(found),
        }
      }
    }
    if (isExhausted(item, ctx.now())) return { outcome: { kind: 'refused', failure: 'transfer_given_up' }, body: '' }
    const { transfer, httpStatus, body } = await provider.makeTransfer({
      key: keyOf(item),
      group,
      amountCents: item.amountCents,
      destination: item.stripeAccountId,
      transferId: item.id,
    })
    return { outcome: paid('paid', transfer), httpStatus, body }
  } catch (error) {
    if (!(error instanceof ProviderFault)) throw error
    return { outcome: outcomeOf(error), httpStatus: error.httpStatus, body: error.body }
  }
}

const paid = (kind: 'paid' | 'found', { id, reversedCents }: PaidTransfer): Outcome => ({ kind, stripeTransferId: id, reversedCents })

function outcomeOf({ kind, stored, code }: ProviderFault): Outcome {
  if (kind === 'refused') return { kind: 'refused', failure: failureOf(code) }
  if (kind === 'unknown') return { kind, stored, waitsFor: 'transfer_waits_for_answer' }
  const waitsFor = code === 'balance_insufficient' ? 'transfer_waits_for_funds' : 'transfer_waits_for_provider'
  return { kind: 'retry', stored, waitsFor }
}

/** Whether it is what an item asks for; its group has said already that it bears the item's name. */
export const isOurs = (item: StoredTransfer, { amountCents, destination }: PaidTransfer): boolean =>
  item.amountCents === amountCents && item.stripeAccountId === destination

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

async function record(tx: Tx, claimed: StoredTransfer, { outcome, httpStatus, body }: Attempt, ctx: Work): Promise<void> {
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
  switch (outcome.kind) {
    case 'paid':
    case 'found':
      return settleIn(tx, item, { id: outcome.stripeTransferId, reversedCents: outcome.reversedCents }, ctx)
    case 'refused': {
      const failed = failTransfer(item, claimed, outcome.failure, ctx.now())
      if (!failed) return
      await transfers.save(tx, failed)
      await postEntry(tx, giveBack(failed, outcome.failure), { id: ctx.newId(), causeId: ctx.causeId, at: ctx.now() })
      tx.emit(TransferFailed.of(failed, { transferId: failed.id, failure: outcome.failure }))
      return
    }
    default: {
      const postponed = postponeTransfer(item, claimed, outcome, ctx.now())
      if (!postponed) return
      await transfers.save(tx, postponed)
      tx.emit(TransferPostponed.of(postponed, { transferId: postponed.id, waitsFor: outcome.waitsFor }))
    }
  }
}

/** Books what the provider says of a transfer: that it was paid, and what of it was taken back since; each cent once. */
export async function settleIn(tx: Tx, item: StoredTransfer, found: Pick<PaidTransfer, 'id' | 'reversedCents'>, ctx: Work): Promise<void> {
  const made = () => ({ id: ctx.newId(), causeId: ctx.causeId, at: ctx.now() })
  const completed = completeTransfer(item, found.id, ctx.now())
  const after = completed ?? item
  if (completed) {
    await postEntry(tx, payOut(completed), made())
    tx.emit(TransferCompleted.of(completed, { transferId: completed.id }))
  }
  const reversal = reverseTransfer(after, found.reversedCents)
  if (reversal) {
    await postEntry(tx, takeBack(after, reversal.cents, found.reversedCents), made())
    tx.emit(TransferReversed.of(after, { transferId: after.id, amountCents: reversal.cents }))
  }
  if (completed || reversal) await transfers.save(tx, reversal?.item ?? after)
}

/** The worker: true while there is more. */
export const drainTransfers = async (ctx: Work): Promise<boolean> => (await processNextTransfer(ctx)) !== undefined

/**
 * An admin has the queue worked off now, whatever its pauses: each item is tried once. What is not done after a few seconds is left for the next request,
 * which says since when.
 */
export async function processTransferQueue({ since: said }: ProcessInput, ctx: Context<'admin', Ports>): Promise<ProcessResult> {
  const since = said === undefined ? ctx.now() : new Date(said)
  const until = ctx.now().getTime() + BEGUN_WITHIN_MS
  let successCount = 0
  let errorCount = 0
  while (successCount + errorCount < BATCH && ctx.now().getTime() < until) {
    const outcome = await processNextTransfer(ctx, since)
    if (outcome === undefined) break
    if (outcome === 'paid' || outcome === 'found') successCount += 1
    else errorCount += 1
  }
  return { successCount, errorCount, remaining: await countUntried(ctx, ctx.now(), since), since: since.toISOString() }
}
