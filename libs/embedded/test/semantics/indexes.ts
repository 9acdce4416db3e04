/** What indexes promise and refuse, how they are made, changed and dropped, and when a query uses them. */
import type { Document } from 'mongodb'
import { date, decimal, double, int, long, oid } from './mixed.ts'
import { projectionTable } from './projection.ts'
import { queryTable } from './query.ts'
import { absent, type Case, type CommandCase, type Failure, type FindCase, fails, is, refused, table } from './run.ts'
import { sortTable } from './sort.ts'

const A1 = { key: { a: 1 } }
const UNIQUE = { key: { a: 1 }, unique: true }

/** The refusal of a duplicate: its text, and its fields keyPattern and keyValue. */
const duplicate = (index: string, shown: string, keyPattern: Document, keyValue: Document): Failure =>
  fails(11000, `E11000 duplicate key error collection: <d>.<c> index: ${index} dup key: ${shown}`, { keyPattern, keyValue })

type Insertion = readonly [name: string, index: Document, docs: readonly Document[], added: Document, error?: Failure]
const inserting = (rows: readonly Insertion[]): CommandCase[] =>
  rows.map(([name, index, docs, added, error]) => ({
    name,
    indexes: [index],
    docs,
    command: { insert: '<c>', documents: [added] },
    ...(error ? { error, after: docs } : { after: [...docs, added] }),
  }))

const BY_A = { a: int(1) }
const unique = inserting([
  [
    'a unique index refuses a value twice',
    UNIQUE,
    [{ _id: 1, a: 'x' }],
    { _id: 2, a: 'x' },
    duplicate('a_1', '{ a: "x" }', BY_A, { a: 'x' }),
  ],
  [
    'a unique index takes numbers of one worth for one value',
    UNIQUE,
    [{ _id: 1, a: 5 }],
    { _id: 2, a: long(5) },
    duplicate('a_1', '{ a: 5 }', BY_A, { a: long(5) }),
  ],
  [
    'a duplicate Double is shown as one',
    UNIQUE,
    [{ _id: 1, a: 5 }],
    { _id: 2, a: double(5) },
    duplicate('a_1', '{ a: 5.0 }', BY_A, { a: double(5) }),
  ],
  ['a unique index takes a Decimal128 for the same value', UNIQUE, [{ _id: 1, a: 5 }], { _id: 2, a: decimal('5') }, fails(11000)],
  [
    'a unique index tells types apart',
    UNIQUE,
    [
      { _id: 1, a: 5 },
      { _id: 2, a: true },
    ],
    { _id: 3, a: '5' },
  ],
  [
    'a unique index refuses null twice',
    UNIQUE,
    [{ _id: 1, a: null }],
    { _id: 2, a: null },
    duplicate('a_1', '{ a: null }', BY_A, { a: null }),
  ],
  ['a unique index takes missing for null', UNIQUE, [{ _id: 1 }], { _id: 2, a: null }, duplicate('a_1', '{ a: null }', BY_A, { a: null })],
  ['a unique index refuses missing twice', UNIQUE, [{ _id: 1 }], { _id: 2 }, duplicate('a_1', '{ a: null }', BY_A, { a: null })],
  [
    'a unique index sees each element',
    UNIQUE,
    [{ _id: 1, a: [1, 2] }],
    { _id: 2, a: [2, 3] },
    duplicate('a_1', '{ a: 2 }', BY_A, { a: 2 }),
  ],
  ['an element conflicts with a value', UNIQUE, [{ _id: 1, a: 2 }], { _id: 2, a: [2, 3] }, fails(11000)],
  ['a document may hold a value twice in its array', UNIQUE, [{ _id: 1, a: [1] }], { _id: 2, a: [2, 2] }],
  ['two empty arrays are one value', UNIQUE, [{ _id: 1, a: [] }], { _id: 2, a: [] }, fails(11000)],
  ['an empty array is not null', UNIQUE, [{ _id: 1, a: [] }], { _id: 2, a: null }],
  ['nested arrays are values', UNIQUE, [{ _id: 1, a: [[1, 2]] }], { _id: 2, a: [[2, 1]] }],
  ['documents are unique in the order of their fields', UNIQUE, [{ _id: 1, a: { x: 1, y: 2 } }], { _id: 2, a: { y: 2, x: 1 } }],
  [
    'a duplicate document is shown',
    UNIQUE,
    [{ _id: 1, a: { x: 1 } }],
    { _id: 2, a: { x: 1 } },
    duplicate('a_1', '{ a: { x: 1 } }', BY_A, { a: { x: 1 } }),
  ],
  [
    'a duplicate ObjectId is shown',
    UNIQUE,
    [{ _id: 1, a: oid(1) }],
    { _id: 2, a: oid(1) },
    duplicate('a_1', "{ a: ObjectId('000000000000000000000001') }", BY_A, { a: oid(1) }),
  ],
  [
    'a duplicate date is shown',
    UNIQUE,
    [{ _id: 1, a: date(5) }],
    { _id: 2, a: date(5) },
    duplicate('a_1', '{ a: new Date(5) }', BY_A, { a: date(5) }),
  ],
  ['a duplicate boolean is shown', UNIQUE, [{ _id: 1, a: true }], { _id: 2, a: true }, duplicate('a_1', '{ a: true }', BY_A, { a: true })],
  [
    'a compound unique index refuses all values together',
    { key: { a: 1, b: -1 }, unique: true },
    [{ _id: 1, a: 1, b: 'x' }],
    { _id: 2, a: 1, b: 'x' },
    duplicate('a_1_b_-1', '{ a: 1, b: "x" }', { a: int(1), b: int(-1) }, { a: 1, b: 'x' }),
  ],
  [
    'a compound unique index allows one value twice',
    { key: { a: 1, b: 1 }, unique: true },
    [{ _id: 1, a: 1, b: 'x' }],
    { _id: 2, a: 1, b: 'y' },
  ],
  [
    'a compound unique index counts what is missing',
    { key: { a: 1, b: 1 }, unique: true },
    [{ _id: 1, a: 1 }],
    { _id: 2, a: 1, b: null },
    fails(11000),
  ],
  [
    'a compound unique index with an array has a key for each element',
    { key: { a: 1, b: 1 }, unique: true },
    [{ _id: 1, a: 1, b: [1, 2] }],
    { _id: 2, a: 1, b: [2, 3] },
    duplicate('a_1_b_1', '{ a: 1, b: 2 }', { a: int(1), b: int(1) }, { a: 1, b: 2 }),
  ],
  [
    'a unique index on a path',
    { key: { 'a.b': 1 }, unique: true },
    [{ _id: 1, a: { b: 1 } }],
    { _id: 2, a: [{ b: 1 }] },
    duplicate('a.b_1', '{ a.b: 1 }', { 'a.b': int(1) }, { 'a.b': 1 }),
  ],
  [
    'a unique index on a path allows repeats in one document',
    { key: { 'a.b': 1 }, unique: true },
    [{ _id: 1 }],
    { _id: 2, a: [{ b: 1 }, { b: 1 }] },
  ],
  ['a falling unique index is as strict', { key: { a: -1 }, unique: true }, [{ _id: 1, a: 1 }], { _id: 2, a: 1 }, fails(11000)],
  [
    '_id is unique across number types',
    A1,
    [{ _id: 1 }],
    { _id: double(1) },
    duplicate('_id_', '{ _id: 1.0 }', { _id: int(1) }, { _id: double(1) }),
  ],
  ['a sparse unique index allows missing twice', { ...UNIQUE, sparse: true }, [{ _id: 1 }], { _id: 2 }],
  ['a sparse unique index refuses null twice', { ...UNIQUE, sparse: true }, [{ _id: 1, a: null }], { _id: 2, a: null }, fails(11000)],
  [
    'a sparse compound index leaves out documents without any field',
    { key: { a: 1, b: 1 }, unique: true, sparse: true },
    [{ _id: 1 }],
    { _id: 2 },
  ],
  [
    'a sparse compound index holds documents with one field',
    { key: { a: 1, b: 1 }, unique: true, sparse: true },
    [{ _id: 1, a: 1 }],
    { _id: 2, a: 1 },
    fails(11000),
  ],
  [
    'a partial unique index ignores other documents',
    { ...UNIQUE, partialFilterExpression: { on: true } },
    [{ _id: 1, a: 1, on: true }],
    { _id: 2, a: 1, on: false },
  ],
  [
    'a partial unique index refuses among its own',
    { ...UNIQUE, partialFilterExpression: { on: true } },
    [{ _id: 1, a: 1, on: true }],
    { _id: 2, a: 1, on: true },
    fails(11000),
  ],
  ['a partial unique index by $exists', { ...UNIQUE, partialFilterExpression: { a: { $exists: true } } }, [{ _id: 1 }], { _id: 2 }],
  [
    'a partial unique index by $type',
    { ...UNIQUE, partialFilterExpression: { a: { $type: 'string' } } },
    [{ _id: 1, a: 5 }],
    { _id: 2, a: 5 },
  ],
  [
    'a partial unique index by a range',
    { ...UNIQUE, partialFilterExpression: { n: { $gt: 5 } } },
    [{ _id: 1, a: 1, n: 6 }],
    { _id: 2, a: 1, n: 7 },
    fails(11000),
  ],
])

