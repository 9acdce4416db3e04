import { type Context, defineCommand } from '@reelfair/service-kit'
import {
  conservationFaults,
  countEntry,
  creditsIn,
  differencesOf,
  firstBrokenPosting,
  type Sums,
  stagesOf,
  startAudit,
} from '../domain/audit.ts'
import { differencesToDocuments } from '../store/documents.ts'
import { accountById, allAccounts, allEntries } from '../store/ledger.ts'
import { transfersInReview } from '../store/transfers.ts'

/** The message has one line per difference. */
export class LedgerDiffers extends Error {
  override readonly name = 'LedgerDiffers'
  readonly differences: readonly string[]

  constructor(differences: readonly string[]) {
    super(`The ledger does not match its entries. Differences: ${differences.length}\n${differences.map((line) => `- ${line}`).join('\n')}`)
    this.differences = differences
  }
}

export interface LedgerTotals {
  readonly accounts: number
  readonly entries: number
  readonly sums: Sums
}

/**
 * Recomputes every balance from the entries. Writes continue in the meantime, so an account that appears to differ is
 * checked again in one snapshot, and only differences in that snapshot are reported.
 * @throws LedgerDiffers
 */
export async function auditLedger(ctx: Context): Promise<LedgerTotals> {
  const audit = startAudit()
  for await (const entry of allEntries(ctx)) countEntry(audit, entry)
  const unseen = new Set(audit.tallies.keys())
  const suspects: string[] = []
  let accounts = 0
  for await (const account of allAccounts(ctx)) {
    accounts += 1
    unseen.delete(account.id)
    if (differencesOf(account.id, account, audit.tallies.get(account.id)).length > 0) suspects.push(account.id)
  }
  const differences = [...audit.faults, ...conservationFaults(audit.sums)]
  for (const id of [...suspects, ...unseen]) for (const difference of await lookAgain(id, ctx)) differences.push(difference)
  if (differences.length > 0) throw new LedgerDiffers(differences)
  return { accounts, entries: audit.entries, sums: audit.sums }
}

const lookAgain = (id: string, ctx: Context): Promise<readonly string[]> =>
  ctx.transact(async (tx) => {
    const audit = startAudit()
    const postings: Parameters<typeof firstBrokenPosting>[1][number][] = []
    const account = await accountById(tx, id)
    for await (const entry of allEntries(tx, id)) {
      countEntry(audit, entry)
      for (const posting of entry.postings) if (posting.account === id) postings.push({ ...posting, key: entry.key })
    }
    const broken = firstBrokenPosting(id, postings)
    return [...differencesOf(id, account, audit.tallies.get(id)), ...(broken === undefined ? [] : [broken])]
  })

const row = (name: string, value: number) => `  ${name.padEnd(12)}${value.toLocaleString('en').padStart(18)}`

function formatTotals(sums: Sums): string {
  const { earned, accruing, held, payable, inTransfer, paid, forfeited, sum } = stagesOf(sums)
  const credits = creditsIn(sums)
  return [
    'Creators’ money, in euro cents:',
    row('accruing', accruing),
    row('held', held),
    row('payable', payable),
    row('in transfer', inTransfer),
    row('paid', paid),
    row('given up', forfeited),
    `${row('sum', sum)}  = total earned, ${earned.toLocaleString('en')}`,
    'View credits:',
    row('available', credits.available),
    row('held', credits.held),
    row('consumed', credits.consumed),
    `${row('sum', credits.sum)}  = total sold, ${credits.sold.toLocaleString('en')}`,
  ].join('\n')
}

export const checkLedger = defineCommand({
  name: 'check-ledger',
  description: 'Recomputes every balance and invariant of the ledger from its entries. Fails with a list of the differences.',
  args: {},
  run: async (_, ctx) => {
    const { accounts, entries, sums } = await auditLedger(ctx)
    const differences = await differencesToDocuments(ctx)
    if (differences.length > 0) throw new LedgerDiffers(differences)
    const inReview = (await transfersInReview(ctx)).map(
      ({ id, doubt }) => `- transfer ${id}: ${doubt?.why}, ${doubt?.stripeTransferIds.join(', ')}`,
    )
    const looks = inReview.length > 0 ? ['Check these transfers by hand; Stripe reports something different:', ...inReview] : []
    return [`The ledger is sound: ${entries} entries, ${accounts} accounts.`, formatTotals(sums), ...looks].join('\n')
  },
})
