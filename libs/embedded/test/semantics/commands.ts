import { serialize } from 'bson'
import { type Document, type MongoBulkWriteError, MongoServerError } from 'mongodb'
import { binary, decimal, double, int, long } from './mixed.ts'
import { absent, type Case, type CommandCase, embeddedOnly, type Failure, fails, numberEquals, type ScriptCase, table } from './run.ts'

/** Each row contains a name, a command and the expected error. The collection has one document. */
const rejecting = (rows: readonly (readonly [string, Document, Failure])[]): CommandCase[] =>
  rows.map(([name, command, error]) => ({ name, docs: [{ _id: 1, a: 1 }], command, error }))

const codeOf = (error: unknown) => {
  if (error instanceof MongoServerError) return Number(error.code)
  throw error
}

const BIG = 16 * 1024 * 1024
/** A document of exactly `bytes` bytes: 5 for the document, 9 for `_id`, 8 around the string. */
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
    name: 'an ordered insert reports how many documents it inserted',
    docs: [{ _id: 2 }],
    command: { insert: '<c>', documents: [{ _id: 1 }, { _id: 2 }, { _id: 3 }] },
    returns: { ok: numberEquals(1), n: int(1), 'writeErrors.length': numberEquals(1) },
    error: fails(11000),
  },
  {
    name: 'an unordered insert continues after errors',
    docs: [{ _id: 2 }],
    command: { insert: '<c>', ordered: false, documents: [{ _id: 2 }, { _id: 1 }, { _id: 1 }, { _id: 3 }] },
    returns: {
      n: int(2),
      'writeErrors.length': numberEquals(2),
      'writeErrors.0.index': int(0),
      'writeErrors.1.index': int(2),
      'writeErrors.1.code': int(11000),
    },
    error: fails(11000),
    after: [{ _id: 1 }, { _id: 2 }, { _id: 3 }],
  },
  {
    name: 'the driver reports the index and count of a bulk error',
    docs: [{ _id: 2 }],
    script: ({ coll }) =>
      coll.insertMany([{ _id: 1 }, { _id: 2 }]).then(
        () => 'no error',
        (error: MongoBulkWriteError) => [Number(error.code), error.insertedCount, error.result.getWriteErrorAt(0)?.index],
      ),
    returns: [11000, 1, 1],
  },
  {
    name: 'insert creates the collection',
    command: { insert: '<c>', documents: [{ _id: 1 }] },
    returns: { n: int(1) },
    after: [{ _id: 1 }],
  },
  { name: 'insert stores _id as the first field', command: { insert: '<c>', documents: [{ a: 1, _id: 1 }] }, after: [{ _id: 1, a: 1 }] },
  {
    name: 'insert adds an ObjectId to a document without _id',
    docs: [],
    script: async ({ db, coll }) => {
      await db.command({ insert: coll.collectionName, documents: [{ a: 1 }] })
      const [doc] = await coll.aggregate([{ $project: { type: { $type: '$_id' }, _id: 0 } }]).toArray()
      return doc
    },
    returns: { type: 'objectId' },
  },
  {
    name: 'insert preserves every type',
    command: {
      insert: '<c>',
      documents: [EVERY_TYPE],
    },
    after: [EVERY_TYPE],
  },
  {
    name: 'insert accepts field names with dots and dollar signs',
    command: { insert: '<c>', documents: [{ _id: 1, 'a.b': 1, c: { $d: 2 } }] },
    after: [{ _id: 1, 'a.b': 1, c: { $d: 2 } }],
  },
  {
    name: 'insert preserves the order of numeric field names',
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
    returns: true,
  },
  {
    name: 'insert accepts 150 levels of nesting',
    command: { insert: '<c>', documents: [nested(150)] },
    returns: { n: int(1) },
    after: [nested(150)],
  },
  { name: 'insert rejects 250 levels of nesting', command: { insert: '<c>', documents: [nested(250)] }, error: fails(15) },
  { name: 'insert accepts a document of 16 MiB', command: { insert: '<c>', documents: [ofSize(1, BIG)] }, returns: { n: int(1) } },
  {
    name: 'insert rejects a document of 16 MiB plus one byte',
    command: { insert: '<c>', documents: [ofSize(1, BIG + 1)] },
    error: fails(10334),
  },
  {
    name: 'update rejects a result above 16 MiB',
    docs: [ofSize(1, BIG - 10)],
    command: { update: '<c>', updates: [{ q: { _id: 1 }, u: { $set: { b: 'x'.repeat(100) } } }] },
    error: fails([10334, 17419]),
  },
  ...rejecting([
    [
      'insert rejects an empty list of documents',
      { insert: '<c>', documents: [] },
      fails(16, 'Write batch sizes must be between 1 and 100000. Got 0 operations.'),
    ],
    ['insert requires documents', { insert: '<c>' }, fails(40414, "BSON field 'insert.documents' is missing but a required field")],
    ['insert rejects a scalar as a document', { insert: '<c>', documents: [5] }, fails(14, /insert\.documents/)],
    ['insert rejects an array as a document', { insert: '<c>', documents: [{ a: 1 }, []] }, fails(14, /insert\.documents/)],
    ['insert rejects documents that are not an array', { insert: '<c>', documents: 'x' }, fails(14)],
    [
      'insert rejects a string for ordered',
      { insert: '<c>', documents: [{}], ordered: 'foo' },
      fails(14, "BSON field 'insert.ordered' is the wrong type 'string', expected type 'bool'"),
    ],
    [
      'insert rejects an unknown field',
      { insert: '<c>', documents: [{}], foo: 1 },
      fails(40415, "BSON field 'insert.foo' is an unknown field."),
    ],
    ['insert rejects an empty collection name', { insert: '', documents: [{}] }, fails(73, "Invalid namespace specified '<d>.'")],
    ['insert rejects a collection name with a dollar sign', { insert: 'a$b', documents: [{}] }, fails(73)],
    ['insert rejects a collection name that starts with a dot', { insert: '.a', documents: [{}] }, fails(73)],
    ['insert rejects a collection name that is too long', { insert: 'x'.repeat(256), documents: [{}] }, fails(73)],
    ['insert rejects a collection name with a NUL character', { insert: 'a\u0000b', documents: [{}] }, fails(73)],
  ]),
]

const numbered = Array.from({ length: 250 }, (_, i) => ({ _id: i }))
const upTo = (n: number) => numbered.slice(0, n)