const conflictsOfWrites: Case[] = [
  {
    name: 'an update may not make a duplicate',
    indexes: [UNIQUE],
    docs: [
      { _id: 1, a: 1 },
      { _id: 2, a: 2 },
    ],
    filter: { _id: 2 },
    update: { $set: { a: 1 } },
    error: duplicate('a_1', '{ a: 1 }', BY_A, { a: 1 }),
    after: [
      { _id: 1, a: 1 },
      { _id: 2, a: 2 },
    ],
  },
  {
    name: 'an update of a document to its own value is no duplicate',
    indexes: [UNIQUE],
    docs: [{ _id: 1, a: 1, b: 1 }],
    filter: { _id: 1 },
    update: { $set: { a: 1, b: 2 } },
    n: 1,
    modified: 1,
  },
  {
    name: 'an upsert may not make a duplicate',
    indexes: [UNIQUE],
    docs: [{ _id: 1, a: 1 }],
    filter: { _id: 2 },
    update: { $set: { a: 1 } },
    options: { upsert: true },
    error: fails(11000),
    after: [{ _id: 1, a: 1 }],
  },
  {
    name: 'findAndModify reports a duplicate as an error of the command',
    indexes: [UNIQUE],
    docs: [
      { _id: 1, a: 1 },
      { _id: 2, a: 2 },
    ],
    command: { findAndModify: '<c>', query: { _id: 2 }, update: { $set: { a: 1 } } },
    error: fails(11000, 'dup key: { a: 1 }', { keyPattern: BY_A, keyValue: { a: 1 } }),
  },
  {
    name: 'an update that makes a document match a partial index may not make a duplicate',
    indexes: [{ ...UNIQUE, partialFilterExpression: { on: true } }],
    docs: [
      { _id: 1, a: 1, on: true },
      { _id: 2, a: 1, on: false },
    ],
    filter: { _id: 2 },
    update: { $set: { on: true } },
    error: fails(11000),
  },
  {
    name: 'an updateMany stops at a duplicate and keeps what it did',
    indexes: [UNIQUE],
    docs: [
      { _id: 1, a: 1 },
      { _id: 2, a: 2 },
    ],
    update: { $set: { a: 9 } },
    options: { multi: true },
    error: fails(11000),
    after: [
      { _id: 1, a: 9 },
      { _id: 2, a: 2 },
    ],
  },
  {
    name: 'a value is free again after a delete',
    indexes: [UNIQUE],
    docs: [{ _id: 1, a: 1 }],
    before: [{ delete: '<c>', deletes: [{ q: { _id: 1 }, limit: 1 }] }],
    command: { insert: '<c>', documents: [{ _id: 2, a: 1 }] },
    after: [{ _id: 2, a: 1 }],
  },
  {
    name: 'a unique index is not built over duplicates',
    docs: [
      { _id: 1, a: 1 },
      { _id: 2, a: 1 },
    ],
    command: { createIndexes: '<c>', indexes: [{ key: { a: 1 }, name: 'a_1', unique: true }] },
    error: duplicate('a_1', '{ a: 1 }', BY_A, { a: 1 }),
  },
  {
    name: 'a failed build leaves no index',
    docs: [
      { _id: 1, a: 1 },
      { _id: 2, a: 1 },
    ],
    script: async ({ coll }) => {
      await coll.createIndex({ a: 1 }, { unique: true }).catch(() => undefined)
      return (await coll.indexes()).map((index) => index.name)
    },
    gives: ['_id_'],
  },
]

