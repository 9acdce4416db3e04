import type { Document } from 'mongodb'
import { date, decimal, double, int, long, oid } from './mixed.ts'
import { projectionTable } from './projection.ts'
import { queryTable } from './query.ts'
import { absent, type Case, type CommandCase, embeddedOnly, type Failure, type FindCase, fails, numberEquals, table } from './run.ts'
import { sortTable } from './sort.ts'

const A1 = { key: { a: 1 } }
const UNIQUE = { key: { a: 1 }, unique: true }

const duplicate = (index: string, dupKey: string, keyPattern: Document, keyValue: Document): Failure =>
  fails(11000, `E11000 duplicate key error collection: <d>.<c> index: ${index} dup key: ${dupKey}`, { keyPattern, keyValue })

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
    'a unique index rejects a duplicate value',
    UNIQUE,
    [{ _id: 1, a: 'x' }],
    { _id: 2, a: 'x' },
    duplicate('a_1', '{ a: "x" }', BY_A, { a: 'x' }),
  ],
  [
    'a unique index treats equal numbers of different types as duplicates',
    UNIQUE,
    [{ _id: 1, a: 5 }],
    { _id: 2, a: long(5) },
    duplicate('a_1', '{ a: 5 }', BY_A, { a: long(5) }),
  ],
  [
    'the error formats a duplicate Double with a decimal point',
    UNIQUE,
    [{ _id: 1, a: 5 }],
    { _id: 2, a: double(5) },
    duplicate('a_1', '{ a: 5.0 }', BY_A, { a: double(5) }),
  ],
  ['a unique index treats an equal Decimal128 as a duplicate', UNIQUE, [{ _id: 1, a: 5 }], { _id: 2, a: decimal('5') }, fails(11000)],
  [
    'a unique index distinguishes types',
    UNIQUE,
    [
      { _id: 1, a: 5 },
      { _id: 2, a: true },
    ],
    { _id: 3, a: '5' },
  ],
  [
    'a unique index rejects a second null',
    UNIQUE,
    [{ _id: 1, a: null }],
    { _id: 2, a: null },
    duplicate('a_1', '{ a: null }', BY_A, { a: null }),
  ],
  ['a unique index treats missing as null', UNIQUE, [{ _id: 1 }], { _id: 2, a: null }, duplicate('a_1', '{ a: null }', BY_A, { a: null })],
  ['a unique index rejects a second missing value', UNIQUE, [{ _id: 1 }], { _id: 2 }, duplicate('a_1', '{ a: null }', BY_A, { a: null })],
  [
    'a unique index compares every array element',
    UNIQUE,
    [{ _id: 1, a: [1, 2] }],
    { _id: 2, a: [2, 3] },
    duplicate('a_1', '{ a: 2 }', BY_A, { a: 2 }),
  ],
  ['an array element conflicts with an equal scalar', UNIQUE, [{ _id: 1, a: 2 }], { _id: 2, a: [2, 3] }, fails(11000)],
  ['a document can repeat a value within its array', UNIQUE, [{ _id: 1, a: [1] }], { _id: 2, a: [2, 2] }],
  ['a second empty array is a duplicate', UNIQUE, [{ _id: 1, a: [] }], { _id: 2, a: [] }, fails(11000)],
  ['an empty array is not a duplicate of null', UNIQUE, [{ _id: 1, a: [] }], { _id: 2, a: null }],
  ['nested arrays are compared as whole values', UNIQUE, [{ _id: 1, a: [[1, 2]] }], { _id: 2, a: [[2, 1]] }],
  ['documents with a different field order are not duplicates', UNIQUE, [{ _id: 1, a: { x: 1, y: 2 } }], { _id: 2, a: { y: 2, x: 1 } }],
  [
    'the error shows a duplicate document',
    UNIQUE,
    [{ _id: 1, a: { x: 1 } }],
    { _id: 2, a: { x: 1 } },
    duplicate('a_1', '{ a: { x: 1 } }', BY_A, { a: { x: 1 } }),
  ],
  [
    'the error shows a duplicate ObjectId',
    UNIQUE,
    [{ _id: 1, a: oid(1) }],
    { _id: 2, a: oid(1) },
    duplicate('a_1', "{ a: ObjectId('000000000000000000000001') }", BY_A, { a: oid(1) }),
  ],
  [
    'the error shows a duplicate date',
    UNIQUE,
    [{ _id: 1, a: date(5) }],
    { _id: 2, a: date(5) },
    duplicate('a_1', '{ a: new Date(5) }', BY_A, { a: date(5) }),
  ],
  [
    'the error shows a duplicate boolean',
    UNIQUE,
    [{ _id: 1, a: true }],
    { _id: 2, a: true },
    duplicate('a_1', '{ a: true }', BY_A, { a: true }),
  ],
  [
    'a compound unique index rejects a duplicate combination',
    { key: { a: 1, b: -1 }, unique: true },
    [{ _id: 1, a: 1, b: 'x' }],
    { _id: 2, a: 1, b: 'x' },
    duplicate('a_1_b_-1', '{ a: 1, b: "x" }', { a: int(1), b: int(-1) }, { a: 1, b: 'x' }),
  ],
  [
    'a compound unique index accepts a repeated value in one field',
    { key: { a: 1, b: 1 }, unique: true },
    [{ _id: 1, a: 1, b: 'x' }],
    { _id: 2, a: 1, b: 'y' },
  ],
  [
    'a compound unique index treats missing as null',
    { key: { a: 1, b: 1 }, unique: true },
    [{ _id: 1, a: 1 }],
    { _id: 2, a: 1, b: null },
    fails(11000),
  ],
  [
    'a compound unique index has one key per array element',
    { key: { a: 1, b: 1 }, unique: true },
    [{ _id: 1, a: 1, b: [1, 2] }],
    { _id: 2, a: 1, b: [2, 3] },
    duplicate('a_1_b_1', '{ a: 1, b: 2 }', { a: int(1), b: int(1) }, { a: 1, b: 2 }),
  ],
  [
    'a unique index on a path rejects a duplicate inside an array',
    { key: { 'a.b': 1 }, unique: true },
    [{ _id: 1, a: { b: 1 } }],
    { _id: 2, a: [{ b: 1 }] },
    duplicate('a.b_1', '{ a.b: 1 }', { 'a.b': int(1) }, { 'a.b': 1 }),
  ],
  [
    'a unique index on a path accepts repeats within one document',
    { key: { 'a.b': 1 }, unique: true },
    [{ _id: 1 }],
    { _id: 2, a: [{ b: 1 }, { b: 1 }] },
  ],
  [
    'a descending unique index rejects a duplicate value',
    { key: { a: -1 }, unique: true },
    [{ _id: 1, a: 1 }],
    { _id: 2, a: 1 },
    fails(11000),
  ],
  [
    '_id is unique across number types',
    A1,
    [{ _id: 1 }],
    { _id: double(1) },
    duplicate('_id_', '{ _id: 1.0 }', { _id: int(1) }, { _id: double(1) }),
  ],
  ['a sparse unique index accepts repeated missing values', { ...UNIQUE, sparse: true }, [{ _id: 1 }], { _id: 2 }],
  ['a sparse unique index rejects a second null', { ...UNIQUE, sparse: true }, [{ _id: 1, a: null }], { _id: 2, a: null }, fails(11000)],
  [
    'a sparse compound index omits documents without any of its fields',
    { key: { a: 1, b: 1 }, unique: true, sparse: true },
    [{ _id: 1 }],
    { _id: 2 },
  ],
  [
    'a sparse compound index contains documents with one of its fields',
    { key: { a: 1, b: 1 }, unique: true, sparse: true },
    [{ _id: 1, a: 1 }],
    { _id: 2, a: 1 },
    fails(11000),
  ],
  [
    'a partial unique index ignores documents outside its filter',
    { ...UNIQUE, partialFilterExpression: { on: true } },
    [{ _id: 1, a: 1, on: true }],
    { _id: 2, a: 1, on: false },
  ],
  [
    'a partial unique index rejects duplicates within its filter',
    { ...UNIQUE, partialFilterExpression: { on: true } },
    [{ _id: 1, a: 1, on: true }],
    { _id: 2, a: 1, on: true },
    fails(11000),
  ],
  [
    'a partial unique index can filter by $exists',
    { ...UNIQUE, partialFilterExpression: { a: { $exists: true } } },
    [{ _id: 1 }],
    { _id: 2 },
  ],
  [
    'a partial unique index can filter by $type',
    { ...UNIQUE, partialFilterExpression: { a: { $type: 'string' } } },
    [{ _id: 1, a: 5 }],
    { _id: 2, a: 5 },
  ],
  [
    'a partial unique index can filter by a range',
    { ...UNIQUE, partialFilterExpression: { n: { $gt: 5 } } },
    [{ _id: 1, a: 1, n: 6 }],
    { _id: 2, a: 1, n: 7 },
    fails(11000),
  ],
])

