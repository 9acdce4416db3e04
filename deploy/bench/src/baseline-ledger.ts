/**
 * The ceiling for the ledger: the driver alone writes the same documents in the same kind of transaction. Their
 * contents are known in advance, so nothing is read.
 */
import { randomUUID } from 'node:crypto'
import { accrue } from '@reelfair/payouts/domain/earnings'
import { type Account, type Entry, post } from '@reelfair/payouts/domain/ledger'
import type { AnyBulkWriteOperation, Collection } from 'mongodb'
import { openBaselineDatabase, TRANSACTION } from './payouts.ts'

type Row<T extends { id: string }> = Omit<T, 'id'> & { _id: string }

const rowOf = <T extends { id: string }>({ id, ...fields }: T): Row<T> => ({ _id: id, ...fields })

export interface Ledger {
  /** Posts one entry for the creator in a separate transaction. */
  post(creatorId: string): Promise<void>
}

export async function openBaselineLedger(): Promise<Ledger> {
  const { client, db } = await openBaselineDatabase()
  const accounts: Collection<Row<Account>> = db.collection('accounts')
  const entries: Collection<Row<Entry> & { version: number }> = db.collection('entries')
  const known = new Map<string, Account>()
  let posted = 0

  /** Builds the documents that the product would write. */
  function make(creatorId: string) {
    posted += 1
    const made = { id: randomUUID(), causeId: 'bench', at: new Date() }
    const { entry, accounts: after } = post(accrue({ creatorId, subject: 'bench' }, 1, posted), known, made)
    const writes = after.map((account): AnyBulkWriteOperation<Row<Account>> => {
      const next = { ...account, version: account.version + 1 }
      known.set(account.id, next)
      const replacement = rowOf(next)
      if (account.version === 0) return { insertOne: { document: replacement } }
      return { replaceOne: { filter: { _id: account.id, version: account.version }, replacement } }
    })
    return { entry: { ...rowOf(entry), version: 1 }, writes }
  }

  return {
    async post(creatorId) {
      const { entry, writes } = make(creatorId)
      const session = client.startSession()
      try {
        session.startTransaction(TRANSACTION)
        await accounts.bulkWrite(writes, { session })
        await entries.insertOne(entry, { session })
        await session.commitTransaction()
      } finally {
        await session.endSession()
      }
    },
  }
}
