/**
 * What write commands make of their statements: upserts, counters, order, findAndModify and bulk writes.
 * https://www.mongodb.com/docs/manual/reference/command/update/ and .../findAndModify/
 */
import { type BulkWriteOptions, type Document, MongoBulkWriteError, ObjectId } from 'mongodb'
import { double as D, day as date, decimal as dec, oid } from './mixed.ts'
import { absent, type Case, type CommandCase, type Failure, fails, is, type ScriptCase, table, type UpdateCase } from './run.ts'
import { type UpsertRow, upserting } from './update-rows.ts'

/** Gives the inserted document a known `_id` where the filter has none. */
const one = { $setOnInsert: { _id: 1 } }

const upserts: UpsertRow[] = [
  ['takes the fields that the filter equals', { a: 5, b: 'x' }, one, { _id: 1, a: 5, b: 'x' }],
  [
    'takes them in lexicographic order, before the update adds its own',
    { b: 1, a: 2 },
    { $set: { d: 1, c: 2 }, ...one },
    { _id: 1, a: 2, b: 1, c: 2, d: 1 },
  ],
  ['takes the _id of the filter', { _id: 7, a: 1 }, { $set: { b: 2 } }, { _id: 7, a: 1, b: 2 }],
  ['takes an _id that is a document', { _id: { x: 1, y: 2 } }, { $set: { b: 2 } }, { _id: { x: 1, y: 2 }, b: 2 }],
  ['takes an _id written with $eq', { _id: { $eq: 7 } }, { $set: { b: 2 } }, { _id: 7, b: 2 }],
  ['takes an _id from $and', { $and: [{ _id: 7 }, { a: 1 }] }, { $set: { b: 2 } }, { _id: 7, a: 1, b: 2 }],
  ['takes an _id from $in of one', { _id: { $in: [7] } }, { $set: { b: 2 } }, { _id: 7, b: 2 }],
  ['takes the _id of $set', { a: 1 }, { $set: { _id: 7 } }, { _id: 7, a: 1 }],
  ['takes the _id of $setOnInsert', { a: 1 }, { $setOnInsert: { _id: 7, b: 2 } }, { _id: 7, a: 1, b: 2 }],
  ['builds an _id from dotted fields', { '_id.x': 1, '_id.y': 2 }, { $set: { a: 1 } }, { _id: { x: 1, y: 2 }, a: 1 }],
  ['takes what $eq says', { a: { $eq: 5 } }, one, { _id: 1, a: 5 }],
  ['takes what $in of one says', { a: { $in: [5] } }, one, { _id: 1, a: 5 }],
  ['takes what $all of one says', { a: { $all: [5] } }, one, { _id: 1, a: 5 }],
  ['takes what $or of one says', { $or: [{ a: 5 }] }, one, { _id: 1, a: 5 }],
  ['takes what $and says', { $and: [{ a: 5 }, { b: { $eq: 6 } }] }, one, { _id: 1, a: 5, b: 6 }],
  ['takes what nested $and says', { $and: [{ $and: [{ a: 5 }] }], c: 1 }, one, { _id: 1, a: 5, c: 1 }],
  ['makes documents of dotted fields', { 'a.b': 5, 'a.c': 6 }, one, { _id: 1, a: { b: 5, c: 6 } }],
  ['takes a whole document', { a: { b: 5 } }, one, { _id: 1, a: { b: 5 } }],
  ['takes a whole array', { a: [1, 2] }, one, { _id: 1, a: [1, 2] }],
  ['takes null', { a: null }, one, { _id: 1, a: null }],
  [
    'takes values of every type as they are',
    { a: 5n, b: D(5), c: dec('5.0'), d: date('2024-01-01'), e: oid(5) },
    one,
    { _id: 1, a: 5n, b: D(5), c: dec('5.0'), d: date('2024-01-01'), e: oid(5) },
  ],
  ['takes nothing from comparisons', { a: { $gt: 5 }, b: { $ne: 1 }, c: { $exists: false }, d: { $in: [1, 2] } }, one, { _id: 1 }],
  [
    'takes nothing from $not, $nor and $or of two',
    { a: { $not: { $eq: 1 } }, $nor: [{ b: 1 }], $or: [{ c: 1 }, { d: 1 }] },
    one,
    { _id: 1 },
  ],
  ['takes nothing from a regular expression', { a: /x/ }, one, { _id: 1 }],
  ['takes nothing from $elemMatch', { a: { $elemMatch: { $eq: 1 } } }, one, { _id: 1 }],
  ['takes the equality beside a comparison', { a: { $eq: 5, $gt: 1 } }, one, { _id: 1, a: 5 }],
  ['updates what the filter gave', { a: 5 }, { $inc: { a: 1 }, ...one }, { _id: 1, a: 6 }],
  ['pushes to the array of the filter', { a: [1] }, { $push: { a: 2 }, ...one }, { _id: 1, a: [1, 2] }],
  ['unsets what the filter gave', { a: 5 }, { $unset: { a: '' }, ...one }, { _id: 1 }],
  ['puts the _id first, wherever it comes from', { z: 1 }, { $set: { a: 1, _id: 3 } }, { _id: 3, z: 1, a: 1 }],
  ['of a replacement takes only the _id of the filter', { _id: 7, a: 1 }, { b: 2 }, { _id: 7, b: 2 }],
  ['of a replacement that brings its own _id', { a: 1 }, { b: 2, _id: 7 }, { _id: 7, b: 2 }],
  ['of a pipeline starts from the fields of the filter', { a: 5 }, [{ $set: { _id: 1, b: { $add: ['$a', 1] } } }], { _id: 1, a: 5, b: 6 }],
  [
    'of $min, $max and $mul on missing fields',
    {},
    { $min: { a: 1 }, $max: { b: 2 }, $mul: { c: 3 }, ...one },
    { _id: 1, a: 1, b: 2, c: 0 },
  ],
  [
    'of array updates makes arrays',
    {},
    { $push: { a: 1 }, $addToSet: { b: 2 }, $pull: { c: 3 }, $pop: { d: 1 }, ...one },
    { _id: 1, a: [1], b: [2] },
  ],
  ['of $[] uses the array of the filter', { a: [5, 8] }, { $mul: { 'a.$[]': 10 }, ...one }, { _id: 1, a: [50, 80] }],
  [
    'refuses $[] where the filter gives no array',
    { a: { $gt: 1 } },
    { $mul: { 'a.$[]': 10 }, ...one },
    fails(2, "The path 'a' must exist in the document in order to apply array updates."),
  ],
  [
    'refuses positional $',
    { a: 1 },
    { $set: { 'a.$': 1 } },
    fails(2, 'The positional operator did not find the match needed from the query.'),
  ],
  [
    'refuses a field equal to two values',
    { $and: [{ a: 1 }, { a: 2 }] },
    one,
    fails(54, "cannot infer query fields to set, path 'a' is matched twice"),
  ],
  ['refuses $all of two', { a: { $all: [1, 2] } }, one, fails(54, "path 'a' is matched twice")],
  ['refuses a field and a field below it', { a: { b: 1 }, 'a.b': 1 }, one, fails(54, "both paths 'a.b' and 'a' are matched")],
  ['refuses a changed _id of the filter', { _id: 7 }, { $set: { _id: 8 } }, fails(66)],
  ['refuses a replacement with another _id than the filter', { _id: 7 }, { _id: 8, a: 1 }, fails(66)],
  ['refuses an array for _id', { a: 1 }, { $set: { _id: [1] } }, fails(53, "The '_id' value cannot be of type array")],
  ['refuses a regular expression for _id', { a: 1 }, { $set: { _id: /a/ } }, fails(53, "The '_id' value cannot be of type regex")],
  ['refuses an expression in the filter', { $expr: { $eq: ['$a', 1] } }, one, fails(224)],
  ['refuses a path through a value of the filter', { a: 5 }, { $set: { 'a.b': 1 }, ...one }, fails(28)],
]