const multikey: Case[] = [
  ...inserting([
    [
      'two arrays cannot be indexed together',
      { key: { a: 1, b: 1 } },
      [{ _id: 1, a: 1, b: 1 }],
      { _id: 2, a: [1], b: [2] },
      fails(171, 'cannot index parallel arrays'),
    ],
    ['two empty arrays cannot be indexed together', { key: { a: 1, b: 1 } }, [], { _id: 2, a: [], b: [] }, fails(171)],
    ['arrays below one document are parallel too', { key: { 'a.b': 1, 'a.c': 1 } }, [], { _id: 1, a: { b: [1], c: [2] } }, fails(171)],
    ['two paths below one array are not parallel', { key: { 'a.b': 1, 'a.c': 1 } }, [], { _id: 1, a: [{ b: 1, c: 2 }, { b: 3 }] }],
    ['one array beside a value', { key: { a: 1, b: 1 } }, [], { _id: 1, a: [1, 2], b: 3 }],
    [
      'a partial index ignores parallel arrays of other documents',
      { key: { a: 1, b: 1 }, partialFilterExpression: { on: true } },
      [],
      { _id: 1, a: [1], b: [2] },
    ],
  ]),
  {
    name: 'an index is not built over parallel arrays',
    docs: [{ _id: 1, a: [1], b: [2] }],
    command: { createIndexes: '<c>', indexes: [{ key: { a: 1, b: 1 }, name: 'x' }] },
    error: fails(171),
  },
  {
    name: 'an update to parallel arrays is refused',
    indexes: [{ key: { a: 1, b: 1 } }],
    docs: [{ _id: 1, a: [1], b: 2 }],
    filter: { _id: 1 },
    update: { $set: { b: [2] } },
    error: fails(171),
    after: [{ _id: 1, a: [1], b: 2 }],
  },
]

const ids = inserting([
  ['an array is no _id', A1, [], { _id: [1] }, fails(53, "The '_id' value cannot be of type array")],
  ['a regular expression is no _id', A1, [], { _id: /x/ }, fails(53, "The '_id' value cannot be of type regex")],
  ['a document may be an _id', A1, [], { _id: { x: 1 } }],
  ['null may be an _id', A1, [], { _id: null }],
  ['a document with operators is no _id', A1, [], { _id: { $x: 1 } }, fails(52)],
])

const CREATE = (...indexes: Document[]) => ({ createIndexes: '<c>', indexes })
type Creation = readonly [name: string, before: readonly Document[], indexes: readonly Document[], want: Failure | Record<string, unknown>]
const creating = (rows: readonly Creation[]): CommandCase[] =>
  rows.map(([name, before, indexes, want]) => ({
    name,
    docs: [{ _id: 1, a: 1 }],
    ...(before.length ? { before: [CREATE(...before)] } : {}),
    command: CREATE(...indexes),
    ...('code' in want ? { error: want as Failure } : { gives: want }),
  }))

