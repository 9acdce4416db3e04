/** Commands as they go over the wire: inserts, counts, cursors, collections, and how each mistake is refused. */
import { serialize } from 'bson'
import { type Document, type MongoBulkWriteError, MongoServerError } from 'mongodb'
import { binary, decimal, double, int, long } from './mixed.ts'
import { absent, type Case, type CommandCase, type Failure, fails, is, refused, type ScriptCase, table } from './run.ts'

/** Rows of name, command and refusal, over one document. */
const refusing = (rows: readonly (readonly [string, Document, Failure])[]): CommandCase[] =>
  rows.map(([name, command, error]) => ({ name, docs: [{ _id: 1, a: 1 }], command, error }))

const codeOf = (error: unknown) => {
  if (error instanceof MongoServerError) return Number(error.code)
  throw error
}

const BIG = 16 * 1024 * 1024
/** A document of exactly this many bytes: 5 for itself, 9 for `_id`, 8 around the string. */
const ofSize = (_id: number, bytes: number) => ({ _id, a: 'x'.repeat(bytes - 22) })

const nested = (levels: number): Document => ({
  _id: 1,
  a: Array.from({ length: levels - 1 }).reduce<unknown>((inner) => ({ a: inner }), 1),
})

const EVERY_TYPE: Document = {
  _id: 1,
  i: int(1),
  l: long(1),
  d: double(1),
  n: decimal('1.50'),
  z: double(-0),
  nan: double(Number.NaN),
  b: binary(1, 2),
  e: [],
  o: {},
  s: 'é\u0000x',
}

const inserts: Case[] = [
  {
    name: 'an ordered insert stops at the first error',
    docs: [{ _id: 2 }],
    command: { insert: '<c>', documents: [{ _id: 1 }, { _id: 2 }, { _id: 3 }] },
    error: fails(11000, 'index: _id_ dup key: { _id: 2 }', { index: int(1), keyPattern: { _id: int(1) }, keyValue: { _id: int(2) } }),
    after: [{ _id: 1 }, { _id: 2 }],
  },
  {
    name: 'an ordered insert counts what it did',
    docs: [{ _id: 2 }],
    command: { insert: '<c>', documents: [{ _id: 1 }, { _id: 2 }, { _id: 3 }] },
    gives: { ok: is(1), n: int(1), 'writeErrors.length': is(1) },
    error: fails(11000),
  },
  {
    name: 'an unordered insert goes on after errors',
    docs: [{ _id: 2 }],
    command: { insert: '<c>', ordered: false, documents: [{ _id: 2 }, { _id: 1 }, { _id: 1 }, { _id: 3 }] },
    gives: {
      n: int(2),
      'writeErrors.length': is(2),
      'writeErrors.0.index': int(0),
      'writeErrors.1.index': int(2),
      'writeErrors.1.code': int(11000),
    },
    error: fails(11000),
    after: [{ _id: 1 }, { _id: 2 }, { _id: 3 }],
  },
  {
    name: 'the driver reports a bulk error with its index and count',
    docs: [{ _id: 2 }],
    script: ({ coll }) =>
      coll.insertMany([{ _id: 1 }, { _id: 2 }]).then(
        () => 'no error',
        (error: MongoBulkWriteError) => [Number(error.code), error.insertedCount, error.result.getWriteErrorAt(0)?.index],
      ),
    gives: [11000, 1, 1],
  },
  {
    name: 'an insert makes the collection',
    command: { insert: '<c>', documents: [{ _id: 1 }] },
    gives: { n: int(1) },
    after: [{ _id: 1 }],
  },
  { name: '_id comes first in storage', command: { insert: '<c>', documents: [{ a: 1, _id: 1 }] }, after: [{ _id: 1, a: 1 }] },
  {
    name: 'a document without _id gets an ObjectId',
    docs: [],
    script: async ({ db, coll }) => {
      await db.command({ insert: coll.collectionName, documents: [{ a: 1 }] })
      const [doc] = await coll.aggregate([{ $project: { type: { $type: '$_id' }, _id: 0 } }]).toArray()
      return doc
    },
    gives: { type: 'objectId' },
  },
  {
    name: 'every type is kept as it was',
    command: {
      insert: '<c>',
      documents: [EVERY_TYPE],
    },
    after: [EVERY_TYPE],
  },
  {
    name: 'names with dots and dollars may be stored',
    command: { insert: '<c>', documents: [{ _id: 1, 'a.b': 1, c: { $d: 2 } }] },
    after: [{ _id: 1, 'a.b': 1, c: { $d: 2 } }],
  },
  {
    name: 'names that look like numbers keep their order',
    docs: [],
    script: async ({ db, coll }) => {
      const doc = new Map([
        ['_id', 1],
        ['b', 1],
        ['10', 2],
        ['2', 3],
      ])
      await db.command({ insert: coll.collectionName, documents: [doc] })
      const [raw] = await coll.find({}, { raw: true }).toArray()
      return Buffer.from(raw as unknown as Uint8Array).equals(serialize(doc))
    },
    gives: true,
  },
  {
    name: 'a document of 150 levels is stored',
    command: { insert: '<c>', documents: [nested(150)] },
    gives: { n: int(1) },
    after: [nested(150)],
  },
  { name: 'a document of 250 levels is refused', command: { insert: '<c>', documents: [nested(250)] }, error: fails(15) },
  { name: 'a document of 16 MiB is stored', command: { insert: '<c>', documents: [ofSize(1, BIG)] }, gives: { n: int(1) } },
  { name: 'a document of 16 MiB and a byte is refused', command: { insert: '<c>', documents: [ofSize(1, BIG + 1)] }, error: fails(10334) },
  {
    name: 'an update beyond 16 MiB is refused',
    docs: [ofSize(1, BIG - 10)],
    command: { update: '<c>', updates: [{ q: { _id: 1 }, u: { $set: { b: 'x'.repeat(100) } } }] },
    error: fails([10334, 17419]),
  },
  ...refusing([
    [
      'an insert of nothing',
      { insert: '<c>', documents: [] },
      fails(16, 'Write batch sizes must be between 1 and 100000. Got 0 operations.'),
    ],
    ['an insert without documents', { insert: '<c>' }, fails(40414, "BSON field 'insert.documents' is missing but a required field")],
    ['an insert of a value', { insert: '<c>', documents: [5] }, fails(14, /insert\.documents/)],
    ['an insert of an array', { insert: '<c>', documents: [{ a: 1 }, []] }, fails(14, /insert\.documents/)],
    ['an insert with documents that are no array', { insert: '<c>', documents: 'x' }, fails(14)],
    [
      'an insert with ordered as text',
      { insert: '<c>', documents: [{}], ordered: 'foo' },
      fails(14, "BSON field 'insert.ordered' is the wrong type 'string', expected type 'bool'"),
    ],
    [
      'an insert with an unknown field',
      { insert: '<c>', documents: [{}], foo: 1 },
      fails(40415, "BSON field 'insert.foo' is an unknown field."),
    ],
    ['a name of a collection that is empty', { insert: '', documents: [{}] }, fails(73, "Invalid namespace specified '<d>.'")],
    ['a name of a collection with a dollar', { insert: 'a$b', documents: [{}] }, fails(73)],
    ['a name of a collection that begins with a dot', { insert: '.a', documents: [{}] }, fails(73)],
    ['a name of a collection that is too long', { insert: 'x'.repeat(256), documents: [{}] }, fails(73)],
    ['a name of a collection with a zero', { insert: 'a\u0000b', documents: [{}] }, fails(73)],
  ]),
]

