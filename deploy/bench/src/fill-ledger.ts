/** Fills a large ledger in bulk, with entries built by the product's own `post` and with the product's indexes. */
import { holdBack, makePayable, postEarned, signUpCause } from '@reelfair/payouts/domain/earnings'
import { type Account, type EntryDraft, post } from '@reelfair/payouts/domain/ledger'
import { idSource, systemClock } from '@reelfair/service-kit'
import { connectDriver, databaseOf, makeIndexes, newPrefix, startPayouts } from './payouts.ts'

/** Entries per creator: 33 earnings that have passed through three stages, and one earning that is still accruing. */
const PER_CREATOR = 100
const EARNING_CENTS = 250
const INSERT_BATCH = 5_000

function draftsOf(creatorId: string, newId: () => string): EntryDraft[] {
  return Array.from({ length: PER_CREATOR }, (_, i) => {
    const earning = { creatorId, subject: `Campaign ${Math.floor(i / 3)}` }
    if (i % 3 === 0) return postEarned(earning, { cents: EARNING_CENTS, station: 'accruing', cause: signUpCause(newId(), 1) })
    return i % 3 === 1 ? holdBack(earning, EARNING_CENTS, new Date()) : makePayable(earning, EARNING_CENTS)
  })
}

export async function fillLedger(entryCount: number) {
  const prefix = newPrefix()
  const client = await connectDriver()
  const db = client.db(databaseOf(prefix))
  const newId = idSource(systemClock)
  const creators: string[] = []
  let rows: { entries: object[]; accounts: object[] } = { entries: [], accounts: [] }
  const write = async () => {
    for (const [name, documents] of Object.entries(rows)) if (documents.length > 0) await db.collection(name).insertMany(documents)
    rows = { entries: [], accounts: [] }
  }
  for (let made = 0; made < entryCount; made += PER_CREATOR) {
    const creatorId = newId()
    creators.push(creatorId)
    const accounts = new Map<string, Account>()
    for (const draft of draftsOf(creatorId, newId)) {
      const { entry, accounts: after } = post(draft, accounts, { id: newId(), causeId: 'bench', at: new Date() })
      for (const account of after) accounts.set(account.id, { ...account, version: account.version + 1 })
      const { id: _id, ...fields } = entry
      rows.entries.push({ _id, version: 1, ...fields })
    }
    for (const { id: _id, ...fields } of accounts.values()) rows.accounts.push({ _id, ...fields })
    if (rows.entries.length >= INSERT_BATCH) await write()
  }
  await write()
  // Creating them during the service's startup would time out, because they cover over a million entries.
  await makeIndexes(db)
  const { ctx } = await startPayouts(prefix)
  return { ctx, creators, cents: Math.ceil(PER_CREATOR / 3) * EARNING_CENTS }
}
