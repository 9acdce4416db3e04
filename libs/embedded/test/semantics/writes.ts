/** @source https://www.mongodb.com/docs/manual/reference/command/update/ and .../findAndModify/ */
import { type BulkWriteOptions, type Document, MongoBulkWriteError, ObjectId } from 'mongodb'
import { double as D, day as date, decimal as dec, oid } from './mixed.ts'
import { absent, type Case, type CommandCase, type Failure, fails, numberEquals, type ScriptCase, table, type UpdateCase } from './run.ts'
import { type UpsertRow, upsertCases } from './update-rows.ts'

/** Sets a known `_id`, because MongoDB would generate a random one. */
const one = { $setOnInsert: { _id: 1 } }

const upserts: UpsertRow[] = [
  ['copies equality fields from the filter', { a: 5, b: 'x' }, one, { _id: 1, a: 5, b: 'x' }],
  [
    'copies filter fields in lexicographic order, before fields of the update',
    { b: 1, a: 2 },
    { $set: { d: 1, c: 2 }, ...one },
    { _id: 1, a: 2, b: 1, c: 2, d: 1 },
  ],
  ['copies _id from the filter', { _id: 7, a: 1 }, { $set: { b: 2 } }, { _id: 7, a: 1, b: 2 }],
  ['copies an _id that is a document', { _id: { x: 1, y: 2 } }, { $set: { b: 2 } }, { _id: { x: 1, y: 2 }, b: 2 }],
  ['copies an _id given with $eq', { _id: { $eq: 7 } }, { $set: { b: 2 } }, { _id: 7, b: 2 }],
  ['copies an _id from $and', { $and: [{ _id: 7 }, { a: 1 }] }, { $set: { b: 2 } }, { _id: 7, a: 1, b: 2 }],
  ['copies an _id from $in with one value', { _id: { $in: [7] } }, { $set: { b: 2 } }, { _id: 7, b: 2 }],
  ['uses the _id from $set', { a: 1 }, { $set: { _id: 7 } }, { _id: 7, a: 1 }],
  ['uses the _id from $setOnInsert', { a: 1 }, { $setOnInsert: { _id: 7, b: 2 } }, { _id: 7, a: 1, b: 2 }],
  ['builds an _id from dotted fields', { '_id.x': 1, '_id.y': 2 }, { $set: { a: 1 } }, { _id: { x: 1, y: 2 }, a: 1 }],
  ['copies the value of $eq', { a: { $eq: 5 } }, one, { _id: 1, a: 5 }],
  ['copies the value of $in with one value', { a: { $in: [5] } }, one, { _id: 1, a: 5 }],
  ['copies the value of $all with one value', { a: { $all: [5] } }, one, { _id: 1, a: 5 }],
  ['copies the field of $or with one clause', { $or: [{ a: 5 }] }, one, { _id: 1, a: 5 }],
  ['copies the fields of $and', { $and: [{ a: 5 }, { b: { $eq: 6 } }] }, one, { _id: 1, a: 5, b: 6 }],
  ['copies the fields of nested $and', { $and: [{ $and: [{ a: 5 }] }], c: 1 }, one, { _id: 1, a: 5, c: 1 }],
  ['builds embedded documents from dotted fields', { 'a.b': 5, 'a.c': 6 }, one, { _id: 1, a: { b: 5, c: 6 } }],
  ['copies a whole document', { a: { b: 5 } }, one, { _id: 1, a: { b: 5 } }],
  ['copies a whole array', { a: [1, 2] }, one, { _id: 1, a: [1, 2] }],
  ['copies null', { a: null }, one, { _id: 1, a: null }],
  [
    'preserves the type of every copied value',
    { a: 5n, b: D(5), c: dec('5.0'), d: date('2024-01-01'), e: oid(5) },
    one,
    { _id: 1, a: 5n, b: D(5), c: dec('5.0'), d: date('2024-01-01'), e: oid(5) },
  ],
  ['copies nothing from comparisons', { a: { $gt: 5 }, b: { $ne: 1 }, c: { $exists: false }, d: { $in: [1, 2] } }, one, { _id: 1 }],
  [
    'copies nothing from $not, $nor and $or with two clauses',
    { a: { $not: { $eq: 1 } }, $nor: [{ b: 1 }], $or: [{ c: 1 }, { d: 1 }] },
    one,
    { _id: 1 },
  ],
  ['copies nothing from a regular expression', { a: /x/ }, one, { _id: 1 }],
  ['copies nothing from $elemMatch', { a: { $elemMatch: { $eq: 1 } } }, one, { _id: 1 }],
  ['copies an equality combined with a comparison', { a: { $eq: 5, $gt: 1 } }, one, { _id: 1, a: 5 }],
  ['updates a field copied from the filter', { a: 5 }, { $inc: { a: 1 }, ...one }, { _id: 1, a: 6 }],
  ['pushes to an array copied from the filter', { a: [1] }, { $push: { a: 2 }, ...one }, { _id: 1, a: [1, 2] }],
  ['unsets a field copied from the filter', { a: 5 }, { $unset: { a: '' }, ...one }, { _id: 1 }],
  ['puts _id first, regardless of its source', { z: 1 }, { $set: { a: 1, _id: 3 } }, { _id: 3, z: 1, a: 1 }],
  ['a replacement copies only _id from the filter', { _id: 7, a: 1 }, { b: 2 }, { _id: 7, b: 2 }],
  ['a replacement can provide its own _id', { a: 1 }, { b: 2, _id: 7 }, { _id: 7, b: 2 }],
  ['a pipeline starts from the fields of the filter', { a: 5 }, [{ $set: { _id: 1, b: { $add: ['$a', 1] } } }], { _id: 1, a: 5, b: 6 }],
  [
    '$min, $max and $mul initialise missing fields',
    {},
    { $min: { a: 1 }, $max: { b: 2 }, $mul: { c: 3 }, ...one },
    { _id: 1, a: 1, b: 2, c: 0 },
  ],
  [
    'array operators create missing arrays',
    {},
    { $push: { a: 1 }, $addToSet: { b: 2 }, $pull: { c: 3 }, $pop: { d: 1 }, ...one },
    { _id: 1, a: [1], b: [2] },
  ],
  ['$[] updates an array copied from the filter', { a: [5, 8] }, { $mul: { 'a.$[]': 10 }, ...one }, { _id: 1, a: [50, 80] }],
  [
    'rejects $[] if the filter provides no array',
    { a: { $gt: 1 } },
    { $mul: { 'a.$[]': 10 }, ...one },
    fails(2, "The path 'a' must exist in the document in order to apply array updates."),
  ],
  [
    'rejects positional $',
    { a: 1 },
    { $set: { 'a.$': 1 } },
    fails(2, 'The positional operator did not find the match needed from the query.'),
  ],
  [
    'rejects a field that equals two values',
    { $and: [{ a: 1 }, { a: 2 }] },
    one,
    fails(54, "cannot infer query fields to set, path 'a' is matched twice"),
  ],
  ['rejects $all with two values', { a: { $all: [1, 2] } }, one, fails(54, "path 'a' is matched twice")],
  ['rejects a field combined with a field below it', { a: { b: 1 }, 'a.b': 1 }, one, fails(54, "both paths 'a.b' and 'a' are matched")],
  ['rejects a change of the _id from the filter', { _id: 7 }, { $set: { _id: 8 } }, fails(66)],
  ['rejects a replacement whose _id differs from the filter', { _id: 7 }, { _id: 8, a: 1 }, fails(66)],
  ['rejects an array as _id', { a: 1 }, { $set: { _id: [1] } }, fails(53, "The '_id' value cannot be of type array")],
  ['rejects a regular expression as _id', { a: 1 }, { $set: { _id: /a/ } }, fails(53, "The '_id' value cannot be of type regex")],
  ['rejects an expression in the filter', { $expr: { $eq: ['$a', 1] } }, one, fails(224)],
  ['rejects a path through a scalar copied from the filter', { a: 5 }, { $set: { 'a.b': 1 }, ...one }, fails(28)],
]