const numbered = Array.from({ length: 250 }, (_, i) => ({ _id: i }))
const upTo = (n: number) => numbered.slice(0, n)

const cursors: Case[] = [
  {
    name: 'the first batch holds 101 documents',
    docs: numbered,
    command: { find: '<c>' },
    gives: { 'cursor.firstBatch.length': is(101), 'cursor.id': (id: unknown) => Number(id) !== 0, 'cursor.ns': '<d>.<c>' },
  },
  {
    name: 'a find that is done has cursor 0, a Long',
    docs: upTo(3),
    command: { find: '<c>' },
    gives: { 'cursor.firstBatch': upTo(3), 'cursor.id': long(0) },
  },
  {
    name: 'batchSize counts the first batch',
    docs: numbered,
    command: { find: '<c>', batchSize: 2 },
    gives: { 'cursor.firstBatch': upTo(2) },
  },
  {
    name: 'batchSize 0 opens a cursor without documents',
    docs: upTo(3),
    command: { find: '<c>', batchSize: 0 },
    gives: { 'cursor.firstBatch': [], 'cursor.id': (id: unknown) => Number(id) !== 0 },
  },
  {
    name: 'a fraction of batchSize is cut off',
    docs: numbered,
    command: { find: '<c>', batchSize: 2.9 },
    gives: { 'cursor.firstBatch.length': is(2) },
  },
  {
    name: 'singleBatch closes the cursor',
    docs: numbered,
    command: { find: '<c>', batchSize: 2, singleBatch: true },
    gives: { 'cursor.firstBatch.length': is(2), 'cursor.id': is(0) },
  },
  {
    name: 'limit bounds the first batch',
    docs: numbered,
    command: { find: '<c>', limit: 2 },
    gives: { 'cursor.firstBatch.length': is(2), 'cursor.id': is(0) },
  },
  { name: 'limit 0 is no limit', docs: upTo(3), command: { find: '<c>', limit: 0 }, gives: { 'cursor.firstBatch.length': is(3) } },
  {
    name: 'skip beyond the end gives nothing',
    docs: upTo(3),
    command: { find: '<c>', skip: 9 },
    gives: { 'cursor.firstBatch': [], 'cursor.id': is(0) },
  },
  {
    name: 'a find in a collection that is not there gives nothing',
    command: { find: '<c>' },
    gives: { 'cursor.firstBatch': [], 'cursor.id': is(0) },
  },
  {
    name: 'the driver reads all batches',
    docs: numbered,
    script: async ({ coll }) => (await coll.find({}, { batchSize: 7 }).toArray()).length,
    gives: 250,
  },
  {
    name: 'the driver keeps order over batches',
    docs: numbered,
    script: async ({ coll }) =>
      (await coll.find({}, { batchSize: 100, sort: { _id: -1 } }).toArray()).findIndex((d) => Number(d._id) === 0),
    gives: 249,
  },
  {
    name: 'skip and limit over batches',
    docs: numbered,
    script: async ({ coll }) =>
      (await coll.find({}, { batchSize: 10, skip: 20, limit: 35 }).toArray())
        .map((d) => Number(d._id))
        .filter((_, i) => i === 0 || i === 34),
    gives: [20, 54],
  },
  {
    name: 'a negative limit of the driver is a single batch',
    docs: numbered,
    script: async ({ coll }) => (await coll.find({}, { limit: -3 }).toArray()).length,
    gives: 3,
  },
  {
    name: 'an aggregation comes in batches',
    docs: numbered,
    script: async ({ coll }) => (await coll.aggregate([{ $match: { _id: { $gte: 10 } } }], { batchSize: 9 }).toArray()).length,
    gives: 240,
  },
  {
    name: 'a cursor answers from where it stood after an insert',
    docs: upTo(4),
    script: async ({ coll }) => {
      const cursor = coll.find({}, { batchSize: 2, sort: { _id: 1 }, hint: '_id_' })
      await cursor.next()
      await coll.insertOne({ _id: -1 })
      return (await cursor.toArray()).map((d) => Number(d._id)).slice(0, 3)
    },
    gives: [1, 2, 3],
  },
  {
    name: 'getMore gives the rest and ends',
    docs: upTo(5),
    script: async ({ db, coll }) => {
      const c = coll.collectionName
      const first = await db.command({ find: c, batchSize: 2 })
      const second = await db.command({ getMore: first.cursor.id, collection: c, batchSize: 2 })
      const third = await db.command({ getMore: first.cursor.id, collection: c, batchSize: 2 })
      const fourth = await db.command({ getMore: first.cursor.id, collection: c }).catch(codeOf)
      return [second.cursor.nextBatch, third.cursor.nextBatch, Number(third.cursor.id), fourth]
    },
    gives: [[{ _id: 2 }, { _id: 3 }], [{ _id: 4 }], 0, 43],
  },
  {
    name: 'getMore after killCursors',
    docs: upTo(5),
    script: async ({ db, coll }) => {
      const c = coll.collectionName
      const { cursor } = await db.command({ find: c, batchSize: 2 })
      const killed = await db.command({ killCursors: c, cursors: [cursor.id] })
      const again = await db.command({ killCursors: c, cursors: [cursor.id] })
      return [
        killed.cursorsKilled.length,
        again.cursorsKilled.length,
        again.cursorsNotFound.length,
        await db.command({ getMore: cursor.id, collection: c }).catch(codeOf),
      ]
    },
    gives: [1, 0, 1, 43],
  },
  {
    name: 'getMore on another collection',
    docs: upTo(5),
    script: async ({ db, coll }) => {
      const { cursor } = await db.command({ find: coll.collectionName, batchSize: 2 })
      return db.command({ getMore: cursor.id, collection: 'other' }).catch(codeOf)
    },
    gives: 13,
  },
  {
    name: 'a cursor does not outlive its collection',
    docs: upTo(5),
    script: async ({ db, coll }) => {
      const { cursor } = await db.command({ find: coll.collectionName, batchSize: 2 })
      await coll.drop()
      return db.command({ getMore: cursor.id, collection: coll.collectionName }).then(
        () => 'more',
        (error) => (codeOf(error) > 0 ? 'refused' : 'unknown'),
      )
    },
    gives: 'refused',
  },
  ...refusing([
    ['getMore of an unknown cursor', { getMore: long(1234), collection: '<c>' }, fails(43, 'cursor id 1234 not found')],
    ['getMore by an Int32', { getMore: int(1234), collection: '<c>' }, fails(14, "BSON field 'getMore.getMore' is the wrong type 'int'")],
    ['getMore by text', { getMore: 'x', collection: '<c>' }, fails(14, "BSON field 'getMore.getMore' is the wrong type 'string'")],
    [
      'getMore without a collection',
      { getMore: long(1234) },
      fails(40414, "BSON field 'getMore.collection' is missing but a required field"),
    ],
    [
      'getMore with a negative batchSize',
      { getMore: long(1234), collection: '<c>', batchSize: -1 },
      fails(51024, "BSON field 'batchSize' value must be >= 0, actual value '-1'"),
    ],
    [
      'killCursors by an Int32',
      { killCursors: '<c>', cursors: [int(5)] },
      fails(14, "BSON field 'killCursors.cursors.0' is the wrong type 'int', expected type 'long'"),
    ],
    ['killCursors without cursors', { killCursors: '<c>' }, fails(40414)],
    ['find in a number', { find: 5 }, fails(73)],
    ['find in a collection without a name', { find: '' }, fails(73)],
    ['find with an unknown field', { find: '<c>', foo: 1 }, fails(40415, 'is an unknown field.')],
    [
      'find with a filter that is no document',
      { find: '<c>', filter: 5 },
      fails(14, /is the wrong type 'int', expected type 'object'|Expected field filterto be of type object/),
    ],
    ['find with a limit as text', { find: '<c>', limit: 'x' }, fails(14)],
    ['find with a negative limit', { find: '<c>', limit: -1 }, fails(51024, "BSON field 'limit' value must be >= 0, actual value '-1'")],
    ['find with a negative skip', { find: '<c>', skip: -1 }, fails(51024, "BSON field 'skip' value must be >= 0, actual value '-1'")],
    ['find with a skip as a document', { find: '<c>', skip: {} }, fails(14)],
    [
      'find with a negative batchSize',
      { find: '<c>', batchSize: -1 },
      fails(51024, "BSON field 'batchSize' value must be >= 0, actual value '-1'"),
    ],
    ['find with a batchSize of true', { find: '<c>', batchSize: true }, fails(14)],
    ['find with a singleBatch of 1', { find: '<c>', singleBatch: 1 }, fails(14)],
    ['find with a hint of 5', { find: '<c>', hint: 5 }, fails(9)],
    ['find with awaitData alone', { find: '<c>', awaitData: true }, fails([9, 115])],
    ['find with a negative maxTimeMS', { find: '<c>', maxTimeMS: -1 }, fails(2)],
    ['find with a fraction of maxTimeMS', { find: '<c>', maxTimeMS: 43.15 }, fails(2, 'maxTimeMS has non-integral value')],
    ['find with let that is no document', { find: '<c>', let: 5 }, fails(14)],
    ['find with an unknown read concern', { find: '<c>', readConcern: { level: 'rumour' } }, fails(9)],
    [
      'aggregate without a cursor',
      { aggregate: '<c>', pipeline: [] },
      fails(9, "The 'cursor' option is required, except for aggregate with the explain argument"),
    ],
    ['aggregate with a pipeline that is no array', { aggregate: '<c>', pipeline: 5, cursor: {} }, fails(14)],
    ['aggregate without a pipeline', { aggregate: '<c>', cursor: {} }, fails(40414)],
    [
      'aggregate with a stage that is no document',
      { aggregate: '<c>', pipeline: [5], cursor: {} },
      fails(14, "Each element of the 'pipeline' array must be an object"),
    ],
    [
      'aggregate with an unknown stage',
      { aggregate: '<c>', pipeline: [{ $foo: 1 }], cursor: {} },
      fails(40324, "Unrecognized pipeline stage name: '$foo'"),
    ],
    [
      'aggregate with two stages in one',
      { aggregate: '<c>', pipeline: [{ $match: {}, $limit: 1 }], cursor: {} },
      fails(40323, 'A pipeline stage specification object must contain exactly one field.'),
    ],
    [
      'aggregate with an unknown field',
      { aggregate: '<c>', pipeline: [], cursor: {}, foo: 1 },
      fails(40415, "BSON field 'aggregate.foo' is an unknown field."),
    ],
    ['aggregate with a negative batchSize', { aggregate: '<c>', pipeline: [], cursor: { batchSize: -1 } }, fails(51024)],
  ]),
]

