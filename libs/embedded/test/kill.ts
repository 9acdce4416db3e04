/**
 * Kills a server at random moments while clients write, and restarts it on the same port and data directory. Every
 * acknowledged write must be present exactly once at the end.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { type Db, type Document, MongoClient, MongoServerError } from 'mongodb'
import { expect } from 'vitest'
import { type EmbeddedMongo, startEmbeddedMongo } from '../src/index.ts'
import { checkStore } from './check-store.ts'
import { eventually } from './eventually.ts'
import { type Random, random } from './random.ts'

/** An embedded server that has the same URI after each kill and restart. */
export class KillableMongo {
  readonly dataDir: string
  private server: EmbeddedMongo

  private constructor(dataDir: string, server: EmbeddedMongo) {
    this.dataDir = dataDir
    this.server = server
  }

  static async start(dataDir: string): Promise<KillableMongo> {
    return new KillableMongo(dataDir, await startEmbeddedMongo({ dataDir, failPoints: true, quiet: true }))
  }

  get uri(): string {
    return this.server.uri
  }

  async kill(meanwhile: () => void | Promise<void> = () => {}): Promise<void> {
    process.kill(this.server.pid, 'SIGKILL')
    await this.server.stop()
    await meanwhile()
    const { port } = new URL(this.uri)
    this.server = await startEmbeddedMongo({ dataDir: this.dataDir, port: Number(port), failPoints: true, quiet: true })
  }

  async stop(): Promise<void> {
    await this.server.stop()
  }

  /** Uses the `failCommand` fail point. */
  async failCommands(data: Document, times: number): Promise<void> {
    const client = await MongoClient.connect(this.uri)
    await client.db('admin').command({ configureFailPoint: 'failCommand', mode: { times }, data })
    await client.close()
  }

  /** Runs the next matching commands, but closes their connections before replying. */
  loseReplies(failCommands: readonly string[], times: number): Promise<void> {
    return this.failCommands({ failCommands, closeConnection: true, afterwards: true }, times)
  }
}

const ACCOUNTS = 10
const TOTAL = ACCOUNTS * 1000

interface Account {
  _id: number
  balance: number
}
interface Transfer {
  _id: string
  from: number
  to: number
  amount: number
}
/** Stores operation IDs, so that the test can find operations with an unknown outcome. */
interface Tally {
  _id: string
  n: number
  operations: string[]
}

const collections = (db: Db) => ({
  rows: db.collection<{ _id: string; key: string }>('rows'),
  accounts: db.collection<Account>('accounts'),
  transfers: db.collection<Transfer>('transfers'),
  tallies: db.collection<Tally>('tallies'),
})
type Collections = ReturnType<typeof collections>

type Write = (on: Collections, client: MongoClient, id: string, r: Random) => Promise<unknown>

const insert: Write = (on, _, id) => on.rows.insertOne({ _id: id, key: `key of ${id}` })

const transfer: Write = async (on, client, id, r) => {
  const from = r.int(ACCOUNTS)
  const to = (from + 1 + r.int(ACCOUNTS - 1)) % ACCOUNTS
  const amount = 1 + r.int(50)
  await client.withSession((session) =>
    session.withTransaction(async () => {
      await on.accounts.updateOne({ _id: from }, { $inc: { balance: -amount } }, { session })
      await on.accounts.updateOne({ _id: to }, { $inc: { balance: amount } }, { session })
      await on.transfers.insertOne({ _id: id, from, to, amount }, { session })
    }),
  )
}

const increment: Write = async (on, _, id, r) => {
  const change = { $inc: { n: 1 }, $push: { operations: id } }
  // Each document holds half a second of operations, so that documents stay small.
  const filter = { _id: `tally${r.int(3)} of ${Math.floor(Date.now() / 500)}` }
  if (r.chance(0.5)) await on.tallies.updateOne(filter, change, { upsert: true })
  else await on.tallies.findOneAndUpdate(filter, change, { upsert: true })
}

/** Operation IDs of one writer, by outcome: acknowledged or unknown. */
interface Journal {
  readonly kind: string
  readonly acknowledged: Set<string>
  readonly unknown: Set<string>
}

/** Writes until `stopped` returns true. Any error other than a lost connection is an engine fault. */
async function write(uri: string, journal: Journal, name: string, run: Write, stopped: () => boolean): Promise<void> {
  const client = await MongoClient.connect(uri)
  const r = random(Number.parseInt(name, 36))
  try {
    for (let i = 0; !stopped(); i++) {
      const id = `${name}-${i}`
      try {
        await run(collections(client.db('kill')), client, id, r)
        journal.acknowledged.add(id)
      } catch (error) {
        if (error instanceof MongoServerError) throw error
        journal.unknown.add(id)
      }
    }
  } finally {
    await client.close()
  }
}

