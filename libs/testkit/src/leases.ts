import type { Db } from 'mongodb'

/** Ends every lease of a service's queues, as after a process died and its time went by: leases follow the machine's clock, which no test moves. */
export async function endLeases({ database }: { readonly database: Db }): Promise<void> {
  for (const { name } of await database.listCollections({}, { nameOnly: true }).toArray())
    await database.collection(name).updateMany({ 'queue.leaseUntil': { $exists: true } }, { $set: { 'queue.leaseUntil': new Date(0) } })
}