const conflictsOfWrites: Case[] = [
  {
    name: 'an update cannot create a duplicate',
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
    name: 'an update can set a unique field to its current value',
    indexes: [UNIQUE],
    docs: [{ _id: 1, a: 1, b: 1 }],
    filter: { _id: 1 },
    update: { $set: { a: 1, b: 2 } },
    n: 1,
    modified: 1,
  },
  {
    name: 'an upsert cannot create a duplicate',
    indexes: [UNIQUE],
    docs: [{ _id: 1, a: 1 }],
    filter: { _id: 2 },
    update: { $set: { a: 1 } },
    options: { upsert: true },
    error: fails(11000),
    after: [{ _id: 1, a: 1 }],
  },
  {
    name: 'findAndModify reports a duplicate as a command error',
    indexes: [UNIQUE],
    docs: [
      { _id: 1, a: 1 },
      { _id: 2, a: 2 },
    ],
    command: { findAndModify: '<c>', query: { _id: 2 }, update: { $set: { a: 1 } } },
    error: fails(11000, 'dup key: { a: 1 }', { keyPattern: BY_A, keyValue: { a: 1 } }),
  },
  {
    name: 'an update cannot move a duplicate into a partial index',
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
    name: 'updateMany stops at a duplicate and keeps earlier changes',
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
    name: 'a delete releases a unique value',
    indexes: [UNIQUE],
    docs: [{ _id: 1, a: 1 }],
    before: [{ delete: '<c>', deletes: [{ q: { _id: 1 }, limit: 1 }] }],
    command: { insert: '<c>', documents: [{ _id: 2, a: 1 }] },
    after: [{ _id: 2, a: 1 }],
  },
  {
    name: 'building a unique index over duplicates fails',
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
    returns: ['_id_'],
  },
]