const cursors: Case[] = [
  {
    name: 'the first batch contains 101 documents',
    docs: numbered,
    command: { find: '<c>' },
    returns: { 'cursor.firstBatch.length': numberEquals(101), 'cursor.id': (id: unknown) => Number(id) !== 0, 'cursor.ns': '<d>.<c>' },
  },
  {
    name: 'an exhausted find returns the cursor ID 0 as a Long',
    docs: upTo(3),
    command: { find: '<c>' },
    returns: { 'cursor.firstBatch': upTo(3), 'cursor.id': long(0) },
  },
  {
    name: 'batchSize limits the first batch',
    docs: numbered,
    command: { find: '<c>', batchSize: 2 },
    returns: { 'cursor.firstBatch': upTo(2) },
  },
  {
    name: 'batchSize 0 opens a cursor with an empty first batch',
    docs: upTo(3),
    command: { find: '<c>', batchSize: 0 },
    returns: { 'cursor.firstBatch': [], 'cursor.id': (id: unknown) => Number(id) !== 0 },
  },
  {
    name: 'truncates a fractional batchSize',
    docs: numbered,
    command: { find: '<c>', batchSize: 2.9 },
    returns: { 'cursor.firstBatch.length': numberEquals(2) },
  },
  {
    name: 'singleBatch closes the cursor',
    docs: numbered,
    command: { find: '<c>', batchSize: 2, singleBatch: true },
    returns: { 'cursor.firstBatch.length': numberEquals(2), 'cursor.id': numberEquals(0) },
  },
  {
    name: 'limit caps the first batch',
    docs: numbered,
    command: { find: '<c>', limit: 2 },
    returns: { 'cursor.firstBatch.length': numberEquals(2), 'cursor.id': numberEquals(0) },
  },
  {
    name: 'limit 0 means no limit',
    docs: upTo(3),
    command: { find: '<c>', limit: 0 },
    returns: { 'cursor.firstBatch.length': numberEquals(3) },
  },
  {
    name: 'skip past the end returns nothing',
    docs: upTo(3),
    command: { find: '<c>', skip: 9 },
    returns: { 'cursor.firstBatch': [], 'cursor.id': numberEquals(0) },
  },
  {
    name: 'find returns nothing for an unknown collection',
    command: { find: '<c>' },
    returns: { 'cursor.firstBatch': [], 'cursor.id': numberEquals(0) },
  },
  {
    name: 'the driver reads all batches',
    docs: numbered,
    script: async ({ coll }) => (await coll.find({}, { batchSize: 7 }).toArray()).length,
    returns: 250,
  },
  {
    name: 'the driver preserves the order across batches',
    docs: numbered,
    script: async ({ coll }) =>
      (await coll.find({}, { batchSize: 100, sort: { _id: -1 } }).toArray()).findIndex((d) => Number(d._id) === 0),
    returns: 249,
  },
  {
    name: 'skip and limit apply across batches',
    docs: numbered,
    script: async ({ coll }) =>
      (await coll.find({}, { batchSize: 10, skip: 20, limit: 35 }).toArray())
        .map((d) => Number(d._id))
        .filter((_, i) => i === 0 || i === 34),
    returns: [20, 54],
  },
  {
    name: 'a negative limit in the driver returns a single batch',
    docs: numbered,
    script: async ({ coll }) => (await coll.find({}, { limit: -3 }).toArray()).length,
    returns: 3,
  },
  {
    name: 'aggregate returns batches',
    docs: numbered,
    script: async ({ coll }) => (await coll.aggregate([{ $match: { _id: { $gte: 10 } } }], { batchSize: 9 }).toArray()).length,
    returns: 240,
  },
  {
    name: 'a cursor keeps its position after an insert',
    docs: upTo(4),
    script: async ({ coll }) => {
      const cursor = coll.find({}, { batchSize: 2, sort: { _id: 1 }, hint: '_id_' })
      await cursor.next()
      await coll.insertOne({ _id: -1 })
      return (await cursor.toArray()).map((d) => Number(d._id)).slice(0, 3)
    },
    returns: [1, 2, 3],
  },
  {
    name: 'getMore returns the remaining documents and closes the cursor',
    docs: upTo(5),
    script: async ({ db, coll }) => {
      const c = coll.collectionName
      const first = await db.command({ find: c, batchSize: 2 })
      const second = await db.command({ getMore: first.cursor.id, collection: c, batchSize: 2 })
      const third = await db.command({ getMore: first.cursor.id, collection: c, batchSize: 2 })
      const fourth = await db.command({ getMore: first.cursor.id, collection: c }).catch(codeOf)
      return [second.cursor.nextBatch, third.cursor.nextBatch, Number(third.cursor.id), fourth]
    },
    returns: [[{ _id: 2 }, { _id: 3 }], [{ _id: 4 }], 0, 43],
  },
  {
    name: 'getMore fails after killCursors',
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
    returns: [1, 0, 1, 43],
  },
  {
    name: 'getMore rejects a different collection',
    docs: upTo(5),
    script: async ({ db, coll }) => {
      const { cursor } = await db.command({ find: coll.collectionName, batchSize: 2 })
      return db.command({ getMore: cursor.id, collection: 'other' }).catch(codeOf)
    },
    returns: 13,
  },
  {
    name: 'dropping a collection closes its cursors',
    docs: upTo(5),
    script: async ({ db, coll }) => {
      const { cursor } = await db.command({ find: coll.collectionName, batchSize: 2 })
      await coll.drop()
      return db.command({ getMore: cursor.id, collection: coll.collectionName }).then(
        () => 'more',
        (error) => (codeOf(error) > 0 ? 'refused' : 'unknown'),
      )
    },
    returns: 'refused',
  },
  ...rejecting([
    ['getMore rejects an unknown cursor', { getMore: long(1234), collection: '<c>' }, fails(43, 'cursor id 1234 not found')],
    [
      'getMore rejects an Int32 cursor ID',
      { getMore: int(1234), collection: '<c>' },
      fails(14, "BSON field 'getMore.getMore' is the wrong type 'int'"),
    ],
    [
      'getMore rejects a string as a cursor ID',
      { getMore: 'x', collection: '<c>' },
      fails(14, "BSON field 'getMore.getMore' is the wrong type 'string'"),
    ],
    [
      'getMore requires a collection',
      { getMore: long(1234) },
      fails(40414, "BSON field 'getMore.collection' is missing but a required field"),
    ],
    [
      'getMore rejects a negative batchSize',
      { getMore: long(1234), collection: '<c>', batchSize: -1 },
      fails(51024, "BSON field 'batchSize' value must be >= 0, actual value '-1'"),
    ],
    [
      'killCursors rejects an Int32 cursor ID',
      { killCursors: '<c>', cursors: [int(5)] },
      fails(14, "BSON field 'killCursors.cursors.0' is the wrong type 'int', expected type 'long'"),
    ],
    ['killCursors requires cursors', { killCursors: '<c>' }, fails(40414)],
    ['find rejects a number as a collection name', { find: 5 }, fails(73)],
    ['find rejects an empty collection name', { find: '' }, fails(73)],
    ['find rejects an unknown field', { find: '<c>', foo: 1 }, fails(40415, 'is an unknown field.')],
    [
      'find rejects a filter that is not a document',
      { find: '<c>', filter: 5 },
      fails(14, /is the wrong type 'int', expected type 'object'|Expected field filterto be of type object/),
    ],
    ['find rejects a string for limit', { find: '<c>', limit: 'x' }, fails(14)],
    ['find rejects a negative limit', { find: '<c>', limit: -1 }, fails(51024, "BSON field 'limit' value must be >= 0, actual value '-1'")],
    ['find rejects a negative skip', { find: '<c>', skip: -1 }, fails(51024, "BSON field 'skip' value must be >= 0, actual value '-1'")],
    ['find rejects a document for skip', { find: '<c>', skip: {} }, fails(14)],
    [
      'find rejects a negative batchSize',
      { find: '<c>', batchSize: -1 },
      fails(51024, "BSON field 'batchSize' value must be >= 0, actual value '-1'"),
    ],
    ['find rejects a boolean for batchSize', { find: '<c>', batchSize: true }, fails(14)],
    ['find rejects a number for singleBatch', { find: '<c>', singleBatch: 1 }, fails(14)],
    ['find rejects a number for hint', { find: '<c>', hint: 5 }, fails(9)],
    ['find rejects awaitData without tailable', { find: '<c>', awaitData: true }, fails([9, 115])],
    ['find rejects a negative maxTimeMS', { find: '<c>', maxTimeMS: -1 }, fails(2)],
    ['find rejects a fractional maxTimeMS', { find: '<c>', maxTimeMS: 43.15 }, fails(2, 'maxTimeMS has non-integral value')],
    ['find rejects let variables that are not a document', { find: '<c>', let: 5 }, fails(14)],
    ['find rejects an unknown read concern', { find: '<c>', readConcern: { level: 'rumour' } }, fails(9)],
    [
      'aggregate requires a cursor',
      { aggregate: '<c>', pipeline: [] },
      fails(9, "The 'cursor' option is required, except for aggregate with the explain argument"),
    ],
    ['aggregate rejects a pipeline that is not an array', { aggregate: '<c>', pipeline: 5, cursor: {} }, fails(14)],
    ['aggregate requires a pipeline', { aggregate: '<c>', cursor: {} }, fails(40414)],
    [
      'aggregate rejects a stage that is not a document',
      { aggregate: '<c>', pipeline: [5], cursor: {} },
      fails(14, "Each element of the 'pipeline' array must be an object"),
    ],
    [
      'aggregate rejects an unknown stage',
      { aggregate: '<c>', pipeline: [{ $foo: 1 }], cursor: {} },
      fails(40324, "Unrecognized pipeline stage name: '$foo'"),
    ],
    [
      'aggregate rejects two operators in one stage',
      { aggregate: '<c>', pipeline: [{ $match: {}, $limit: 1 }], cursor: {} },
      fails(40323, 'A pipeline stage specification object must contain exactly one field.'),
    ],
    [
      'aggregate rejects an unknown field',
      { aggregate: '<c>', pipeline: [], cursor: {}, foo: 1 },
      fails(40415, "BSON field 'aggregate.foo' is an unknown field."),
    ],
    ['aggregate rejects a negative batchSize', { aggregate: '<c>', pipeline: [], cursor: { batchSize: -1 } }, fails(51024)],
  ]),
]

