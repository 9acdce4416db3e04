/**
 * Makes clients conflict as often as possible. At the end, the test checks invariants and compares the number of
 * acknowledged writes with the data.
 */
import { type ClientSession, type Db, MongoClient, MongoServerError } from 'mongodb'
import { expect } from 'vitest'
import { startEmbeddedMongo } from '../src/index.ts'
import { checkStore } from './check-store.ts'
import { type Random, random } from './random.ts'

const ACCOUNTS = 12
const TOTAL = ACCOUNTS * 1000
const PLACES = 8
const PHOENIXES = 4
const COUNTERS = 3
const MEMBERS = 40
const CLIENTS = 8

interface Account {
  _id: number
  balance: number
}
interface Seat {
  _id: number
  place: number
}
interface Phoenix {
  _id: number
  name: string
  generation: number
}
interface Counter {
  _id: number
  n: number
}
interface Job {
  _id: number
  state: 'free' | 'taken' | 'done'
}
interface Race {
  key: number
  n: number
}
interface Row {
  _id: string
  batch: number
}
interface Chunk {
  file: string
  n: number
  data: Buffer
}
interface Member {
  _id: number
  team: number
  points: number
  tags: string[]
}

const collections = (db: Db) => ({
  accounts: db.collection<Account>('accounts'),
  seats: db.collection<Seat>('seats'),
  phoenixes: db.collection<Phoenix>('phoenixes'),
  counters: db.collection<Counter>('counters'),
  jobs: db.collection<Job>('jobs'),
  races: db.collection<Race>('races'),
  rows: db.collection<Row>('rows'),
  chunks: db.collection<Chunk>('chunks'),
  members: db.collection<Member>('members'),
  ghosts: db.collection<Counter>('ghosts'),
})
type Collections = ReturnType<typeof collections>

/** Counts writes that the server acknowledged to any client. */
class Known {
  readonly done: Record<string, number> = {}
  transactions = 0
  bodies = 0
  readonly counted = Array.from({ length: COUNTERS }, () => 0)
  readonly claimed = new Map<number, number>()
  jobs = 0
  races = 0
  raced = 0
  rows = 0
  points = 0
  rebirths = 0
  readonly files = new Set<string>()
}

interface Task {
  readonly on: Collections
  readonly session: ClientSession
  readonly r: Random
  readonly known: Known
}

const two = (r: Random, below: number): [number, number] => {
  const a = r.int(below)
  return [a, (a + 1 + r.int(below - 1)) % below]
}

async function transact({ session, known }: Task, body: () => Promise<void>): Promise<void> {
  known.transactions++
  await session.withTransaction(async () => {
    known.bodies++
    await body()
  })
}

class DeliberateAbort extends Error {}