const things = [
  { _id: 1, a: 1, b: { c: 'x' } },
  { _id: 2, a: [1, 2, [3]], b: [{ c: 'x' }, { c: 'y' }] },
  { _id: 3, a: long(2), b: 5 },
  { _id: 4, a: null },
  { _id: 5, a: [] },
  { _id: 6, a: 'x', b: { c: ['z', 'x'] } },
  { _id: 7 },
]
const counting = (rows: readonly (readonly [string, Document, number])[]): CommandCase[] =>
  rows.map(([name, fields, n]) => ({ name, docs: things, command: { count: '<c>', ...fields }, gives: { n: int(n) } }))
const distinct = (rows: readonly (readonly [string, Document, readonly unknown[]])[]): ScriptCase[] =>
  rows.map(([name, { key, query }, values]) => ({
    name,
    docs: things,
    script: async ({ db, coll }) => {
      const answer = await db.command({ distinct: coll.collectionName, key, ...(query ? { query } : {}) })
      return (answer.values as unknown[]).toSorted((x, y) => (String(JSON.stringify(x)) < String(JSON.stringify(y)) ? -1 : 1))
    },
    gives: values,
  }))

const counts: Case[] = [
  ...counting([
    ['count of all', {}, 7],
    ['count by a query', { query: { a: 1 } }, 2],
    ['count with limit', { query: { a: { $exists: true } }, limit: 2 }, 2],
    ['count with skip', { query: { a: { $exists: true } }, skip: 4 }, 2],
    ['count with skip and limit', { skip: 5, limit: 9 }, 2],
    ['count with skip beyond the end', { skip: 99 }, 0],
    ['count takes a negative limit for its absolute value', { limit: -2 }, 2],
    ['count with a null query', { query: null }, 7],
  ]),
  { name: 'count in a collection that is not there', command: { count: '<c>' }, gives: { n: int(0) } },
  { name: 'countDocuments of the driver', docs: things, script: ({ coll }) => coll.countDocuments({ a: 1 }, { skip: 1 }), gives: 1 },
  { name: 'countDocuments of nothing', docs: things, script: ({ coll }) => coll.countDocuments({ a: 'nobody' }), gives: 0 },
  { name: 'estimatedDocumentCount of the driver', docs: things, script: ({ coll }) => coll.estimatedDocumentCount(), gives: 7 },
  ...distinct([
    ['distinct takes arrays apart, once, and numbers by worth', { key: 'a' }, ['x', int(1), int(2), [3], null]],
    ['distinct by a path through arrays', { key: 'b.c' }, ['x', 'y', 'z']],
    ['distinct by array position', { key: 'a.1' }, [int(2)]],
    ['distinct with a query', { key: 'a', query: { _id: { $gte: 6 } } }, ['x']],
    ['distinct of what is nowhere', { key: 'z' }, []],
    ['distinct of documents', { key: 'b', query: { _id: { $lte: 2 } } }, [{ c: 'x' }, { c: 'y' }]],
    ['distinct of _id', { key: '_id', query: { a: 1 } }, [1, 2]],
  ]),
  { name: 'distinct in a collection that is not there', command: { distinct: '<c>', key: 'a' }, gives: { values: [] } },
  ...refusing([
    ['count with a query that is no document', { count: '<c>', query: 5 }, fails(14)],
    ['count with a limit as text', { count: '<c>', limit: 'x' }, fails(14)],
    ['count with a negative skip', { count: '<c>', skip: -1 }, fails(51024)],
    ['count with an unknown field', { count: '<c>', foo: 1 }, fails(40415, "BSON field 'count.foo' is an unknown field.")],
    ['distinct without a key', { distinct: '<c>' }, fails(40414, "BSON field 'distinct.key' is missing but a required field")],
    [
      'distinct with a key that is no text',
      { distinct: '<c>', key: 5 },
      fails(14, "BSON field 'distinct.key' is the wrong type 'int', expected type 'string'"),
    ],
    [
      'distinct with a query that is no document',
      { distinct: '<c>', key: 'a', query: 'x' },
      fails(14, "BSON field 'distinct.query' is the wrong type 'string', expected type 'object'"),
    ],
    ['distinct with an unknown field', { distinct: '<c>', key: 'a', foo: 1 }, fails(40415)],
  ]),
]