const samples = [
  { _id: 1, a: 1, b: { c: 'x' } },
  { _id: 2, a: [1, 2, [3]], b: [{ c: 'x' }, { c: 'y' }] },
  { _id: 3, a: long(2), b: 5 },
  { _id: 4, a: null },
  { _id: 5, a: [] },
  { _id: 6, a: 'x', b: { c: ['z', 'x'] } },
  { _id: 7 },
]
const counting = (rows: readonly (readonly [string, Document, number])[]): CommandCase[] =>
  rows.map(([name, fields, n]) => ({ name, docs: samples, command: { count: '<c>', ...fields }, returns: { n: int(n) } }))
const distinct = (rows: readonly (readonly [string, Document, readonly unknown[]])[]): ScriptCase[] =>
  rows.map(([name, { key, query }, values]) => ({
    name,
    docs: samples,
    script: async ({ db, coll }) => {
      const answer = await db.command({ distinct: coll.collectionName, key, ...(query ? { query } : {}) })
      return (answer.values as unknown[]).toSorted((x, y) => (String(JSON.stringify(x)) < String(JSON.stringify(y)) ? -1 : 1))
    },
    returns: values,
  }))

const counts: Case[] = [
  ...counting([
    ['count counts all documents', {}, 7],
    ['count accepts a query', { query: { a: 1 } }, 2],
    ['count accepts a limit', { query: { a: { $exists: true } }, limit: 2 }, 2],
    ['count accepts a skip', { query: { a: { $exists: true } }, skip: 4 }, 2],
    ['count accepts skip and limit', { skip: 5, limit: 9 }, 2],
    ['count returns 0 if skip is past the end', { skip: 99 }, 0],
    ['count uses the absolute value of a negative limit', { limit: -2 }, 2],
    ['count accepts a null query', { query: null }, 7],
  ]),
  { name: 'count returns 0 for an unknown collection', command: { count: '<c>' }, returns: { n: int(0) } },
  {
    name: 'countDocuments in the driver accepts skip',
    docs: samples,
    script: ({ coll }) => coll.countDocuments({ a: 1 }, { skip: 1 }),
    returns: 1,
  },
  {
    name: 'countDocuments returns 0 if nothing matches',
    docs: samples,
    script: ({ coll }) => coll.countDocuments({ a: 'nobody' }),
    returns: 0,
  },
  {
    name: 'estimatedDocumentCount in the driver counts all documents',
    docs: samples,
    script: ({ coll }) => coll.estimatedDocumentCount(),
    returns: 7,
  },
  ...distinct([
    ['distinct unwinds arrays and returns equal numbers once', { key: 'a' }, ['x', int(1), int(2), [3], null]],
    ['distinct accepts a path through arrays', { key: 'b.c' }, ['x', 'y', 'z']],
    ['distinct accepts an array index', { key: 'a.1' }, [int(2)]],
    ['distinct accepts a query', { key: 'a', query: { _id: { $gte: 6 } } }, ['x']],
    ['distinct returns nothing for a missing field', { key: 'z' }, []],
    ['distinct returns whole documents', { key: 'b', query: { _id: { $lte: 2 } } }, [{ c: 'x' }, { c: 'y' }]],
    ['distinct accepts _id as the key', { key: '_id', query: { a: 1 } }, [1, 2]],
  ]),
  { name: 'distinct returns nothing for an unknown collection', command: { distinct: '<c>', key: 'a' }, returns: { values: [] } },
  ...rejecting([
    ['count rejects a query that is not a document', { count: '<c>', query: 5 }, fails(14)],
    ['count rejects a string for limit', { count: '<c>', limit: 'x' }, fails(14)],
    ['count rejects a negative skip', { count: '<c>', skip: -1 }, fails(51024)],
    ['count rejects an unknown field', { count: '<c>', foo: 1 }, fails(40415, "BSON field 'count.foo' is an unknown field.")],
    ['distinct requires a key', { distinct: '<c>' }, fails(40414, "BSON field 'distinct.key' is missing but a required field")],
    [
      'distinct rejects a key that is not a string',
      { distinct: '<c>', key: 5 },
      fails(14, "BSON field 'distinct.key' is the wrong type 'int', expected type 'string'"),
    ],
    [
      'distinct rejects a query that is not a document',
      { distinct: '<c>', key: 'a', query: 'x' },
      fails(14, "BSON field 'distinct.query' is the wrong type 'string', expected type 'object'"),
    ],
    ['distinct rejects an unknown field', { distinct: '<c>', key: 'a', foo: 1 }, fails(40415)],
  ]),
]