export const activities: Record<string, (task: Task) => Promise<void>> = {
  async transfer(task) {
    const { on, session, r } = task
    const [from, to] = two(r, ACCOUNTS)
    const amount = r.int(50)
    const aborts = r.chance(0.2)
    const run = transact(task, async () => {
      const source = await on.accounts.findOne({ _id: from }, { session })
      if (!source || source.balance < amount) return
      await on.accounts.updateOne({ _id: from }, { $set: { balance: source.balance - amount } }, { session })
      await on.accounts.updateOne({ _id: to }, { $inc: { balance: amount } }, { session })
      if (aborts) throw new DeliberateAbort('transfer cancelled')
    })
    await run.catch((error) => {
      if (!(error instanceof DeliberateAbort)) throw error
    })
  },

  async readSum(task) {
    const { on, session } = task
    await transact(task, async () => {
      for (const sort of [{ _id: 1 }, { balance: -1 }] as const) {
        const all = await on.accounts.find({}, { session, batchSize: 5 }).sort(sort).toArray()
        expect(
          all.reduce((sum, a) => sum + a.balance, 0),
          'sum of all accounts within one transaction',
        ).toBe(TOTAL)
      }
    })
  },

  async swapSeats(task) {
    const { on, session, r } = task
    const [a, b] = two(r, PLACES)
    await transact(task, async () => {
      const first = await on.seats.findOne({ _id: a }, { session })
      const second = await on.seats.findOne({ _id: b }, { session })
      if (!first || !second) throw new Error('a seat is missing')
      await on.seats.updateOne({ _id: a }, { $set: { place: -1 - a } }, { session })
      await on.seats.updateOne({ _id: b }, { $set: { place: first.place } }, { session })
      await on.seats.updateOne({ _id: a }, { $set: { place: second.place } }, { session })
    })
  },

  /** Creates or drops a second unique index on the field whose values other activities swap. */
  async changeIndexes({ on, r }) {
    const change = r.chance(0.5) ? on.seats.createIndex({ place: -1 }, { unique: true }) : on.seats.dropIndex('place_-1')
    await change.catch((error) => {
      if (!['IndexNotFound', 'IndexBuildAborted'].includes(error.codeName)) throw error
    })
  },

  async deleteAndReinsert(task) {
    const { on, session, r, known } = task
    const _id = r.int(PHOENIXES)
    await transact(task, async () => {
      const old = await on.phoenixes.findOneAndDelete({ _id }, { session })
      if (!old) throw new Error('a phoenix is missing')
      await on.phoenixes.insertOne({ _id, name: old.name, generation: old.generation + 1 }, { session })
    })
    known.rebirths++
  },

  /** Inserts a duplicate of an existing document, or of a document from the same transaction. */
  async duplicateInTransaction(task) {
    const { on, session, r } = task
    const own = r.chance(0.5)
    const run = transact(task, async () => {
      const ghost = { _id: r.int(1e9), n: 1 }
      await on.ghosts.insertOne(ghost, { session })
      if (own) await on.ghosts.insertOne(ghost, { session })
      // If an uncommitted transaction has freed the name, the insert must conflict instead of succeeding.
      else await on.phoenixes.insertOne({ _id: 1e6 + r.int(1e9), name: `p${r.int(PHOENIXES)}`, generation: 0 }, { session })
    })
    await expect(run).rejects.toMatchObject({ code: 11000, keyPattern: own ? { _id: 1 } : { name: 1 } })
  },

  async increment({ on, r, known }) {
    const _id = r.int(COUNTERS)
    const { modifiedCount } = await on.counters.updateOne({ _id }, { $inc: { n: 1 } })
    known.counted[_id] = (known.counted[_id] ?? 0) + modifiedCount
  },

  async incrementInTransaction(task) {
    const { on, session, r, known } = task
    const [a, b] = two(r, COUNTERS)
    await transact(task, async () => {
      await on.counters.updateOne({ _id: a }, { $inc: { n: 1 } }, { session })
      await on.counters.updateOne({ _id: b }, { $inc: { n: 1 } }, { session })
    })
    for (const _id of [a, b]) known.counted[_id] = (known.counted[_id] ?? 0) + 1
  },

  async addJob({ on, known }) {
    await on.jobs.insertOne({ _id: known.jobs++, state: 'free' })
  },

  async claimJob({ on, known }) {
    const job = await on.jobs.findOneAndUpdate({ state: 'free' }, { $set: { state: 'taken' } }, { sort: { _id: 1 } })
    if (!job) return
    known.claimed.set(job._id, (known.claimed.get(job._id) ?? 0) + 1)
    await on.jobs.updateOne({ _id: job._id }, { $set: { state: 'done' } })
  },

  /** All clients upsert roughly the same key at the same time. */
  async raceToUpsert(task) {
    const { on, session, r, known } = task
    const key = Math.floor(known.races++ / CLIENTS)
    const change = { $inc: { n: 1 } }
    const way = r.int(3)
    if (way === 0) await on.races.updateOne({ key }, change, { upsert: true })
    else if (way === 1) await on.races.findOneAndUpdate({ key }, change, { upsert: true })
    else {
      await transact(task, async () => {
        await on.accounts.findOne({ _id: 0 }, { session })
        await on.races.updateOne({ key }, change, { session, upsert: true })
      })
    }
    known.raced++
  },

  async insertBatch({ on, r, known }) {
    const batch = r.int(1e9)
    const rows = Array.from({ length: 60 }, (_, i) => ({ _id: `${batch}-${i % 50}`, batch }))
    const error: unknown = await on.rows.insertMany(rows, { ordered: false }).catch((e) => e)
    expect(error).toMatchObject({ code: 11000, result: { insertedCount: 50 } })
    known.rows += 50
  },

  async storeFile({ on, r, known }) {
    const file = `file${r.int(1e9)}`
    await on.chunks.insertMany(Array.from({ length: 4 }, (_, n) => ({ file, n, data: Buffer.alloc(64 * 1024, n) })))
    const read = await on.chunks.find({ file }).sort({ n: 1 }).toArray()
    expect(read.map((c) => c.n)).toEqual([0, 1, 2, 3])
    if (r.chance(0.7)) expect((await on.chunks.deleteMany({ file })).deletedCount).toBe(4)
    else known.files.add(file)
  },

  async updateTeam({ on, r, known }) {
    const [from, to] = two(r, 4)
    const { modifiedCount } = await on.members.updateMany({ team: from }, { $inc: { points: 1 }, $set: { tags: [`t${from}`, `t${to}`] } })
    known.points += modifiedCount
    await on.members.updateMany({ team: from, points: { $mod: [3, 0] } }, { $set: { team: to } })
  },
}

