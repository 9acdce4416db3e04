/**
 * The double-entry ledger: entries that sum to zero and never change, accounts that carry a balance and a version. Pure.
 * @source decisions §2
 */

import type { CreditReason, EarningReason } from '@reelfair/contracts'

/** `credit` buys one qualified view; `eur_cent` is a euro cent. Never mixed in one account. */
export type Unit = 'credit' | 'eur_cent'

/** What an account is. */
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

/** Only the platform's side may be below zero, as it is where everything comes from. */
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

/** An account, before anything was posted to it. `ownerId` is whose money it concerns: the brand's or the creator's. */
export interface AccountRef {
  /** Its name, for example `brand:<id>:credits`. */
  readonly id: string
  readonly kind: AccountKind
  readonly unit: Unit
  readonly ownerId: string
}

export interface Account extends AccountRef {
  /** In the account's unit; a safe integer. */
  readonly balance: number
  /** How many postings it has had: the store raises it with each. */
  readonly version: number
}

export interface Move {
  readonly account: AccountRef
  /** Signed, in the account's unit. */
  readonly amount: number
}

/** Why an entry was made: what a statement says. Never read to decide anything. */
export interface Why {
  readonly reason: CreditReason | EarningReason
  /** The order, campaign, invitation or transfer, or words. */
  readonly subject: string
  /** Until when money is held back. */
  readonly until?: Date | undefined
  /** Why a transfer failed. */
  readonly failure?: string | undefined
}

/** What is to be posted. The same `key` can never be posted twice. */
export interface EntryDraft {
  /** Derived from the cause, for example `hold:campaign:<id>`. */
  readonly key: string
  readonly why: Why
  readonly moves: readonly Move[]
}

/** A posting remembers the account's balance and version after it, so that a statement needs no sums and a gap shows. */
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
  /** The request, event or command that caused it. */
  readonly causeId: string
  readonly at: Date
  /** Whose money it concerns: the owner of each account in it. */
  readonly ownerId: string
  readonly why: Why
  readonly postings: readonly Posting[]
}

export const emptyAccount = (ref: AccountRef): Account => ({ ...ref, balance: 0, version: 0 })

/** The sum of the amounts per unit; all zero in a sound entry. */
export function sumPerUnit(postings: readonly { readonly unit: Unit; readonly amount: number }[]): Map<Unit, number> {
  const sums = new Map<Unit, number>()
  for (const { unit, amount } of postings) sums.set(unit, (sums.get(unit) ?? 0) + amount)
  return sums
}

/**
 * Makes the entry, and the accounts with their new balances; their versions are still those they were loaded with, for the store compares and raises them.
 * @throws Error when the entry is unsound or an account would fall below zero: what may be asked for is decided before, so this is a bug.
 */
export function post(
  draft: EntryDraft,
  accounts: ReadonlyMap<string, Account>,
  made: { id: string; causeId: string; at: Date },
): { entry: Entry; accounts: readonly Account[] } {
  const fault = (what: string) => new Error(`ledger entry ${draft.key}: ${what}`)
  const names = new Set(draft.moves.map((move) => move.account.id))
  if (draft.moves.length < 2) throw fault('fewer than two postings')
  if (names.size !== draft.moves.length) throw fault('two postings on one account')
  const [ownerId = '', ...others] = new Set(draft.moves.map(({ account }) => account.ownerId))
  if (others.length > 0) throw fault('accounts of two owners')

  const after = draft.moves.map(({ account: ref, amount }) => {
    const account = accounts.get(ref.id) ?? emptyAccount(ref)
    const balance = account.balance + amount
    if (!Number.isSafeInteger(amount) || amount === 0) throw fault(`${amount} is no amount`)
    if (!Number.isSafeInteger(balance)) throw fault(`the balance of ${ref.id} is too large`)
    if (account.unit !== ref.unit || account.kind !== ref.kind || account.ownerId !== ref.ownerId)
      throw fault(`${ref.id} is another account`)
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