const writes: Case[] = [
  {
    name: 'delete with limit 1 deletes one document',
    docs: [{ _id: 1 }, { _id: 2 }],
    command: { delete: '<c>', deletes: [{ q: {}, limit: 1 }] },
    returns: { n: int(1) },
    after: [{ _id: 2 }],
  },
  {
    name: 'delete with limit 0 deletes all matching documents',
    docs: [{ _id: 1 }, { _id: 2 }, { _id: 3 }],
    command: { delete: '<c>', deletes: [{ q: { _id: { $gt: 1 } }, limit: 0 }] },
    returns: { n: int(2) },
    after: [{ _id: 1 }],
  },
  {
    name: 'delete runs several statements in one command',
    docs: [{ _id: 1 }, { _id: 2 }, { _id: 3 }],
    command: {
      delete: '<c>',
      deletes: [
        { q: { _id: 1 }, limit: 1 },
        { q: { _id: 3 }, limit: 0 },
      ],
    },
    returns: { n: int(2) },
    after: [{ _id: 2 }],
  },
  {
    name: 'delete returns 0 for an unknown collection',
    command: { delete: '<c>', deletes: [{ q: {}, limit: 0 }] },
    returns: { n: int(0) },
  },
  {
    name: 'an ordered delete stops at an invalid filter',
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
    name: 'an unordered delete continues after an error',
    docs: [{ _id: 1 }, { _id: 2 }],
    command: {
      delete: '<c>',
      ordered: false,
      deletes: [
        { q: { $foo: 1 }, limit: 1 },
        { q: { _id: 2 }, limit: 1 },
      ],
    },
    returns: { n: int(1) },
    error: fails(2, undefined, { index: int(0) }),
    after: [{ _id: 1 }],
  },
  ...rejecting([
    ['delete rejects an empty list of statements', { delete: '<c>', deletes: [] }, fails(16)],
    [
      'delete requires a limit',
      { delete: '<c>', deletes: [{ q: {} }] },
      fails(40414, "BSON field 'delete.deletes.limit' is missing but a required field"),
    ],
    [
      'delete requires a query',
      { delete: '<c>', deletes: [{ limit: 1 }] },
      fails(40414, "BSON field 'delete.deletes.q' is missing but a required field"),
    ],
    [
      'delete rejects a limit of 2',
      { delete: '<c>', deletes: [{ q: {}, limit: 2 }] },
      fails(9, 'The limit field in delete objects must be 0 or 1'),
    ],
    [
      'delete rejects an unknown field',
      { delete: '<c>', deletes: [{ q: {}, limit: 1 }], foo: 1 },
      fails(40415, "BSON field 'delete.foo' is an unknown field."),
    ],
    [
      'delete rejects an unknown field in a statement',
      { delete: '<c>', deletes: [{ q: {}, limit: 1, foo: 1 }] },
      fails(40415, "BSON field 'delete.deletes.foo' is an unknown field."),
    ],
    ['update rejects an empty list of statements', { update: '<c>', updates: [] }, fails(16)],
    ['update requires updates', { update: '<c>' }, fails(40414, "BSON field 'update.updates' is missing but a required field")],
    [
      'update requires a query',
      { update: '<c>', updates: [{ u: {} }] },
      fails(40414, "BSON field 'update.updates.q' is missing but a required field"),
    ],
    [
      'update rejects a scalar update',
      { update: '<c>', updates: [{ q: {}, u: 5 }] },
      fails(9, 'Update argument must be either an object or an array'),
    ],
    [
      'update rejects an unknown field in a statement',
      { update: '<c>', updates: [{ q: {}, u: {}, foo: 1 }] },
      fails(40415, "BSON field 'update.updates.foo' is an unknown field."),
    ],
    ['update rejects a string for multi', { update: '<c>', updates: [{ q: {}, u: {}, multi: 'yes' }] }, fails(14)],
    [
      'findAndModify requires an update or remove',
      { findAndModify: '<c>', query: {} },
      fails(9, 'Either an update or remove=true must be specified'),
    ],
    ['findAndModify rejects update combined with remove', { findAndModify: '<c>', update: {}, remove: true }, fails(9)],
    ['findAndModify rejects new combined with remove', { findAndModify: '<c>', remove: true, new: true }, fails(9)],
    ['findAndModify rejects upsert combined with remove', { findAndModify: '<c>', remove: true, upsert: true }, fails(9)],
    ['findAndModify rejects a string for sort', { findAndModify: '<c>', remove: true, sort: 'x' }, fails(14)],
    ['findAndModify rejects a string for new', { findAndModify: '<c>', update: {}, new: 'yes' }, fails(14)],
    ['findAndModify rejects an unknown field', { findAndModify: '<c>', remove: true, foo: 1 }, fails(40415)],
  ]),
]

const COLLATION = { locale: 'de', strength: 2 }

