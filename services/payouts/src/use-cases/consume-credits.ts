import { CreditsConsumed, type HoldKind, refuse } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { consumeHold } from '../domain/credits.ts'
import { findHold, saveHold } from '../store/holds.ts'
import { postEntry } from '../store/ledger.ts'

/**
 * Uses held credits for views that were delivered, `total` counted from the beginning. Guards: the hold's version, the entry's key.
 * @throws Refusal `not_found` while the hold is not there: the message has overtaken its cause and comes again
 */
export async function consumeCredits({ kind, id, total }: { kind: HoldKind; id: string; total: number }, ctx: Context): Promise<void> {
  await ctx.transact(async (tx) => {
    const hold = (await findHold(tx, { kind, id })) ?? refuse('not_found')
    const consumed = consumeHold(hold, total)
    if (!consumed) return
    await postEntry(tx, consumed.entry, { id: ctx.newId(), causeId: ctx.causeId, at: ctx.now() })
    await saveHold(tx, { ...consumed.hold, version: hold.version })
    tx.emit(CreditsConsumed.of(hold, { credits: consumed.hold.consumed - hold.consumed }))
  })
}