const multikey: Case[] = [
  ...inserting([
    [
      'a compound index rejects two arrays',
      { key: { a: 1, b: 1 } },
      [{ _id: 1, a: 1, b: 1 }],
      { _id: 2, a: [1], b: [2] },
      fails(171, 'cannot index parallel arrays'),
    ],
    ['a compound index rejects two empty arrays', { key: { a: 1, b: 1 } }, [], { _id: 2, a: [], b: [] }, fails(171)],
    [
      'two arrays below one document are parallel arrays',
      { key: { 'a.b': 1, 'a.c': 1 } },
      [],
      { _id: 1, a: { b: [1], c: [2] } },
      fails(171),
    ],
    ['two paths below one array are not parallel arrays', { key: { 'a.b': 1, 'a.c': 1 } }, [], { _id: 1, a: [{ b: 1, c: 2 }, { b: 3 }] }],
    ['a compound index accepts one array and one scalar', { key: { a: 1, b: 1 } }, [], { _id: 1, a: [1, 2], b: 3 }],
    [
      'a partial index ignores parallel arrays outside its filter',
      { key: { a: 1, b: 1 }, partialFilterExpression: { on: true } },
      [],
      { _id: 1, a: [1], b: [2] },
    ],
  ]),
  {
    name: 'building an index over parallel arrays fails',
    docs: [{ _id: 1, a: [1], b: [2] }],
    command: { createIndexes: '<c>', indexes: [{ key: { a: 1, b: 1 }, name: 'x' }] },
    error: fails(171),
  },
  {
    name: 'an update cannot create parallel arrays',
    indexes: [{ key: { a: 1, b: 1 } }],
    docs: [{ _id: 1, a: [1], b: 2 }],
    filter: { _id: 1 },
    update: { $set: { b: [2] } },
    error: fails(171),
    after: [{ _id: 1, a: [1], b: 2 }],
  },
]

const ids = inserting([
  ['_id rejects an array', A1, [], { _id: [1] }, fails(53, "The '_id' value cannot be of type array")],
  ['_id rejects a regular expression', A1, [], { _id: /x/ }, fails(53, "The '_id' value cannot be of type regex")],
  ['_id accepts a document', A1, [], { _id: { x: 1 } }],
  ['_id accepts null', A1, [], { _id: null }],
  ['_id rejects a document with operators', A1, [], { _id: { $x: 1 } }, fails(52)],
])

const CREATE = (...indexes: Document[]) => ({ createIndexes: '<c>', indexes })
type Creation = readonly [name: string, before: readonly Document[], indexes: readonly Document[], want: Failure | Record<string, unknown>]
const creating = (rows: readonly Creation[]): CommandCase[] =>
  rows.map(([name, before, indexes, want]) => ({
    name,
    docs: [{ _id: 1, a: 1 }],
    ...(before.length ? { before: [CREATE(...before)] } : {}),
    command: CREATE(...indexes),
    ...('code' in want ? { error: want as Failure } : { returns: want }),
  }))

