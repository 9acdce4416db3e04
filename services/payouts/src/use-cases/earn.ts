import { BalanceChanged, refuse } from '@reelfair/contracts'
import { released, type Tx } from '@reelfair/service-kit'
import { accrue, holdBack, makePayable } from '../domain/earnings.ts'
import type { EntryDraft } from '../domain/ledger.ts'
import type { WorkContext } from '../ports.ts'
import { checkedEarnings, earningId, earnings } from '../store/earnings.ts'
import { postEntry } from '../store/ledger.ts'

interface Earning {
  readonly creatorId: string
  readonly subject: string
}

const enter = (tx: Tx, draft: EntryDraft, ctx: WorkContext) =>
  postEntry(tx, draft, { id: ctx.newId(), causeId: ctx.causeId, at: ctx.now() })

/**
 * Raises an earning to `totalCents`; an equal or lower total changes nothing. Guards: the earning's version; the
 * entry's key, which contains the total.
 * @returns whether anything was posted
 */
export async function accrueIn(
  tx: Tx,
  { creatorId, subject, totalCents }: Earning & { totalCents: number },
  ctx: WorkContext,
): Promise<boolean> {
  const id = earningId(creatorId, subject)
  const known = await earnings.byId(tx, id)
  const cents = totalCents - (known?.cents ?? 0)
  if (cents <= 0) return false
  if (known && known.station !== 'accruing') throw new Error(`earning ${id} is ${known.station} and cannot increase`)
  await enter(tx, accrue({ creatorId, subject }, cents, totalCents), ctx)
  await (known
    ? earnings.save(tx, { ...known, cents: totalCents })
    : earnings.insert(tx, { id, creatorId, subject, cents: totalCents, station: 'accruing' }))
  tx.emit(BalanceChanged.of({ creatorId }))
  return true
}

export async function holdBackIn(tx: Tx, { creatorId, subject, until }: Earning & { until: Date }, ctx: WorkContext): Promise<boolean> {
  const known = (await earnings.byId(tx, earningId(creatorId, subject))) ?? refuse('not_found')
  if (known.station !== 'accruing') return false
  if (known.cents > 0) await enter(tx, holdBack(known, known.cents, until), ctx)
  await earnings.save(tx, { ...known, station: 'held', until })
  tx.emit(BalanceChanged.of(known))
  return true
}

export async function makePayableIn(tx: Tx, { creatorId, subject }: Earning, ctx: WorkContext): Promise<boolean> {
  const known = (await earnings.byId(tx, earningId(creatorId, subject))) ?? refuse('not_found')
  if (known.station !== 'held') return false
  if (known.cents > 0) await enter(tx, makePayable(known, known.cents), ctx)
  await earnings.save(tx, released({ ...known, station: 'payable' as const, until: undefined }))
  tx.emit(BalanceChanged.of(known))
  return true
}

export const releaseCheckedEarning = (ctx: WorkContext): Promise<boolean> =>
  checkedEarnings.workInTransaction(ctx, 1, async (tx, due) => {
    for (const earning of due) await makePayableIn(tx, earning, ctx)
  })
