import { BalanceChanged } from '@reelfair/contracts'
import { found, type Tx } from '@reelfair/service-kit'
import { holdBack, makePayable, postEarned, postReduction } from '../domain/earnings.ts'
import type { WorkContext } from '../ports.ts'
import { earningId, earnings } from '../store/earnings.ts'
import { postEntry } from '../store/ledger.ts'

interface Earning {
  readonly creatorId: string
  readonly subject: string
}

interface Change extends Earning {
  readonly cents: number
  /** Makes the entry's key unique. */
  readonly cause: string
}

/** @param payableAt set after the campaign's end; the cents stay held until this date */
export async function earnIn(
  tx: Tx,
  { creatorId, subject, cents, cause, payableAt }: Change & { readonly payableAt?: Date | undefined },
  ctx: WorkContext,
): Promise<void> {
  const id = earningId(creatorId, subject)
  let known = await earnings.byId(tx, id)
  if (known?.station === 'accruing' && payableAt) {
    // The worker has not moved this earning to `held` yet.
    await holdBackIn(tx, { ...known, until: payableAt }, ctx)
    known = await earnings.byId(tx, id)
  }
  const station = known?.station ?? (payableAt ? 'held' : 'accruing')
  if (station === 'payable') throw new Error(`earning ${id} is payable and cannot increase`)
  await postEntry(tx, postEarned({ creatorId, subject }, { cents, station, cause }), ctx)
  await (known
    ? earnings.save(tx, { ...known, cents: known.cents + cents })
    : earnings.insert(tx, { id, creatorId, subject, cents, station, ...(payableAt && { until: payableAt }) }))
  tx.emit(BalanceChanged.of({ creatorId }))
}

export async function reduceIn(tx: Tx, { creatorId, subject, cents, cause }: Change, ctx: WorkContext): Promise<void> {
  const known = found(await earnings.byId(tx, earningId(creatorId, subject)))
  if (known.station === 'payable') throw new Error(`earning ${known.id} is payable and cannot decrease`)
  await postEntry(tx, postReduction(known, { cents, station: known.station, cause }), ctx)
  await earnings.save(tx, { ...known, cents: known.cents - cents })
  tx.emit(BalanceChanged.of({ creatorId }))
}

export async function holdBackIn(tx: Tx, { creatorId, subject, until }: Earning & { until: Date }, ctx: WorkContext): Promise<void> {
  const known = found(await earnings.byId(tx, earningId(creatorId, subject)))
  if (known.station !== 'accruing') return
  if (known.cents > 0) await postEntry(tx, holdBack(known, known.cents, until), ctx)
  await earnings.save(tx, { ...known, station: 'held', until })
  tx.emit(BalanceChanged.of(known))
}

export async function makePayableIn(tx: Tx, { creatorId, subject }: Earning, ctx: WorkContext): Promise<void> {
  const known = found(await earnings.byId(tx, earningId(creatorId, subject)))
  if (known.station !== 'held') return
  if (known.cents > 0) await postEntry(tx, makePayable(known, known.cents), ctx)
  await earnings.save(tx, { ...known, station: 'payable', until: undefined })
  tx.emit(BalanceChanged.of(known))
}