const writes: Case[] = [
  {
    name: 'delete with limit 1 deletes one',
    docs: [{ _id: 1 }, { _id: 2 }],
    command: { delete: '<c>', deletes: [{ q: {}, limit: 1 }] },
    gives: { n: int(1) },
    after: [{ _id: 2 }],
  },
  {
    name: 'delete with limit 0 deletes all that match',
    docs: [{ _id: 1 }, { _id: 2 }, { _id: 3 }],
    command: { delete: '<c>', deletes: [{ q: { _id: { $gt: 1 } }, limit: 0 }] },
    gives: { n: int(2) },
    after: [{ _id: 1 }],
  },
  {
    name: 'several deletes in one command',
    docs: [{ _id: 1 }, { _id: 2 }, { _id: 3 }],
    command: {
      delete: '<c>',
      deletes: [
        { q: { _id: 1 }, limit: 1 },
        { q: { _id: 3 }, limit: 0 },
      ],
    },
    gives: { n: int(2) },
    after: [{ _id: 2 }],
  },
  { name: 'delete in a collection that is not there', command: { delete: '<c>', deletes: [{ q: {}, limit: 0 }] }, gives: { n: int(0) } },
  {
    name: 'an ordered delete stops at a filter that does not parse',
    docs: [{ _id: 1 }, { _id: 2 }],
    command: {
      delete: '<c>',
      deletes: [
        { q: { _id: 1 }, limit: 1 },
        { q: { $foo: 1 }, limit: 1 },
        { q: {}, limit: 0 },
      ],
    },
    error: fails(2, 'unknown top level operator: $foo', { index: int(1) }),
    after: [{ _id: 2 }],
  },
  {
    name: 'an unordered delete goes on',
    docs: [{ _id: 1 }, { _id: 2 }],
    command: {
      delete: '<c>',
      ordered: false,
      deletes: [
        { q: { $foo: 1 }, limit: 1 },
        { q: { _id: 2 }, limit: 1 },
      ],
    },
    gives: { n: int(1) },
    error: fails(2, undefined, { index: int(0) }),
    after: [{ _id: 1 }],
  },
  ...refusing([
    ['delete of nothing', { delete: '<c>', deletes: [] }, fails(16)],
    [
      'delete without a limit',
      { delete: '<c>', deletes: [{ q: {} }] },
      fails(40414, "BSON field 'delete.deletes.limit' is missing but a required field"),
    ],
    [
      'delete without a query',
      { delete: '<c>', deletes: [{ limit: 1 }] },
      fails(40414, "BSON field 'delete.deletes.q' is missing but a required field"),
    ],
    [
      'delete with a limit of 2',
      { delete: '<c>', deletes: [{ q: {}, limit: 2 }] },
      fails(9, 'The limit field in delete objects must be 0 or 1'),
    ],
    [
      'delete with an unknown field',
      { delete: '<c>', deletes: [{ q: {}, limit: 1 }], foo: 1 },
      fails(40415, "BSON field 'delete.foo' is an unknown field."),
    ],
    [
      'a delete statement with an unknown field',
      { delete: '<c>', deletes: [{ q: {}, limit: 1, foo: 1 }] },
      fails(40415, "BSON field 'delete.deletes.foo' is an unknown field."),
    ],
    ['update of nothing', { update: '<c>', updates: [] }, fails(16)],
    ['update without updates', { update: '<c>' }, fails(40414, "BSON field 'update.updates' is missing but a required field")],
    [
      'update without a query',
      { update: '<c>', updates: [{ u: {} }] },
      fails(40414, "BSON field 'update.updates.q' is missing but a required field"),
    ],
    ['update by a value', { update: '<c>', updates: [{ q: {}, u: 5 }] }, fails(9, 'Update argument must be either an object or an array')],
    [
      'an update statement with an unknown field',
      { update: '<c>', updates: [{ q: {}, u: {}, foo: 1 }] },
      fails(40415, "BSON field 'update.updates.foo' is an unknown field."),
    ],
    ['update with multi as text', { update: '<c>', updates: [{ q: {}, u: {}, multi: 'yes' }] }, fails(14)],
    [
      'findAndModify without anything to do',
      { findAndModify: '<c>', query: {} },
      fails(9, 'Either an update or remove=true must be specified'),
    ],
    ['findAndModify with update and remove', { findAndModify: '<c>', update: {}, remove: true }, fails(9)],
    ['findAndModify with remove and new', { findAndModify: '<c>', remove: true, new: true }, fails(9)],
    ['findAndModify with remove and upsert', { findAndModify: '<c>', remove: true, upsert: true }, fails(9)],
    ['findAndModify with a sort as text', { findAndModify: '<c>', remove: true, sort: 'x' }, fails(14)],
    ['findAndModify with new as text', { findAndModify: '<c>', update: {}, new: 'yes' }, fails(14)],
    ['findAndModify with an unknown field', { findAndModify: '<c>', remove: true, foo: 1 }, fails(40415)],
  ]),
]

const COLLATION = { locale: 'de', strength: 2 }