const abc = [
  { _id: 1, a: 1 },
  { _id: 2, a: 2 },
  { _id: 3, a: 2 },
]

const counters: UpdateCase[] = [
  {
    name: 'a single update changes only the first match',
    docs: abc,
    filter: { a: 2 },
    update: { $set: { b: 1 } },
    n: 1,
    modified: 1,
    after: [abc[0]!, { _id: 2, a: 2, b: 1 }, abc[2]!],
  },
  {
    name: 'multi changes every match',
    docs: abc,
    filter: { a: 2 },
    update: { $set: { b: 1 } },
    options: { multi: true },
    n: 2,
    modified: 2,
    after: [abc[0]!, { _id: 2, a: 2, b: 1 }, { _id: 3, a: 2, b: 1 }],
  },
  {
    name: 'n counts matched documents and nModified counts changed ones',
    docs: abc,
    update: { $set: { a: 2 } },
    options: { multi: true },
    n: 3,
    modified: 1,
    upserted: undefined,
    after: [{ _id: 1, a: 2 }, abc[1]!, abc[2]!],
  },
  {
    name: 'an update without a match returns zero counts',
    docs: abc,
    filter: { a: 9 },
    update: { $set: { a: 2 } },
    options: { multi: true },
    n: 0,
    modified: 0,
    upserted: undefined,
    after: abc,
  },
  {
    name: 'an update of an unknown collection returns zero counts',
    filter: { a: 9 },
    update: { $set: { a: 2 } },
    n: 0,
    modified: 0,
    after: [],
  },
  {
    name: 'an upsert updates a matching document',
    docs: abc,
    filter: { a: 1 },
    update: { $set: { b: 1 }, $setOnInsert: { c: 1 } },
    options: { upsert: true },
    n: 1,
    modified: 1,
    upserted: undefined,
    after: [{ _id: 1, a: 1, b: 1 }, abc[1]!, abc[2]!],
  },
  {
    name: 'an upsert with multi inserts one document',
    docs: abc,
    filter: { _id: 9 },
    update: { $set: { b: 1 } },
    options: { upsert: true, multi: true },
    n: 1,
    modified: 0,
    upserted: 9,
    after: [...abc, { _id: 9, b: 1 }],
  },
  {
    name: 'an upsert creates the collection',
    filter: { _id: 9 },
    update: { $set: { b: 1 } },
    options: { upsert: true },
    n: 1,
    modified: 0,
    upserted: 9,
    after: [{ _id: 9, b: 1 }],
  },
  {
    name: 'multi stops at a failing document and keeps earlier changes',
    docs: [
      { _id: 1, a: 1 },
      { _id: 2, a: 'x' },
      { _id: 3, a: 3 },
    ],
    update: { $inc: { a: 1 } },
    options: { multi: true },
    error: fails(14),
    after: [
      { _id: 1, a: 2 },
      { _id: 2, a: 'x' },
      { _id: 3, a: 3 },
    ],
  },
  {
    name: 'multi resolves positional $ for each document',
    docs: [
      { _id: 1, a: [1, 2] },
      { _id: 2, a: [2, 1] },
    ],
    filter: { a: 2 },
    update: { $set: { 'a.$': 9 } },
    options: { multi: true },
    n: 2,
    modified: 2,
    after: [
      { _id: 1, a: [1, 9] },
      { _id: 2, a: [9, 1] },
    ],
  },
  {
    name: 'multi applies a pipeline to each document',
    docs: abc,
    update: [{ $set: { b: { $multiply: ['$a', 10] } } }],
    options: { multi: true },
    n: 3,
    modified: 3,
    after: [
      { _id: 1, a: 1, b: 10 },
      { _id: 2, a: 2, b: 20 },
      { _id: 3, a: 2, b: 20 },
    ],
  },
  {
    name: 'multi changes each document once, even if its key moves in the index',
    docs: [
      { _id: 1, a: 1 },
      { _id: 2, a: 2 },
    ],
    indexes: [{ key: { a: 1 } }],
    filter: { a: { $gt: 0 } },
    update: { $inc: { a: 10 } },
    options: { multi: true, hint: { a: 1 } },
    n: 2,
    modified: 2,
    after: [
      { _id: 1, a: 11 },
      { _id: 2, a: 12 },
    ],
  },
  {
    name: 'accepts a hint by index name',
    docs: abc,
    indexes: [{ key: { a: 1 } }],
    filter: { a: 1 },
    update: { $set: { b: 1 } },
    options: { hint: 'a_1' },
    n: 1,
    modified: 1,
  },
  {
    name: 'rejects a hint with an unknown index',
    docs: abc,
    filter: { a: 1 },
    update: { $set: { b: 1 } },
    options: { hint: { b: 1 } },
    error: fails(2),
    after: abc,
  },
  {
    name: 'the filter can read let variables',
    docs: abc,
    filter: { $expr: { $eq: ['$a', '$$x'] } },
    update: { $set: { b: 1 } },
    let: { x: 1 },
    n: 1,
    modified: 1,
    after: [{ _id: 1, a: 1, b: 1 }, abc[1]!, abc[2]!],
  },
  {
    name: 'rejects a duplicate of a unique key',
    docs: abc,
    indexes: [{ key: { u: 1 }, unique: true, sparse: true }],
    before: [{ update: '<c>', updates: [{ q: { _id: 1 }, u: { $set: { u: 1 } } }] }],
    filter: { _id: 2 },
    update: { $set: { u: 1 } },
    error: fails(11000, /E11000 duplicate key error collection: .* index: u_1 dup key: \{ u: 1 \}/, {
      keyPattern: { u: 1 },
      keyValue: { u: 1 },
    }),
    after: [{ _id: 1, a: 1, u: 1 }, abc[1]!, abc[2]!],
  },
  {
    name: 'rejects an upsert with a duplicate _id',
    docs: abc,
    filter: { _id: 1, a: 9 },
    update: { $set: { b: 1 } },
    options: { upsert: true },
    error: fails(11000, 'index: _id_ dup key: { _id: 1 }'),
    after: abc,
  },
]