const collections: Case[] = [
  { name: 'create creates an empty collection', command: { create: '<c>' }, returns: { ok: numberEquals(1) }, after: [] },
  {
    name: 'create succeeds if the collection exists with the same options',
    docs: [],
    command: { create: '<c>' },
    returns: { ok: numberEquals(1) },
  },
  {
    name: 'create rejects an unknown field',
    command: { create: '<c>', foo: 1 },
    error: fails(40415, "BSON field 'create.foo' is an unknown field."),
  },
  { name: 'create rejects an empty name', command: { create: '' }, error: fails(73) },
  { name: 'create rejects a name with a dollar sign', command: { create: 'a$b' }, error: fails(73) },
  {
    name: 'drop returns the number of indexes',
    docs: [],
    indexes: [{ key: { a: 1 } }],
    command: { drop: '<c>' },
    returns: { ns: '<d>.<c>', nIndexesWas: numberEquals(2) },
  },
  { name: 'drop succeeds for an unknown collection', command: { drop: '<c>' }, returns: { ok: numberEquals(1), ns: absent } },
  {
    name: 'a re-created collection does not contain the dropped documents',
    docs: [{ _id: 1 }],
    before: [{ drop: '<c>' }, { insert: '<c>', documents: [{ _id: 2 }] }],
    command: { count: '<c>' },
    returns: { n: int(1) },
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
    returns: [true, [], false],
  },
  {
    name: 'listCollections returns name, type, options and the _id index',
    docs: [],
    command: { listCollections: 1, filter: { name: '<c>' } },
    returns: {
      'cursor.ns': '<d>.$cmd.listCollections',
      'cursor.firstBatch.length': numberEquals(1),
      'cursor.firstBatch.0.name': '<c>',
      'cursor.firstBatch.0.type': 'collection',
      'cursor.firstBatch.0.options': {},
      'cursor.firstBatch.0.info.readOnly': false,
      'cursor.firstBatch.0.idIndex': { v: int(2), key: { _id: int(1) }, name: '_id_' },
    },
  },
  {
    name: 'listCollections returns only names and types with nameOnly',
    docs: [],
    command: { listCollections: 1, nameOnly: true, filter: { name: '<c>' } },
    returns: { 'cursor.firstBatch': [{ name: '<c>', type: 'collection' }] },
  },
  {
    name: 'listCollections filters by a regular expression',
    docs: [],
    command: { listCollections: 1, nameOnly: true, filter: { name: { $regex: '^<c>$' } } },
    returns: { 'cursor.firstBatch.length': numberEquals(1) },
  },
  {
    name: 'listCollections returns several batches',
    docs: [],
    others: { '<c>.other': [] },
    script: async ({ db, coll }) => {
      const filter = { name: { $regex: `^${coll.collectionName}` } }
      return (await db.listCollections(filter, { batchSize: 1 }).toArray()).length
    },
    returns: 2,
  },
  {
    name: 'listCollections returns nothing for an unknown name',
    command: { listCollections: 1, filter: { name: '<c>' } },
    returns: { 'cursor.firstBatch': [], 'cursor.id': numberEquals(0) },
  },
  {
    name: 'listCollections returns nothing for an unknown database',
    on: 'semantics_nowhere',
    command: { listCollections: 1 },
    returns: { 'cursor.firstBatch': [] },
  },
  {
    name: 'listDatabases returns the database',
    docs: [{ _id: 1 }],
    on: 'admin',
    command: { listDatabases: 1, filter: { name: '<d>' } },
    returns: {
      'databases.length': numberEquals(1),
      'databases.0.name': '<d>',
      'databases.0.empty': false,
      'databases.0.sizeOnDisk': (n: unknown) => Number(n) > 0,
    },
  },
  {
    name: 'listDatabases returns only names with nameOnly',
    docs: [{ _id: 1 }],
    on: 'admin',
    command: { listDatabases: 1, nameOnly: true, filter: { name: '<d>' } },
    returns: { databases: [{ name: '<d>' }] },
  },
  {
    name: 'listDatabases rejects databases other than admin',
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
    returns: [0, 1, 11000],
  },
  {
    name: 'renameCollection rejects an unknown source',
    on: 'admin',
    command: { renameCollection: '<d>.<c>', to: '<d>.<c>x' },
    error: fails(26, 'Source collection <d>.<c> does not exist'),
  },
  {
    name: 'renameCollection rejects an existing target',
    docs: [],
    others: { '<c>.other': [{ _id: 1 }] },
    on: 'admin',
    command: { renameCollection: '<d>.<c>', to: '<d>.<c>.other' },
    error: fails(48, 'target namespace exists'),
  },
  {
    name: 'renameCollection with dropTarget replaces an existing target',
    docs: [{ _id: 5 }],
    others: { '<c>.other': [{ _id: 1 }] },
    on: 'admin',
    command: { renameCollection: '<d>.<c>', to: '<d>.<c>.other', dropTarget: true },
    othersAfter: { '<c>.other': [{ _id: 5 }] },
  },
  {
    name: 'renameCollection rejects identical names',
    docs: [],
    on: 'admin',
    command: { renameCollection: '<d>.<c>', to: '<d>.<c>' },
    error: fails(20, "Can't rename a collection to itself"),
  },
  {
    name: 'renameCollection rejects databases other than admin',
    docs: [],
    command: { renameCollection: '<d>.<c>', to: '<d>.<c>x' },
    error: fails(13, 'renameCollection may only be run against the admin database.'),
  },
  {
    name: 'renameCollection rejects an invalid target name',
    docs: [],
    on: 'admin',
    command: { renameCollection: '<d>.<c>', to: '<d>.a$b' },
    error: fails([20, 73]),
  },
  { name: 'collMod without changes succeeds', docs: [], command: { collMod: '<c>' }, returns: { ok: numberEquals(1) } },
  {
    name: 'collStats counts documents and indexes',
    docs: [{ _id: 1 }, { _id: 2 }],
    indexes: [{ key: { a: 1 } }],
    command: { collStats: '<c>' },
    returns: { ns: '<d>.<c>', count: numberEquals(2), nindexes: numberEquals(2) },
  },
  { name: 'dbStats returns the database name', docs: [{ _id: 1 }], command: { dbStats: 1 }, returns: { db: '<d>' } },
]

const CAPPED = { create: '<c>', capped: true, size: 1000 }
const CLUSTERED = { create: '<c>', clusteredIndex: { key: { _id: 1 }, unique: true } }

/** Each row contains a name, the fields of a create command, and the expected error. The collection does not exist. */
const rejectingCreate = (rows: readonly (readonly [string, Document, Failure])[]): CommandCase[] =>
  rows.map(([name, fields, error]) => ({ name, command: { create: '<c>', ...fields }, error }))