const creation = creating([
  ['an index is added', [], [{ key: { a: 1 }, name: 'a_1' }], { numIndexesBefore: is(1), numIndexesAfter: is(2) }],
  [
    'two indexes are added at once',
    [],
    [
      { key: { a: 1 }, name: 'x' },
      { key: { a: -1 }, name: 'y' },
    ],
    { numIndexesAfter: is(3) },
  ],
  [
    'the same index again is no error',
    [{ key: { a: 1 }, name: 'a_1' }],
    [{ key: { a: 1 }, name: 'a_1' }],
    { numIndexesBefore: is(2), numIndexesAfter: is(2), note: 'all indexes already exist' },
  ],
  ['the _id index exists already', [], [{ key: { _id: 1 }, name: '_id_' }], { numIndexesBefore: is(1), numIndexesAfter: is(1) }],
  [
    'the same key under another name',
    [{ key: { a: 1 }, name: 'x' }],
    [{ key: { a: 1 }, name: 'y' }],
    fails(85, 'Index already exists with a different name: x'),
  ],
  [
    'the same name for another key',
    [{ key: { a: 1 }, name: 'x' }],
    [{ key: { b: 1 }, name: 'x' }],
    fails(86, 'An existing index has the same name as the requested index.'),
  ],
  ['the same name for another direction', [{ key: { a: 1 }, name: 'x' }], [{ key: { a: -1 }, name: 'x' }], fails(86)],
  ['the same name but unique', [{ key: { a: 1 }, name: 'a_1' }], [{ key: { a: 1 }, name: 'a_1', unique: true }], fails(86)],
  ['the same name but sparse', [{ key: { a: 1 }, name: 'a_1' }], [{ key: { a: 1 }, name: 'a_1', sparse: true }], fails(86)],
  [
    'the same name but partial',
    [{ key: { a: 1 }, name: 'a_1' }],
    [{ key: { a: 1 }, name: 'a_1', partialFilterExpression: { b: 1 } }],
    fails(86),
  ],
  [
    'the same name but another time to live',
    [{ key: { a: 1 }, name: 'a_1', expireAfterSeconds: 5 }],
    [{ key: { a: 1 }, name: 'a_1', expireAfterSeconds: 6 }],
    fails(85, 'An equivalent index already exists with the same name but different options.'),
  ],
  [
    'another name and another time to live',
    [{ key: { a: 1 }, name: 'x', expireAfterSeconds: 5 }],
    [{ key: { a: 1 }, name: 'y' }],
    fails(85, 'An equivalent index already exists with a different name'),
  ],
  [
    'two partial indexes with one key and different filters',
    [{ key: { a: 1 }, name: 'x', partialFilterExpression: { b: 1 } }],
    [{ key: { a: 1 }, name: 'y', partialFilterExpression: { b: 2 } }],
    { numIndexesAfter: is(3) },
  ],
  [
    'one key sparse and not sparse, with two names',
    [{ key: { a: 1 }, name: 'x', unique: true }],
    [{ key: { a: 1 }, name: 'y', unique: true, sparse: true }],
    { numIndexesAfter: is(3) },
  ],
  [
    'keys in another order make another index',
    [{ key: { a: 1, b: 1 }, name: 'x' }],
    [{ key: { b: 1, a: 1 }, name: 'y' }],
    { numIndexesAfter: is(3) },
  ],
  [
    'one name twice in one command',
    [],
    [
      { key: { a: 1 }, name: 'x' },
      { key: { b: 1 }, name: 'x' },
    ],
    fails(86),
  ],
  [
    'one key under two names in one command',
    [],
    [
      { key: { a: 1 }, name: 'x' },
      { key: { a: 1 }, name: 'y' },
    ],
    fails(85),
  ],
  ['no index', [], [], fails(2, 'Must specify at least one index to create')],
  ['an index without a name', [], [{ key: { a: 1 } }], fails(9, "The 'name' field is a required property of an index specification")],
  ['an index with an empty name', [], [{ key: { a: 1 }, name: '' }], fails(67, 'index name cannot be empty')],
  ['an index without a key', [], [{ name: 'x' }], fails(9, "The 'key' field is a required property of an index specification")],
  ['an empty key', [], [{ key: {}, name: 'x' }], fails(67)],
  ['a key that is no document', [], [{ key: 'a', name: 'x' }], fails(14)],
  ['a direction of 0', [], [{ key: { a: 0 }, name: 'x' }], fails(67, 'Values in the index key pattern cannot be 0.')],
  ['a direction of true', [], [{ key: { a: true }, name: 'x' }], fails(67)],
  ['an unknown kind of index', [], [{ key: { a: 'quick' }, name: 'x' }], fails([67, 115])],
  ['a key with an empty name', [], [{ key: { '': 1 }, name: 'x' }], fails(67, 'Index keys cannot contain an empty field.')],
  ['a key that ends with a dot', [], [{ key: { 'a.': 1 }, name: 'x' }], fails(67, 'Index keys cannot contain an empty field.')],
  ['a key with a dollar', [], [{ key: { $a: 1 }, name: 'x' }], fails(67)],
  ['an unknown option', [], [{ key: { a: 1 }, name: 'x', foo: 1 }], fails(197, "The field 'foo' is not valid for an index specification.")],
  ['unique that is no boolean', [], [{ key: { a: 1 }, name: 'x', unique: {} }], fails(14)],
  [
    'a unique _id index',
    [],
    [{ key: { _id: 1 }, name: '_id_', unique: true }],
    fails(197, "The field 'unique' is not valid for an _id index specification."),
  ],
  ['a time to live as text', [], [{ key: { a: 1 }, name: 'x', expireAfterSeconds: '5' }], fails(14)],
  ['a negative time to live', [], [{ key: { a: 1 }, name: 'x', expireAfterSeconds: -5 }], fails(67)],
  [
    'a time to live on two fields',
    [],
    [{ key: { a: 1, b: 1 }, name: 'x', expireAfterSeconds: 5 }],
    fails(67, 'TTL indexes are single-field indexes, compound indexes do not support TTL'),
  ],
  ['a time to live on _id', [], [{ key: { _id: 1 }, name: '_id_', expireAfterSeconds: 5 }], fails(197)],
  ['a partial filter that is no document', [], [{ key: { a: 1 }, name: 'x', partialFilterExpression: 5 }], fails(14)],
  ['a partial filter with $ne', [], [{ key: { a: 1 }, name: 'x', partialFilterExpression: { a: { $ne: 5 } } }], fails(67, /partial index/)],
  [
    'a partial filter with $exists false',
    [],
    [{ key: { a: 1 }, name: 'x', partialFilterExpression: { a: { $exists: false } } }],
    fails(67, /partial index/),
  ],
  [
    'a partial filter with a regular expression',
    [],
    [{ key: { a: 1 }, name: 'x', partialFilterExpression: { a: /x/ } }],
    fails(67, /partial index/),
  ],
  [
    'a partial filter with an unknown operator',
    [],
    [{ key: { a: 1 }, name: 'x', partialFilterExpression: { a: { $foo: 1 } } }],
    fails(2, 'unknown operator: $foo'),
  ],
  ['partial and sparse', [], [{ key: { a: 1 }, name: 'x', sparse: true, partialFilterExpression: { a: 1 } }], fails(67)],
])

