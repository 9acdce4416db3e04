/** The ceiling of the ledger: the same documents, written by the driver alone in the same kind of transaction. It knows what they hold, so it reads nothing. */
import { randomUUID } from 'node:crypto'
import { accrue } from '@reelfair/payouts/domain/earnings'
import { type Account, type Entry, post } from '@reelfair/payouts/domain/ledger'
import type { AnyBulkWriteOperation, ClientSession, Collection } from 'mongodb'
import { openBareDatabase, TRANSACTION } from './payouts.ts'

type Row<T extends { id: string }> = Omit<T, 'id'> & { _id: string }

const rowOf = <T extends { id: string }>({ id, ...fields }: T): Row<T> => ({ _id: id, ...fields })

export interface Ledger {
  /** Posts one entry for each creator, in a transaction of its own each. */
  post(creatorIds: readonly string[]): Promise<void>
  /** Posts one entry for each creator, all in one transaction. */
  postBatch(creatorIds: readonly string[]): Promise<void>
  entries(): Promise<number>
}

export async function openBareLedger(): Promise<Ledger> {
  const { client, db } = await openBareDatabase()
  const accounts: Collection<Row<Account>> = db.collection('accounts')
  const entries: Collection<Row<Entry> & { version: number }> = db.collection('entries')
  const known = new Map<string, Account>()
  let posted = 0

  /** The documents as the product would write them. */
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

  async function inTransaction(work: (session: ClientSession) => Promise<void>) {
    const session = client.startSession()
    try {
      session.startTransaction(TRANSACTION)
      await work(session)
      await session.commitTransaction()
    } finally {
      await session.endSession()
    }
  }

  return {
    async post(creatorIds) {
      for (const creatorId of creatorIds) {
        const { entry, writes } = make(creatorId)
        await inTransaction(async (session) => {
          await accounts.bulkWrite(writes, { session })
          await entries.insertOne(entry, { session })
        })
      }
    },
    async postBatch(creatorIds) {
      const made = creatorIds.map(make)
      await inTransaction(async (session) => {
        await accounts.bulkWrite(
          made.flatMap(({ writes }) => writes),
          { session },
        )
        await entries.insertMany(
          made.map(({ entry }) => entry),
          { session },
        )
      })
    },
    entries: () => entries.countDocuments(),
  }
}
