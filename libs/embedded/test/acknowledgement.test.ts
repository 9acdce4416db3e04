/**
 * Runs the engine in the test process, where the tests can observe each commit. The server must acknowledge a write
 * only after its commit.
 */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { dispatch } from '../src/dispatch.ts'
import { Engine } from '../src/engine.ts'
import { encodeKey } from '../src/keys.ts'
import { Binary, type Doc, fromObject } from '../src/values.ts'
import { collectionFaults } from './check-store.ts'
import { scratchDir } from './scratch.ts'

let engine: Engine
let reader: DatabaseSync
const newLsid = () => ({ id: new Binary(Buffer.from(randomUUID().replaceAll('-', ''), 'hex'), 4) })
const lsid = newLsid()
const otherLsid = newLsid()

beforeEach(async () => {
  const dataDir = scratchDir()
  engine = new Engine({ dataDir })
  reader = new DatabaseSync(join(dataDir, 'data.sqlite'), { readOnly: true })
  await run({ insert: 'things', documents: [{ _id: 1, n: 0 }] })
})
afterEach(() => {
  reader.close()
  engine.stop()
})

/** The data file's commit counter, read through a second connection. */
const commits = () => reader.prepare('PRAGMA data_version').get()?.data_version as number

/** Returns the reply to a command, and whether anything was committed before the reply. */
async function run(command: Record<string, unknown>): Promise<{ reply: Doc; committed: boolean }> {
  const before = commits()
  const body = fromObject({ ...command, $db: 'test' }) as Doc
  const message = { requestId: 1, bytes: 0, body, sequences: new Map(), query: false, silent: false, exhaust: false }
  const reply = (await dispatch(engine, message, { address: '', id: 1, gone: () => false }, undefined)) as Doc
  const committed = commits() !== before
  expect(reply.get('errmsg')).toBeUndefined()
  return { reply, committed }
}

test.each([
  ['an insert', { insert: 'things', documents: [{ _id: 2 }] }],
  ['an update', { update: 'things', updates: [{ q: { _id: 1 }, u: { $inc: { n: 1 } } }] }],
  ['a multi-document update', { update: 'things', updates: [{ q: {}, u: { $inc: { n: 1 } }, multi: true }] }],
  ['a delete', { delete: 'things', deletes: [{ q: { _id: 1 }, limit: 1 }] }],
  ['findAndModify', { findAndModify: 'things', query: { _id: 1 }, update: { $inc: { n: 1 } } }],
  ['an upsert', { update: 'things', updates: [{ q: { _id: 7 }, u: { $inc: { n: 1 } }, upsert: true }] }],
  ['a retryable write', { update: 'things', updates: [{ q: { _id: 1 }, u: { $inc: { n: 1 } } }], lsid, txnNumber: 1n }],
  ['a partially failed insert', { insert: 'things', documents: [{ _id: 2 }, { _id: 1 }] }],
  ['create', { create: 'others' }],
  ['createIndexes', { createIndexes: 'things', indexes: [{ key: { n: 1 }, name: 'n_1' }] }],
  ['drop', { drop: 'things' }],
  ['$merge', { aggregate: 'things', pipeline: [{ $merge: { into: 'others' } }], cursor: {} }],
])('acknowledges %s only after committing it', async (_, command) => {
  expect((await run(command)).committed).toBe(true)
})

const inTransaction = { lsid, txnNumber: 5n, autocommit: false }

test('acknowledges commitTransaction and a concurrent retry only after the commit', async () => {
  await run({ update: 'things', updates: [{ q: { _id: 1 }, u: { $inc: { n: 1 } } }], ...inTransaction, startTransaction: true })
  const commit = { commitTransaction: 1, ...inTransaction }
  const [first, repeated] = await Promise.all([run(commit), run(commit)])
  expect([first?.committed, repeated?.committed]).toEqual([true, true])
})

test('confirms two concurrent commits of one transaction', async () => {
  for (const txnNumber of [6n, 7n]) {
    const at = { lsid, txnNumber, autocommit: false }
    await run({ update: 'things', updates: [{ q: { _id: 1 }, u: { $inc: { n: 1 } } }], ...at, startTransaction: true })
    await Promise.all([1, 2].map(() => run({ commitTransaction: 1, ...at })))
  }
})

test('rejects the commit of a transaction that violates a unique index still being built', async () => {
  const many = Array.from({ length: 6000 }, (_, i) => ({ _id: i, k: i }))
  await run({ insert: 'filled', documents: many })
  const collection = engine.store.catalog.collection('test', 'filled')!
  const building = run({ createIndexes: 'filled', indexes: [{ key: { k: 1 }, name: 'k_1', unique: true }] })
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  await turn()
  await run({ update: 'filled', updates: [{ q: { _id: 5 }, u: { $set: { k: 2500 } } }], ...inTransaction, startTransaction: true })
  const index = collection.indexes[1]!
  while (!engine.store.writer.owner(collection, index, encodeKey([2500]))) await turn()
  expect(index.ready).toBe(false)
  await expect(run({ commitTransaction: 1, ...inTransaction })).rejects.toThrow(/conflict/i)
  await building
  expect([...collectionFaults(engine.store, collection)]).toEqual([])
})

test('acknowledges a retryable write and a concurrent retry only after the commit', async () => {
  const update = { update: 'things', updates: [{ q: { _id: 1 }, u: { $inc: { n: 1 } } }], lsid, txnNumber: 1n }
  const [first, repeated] = await Promise.all([run(update), run(update)])
  expect([first?.committed, repeated?.committed]).toEqual([true, true])
})

test('applies a retryable write only once if it is retried while waiting for a transaction', async () => {
  const update = { update: 'things', updates: [{ q: { _id: 1 }, u: { $inc: { n: 1 } } }] }
  await run({ ...update, ...inTransaction, startTransaction: true })
  const waiting = [1, 2, 3].map(() => run({ ...update, lsid: otherLsid, txnNumber: 1n }))
  await run({ commitTransaction: 1, ...inTransaction })
  for (const { reply } of await Promise.all(waiting)) expect(reply.get('nModified')).toBe(1)
  expect((await run({ count: 'things', query: { n: 2 } })).reply.get('n')).toBe(1)
})

test('returns acknowledged writes to readers, but not uncommitted ones', async () => {
  const reading = run({ count: 'things', query: { n: 1 } })
  await run({ update: 'things', updates: [{ q: { _id: 1 }, u: { $inc: { n: 1 } } }] })
  expect((await reading).reply.get('n')).toBe(0)
  expect((await run({ count: 'things', query: { n: 1 } })).reply.get('n')).toBe(1)
})