const collections: Case[] = [
  { name: 'create makes a collection', command: { create: '<c>' }, gives: { ok: is(1) }, after: [] },
  { name: 'create of what exists already, without options', docs: [], command: { create: '<c>' }, gives: { ok: is(1) } },
  {
    name: 'create with an unknown field',
    command: { create: '<c>', foo: 1 },
    error: fails(40415, "BSON field 'create.foo' is an unknown field."),
  },
  { name: 'create without a name', command: { create: '' }, error: fails(73) },
  { name: 'create with a dollar in the name', command: { create: 'a$b' }, error: fails(73) },
  {
    name: 'drop tells how many indexes there were',
    docs: [],
    indexes: [{ key: { a: 1 } }],
    command: { drop: '<c>' },
    gives: { ns: '<d>.<c>', nIndexesWas: is(2) },
  },
  { name: 'drop of what is not there', command: { drop: '<c>' }, gives: { ok: is(1), ns: absent } },
  {
    name: 'a dropped collection is empty when it comes again',
    docs: [{ _id: 1 }],
    before: [{ drop: '<c>' }, { insert: '<c>', documents: [{ _id: 2 }] }],
    command: { count: '<c>' },
    gives: { n: int(1) },
  },
  {
    name: 'dropDatabase drops all collections',
    docs: [],
    script: async ({ client, db }) => {
      const other = client.db(`${db.databaseName}_other`)
      await other.collection('x').insertOne({ a: 1 })
      const first = await other.command({ dropDatabase: 1 })
      const names = await other.listCollections().toArray()
      const second = await other.command({ dropDatabase: 1 })
      return [first.dropped === other.databaseName, names, 'dropped' in second]
    },
    gives: [true, [], false],
  },
  {
    name: 'listCollections shows name, type, options and the _id index',
    docs: [],
    command: { listCollections: 1, filter: { name: '<c>' } },
    gives: {
      'cursor.ns': '<d>.$cmd.listCollections',
      'cursor.firstBatch.length': is(1),
      'cursor.firstBatch.0.name': '<c>',
      'cursor.firstBatch.0.type': 'collection',
      'cursor.firstBatch.0.options': {},
      'cursor.firstBatch.0.info.readOnly': false,
      'cursor.firstBatch.0.idIndex': { v: int(2), key: { _id: int(1) }, name: '_id_' },
    },
  },
  {
    name: 'listCollections with names only',
    docs: [],
    command: { listCollections: 1, nameOnly: true, filter: { name: '<c>' } },
    gives: { 'cursor.firstBatch': [{ name: '<c>', type: 'collection' }] },
  },
  {
    name: 'listCollections by a regular expression',
    docs: [],
    command: { listCollections: 1, nameOnly: true, filter: { name: { $regex: '^<c>$' } } },
    gives: { 'cursor.firstBatch.length': is(1) },
  },
  {
    name: 'listCollections goes on in a further batch',
    docs: [],
    others: { '<c>.other': [] },
    script: async ({ db, coll }) => {
      const filter = { name: { $regex: `^${coll.collectionName}` } }
      return (await db.listCollections(filter, { batchSize: 1 }).toArray()).length
    },
    gives: 2,
  },
  {
    name: 'listCollections of an unknown name',
    command: { listCollections: 1, filter: { name: '<c>' } },
    gives: { 'cursor.firstBatch': [], 'cursor.id': is(0) },
  },
  {
    name: 'listCollections in a database that is not there',
    on: 'semantics_nowhere',
    command: { listCollections: 1 },
    gives: { 'cursor.firstBatch': [] },
  },
  {
    name: 'listDatabases finds the database',
    docs: [{ _id: 1 }],
    on: 'admin',
    command: { listDatabases: 1, filter: { name: '<d>' } },
    gives: {
      'databases.length': is(1),
      'databases.0.name': '<d>',
      'databases.0.empty': false,
      'databases.0.sizeOnDisk': (n: unknown) => Number(n) > 0,
    },
  },
  {
    name: 'listDatabases with names only',
    docs: [{ _id: 1 }],
    on: 'admin',
    command: { listDatabases: 1, nameOnly: true, filter: { name: '<d>' } },
    gives: { databases: [{ name: '<d>' }] },
  },
  {
    name: 'listDatabases outside of admin',
    command: { listDatabases: 1 },
    error: fails(13, 'listDatabases may only be run against the admin database.'),
  },
  {
    name: 'renameCollection moves documents and indexes',
    docs: [{ _id: 1, a: 1 }],
    indexes: [{ key: { a: 1 }, unique: true }],
    script: async ({ client, db, coll }) => {
      const to = `${coll.collectionName}.renamed`
      await client.db('admin').command({ renameCollection: coll.namespace, to: `${db.databaseName}.${to}` })
      const error = await db.collection(to).insertOne({ a: 1 }).catch(codeOf)
      return [await coll.countDocuments(), await db.collection(to).countDocuments(), error]
    },
    gives: [0, 1, 11000],
  },
  {
    name: 'renameCollection of what is not there',
    on: 'admin',
    command: { renameCollection: '<d>.<c>', to: '<d>.<c>x' },
    error: fails(26, 'Source collection <d>.<c> does not exist'),
  },
  {
    name: 'renameCollection to what exists',
    docs: [],
    others: { '<c>.other': [{ _id: 1 }] },
    on: 'admin',
    command: { renameCollection: '<d>.<c>', to: '<d>.<c>.other' },
    error: fails(48, 'target namespace exists'),
  },
  {
    name: 'renameCollection over what exists',
    docs: [{ _id: 5 }],
    others: { '<c>.other': [{ _id: 1 }] },
    on: 'admin',
    command: { renameCollection: '<d>.<c>', to: '<d>.<c>.other', dropTarget: true },
    othersAfter: { '<c>.other': [{ _id: 5 }] },
  },
  {
    name: 'renameCollection to its own name',
    docs: [],
    on: 'admin',
    command: { renameCollection: '<d>.<c>', to: '<d>.<c>' },
    error: fails(20, "Can't rename a collection to itself"),
  },
  {
    name: 'renameCollection outside of admin',
    docs: [],
    command: { renameCollection: '<d>.<c>', to: '<d>.<c>x' },
    error: fails(13, 'renameCollection may only be run against the admin database.'),
  },
  {
    name: 'renameCollection to a bad name',
    docs: [],
    on: 'admin',
    command: { renameCollection: '<d>.<c>', to: '<d>.a$b' },
    error: fails([20, 73]),
  },
  { name: 'collMod of nothing', docs: [], command: { collMod: '<c>' }, gives: { ok: is(1) } },
  {
    name: 'collStats counts',
    docs: [{ _id: 1 }, { _id: 2 }],
    indexes: [{ key: { a: 1 } }],
    command: { collStats: '<c>' },
    gives: { ns: '<d>.<c>', count: is(2), nindexes: is(2) },
  },
  { name: 'dbStats names the database', docs: [{ _id: 1 }], command: { dbStats: 1 }, gives: { db: '<d>' } },
]

const CAPPED = { create: '<c>', capped: true, size: 1000 }
const CLUSTERED = { create: '<c>', clusteredIndex: { key: { _id: 1 }, unique: true } }

/** Refusals of create, where there is no collection yet: name, fields, error. */
const creating = (rows: readonly (readonly [string, Document, Failure])[]): CommandCase[] =>
  rows.map(([name, fields, error]) => ({ name, command: { create: '<c>', ...fields }, error }))

