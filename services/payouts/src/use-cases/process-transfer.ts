import { type ErrorCode, type ProcessResult, TransferCompleted, TransferFailed, TransferReversed } from '@reelfair/contracts'
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
import { attempts, countDue, findDue, type StoredTransfer, transfers } from '../store/transfers.ts'

interface Attempt {
  readonly outcome: Outcome
  readonly httpStatus?: number | undefined
  readonly body: string
}

const BATCH = 50
const LOGGED = 2_000

/**
 * Takes one item of the queue: claim → look up what an earlier attempt may have done → call with the item's key → record. It may be cut off anywhere: what was
 * claimed is due again when its lease is over, and is looked up before anything is paid.
 * @returns how it ended; undefined when nothing is due
 */
export async function processNextTransfer(ctx: Work): Promise<Outcome['kind'] | undefined> {
  const claimed = await ctx.transact(async (tx) => {
    const due = await findDue(tx, ctx.now())
    const taken = due && claim(due, ctx.now())
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
      const [known, ...more] = await provider.findTransfers(group)
      if (more.length > 0) ctx.log.error({ transferId: item.id, found: more.length + 1 }, 'a transfer was made more than once')
      if (known) return { outcome: paid('found', known), httpStatus: 200, body: JSON.stringify(known) }
    }
    if (isExhausted(item)) return { outcome: { kind: 'refused', failure: 'transfer_given_up' }, body: '' }
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
  return { kind: kind === 'later' ? 'retry' : 'unknown', stored }
}

/** The provider's code in our words; most have none that would help a person. */
function failureOf(code: string | undefined): ErrorCode {
  switch (code) {
    case 'insufficient_capabilities_for_transfer':
    case 'transfers_not_allowed':
      return 'payout_account_not_active'
    case 'resource_missing':
    case 'account_invalid':
      return 'payout_account_closed'
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
      const postponed = postponeTransfer(item, claimed, outcome.stored, ctx.now())
      if (postponed) await transfers.save(tx, postponed)
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

/** An admin has the queue worked off now: all that is due, 50 at most. */
export async function processTransferQueue(_: unknown, ctx: Context<'admin', Ports>): Promise<ProcessResult> {
  let successCount = 0
  let errorCount = 0
  while (successCount + errorCount < BATCH) {
    const outcome = await processNextTransfer(ctx)
    if (outcome === undefined) break
    if (outcome === 'paid' || outcome === 'found') successCount += 1
    else errorCount += 1
  }
  return { successCount, errorCount, remaining: await countDue(ctx, ctx.now()) }
}