const creation = creating([
  ['adds an index', [], [{ key: { a: 1 }, name: 'a_1' }], { numIndexesBefore: numberEquals(1), numIndexesAfter: numberEquals(2) }],
  [
    'adds two indexes in one command',
    [],
    [
      { key: { a: 1 }, name: 'x' },
      { key: { a: -1 }, name: 'y' },
    ],
    { numIndexesAfter: numberEquals(3) },
  ],
  [
    'succeeds if an identical index exists',
    [{ key: { a: 1 }, name: 'a_1' }],
    [{ key: { a: 1 }, name: 'a_1' }],
    { numIndexesBefore: numberEquals(2), numIndexesAfter: numberEquals(2), note: 'all indexes already exist' },
  ],
  [
    'succeeds for the existing _id index',
    [],
    [{ key: { _id: 1 }, name: '_id_' }],
    { numIndexesBefore: numberEquals(1), numIndexesAfter: numberEquals(1) },
  ],
  [
    'rejects an existing key under a different name',
    [{ key: { a: 1 }, name: 'x' }],
    [{ key: { a: 1 }, name: 'y' }],
    fails(85, 'Index already exists with a different name: x'),
  ],
  [
    'rejects an existing name with a different key',
    [{ key: { a: 1 }, name: 'x' }],
    [{ key: { b: 1 }, name: 'x' }],
    fails(86, 'An existing index has the same name as the requested index.'),
  ],
  ['rejects an existing name with a different direction', [{ key: { a: 1 }, name: 'x' }], [{ key: { a: -1 }, name: 'x' }], fails(86)],
  [
    'rejects adding unique to an existing index',
    [{ key: { a: 1 }, name: 'a_1' }],
    [{ key: { a: 1 }, name: 'a_1', unique: true }],
    fails(86),
  ],
  [
    'rejects adding sparse to an existing index',
    [{ key: { a: 1 }, name: 'a_1' }],
    [{ key: { a: 1 }, name: 'a_1', sparse: true }],
    fails(86),
  ],
  [
    'rejects adding a partial filter to an existing index',
    [{ key: { a: 1 }, name: 'a_1' }],
    [{ key: { a: 1 }, name: 'a_1', partialFilterExpression: { b: 1 } }],
    fails(86),
  ],
  [
    'rejects a different expireAfterSeconds for an existing index',
    [{ key: { a: 1 }, name: 'a_1', expireAfterSeconds: 5 }],
    [{ key: { a: 1 }, name: 'a_1', expireAfterSeconds: 6 }],
    fails(85, 'An equivalent index already exists with the same name but different options.'),
  ],
  [
    'rejects an existing key under a different name and expireAfterSeconds',
    [{ key: { a: 1 }, name: 'x', expireAfterSeconds: 5 }],
    [{ key: { a: 1 }, name: 'y' }],
    fails(85, 'An equivalent index already exists with a different name'),
  ],
  [
    'accepts one key with two different partial filters',
    [{ key: { a: 1 }, name: 'x', partialFilterExpression: { b: 1 } }],
    [{ key: { a: 1 }, name: 'y', partialFilterExpression: { b: 2 } }],
    { numIndexesAfter: numberEquals(3) },
  ],
  [
    'accepts one key as a sparse and as a non-sparse index',
    [{ key: { a: 1 }, name: 'x', unique: true }],
    [{ key: { a: 1 }, name: 'y', unique: true, sparse: true }],
    { numIndexesAfter: numberEquals(3) },
  ],
  [
    'treats a different key order as a different index',
    [{ key: { a: 1, b: 1 }, name: 'x' }],
    [{ key: { b: 1, a: 1 }, name: 'y' }],
    { numIndexesAfter: numberEquals(3) },
  ],
  [
    'rejects a repeated name in one command',
    [],
    [
      { key: { a: 1 }, name: 'x' },
      { key: { b: 1 }, name: 'x' },
    ],
    fails(86),
  ],
  [
    'rejects a repeated key in one command',
    [],
    [
      { key: { a: 1 }, name: 'x' },
      { key: { a: 1 }, name: 'y' },
    ],
    fails(85),
  ],
  ['rejects an empty list of indexes', [], [], fails(2, 'Must specify at least one index to create')],
  [
    'rejects an index without a name',
    [],
    [{ key: { a: 1 } }],
    fails(9, "The 'name' field is a required property of an index specification"),
  ],
  ['rejects an empty index name', [], [{ key: { a: 1 }, name: '' }], fails(67, 'index name cannot be empty')],
  ['rejects an index without a key', [], [{ name: 'x' }], fails(9, "The 'key' field is a required property of an index specification")],
  ['rejects an empty key', [], [{ key: {}, name: 'x' }], fails(67)],
  ['rejects a key that is not a document', [], [{ key: 'a', name: 'x' }], fails(14)],
  ['rejects a direction of 0', [], [{ key: { a: 0 }, name: 'x' }], fails(67, 'Values in the index key pattern cannot be 0.')],
  ['rejects true as a direction', [], [{ key: { a: true }, name: 'x' }], fails(67)],
  ['rejects an unknown index type', [], [{ key: { a: 'quick' }, name: 'x' }], fails([67, 115])],
  ['rejects an empty field name in a key', [], [{ key: { '': 1 }, name: 'x' }], fails(67, 'Index keys cannot contain an empty field.')],
  [
    'rejects a key field that ends with a dot',
    [],
    [{ key: { 'a.': 1 }, name: 'x' }],
    fails(67, 'Index keys cannot contain an empty field.'),
  ],
  ['rejects a key field that starts with a dollar sign', [], [{ key: { $a: 1 }, name: 'x' }], fails(67)],
  [
    'rejects an unknown index option',
    [],
    [{ key: { a: 1 }, name: 'x', foo: 1 }],
    fails(197, "The field 'foo' is not valid for an index specification."),
  ],
  ['rejects a non-boolean unique', [], [{ key: { a: 1 }, name: 'x', unique: {} }], fails(14)],
  [
    'rejects unique on the _id index',
    [],
    [{ key: { _id: 1 }, name: '_id_', unique: true }],
    fails(197, "The field 'unique' is not valid for an _id index specification."),
  ],
  ['rejects a string for expireAfterSeconds', [], [{ key: { a: 1 }, name: 'x', expireAfterSeconds: '5' }], fails(14)],
  ['rejects a negative expireAfterSeconds', [], [{ key: { a: 1 }, name: 'x', expireAfterSeconds: -5 }], fails(67)],
  [
    'rejects expireAfterSeconds on a compound index',
    [],
    [{ key: { a: 1, b: 1 }, name: 'x', expireAfterSeconds: 5 }],
    fails(67, 'TTL indexes are single-field indexes, compound indexes do not support TTL'),
  ],
  ['rejects expireAfterSeconds on _id', [], [{ key: { _id: 1 }, name: '_id_', expireAfterSeconds: 5 }], fails(197)],
  ['rejects a partial filter that is not a document', [], [{ key: { a: 1 }, name: 'x', partialFilterExpression: 5 }], fails(14)],
  [
    'rejects a partial filter with $ne',
    [],
    [{ key: { a: 1 }, name: 'x', partialFilterExpression: { a: { $ne: 5 } } }],
    fails(67, /partial index/),
  ],
  [
    'rejects a partial filter with $exists false',
    [],
    [{ key: { a: 1 }, name: 'x', partialFilterExpression: { a: { $exists: false } } }],
    fails(67, /partial index/),
  ],
  [
    'rejects a partial filter with a regular expression',
    [],
    [{ key: { a: 1 }, name: 'x', partialFilterExpression: { a: /x/ } }],
    fails(67, /partial index/),
  ],
  [
    'rejects a partial filter with an unknown operator',
    [],
    [{ key: { a: 1 }, name: 'x', partialFilterExpression: { a: { $foo: 1 } } }],
    fails(2, 'unknown operator: $foo'),
  ],
  ['rejects a sparse partial index', [], [{ key: { a: 1 }, name: 'x', sparse: true, partialFilterExpression: { a: 1 } }], fails(67)],
])