const special: Case[] = [
  {
    name: 'the size of a capped collection is rounded up',
    before: [{ ...CAPPED, max: 3 }],
    command: { listCollections: 1, filter: { name: '<c>' } },
    gives: {
      'cursor.firstBatch.0.options.capped': true,
      'cursor.firstBatch.0.options.size': is(1024),
      'cursor.firstBatch.0.options.max': is(3),
      'cursor.firstBatch.0.idIndex.name': '_id_',
    },
  },
  {
    name: 'collStats of a capped collection',
    before: [{ ...CAPPED, max: 3 }],
    command: { collStats: '<c>' },
    gives: { capped: true, max: is(3), maxSize: is(1024) },
  },
  { name: 'collStats of another collection', docs: [], command: { collStats: '<c>' }, gives: { capped: false, max: absent } },
  {
    name: 'the oldest documents make room for more than max',
    before: [
      { ...CAPPED, max: 2 },
      { insert: '<c>', documents: [{ _id: 3 }, { _id: 2 }] },
    ],
    command: { insert: '<c>', documents: [{ _id: 1 }] },
    gives: { n: int(1) },
    after: [{ _id: 1 }, { _id: 2 }],
  },
  {
    name: 'the oldest documents make room for more bytes',
    before: [{ ...CAPPED, size: 256 }],
    command: { insert: '<c>', documents: [ofSize(1, 100), ofSize(2, 100), ofSize(3, 156)] },
    gives: { n: int(3) },
    after: [ofSize(2, 100), ofSize(3, 156)],
  },
  {
    name: 'a document larger than the collection drives out all others',
    before: [
      { ...CAPPED, size: 256 },
      { insert: '<c>', documents: [{ _id: 1 }, { _id: 2 }] },
    ],
    command: { insert: '<c>', documents: [ofSize(3, 300)] },
    after: [ofSize(3, 300)],
  },
  {
    name: 'an upsert makes the oldest document go',
    before: [
      { ...CAPPED, max: 1 },
      { insert: '<c>', documents: [{ _id: 1 }] },
    ],
    update: { $set: { a: 1 } },
    filter: { _id: 2 },
    options: { upsert: true },
    n: 1,
    after: [{ _id: 2, a: 1 }],
  },
  {
    name: 'an update may let a capped collection grow',
    before: [
      { ...CAPPED, size: 256 },
      { insert: '<c>', documents: [ofSize(1, 100), ofSize(2, 100)] },
    ],
    update: { $set: { a: ofSize(2, 200).a } },
    filter: { _id: 2 },
    n: 1,
    after: [ofSize(1, 100), ofSize(2, 200)],
  },
  {
    name: 'the next insert then makes room',
    before: [
      { ...CAPPED, size: 256 },
      { insert: '<c>', documents: [ofSize(1, 100), ofSize(2, 100)] },
      { update: '<c>', updates: [{ q: { _id: 2 }, u: { $set: { a: ofSize(2, 200).a } } }] },
    ],
    command: { insert: '<c>', documents: [ofSize(3, 50)] },
    after: [ofSize(2, 200), ofSize(3, 50)],
  },
  {
    name: 'a capped collection has room again after a delete',
    before: [
      { ...CAPPED, max: 2 },
      { insert: '<c>', documents: [{ _id: 1 }, { _id: 2 }] },
      { delete: '<c>', deletes: [{ q: { _id: 2 }, limit: 1 }] },
    ],
    command: { insert: '<c>', documents: [{ _id: 3 }] },
    after: [{ _id: 1 }, { _id: 3 }],
  },
  {
    name: 'documents that had to go have left the indexes',
    before: [
      { ...CAPPED, max: 1 },
      { createIndexes: '<c>', indexes: [{ key: { a: 1 }, name: 'a_1', unique: true }] },
      { insert: '<c>', documents: [{ _id: 1, a: 1 }, { _id: 2 }] },
    ],
    command: { insert: '<c>', documents: [{ _id: 1, a: 1 }] },
    gives: { n: int(1) },
    after: [{ _id: 1, a: 1 }],
  },
  {
    name: 'a duplicate in a capped collection makes no room',
    before: [
      { ...CAPPED, max: 2 },
      { insert: '<c>', documents: [{ _id: 1 }, { _id: 2 }] },
    ],
    command: { insert: '<c>', documents: [{ _id: 1 }] },
    error: fails(11000),
    after: [{ _id: 1 }, { _id: 2 }],
  },
  {
    name: 'a capped collection has no TTL index',
    before: [CAPPED],
    command: { createIndexes: '<c>', indexes: [{ key: { a: 1 }, name: 'a_1', expireAfterSeconds: 1 }] },
    error: fails(67, 'Cannot create TTL index on a capped collection'),
  },
  {
    name: 'collMod makes no TTL index of a capped collection',
    before: [CAPPED, { createIndexes: '<c>', indexes: [{ key: { a: 1 }, name: 'a_1' }] }],
    command: { collMod: '<c>', index: { name: 'a_1', expireAfterSeconds: 1 } },
    error: fails(72, 'TTL indexes are not supported for capped collections'),
  },
  { name: 'create of the same capped collection again', before: [CAPPED], command: { ...CAPPED, size: 1024 }, gives: { ok: is(1) } },
  {
    name: 'create of what exists, as a capped collection',
    docs: [],
    command: CAPPED,
    error: fails(48, 'already exists, but with different options'),
  },
  { name: 'create of a capped collection with another size', before: [CAPPED], command: { ...CAPPED, size: 2000 }, error: fails(48) },
  { name: 'create of a capped collection without options', before: [CAPPED], command: { create: '<c>' }, error: fails(48) },
  ...creating([
    ['a capped collection needs a size', { capped: true, max: 1 }, fails(72, "the 'size' field is required when 'capped' is true")],
    ['a size is for capped collections', { size: 1000 }, fails(72, "the 'capped' field needs to be true")],
    ['a maximum is for capped collections', { capped: false, max: 1 }, fails(72)],
    ['the size of a capped collection is not 0', { capped: true, size: 0 }, fails(51024, "BSON field 'size' value must be >= 1")],
    ['the size of a capped collection is not negative', { capped: true, size: -500 }, fails(51024)],
    ['the size of a capped collection is 1 PB at most', { capped: true, size: 2 ** 50 + 1 }, fails(51024)],
    ['the maximum of a capped collection is an int', { capped: true, size: 1, max: 2 ** 31 }, fails(51024)],
    ['the size of a capped collection is a number', { capped: true, size: '1' }, fails(14)],
    ['the maximum of a capped collection is a number', { capped: true, size: 1, max: '1' }, fails(14)],
    ['capped is no text', { capped: 'yes', size: 1 }, fails(14)],
  ]),
  {
    name: 'a clustered index is an option of the collection',
    before: [CLUSTERED],
    command: { listCollections: 1, filter: { name: '<c>' } },
    gives: {
      'cursor.firstBatch.0.options': { clusteredIndex: { v: int(2), key: { _id: int(1) }, name: '_id_', unique: true } },
      'cursor.firstBatch.0.idIndex': absent,
    },
  },
  {
    name: 'listIndexes shows the clustered index',
    before: [{ create: '<c>', clusteredIndex: { key: { _id: 1 }, unique: true, name: 'by id' } }],
    command: { listIndexes: '<c>' },
    gives: { 'cursor.firstBatch': [{ v: int(2), key: { _id: int(1) }, name: 'by id', unique: true, clustered: true }] },
  },
  {
    name: 'a clustered collection has each _id once',
    before: [CLUSTERED, { insert: '<c>', documents: [{ _id: 1 }] }],
    command: { insert: '<c>', documents: [{ _id: 1 }] },
    error: fails(11000),
    after: [{ _id: 1 }],
  },
  {
    name: 'a clustered collection by _id',
    before: [CLUSTERED, { insert: '<c>', documents: [{ _id: 2 }, { _id: 1 }, { _id: 3 }] }],
    find: { _id: { $gt: 1 } },
    options: { sort: { _id: 1 } },
    ids: [2, 3],
  },
  ...['_id_', { _id: 1 }].map(
    (index): CommandCase => ({
      name: `the clustered index stays, dropped by ${typeof index === 'string' ? 'name' : 'key'}`,
      before: [CLUSTERED],
      command: { dropIndexes: '<c>', index },
      error: fails(5979800),
    }),
  ),
  {
    name: 'the clustered index stays when all are dropped',
    before: [
      { create: '<c>', clusteredIndex: { key: { _id: 1 }, unique: true, name: 'by id' } },
      { createIndexes: '<c>', indexes: [{ key: { a: 1 }, name: 'a_1' }] },
      { dropIndexes: '<c>', index: '*' },
    ],
    command: { listIndexes: '<c>' },
    gives: { 'cursor.firstBatch.length': is(1), 'cursor.firstBatch.0.name': 'by id' },
  },
  {
    name: 'an index of _id in a clustered collection is there already',
    before: [CLUSTERED],
    command: { createIndexes: '<c>', indexes: [{ key: { _id: 1 }, name: '_id_' }] },
    gives: { numIndexesBefore: is(1), numIndexesAfter: is(1) },
  },
  { name: 'create of the same clustered collection again', before: [CLUSTERED], command: CLUSTERED, gives: { ok: is(1) } },
  { name: 'create of what exists, as a clustered collection', docs: [], command: CLUSTERED, error: fails(48) },
  { name: 'clusteredIndex: false is no clustered index', command: { create: '<c>', clusteredIndex: false }, gives: { ok: is(1) } },
  ...creating([
    ['clusteredIndex: true is for time series', { clusteredIndex: true }, fails(5979703)],
    ['a clustered index needs a key', { clusteredIndex: { unique: true } }, fails(40414)],
    ['a clustered index needs unique', { clusteredIndex: { key: { _id: 1 } } }, fails(40414)],
    ['a clustered index is unique', { clusteredIndex: { key: { _id: 1 }, unique: false } }, fails(5979700)],
    ['a clustered index is one of _id', { clusteredIndex: { key: { a: 1 }, unique: true } }, fails(197)],
    ['a clustered index is one of _id alone', { clusteredIndex: { key: { _id: 1, a: 1 }, unique: true } }, fails(197)],
    ['a clustered index does not fall', { clusteredIndex: { key: { _id: -1 }, unique: true } }, fails(197)],
    ['a clustered index has version 2', { clusteredIndex: { key: { _id: 1 }, unique: true, v: 1 } }, fails(5979704)],
    ['a clustered index knows its fields', { clusteredIndex: { key: { _id: 1 }, unique: true, x: 1 } }, fails(40415)],
    ['a clustered collection has no size', { ...CLUSTERED, capped: true, size: 1, max: 1 }, fails(6049200)],
    ['a clustered collection has no maximum', { ...CLUSTERED, max: 1 }, fails(6049204)],
    ['a clustered collection is not capped', { ...CLUSTERED, capped: true }, fails(6049201)],
  ]),
]

