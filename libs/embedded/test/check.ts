/**
 * Examines the data file of a stopped server: SQLite finds it whole, and every index table holds exactly the keys that a
 * scan of its collection gives.
 */
import { lockDirectory } from '../src/lock.ts'
import { type Collection, type Index, isIdIndex, namespace, Store } from '../src/store.ts'
import { decode } from '../src/values.ts'

/**
 * What is wrong, in one sentence each; nothing when all is well.
 * @throws Error while a server is using the directory
 */
export function checkStore(dataDir: string): string[] {
  const lock = lockDirectory(dataDir)
  const store = new Store(dataDir)
  try {
    return [...integrityFaults(store), ...tableFaults(store), ...store.list().flatMap((c) => [...collectionFaults(store, c)])]
  } finally {
    store.close()
    lock.release()
  }
}

const rowsOf = (store: Store, sql: string) => store.writer.db.prepare(sql).all() as Record<string, never>[]

function integrityFaults(store: Store): string[] {
  const found = rowsOf(store, 'PRAGMA integrity_check').map((row): string => row.integrity_check as never)
  return found.length === 1 && found[0] === 'ok' ? [] : found.map((text) => `SQLite: ${text}`)
}

/** Tables of collections and indexes that the catalog does not know. */
function tableFaults(store: Store): string[] {
  const known = new Set(store.list().flatMap((c) => [c.table, ...c.indexes.map((i) => i.table)]))
  const tables = rowsOf(store, "SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB '[ci][0-9]*'")
  return tables
    .map((row): string => row.name as never)
    .filter((name) => !known.has(name))
    .map((name) => `table ${name} belongs to no collection`)
}

export function* collectionFaults(store: Store, c: Collection): Generator<string> {
  const expected = new Map<Index, Set<string>>(c.indexes.map((index) => [index, new Set()]))
  const flags = () => JSON.stringify(c.indexes.map((i) => i.multikey))
  const before = flags()
  for (const row of rowsOf(store, `SELECT rid, d FROM ${c.table}`)) {
    for (const { index, key } of store.keysOf(c, decode(row.d as never))) expected.get(index)?.add(keyText(key, row.rid as never))
  }
  // `keysOf` marks an index that it finds to hold arrays, which the writer must have done before.
  if (flags() !== before) yield `${namespace(c)}: arrays in an index that is not marked multikey`
  for (const [index, keys] of expected) {
    const table = isIdIndex(index) ? c.table : index.table
    const actual = new Set(rowsOf(store, `SELECT k, rid FROM ${table}`).map((row) => keyText(row.k as never, row.rid as never)))
    const missing = [...keys.difference(actual)]
    const extra = [...actual.difference(keys)]
    if (missing.length > 0) yield `${namespace(c)} index ${index.name}: ${missing.length} keys are missing, such as ${missing[0]}`
    if (extra.length > 0) yield `${namespace(c)} index ${index.name}: ${extra.length} keys are too many, such as ${extra[0]}`
  }
}

const keyText = (key: Uint8Array, rid: number) => `${Buffer.from(key).toString('hex')} of row ${rid}`