const cappedAndClustered: Case[] = [
  {
    name: 'create rounds up the size of a capped collection',
    before: [{ ...CAPPED, max: 3 }],
    command: { listCollections: 1, filter: { name: '<c>' } },
    returns: {
      'cursor.firstBatch.0.options.capped': true,
      'cursor.firstBatch.0.options.size': numberEquals(1024),
      'cursor.firstBatch.0.options.max': numberEquals(3),
      'cursor.firstBatch.0.idIndex.name': '_id_',
    },
  },
  {
    name: 'collStats returns the limits of a capped collection',
    before: [{ ...CAPPED, max: 3 }],
    command: { collStats: '<c>' },
    returns: { capped: true, max: numberEquals(3), maxSize: numberEquals(1024) },
  },
  {
    name: 'collStats reports a regular collection as not capped',
    docs: [],
    command: { collStats: '<c>' },
    returns: { capped: false, max: absent },
  },
  {
    name: 'an insert beyond max removes the oldest documents',
    before: [
      { ...CAPPED, max: 2 },
      { insert: '<c>', documents: [{ _id: 3 }, { _id: 2 }] },
    ],
    command: { insert: '<c>', documents: [{ _id: 1 }] },
    returns: { n: int(1) },
    after: [{ _id: 1 }, { _id: 2 }],
  },
  {
    name: 'an insert beyond the size removes the oldest documents',
    before: [{ ...CAPPED, size: 256 }],
    command: { insert: '<c>', documents: [ofSize(1, 100), ofSize(2, 100), ofSize(3, 156)] },
    returns: { n: int(3) },
    after: [ofSize(2, 100), ofSize(3, 156)],
  },
  {
    name: 'a document larger than a capped collection removes all others',
    before: [
      { ...CAPPED, size: 256 },
      { insert: '<c>', documents: [{ _id: 1 }, { _id: 2 }] },
    ],
    command: { insert: '<c>', documents: [ofSize(3, 300)] },
    after: [ofSize(3, 300)],
  },
  {
    name: 'an upsert beyond max removes the oldest document',
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
    name: 'an update can grow a capped collection beyond its size',
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
    name: 'the next insert shrinks an oversized capped collection',
    before: [
      { ...CAPPED, size: 256 },
      { insert: '<c>', documents: [ofSize(1, 100), ofSize(2, 100)] },
      { update: '<c>', updates: [{ q: { _id: 2 }, u: { $set: { a: ofSize(2, 200).a } } }] },
    ],
    command: { insert: '<c>', documents: [ofSize(3, 50)] },
    after: [ofSize(2, 200), ofSize(3, 50)],
  },
  {
    name: 'a delete makes room in a capped collection',
    before: [
      { ...CAPPED, max: 2 },
      { insert: '<c>', documents: [{ _id: 1 }, { _id: 2 }] },
      { delete: '<c>', deletes: [{ q: { _id: 2 }, limit: 1 }] },
    ],
    command: { insert: '<c>', documents: [{ _id: 3 }] },
    after: [{ _id: 1 }, { _id: 3 }],
  },
  {
    name: 'removing the oldest documents also removes their index entries',
    before: [
      { ...CAPPED, max: 1 },
      { createIndexes: '<c>', indexes: [{ key: { a: 1 }, name: 'a_1', unique: true }] },
      { insert: '<c>', documents: [{ _id: 1, a: 1 }, { _id: 2 }] },
    ],
    command: { insert: '<c>', documents: [{ _id: 1, a: 1 }] },
    returns: { n: int(1) },
    after: [{ _id: 1, a: 1 }],
  },
  {
    name: 'a rejected duplicate removes nothing from a capped collection',
    before: [
      { ...CAPPED, max: 2 },
      { insert: '<c>', documents: [{ _id: 1 }, { _id: 2 }] },
    ],
    command: { insert: '<c>', documents: [{ _id: 1 }] },
    error: fails(11000),
    after: [{ _id: 1 }, { _id: 2 }],
  },
  {
    name: 'createIndexes rejects a TTL index on a capped collection',
    before: [CAPPED],
    command: { createIndexes: '<c>', indexes: [{ key: { a: 1 }, name: 'a_1', expireAfterSeconds: 1 }] },
    error: fails(67, 'Cannot create TTL index on a capped collection'),
  },
  {
    name: 'collMod rejects a TTL index on a capped collection',
    before: [CAPPED, { createIndexes: '<c>', indexes: [{ key: { a: 1 }, name: 'a_1' }] }],
    command: { collMod: '<c>', index: { name: 'a_1', expireAfterSeconds: 1 } },
    error: fails(72, 'TTL indexes are not supported for capped collections'),
  },
  {
    name: 'create succeeds if an identical capped collection exists',
    before: [CAPPED],
    command: { ...CAPPED, size: 1024 },
    returns: { ok: numberEquals(1) },
  },
  {
    name: 'create rejects capped options for an existing regular collection',
    docs: [],
    command: CAPPED,
    error: fails(48, 'already exists, but with different options'),
  },
  {
    name: 'create rejects a different size for an existing capped collection',
    before: [CAPPED],
    command: { ...CAPPED, size: 2000 },
    error: fails(48),
  },
  {
    name: 'create rejects missing options for an existing capped collection',
    before: [CAPPED],
    command: { create: '<c>' },
    error: fails(48),
  },
  ...rejectingCreate([
    ['create rejects capped without a size', { capped: true, max: 1 }, fails(72, "the 'size' field is required when 'capped' is true")],
    ['create rejects a size without capped', { size: 1000 }, fails(72, "the 'capped' field needs to be true")],
    ['create rejects a max without capped', { capped: false, max: 1 }, fails(72)],
    ['create rejects a capped size of 0', { capped: true, size: 0 }, fails(51024, "BSON field 'size' value must be >= 1")],
    ['create rejects a negative capped size', { capped: true, size: -500 }, fails(51024)],
    ['create rejects a capped size above 1 PB', { capped: true, size: 2 ** 50 + 1 }, fails(51024)],
    ['create rejects a max above the Int32 range', { capped: true, size: 1, max: 2 ** 31 }, fails(51024)],
    ['create rejects a string for size', { capped: true, size: '1' }, fails(14)],
    ['create rejects a string for max', { capped: true, size: 1, max: '1' }, fails(14)],
    ['create rejects a string for capped', { capped: 'yes', size: 1 }, fails(14)],
  ]),
  {
    name: 'listCollections returns the clustered index as an option',
    before: [CLUSTERED],
    command: { listCollections: 1, filter: { name: '<c>' } },
    returns: {
      'cursor.firstBatch.0.options': { clusteredIndex: { v: int(2), key: { _id: int(1) }, name: '_id_', unique: true } },
      'cursor.firstBatch.0.idIndex': absent,
    },
  },
  {
    name: 'listIndexes returns the clustered index',
    before: [{ create: '<c>', clusteredIndex: { key: { _id: 1 }, unique: true, name: 'by id' } }],
    command: { listIndexes: '<c>' },
    returns: { 'cursor.firstBatch': [{ v: int(2), key: { _id: int(1) }, name: 'by id', unique: true, clustered: true }] },
  },
  {
    name: 'a clustered collection rejects a duplicate _id',
    before: [CLUSTERED, { insert: '<c>', documents: [{ _id: 1 }] }],
    command: { insert: '<c>', documents: [{ _id: 1 }] },
    error: fails(11000),
    after: [{ _id: 1 }],
  },
  {
    name: 'a clustered collection returns a range of _ids in order',
    before: [CLUSTERED, { insert: '<c>', documents: [{ _id: 2 }, { _id: 1 }, { _id: 3 }] }],
    find: { _id: { $gt: 1 } },
    options: { sort: { _id: 1 } },
    ids: [2, 3],
  },
  ...['_id_', { _id: 1 }].map(
    (index): CommandCase => ({
      name: `dropIndexes rejects the clustered index by ${typeof index === 'string' ? 'name' : 'key'}`,
      before: [CLUSTERED],
      command: { dropIndexes: '<c>', index },
      error: fails(5979800),
    }),
  ),
  {
    name: 'dropping all indexes keeps the clustered index',
    before: [
      { create: '<c>', clusteredIndex: { key: { _id: 1 }, unique: true, name: 'by id' } },
      { createIndexes: '<c>', indexes: [{ key: { a: 1 }, name: 'a_1' }] },
      { dropIndexes: '<c>', index: '*' },
    ],
    command: { listIndexes: '<c>' },
    returns: { 'cursor.firstBatch.length': numberEquals(1), 'cursor.firstBatch.0.name': 'by id' },
  },
  {
    name: 'createIndexes on _id succeeds on a clustered collection',
    before: [CLUSTERED],
    command: { createIndexes: '<c>', indexes: [{ key: { _id: 1 }, name: '_id_' }] },
    returns: { numIndexesBefore: numberEquals(1), numIndexesAfter: numberEquals(1) },
  },
  {
    name: 'create succeeds if an identical clustered collection exists',
    before: [CLUSTERED],
    command: CLUSTERED,
    returns: { ok: numberEquals(1) },
  },
  { name: 'create rejects a clustered index for an existing regular collection', docs: [], command: CLUSTERED, error: fails(48) },
  {
    name: 'create treats clusteredIndex: false as a regular collection',
    command: { create: '<c>', clusteredIndex: false },
    returns: { ok: numberEquals(1) },
  },
  ...rejectingCreate([
    ['create rejects clusteredIndex: true', { clusteredIndex: true }, fails(5979703)],
    ['create rejects a clustered index without a key', { clusteredIndex: { unique: true } }, fails(40414)],
    ['create rejects a clustered index without unique', { clusteredIndex: { key: { _id: 1 } } }, fails(40414)],
    ['create rejects a clustered index that is not unique', { clusteredIndex: { key: { _id: 1 }, unique: false } }, fails(5979700)],
    ['create rejects a clustered index on another field', { clusteredIndex: { key: { a: 1 }, unique: true } }, fails(197)],
    ['create rejects a clustered index on two fields', { clusteredIndex: { key: { _id: 1, a: 1 }, unique: true } }, fails(197)],
    ['create rejects a descending clustered index', { clusteredIndex: { key: { _id: -1 }, unique: true } }, fails(197)],
    ['create rejects a clustered index of version 1', { clusteredIndex: { key: { _id: 1 }, unique: true, v: 1 } }, fails(5979704)],
    ['create rejects an unknown field in a clustered index', { clusteredIndex: { key: { _id: 1 }, unique: true, x: 1 } }, fails(40415)],
    ['create rejects a size for a clustered collection', { ...CLUSTERED, capped: true, size: 1, max: 1 }, fails(6049200)],
    ['create rejects a max for a clustered collection', { ...CLUSTERED, max: 1 }, fails(6049204)],
    ['create rejects a capped clustered collection', { ...CLUSTERED, capped: true }, fails(6049201)],
  ]),
]

