/**
 * Double-entry ledger: entries sum to zero and never change; accounts have a balance and a version.
 * @source decisions §2
 */

import type { CreditReason, EarningReason } from '@reelfair/contracts'

/** One `credit` buys one qualified view. */
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
  | 'forfeited'
  | 'creator-cost'
  | 'stripe'
  | 'sales'

/** Credits and money originate from platform accounts, so only these may be negative. */
export const mayBeNegative: Readonly<Record<AccountKind, boolean>> = {
  'brand-credits': false,
  hold: false,
  'credits-sold': true,
  'credits-consumed': false,
  accruing: false,
  held: false,
  payable: false,
  'in-transfer': false,
  forfeited: false,
  'creator-cost': true,
  stripe: true,
  sales: false,
}

/** The account may not exist yet. `ownerId` is the brand or creator. */
export interface AccountRef {
  /** Account name, for example `brand:<id>:credits`. */
  readonly id: string
  readonly kind: AccountKind
  readonly unit: Unit
  readonly ownerId: string
}

export interface Account extends AccountRef {
  readonly balance: number
  readonly version: number
}

interface Move {
  readonly account: AccountRef
  readonly amount: number
}

/** Why an entry was posted. Shown in statements; no decision depends on it. */
export interface Why {
  readonly reason: CreditReason | EarningReason
  readonly subject: string
  readonly until?: Date | undefined
  readonly failure?: string | undefined
}

export interface EntryDraft {
  /** Unique key derived from the cause, for example `hold:campaign:<id>`. */
  readonly key: string
  readonly why: Why
  readonly moves: readonly Move[]
}

/**
 * Stores the account's resulting balance and version, so statements need no summing and missing postings are
 * detectable.
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
  readonly ownerId: string
  readonly why: Why
  readonly postings: readonly Posting[]
}

export const emptyAccount = (ref: AccountRef): Account => ({ ...ref, balance: 0, version: 0 })

export function sumPerUnit(postings: readonly { readonly unit: Unit; readonly amount: number }[]): Map<Unit, number> {
  const sums = new Map<Unit, number>()
  for (const { unit, amount } of postings) sums.set(unit, (sums.get(unit) ?? 0) + amount)
  return sums
}

/**
 * Builds the entry and the accounts with their new balances. The accounts have the versions they were loaded with,
 * because the store compares and increments those versions.
 * @throws Error if the entry is unsound or would make an account negative. This is a bug, because use cases check both
 * first.
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