const maintenance: Case[] = [
  {
    name: 'createIndexes creates the collection',
    command: CREATE({ key: { a: 1 }, name: 'a_1' }),
    returns: { createdCollectionAutomatically: true, numIndexesBefore: numberEquals(1), numIndexesAfter: numberEquals(2) },
  },
  {
    name: 'createIndexes requires indexes',
    docs: [],
    command: { createIndexes: '<c>' },
    error: fails(40414, "BSON field 'createIndexes.indexes' is missing but a required field"),
  },
  {
    name: 'createIndexes rejects indexes that are not an array',
    docs: [],
    command: { createIndexes: '<c>', indexes: 5 },
    error: fails(14, "BSON field 'createIndexes.indexes' is the wrong type 'int', expected type 'array'"),
  },
  {
    name: 'createIndexes rejects an index that is not a document',
    docs: [],
    command: { createIndexes: '<c>', indexes: ['a'] },
    error: fails(14, /createIndexes\.indexes/),
  },
  {
    name: 'createIndexes rejects an unknown field',
    docs: [],
    command: { ...CREATE({ key: { a: 1 }, name: 'a_1' }), foo: 1 },
    error: fails(40415, "BSON field 'createIndexes.foo' is an unknown field."),
  },
  {
    name: 'listIndexes returns each index as it was created',
    docs: [],
    before: [
      CREATE(
        { key: { a: 1, b: -1 }, name: 'x', unique: true, sparse: true },
        { key: { c: 1 }, name: 'y', expireAfterSeconds: 60 },
        { key: { d: 1 }, name: 'z', partialFilterExpression: { d: { $gt: 5 } } },
      ),
    ],
    command: { listIndexes: '<c>' },
    returns: {
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
    name: 'listIndexes rejects an unknown collection',
    command: { listIndexes: '<c>' },
    error: fails(26, 'ns does not exist: <d>.<c>'),
  },
  {
    name: 'listIndexes returns batches',
    docs: [],
    indexes: [A1],
    command: { listIndexes: '<c>', cursor: { batchSize: 1 } },
    returns: { 'cursor.firstBatch.length': numberEquals(1), 'cursor.id': (id: unknown) => Number(id) !== 0 },
  },
  {
    name: 'the driver derives an index name from its key',
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
    returns: ['a_1_b.c_-1', 'z_1_y_1'],
  },
  {
    name: 'the driver can create the same index twice',
    docs: [],
    script: async ({ coll }) => [await coll.createIndex({ a: 1 }), await coll.createIndex({ a: 1 }), (await coll.indexes()).length],
    returns: ['a_1', 'a_1', 2],
  },
  {
    name: 'dropIndexes drops an index by name',
    docs: [],
    indexes: [A1],
    command: { dropIndexes: '<c>', index: 'a_1' },
    returns: { nIndexesWas: numberEquals(2) },
  },
  {
    name: 'dropIndexes drops an index by key',
    docs: [],
    indexes: [A1],
    command: { dropIndexes: '<c>', index: { a: 1 } },
    returns: { nIndexesWas: numberEquals(2) },
  },
  {
    name: 'dropIndexes drops a list of names',
    docs: [],
    indexes: [A1, { key: { b: 1 } }],
    command: { dropIndexes: '<c>', index: ['a_1', 'b_1'] },
    returns: { nIndexesWas: numberEquals(3) },
  },
  {
    name: 'dropIndexes with * keeps the _id index',
    docs: [],
    indexes: [A1, { key: { b: 1 } }],
    before: [{ dropIndexes: '<c>', index: '*' }],
    command: { listIndexes: '<c>' },
    returns: { 'cursor.firstBatch': [{ v: int(2), key: { _id: int(1) }, name: '_id_' }] },
  },
  {
    name: 'dropping a unique index releases its values',
    docs: [{ _id: 1, a: 1 }],
    indexes: [UNIQUE],
    before: [{ dropIndexes: '<c>', index: 'a_1' }],
    command: { insert: '<c>', documents: [{ _id: 2, a: 1 }] },
    returns: { n: numberEquals(1) },
  },
  ...(
    [
      ['an unknown name', { index: 'x' }, fails(27, 'index not found with name [x]')],
      ['an unknown key', { index: { z: 1 } }, fails(27)],
      ['a key with a different direction', { index: { a: -1 } }, fails(27)],
      ['a list with an unknown name', { index: ['a_1', 'x'] }, fails(27, 'index not found with name [x]')],
      ['the _id index by name', { index: '_id_' }, fails(72, 'cannot drop _id index')],
      ['the _id index by key', { index: { _id: 1 } }, fails(72, 'cannot drop _id index')],
      ['a boolean', { index: true }, fails(14, "BSON field 'dropIndexes.index' is the wrong type 'bool'")],
      ['a list of keys', { index: [{ a: 1 }] }, fails(14)],
      ['a missing index field', {}, fails(40414, "BSON field 'dropIndexes.index' is missing but a required field")],
    ] as const
  ).map(
    ([what, fields, error]): CommandCase => ({
      name: `dropIndexes rejects ${what}`,
      docs: [],
      indexes: [A1],
      command: { dropIndexes: '<c>', ...fields },
      error,
    }),
  ),
  {
    name: 'dropIndexes rejects an unknown collection',
    command: { dropIndexes: '<c>', index: 'x' },
    error: fails(26),
  },
  {
    name: 'collMod changes expireAfterSeconds',
    docs: [],
    indexes: [{ ...A1, expireAfterSeconds: 10 }],
    command: { collMod: '<c>', index: { keyPattern: { a: 1 }, expireAfterSeconds: 60 } },
    returns: { expireAfterSeconds_old: numberEquals(10), expireAfterSeconds_new: numberEquals(60) },
  },
  {
    name: 'collMod finds an index by name',
    docs: [],
    indexes: [{ ...A1, expireAfterSeconds: 10 }],
    command: { collMod: '<c>', index: { name: 'a_1', expireAfterSeconds: 60 } },
    returns: { expireAfterSeconds_old: numberEquals(10), expireAfterSeconds_new: numberEquals(60) },
  },
  {
    name: 'listIndexes returns a changed expireAfterSeconds',
    docs: [],
    indexes: [{ ...A1, expireAfterSeconds: 10 }],
    before: [{ collMod: '<c>', index: { keyPattern: { a: 1 }, expireAfterSeconds: 60 } }],
    command: { listIndexes: '<c>' },
    returns: { 'cursor.firstBatch.1.expireAfterSeconds': numberEquals(60) },
  },
  {
    name: 'collMod adds expireAfterSeconds to an index',
    docs: [],
    indexes: [A1],
    command: { collMod: '<c>', index: { keyPattern: { a: 1 }, expireAfterSeconds: 60 } },
    returns: { expireAfterSeconds_old: absent, expireAfterSeconds_new: numberEquals(60) },
  },
  {
    name: 'collMod rejects an unknown index',
    docs: [],
    command: { collMod: '<c>', index: { keyPattern: { z: 1 }, expireAfterSeconds: 60 } },
    error: fails(27),
  },
  {
    name: 'collMod rejects an unknown collection',
    command: { collMod: '<c>', index: { keyPattern: { a: 1 }, expireAfterSeconds: 60 } },
    error: fails(26),
  },
  {
    name: 'collMod rejects an unknown field',
    docs: [],
    command: { collMod: '<c>', foo: 1 },
    error: fails(40415, "BSON field 'collMod.foo' is an unknown field."),
  },
]

const rows = Array.from({ length: 20 }, (_, i) => ({ _id: i, a: i % 5, b: i, s: `s${i % 4}` }))
const found = (test: (row: { _id: number; a: number; b: number; s: string }) => boolean) => rows.filter(test).map((row) => row._id)

const plans: FindCase[] = [
  {
    name: 'a query without an index scans the collection',
    docs: rows,
    find: { a: 2 },
    ids: found((r) => r.a === 2),
    plan: { stage: 'COLLSCAN', keys: 0, docs: 20 },
  },
  {
    name: 'an equality match scans only its index keys',
    docs: rows,
    indexes: [A1],
    find: { a: 2 },
    ids: found((r) => r.a === 2),
    plan: { stage: 'IXSCAN', index: 'a_1', keys: 4, docs: 4 },
  },
  {
    name: 'a range scans only its index keys',
    docs: rows,
    indexes: [{ key: { b: 1 } }],
    find: { b: { $gte: 5, $lt: 8 } },
    ids: [5, 6, 7],
    plan: { stage: 'IXSCAN', index: 'b_1', keys: 3, docs: 3 },
  },
  {
    name: '$in fetches only the matching documents',
    docs: rows,
    indexes: [A1],
    find: { a: { $in: [1, 3] } },
    ids: found((r) => r.a === 1 || r.a === 3),
    plan: { stage: 'IXSCAN', docs: 8 },
  },
  {
    name: 'a compound index serves an equality match and a range',
    docs: rows,
    indexes: [{ key: { a: 1, b: 1 } }],
    find: { a: 2, b: { $gt: 5 } },
    ids: [7, 12, 17],
    plan: { stage: 'IXSCAN', keys: 3, docs: 3 },
  },
  {
    name: 'a compound index serves its prefix',
    docs: rows,
    indexes: [{ key: { a: 1, b: 1 } }],
    find: { a: 2 },
    ids: [2, 7, 12, 17],
    plan: { stage: 'IXSCAN', docs: 4 },
  },
  {
    name: 'a compound index is not used without its first field',
    docs: rows,
    indexes: [{ key: { a: 1, b: 1 } }],
    find: { b: 7 },
    ids: [7],
    plan: { stage: 'COLLSCAN' },
  },
  {
    name: 'conditions outside the index are checked on the documents',
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
    name: 'an index provides the sort order',
    docs: rows,
    indexes: [{ key: { b: 1 } }],
    find: {},
    options: { sort: { b: -1 }, limit: 3 },
    ids: [19, 18, 17],
    plan: { stage: 'IXSCAN', sorts: false, docs: 3 },
  },
  {
    name: 'an index serves an equality match and the sort order',
    docs: rows,
    indexes: [{ key: { a: 1, b: 1 } }],
    find: { a: 2 },
    options: { sort: { b: -1 } },
    ids: [17, 12, 7, 2],
    plan: { stage: 'IXSCAN', sorts: false },
  },
  {
    name: 'a compound index provides its reverse order',
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
    name: 'sorts in memory if the index does not match the directions',
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
    name: 'sorts in memory without an index',
    docs: rows,
    find: { b: { $lt: 2 } },
    options: { sort: { b: -1 } },
    ids: [1, 0],
    plan: { stage: 'COLLSCAN', sorts: true },
  },
  {
    name: 'a multikey index returns each document once',
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
    name: 'a multikey index applies each bound to different elements',
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
    name: 'a sparse index is not used to match null',
    docs: [{ _id: 1 }, { _id: 2, a: null }, { _id: 3, a: 1 }],
    indexes: [{ ...A1, sparse: true }],
    find: { a: null },
    ids: [1, 2],
    plan: { stage: 'COLLSCAN' },
  },
  {
    name: 'a sparse index is used to match a value',
    docs: [{ _id: 1 }, { _id: 3, a: 1 }],
    indexes: [{ ...A1, sparse: true }],
    find: { a: 1 },
    ids: [3],
    plan: { stage: 'IXSCAN', docs: 1 },
  },
  {
    name: 'a sparse index is not used to sort all documents',
    docs: [{ _id: 1 }, { _id: 3, a: 1 }],
    indexes: [{ ...A1, sparse: true }],
    find: {},
    options: { sort: { a: 1 } },
    ids: [1, 3],
    plan: { stage: 'COLLSCAN', sorts: true },
  },
  {
    name: 'hinting a sparse index omits documents without the field',
    docs: [{ _id: 1 }, { _id: 3, a: 1 }],
    indexes: [{ ...A1, sparse: true }],
    find: {},
    options: { hint: 'a_1' },
    ids: [3],
  },
  {
    name: 'a partial index is used if the query implies its filter',
    docs: rows,
    indexes: [{ key: { a: 1 }, partialFilterExpression: { b: { $gt: 9 } } }],
    find: { a: 2, b: { $gt: 12 } },
    ids: [17],
    plan: { stage: 'IXSCAN' },
  },
  {
    name: 'a partial index is used if the query contains its filter',
    docs: rows,
    indexes: [{ key: { a: 1 }, partialFilterExpression: { s: 's1' } }],
    find: { a: 0, s: 's1' },
    ids: [5],
    plan: { stage: 'IXSCAN', docs: 1 },
  },
  {
    name: 'a partial index is not used if the query is broader than its filter',
    docs: rows,
    indexes: [{ key: { a: 1 }, partialFilterExpression: { b: { $gt: 9 } } }],
    find: { a: 2, b: { $gt: 5 } },
    ids: [7, 12, 17],
    plan: { stage: 'COLLSCAN' },
  },
  {
    name: 'a partial index is not used if the query omits its filter',
    docs: rows,
    indexes: [{ key: { a: 1 }, partialFilterExpression: { b: { $gt: 9 } } }],
    find: { a: 2 },
    ids: [2, 7, 12, 17],
    plan: { stage: 'COLLSCAN' },
  },
  {
    name: 'accepts a hint by name',
    docs: rows,
    indexes: [A1, { key: { b: 1 } }],
    find: { a: 2, b: 7 },
    options: { hint: 'a_1' },
    ids: [7],
    plan: { stage: 'IXSCAN', index: 'a_1', docs: 4 },
  },
  {
    name: 'accepts a hint by key',
    docs: rows,
    indexes: [A1, { key: { b: 1 } }],
    find: { a: 2, b: 7 },
    options: { hint: { b: 1 } },
    ids: [7],
    plan: { stage: 'IXSCAN', index: 'b_1', docs: 1 },
  },
  {
    name: 'a hint forces an index that the filter does not use',
    docs: rows,
    indexes: [A1],
    find: { b: 7 },
    options: { hint: { a: 1 } },
    ids: [7],
    plan: { stage: 'IXSCAN', index: 'a_1', keys: 20, docs: 20 },
  },
  {
    name: 'hinting $natural scans the collection',
    docs: rows,
    indexes: [A1],
    find: { a: 2 },
    options: { hint: { $natural: 1 } },
    ids: [2, 7, 12, 17],
    plan: { stage: 'COLLSCAN', docs: 20 },
  },
  {
    name: 'accepts the _id index as a hint',
    docs: rows,
    find: { a: 2 },
    options: { hint: '_id_' },
    ids: [2, 7, 12, 17],
    plan: { stage: 'IXSCAN', index: '_id_' },
  },
  {
    name: 'rejects a hint with an unknown name',
    docs: rows,
    find: { a: 2 },
    options: { hint: 'nothing' },
    error: fails(2, 'hint provided does not correspond to an existing index'),
  },
  {
    name: 'rejects a hint with an unknown key',
    docs: rows,
    indexes: [A1],
    find: { a: 2 },
    options: { hint: { a: -1 } },
    error: fails(2, 'hint provided does not correspond to an existing index'),
  },
]

const hints: Case[] = [
  {
    name: 'update accepts a hint',
    docs: rows,
    indexes: [A1],
    filter: { a: 2 },
    update: { $set: { z: 1 } },
    options: { hint: 'a_1', multi: true },
    n: 4,
  },
  {
    name: 'update rejects an unknown hint',
    docs: rows,
    filter: { a: 2 },
    update: { $set: { z: 1 } },
    options: { hint: 'x' },
    error: fails(2, 'hint provided does not correspond to an existing index'),
  },
  {
    name: 'delete rejects an unknown hint',
    docs: rows,
    command: { delete: '<c>', deletes: [{ q: {}, limit: 0, hint: { x: 1 } }] },
    error: fails(2),
  },
  {
    name: 'findAndModify rejects an unknown hint',
    docs: rows,
    command: { findAndModify: '<c>', remove: true, hint: 'x' },
    error: fails(2),
  },
  { name: 'count rejects an unknown hint', docs: rows, command: { count: '<c>', query: { a: 2 }, hint: 'x' }, error: fails(2) },
  { name: 'aggregate rejects an unknown hint', docs: rows, aggregate: [{ $match: { a: 2 } }], options: { hint: 'x' }, error: fails(2) },
  {
    name: 'count accepts a hint',
    docs: rows,
    indexes: [A1],
    command: { count: '<c>', query: { a: 2 }, hint: 'a_1' },
    returns: { n: numberEquals(4) },
  },
]

const explains: CommandCase[] = [
  {
    name: 'explain with queryPlanner does not run the query',
    docs: rows,
    indexes: [A1],
    command: { explain: { find: '<c>', filter: { a: 2 } }, verbosity: 'queryPlanner' },
    returns: { 'queryPlanner.namespace': '<d>.<c>', executionStats: absent },
  },
  {
    name: 'explain with executionStats counts the results',
    docs: rows,
    indexes: [A1],
    command: { explain: { find: '<c>', filter: { a: 2, b: { $gt: 5 } } }, verbosity: 'executionStats' },
    returns: {
      'executionStats.executionSuccess': true,
      'executionStats.nReturned': numberEquals(3),
      'executionStats.totalKeysExamined': numberEquals(4),
      'executionStats.totalDocsExamined': numberEquals(4),
    },
  },
  {
    name: 'explain supports count',
    docs: rows,
    command: { explain: { count: '<c>', query: { a: 2 } }, verbosity: 'executionStats' },
    returns: { 'executionStats.totalDocsExamined': numberEquals(20) },
  },
  {
    name: 'explain does not run a delete',
    docs: [{ _id: 1 }],
    command: { explain: { delete: '<c>', deletes: [{ q: {}, limit: 0 }] }, verbosity: 'executionStats' },
    after: [{ _id: 1 }],
  },
  {
    name: 'explain does not run an update',
    docs: [{ _id: 1 }],
    command: { explain: { update: '<c>', updates: [{ q: {}, u: { $set: { a: 1 } } }] }, verbosity: 'executionStats' },
    after: [{ _id: 1 }],
  },
  { name: 'explain rejects an unknown verbosity', docs: rows, command: { explain: { find: '<c>' }, verbosity: 'loud' }, error: fails(2) },
  { name: 'explain rejects an unknown command', docs: rows, command: { explain: { shout: '<c>' } }, error: fails([59, 115]) },
]

const hashedAndHidden: Case[] = [
  {
    name: 'a hidden index is not used',
    docs: rows,
    indexes: [{ key: { a: 1 }, hidden: true }],
    find: { a: 5 },
    plan: { stage: 'COLLSCAN' },
  },
  {
    name: 'collMod unhides an index',
    docs: rows,
    indexes: [{ key: { a: 1 }, hidden: true }],
    before: [{ collMod: '<c>', index: { name: 'a_1', hidden: false } }],
    find: { a: 5 },
    plan: { stage: 'IXSCAN', index: 'a_1' },
  },
  {
    name: 'a hashed index serves equality matches',
    docs: rows,
    indexes: [{ key: { a: 'hashed' } }],
    find: { a: 5 },
    plan: { stage: 'IXSCAN', index: 'a_hashed' },
  },
  ...inserting([
    ['a hashed index rejects an array', { key: { a: 'hashed' } }, [], { _id: 1, a: [1] }, fails(16766)],
    ['a hashed index accepts a document', { key: { a: 'hashed' } }, [], { _id: 1, a: { b: 1 } }],
  ]),
  ...creating([
    ['a hashed index cannot be unique', [], [{ key: { a: 'hashed' }, name: 'x', unique: true }], fails(16764)],
    ['reserves the name _id_ for the _id index', [], [{ key: { a: 1 }, name: '_id_' }], fails(2)],
  ]),
]

const unsupported = embeddedOnly(
  'MongoDB supports these index types',
  creating([
    ['rejects a text index', [], [{ key: { a: 'text' }, name: 'x' }], fails([67, 115])],
    ['rejects a 2dsphere index', [], [{ key: { a: '2dsphere' }, name: 'x' }], fails([67, 115])],
    ['rejects a 2d index', [], [{ key: { a: '2d' }, name: 'x' }], fails([67, 115])],
    ['rejects a wildcard index', [], [{ key: { '$**': 1 }, name: 'x' }], fails([67, 115])],
    ['rejects an index with a collation', [], [{ key: { a: 1 }, name: 'x', collation: { locale: 'de' } }], fails(115)],
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

/** Runs a table's cases again with an index, which must not change any results. */
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