const KINDS: Record<string, Write> = { insert, transfer, increment }

export interface KillFigures {
  readonly acknowledged: number
  readonly unknown: number
}

/**
 * Kills the server `kills` times while six clients write. Throws if an acknowledged write is missing or applied twice.
 */
export async function killUnderLoad(dataDir: string, kills: number, seed: number): Promise<KillFigures> {
  const mongo = await KillableMongo.start(dataDir)
  const client = await MongoClient.connect(mongo.uri)
  const on = collections(client.db('kill'))
  await on.rows.createIndex({ key: 1 }, { unique: true })
  await on.transfers.createIndex({ from: 1, amount: -1 })
  await on.tallies.createIndex({ operations: 1 })
  await on.accounts.insertMany(Array.from({ length: ACCOUNTS }, (_, _id) => ({ _id, balance: TOTAL / ACCOUNTS })))

  const journals: Journal[] = []
  let stopped = false
  const writers = Object.entries(KINDS).flatMap(([kind, run]) =>
    ['a', 'b'].map((letter) => {
      const journal: Journal = { kind, acknowledged: new Set(), unknown: new Set() }
      journals.push(journal)
      return write(mongo.uri, journal, kind + letter, run, () => stopped)
    }),
  )
  const working = Promise.all(writers)
  working.catch(() => {}) // handled below
  const r = random(seed)
  try {
    for (let i = 0; i < kills; i++) {
      const before = journals.map((j) => j.acknowledged.size)
      await Promise.race([
        eventually('every client writes again', () => journals.every((j, n) => j.acknowledged.size > (before[n] as number) + 3)),
        working,
      ])
      await mongo.loseReplies(['update', 'findAndModify', 'insert', 'commitTransaction'], 3)
      const changing = changeIndexes(on)
      await pause(r.int(300))
      await mongo.kill(() => expect(checkStore(dataDir)).toEqual([]))
      await changing
    }
    stopped = true
    await working
    await verify(on, journals)
  } finally {
    stopped = true
    await Promise.allSettled(writers)
    await client.close()
    await mongo.stop()
  }
  expect(checkStore(dataDir)).toEqual([])
  return { acknowledged: size(journals.map((j) => j.acknowledged)), unknown: size(journals.map((j) => j.unknown)) }
}

/** Creates or drops an index. Either may fail, because the server may be killed in the meantime. */
async function changeIndexes(on: Collections): Promise<void> {
  const spec = { key: -1 } as const
  await on.rows.dropIndex('key_-1').catch(() => on.rows.createIndex(spec).catch(() => {}))
}

const size = (sets: readonly Set<string>[]) => sets.reduce((sum, set) => sum + set.size, 0)

/** Expects each acknowledged operation exactly once, and each operation with an unknown outcome at most once. */
function compare(journals: readonly Journal[], found: readonly string[]): void {
  const times = new Map<string, number>()
  for (const id of found) times.set(id, (times.get(id) ?? 0) + 1)
  expect(
    [...times].filter(([, n]) => n > 1),
    'applied twice',
  ).toEqual([])
  const lost = journals.flatMap((j) => [...j.acknowledged]).filter((id) => !times.has(id))
  expect(lost, 'acknowledged but lost').toEqual([])
  const attempted = new Set(journals.flatMap((j) => [...j.acknowledged, ...j.unknown]))
  expect(
    found.filter((id) => !attempted.has(id)),
    'never attempted',
  ).toEqual([])
}

async function verify(on: Collections, journals: readonly Journal[]): Promise<void> {
  const of = (kind: string) => journals.filter((j) => j.kind === kind)
  compare(
    of('insert'),
    (await on.rows.find().toArray()).map((row) => row._id),
  )

  const transfers = await on.transfers.find().toArray()
  compare(
    of('transfer'),
    transfers.map((t) => t._id),
  )
  const balances = Array.from({ length: ACCOUNTS }, () => TOTAL / ACCOUNTS)
  for (const { from, to, amount } of transfers) {
    balances[from] = (balances[from] ?? 0) - amount
    balances[to] = (balances[to] ?? 0) + amount
  }
  expect((await on.accounts.find().sort({ _id: 1 }).toArray()).map((a) => a.balance)).toEqual(balances)

  const tallies = await on.tallies.find().toArray()
  compare(
    of('increment'),
    tallies.flatMap((t) => t.operations),
  )
  for (const { n, operations } of tallies) expect(operations).toHaveLength(n)
}