const documents: Case[] = [
  {
    name: '$documents replaces a collection as the source',
    command: {
      aggregate: 1,
      pipeline: [{ $documents: [{ a: 1, b: { $add: [1, 1] } }, { a: 2 }] }, { $match: { a: 1 } }],
      cursor: {},
    },
    returns: {
      'cursor.firstBatch': [{ a: 1, b: 2 }],
      'cursor.id': numberEquals(0),
      'cursor.ns': '<d>.$cmd.aggregate',
    },
  },
  {
    name: '$documents accepts an expression',
    command: {
      aggregate: 1,
      pipeline: [{ $documents: { $map: { input: { $range: [0, 3] }, in: { x: '$$this', y: '$$y' } } } }],
      let: { y: 'z' },
      cursor: {},
    },
    returns: {
      'cursor.firstBatch': [
        { x: 0, y: 'z' },
        { x: 1, y: 'z' },
        { x: 2, y: 'z' },
      ],
    },
  },
  {
    name: '$documents accepts an empty array',
    command: { aggregate: 1, pipeline: [{ $documents: [] }, { $count: 'n' }], cursor: {} },
    returns: { 'cursor.firstBatch': [] },
  },
  {
    name: '$documents can be joined with a collection',
    docs: [{ _id: 1, a: 'x' }],
    command: {
      aggregate: 1,
      pipeline: [{ $documents: [{ k: 1 }] }, { $lookup: { from: '<c>', localField: 'k', foreignField: '_id', as: 'found' } }],
      cursor: {},
    },
    returns: { 'cursor.firstBatch': [{ k: 1, found: [{ _id: 1, a: 'x' }] }] },
  },
  {
    name: '$documents can be merged into a collection',
    command: { aggregate: 1, pipeline: [{ $documents: [{ _id: 1 }] }, { $merge: '<c>' }], cursor: {} },
    after: [{ _id: 1 }],
  },
  {
    name: '$documents returns batches',
    script: async ({ db }) => {
      const cursor = db.aggregate([{ $documents: { $map: { input: { $range: [0, 500] }, in: { x: '$$this' } } } }], { batchSize: 10 })
      const first = await cursor.next()
      return [Number(first?.x), (await cursor.toArray()).length]
    },
    returns: [0, 499],
  },
  {
    name: 'killCursors closes a cursor of $documents',
    script: async ({ db }) => {
      const pipeline = [{ $documents: [{ x: 1 }, { x: 2 }] }]
      const { cursor } = await db.command({ aggregate: 1, pipeline, cursor: { batchSize: 1 } })
      const killed = await db.command({ killCursors: '$cmd.aggregate', cursors: [cursor.id] })
      return killed.cursorsKilled.length
    },
    returns: 1,
  },
  ...(
    [
      ['$documents on a collection', { aggregate: '<c>', pipeline: [{ $documents: [{ a: 1 }] }] }, 73],
      ['$documents after another stage on a collection', { aggregate: '<c>', pipeline: [{ $match: {} }, { $documents: [] }] }, 40602],
      ['$documents twice', { aggregate: 1, pipeline: [{ $documents: [] }, { $documents: [] }] }, 40602],
      ['$documents after another stage on a database', { aggregate: 1, pipeline: [{ $match: {} }, { $documents: [] }] }, 73],
      ['$documents inside $facet', { aggregate: '<c>', pipeline: [{ $facet: { a: [{ $documents: [] }] } }] }, 40600],
      ['$documents with a scalar in the array', { aggregate: 1, pipeline: [{ $documents: [{ a: 1 }, 2] }] }, 40228],
      ['$documents with a string', { aggregate: 1, pipeline: [{ $documents: 'x' }] }, [40228, 5858203]],
      ['an empty pipeline on a database', { aggregate: 1, pipeline: [] }, 73],
    ] as const
  ).map(
    ([what, command, code]): CommandCase => ({
      name: `rejects ${what}`,
      docs: [],
      command: { ...command, cursor: {} },
      error: fails(code),
    }),
  ),
]

