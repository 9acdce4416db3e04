/**
 * Accounts and entries. Guards: entries are unique by their cause's key and never changed; an account is saved by its version, so two writers cannot both
 * have read the same balance.
 */
import { CreditReason, EarningReason, Id } from '@reelfair/contracts'
import { defineCollection, type Scope, type Tx } from '@reelfair/service-kit'
import { z } from 'zod'
import { type Account, type AccountRef, type Entry, type EntryDraft, emptyAccount, post } from '../domain/ledger.ts'

const Unit = z.enum(['credit', 'eur_cent'])

export const accounts = defineCollection('accounts', {
  kind: z.enum([
    'brand-credits',
    'hold',
    'credits-sold',
    'credits-consumed',
    'accruing',
    'held',
    'payable',
    'in-transfer',
    'creator-cost',
    'stripe',
    'sales',
  ]),
  unit: Unit,
  ownerId: Id,
  balance: z.int(),
}).index({ ownerId: 1, balance: -1 })

export const entries = defineCollection('entries', {
  key: z.string().min(1).max(200),
  causeId: String,
  at: Date,
  ownerId: Id,
  why: z.object({
    reason: z.union([CreditReason, EarningReason]),
    subject: z.string().max(200),
    until: z.date().optional(),
    failure: z.string().optional(),
  }),
  postings: z
    .array(z.object({ account: z.string(), unit: Unit, amount: z.int(), balance: z.int(), version: z.int().min(1) }))
    .min(2)
    .readonly(),
})
  .unique('entry_key', { key: 1 })
  .index({ 'postings.account': 1, id: 1 })
  .index({ ownerId: 1, id: -1 })

const MANY = 1_000

export const findEntry = (scope: Scope, key: string) => entries.findOne(scope, { key })

export const accountById = (scope: Scope, id: string) => accounts.byId(scope, id)

/** What an owner's accounts hold, summed per kind by the database: open holds may be many. */
export async function balancesOf(scope: Scope, ownerId: string): Promise<readonly Pick<Account, 'kind' | 'balance'>[]> {
  const sums = [{ $match: { ownerId, balance: { $ne: 0 } } }, { $group: { _id: '$kind', balance: { $sum: '$balance' } } }]
  const rows = accounts.native(scope.connection).aggregate<{ _id: Account['kind']; balance: number }>(sums)
  return (await rows.toArray()).map(({ _id: kind, balance }) => ({ kind, balance }))
}

/** An owner's entries, newest first. */
export const entriesOf = (scope: Scope, ownerId: string, page: { limit: number; cursor?: string | undefined }) =>
  entries.page(scope, { ownerId }, { sort: { id: -1 }, ...page })

/** Reads accounts in one round trip, so that later entries of the transaction read none. */
export const prefetchAccounts = (tx: Tx, refs: readonly AccountRef[]) =>
  accounts.byIds(
    tx,
    refs.map(({ id }) => id),
  )

/** Posts what was decided; all of it, or (when the transaction fails) nothing. */
export async function postEntry(tx: Tx, draft: EntryDraft, made: { id: string; causeId: string; at: Date }): Promise<Entry> {
  const ids = draft.moves.map(({ account }) => account.id)
  const found = await accounts.byIds(tx, ids)
  const { entry, accounts: after } = post(draft, new Map(found.map((account) => [account.id, account])), made)
  for (const account of after) await (account.version === 0 ? open(tx, account) : accounts.save(tx, account))
  await entries.insert(tx, entry)
  return entry
}

const open = (tx: Tx, { version: _, ...account }: Account) => accounts.insert(tx, account)

/**
 * Posts many entries, in their order, as `postEntry` would one after the other: the same balances and versions. Each account is read once and written once.
 * All of it, or nothing.
 */
export async function postEntries(
  tx: Tx,
  drafts: readonly EntryDraft[],
  made: { newId: () => string; causeId: string; at: Date },
): Promise<readonly Entry[]> {
  const { newId, causeId, at } = made
  const ids = [...new Set(drafts.flatMap(({ moves }) => moves.map(({ account }) => account.id)))]
  const before = new Map<string, Account>()
  for (let i = 0; i < ids.length; i += MANY) {
    for (const account of await accounts.byIds(tx, ids.slice(i, i + MANY))) before.set(account.id, account)
  }
  const now = new Map(before)
  const posted = drafts.map((draft) => {
    const { entry, accounts: after } = post(draft, now, { id: newId(), causeId, at })
    for (const account of after) now.set(account.id, { ...account, version: account.version + 1 })
    return entry
  })
  // The new ones first: writes of one kind travel together.
  for (const [id, account] of now) if (!before.has(id)) await accounts.insert(tx, account)
  for (const [id, { version }] of before) {
    const account = now.get(id)
    if (account) await accounts.save(tx, { ...account, version }, account.version - version)
  }
  for (const entry of posted) await entries.insert(tx, entry)
  return posted
}

/** All entries in the order of their ids, in pages: a ledger does not fit into memory. */
export async function* allEntries(scope: Scope, ofAccount?: string): AsyncGenerator<Entry> {
  for (let after = ''; ; ) {
    const some = await entries.find(
      scope,
      { id: { $gt: after }, ...(ofAccount && { 'postings.account': ofAccount }) },
      { sort: { id: 1 }, limit: MANY },
    )
    yield* some
    const last = some.at(-1)
    if (!last || some.length < MANY) return
    after = last.id
  }
}

/** All entries whose key begins with a word, in the order of their keys, in pages. */
export async function* entriesBeginning(scope: Scope, word: string): AsyncGenerator<Entry> {
  // No key has a character beyond this one.
  for (let after = word; ; ) {
    const some = await entries.find(scope, { key: { $gt: after, $lt: `${word}\uffff` } }, { sort: { key: 1 }, limit: MANY })
    yield* some
    const last = some.at(-1)
    if (!last || some.length < MANY) return
    after = last.key
  }
}

/** All accounts in the order of their names. */
export async function* allAccounts(scope: Scope): AsyncGenerator<Account> {
  for (let after = ''; ; ) {
    const some = await accounts.find(scope, { id: { $gt: after } }, { sort: { id: 1 }, limit: MANY })
    yield* some
    const last = some.at(-1)
    if (!last || some.length < MANY) return
    after = last.id
  }
}

/** The available credits of an account that may not exist yet. */
export async function balanceOf(scope: Scope, ref: Parameters<typeof emptyAccount>[0]): Promise<number> {
  return ((await accountById(scope, ref.id)) ?? emptyAccount(ref)).balance
}