const maintenance: Case[] = [
  {
    name: 'createIndexes makes the collection',
    command: CREATE({ key: { a: 1 }, name: 'a_1' }),
    gives: { createdCollectionAutomatically: true, numIndexesBefore: is(1), numIndexesAfter: is(2) },
  },
  {
    name: 'createIndexes without indexes',
    docs: [],
    command: { createIndexes: '<c>' },
    error: fails(40414, "BSON field 'createIndexes.indexes' is missing but a required field"),
  },
  {
    name: 'createIndexes with indexes that are no array',
    docs: [],
    command: { createIndexes: '<c>', indexes: 5 },
    error: fails(14, "BSON field 'createIndexes.indexes' is the wrong type 'int', expected type 'array'"),
  },
  {
    name: 'createIndexes with an index that is no document',
    docs: [],
    command: { createIndexes: '<c>', indexes: ['a'] },
    error: fails(14, /createIndexes\.indexes/),
  },
  {
    name: 'createIndexes with an unknown field',
    docs: [],
    command: { ...CREATE({ key: { a: 1 }, name: 'a_1' }), foo: 1 },
    error: fails(40415, "BSON field 'createIndexes.foo' is an unknown field."),
  },
  {
    name: 'listIndexes shows each index as it was made',
    docs: [],
    before: [
      CREATE(
        { key: { a: 1, b: -1 }, name: 'x', unique: true, sparse: true },
        { key: { c: 1 }, name: 'y', expireAfterSeconds: 60 },
        { key: { d: 1 }, name: 'z', partialFilterExpression: { d: { $gt: 5 } } },
      ),
    ],
    command: { listIndexes: '<c>' },
    gives: {
      'cursor.ns': '<d>.<c>',
      'cursor.firstBatch': [
        { v: int(2), key: { _id: int(1) }, name: '_id_' },
        { v: int(2), key: { a: 1, b: -1 }, name: 'x', unique: true, sparse: true },
        { v: int(2), key: { c: 1 }, name: 'y', expireAfterSeconds: 60 },
        { v: int(2), key: { d: 1 }, name: 'z', partialFilterExpression: { d: { $gt: 5 } } },
      ],
    },
  },
  {
    name: 'listIndexes of a collection that is not there',
    command: { listIndexes: '<c>' },
    error: fails(26, 'ns does not exist: <d>.<c>'),
  },
  {
    name: 'listIndexes in batches',
    docs: [],
    indexes: [A1],
    command: { listIndexes: '<c>', cursor: { batchSize: 1 } },
    gives: { 'cursor.firstBatch.length': is(1), 'cursor.id': (id: unknown) => Number(id) !== 0 },
  },
  {
    name: 'the driver names an index after its key',
    docs: [],
    script: ({ coll }) =>
      coll.createIndexes([
        { key: { a: 1, 'b.c': -1 } },
        {
          key: new Map([
            ['z', 1],
            ['y', 1],
          ]),
        },
      ]),
    gives: ['a_1_b.c_-1', 'z_1_y_1'],
  },
  {
    name: 'an index made by the driver again is the same',
    docs: [],
    script: async ({ coll }) => [await coll.createIndex({ a: 1 }), await coll.createIndex({ a: 1 }), (await coll.indexes()).length],
    gives: ['a_1', 'a_1', 2],
  },
  {
    name: 'an index is dropped by name',
    docs: [],
    indexes: [A1],
    command: { dropIndexes: '<c>', index: 'a_1' },
    gives: { nIndexesWas: is(2) },
  },
  {
    name: 'an index is dropped by key',
    docs: [],
    indexes: [A1],
    command: { dropIndexes: '<c>', index: { a: 1 } },
    gives: { nIndexesWas: is(2) },
  },
  {
    name: 'indexes are dropped by a list of names',
    docs: [],
    indexes: [A1, { key: { b: 1 } }],
    command: { dropIndexes: '<c>', index: ['a_1', 'b_1'] },
    gives: { nIndexesWas: is(3) },
  },
  {
    name: 'dropping all indexes leaves that of _id',
    docs: [],
    indexes: [A1, { key: { b: 1 } }],
    before: [{ dropIndexes: '<c>', index: '*' }],
    command: { listIndexes: '<c>' },
    gives: { 'cursor.firstBatch': [{ v: int(2), key: { _id: int(1) }, name: '_id_' }] },
  },
  {
    name: 'a unique value is free after its index is dropped',
    docs: [{ _id: 1, a: 1 }],
    indexes: [UNIQUE],
    before: [{ dropIndexes: '<c>', index: 'a_1' }],
    command: { insert: '<c>', documents: [{ _id: 2, a: 1 }] },
    gives: { n: is(1) },
  },
  ...(
    [
      ['by an unknown name', { index: 'x' }, fails(27, 'index not found with name [x]')],
      ['by an unknown key', { index: { z: 1 } }, fails(27)],
      ['by another direction', { index: { a: -1 } }, fails(27)],
      ['by a list with an unknown name', { index: ['a_1', 'x'] }, fails(27, 'index not found with name [x]')],
      ['of _id by name', { index: '_id_' }, fails(72, 'cannot drop _id index')],
      ['of _id by key', { index: { _id: 1 } }, fails(72, 'cannot drop _id index')],
      ['by a boolean', { index: true }, fails(14, "BSON field 'dropIndexes.index' is the wrong type 'bool'")],
      ['by a list of keys', { index: [{ a: 1 }] }, fails(14)],
      ['without an index', {}, fails(40414, "BSON field 'dropIndexes.index' is missing but a required field")],
    ] as const
  ).map(
    ([what, fields, error]): CommandCase => ({
      name: `dropping ${what}`,
      docs: [],
      indexes: [A1],
      command: { dropIndexes: '<c>', ...fields },
      error,
    }),
  ),
  {
    name: 'dropping an index of a collection that is not there',
    command: { dropIndexes: '<c>', index: 'x' },
    error: fails(26),
  },
  {
    name: 'collMod changes a time to live',
    docs: [],
    indexes: [{ ...A1, expireAfterSeconds: 10 }],
    command: { collMod: '<c>', index: { keyPattern: { a: 1 }, expireAfterSeconds: 60 } },
    gives: { expireAfterSeconds_old: is(10), expireAfterSeconds_new: is(60) },
  },
  {
    name: 'collMod finds an index by name',
    docs: [],
    indexes: [{ ...A1, expireAfterSeconds: 10 }],
    command: { collMod: '<c>', index: { name: 'a_1', expireAfterSeconds: 60 } },
    gives: { expireAfterSeconds_old: is(10), expireAfterSeconds_new: is(60) },
  },
  {
    name: 'a changed time to live is listed',
    docs: [],
    indexes: [{ ...A1, expireAfterSeconds: 10 }],
    before: [{ collMod: '<c>', index: { keyPattern: { a: 1 }, expireAfterSeconds: 60 } }],
    command: { listIndexes: '<c>' },
    gives: { 'cursor.firstBatch.1.expireAfterSeconds': is(60) },
  },
  {
    name: 'collMod gives a plain index a time to live',
    docs: [],
    indexes: [A1],
    command: { collMod: '<c>', index: { keyPattern: { a: 1 }, expireAfterSeconds: 60 } },
    gives: { expireAfterSeconds_old: absent, expireAfterSeconds_new: is(60) },
  },
  {
    name: 'collMod of an unknown index',
    docs: [],
    command: { collMod: '<c>', index: { keyPattern: { z: 1 }, expireAfterSeconds: 60 } },
    error: fails(27),
  },
  {
    name: 'collMod of a collection that is not there',
    command: { collMod: '<c>', index: { keyPattern: { a: 1 }, expireAfterSeconds: 60 } },
    error: fails(26),
  },
  {
    name: 'collMod with an unknown field',
    docs: [],
    command: { collMod: '<c>', foo: 1 },
    error: fails(40415, "BSON field 'collMod.foo' is an unknown field."),
  },
]

