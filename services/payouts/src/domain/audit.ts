/** Recomputes every balance from the entries and compares: nothing of the stored sums is believed. Pure. */
import { kindOfName } from './earnings.ts'
import { type Account, type AccountKind, type Entry, mayBeNegative, type Posting, sumPerUnit, type Unit } from './ledger.ts'

interface Tally {
  readonly balance: number
  readonly version: number
  /** See `link`: every posting in its place, or not. */
  readonly chain: number
  readonly ownerId: string
}

/** What all entries together come to, per kind of account. `cash-in`: what came from Stripe, below zero; `stripe` is then what left for it. */
export type Sums = Partial<Record<AccountKind | 'cash-in', number>>

export interface Audit {
  readonly tallies: Map<string, Tally>
  readonly sums: Sums
  /** What is wrong with single entries. */
  readonly faults: string[]
  entries: number
}

export const startAudit = (): Audit => ({ tallies: new Map(), sums: {}, faults: [], entries: 0 })

/** What an account is, by its name; undefined for a name that nothing here gives. */
function kindOf(account: string): AccountKind | undefined {
  const word = kindOfName(account)
  const kind = word === 'brand' ? 'brand-credits' : word
  return Object.hasOwn(mayBeNegative, kind) ? (kind as AccountKind) : undefined
}

const CREDIT_KINDS = new Set<AccountKind>(['brand-credits', 'hold', 'credits-sold', 'credits-consumed'])
const unitOf = (kind: AccountKind): Unit => (CREDIT_KINDS.has(kind) ? 'credit' : 'eur_cent')

/**
 * A number for "version `version` left `balance`". A posting leads from one such state to the next; taken together by XOR, in any order, all states between
 * the first and the last fall out. What is missing, twice, or does not follow from the one before leaves a rest.
 */
function link(version: number, balance: number): number {
  let mixed =
    Math.imul(version ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(balance | 0, 0xc2b2ae35) ^ Math.imul(Math.floor(balance / 2 ** 32), 0x27d4eb2f)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d)
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39)
  return mixed ^ (mixed >>> 15)
}

const NOTHING = { balance: 0, version: 0, chain: 0 }

/** Counts one entry; the order does not matter. */
export function countEntry(audit: Audit, { key, ownerId, postings }: Entry): void {
  const fault = (what: string) => audit.faults.push(`entry ${key}: ${what}`)
  audit.entries += 1
  if (postings.length < 2) fault('it has fewer than two postings')
  for (const [unit, sum] of sumPerUnit(postings)) if (sum !== 0) fault(`its postings in ${unit} sum to ${sum}`)
  const isSale = postings.some(({ account }) => kindOf(account) === 'sales')
  for (const { account, unit, amount, balance, version } of postings) {
    const tally = audit.tallies.get(account) ?? { ...NOTHING, ownerId }
    audit.tallies.set(account, {
      balance: tally.balance + amount,
      version: tally.version + 1,
      chain: tally.chain ^ link(version - 1, balance - amount) ^ link(version, balance),
      ownerId,
    })
    if (tally.ownerId !== ownerId) fault(`${account} is ${tally.ownerId}’s, not ${ownerId}’s`)
    const kind = kindOf(account)
    if (kind === undefined) {
      fault(`there is no account like ${account}`)
      continue
    }
    if (unit !== unitOf(kind)) fault(`${account} is not counted in ${unit}`)
    if (balance < 0 && !mayBeNegative[kind]) fault(`${account} fell to ${balance}`)
    const place = kind === 'stripe' && isSale ? 'cash-in' : kind
    audit.sums[place] = (audit.sums[place] ?? 0) + amount
  }
}

/** What differs between an account as it is stored (absent: not there) and what its entries say. */
export function differencesOf(name: string, stored: Account | undefined, tally: Tally | undefined): readonly string[] {
  const differences: string[] = []
  const differs = (what: string) => differences.push(`${name}: ${what}`)
  const { balance = 0, version = 0 } = stored ?? {}
  const counted = tally ?? NOTHING
  if (balance !== counted.balance) differs(`balance ${balance}, its postings sum to ${counted.balance}`)
  if (version !== counted.version) differs(`version ${version}, it has ${counted.version} postings`)
  if (counted.chain !== (link(0, 0) ^ link(counted.version, counted.balance))) differs('its postings do not follow one another')
  if (!stored) return differences
  const kind = kindOf(name)
  if (stored.kind !== kind || stored.unit !== unitOf(kind)) differs(`it is said to be ${stored.kind} in ${stored.unit}`)
  if (tally && stored.ownerId !== tally.ownerId) differs(`it is said to be ${stored.ownerId}’s, its entries are ${tally.ownerId}’s`)
  if (kind && balance < 0 && !mayBeNegative[kind]) differs(`balance ${balance} is below zero`)
  return differences
}

/** The first place where an account's postings, in the order of their versions, do not follow one another, in words. */
export function brokenAt(
  name: string,
  postings: readonly (Pick<Posting, 'amount' | 'balance' | 'version'> & { key: string })[],
): string | undefined {
  let before = 0
  for (const [index, { key, amount, balance, version }] of postings.toSorted((a, b) => a.version - b.version).entries()) {
    if (version > index + 1) return `${name}: posting ${index + 1} is missing`
    if (version < index + 1) return `${name}: posting ${version} is there twice, also in entry ${key}`
    if (balance !== before + amount) return `${name}: entry ${key} says ${balance} after ${amount}, but ${before} was before it`
    before = balance
  }
  return undefined
}

/** The stations of a creator's money, of all creators together, in cents. */
export function stationsOf(sums: Sums) {
  const { accruing = 0, held = 0, payable = 0, 'in-transfer': inTransfer = 0, stripe: paid = 0 } = sums
  return {
    earned: 0 - (sums['creator-cost'] ?? 0),
    accruing,
    held,
    payable,
    inTransfer,
    paid,
    sum: accruing + held + payable + inTransfer + paid,
  }
}

/** All credits, by where they are. */
export function creditsIn(sums: Sums) {
  const { 'brand-credits': available = 0, hold: held = 0, 'credits-consumed': consumed = 0 } = sums
  return { sold: 0 - (sums['credits-sold'] ?? 0), available, held, consumed, sum: available + held + consumed }
}

/** Credits sold = available + held + consumed; all that was ever earned = what the five stations hold; money in = money sold. */
export function conserved(sums: Sums): readonly string[] {
  const credits = creditsIn(sums)
  const cents = stationsOf(sums)
  const cashIn = 0 - (sums['cash-in'] ?? 0)
  const { sales = 0 } = sums
  return [
    ...(credits.sold === credits.sum ? [] : [`credits sold ${credits.sold}, but available + held + consumed are ${credits.sum}`]),
    ...(cents.earned === cents.sum
      ? []
      : [`cents earned ${cents.earned}, but accruing + held + payable + in transfer + paid are ${cents.sum}`]),
    ...(cashIn === sales ? [] : [`cents that came in ${cashIn}, but ${sales} were sold for`]),
  ]
}
