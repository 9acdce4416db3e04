import { type Context, defineCommand } from '@reelfair/service-kit'
import { brokenAt, conserved, countEntry, creditsIn, differencesOf, type Sums, startAudit, stationsOf } from '../domain/audit.ts'
import { differencesToDocuments } from '../store/documents.ts'
import { accountById, allAccounts, allEntries } from '../store/ledger.ts'
import { doubtedTransfers } from '../store/transfers.ts'

/** The ledger's invariants do not hold. Each difference is a line. */
export class LedgerDiffers extends Error {
  override readonly name = 'LedgerDiffers'
  readonly differences: readonly string[]

  constructor(differences: readonly string[]) {
    super(`The ledger differs from its entries in ${differences.length} points:\n${differences.map((line) => `- ${line}`).join('\n')}`)
    this.differences = differences
  }
}

/** A ledger whose invariants hold. */
export interface Sound {
  readonly accounts: number
  readonly entries: number
  /** What its entries come to, per kind of account. */
  readonly sums: Sums
}

/**
 * Recomputes every balance from the entries. Work goes on meanwhile, so an account that seems to differ is looked at again by itself, account and
 * entries in one snapshot; only what differs there is reported. The sums are those of whole entries, so they mean something at any moment.
 * @throws LedgerDiffers
 */
export async function auditLedger(ctx: Context): Promise<Sound> {
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
  const differences = [...audit.faults, ...conserved(audit.sums)]
  for (const id of [...suspects, ...unseen]) for (const difference of await lookAgain(id, ctx)) differences.push(difference)
  if (differences.length > 0) throw new LedgerDiffers(differences)
  return { accounts, entries: audit.entries, sums: audit.sums }
}

const lookAgain = (id: string, ctx: Context): Promise<readonly string[]> =>
  ctx.transact(async (tx) => {
    const audit = startAudit()
    const postings: Parameters<typeof brokenAt>[1][number][] = []
    const account = await accountById(tx, id)
    for await (const entry of allEntries(tx, id)) {
      countEntry(audit, entry)
      for (const posting of entry.postings) if (posting.account === id) postings.push({ ...posting, key: entry.key })
    }
    const broken = brokenAt(id, postings)
    return [...differencesOf(id, account, audit.tallies.get(id)), ...(broken === undefined ? [] : [broken])]
  })

const row = (name: string, value: number) => `  ${name.padEnd(12)}${value.toLocaleString('en').padStart(18)}`

/** The path of the money and of the credits, in lines. */
export function pathOf(sums: Sums): string {
  const { earned, accruing, held, payable, inTransfer, paid, sum } = stationsOf(sums)
  const credits = creditsIn(sums)
  return [
    'Creators’ money, in euro cents:',
    row('accruing', accruing),
    row('held', held),
    row('payable', payable),
    row('in transfer', inTransfer),
    row('paid', paid),
    `${row('sum', sum)}  = ever earned, ${earned.toLocaleString('en')}`,
    'View credits:',
    row('available', credits.available),
    row('held', credits.held),
    row('consumed', credits.consumed),
    `${row('sum', credits.sum)}  = ever sold, ${credits.sold.toLocaleString('en')}`,
  ].join('\n')
}

export const checkLedger = defineCommand({
  name: 'check-ledger',
  does: 'Recomputes every balance and invariant of the ledger from its entries; fails with the differences.',
  args: {},
  run: async (_, ctx) => {
    const { accounts, entries, sums } = await auditLedger(ctx)
    const differences = await differencesToDocuments(ctx)
    if (differences.length > 0) throw new LedgerDiffers(differences)
    const doubts = (await doubtedTransfers(ctx)).map(
      ({ id, doubt }) => `- transfer ${id}: ${doubt?.why}, ${doubt?.stripeTransferIds.join(', ')}`,
    )
    const looks = doubts.length > 0 ? ['Somebody must look at these, for Stripe says something else:', ...doubts] : []
    return [`The ledger is sound: ${entries} entries, ${accounts} accounts.`, pathOf(sums), ...looks].join('\n')
  },
})