const documents: Case[] = [
  {
    name: '$documents stands in for a collection',
    command: {
      aggregate: 1,
      pipeline: [{ $documents: [{ a: 1, b: { $add: [1, 1] } }, { a: 2 }] }, { $match: { a: 1 } }],
      cursor: {},
    },
    gives: {
      'cursor.firstBatch': [{ a: 1, b: 2 }],
      'cursor.id': is(0),
      'cursor.ns': '<d>.$cmd.aggregate',
    },
  },
  {
    name: '$documents of an expression',
    command: {
      aggregate: 1,
      pipeline: [{ $documents: { $map: { input: { $range: [0, 3] }, in: { x: '$$this', y: '$$y' } } } }],
      let: { y: 'z' },
      cursor: {},
    },
    gives: {
      'cursor.firstBatch': [
        { x: 0, y: 'z' },
        { x: 1, y: 'z' },
        { x: 2, y: 'z' },
      ],
    },
  },
  {
    name: '$documents of none',
    command: { aggregate: 1, pipeline: [{ $documents: [] }, { $count: 'n' }], cursor: {} },
    gives: { 'cursor.firstBatch': [] },
  },
  {
    name: '$documents is joined with a collection',
    docs: [{ _id: 1, a: 'x' }],
    command: {
      aggregate: 1,
      pipeline: [{ $documents: [{ k: 1 }] }, { $lookup: { from: '<c>', localField: 'k', foreignField: '_id', as: 'found' } }],
      cursor: {},
    },
    gives: { 'cursor.firstBatch': [{ k: 1, found: [{ _id: 1, a: 'x' }] }] },
  },
  {
    name: '$documents is merged into a collection',
    command: { aggregate: 1, pipeline: [{ $documents: [{ _id: 1 }] }, { $merge: '<c>' }], cursor: {} },
    after: [{ _id: 1 }],
  },
  {
    name: '$documents comes in batches',
    script: async ({ db }) => {
      const cursor = db.aggregate([{ $documents: { $map: { input: { $range: [0, 500] }, in: { x: '$$this' } } } }], { batchSize: 10 })
      const first = await cursor.next()
      return [Number(first?.x), (await cursor.toArray()).length]
    },
    gives: [0, 499],
  },
  {
    name: 'a cursor of $documents is killed',
    script: async ({ db }) => {
      const pipeline = [{ $documents: [{ x: 1 }, { x: 2 }] }]
      const { cursor } = await db.command({ aggregate: 1, pipeline, cursor: { batchSize: 1 } })
      const killed = await db.command({ killCursors: '$cmd.aggregate', cursors: [cursor.id] })
      return killed.cursorsKilled.length
    },
    gives: 1,
  },
  ...(
    [
      ['$documents of a collection', { aggregate: '<c>', pipeline: [{ $documents: [{ a: 1 }] }] }, 73],
      ['$documents behind another stage', { aggregate: '<c>', pipeline: [{ $match: {} }, { $documents: [] }] }, 40602],
      ['$documents twice', { aggregate: 1, pipeline: [{ $documents: [] }, { $documents: [] }] }, 40602],
      ['$documents of a database, behind another stage', { aggregate: 1, pipeline: [{ $match: {} }, { $documents: [] }] }, 73],
      ['$documents in $facet', { aggregate: '<c>', pipeline: [{ $facet: { a: [{ $documents: [] }] } }] }, 40600],
      ['$documents of other values', { aggregate: 1, pipeline: [{ $documents: [{ a: 1 }, 2] }] }, 40228],
      ['$documents of no array', { aggregate: 1, pipeline: [{ $documents: 'x' }] }, [40228, 5858203]],
      ['no stage of a database', { aggregate: 1, pipeline: [] }, 73],
    ] as const
  ).map(
    ([what, command, code]): CommandCase => ({
      name: `${what} is refused`,
      docs: [],
      command: { ...command, cursor: {} },
      error: fails(code),
    }),
  ),
]

