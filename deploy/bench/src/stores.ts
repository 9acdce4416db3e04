import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { startEmbeddedMongo } from '@reelfair/embedded'
import { deserialize, serialize } from 'bson'
import { type Collection, type IndexDescription, MongoClient } from 'mongodb'
import { atClose, newFolder, once } from './closing.ts'
import { demand, type Item, items, STORED } from './items.ts'

export type Ceiling = ReturnType<typeof openCeiling>

function openCeiling(file: string) {
  const db = new DatabaseSync(file)
  atClose(() => db.close())
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
  const table = (name: string) => {
    db.exec(`CREATE TABLE ${name} (id BLOB PRIMARY KEY, code TEXT, grp INTEGER, at INTEGER, doc BLOB);
      CREATE UNIQUE INDEX ${name}_code ON ${name} (code);
      CREATE INDEX ${name}_page ON ${name} (grp, at DESC)`)
    const insert = db.prepare(`INSERT INTO ${name} VALUES (?, ?, ?, ?, ?)`)
    return (doc: Item) => insert.run(doc._id.id, doc.code, doc.group, doc.at.getTime(), serialize(doc))
  }
  const store = table('stored')
  const insert = table('inserted')
  const byCode = db.prepare('SELECT doc FROM stored WHERE code = ?')
  const page = db.prepare('SELECT doc FROM stored WHERE grp = ? ORDER BY at DESC LIMIT ?')
  const replace = db.prepare('UPDATE stored SET doc = ? WHERE code = ?')
  const read = (row: Record<string, unknown> | undefined) => deserialize(row!.doc as Uint8Array) as Item
  const transaction = (body: () => void) => {
    db.exec('BEGIN IMMEDIATE')
    body()
    db.exec('COMMIT')
  }
  transaction(() => items(0, STORED).forEach(store))
  return {
    transaction,
    insert,
    clear: () => db.exec('DELETE FROM inserted'),
    find: (code: string) => read(byCode.get(code)),
    page: (group: number, limit: number) => page.all(group, limit).map(read),
    /** Must run within a transaction. */
    addViews(code: string, views: number) {
      const doc = read(byCode.get(code))
      const changed = { ...doc, views: doc.views + views, changedAt: new Date() }
      demand(replace.run(serialize(changed), code).changes === 1, 'one updated row')
    },
    pragma: (name: string) => Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {})[0],
  }
}

export const ceiling = once(async () => openCeiling(join(newFolder(), 'ceiling.db')))

export interface Server {
  readonly client: MongoClient
  readonly stored: Collection<Item>
  readonly inserted: Collection<Item>
  readonly scanned: Collection<Item>
}

export const INDEXES: IndexDescription[] = [{ key: { code: 1 }, unique: true }, { key: { group: 1, at: -1 } }]

export async function fill(collection: Collection<Item>, count: number) {
  await collection.createIndexes(INDEXES)
  for (let i = 0; i < count; i += 1000) await collection.insertMany(items(i, 1000))
}

async function openServer(uri: string): Promise<Server> {
  const client = await MongoClient.connect(uri)
  atClose(() => client.close())
  const db = client.db(`reelfair_bench_${process.pid}`)
  const server: Server = { client, stored: db.collection('stored'), inserted: db.collection('inserted'), scanned: db.collection('scanned') }
  await fill(server.stored, STORED)
  return server
}

export const product = once(async () => {
  const { uri, stop } = await startEmbeddedMongo({ dataDir: newFolder(), quiet: true })
  atClose(stop)
  return openServer(uri)
})

export const realUri = process.env.MONGODB_URI
export const real = once(async () => {
  const server = await openServer(realUri!)
  atClose(() => server.stored.db.dropDatabase())
  return server
})