const abc = [
  { _id: 1, a: 1 },
  { _id: 2, a: 2 },
  { _id: 3, a: 2 },
]

const counters: UpdateCase[] = [
  {
    name: 'one update changes the first match only',
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
    name: 'n counts what matched, nModified what changed',
    docs: abc,
    update: { $set: { a: 2 } },
    options: { multi: true },
    n: 3,
    modified: 1,
    upserted: undefined,
    after: [{ _id: 1, a: 2 }, abc[1]!, abc[2]!],
  },
  {
    name: 'no match counts nothing',
    docs: abc,
    filter: { a: 9 },
    update: { $set: { a: 2 } },
    options: { multi: true },
    n: 0,
    modified: 0,
    upserted: undefined,
    after: abc,
  },
  { name: 'a collection that does not exist counts nothing', filter: { a: 9 }, update: { $set: { a: 2 } }, n: 0, modified: 0, after: [] },
  {
    name: 'an upsert that finds a document updates it',
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
    name: 'an upsert makes the collection',
    filter: { _id: 9 },
    update: { $set: { b: 1 } },
    options: { upsert: true },
    n: 1,
    modified: 0,
    upserted: 9,
    after: [{ _id: 9, b: 1 }],
  },
  {
    name: 'multi stops at the document that fails and keeps what it did',
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
    name: 'multi takes positional $ for each document',
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
    name: 'multi takes a pipeline for each document',
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
    name: 'multi changes each document once, even when it moves in the index used',
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
    name: 'a hint by index name',
    docs: abc,
    indexes: [{ key: { a: 1 } }],
    filter: { a: 1 },
    update: { $set: { b: 1 } },
    options: { hint: 'a_1' },
    n: 1,
    modified: 1,
  },
  {
    name: 'a hint of an index that does not exist',
    docs: abc,
    filter: { a: 1 },
    update: { $set: { b: 1 } },
    options: { hint: { b: 1 } },
    error: fails(2),
    after: abc,
  },
  {
    name: 'a variable of let in the filter',
    docs: abc,
    filter: { $expr: { $eq: ['$a', '$$x'] } },
    update: { $set: { b: 1 } },
    let: { x: 1 },
    n: 1,
    modified: 1,
    after: [{ _id: 1, a: 1, b: 1 }, abc[1]!, abc[2]!],
  },
  {
    name: 'a duplicate of a unique key',
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
    name: 'a duplicate _id of an upsert',
    docs: abc,
    filter: { _id: 1, a: 9 },
    update: { $set: { b: 1 } },
    options: { upsert: true },
    error: fails(11000, 'index: _id_ dup key: { _id: 1 }'),
    after: abc,
  },
]

