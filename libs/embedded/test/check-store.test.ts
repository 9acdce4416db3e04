import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { MongoClient } from 'mongodb'
import { expect, test } from 'vitest'
import { startEmbeddedMongo } from '../src/index.ts'
import { checkStore } from './check-store.ts'
import { scratchDir } from './scratch.ts'

/** Creates a store with every kind of index, and stops its server. */
async function fillStore(dataDir: string): Promise<void> {
  const server = await startEmbeddedMongo({ dataDir, quiet: true })
  const client = await MongoClient.connect(server.uri)
  const things = client.db('test').collection<{ _id: number; n?: number; tags: string[] }>('things')
  await things.createIndexes([
    { key: { unique: 1 }, unique: true },
    { key: { tags: 1, n: -1 } },
    { key: { n: 1 }, sparse: true, name: 'sparse' },
    { key: { n: -1 }, partialFilterExpression: { n: { $gt: 5 } }, name: 'partial' },
  ])
  await things.insertMany(
    Array.from({ length: 10 }, (_, i) => ({ _id: i, unique: `u${i}`, tags: ['a', 'b', `t${i}`], ...(i % 2 ? { n: i } : {}) })),
  )
  await things.updateMany({ n: { $gt: 3 } }, { $inc: { n: 10 }, $pull: { tags: 'a' } })
  await things.deleteOne({ _id: 0 })
  await client.close()
  await server.stop()
}

function tableOf(db: DatabaseSync, name: string): string {
  const rows = db.prepare('SELECT id, spec FROM indexes').all()
  const row = rows.find(({ spec }) => Buffer.from(spec as Uint8Array).includes(`${name}\0`))
  return `i${row?.id}`
}

/** Swaps the first two documents on a page, so that they are out of order. */
function disorder(file: string, page: number): void {
  const bytes = readFileSync(file)
  const firstCell = (page - 1) * 4096 + 8
  const [a, b] = [bytes.readUInt16BE(firstCell), bytes.readUInt16BE(firstCell + 2)]
  bytes.writeUInt16BE(b, firstCell)
  bytes.writeUInt16BE(a, firstCell + 2)
  writeFileSync(file, bytes)
}

test('accepts an intact store and reports each planted fault', { timeout: 60_000 }, async () => {
  const intact = scratchDir()
  await fillStore(intact)
  expect(checkStore(intact)).toEqual([])

  const faults: [RegExp, (db: DatabaseSync, file: string) => void][] = [
    [/things index unique_1: 1 extra keys/, (db) => db.exec(`INSERT INTO ${tableOf(db, 'unique_1')} VALUES (x'3c7a00', 77)`)],
    [/things index sparse: 1 missing keys/, (db) => db.exec(`DELETE FROM ${tableOf(db, 'sparse')} WHERE rid = 2`)],
    [/things index tags_1_n_-1: \d missing keys/, (db) => db.exec(`UPDATE ${tableOf(db, 'tags_1_n_-1')} SET rid = 99 WHERE rid = 3`)],
    [/things index _id_: 1 missing keys/, (db) => db.exec('UPDATE c1 SET d = (SELECT d FROM c1 WHERE rid = 2) WHERE rid = 3')],
    [/not marked multikey/, (db) => db.exec("UPDATE indexes SET multikey = '[false,false]' WHERE multikey LIKE '%true%'")],
    [/table i99 belongs to no collection/, (db) => db.exec('CREATE TABLE i99 (k BLOB)')],
    [
      /SQLite: .*out of order/s,
      (db, file) => disorder(file, db.prepare("SELECT rootpage AS page FROM sqlite_master WHERE name = 'c1'").get()?.page as number),
    ],
  ]
  for (const [expected, plant] of faults) {
    const dataDir = scratchDir()
    cpSync(intact, dataDir, { recursive: true })
    const file = join(dataDir, 'data.sqlite')
    const db = new DatabaseSync(file)
    plant(db, file)
    db.close()
    expect(checkStore(dataDir).join('\n')).toMatch(expected)
  }
})
