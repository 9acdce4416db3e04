/** Recomputes every balance from the entries and compares: nothing of the stored sums is believed. Pure. */
import { type Account, type AccountKind, type Entry, mayBeNegative, sumPerUnit } from './ledger.ts'

interface Tally {
  balance: number
  version: number
}

export interface Audit {
  readonly tallies: Map<string, Tally>
  /** What is wrong with single entries. */
  readonly faults: string[]
  entries: number
}

export const startAudit = (): Audit => ({ tallies: new Map(), faults: [], entries: 0 })

/** Counts one entry; the order does not matter. */
export function countEntry(audit: Audit, entry: Entry): void {
  audit.entries += 1
  for (const [unit, sum] of sumPerUnit(entry.postings))
    if (sum !== 0) audit.faults.push(`entry ${entry.key}: its postings in ${unit} sum to ${sum}`)
  for (const { account, amount, balance } of entry.postings) {
    const tally = audit.tallies.get(account) ?? { balance: 0, version: 0 }
    audit.tallies.set(account, { balance: tally.balance + amount, version: tally.version + 1 })
    if (balance < 0 && !mayFall(account)) audit.faults.push(`entry ${entry.key}: ${account} fell to ${balance}`)
  }
}

/** What differs between an account as it is stored (absent: not there) and what its entries say. */
export function differencesOf(name: string, stored: Account | undefined, tally: Tally | undefined): readonly string[] {
  const differences: string[] = []
  const balance = stored?.balance ?? 0
  const version = stored?.version ?? 0
  if (balance !== (tally?.balance ?? 0)) differences.push(`${name}: balance ${balance}, its postings sum to ${tally?.balance ?? 0}`)
  if (version !== (tally?.version ?? 0)) differences.push(`${name}: version ${version}, it has ${tally?.version ?? 0} postings`)
  if (stored && balance < 0 && !mayBeNegative[stored.kind]) differences.push(`${name}: balance ${balance} is below zero`)
  return differences
}

/** The platform's accounts that may be below zero, by their names: an entry knows no more of them. */
const mayFall = (name: string) => /^platform:(?:credits-sold|creator-cost|stripe):/.test(name)

/** Sums of all balances per kind of account, added one by one: a ledger does not fit into memory. */
export type Sums = Partial<Record<AccountKind, number>>

export function addToSums(sums: Sums, { kind, balance }: Pick<Account, 'kind' | 'balance'>): void {
  sums[kind] = (sums[kind] ?? 0) + balance
}

/** Credits sold = available + held + consumed; all that was ever earned = what the five stations hold; money in = money sold. */
export function conserved(sums: Sums): readonly string[] {
  const of = (...kinds: AccountKind[]) => kinds.reduce((sum, kind) => sum + (sums[kind] ?? 0), 0)
  const sold = -of('credits-sold')
  const credits = of('brand-credits', 'hold', 'credits-consumed')
  const earned = -of('creator-cost')
  // The account of Stripe holds what was paid out less what was paid in; the latter is what was sold.
  const stations = of('accruing', 'held', 'payable', 'in-transfer', 'stripe', 'sales')
  return [
    ...(sold === credits ? [] : [`credits sold ${sold}, but available + held + consumed are ${credits}`]),
    ...(earned === stations ? [] : [`cents earned ${earned}, but accruing + held + payable + in transfer + paid are ${stations}`]),
  ]
}