/** What an update statement must not look like. */
const statement = (name: string, fields: Document, error: Failure): CommandCase => ({
  name,
  docs: abc,
  command: { update: '<c>', updates: [fields] },
  error,
  after: abc,
})

const statements: CommandCase[] = [
  statement(
    'sort is unknown to MongoDB 7.0',
    { q: {}, u: { $set: { a: 5 } }, sort: { a: 1 } },
    fails(40415, "BSON field 'update.updates.sort' is an unknown field"),
  ),
  statement(
    'an unknown field',
    { q: {}, u: { $set: { a: 5 } }, foo: 1 },
    fails(40415, "BSON field 'update.updates.foo' is an unknown field"),
  ),
  statement('no filter', { u: { $set: { a: 5 } } }, fails(40414, "BSON field 'update.updates.q' is missing but a required field")),
  statement('no update', { q: {} }, fails(40414, "BSON field 'update.updates.u' is missing but a required field")),
  statement('a string for an update', { q: {}, u: 'x' }, fails(9, 'Update argument must be either an object or an array')),
  statement('a number for a filter', { q: 5, u: { $set: { a: 5 } } }, fails(14, /q' is the wrong type 'int', expected type 'object'/)),
  statement('a string for multi', { q: {}, u: { $set: { a: 5 } }, multi: 'x' }, fails(14, /multi' is the wrong type 'string'/)),
  statement('a document for arrayFilters', { q: {}, u: { $set: { a: 5 } }, arrayFilters: {} }, fails(14)),
  statement('a number in arrayFilters', { q: {}, u: { $set: { a: 5 } }, arrayFilters: [5] }, fails(14)),
  statement('a number in a pipeline', { q: {}, u: [5] }, fails(14)),
  statement('an unknown operator in the filter', { q: { a: { $foo: 1 } }, u: { $set: { a: 5 } } }, fails(2, 'unknown operator: $foo')),
  {
    name: 'an unknown field of the command',
    docs: abc,
    command: { update: '<c>', updates: [], foo: 1 },
    error: fails(40415, "BSON field 'update.foo' is an unknown field"),
  },
  {
    name: 'no statements at all',
    docs: abc,
    command: { update: '<c>', updates: [] },
    error: fails(16, 'Write batch sizes must be between 1 and 100000'),
  },
  {
    name: 'an update names each upsert by its place',
    docs: abc,
    command: {
      update: '<c>',
      updates: [
        { q: { _id: 1 }, u: { $set: { b: 1 } } },
        { q: { _id: 8 }, u: { $set: { b: 1 } }, upsert: true },
        { q: { _id: 9 }, u: { $set: { b: 1 } }, upsert: true },
      ],
    },
    gives: { n: is(3), nModified: is(1), 'upserted.0': { index: 1, _id: 8 }, 'upserted.1': { index: 2, _id: 9 } },
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
    name: 'unordered statements go on after an error',
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
    gives: {
      n: is(1),
      nModified: is(1),
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
  gives,
  ...(after ? { after } : {}),
})

const refuse = (name: string, fields: Document, error: Failure): CommandCase => ({
  name,
  docs: items,
  command: { findAndModify: '<c>', ...fields },
  error,
  after: items,
})

const isId = (v: unknown) => v instanceof ObjectId

const findAndModify: Case[] = [
  modify(
    'gives the document as it was',
    { query: { _id: 1 }, update: { $inc: { rating: 1 } } },
    { value: items[0], lastErrorObject: { n: 1, updatedExisting: true } },
    [{ _id: 1, name: 'a', rating: 4, tags: ['x', 'y'] }, items[1]!, items[2]!],
  ),
  modify(
    'with new gives the document as it became',
    { query: { _id: 2 }, update: { $inc: { rating: 1 } }, new: true },
    { value: { _id: 2, name: 'b', rating: 10 }, lastErrorObject: { n: 1, updatedExisting: true } },
  ),
  modify(
    'gives null when nothing matches',
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
    'sorts before it takes the first',
    { query: {}, sort: { rating: -1, _id: -1 }, update: { $set: { picked: true } } },
    { 'value._id': 3 },
    [items[0]!, items[1]!, { ...items[2]!, picked: true }],
  ),
  modify(
    'removes and gives the removed document',
    { query: { rating: 9 }, sort: { _id: 1 }, remove: true },
    { value: items[1], lastErrorObject: { n: 1 } },
    [items[0]!, items[2]!],
  ),
  modify('removes nothing when nothing matches', { query: { _id: 9 }, remove: true }, { value: null, lastErrorObject: { n: 0 } }, items),
  modify(
    'upsert gives null and names the inserted _id',
    { query: { _id: 9, name: 'z' }, update: { $set: { rating: 1 } }, upsert: true },
    { value: null, lastErrorObject: { n: 1, updatedExisting: false, upserted: 9 } },
    [...items, { _id: 9, name: 'z', rating: 1 }],
  ),
  modify(
    'upsert with new gives the inserted document',
    { query: { _id: 9 }, update: { $setOnInsert: { rating: 1 } }, upsert: true, new: true },
    { value: { _id: 9, rating: 1 }, lastErrorObject: { n: 1, updatedExisting: false, upserted: 9 } },
  ),
  modify(
    'upsert makes an ObjectId',
    { query: { name: 'z' }, update: { $set: { rating: 1 } }, upsert: true, new: true },
    { 'value._id': isId, 'value.name': 'z', 'lastErrorObject.upserted': isId },
  ),
  modify(
    'upsert that finds a document',
    { query: { _id: 2 }, update: { $set: { rating: 1 } }, upsert: true, new: true },
    { value: { _id: 2, name: 'b', rating: 1 }, lastErrorObject: { n: 1, updatedExisting: true } },
  ),
  modify('replaces a document', { query: { _id: 2 }, update: { only: 1 }, new: true }, { value: { _id: 2, only: 1 } }, [
    items[0]!,
    { _id: 2, only: 1 },
    items[2]!,
  ]),
  modify(
    'takes a pipeline',
    { query: { _id: 2 }, update: [{ $set: { rating: { $add: ['$rating', '$$x'] } } }], let: { x: 5 }, new: true },
    { value: { _id: 2, name: 'b', rating: 14 } },
  ),
  modify(
    'fields includes',
    { query: { _id: 2 }, update: { $inc: { rating: 1 } }, fields: { rating: 1 } },
    { value: { _id: 2, rating: 9 } },
  ),
  modify(
    'fields excludes',
    { query: { _id: 2 }, update: { $inc: { rating: 1 } }, fields: { rating: 0, _id: 0 }, new: true },
    { value: { name: 'b' } },
  ),
  modify(
    'fields applies to a removed document',
    { query: { _id: 2 }, remove: true, fields: { name: 1, _id: 0 } },
    { value: { name: 'b' } },
  ),
  modify(
    'fields takes positional $',
    { query: { tags: 'y' }, update: { $set: { z: 1 } }, fields: { 'tags.$': 1 } },
    { value: { _id: 1, tags: ['y'] } },
  ),
  modify(
    'arrayFilters',
    { query: { _id: 1 }, update: { $set: { 'tags.$[t]': 'X' } }, arrayFilters: [{ t: 'x' }], new: true },
    { 'value.tags': ['X', 'y'] },
  ),
  modify('positional $', { query: { tags: 'y' }, update: { $set: { 'tags.$': 'Y' } }, new: true }, { 'value.tags': ['x', 'Y'] }),
  modify('without a query takes the first document', { update: { $set: { z: 1 } }, sort: { _id: 1 } }, { 'value._id': 1 }),
  {
    name: 'findandmodify is the same command',
    docs: items,
    command: { findandmodify: '<c>', query: { _id: 2 }, remove: true },
    gives: { 'value._id': 2 },
  },
  {
    name: 'findAndModify of a collection that does not exist',
    command: { findAndModify: '<c>', query: { a: 1 }, remove: true },
    gives: { value: null, lastErrorObject: { n: 0 } },
  },
  {
    name: 'findAndModify that makes the collection',
    command: { findAndModify: '<c>', query: { _id: 1 }, update: { $set: { a: 1 } }, upsert: true, new: true },
    gives: { value: { _id: 1, a: 1 } },
    after: [{ _id: 1, a: 1 }],
  },
  refuse('needs an update or remove', { query: { _id: 1 } }, fails(9, 'Either an update or remove=true must be specified')),
  refuse('refuses update with remove', { query: { _id: 1 }, update: { $set: { a: 1 } }, remove: true }, fails(9)),
  refuse('refuses upsert with remove', { query: { _id: 1 }, upsert: true, remove: true }, fails(9)),
  refuse('refuses new with remove', { query: { _id: 1 }, new: true, remove: true }, fails(9)),
  refuse(
    'refuses an unknown field',
    { query: { _id: 1 }, update: { $set: { a: 1 } }, foo: 1 },
    fails(40415, "BSON field 'findAndModify.foo' is an unknown field"),
  ),
  refuse('refuses a string for an update', { query: { _id: 1 }, update: 'x' }, fails(9)),
  refuse('refuses a failing update', { query: { _id: 1 }, update: { $inc: { name: 1 } } }, fails(14)),
  refuse('refuses a changed _id', { query: { _id: 1 }, update: { $set: { _id: 5 } } }, fails(66)),
  refuse('refuses a projection that mixes', { query: { _id: 1 }, update: { $set: { a: 1 } }, fields: { a: 1, b: 0 } }, fails(31254)),
  refuse('refuses a bad sort', { query: {}, update: { $set: { a: 1 } }, sort: { a: 5 } }, fails(15975)),
  refuse(
    'refuses the duplicate of a unique key',
    { query: { _id: 1, name: 'nobody' }, update: { $set: { a: 1 } }, upsert: true },
    fails(11000, 'dup key: { _id: 1 }', { keyPattern: { _id: 1 }, keyValue: { _id: 1 } }),
  ),
  refuse('refuses arrayFilters that are not used', { query: { _id: 1 }, update: { $set: { a: 1 } }, arrayFilters: [{ t: 1 }] }, fails(9)),
  modify(
    'leaves what it does not know out of its answer',
    { query: { _id: 2 }, update: { $set: { a: 1 } } },
    { upserted: absent, nModified: absent },
  ),
]

type Bulk = readonly Document[]

/** Runs a bulk write and gives its counters, or those it reached with its errors. */
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
  gives,
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
    'ordered: every kind of operation, counted',
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
    'unordered: goes on and reports every error',
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
    'an update that matches and changes nothing',
    [{ updateMany: { filter: {}, update: { $set: { a: 2 } } } }],
    {},
    { counted: [0, 3, 1, 0, 0], upserted: [] },
    [{ _id: 1, a: 2 }, abc[1]!, abc[2]!],
  ),
  bulk(
    'a replacement without the _id counts as a change, also when it changes nothing',
    [{ replaceOne: { filter: { _id: 1 }, replacement: { a: 1 } } }],
    {},
    { counted: [0, 1, 1, 0, 0], upserted: [] },
    abc,
  ),
  {
    name: '$$NOW is one value for all statements',
    script: async ({ coll }) => {
      const at = (_id: number) => ({ updateOne: { filter: { _id }, update: [{ $set: { at: '$$NOW' } }], upsert: true } })
      await coll.bulkWrite(Array.from({ length: 1_000 }, (_, _id) => at(_id)))
      return (await coll.distinct('at')).length
    },
    gives: 1,
  },
  bulk(
    'arrayFilters and a hint',
    [
      { updateOne: { filter: { _id: 1 }, update: { $set: { b: [1, 2] } }, hint: { _id: 1 } } },
      { updateOne: { filter: { _id: 1 }, update: { $set: { 'b.$[i]': 9 } }, arrayFilters: [{ i: 2 }] } },
    ],
    {},
    { counted: [0, 2, 2, 0, 0], upserted: [] },
    [{ _id: 1, a: 1, b: [1, 9] }, abc[1]!, abc[2]!],
  ),
  bulk(
    'an update that fails names its place',
    [{ deleteOne: { filter: { _id: 3 } } }, { updateOne: { filter: { _id: 1 }, update: { $push: { a: 1 } } } }],
    {},
    { counted: [0, 0, 0, 1, 0], errors: [[1, 2]] },
    [abc[0]!, abc[1]!],
  ),
]

export const tables = [
  table('an upsert', upserting(upserts)),
  table('an update counts', counters),
  table('an update statement', statements),
  table('findAndModify', findAndModify),
  table('bulkWrite', bulkWrites),
]
