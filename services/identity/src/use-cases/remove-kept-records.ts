import { type Context, inBatches, type Tx } from '@reelfair/service-kit'
import { accountDeletions, withOldCompany, withOldEvidence } from '../store/account-deletions.ts'
import { removeDeclarations } from '../store/brand-declarations.ts'

/** Removes the records kept of deleted users once their retention period ends. */
export async function removeKeptRecords(_: { day: string }, ctx: Context) {
  const removeEvidence = async (tx: Tx, limit: number) => {
    const old = await withOldEvidence(tx, ctx.now(), limit)
    for (const { evidence: _, evidenceUntil: __, ...deletion } of old) await accountDeletions.save(tx, deletion)
    return old.length
  }
  const removeCompanies = async (tx: Tx, limit: number) => {
    const old = await withOldCompany(tx, ctx.now(), limit)
    for (const { companyUntil: _, ...deletion } of old) {
      // The next batch removes the rest of a very long history.
      if ((await removeDeclarations(tx, deletion.id)) === 0) await accountDeletions.save(tx, deletion)
    }
    return old.length
  }
  await inBatches(ctx, removeEvidence)
  await inBatches(ctx, removeCompanies, 1)
}
