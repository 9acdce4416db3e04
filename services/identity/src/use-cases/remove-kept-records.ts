import type { Context } from '@reelfair/service-kit'
import { accountDeletions, withOldCompany, withOldEvidence } from '../store/account-deletions.ts'
import { removeDeclarations } from '../store/company-declarations.ts'

const BATCH = 100

/** Removes what was kept of deleted users once its term is over. */
export async function removeKeptRecords(_: { day: string }, ctx: Context) {
  const removeEvidence = () =>
    ctx.transact(async (tx) => {
      const old = await withOldEvidence(tx, ctx.now(), BATCH)
      for (const { evidence: _, evidenceUntil: __, ...deletion } of old) await accountDeletions.save(tx, deletion)
      return old.length
    })
  const removeCompanies = () =>
    ctx.transact(async (tx) => {
      const old = await withOldCompany(tx, ctx.now(), 1)
      for (const { companyUntil: _, ...deletion } of old) {
        // A further run removes what is left of a very long history.
        if ((await removeDeclarations(tx, deletion.id)) === 0) await accountDeletions.save(tx, deletion)
      }
      return old.length
    })
  while ((await removeEvidence()) > 0);
  while ((await removeCompanies()) > 0);
}
