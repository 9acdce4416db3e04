/**
 * The ledger's ceiling: the driver alone writes the same documents in the same kind of transaction. The documents are
 * known in advance, so nothing is read.
 */
import { randomUUID } from 'node:crypto'
import { postEarned, signUpCause } from '@reelfair/payouts/domain/earnings'
import { type Account, type EntryDraft, post } from '@reelfair/payouts/domain/ledger'
import type { Db } from 'mongodb'
import { openBaselineDatabase, type Write } from './payouts.ts'

export interface Ledger {
  post(creatorId: string): Promise<void>
}

/** Posts a cent for one more version of the creator's sign-up. */
export const centEarned = (creatorId: string, version: number): EntryDraft =>
  postEarned({ creatorId, subject: 'bench' }, { cents: 1, station: 'accruing', cause: signUpCause(creatorId, version) })

export const rowOf = <T extends { id: string }>({ id, ...fields }: T) => ({ _id: id, ...fields })

/**
 * Builds the product's writes for an entry.
 * @param known All accounts by id; updated by the entry
 */
export function entryWrites(db: Db, known: Map<string, Account>, draft: EntryDraft): Write[] {
  const { entry, accounts } = post(draft, known, { id: randomUUID(), causeId: 'bench', at: new Date() })
  const { namespace } = db.collection('accounts')
  const writes = accounts.map((account): Write => {
    const { id, version } = account
    const next = { ...account, version: version + 1 }
    known.set(id, next)
    if (version === 0) return { name: 'insertOne', namespace, document: rowOf(next) }
    return { name: 'replaceOne', namespace, filter: { _id: id, version }, replacement: rowOf(next) }
  })
  return [...writes, { name: 'insertOne', namespace: db.collection('entries').namespace, document: { ...rowOf(entry), version: 1 } }]
}

export async function openBaselineLedger(): Promise<Ledger> {
  const { db, writeTogether } = await openBaselineDatabase()
  const known = new Map<string, Account>()
  let posted = 0
  return {
    post: (creatorId) => writeTogether(entryWrites(db, known, centEarned(creatorId, ++posted))),
  }
}
