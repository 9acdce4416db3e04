/**
 * Measures the embedded MongoDB: its speed compared with plain node:sqlite, the effect of scans on other clients, and
 * the start time.
 */
import { closeSync, existsSync, fdatasyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { startEmbeddedMongo } from '@reelfair/embedded'
import { calculateObjectSize } from 'bson'
import { type Collection, MongoClient } from 'mongodb'
import driver from 'mongodb/package.json' with { type: 'json' }
import { closeAll, newFolder, once } from './closing.ts'
import { type Floor, type Limit, percentile, type Race, type Side, type Suite, spread } from './harness.ts'
import { demand, GROUPS, type Item, item, items, partner, pick, STORED } from './items.ts'
import { sized } from './sizes.ts'
import { type Ceiling, ceiling, fill, INDEXES, product, real, realUri, type Server } from './stores.ts'

const PAGE = 20
const BULK = sized(1_000, 100)
const SCANNED = sized(200_000, STORED)
const LATENCIES = sized(300, 20)

interface Work {
  readonly name: string
  readonly unit: string
  /**
   * Floors for 1 and 8 clients: about half the ratios measured when the floors were set, on a disk that flushes in
   * 0.1 ms.
   */
  readonly floors: Readonly<Record<1 | 8, Floor>>
  readonly inserts?: true
  ceiling(store: Ceiling, i: number): void
  product(server: Server, i: number): Promise<void>
}

const document = `document of ${calculateObjectSize(item(0))} bytes`
const works: readonly Work[] = [
  {
    name: 'insertOne',
    unit: `one ${document}, two secondary indexes`,
    floors: { 1: { ratio: 0.1, cpuRatio: 0.08 }, 8: { ratio: 0.3, cpuRatio: 0.18 } },
    inserts: true,
    ceiling: ({ insert }, i) => demand(insert(item(i)).changes === 1, 'one inserted row'),
    product: async ({ inserted }, i) => demand((await inserted.insertOne(item(i))).acknowledged, 'an acknowledged insert'),
  },
  {
    name: 'find',
    unit: `one ${document}, found by a unique index`,
    floors: { 1: { ratio: 0.012, cpuRatio: 0.011 }, 8: { ratio: 0.025, cpuRatio: 0.018 } },
    ceiling: ({ find }, i) => demand(find(pick(i)).code === pick(i), 'the requested item'),
    product: async ({ stored }, i) => demand((await stored.findOne({ code: pick(i) }))?.code === pick(i), 'the requested item'),
  },
  {
    name: 'updateOne',
    unit: `$inc and $set on one ${document}, found by a unique index`,
    floors: { 1: { ratio: 0.1, cpuRatio: 0.08 }, 8: { ratio: 0.25, cpuRatio: 0.14 } },
    ceiling: ({ transaction, addViews }, i) => transaction(() => addViews(pick(i), 1)),
    product: async ({ stored }, i) => {
      const { filter, update } = addition(pick(i), 1)
      demand((await stored.updateOne(filter, update)).modifiedCount === 1, 'one modified document')
    },
  },
  {
    name: 'transaction',
    unit: `two updates of one ${document} each, sent together in withTransaction`,
    floors: { 1: { ratio: 0.06, cpuRatio: 0.05 }, 8: { ratio: 0.12, cpuRatio: 0.08 } },
    ceiling: ({ transaction, addViews }, i) =>
      transaction(() => {
        addViews(pick(i), -1)
        addViews(partner(i), 1)
      }),
    product: (server, i) =>
      server.client.withSession((session) =>
        session.withTransaction(async () => {
          const { namespace } = server.stored
          const move = (code: string, views: number) => ({ name: 'updateOne', namespace, ...addition(code, views) }) as const
          const { modifiedCount } = await server.client.bulkWrite([move(pick(i), -1), move(partner(i), 1)], { session })
          demand(modifiedCount === 2, 'two modified documents')
        }),
      ),
  },
  {
    name: 'page',
    unit: `${PAGE} times one ${document} in index order`,
    floors: { 1: { ratio: 0.08, cpuRatio: 0.08 }, 8: { ratio: 0.14, cpuRatio: 0.09 } },
    ceiling: ({ page }, i) => demand(page(i % GROUPS, PAGE).length === PAGE, 'a full page'),
    product: async ({ stored }, i) => {
      const cursor = stored
        .find({ group: i % GROUPS })
        .sort({ at: -1 })
        .limit(PAGE)
      demand((await cursor.toArray()).length === PAGE, 'a full page')
    },
  },
  {
    name: 'insertMany',
    unit: `${BULK} times one ${document} in one call, two secondary indexes`,
    floors: { 1: { ratio: 0.17, cpuRatio: 0.13 }, 8: { ratio: 0.18, cpuRatio: 0.14 } },
    inserts: true,
    ceiling: ({ transaction, insert }, i) => transaction(() => items(i * BULK, BULK).forEach(insert)),
    product: async ({ inserted }, i) => demand((await inserted.insertMany(items(i * BULK, BULK))).insertedCount === BULK, 'a full insert'),
  },
]

const addition = (code: string, views: number) => ({ filter: { code }, update: { $inc: { views }, $set: { changedAt: new Date() } } })

/** Each client makes one call at a time. */
async function share(calls: number, clients: number, call: (i: number) => Promise<void>) {
  let next = 0
  const client = async () => {
    while (next < calls) await call(next++)
  }
  await Promise.all(Array.from({ length: clients }, client))
}

function raceOf(work: Work, clients: 1 | 8): Race {
  const side = (open: () => Promise<Server>): Side => ({
    async prepare() {
      const { inserted } = await open()
      if (!work.inserts) return
      await inserted.drop()
      await inserted.createIndexes(INDEXES)
    },
    async work(units) {
      const server = await open()
      await share(units, clients, (i) => work.product(server, i))
    },
  })
  return {
    kind: 'race',
    name: `${work.name}/${clients}`,
    unit: work.unit,
    floor: work.floors[clients],
    ceiling: {
      prepare: async () => (await ceiling()).clear(),
      async work(units) {
        const store = await ceiling()
        for (let i = 0; i < units; i++) work.ceiling(store, i)
      },
    },
    product: side(product),
    real: realUri === undefined ? undefined : side(real),
  }
}

const scanned = once(async () => {
  const { scanned } = await product()
  await fill(scanned, SCANNED)
  return scanned
})

function interference(name: string, scan: (collection: Collection<Item>) => Promise<unknown>): Limit {
  return {
    kind: 'limit',
    name: `scan-interference/${name}`,
    unit: `at least ${LATENCIES} indexed finds while ${SCANNED.toLocaleString('en')} documents are scanned without an index`,
    limits: { 'find p99': 50, "the client's event loop delay p99": 20 },
    needed: 3,
    async attempt() {
      const collection = await scanned()
      const delay = monitorEventLoopDelay({ resolution: 1 })
      const latencies: number[] = []
      let scans = 0
      let running = true
      const untilOneEnds = async (body: () => Promise<void>) => {
        try {
          await body()
        } finally {
          running = false
        }
      }
      delay.enable()
      await Promise.all([
        untilOneEnds(async () => {
          for (; running; scans++) await scan(collection)
        }),
        untilOneEnds(async () => {
          while (running && (latencies.length < LATENCIES || scans < 1)) {
            const called = performance.now()
            demand((await collection.findOne({ code: pick(latencies.length) })) !== null, 'the requested item')
            latencies.push(performance.now() - called)
          }
        }),
      ])
      delay.disable()
      return { 'find p99': percentile(latencies, 0.99), "the client's event loop delay p99": delay.percentile(99) / 1e6 }
    },
  }
}

const usedFolder = once(async () => {
  const dataDir = newFolder()
  const { uri, stop } = await startEmbeddedMongo({ dataDir, quiet: true })
  const client = await MongoClient.connect(uri)
  await fill(client.db('reelfair_bench').collection('stored'), STORED)
  await client.close()
  await stop()
  return dataDir
})

function start(name: string, folder: () => Promise<string>): Limit {
  return {
    kind: 'limit',
    name: `start/${name}`,
    unit: 'from calling startEmbeddedMongo to the first successful ping',
    limits: { 'first response': 1000 },
    needed: 5,
    async attempt() {
      const dataDir = await folder()
      const called = performance.now()
      const { uri, stop } = await startEmbeddedMongo({ dataDir, quiet: true })
      const client = await MongoClient.connect(uri)
      await client.db('admin').command({ ping: 1 })
      const firstResponse = performance.now() - called
      await client.close()
      await stop()
      return { 'first response': firstResponse }
    },
  }
}

/** Median time to write and flush 4 KB. A disk that does not really flush makes all write figures look better. */
function flushMs(): number {
  const file = openSync(join(newFolder(), 'flush'), 'w')
  const times = Array.from({ length: 50 }, () => {
    writeSync(file, Buffer.alloc(4096))
    const called = performance.now()
    fdatasyncSync(file)
    return performance.now() - called
  })
  closeSync(file)
  return spread(times).median
}

const reportedVersion = async ({ client }: Server) => (await client.db('admin').command({ buildInfo: 1 })).version

export const embedded: Suite = {
  entries: [
    ...works.flatMap((work) => [raceOf(work, 1), raceOf(work, 8)]),
    interference('count', (collection) => collection.countDocuments({ status: 'paid' })),
    interference('regex', (collection) => collection.find({ title: /nothing has this$/ }).toArray()),
    interference('group', (collection) => collection.aggregate([{ $group: { _id: '$status', views: { $sum: '$views' } } }]).toArray()),
    start('fresh', async () => newFolder()),
    start('existing', usedFolder),
  ],
  async facts(machine) {
    const { pragma } = await ceiling()
    const facts = [
      `Node ${process.versions.node}, SQLite ${process.versions.sqlite}, driver mongodb ${driver.version}; one load process and one server share ${availableParallelism()} cores; fdatasync of 4 KB takes ${flushMs().toFixed(2)} ms here.`,
      `ceiling: node:sqlite called in the bench's own process: no socket, no protocol, no driver, one commit per call, so "8 clients" is the same as 1. BSON blobs, journal_mode ${pragma('journal_mode')}, synchronous ${pragma('synchronous')} (2 is FULL).`,
      `product: the embedded server, a child process, through the driver. It reports version ${await reportedVersion(await product())}; WAL, synchronous FULL, concurrent calls share a commit.`,
    ]
    if (realUri === undefined) return [...facts, 'real MongoDB: none (MONGODB_URI is not set).']
    const server = await real()
    const { pid } = await server.client.db('admin').command({ serverStatus: 1 })
    const here = isMongod(Number(pid))
    if (here) machine.adopt(Number(pid))
    return [
      ...facts,
      `real MongoDB ${await reportedVersion(server)}; ${here ? 'its CPU time counts as ours' : 'it runs on another machine'}.`,
    ]
  },
  close: closeAll,
}

function isMongod(pid: number): boolean {
  const name = `/proc/${pid}/comm`
  return existsSync(name) && readFileSync(name, 'utf8') === 'mongod\n'
}