const rows = Array.from({ length: 20 }, (_, i) => ({ _id: i, a: i % 5, b: i, s: `s${i % 4}` }))
const found = (test: (row: { _id: number; a: number; b: number; s: string }) => boolean) => rows.filter(test).map((row) => row._id)

const plans: FindCase[] = [
  {
    name: 'a query without an index reads every document',
    docs: rows,
    find: { a: 2 },
    ids: found((r) => r.a === 2),
    plan: { stage: 'COLLSCAN', keys: 0, docs: 20 },
  },
  {
    name: 'equality reads its keys only',
    docs: rows,
    indexes: [A1],
    find: { a: 2 },
    ids: found((r) => r.a === 2),
    plan: { stage: 'IXSCAN', index: 'a_1', keys: 4, docs: 4 },
  },
  {
    name: 'a range reads its keys only',
    docs: rows,
    indexes: [{ key: { b: 1 } }],
    find: { b: { $gte: 5, $lt: 8 } },
    ids: [5, 6, 7],
    plan: { stage: 'IXSCAN', index: 'b_1', keys: 3, docs: 3 },
  },
  {
    name: '$in reads the documents of its values',
    docs: rows,
    indexes: [A1],
    find: { a: { $in: [1, 3] } },
    ids: found((r) => r.a === 1 || r.a === 3),
    plan: { stage: 'IXSCAN', docs: 8 },
  },
  {
    name: 'equality and a range on a compound index',
    docs: rows,
    indexes: [{ key: { a: 1, b: 1 } }],
    find: { a: 2, b: { $gt: 5 } },
    ids: [7, 12, 17],
    plan: { stage: 'IXSCAN', keys: 3, docs: 3 },
  },
  {
    name: 'the prefix of a compound index',
    docs: rows,
    indexes: [{ key: { a: 1, b: 1 } }],
    find: { a: 2 },
    ids: [2, 7, 12, 17],
    plan: { stage: 'IXSCAN', docs: 4 },
  },
  {
    name: 'a compound index is no help without its first field',
    docs: rows,
    indexes: [{ key: { a: 1, b: 1 } }],
    find: { b: 7 },
    ids: [7],
    plan: { stage: 'COLLSCAN' },
  },
  {
    name: 'a condition that the index does not hold is checked',
    docs: rows,
    indexes: [A1],
    find: { a: 2, s: 's3' },
    ids: [7],
    plan: { stage: 'IXSCAN', docs: 4 },
  },
  {
    name: 'an anchored regular expression uses an index',
    docs: rows,
    indexes: [{ key: { s: 1 } }],
    find: { s: /^s2/ },
    ids: [2, 6, 10, 14, 18],
    plan: { stage: 'IXSCAN', docs: 5 },
  },
  {
    name: 'an index gives the order of a sort',
    docs: rows,
    indexes: [{ key: { b: 1 } }],
    find: {},
    options: { sort: { b: -1 }, limit: 3 },
    ids: [19, 18, 17],
    plan: { stage: 'IXSCAN', sorts: false, docs: 3 },
  },
  {
    name: 'an index gives equality and order together',
    docs: rows,
    indexes: [{ key: { a: 1, b: 1 } }],
    find: { a: 2 },
    options: { sort: { b: -1 } },
    ids: [17, 12, 7, 2],
    plan: { stage: 'IXSCAN', sorts: false },
  },
  {
    name: 'a compound index gives its order backwards',
    docs: rows,
    indexes: [{ key: { a: 1, b: -1 } }],
    find: {},
    options: {
      sort: new Map([
        ['a', -1],
        ['b', 1],
      ] as const),
      limit: 2,
    },
    ids: [4, 9],
    plan: { stage: 'IXSCAN', sorts: false },
  },
  {
    name: 'mixed directions that the index has not are sorted in memory',
    docs: rows,
    indexes: [{ key: { a: 1, b: 1 } }],
    find: { a: { $gte: 4 } },
    options: {
      sort: new Map([
        ['a', 1],
        ['b', -1],
      ] as const),
    },
    ids: [19, 14, 9, 4],
    plan: { stage: 'IXSCAN', sorts: true },
  },
  {
    name: 'a sort without an index is in memory',
    docs: rows,
    find: { b: { $lt: 2 } },
    options: { sort: { b: -1 } },
    ids: [1, 0],
    plan: { stage: 'COLLSCAN', sorts: true },
  },
  {
    name: 'a multikey index gives a document once',
    docs: [
      { _id: 1, a: [1, 2] },
      { _id: 2, a: 2 },
    ],
    indexes: [A1],
    find: { a: { $in: [1, 2] } },
    ids: [1, 2],
    plan: { stage: 'IXSCAN' },
  },
  {
    name: 'both bounds on a multikey index',
    docs: [
      { _id: 1, a: [1, 10] },
      { _id: 2, a: 4 },
      { _id: 3, a: 6 },
    ],
    indexes: [A1],
    find: { a: { $gt: 3, $lt: 5 } },
    ids: [1, 2],
    plan: { stage: 'IXSCAN' },
  },
  {
    name: 'a sparse index is not used for null',
    docs: [{ _id: 1 }, { _id: 2, a: null }, { _id: 3, a: 1 }],
    indexes: [{ ...A1, sparse: true }],
    find: { a: null },
    ids: [1, 2],
    plan: { stage: 'COLLSCAN' },
  },
  {
    name: 'a sparse index is used for values',
    docs: [{ _id: 1 }, { _id: 3, a: 1 }],
    indexes: [{ ...A1, sparse: true }],
    find: { a: 1 },
    ids: [3],
    plan: { stage: 'IXSCAN', docs: 1 },
  },
  {
    name: 'a sparse index does not order all documents',
    docs: [{ _id: 1 }, { _id: 3, a: 1 }],
    indexes: [{ ...A1, sparse: true }],
    find: {},
    options: { sort: { a: 1 } },
    ids: [1, 3],
    plan: { stage: 'COLLSCAN', sorts: true },
  },
  {
    name: 'a hinted sparse index leaves documents out',
    docs: [{ _id: 1 }, { _id: 3, a: 1 }],
    indexes: [{ ...A1, sparse: true }],
    find: {},
    options: { hint: 'a_1' },
    ids: [3],
  },
  {
    name: 'a partial index is used when the filter implies its own',
    docs: rows,
    indexes: [{ key: { a: 1 }, partialFilterExpression: { b: { $gt: 9 } } }],
    find: { a: 2, b: { $gt: 12 } },
    ids: [17],
    plan: { stage: 'IXSCAN' },
  },
  {
    name: 'a partial index is used for its own filter',
    docs: rows,
    indexes: [{ key: { a: 1 }, partialFilterExpression: { s: 's1' } }],
    find: { a: 0, s: 's1' },
    ids: [5],
    plan: { stage: 'IXSCAN', docs: 1 },
  },
  {
    name: 'a partial index is not used for a wider filter',
    docs: rows,
    indexes: [{ key: { a: 1 }, partialFilterExpression: { b: { $gt: 9 } } }],
    find: { a: 2, b: { $gt: 5 } },
    ids: [7, 12, 17],
    plan: { stage: 'COLLSCAN' },
  },
  {
    name: 'a partial index is not used without its field',
    docs: rows,
    indexes: [{ key: { a: 1 }, partialFilterExpression: { b: { $gt: 9 } } }],
    find: { a: 2 },
    ids: [2, 7, 12, 17],
    plan: { stage: 'COLLSCAN' },
  },
  {
    name: 'a hint by name',
    docs: rows,
    indexes: [A1, { key: { b: 1 } }],
    find: { a: 2, b: 7 },
    options: { hint: 'a_1' },
    ids: [7],
    plan: { stage: 'IXSCAN', index: 'a_1', docs: 4 },
  },
  {
    name: 'a hint by key',
    docs: rows,
    indexes: [A1, { key: { b: 1 } }],
    find: { a: 2, b: 7 },
    options: { hint: { b: 1 } },
    ids: [7],
    plan: { stage: 'IXSCAN', index: 'b_1', docs: 1 },
  },
  {
    name: 'a hint of an index that the filter does not use',
    docs: rows,
    indexes: [A1],
    find: { b: 7 },
    options: { hint: { a: 1 } },
    ids: [7],
    plan: { stage: 'IXSCAN', index: 'a_1', keys: 20, docs: 20 },
  },
  {
    name: 'a hint of $natural reads every document',
    docs: rows,
    indexes: [A1],
    find: { a: 2 },
    options: { hint: { $natural: 1 } },
    ids: [2, 7, 12, 17],
    plan: { stage: 'COLLSCAN', docs: 20 },
  },
  {
    name: 'a hint of the _id index',
    docs: rows,
    find: { a: 2 },
    options: { hint: '_id_' },
    ids: [2, 7, 12, 17],
    plan: { stage: 'IXSCAN', index: '_id_' },
  },
  {
    name: 'a hint by an unknown name',
    docs: rows,
    find: { a: 2 },
    options: { hint: 'nothing' },
    error: fails(2, 'hint provided does not correspond to an existing index'),
  },
  {
    name: 'a hint by an unknown key',
    docs: rows,
    indexes: [A1],
    find: { a: 2 },
    options: { hint: { a: -1 } },
    error: fails(2, 'hint provided does not correspond to an existing index'),
  },
]

