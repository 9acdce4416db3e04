/**
 * The double-entry ledger: entries sum to zero and never change; accounts have a balance and a version. Pure functions.
 * @source decisions §2
 */

import type { CreditReason, EarningReason } from '@reelfair/contracts'

/** `credit` buys one qualified view; `eur_cent` is a euro cent. Each account has one unit. */
export type Unit = 'credit' | 'eur_cent'

export type AccountKind =
  | 'brand-credits'
  | 'hold'
  | 'credits-sold'
  | 'credits-consumed'
  | 'accruing'
  | 'held'
  | 'payable'
  | 'in-transfer'
  | 'creator-cost'
  | 'stripe'
  | 'sales'

/** Only the platform accounts from which credits and money originate may be negative. */
export const mayBeNegative: Readonly<Record<AccountKind, boolean>> = {
  'brand-credits': false,
  hold: false,
  'credits-sold': true,
  'credits-consumed': false,
  accruing: false,
  held: false,
  payable: false,
  'in-transfer': false,
  'creator-cost': true,
  stripe: true,
  sales: false,
}

/** Identifies an account, which may not exist yet. `ownerId` is the brand or creator whose money it holds. */
export interface AccountRef {
  /** Name of the account, for example `brand:<id>:credits`. */
  readonly id: string
  readonly kind: AccountKind
  readonly unit: Unit
  readonly ownerId: string
}

export interface Account extends AccountRef {
  /** In the account's unit; a safe integer. */
  readonly balance: number
  /** Number of postings to the account; the store increments it with each posting. */
  readonly version: number
}

interface Move {
  readonly account: AccountRef
  /** Signed amount in the account's unit. */
  readonly amount: number
}

/** Why an entry was posted, for statements. No decision depends on it. */
export interface Why {
  readonly reason: CreditReason | EarningReason
  /** Id of the order, campaign, invitation or transfer, or free text. */
  readonly subject: string
  /** Date until which money is held. */
  readonly until?: Date | undefined
  /** Why a transfer failed. */
  readonly failure?: string | undefined
}

/** An entry to post. The same `key` can never be posted twice. */
export interface EntryDraft {
  /** Derived from the cause, for example `hold:campaign:<id>`. */
  readonly key: string
  readonly why: Why
  readonly moves: readonly Move[]
}

/**
 * A posting records the account's resulting balance and version, so statements need no summing and gaps can be
 * detected.
 */
export interface Posting {
  readonly account: string
  readonly unit: Unit
  readonly amount: number
  readonly balance: number
  readonly version: number
}

export interface Entry {
  readonly id: string
  readonly key: string
  /** Id of the request, event or command that caused the entry. */
  readonly causeId: string
  readonly at: Date
  /** Brand or creator that owns every account in the entry. */
  readonly ownerId: string
  readonly why: Why
  readonly postings: readonly Posting[]
}

export const emptyAccount = (ref: AccountRef): Account => ({ ...ref, balance: 0, version: 0 })

/** Sums the amounts per unit; in a sound entry, every sum is zero. */
export function sumPerUnit(postings: readonly { readonly unit: Unit; readonly amount: number }[]): Map<Unit, number> {
  const sums = new Map<Unit, number>()
  for (const { unit, amount } of postings) sums.set(unit, (sums.get(unit) ?? 0) + amount)
  return sums
}

/**
 * Builds the entry, and the accounts with their new balances. The accounts keep the versions they were loaded with,
 * because the store compares and increments those versions.
 * @throws Error if the entry is unsound or would make an account negative. Use cases check this beforehand, so the
 * error indicates a bug.
 */
export function post(
  draft: EntryDraft,
  accounts: ReadonlyMap<string, Account>,
  made: { id: string; causeId: string; at: Date },
): { entry: Entry; accounts: readonly Account[] } {
  const fault = (what: string) => new Error(`ledger entry ${draft.key}: ${what}`)
  const names = new Set(draft.moves.map((move) => move.account.id))
  if (draft.moves.length < 2) throw fault('fewer than two postings')
  if (names.size !== draft.moves.length) throw fault('two postings to one account')
  const [ownerId = '', ...others] = new Set(draft.moves.map(({ account }) => account.ownerId))
  if (others.length > 0) throw fault('accounts of two owners')

  const after = draft.moves.map(({ account: ref, amount }) => {
    const account = accounts.get(ref.id) ?? emptyAccount(ref)
    const balance = account.balance + amount
    if (!Number.isSafeInteger(amount) || amount === 0) throw fault(`${amount} is not a valid amount`)
    if (!Number.isSafeInteger(balance)) throw fault(`the balance of ${ref.id} is too large`)
    if (account.unit !== ref.unit || account.kind !== ref.kind || account.ownerId !== ref.ownerId)
      throw fault(`${ref.id} has another unit, kind or owner`)
    if (balance < 0 && !mayBeNegative[account.kind]) throw fault(`${ref.id} would fall to ${balance}`)
    return { account: { ...account, balance }, amount }
  })
  const postings = after.map(({ account: { id, unit, balance, version }, amount }) => ({
    account: id,
    unit,
    amount,
    balance,
    version: version + 1,
  }))
  for (const [unit, sum] of sumPerUnit(postings)) if (sum !== 0) throw fault(`its postings in ${unit} sum to ${sum}`)
  return { entry: { ...made, key: draft.key, ownerId, why: draft.why, postings }, accounts: after.map(({ account }) => account) }
}
