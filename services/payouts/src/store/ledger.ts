/**
 * Guards: entries are unique by their cause's key and never change; accounts are saved by version, so two writers
 * cannot both update the same balance.
 */
import { CreditReason, EarningReason, Id } from '@reelfair/contracts'
import { type Context, defineCollection, type Scope, type Tx } from '@reelfair/service-kit'
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
    'forfeited',
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

export const findEntry = (scope: Scope, key: string) => entries.findOne(scope, { key })

export const accountById = (scope: Scope, id: string) => accounts.byId(scope, id)

/** Summed per kind by the database, because an owner may have many open holds. */
export async function balancesOf(scope: Scope, ownerId: string): Promise<readonly Pick<Account, 'kind' | 'balance'>[]> {
  const sums = [{ $match: { ownerId, balance: { $ne: 0 } } }, { $group: { _id: '$kind', balance: { $sum: '$balance' } } }]
  const rows = await accounts.aggregate<{ _id: Account['kind']; balance: number }>(scope, sums)
  return rows.map(({ _id: kind, balance }) => ({ kind, balance }))
}

export const entriesOf = (scope: Scope, ownerId: string, page: { limit: number; cursor?: string | undefined }) =>
  entries.page(scope, { ownerId }, { sort: { id: -1 }, ...page })

/** Reads accounts in one round trip, so that later entries in the transaction need no further reads. */
export const prefetchAccounts = (tx: Tx, refs: readonly AccountRef[]) =>
  accounts.byIds(
    tx,
    refs.map(({ id }) => id),
  )

export async function postEntry(tx: Tx, draft: EntryDraft, ctx: Pick<Context, 'newId' | 'causeId' | 'now'>): Promise<Entry> {
  const ids = draft.moves.map(({ account }) => account.id)
  const found = await accounts.byIds(tx, ids)
  const made = { id: ctx.newId(), causeId: ctx.causeId, at: ctx.now() }
  const { entry, accounts: after } = post(draft, new Map(found.map((account) => [account.id, account])), made)
  for (const account of after) await (account.version === 0 ? open(tx, account) : accounts.save(tx, account))
  await entries.insert(tx, entry)
  return entry
}

const open = (tx: Tx, { version: _, ...account }: Account) => accounts.insert(tx, account)

export const allEntries = (scope: Scope, ofAccount?: string) =>
  entries.each(scope, ofAccount === undefined ? {} : { 'postings.account': ofAccount })

/** Assumes that no key contains U+FFFF. */
export const entriesWithPrefix = (scope: Scope, prefix: string) =>
  entries.each(scope, { key: { $gt: prefix, $lt: `${prefix}\uffff` } }, { by: 'key' })

export const allAccounts = (scope: Scope) => accounts.each(scope)

export async function balanceOf(scope: Scope, ref: Parameters<typeof emptyAccount>[0]): Promise<number> {
  return ((await accountById(scope, ref.id)) ?? emptyAccount(ref)).balance
}