async function prepare(db: Db): Promise<void> {
  const on = collections(db)
  const make = <T>(count: number, one: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => one(i))
  await on.accounts.insertMany(make(ACCOUNTS, (_id) => ({ _id, balance: TOTAL / ACCOUNTS })))
  await on.accounts.createIndex({ balance: 1 })
  await on.seats.insertMany(make(PLACES, (_id) => ({ _id, place: _id })))
  await on.seats.createIndex({ place: 1 }, { unique: true })
  await on.phoenixes.insertMany(make(PHOENIXES, (_id) => ({ _id, name: `p${_id}`, generation: 0 })))
  await on.phoenixes.createIndex({ name: 1 }, { unique: true })
  await on.counters.insertMany(make(COUNTERS, (_id) => ({ _id, n: 0 })))
  await on.jobs.createIndex({ state: 1, _id: 1 })
  await on.jobs.createIndex({ state: -1 }, { partialFilterExpression: { state: 'free' }, name: 'free' })
  await on.races.createIndex({ key: 1 }, { unique: true })
  await on.rows.createIndex({ batch: 1 })
  await on.chunks.createIndex({ file: 1, n: 1 }, { unique: true })
  await on.members.insertMany(make(MEMBERS, (_id) => ({ _id, team: _id % 4, points: 0, tags: [] })))
  await on.members.createIndex({ team: 1, points: -1 })
  await on.members.createIndex({ tags: 1 })
}

async function verify(db: Db, known: Known): Promise<void> {
  const on = collections(db)
  const accounts = await on.accounts.find().toArray()
  expect(accounts.reduce((sum, a) => sum + a.balance, 0)).toBe(TOTAL)
  expect(accounts.filter((a) => a.balance < 0)).toEqual([])

  const seats = await on.seats.find().sort({ place: 1 }).toArray()
  expect(seats.map((s) => s.place)).toEqual(Array.from({ length: PLACES }, (_, i) => i))

  const phoenixes = await on.phoenixes.find().sort({ _id: 1 }).toArray()
  expect(phoenixes.map((p) => p.name)).toEqual(Array.from({ length: PHOENIXES }, (_, i) => `p${i}`))
  expect(phoenixes.reduce((sum, p) => sum + p.generation, 0)).toBe(known.rebirths)
  expect(await on.ghosts.countDocuments()).toBe(0)

  const counters = await on.counters.find().sort({ _id: 1 }).toArray()
  expect(counters.map((c) => c.n)).toEqual(known.counted)

  expect([...known.claimed].filter(([, times]) => times !== 1)).toEqual([])
  const jobs = await on.jobs.find().toArray()
  expect(jobs.length).toBe(known.jobs)
  expect(jobs.filter((j) => j.state === 'done').length).toBe(known.claimed.size)
  expect(await on.jobs.countDocuments({ state: 'taken' })).toBe(0)

  const races = await on.races.find().sort({ key: 1 }).toArray()
  expect(races.map((race) => race.key)).toEqual(Array.from({ length: Math.ceil(known.races / CLIENTS) }, (_, i) => i))
  expect(races.reduce((sum, race) => sum + race.n, 0)).toBe(known.raced)

  expect(await on.rows.countDocuments()).toBe(known.rows)
  expect(await on.chunks.countDocuments()).toBe(known.files.size * 4)

  const members = await on.members.find().toArray()
  expect(members.length).toBe(MEMBERS)
  expect(members.reduce((sum, m) => sum + m.points, 0)).toBe(known.points)
}

