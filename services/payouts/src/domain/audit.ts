/** Recomputes every balance from the entries and compares: nothing of the stored sums is believed. Pure. */
import { type Account, type Entry, sumPerUnit } from './ledger.ts'

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
    if (balance < 0 && !account.startsWith('platform:credits-sold:')) audit.faults.push(`entry ${entry.key}: ${account} fell to ${balance}`)
  }
}

/** What differs between an account as it is stored (absent: not there) and what its entries say. */
export function differencesOf(name: string, stored: Account | undefined, tally: Tally | undefined): readonly string[] {
  const differences: string[] = []
  const balance = stored?.balance ?? 0
  const version = stored?.version ?? 0
  if (balance !== (tally?.balance ?? 0)) differences.push(`${name}: balance ${balance}, its postings sum to ${tally?.balance ?? 0}`)
  if (version !== (tally?.version ?? 0)) differences.push(`${name}: version ${version}, it has ${tally?.version ?? 0} postings`)
  if (stored && balance < 0 && stored.kind !== 'credits-sold') differences.push(`${name}: balance ${balance} is below zero`)
  return differences
}

/** Credits sold = available + held + consumed, over all accounts. */
export function creditsConserved(accounts: readonly Account[]): readonly string[] {
  const sums = { 'brand-credits': 0, hold: 0, 'credits-sold': 0, 'credits-consumed': 0 }
  for (const account of accounts) if (account.unit === 'credit') sums[account.kind] += account.balance
  const sold = -sums['credits-sold']
  const found = sums['brand-credits'] + sums.hold + sums['credits-consumed']
  return sold === found ? [] : [`credits sold ${sold}, but available + held + consumed are ${found}`]
}