const server: Case[] = [
  { name: 'ping returns ok as a Double', command: { ping: 1 }, returns: { ok: double(1) } },
  {
    name: 'hello reports a writable primary that supports sessions',
    on: 'admin',
    command: { hello: 1 },
    returns: {
      isWritablePrimary: true,
      maxBsonObjectSize: numberEquals(BIG),
      logicalSessionTimeoutMinutes: numberEquals(30),
      setName: (v: unknown) => typeof v === 'string',
      readOnly: false,
    },
  },
  {
    name: 'buildInfo returns a version',
    command: { buildInfo: 1 },
    returns: { version: /^\d+\.\d+\.\d+/, 'versionArray.length': numberEquals(4) },
  },
  {
    name: 'accepts a comment of any type',
    docs: [{ _id: 1 }],
    command: { find: '<c>', comment: { who: 'me' } },
    returns: { 'cursor.firstBatch': [{ _id: 1 }] },
  },
  {
    name: 'accepts maxTimeMS',
    docs: [{ _id: 1 }],
    command: { find: '<c>', maxTimeMS: 5000 },
    returns: { 'cursor.firstBatch': [{ _id: 1 }] },
  },
  {
    name: 'the simple collation is case-sensitive',
    docs: [{ _id: 1, a: 'A' }],
    find: { a: 'a' },
    options: { collation: { locale: 'simple' } },
    ids: [],
  },
  {
    name: 'accepts options that do not affect the result',
    docs: [{ _id: 1 }],
    command: { find: '<c>', allowDiskUse: true, noCursorTimeout: true, allowPartialResults: false, tailable: false },
    returns: { 'cursor.firstBatch': [{ _id: 1 }] },
  },
  {
    name: 'accepts read concern majority',
    docs: [{ _id: 1 }],
    command: { find: '<c>', readConcern: { level: 'majority' } },
    returns: { 'cursor.firstBatch': [{ _id: 1 }] },
  },
  {
    name: 'accepts write concern majority',
    command: { insert: '<c>', documents: [{ _id: 1 }], writeConcern: { w: 'majority', j: true } },
    returns: { n: int(1) },
  },
  {
    name: 'accepts version 1 of the Stable API',
    docs: [{ _id: 1 }],
    command: { find: '<c>', apiVersion: '1', apiStrict: true, apiDeprecationErrors: true },
    returns: { 'cursor.firstBatch': [{ _id: 1 }] },
  },
  ...rejecting([
    ['rejects an unknown version of the Stable API', { find: '<c>', apiVersion: '2' }, fails(322)],
    ['rejects apiStrict without apiVersion', { find: '<c>', apiStrict: true }, fails(4886600)],
    ['the strict Stable API rejects distinct', { distinct: '<c>', key: 'a', apiVersion: '1', apiStrict: true }, fails(323)],
    ['rejects a number for apiStrict', { find: '<c>', apiVersion: '1', apiStrict: 1 }, fails(14)],
    ['rejects a write concern that exceeds the number of nodes', { insert: '<c>', documents: [{}], writeConcern: { w: 4 } }, fails(100)],
    ['rejects an unknown command', { shout: 1 }, fails(59, "no such command: 'shout'")],
    ['rejects an unknown command with a collection', { frobnicate: '<c>', filter: {} }, fails(59, "no such command: 'frobnicate'")],
  ]),
]

const unsupported: Case[] = embeddedOnly('MongoDB supports this', [
  ...rejecting([
    ['find rejects a collation', { find: '<c>', collation: COLLATION }, fails(115)],
    ['update rejects a collation', { update: '<c>', updates: [{ q: {}, u: {}, collation: COLLATION }] }, fails(115)],
    ['delete rejects a collation', { delete: '<c>', deletes: [{ q: {}, limit: 1, collation: COLLATION }] }, fails(115)],
    ['findAndModify rejects a collation', { findAndModify: '<c>', remove: true, collation: COLLATION }, fails(115)],
    ['aggregate rejects a collation', { aggregate: '<c>', pipeline: [], cursor: {}, collation: COLLATION }, fails(115)],
    ['count rejects a collation', { count: '<c>', collation: COLLATION }, fails(115)],
    ['distinct rejects a collation', { distinct: '<c>', key: 'a', collation: COLLATION }, fails(115)],
    ['rejects a change stream', { aggregate: '<c>', pipeline: [{ $changeStream: {} }], cursor: {} }, fails([115, 40324, 40573])],
    ['rejects a tailable cursor', { find: '<c>', tailable: true }, fails([2, 115])],
    ['rejects read concern linearizable', { find: '<c>', readConcern: { level: 'linearizable' } }, fails(115)],
    ['rejects read concern snapshot outside a transaction', { find: '<c>', readConcern: { level: 'snapshot' } }, fails([115, 246])],
    ['collMod rejects a validator', { collMod: '<c>', validator: { a: 1 } }, fails(115)],
    ['collMod rejects hiding the _id index', { collMod: '<c>', index: { name: '_id_', hidden: true } }, fails(2)],
    ['rejects convertToCapped', { convertToCapped: '<c>', size: 1000 }, fails([59, 115])],
    ['rejects mapReduce', { mapReduce: '<c>', map: 'x', reduce: 'y', out: { inline: 1 } }, fails([59, 115])],
    ['rejects $out', { aggregate: '<c>', pipeline: [{ $out: 'x' }], cursor: {} }, fails([115, 40324])],
    ['rejects $search', { aggregate: '<c>', pipeline: [{ $search: {} }], cursor: {} }, fails([115, 40324, 31082])],
    ['rejects $geoNear', { aggregate: '<c>', pipeline: [{ $geoNear: {} }], cursor: {} }, fails([115, 40324])],
  ]),
  ...(
    [
      ['a time series collection', { timeseries: { timeField: 't' } }],
      ['a view', { viewOn: 'x', pipeline: [] }],
      ['a validator', { validator: { a: 1 } }],
      ['a JSON schema', { validator: { $jsonSchema: {} } }],
      ['a collation', { collation: COLLATION }],
    ] as const
  ).map(([what, fields]): CommandCase => ({ name: `create rejects ${what}`, command: { create: '<c>', ...fields }, error: fails(115) })),
  {
    name: 'rejects a tailable cursor on a capped collection',
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
  ...cappedAndClustered,
  ...documents,
  ...server,
  ...unsupported,
])