/** Checks that no transaction is open and that no document is locked. */
async function verifyUnlocked(uri: string, dbName: string): Promise<void> {
  const client = await MongoClient.connect(uri, { retryWrites: false, socketTimeoutMS: 5000 })
  try {
    expect((await client.db('admin').command({ serverStatus: 1 })).transactions.currentOpen).toBe(0)
    for (const { collectionName } of await client.db(dbName).collections()) {
      const all = client.db(dbName).collection(collectionName)
      const { modifiedCount } = await all.updateMany({}, { $set: { touched: true } })
      expect(modifiedCount).toBe(await all.countDocuments())
    }
  } finally {
    await client.close()
  }
}

/**
 * Runs random activities in 8 clients for a given time, then checks the results.
 * @returns the number of runs of each activity, of transactions and of transaction bodies
 */
async function stress(uri: string, milliseconds: number, seed: number): Promise<Record<string, number>> {
  const dbName = `stress_${seed}_${Date.now()}`
  const main = await MongoClient.connect(uri)
  const known = new Known()
  try {
    await prepare(main.db(dbName))
    const end = Date.now() + milliseconds
    const clients = Array.from({ length: CLIENTS }, async (_, i) => {
      const client = await MongoClient.connect(uri)
      const session = client.startSession()
      const r = random(seed * 100 + i)
      try {
        while (Date.now() < end) {
          const [name, run] = r.pick(Object.entries(activities))
          await run({ on: collections(client.db(dbName)), session, r, known }).catch((cause) => {
            throw new Error(`${name} failed: ${cause instanceof MongoServerError ? JSON.stringify(cause.errorResponse) : ''}`, { cause })
          })
          known.done[name] = (known.done[name] ?? 0) + 1
        }
      } finally {
        await session.endSession()
        await client.close()
      }
    })
    // Wait for all clients to finish before throwing an error.
    for (const result of await Promise.allSettled(clients)) if (result.status === 'rejected') throw result.reason
    await verify(main.db(dbName), known)
    await verifyUnlocked(uri, dbName)
    expect(known.bodies, 'transactions were retried after conflicts').toBeGreaterThan(known.transactions)
    return { ...known.done, transactions: known.transactions, bodies: known.bodies }
  } finally {
    // The caller checks the data file of an embedded server after the server stops.
    if (process.env.MONGODB_URI) await main.db(dbName).dropDatabase()
    await main.close()
  }
}

/** Runs `stress` against a new embedded server and checks its data file, or against the server at MONGODB_URI. */
export async function stressServer(dataDir: string, milliseconds: number, seed: number): Promise<Record<string, number>> {
  const external = process.env.MONGODB_URI
  if (external) return stress(external, milliseconds, seed)
  const server = await startEmbeddedMongo({ dataDir, quiet: true })
  try {
    return await stress(server.uri, milliseconds, seed)
  } finally {
    await server.stop()
    expect(checkStore(dataDir)).toEqual([])
  }
}