const statement = (name: string, fields: Document, error: Failure): CommandCase => ({
  name,
  docs: abc,
  command: { update: '<c>', updates: [fields] },
  error,
  after: abc,
})

const statements: CommandCase[] = [
  statement(
    'rejects sort, which MongoDB 7.0 does not support',
    { q: {}, u: { $set: { a: 5 } }, sort: { a: 1 } },
    fails(40415, "BSON field 'update.updates.sort' is an unknown field"),
  ),
  statement(
    'rejects an unknown field in a statement',
    { q: {}, u: { $set: { a: 5 } }, foo: 1 },
    fails(40415, "BSON field 'update.updates.foo' is an unknown field"),
  ),
  statement(
    'rejects a missing filter',
    { u: { $set: { a: 5 } } },
    fails(40414, "BSON field 'update.updates.q' is missing but a required field"),
  ),
  statement('rejects a missing update', { q: {} }, fails(40414, "BSON field 'update.updates.u' is missing but a required field")),
  statement('rejects a string as the update', { q: {}, u: 'x' }, fails(9, 'Update argument must be either an object or an array')),
  statement(
    'rejects a number as the filter',
    { q: 5, u: { $set: { a: 5 } } },
    fails(14, /q' is the wrong type 'int', expected type 'object'/),
  ),
  statement('rejects a string for multi', { q: {}, u: { $set: { a: 5 } }, multi: 'x' }, fails(14, /multi' is the wrong type 'string'/)),
  statement('rejects a document for arrayFilters', { q: {}, u: { $set: { a: 5 } }, arrayFilters: {} }, fails(14)),
  statement('rejects a number in arrayFilters', { q: {}, u: { $set: { a: 5 } }, arrayFilters: [5] }, fails(14)),
  statement('rejects a number in a pipeline', { q: {}, u: [5] }, fails(14)),
  statement(
    'rejects an unknown operator in the filter',
    { q: { a: { $foo: 1 } }, u: { $set: { a: 5 } } },
    fails(2, 'unknown operator: $foo'),
  ),
  {
    name: 'rejects an unknown field in the command',
    docs: abc,
    command: { update: '<c>', updates: [], foo: 1 },
    error: fails(40415, "BSON field 'update.foo' is an unknown field"),
  },
  {
    name: 'rejects an empty list of statements',
    docs: abc,
    command: { update: '<c>', updates: [] },
    error: fails(16, 'Write batch sizes must be between 1 and 100000'),
  },
  {
    name: 'reports the statement index of each upsert',
    docs: abc,
    command: {
      update: '<c>',
      updates: [
        { q: { _id: 1 }, u: { $set: { b: 1 } } },
        { q: { _id: 8 }, u: { $set: { b: 1 } }, upsert: true },
        { q: { _id: 9 }, u: { $set: { b: 1 } }, upsert: true },
      ],
    },
    returns: { n: numberEquals(3), nModified: numberEquals(1), 'upserted.0': { index: 1, _id: 8 }, 'upserted.1': { index: 2, _id: 9 } },
  },
  {
    name: 'ordered statements stop at the first error',
    docs: abc,
    command: {
      update: '<c>',
      updates: [
        { q: { _id: 1 }, u: { $set: { b: 1 } } },
        { q: { _id: 2 }, u: { $push: { a: 1 } } },
        { q: { _id: 3 }, u: { $set: { b: 1 } } },
      ],
    },
    error: fails(2, "The field 'a' must be an array", { index: 1 }),
    after: [{ _id: 1, a: 1, b: 1 }, abc[1]!, abc[2]!],
  },
  {
    name: 'unordered statements continue after an error',
    docs: abc,
    command: {
      update: '<c>',
      ordered: false,
      updates: [
        { q: { _id: 1 }, u: { $push: { a: 1 } } },
        { q: { _id: 2 }, u: { $set: { b: 1 } } },
        { q: { _id: 3 }, u: { $inc: { a: 'x' } } },
      ],
    },
    returns: {
      n: numberEquals(1),
      nModified: numberEquals(1),
      'writeErrors.length': 2,
      'writeErrors.0.index': 0,
      'writeErrors.1.index': 2,
      'writeErrors.1.code': 14,
    },
    error: fails(2),
    after: [abc[0]!, { _id: 2, a: 2, b: 1 }, abc[2]!],
  },
]

const items = [
  { _id: 1, name: 'a', rating: 3, tags: ['x', 'y'] },
  { _id: 2, name: 'b', rating: 9 },
  { _id: 3, name: 'c', rating: 9 },
]

const modify = (name: string, fields: Document, gives: Readonly<Record<string, unknown>>, after?: readonly Document[]): CommandCase => ({
  name,
  docs: items,
  command: { findAndModify: '<c>', ...fields },
  returns: gives,
  ...(after ? { after } : {}),
})

const rejecting = (name: string, fields: Document, error: Failure): CommandCase => ({
  name,
  docs: items,
  command: { findAndModify: '<c>', ...fields },
  error,
  after: items,
})

const isId = (v: unknown) => v instanceof ObjectId

const findAndModify: Case[] = [
  modify(
    'returns the document before the update',
    { query: { _id: 1 }, update: { $inc: { rating: 1 } } },
    { value: items[0], lastErrorObject: { n: 1, updatedExisting: true } },
    [{ _id: 1, name: 'a', rating: 4, tags: ['x', 'y'] }, items[1]!, items[2]!],
  ),
  modify(
    'returns the updated document with new',
    { query: { _id: 2 }, update: { $inc: { rating: 1 } }, new: true },
    { value: { _id: 2, name: 'b', rating: 10 }, lastErrorObject: { n: 1, updatedExisting: true } },
  ),
  modify(
    'returns null if nothing matches',
    { query: { _id: 9 }, update: { $inc: { rating: 1 } } },
    { value: null, lastErrorObject: { n: 0, updatedExisting: false } },
    items,
  ),
  modify(
    'counts a match that changes nothing',
    { query: { _id: 2 }, update: { $set: { rating: 9 } }, new: true },
    { value: items[1], lastErrorObject: { n: 1, updatedExisting: true } },
    items,
  ),
  modify(
    'sorts before selecting the first document',
    { query: {}, sort: { rating: -1, _id: -1 }, update: { $set: { picked: true } } },
    { 'value._id': 3 },
    [items[0]!, items[1]!, { ...items[2]!, picked: true }],
  ),
  modify(
    'removes a document and returns it',
    { query: { rating: 9 }, sort: { _id: 1 }, remove: true },
    { value: items[1], lastErrorObject: { n: 1 } },
    [items[0]!, items[2]!],
  ),
  modify('removes nothing if nothing matches', { query: { _id: 9 }, remove: true }, { value: null, lastErrorObject: { n: 0 } }, items),
  modify(
    'upsert returns null and the inserted _id',
    { query: { _id: 9, name: 'z' }, update: { $set: { rating: 1 } }, upsert: true },
    { value: null, lastErrorObject: { n: 1, updatedExisting: false, upserted: 9 } },
    [...items, { _id: 9, name: 'z', rating: 1 }],
  ),
  modify(
    'upsert with new returns the inserted document',
    { query: { _id: 9 }, update: { $setOnInsert: { rating: 1 } }, upsert: true, new: true },
    { value: { _id: 9, rating: 1 }, lastErrorObject: { n: 1, updatedExisting: false, upserted: 9 } },
  ),
  modify(
    'upsert generates an ObjectId',
    { query: { name: 'z' }, update: { $set: { rating: 1 } }, upsert: true, new: true },
    { 'value._id': isId, 'value.name': 'z', 'lastErrorObject.upserted': isId },
  ),
  modify(
    'upsert updates a matching document',
    { query: { _id: 2 }, update: { $set: { rating: 1 } }, upsert: true, new: true },
    { value: { _id: 2, name: 'b', rating: 1 }, lastErrorObject: { n: 1, updatedExisting: true } },
  ),
  modify('replaces a document', { query: { _id: 2 }, update: { only: 1 }, new: true }, { value: { _id: 2, only: 1 } }, [
    items[0]!,
    { _id: 2, only: 1 },
    items[2]!,
  ]),
  modify(
    'accepts a pipeline',
    { query: { _id: 2 }, update: [{ $set: { rating: { $add: ['$rating', '$$x'] } } }], let: { x: 5 }, new: true },
    { value: { _id: 2, name: 'b', rating: 14 } },
  ),
  modify(
    'fields can include fields',
    { query: { _id: 2 }, update: { $inc: { rating: 1 } }, fields: { rating: 1 } },
    { value: { _id: 2, rating: 9 } },
  ),
  modify(
    'fields can exclude fields',
    { query: { _id: 2 }, update: { $inc: { rating: 1 } }, fields: { rating: 0, _id: 0 }, new: true },
    { value: { name: 'b' } },
  ),
  modify(
    'fields applies to a removed document',
    { query: { _id: 2 }, remove: true, fields: { name: 1, _id: 0 } },
    { value: { name: 'b' } },
  ),
  modify(
    'fields accepts positional $',
    { query: { tags: 'y' }, update: { $set: { z: 1 } }, fields: { 'tags.$': 1 } },
    { value: { _id: 1, tags: ['y'] } },
  ),
  modify(
    'accepts arrayFilters',
    { query: { _id: 1 }, update: { $set: { 'tags.$[t]': 'X' } }, arrayFilters: [{ t: 'x' }], new: true },
    { 'value.tags': ['X', 'y'] },
  ),
  modify('accepts positional $', { query: { tags: 'y' }, update: { $set: { 'tags.$': 'Y' } }, new: true }, { 'value.tags': ['x', 'Y'] }),
  modify('selects the first document if the query is missing', { update: { $set: { z: 1 } }, sort: { _id: 1 } }, { 'value._id': 1 }),
  {
    name: 'accepts the lowercase name findandmodify',
    docs: items,
    command: { findandmodify: '<c>', query: { _id: 2 }, remove: true },
    returns: { 'value._id': 2 },
  },
  {
    name: 'returns null for an unknown collection',
    command: { findAndModify: '<c>', query: { a: 1 }, remove: true },
    returns: { value: null, lastErrorObject: { n: 0 } },
  },
  {
    name: 'upsert creates the collection',
    command: { findAndModify: '<c>', query: { _id: 1 }, update: { $set: { a: 1 } }, upsert: true, new: true },
    returns: { value: { _id: 1, a: 1 } },
    after: [{ _id: 1, a: 1 }],
  },
  rejecting('requires an update or remove', { query: { _id: 1 } }, fails(9, 'Either an update or remove=true must be specified')),
  rejecting('rejects update combined with remove', { query: { _id: 1 }, update: { $set: { a: 1 } }, remove: true }, fails(9)),
  rejecting('rejects upsert combined with remove', { query: { _id: 1 }, upsert: true, remove: true }, fails(9)),
  rejecting('rejects new combined with remove', { query: { _id: 1 }, new: true, remove: true }, fails(9)),
  rejecting(
    'rejects an unknown field',
    { query: { _id: 1 }, update: { $set: { a: 1 } }, foo: 1 },
    fails(40415, "BSON field 'findAndModify.foo' is an unknown field"),
  ),
  rejecting('rejects a string as the update', { query: { _id: 1 }, update: 'x' }, fails(9)),
  rejecting('rejects an update that fails', { query: { _id: 1 }, update: { $inc: { name: 1 } } }, fails(14)),
  rejecting('rejects a change of _id', { query: { _id: 1 }, update: { $set: { _id: 5 } } }, fails(66)),
  rejecting(
    'rejects a projection that mixes inclusion and exclusion',
    { query: { _id: 1 }, update: { $set: { a: 1 } }, fields: { a: 1, b: 0 } },
    fails(31254),
  ),
  rejecting('rejects an invalid sort', { query: {}, update: { $set: { a: 1 } }, sort: { a: 5 } }, fails(15975)),
  rejecting(
    'rejects a duplicate of a unique key',
    { query: { _id: 1, name: 'nobody' }, update: { $set: { a: 1 } }, upsert: true },
    fails(11000, 'dup key: { _id: 1 }', { keyPattern: { _id: 1 }, keyValue: { _id: 1 } }),
  ),
  rejecting('rejects unused arrayFilters', { query: { _id: 1 }, update: { $set: { a: 1 } }, arrayFilters: [{ t: 1 }] }, fails(9)),
  modify(
    'omits fields that do not apply from the reply',
    { query: { _id: 2 }, update: { $set: { a: 1 } } },
    { upserted: absent, nModified: absent },
  ),
]

type Bulk = readonly Document[]

/** Checks a bulk write's counters and, if it fails, its errors. */
const bulk = (name: string, operations: Bulk, options: BulkWriteOptions, gives: unknown, after: readonly Document[]): ScriptCase => ({
  name,
  docs: abc,
  script: async ({ coll }) => {
    const counted = (r: {
      insertedCount: number
      matchedCount: number
      modifiedCount: number
      deletedCount: number
      upsertedCount: number
    }) => [r.insertedCount, r.matchedCount, r.modifiedCount, r.deletedCount, r.upsertedCount]
    try {
      const result = await coll.bulkWrite(operations as never, { ...options, promoteValues: true })
      return { counted: counted(result), upserted: Object.entries(result.upsertedIds).map(([place, id]) => [Number(place), id]) }
    } catch (error) {
      if (!(error instanceof MongoBulkWriteError)) throw error
      return { counted: counted(error.result), errors: [error.writeErrors].flat().map((e) => [e.index, e.code]) }
    }
  },
  returns: gives,
  after,
})

const mixed: Bulk = [
  { insertOne: { document: { _id: 4, a: 4 } } },
  { updateOne: { filter: { _id: 1 }, update: { $set: { a: 10 } } } },
  { updateMany: { filter: { a: 2 }, update: { $inc: { a: 1 } } } },
  { replaceOne: { filter: { _id: 9 }, replacement: { a: 9 }, upsert: true } },
  { updateOne: { filter: { _id: 8 }, update: { $set: { a: 8 } }, upsert: true } },
  { deleteOne: { filter: { _id: 4 } } },
  { deleteMany: { filter: { a: { $gte: 9 } } } },
]
const failing: Bulk = [
  { insertOne: { document: { _id: 4 } } },
  { insertOne: { document: { _id: 1 } } },
  { updateOne: { filter: { _id: 2 }, update: { $set: { a: 7 } } } },
  { insertOne: { document: { _id: 2 } } },
  { deleteOne: { filter: { _id: 3 } } },
]

const bulkWrites: ScriptCase[] = [
  bulk(
    'ordered: runs and counts every kind of operation',
    mixed,
    {},
    {
      counted: [1, 3, 3, 3, 2],
      upserted: [
        [3, 9],
        [4, 8],
      ],
    },
    [
      { _id: 2, a: 3 },
      { _id: 3, a: 3 },
      { _id: 8, a: 8 },
    ],
  ),
  bulk('ordered: stops at the first error', failing, { ordered: true }, { counted: [1, 0, 0, 0, 0], errors: [[1, 11000]] }, [
    ...abc,
    { _id: 4 },
  ]),
  bulk(
    'unordered: continues and reports every error',
    failing,
    { ordered: false },
    {
      counted: [1, 1, 1, 1, 0],
      errors: [
        [1, 11000],
        [3, 11000],
      ],
    },
    [abc[0]!, { _id: 2, a: 7 }, { _id: 4 }],
  ),
  bulk(
    'counts an update that matches without changing anything',
    [{ updateMany: { filter: {}, update: { $set: { a: 2 } } } }],
    {},
    { counted: [0, 3, 1, 0, 0], upserted: [] },
    [{ _id: 1, a: 2 }, abc[1]!, abc[2]!],
  ),
  bulk(
    'counts a replacement without _id as modified even if nothing changes',
    [{ replaceOne: { filter: { _id: 1 }, replacement: { a: 1 } } }],
    {},
    { counted: [0, 1, 1, 0, 0], upserted: [] },
    abc,
  ),
  {
    name: '$$NOW has the same value in all statements',
    script: async ({ coll }) => {
      const at = (_id: number) => ({ updateOne: { filter: { _id }, update: [{ $set: { at: '$$NOW' } }], upsert: true } })
      await coll.bulkWrite(Array.from({ length: 1_000 }, (_, _id) => at(_id)))
      return (await coll.distinct('at')).length
    },
    returns: 1,
  },
  bulk(
    'accepts arrayFilters and a hint',
    [
      { updateOne: { filter: { _id: 1 }, update: { $set: { b: [1, 2] } }, hint: { _id: 1 } } },
      { updateOne: { filter: { _id: 1 }, update: { $set: { 'b.$[i]': 9 } }, arrayFilters: [{ i: 2 }] } },
    ],
    {},
    { counted: [0, 2, 2, 0, 0], upserted: [] },
    [{ _id: 1, a: 1, b: [1, 9] }, abc[1]!, abc[2]!],
  ),
  bulk(
    'reports the index of a failing update',
    [{ deleteOne: { filter: { _id: 3 } } }, { updateOne: { filter: { _id: 1 }, update: { $push: { a: 1 } } } }],
    {},
    { counted: [0, 0, 0, 1, 0], errors: [[1, 2]] },
    [abc[0]!, abc[1]!],
  ),
]

export const tables = [
  table('upsert', upsertCases(upserts)),
  table('update counters', counters),
  table('update statements', statements),
  table('findAndModify', findAndModify),
  table('bulkWrite', bulkWrites),
]