const hints: Case[] = [
  {
    name: 'update takes a hint',
    docs: rows,
    indexes: [A1],
    filter: { a: 2 },
    update: { $set: { z: 1 } },
    options: { hint: 'a_1', multi: true },
    n: 4,
  },
  {
    name: 'update with an unknown hint',
    docs: rows,
    filter: { a: 2 },
    update: { $set: { z: 1 } },
    options: { hint: 'x' },
    error: fails(2, 'hint provided does not correspond to an existing index'),
  },
  {
    name: 'delete with an unknown hint',
    docs: rows,
    command: { delete: '<c>', deletes: [{ q: {}, limit: 0, hint: { x: 1 } }] },
    error: fails(2),
  },
  { name: 'findAndModify with an unknown hint', docs: rows, command: { findAndModify: '<c>', remove: true, hint: 'x' }, error: fails(2) },
  { name: 'count with an unknown hint', docs: rows, command: { count: '<c>', query: { a: 2 }, hint: 'x' }, error: fails(2) },
  { name: 'aggregate with an unknown hint', docs: rows, aggregate: [{ $match: { a: 2 } }], options: { hint: 'x' }, error: fails(2) },
  { name: 'count with a hint', docs: rows, indexes: [A1], command: { count: '<c>', query: { a: 2 }, hint: 'a_1' }, gives: { n: is(4) } },
]

