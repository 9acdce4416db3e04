import { type Context, defineCommand } from '@reelfair/service-kit'
import { type Audit, addToSums, conserved, countEntry, differencesOf, type Sums, startAudit } from '../domain/audit.ts'
import { accountById, allAccounts, allEntries } from '../store/ledger.ts'

/** The ledger's invariants do not hold. Each difference is a line. */
export class LedgerDiffers extends Error {
  override readonly name = 'LedgerDiffers'
  readonly differences: readonly string[]

  constructor(differences: readonly string[]) {
    super(`The ledger differs from its entries in ${differences.length} points:\n${differences.map((line) => `- ${line}`).join('\n')}`)
    this.differences = differences
  }
}

/**
 * Recomputes every balance from the entries. Work goes on meanwhile, so an account that seems to differ is looked at again by itself, account and
 * entries in one snapshot; only what differs there is reported.
 * @throws LedgerDiffers
 */
export async function auditLedger(ctx: Context): Promise<{ accounts: number; entries: number }> {
  const audit = startAudit()
  for await (const entry of allEntries(ctx)) countEntry(audit, entry)
  const unseen = new Set(audit.tallies.keys())
  const suspects: string[] = []
  const sums: Sums = {}
  let sound = 0
  for await (const account of allAccounts(ctx)) {
    unseen.delete(account.id)
    if (differencesOf(account.id, account, audit.tallies.get(account.id)).length > 0) suspects.push(account.id)
    else {
      addToSums(sums, account)
      sound += 1
    }
  }
  const differences = [...audit.faults]
  for (const id of [...suspects, ...unseen]) differences.push(...(await lookAgain(id, ctx)))
  // Sums over all accounts mean something only if nothing moved while they were read.
  if (suspects.length === 0 && unseen.size === 0) differences.push(...conserved(sums))
  if (differences.length > 0) throw new LedgerDiffers(differences)
  return { accounts: sound + suspects.length, entries: audit.entries }
}

const lookAgain = (id: string, ctx: Context): Promise<readonly string[]> =>
  ctx.transact(async (tx) => {
    const audit: Audit = startAudit()
    const account = await accountById(tx, id)
    for await (const entry of allEntries(tx, id)) countEntry(audit, entry)
    return differencesOf(id, account, audit.tallies.get(id))
  })

export const checkLedger = defineCommand({
  name: 'check-ledger',
  does: 'Recomputes every balance and invariant of the ledger from its entries; fails with the differences.',
  args: {},
  run: async (_, ctx) => {
    const { accounts, entries } = await auditLedger(ctx)
    return `The ledger is sound: ${entries} entries, ${accounts} accounts.`
  },
})
