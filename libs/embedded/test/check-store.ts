/**
 * Checks a stopped server's data file: SQLite's integrity check passes, and every index table contains exactly the keys
 * of its collection's documents.
 */

import { type Collection, type Index, isIdIndex, namespace } from '../src/collection.ts'
import { lockDirectory } from '../src/lock.ts'
import { Store } from '../src/store.ts'
import { decode } from '../src/values.ts'

/**
 * Returns one line per fault.
 * @throws Error if a server is using the directory
 */
export function checkStore(dataDir: string): string[] {
  const lock = lockDirectory(dataDir)
  const store = new Store(dataDir)
  try {
    return [...integrityFaults(store), ...tableFaults(store), ...store.catalog.list().flatMap((c) => [...collectionFaults(store, c)])]
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

/** Reports collection and index tables that the catalog does not list. */
function tableFaults(store: Store): string[] {
  const known = new Set(store.catalog.list().flatMap((c) => [c.table, ...c.indexes.map((i) => i.table)]))
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
  // `keysOf` marks an index as multikey if it finds an array, but a correct write has already marked the index.
  if (flags() !== before) yield `${namespace(c)}: arrays in an index that is not marked multikey`
  for (const [index, keys] of expected) {
    const table = isIdIndex(index) ? c.table : index.table
    const actual = new Set(rowsOf(store, `SELECT k, rid FROM ${table}`).map((row) => keyText(row.k as never, row.rid as never)))
    const missing = [...keys.difference(actual)]
    const extra = [...actual.difference(keys)]
    if (missing.length > 0) yield `${namespace(c)} index ${index.name}: ${missing.length} missing keys, e.g. ${missing[0]}`
    if (extra.length > 0) yield `${namespace(c)} index ${index.name}: ${extra.length} extra keys, e.g. ${extra[0]}`
  }
}

const keyText = (key: Uint8Array, rid: number) => `${Buffer.from(key).toString('hex')} of row ${rid}`