const explains: CommandCase[] = [
  {
    name: 'explain of the planner alone does not run the query',
    docs: rows,
    indexes: [A1],
    command: { explain: { find: '<c>', filter: { a: 2 } }, verbosity: 'queryPlanner' },
    gives: { 'queryPlanner.namespace': '<d>.<c>', executionStats: absent },
  },
  {
    name: 'explain with statistics counts results',
    docs: rows,
    indexes: [A1],
    command: { explain: { find: '<c>', filter: { a: 2, b: { $gt: 5 } } }, verbosity: 'executionStats' },
    gives: {
      'executionStats.executionSuccess': true,
      'executionStats.nReturned': is(3),
      'executionStats.totalKeysExamined': is(4),
      'executionStats.totalDocsExamined': is(4),
    },
  },
  {
    name: 'explain of a count',
    docs: rows,
    command: { explain: { count: '<c>', query: { a: 2 } }, verbosity: 'executionStats' },
    gives: { 'executionStats.totalDocsExamined': is(20) },
  },
  {
    name: 'explain of a delete deletes nothing',
    docs: [{ _id: 1 }],
    command: { explain: { delete: '<c>', deletes: [{ q: {}, limit: 0 }] }, verbosity: 'executionStats' },
    after: [{ _id: 1 }],
  },
  {
    name: 'explain of an update changes nothing',
    docs: [{ _id: 1 }],
    command: { explain: { update: '<c>', updates: [{ q: {}, u: { $set: { a: 1 } } }] }, verbosity: 'executionStats' },
    after: [{ _id: 1 }],
  },
  { name: 'explain with an unknown verbosity', docs: rows, command: { explain: { find: '<c>' }, verbosity: 'loud' }, error: fails(2) },
  { name: 'explain of an unknown command', docs: rows, command: { explain: { shout: '<c>' } }, error: fails([59, 115]) },
]

const hashedAndHidden: Case[] = [
  {
    name: 'a hidden index is kept up and not used',
    docs: rows,
    indexes: [{ key: { a: 1 }, hidden: true }],
    find: { a: 5 },
    plan: { stage: 'COLLSCAN' },
  },
  {
    name: 'an index is shown again by collMod',
    docs: rows,
    indexes: [{ key: { a: 1 }, hidden: true }],
    before: [{ collMod: '<c>', index: { name: 'a_1', hidden: false } }],
    find: { a: 5 },
    plan: { stage: 'IXSCAN', index: 'a_1' },
  },
  {
    name: 'a hashed index serves equality',
    docs: rows,
    indexes: [{ key: { a: 'hashed' } }],
    find: { a: 5 },
    plan: { stage: 'IXSCAN', index: 'a_hashed' },
  },
  ...inserting([
    ['a hashed index takes no arrays', { key: { a: 'hashed' } }, [], { _id: 1, a: [1] }, fails(16766)],
    ['a hashed index takes a document', { key: { a: 'hashed' } }, [], { _id: 1, a: { b: 1 } }],
  ]),
  ...creating([
    ['a hashed index cannot be unique', [], [{ key: { a: 'hashed' }, name: 'x', unique: true }], fails(16764)],
    ['the name _id_ is kept for the index of _id', [], [{ key: { a: 1 }, name: '_id_' }], fails(2)],
  ]),
]

const unsupported = refused(
  'MongoDB has these kinds of indexes',
  creating([
    ['a text index is refused', [], [{ key: { a: 'text' }, name: 'x' }], fails([67, 115])],
    ['a 2dsphere index is refused', [], [{ key: { a: '2dsphere' }, name: 'x' }], fails([67, 115])],
    ['a 2d index is refused', [], [{ key: { a: '2d' }, name: 'x' }], fails([67, 115])],
    ['a wildcard index is refused', [], [{ key: { '$**': 1 }, name: 'x' }], fails([67, 115])],
    ['an index with a collation is refused', [], [{ key: { a: 1 }, name: 'x', collation: { locale: 'de' } }], fails(115)],
  ]),
)

export const indexTable = table('index', [
  ...unique,
  ...conflictsOfWrites,
  ...multikey,
  ...ids,
  ...creation,
  ...maintenance,
  ...plans,
  ...hints,
  ...explains,
  ...hashedAndHidden,
  ...unsupported,
])

/** The same questions with an index: it may change how an answer is found, never the answer. */
const indexed = (name: string, cases: readonly Case[], key: Document) =>
  table(
    `${name} with index ${JSON.stringify(key)}`,
    cases.filter((c) => 'find' in c && !c.error && !c.embeddedOnly).map((c) => ({ ...c, indexes: [{ key }] })),
  )

export const indexedTables = [
  indexed('query', queryTable.cases, { a: 1 }),
  indexed('query', queryTable.cases, { a: -1, _id: 1 }),
  indexed('query', queryTable.cases, { 'a.b': 1 }),
  indexed('sort', sortTable.cases, { a: 1 }),
  indexed('sort', sortTable.cases, { a: -1 }),
  indexed('projection', projectionTable.cases, { a: 1 }),
]