const server: Case[] = [
  { name: 'ping is answered with a Double', command: { ping: 1 }, gives: { ok: double(1) } },
  {
    name: 'hello tells of a primary with sessions',
    on: 'admin',
    command: { hello: 1 },
    gives: {
      isWritablePrimary: true,
      maxBsonObjectSize: is(BIG),
      logicalSessionTimeoutMinutes: is(30),
      setName: (v: unknown) => typeof v === 'string',
      readOnly: false,
    },
  },
  { name: 'buildInfo has a version', command: { buildInfo: 1 }, gives: { version: /^\d+\.\d+\.\d+/, 'versionArray.length': is(4) } },
  {
    name: 'comment is taken with any value',
    docs: [{ _id: 1 }],
    command: { find: '<c>', comment: { who: 'me' } },
    gives: { 'cursor.firstBatch': [{ _id: 1 }] },
  },
  {
    name: 'maxTimeMS is taken',
    docs: [{ _id: 1 }],
    command: { find: '<c>', maxTimeMS: 5000 },
    gives: { 'cursor.firstBatch': [{ _id: 1 }] },
  },
  {
    name: 'a simple collation is no collation',
    docs: [{ _id: 1, a: 'A' }],
    find: { a: 'a' },
    options: { collation: { locale: 'simple' } },
    ids: [],
  },
  {
    name: 'options that change no answer are taken',
    docs: [{ _id: 1 }],
    command: { find: '<c>', allowDiskUse: true, noCursorTimeout: true, allowPartialResults: false, tailable: false },
    gives: { 'cursor.firstBatch': [{ _id: 1 }] },
  },
  {
    name: 'read concern majority is taken',
    docs: [{ _id: 1 }],
    command: { find: '<c>', readConcern: { level: 'majority' } },
    gives: { 'cursor.firstBatch': [{ _id: 1 }] },
  },
  {
    name: 'write concern majority is taken',
    command: { insert: '<c>', documents: [{ _id: 1 }], writeConcern: { w: 'majority', j: true } },
    gives: { n: int(1) },
  },
  {
    name: 'version 1 of the Stable API is taken',
    docs: [{ _id: 1 }],
    command: { find: '<c>', apiVersion: '1', apiStrict: true, apiDeprecationErrors: true },
    gives: { 'cursor.firstBatch': [{ _id: 1 }] },
  },
  ...refusing([
    ['another version of the Stable API is refused', { find: '<c>', apiVersion: '2' }, fails(322)],
    ['the strict Stable API without a version is refused', { find: '<c>', apiStrict: true }, fails(4886600)],
    ['the strict Stable API has no distinct', { distinct: '<c>', key: 'a', apiVersion: '1', apiStrict: true }, fails(323)],
    ['apiStrict is a boolean', { find: '<c>', apiVersion: '1', apiStrict: 1 }, fails(14)],
    ['more acknowledgements than there are nodes', { insert: '<c>', documents: [{}], writeConcern: { w: 4 } }, fails(100)],
    ['an unknown command', { shout: 1 }, fails(59, "no such command: 'shout'")],
    ['an unknown command with a collection', { frobnicate: '<c>', filter: {} }, fails(59, "no such command: 'frobnicate'")],
  ]),
]

const unsupported: Case[] = refused('MongoDB can do this', [
  ...refusing([
    ['a collation of a find is refused', { find: '<c>', collation: COLLATION }, fails(115)],
    ['a collation of an update is refused', { update: '<c>', updates: [{ q: {}, u: {}, collation: COLLATION }] }, fails(115)],
    ['a collation of a delete is refused', { delete: '<c>', deletes: [{ q: {}, limit: 1, collation: COLLATION }] }, fails(115)],
    ['a collation of findAndModify is refused', { findAndModify: '<c>', remove: true, collation: COLLATION }, fails(115)],
    ['a collation of an aggregation is refused', { aggregate: '<c>', pipeline: [], cursor: {}, collation: COLLATION }, fails(115)],
    ['a collation of count is refused', { count: '<c>', collation: COLLATION }, fails(115)],
    ['a collation of distinct is refused', { distinct: '<c>', key: 'a', collation: COLLATION }, fails(115)],
    ['a change stream is refused', { aggregate: '<c>', pipeline: [{ $changeStream: {} }], cursor: {} }, fails([115, 40324, 40573])],
    ['a tailable cursor is refused', { find: '<c>', tailable: true }, fails([2, 115])],
    ['read concern linearizable is refused', { find: '<c>', readConcern: { level: 'linearizable' } }, fails(115)],
    ['read concern snapshot outside of a transaction is refused', { find: '<c>', readConcern: { level: 'snapshot' } }, fails([115, 246])],
    ['a validator is refused by collMod', { collMod: '<c>', validator: { a: 1 } }, fails(115)],
    ['the _id index cannot be hidden', { collMod: '<c>', index: { name: '_id_', hidden: true } }, fails(2)],
    ['convertToCapped is refused', { convertToCapped: '<c>', size: 1000 }, fails([59, 115])],
    ['mapReduce is refused', { mapReduce: '<c>', map: 'x', reduce: 'y', out: { inline: 1 } }, fails([59, 115])],
    ['$out is refused', { aggregate: '<c>', pipeline: [{ $out: 'x' }], cursor: {} }, fails([115, 40324])],
    ['$search is refused', { aggregate: '<c>', pipeline: [{ $search: {} }], cursor: {} }, fails([115, 40324, 31082])],
    ['$geoNear is refused', { aggregate: '<c>', pipeline: [{ $geoNear: {} }], cursor: {} }, fails([115, 40324])],
  ]),
  ...(
    [
      ['a time series', { timeseries: { timeField: 't' } }],
      ['a view', { viewOn: 'x', pipeline: [] }],
      ['a validator', { validator: { a: 1 } }],
      ['a JSON schema', { validator: { $jsonSchema: {} } }],
      ['a collation', { collation: COLLATION }],
    ] as const
  ).map(
    ([what, fields]): CommandCase => ({ name: `${what} is refused by create`, command: { create: '<c>', ...fields }, error: fails(115) }),
  ),
  {
    name: 'a tailable cursor of a capped collection is refused',
    before: [CAPPED],
    command: { find: '<c>', tailable: true },
    error: fails(115),
  },
] satisfies Case[])

export const commandTable = table('command', [
  ...inserts,
  ...cursors,
  ...counts,
  ...writes,
  ...collections,
  ...special,
  ...documents,
  ...server,
  ...unsupported,
])
