import { kindOfName } from './earnings.ts'
import { type Account, type AccountKind, type Entry, mayBeNegative, type Posting, sumPerUnit, type Unit } from './ledger.ts'

interface Tally {
  readonly balance: number
  readonly version: number
  /** XOR of the postings' `link` values, which reveals missing and duplicate postings. */
  readonly chain: number
  readonly ownerId: string
}

/**
 * Sums per kind of account. Postings to Stripe accounts are split: `cash-in` is money received for sales (negative),
 * `stripe` is money paid out.
 */
export type Sums = Partial<Record<AccountKind | 'cash-in', number>>

export interface Audit {
  readonly tallies: Map<string, Tally>
  readonly sums: Sums
  readonly faults: string[]
  entries: number
}

export const startAudit = (): Audit => ({ tallies: new Map(), sums: {}, faults: [], entries: 0 })

function kindOf(account: string): AccountKind | undefined {
  const word = kindOfName(account)
  const kind = word === 'brand' ? 'brand-credits' : word
  return Object.hasOwn(mayBeNegative, kind) ? (kind as AccountKind) : undefined
}

const CREDIT_KINDS = new Set<AccountKind>(['brand-credits', 'hold', 'credits-sold', 'credits-consumed'])
const unitOf = (kind: AccountKind): Unit => (CREDIT_KINDS.has(kind) ? 'credit' : 'eur_cent')

/**
 * Hashes an account's version and balance. Each posting leads from one state to the next, so the XOR of all hashes, in
 * any order, cancels every state between the first and the last. A missing, duplicate or inconsistent posting leaves a
 * remainder.
 */
function link(version: number, balance: number): number {
  let mixed =
    Math.imul(version ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(balance | 0, 0xc2b2ae35) ^ Math.imul(Math.floor(balance / 2 ** 32), 0x27d4eb2f)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d)
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39)
  return mixed ^ (mixed >>> 15)
}

const NOTHING = { balance: 0, version: 0, chain: 0 }

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
    if (tally.ownerId !== ownerId) fault(`${account} belongs to ${tally.ownerId}, not to ${ownerId}`)
    const kind = kindOf(account)
    if (kind === undefined) {
      fault(`unknown account ${account}`)
      continue
    }
    if (unit !== unitOf(kind)) fault(`${account} is not counted in ${unit}`)
    if (balance < 0 && !mayBeNegative[kind]) fault(`${account} fell to ${balance}`)
    const place = kind === 'stripe' && isSale ? 'cash-in' : kind
    audit.sums[place] = (audit.sums[place] ?? 0) + amount
  }
}

export function differencesOf(name: string, stored: Account | undefined, tally: Tally | undefined): readonly string[] {
  const differences: string[] = []
  const differs = (what: string) => differences.push(`${name}: ${what}`)
  const { balance = 0, version = 0 } = stored ?? {}
  const counted = tally ?? NOTHING
  if (balance !== counted.balance) differs(`balance ${balance}, its postings sum to ${counted.balance}`)
  if (version !== counted.version) differs(`version ${version}, it has ${counted.version} postings`)
  if (counted.chain !== (link(0, 0) ^ link(counted.version, counted.balance))) differs('its postings are not consecutive')
  if (!stored) return differences
  const kind = kindOf(name)
  if (stored.kind !== kind || stored.unit !== unitOf(kind)) differs(`stored as ${stored.kind} in ${stored.unit}`)
  if (tally && stored.ownerId !== tally.ownerId) differs(`stored with owner ${stored.ownerId}, but its entries belong to ${tally.ownerId}`)
  if (kind && balance < 0 && !mayBeNegative[kind]) differs(`balance ${balance} is below zero`)
  return differences
}

export function firstBrokenPosting(
  name: string,
  postings: readonly (Pick<Posting, 'amount' | 'balance' | 'version'> & { key: string })[],
): string | undefined {
  let before = 0
  for (const [index, { key, amount, balance, version }] of postings.toSorted((a, b) => a.version - b.version).entries()) {
    if (version > index + 1) return `${name}: posting ${index + 1} is missing`
    if (version < index + 1) return `${name}: posting ${version} exists twice, also in entry ${key}`
    if (balance !== before + amount)
      return `${name}: entry ${key} has balance ${balance} after ${amount}, but the previous balance is ${before}`
    before = balance
  }
  return undefined
}

export function stagesOf(sums: Sums) {
  const { accruing = 0, held = 0, payable = 0, 'in-transfer': inTransfer = 0, stripe: paid = 0, forfeited = 0 } = sums
  return {
    earned: 0 - (sums['creator-cost'] ?? 0),
    accruing,
    held,
    payable,
    inTransfer,
    paid,
    forfeited,
    sum: accruing + held + payable + inTransfer + paid + forfeited,
  }
}

export function creditsIn(sums: Sums) {
  const { 'brand-credits': available = 0, hold: held = 0, 'credits-consumed': consumed = 0 } = sums
  return { sold: 0 - (sums['credits-sold'] ?? 0), available, held, consumed, sum: available + held + consumed }
}

export function conservationFaults(sums: Sums): readonly string[] {
  const credits = creditsIn(sums)
  const cents = stagesOf(sums)
  const cashIn = 0 - (sums['cash-in'] ?? 0)
  const { sales = 0 } = sums
  return [
    ...(credits.sold === credits.sum ? [] : [`credits sold ${credits.sold}, but available + held + consumed are ${credits.sum}`]),
    ...(cents.earned === cents.sum
      ? []
      : [`cents earned ${cents.earned}, but accruing + held + payable + in transfer + paid + given up are ${cents.sum}`]),
    ...(cashIn === sales ? [] : [`cents received ${cashIn}, but sales are ${sales}`]),
  ]
}
