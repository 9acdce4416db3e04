// biome-ignore-all lint/suspicious/noThenProperty: $switch has an argument named then.
/** @source https://www.mongodb.com/docs/manual/reference/operator/aggregation-pipeline/ */
import type { Document } from 'mongodb'
import { double as D, day as date, decimal as dec } from './mixed.ts'
import { type AggregateCase, type Case, embeddedOnly, type Failure, fails, table } from './run.ts'

type Docs = readonly Document[]
type Row = readonly [name: string, pipeline: Docs, want: Docs | Failure, more?: Partial<AggregateCase>]

const isFailure = (want: Docs | Failure): want is Failure => !Array.isArray(want)

const piping = (docs: Docs, rows: readonly Row[]): AggregateCase[] =>
  rows.map(([name, aggregate, want, more]) => ({
    name,
    docs,
    aggregate,
    ...(isFailure(want) ? { error: want } : { returns: want }),
    ...more,
  }))

/** Each row contains an invalid stage argument and the expected error. */
const rejecting = (
  stage: string,
  docs: Docs,
  rows: readonly (readonly [argument: unknown, code: number, message?: string])[],
): AggregateCase[] =>
  rows.map(([argument, code, message]) => ({
    name: `${stage} rejects ${JSON.stringify(argument)}`,
    docs,
    aggregate: [{ [stage]: argument }],
    error: fails(code, message),
  }))

const abc = [
  { _id: 1, a: 1, b: 'x' },
  { _id: 2, a: 2, b: 'y' },
  { _id: 3, a: 3, b: 'x' },
]

const whole: Case[] = [
  ...piping(abc, [
    ['an empty pipeline returns every document', [], abc],
    [
      'stages run in order',
      [{ $match: { b: 'x' } }, { $set: { c: { $add: ['$a', 1] } } }, { $match: { c: 4 } }, { $unset: 'b' }],
      [{ _id: 3, a: 3, c: 4 }],
    ],
    [
      'every stage can read let variables',
      [{ $match: { $expr: { $eq: ['$a', '$$x'] } } }, { $project: { y: '$$x' } }],
      [{ _id: 2, y: 2 }],
      { options: { let: { x: 2 } } },
    ],
    [
      'a let variable can be an expression',
      [{ $limit: 1 }, { $project: { y: '$$x' } }],
      [{ _id: 1, y: 3 }],
      { options: { let: { x: { $add: [1, 2] } } } },
    ],
    ['rejects an unknown stage', [{ $foo: {} }], fails(40324, "Unrecognized pipeline stage name: '$foo'")],
    ['rejects a stage name without a dollar sign', [{ match: {} }], fails(40324)],
    [
      'rejects two operators in one stage',
      [{ $match: {}, $limit: 1 }],
      fails(40323, 'A pipeline stage specification object must contain exactly one field.'),
    ],
    ['rejects an empty stage', [{}], fails(40323)],
    ['rejects a number as a stage', [5 as never], fails(14, "Each element of the 'pipeline' array must be an object")],
    ['rejects an unknown variable', [{ $match: { $expr: '$$x' } }], fails(17276)],
    ['rejects a let variable that starts with a capital letter', [], fails(9), { options: { let: { X: 1 } } }],
    ['accepts an index hint', [{ $match: { a: 2 } }], [abc[1]!], { options: { hint: 'a_1' }, indexes: [{ key: { a: 1 } }] }],
    ['rejects a hint with an unknown index', [{ $match: { a: 2 } }], fails(2), { options: { hint: 'nope' } }],
  ]),
  {
    name: 'returns nothing for an unknown collection',
    aggregate: [{ $match: {} }, { $group: { _id: null, n: { $sum: 1 } } }],
    returns: [],
  },
  {
    name: 'rejects a document as the pipeline',
    docs: abc,
    command: { aggregate: '<c>', pipeline: {}, cursor: {} },
    error: fails(14),
  },
  { name: 'rejects a missing pipeline', docs: abc, command: { aggregate: '<c>', cursor: {} }, error: fails(40414) },
  {
    name: 'rejects a missing cursor',
    docs: abc,
    command: { aggregate: '<c>', pipeline: [] },
    error: fails(9, "The 'cursor' option is required, except for aggregate with the explain argument"),
  },
  { name: 'rejects an unknown field', docs: abc, command: { aggregate: '<c>', pipeline: [], cursor: {}, foo: 1 }, error: fails(40415) },
  {
    name: 'rejects a database instead of a collection',
    docs: abc,
    command: { aggregate: 1, pipeline: [{ $match: {} }], cursor: {} },
    error: fails(73),
  },
]

const match: Case[] = [
  ...piping(abc, [
    ['$match filters documents', [{ $match: { b: 'x', a: { $gt: 1 } } }], [abc[2]!]],
    ['an empty $match keeps every document', [{ $match: {} }], abc],
    [
      '$match filters the result of another stage',
      [{ $project: { d: '$a' } }, { $match: { d: { $in: [1, 3] } } }],
      [
        { _id: 1, d: 1 },
        { _id: 3, d: 3 },
      ],
    ],
    ['$match compares fields with $expr', [{ $match: { $expr: { $eq: ['$_id', '$a'] } } }], abc],
  ]),
  ...rejecting('$match', abc, [
    [5, 15959, 'the match filter must be an expression in an object'],
    ['a', 15959],
    [{ a: { $foo: 1 } }, 2],
    [{ $foo: 1 }, 2],
  ]),
]

const shape = [
  { _id: 1, a: 1, n: { p: 1, q: 2 }, l: [{ p: 1, q: 2 }, { q: 3 }, 4, [{ p: 5, q: 6 }]] },
  { _id: 2, n: 5 },
]

const project: Case[] = [
  ...piping(shape, [
    ['$project includes fields and _id', [{ $project: { a: 1 } }], [{ _id: 1, a: 1 }, { _id: 2 }]],
    ['$project can omit _id from an inclusion', [{ $project: { a: true, _id: 0 } }], [{ a: 1 }, {}]],
    ['$project excludes fields', [{ $project: { n: 0, l: false } }], [{ _id: 1, a: 1 }, { _id: 2 }]],
    ['$project excludes fields and _id', [{ $project: { _id: 0, l: 0, n: 0 } }], [{ a: 1 }, {}]],
    [
      '$project includes nested fields, also in arrays',
      [{ $project: { 'n.p': 1, 'l.p': 1 } }],
      [{ _id: 1, n: { p: 1 }, l: [{ p: 1 }, {}, [{ p: 5 }]] }, { _id: 2 }],
    ],
    [
      '$project excludes nested fields, also in arrays',
      [{ $project: { 'n.p': 0, 'l.p': 0 } }],
      [
        { _id: 1, a: 1, n: { q: 2 }, l: [{ q: 2 }, { q: 3 }, 4, [{ q: 6 }]] },
        { _id: 2, n: 5 },
      ],
    ],
    ['$project accepts nested documents instead of dotted names', [{ $project: { n: { p: 1 } } }], [{ _id: 1, n: { p: 1 } }, { _id: 2 }]],
    [
      '$project puts computed fields after the included ones',
      [{ $project: { z: { $add: ['$a', 1] }, a: 1, y: '$n.p' } }],
      [
        { _id: 1, a: 1, z: 2, y: 1 },
        { _id: 2, z: null },
      ],
    ],
    [
      '$project creates documents and arrays',
      [{ $match: { _id: 1 } }, { $project: { m: { r: '$a' }, l: ['$a', '$none', 'x'] } }],
      [{ _id: 1, m: { r: 1 }, l: [1, null, 'x'] }],
    ],
    ['$project computes _id', [{ $project: { _id: '$a' } }], [{ _id: 1 }, {}]],
    [
      '$project omits fields set to $$REMOVE',
      [{ $project: { a: { $cond: [{ $eq: ['$a', 1] }, '$$REMOVE', 7] } } }],
      [{ _id: 1 }, { _id: 2, a: 7 }],
    ],
    [
      '$project sets constants',
      [{ $project: { a: { $literal: 1 }, s: 'text' } }],
      [
        { _id: 1, a: 1, s: 'text' },
        { _id: 2, a: 1, s: 'text' },
      ],
    ],
    [
      '$project keeps the field order of the document',
      [{ $match: { _id: 1 } }, { $project: { n: 1, a: 1, 'l.q': 1, _id: 1 } }],
      [{ _id: 1, a: 1, n: { p: 1, q: 2 }, l: [{ q: 2 }, { q: 3 }, [{ q: 6 }]] }],
    ],
    [
      '$project replaces a field with one computed below it',
      [{ $project: { 'n.r': '$_id' } }],
      [
        { _id: 1, n: { r: 1 } },
        { _id: 2, n: { r: 2 } },
      ],
    ],
  ]),
  ...rejecting('$project', shape, [
    [5, 15969, '$project specification must be an object'],
    [{}, 51272, 'Invalid $project :: caused by :: projection specification must have at least one field'],
    [{ a: 1, b: 0 }, 31254, 'Cannot do exclusion on field b in inclusion projection'],
    [{ a: 0, b: 1 }, 31253, 'Cannot do inclusion on field b in exclusion projection'],
    [{ a: 0, b: '$c' }, 31310],
    [{ a: 0, b: { $add: [1, 2] } }, 31252],
    [{ a: {} }, 51270],
    [{ a: 1, 'a.b': 1 }, 31249, 'Path collision at a.b remaining portion b'],
    [{ 'a.b': 1, a: 1 }, 31250, 'Path collision at a'],
    [{ $a: 1 }, 16410],
    [{ '': 1 }, 40352],
    [{ 'a..b': 1 }, 15998],
    [{ 'a.': 1 }, 40353],
    [{ a: { $foo: 1 } }, 31325, 'Invalid $project :: caused by :: Unknown expression $foo'],
  ]),
]

const addFields: Case[] = [
  ...piping(shape, [
    [
      '$addFields adds fields in the given order',
      [{ $match: { _id: 2 } }, { $addFields: { z: 1, y: '$n' } }],
      [{ _id: 2, n: 5, z: 1, y: 5 }],
    ],
    [
      '$addFields replaces a field in place',
      [{ $match: { _id: 2 } }, { $addFields: { b: 1, n: { $add: ['$n', 1] } } }],
      [{ _id: 2, n: 6, b: 1 }],
    ],
    [
      '$addFields adds a field to an embedded document',
      [{ $match: { _id: 1 } }, { $project: { n: 1 } }, { $addFields: { 'n.r': 3 } }],
      [{ _id: 1, n: { p: 1, q: 2, r: 3 } }],
    ],
    [
      '$addFields accepts nested documents instead of dotted names',
      [{ $match: { _id: 1 } }, { $project: { n: 1 } }, { $addFields: { n: { r: '$n.p' } } }],
      [{ _id: 1, n: { p: 1, q: 2, r: 1 } }],
    ],
    ['$addFields replaces a scalar with a document', [{ $match: { _id: 2 } }, { $addFields: { 'n.r': 3 } }], [{ _id: 2, n: { r: 3 } }]],
    [
      '$addFields adds a field to every array element',
      [{ $match: { _id: 1 } }, { $project: { l: 1 } }, { $addFields: { 'l.r': '$_id' } }],
      [{ _id: 1, l: [{ p: 1, q: 2, r: 1 }, { q: 3, r: 1 }, { r: 1 }, [{ p: 5, q: 6, r: 1 }]] }],
    ],
    [
      '$addFields replaces an array with a computed value',
      [{ $match: { _id: 1 } }, { $project: { l: 1 } }, { $addFields: { l: { $size: '$l' } } }],
      [{ _id: 1, l: 4 }],
    ],
    ['$addFields omits missing values', [{ $match: { _id: 2 } }, { $addFields: { z: '$none' } }], [{ _id: 2, n: 5 }]],
    ['$addFields removes fields set to $$REMOVE', [{ $match: { _id: 2 } }, { $addFields: { n: '$$REMOVE' } }], [{ _id: 2 }]],
    ['$addFields changes _id', [{ $match: { _id: 2 } }, { $addFields: { _id: 'x' } }], [{ _id: 'x', n: 5 }]],
    ['$set works like $addFields', [{ $match: { _id: 2 } }, { $set: { n: '$$ROOT' } }], [{ _id: 2, n: { _id: 2, n: 5 } }]],
    ['$set stores a number as a constant', [{ $match: { _id: 2 } }, { $set: { n: 0 } }], [{ _id: 2, n: 0 }]],
  ]),
  ...rejecting('$addFields', shape, [
    [5, 40272, '$addFields specification stage must be an object, got int'],
    [{}, 40177],
    [{ a: 1, 'a.b': 2 }, 40176],
    [{ $a: 1 }, 16410],
    [{ 'a..b': 1 }, 15998],
    [{ '': 1 }, 40352],
    [{ a: { $foo: 1 } }, 168],
  ]),
  ...rejecting('$set', shape, [
    [5, 40272, '$set specification stage must be an object, got int'],
    [{ a: { $foo: 1 } }, 168],
  ]),
  ...piping(shape, [
    [
      '$unset removes a field',
      [{ $unset: 'l' }],
      [
        { _id: 1, a: 1, n: { p: 1, q: 2 } },
        { _id: 2, n: 5 },
      ],
    ],
    ['$unset removes several fields, including nested ones and _id', [{ $unset: ['_id', 'n.p', 'l'] }], [{ a: 1, n: { q: 2 } }, { n: 5 }]],
    [
      '$unset removes fields of array elements',
      [{ $match: { _id: 1 } }, { $unset: ['a', 'n', 'l.q'] }],
      [{ _id: 1, l: [{ p: 1 }, {}, 4, [{ p: 5 }]] }],
    ],
  ]),
  ...rejecting('$unset', shape, [
    [5, 31002, '$unset specification must be a string or an array'],
    [[], 31119, '$unset specification must be a string or an array with at least one field'],
    [['a', 5], 31120, '$unset specification must be a string or an array containing only string values'],
    ['', 40352],
    ['$a', 16410],
    [['a', 'a.b'], 31249],
  ]),
]

const sales = [
  { _id: 1, item: 'abc', price: dec('10'), n: 2, d: date('2024-03-01'), tags: ['x'] },
  { _id: 2, item: 'jkl', price: dec('20'), n: 1, d: date('2024-03-02'), tags: [] },
  { _id: 3, item: 'xyz', price: dec('5'), n: 10, d: date('2024-03-15') },
  { _id: 4, item: 'xyz', price: dec('5'), n: 20, d: date('2024-04-04'), tags: null },
  { _id: 5, item: 'abc', price: dec('10'), n: 10, d: date('2024-04-04'), tags: ['x', 'y'] },
]
const byId: Document = { $sort: { _id: 1 } }

const values = [
  { _id: 1, g: 1, v: 3 },
  { _id: 2, g: 1n, v: null },
  { _id: 3, g: D(1), v: 'x' },
  { _id: 4, g: null },
  { _id: 5, v: 4n },
  { _id: 6, g: [1], v: { k: 1 } },
]

const group: Case[] = [
  ...piping(sales, [
    [
      '$group counts documents by a field',
      [{ $group: { _id: '$item', n: { $sum: 1 } } }, byId],
      [
        { _id: 'abc', n: 2 },
        { _id: 'jkl', n: 1 },
        { _id: 'xyz', n: 2 },
      ],
    ],
    ['$group returns distinct values', [{ $group: { _id: '$item' } }, byId], [{ _id: 'abc' }, { _id: 'jkl' }, { _id: 'xyz' }]],
    [
      '$group sums a product of decimals',
      [{ $group: { _id: '$item', total: { $sum: { $multiply: ['$price', '$n'] } } } }, byId],
      [
        { _id: 'abc', total: dec('120') },
        { _id: 'jkl', total: dec('20') },
        { _id: 'xyz', total: dec('150') },
      ],
    ],
    [
      '$group combines all documents with _id null',
      [{ $group: { _id: null, n: { $sum: '$n' }, mean: { $avg: '$n' }, count: { $count: {} } } }],
      [{ _id: null, n: 43, mean: 8.6, count: 5 }],
    ],
    [
      '$group groups by a computed value',
      [{ $group: { _id: { $month: '$d' }, n: { $sum: '$n' } } }, byId],
      [
        { _id: 3, n: 13 },
        { _id: 4, n: 30 },
      ],
    ],
    [
      '$group groups by a document',
      [{ $match: { item: 'abc' } }, { $group: { _id: { item: '$item', m: { $month: '$d' } }, n: { $sum: '$n' } } }, { $sort: { n: 1 } }],
      [
        { _id: { item: 'abc', m: 3 }, n: 2 },
        { _id: { item: 'abc', m: 4 }, n: 10 },
      ],
    ],
    ['$group groups by a constant', [{ $group: { _id: 'all', n: { $sum: 1 } } }], [{ _id: 'all', n: 5 }]],
    [
      '$first and $last follow the order of the input',
      [{ $sort: { n: 1, _id: 1 } }, { $group: { _id: '$item', first: { $first: '$n' }, last: { $last: '$_id' } } }, byId],
      [
        { _id: 'abc', first: 2, last: 5 },
        { _id: 'jkl', first: 1, last: 2 },
        { _id: 'xyz', first: 10, last: 4 },
      ],
    ],
    [
      '$min and $max compare dates',
      [{ $group: { _id: null, min: { $min: '$d' }, max: { $max: '$d' } } }],
      [{ _id: null, min: date('2024-03-01'), max: date('2024-04-04') }],
    ],
    [
      '$push collects values and whole documents',
      [
        { $match: { item: 'xyz' } },
        { $unset: ['price', 'd', 'tags'] },
        byId,
        { $group: { _id: '$item', ns: { $push: '$n' }, docs: { $push: '$$ROOT' }, pairs: { $push: { i: '$_id', t: '$none' } } } },
      ],
      [
        {
          _id: 'xyz',
          ns: [10, 20],
          docs: [
            { _id: 3, item: 'xyz', n: 10 },
            { _id: 4, item: 'xyz', n: 20 },
          ],
          pairs: [{ i: 3 }, { i: 4 }],
        },
      ],
    ],
    ['$group returns nothing without input documents', [{ $match: { item: 'none' } }, { $group: { _id: null, n: { $sum: 1 } } }], []],
    [
      '$match can filter the totals of $group',
      [{ $group: { _id: '$item', n: { $sum: '$n' } } }, { $match: { n: { $gte: 12 } } }, { $sort: { n: -1 } }],
      [
        { _id: 'xyz', n: 30 },
        { _id: 'abc', n: 12 },
      ],
    ],
  ]),
  ...piping(values, [
    [
      '$group combines equal numbers of all types, and null with missing',
      [byId, { $group: { _id: '$g', n: { $sum: 1 } } }, { $sort: { n: -1, _id: -1 } }],
      [
        { _id: 1, n: 3 },
        { _id: null, n: 2 },
        { _id: [1], n: 1 },
      ],
    ],
    [
      '$group by a document distinguishes missing from null',
      [{ $match: { _id: { $in: [4, 5] } } }, byId, { $group: { _id: { g: '$g' } } }],
      [{ _id: { g: null } }, { _id: {} }],
      { anyOrder: true },
    ],
    [
      '$sum ignores non-numeric values',
      [{ $group: { _id: null, v: { $sum: '$v' }, none: { $sum: '$none' } } }],
      [{ _id: null, v: 7n, none: 0 }],
    ],
    [
      '$avg ignores non-numeric values',
      [{ $group: { _id: null, v: { $avg: '$v' }, none: { $avg: '$none' } } }],
      [{ _id: null, v: 3.5, none: null }],
    ],
    [
      '$min and $max ignore null and missing and compare all types',
      [{ $group: { _id: null, min: { $min: '$v' }, max: { $max: '$v' }, none: { $max: '$none' } } }],
      [{ _id: null, min: 3, max: { k: 1 }, none: null }],
    ],
    [
      '$first and $last return null for missing values',
      [byId, { $group: { _id: null, first: { $first: '$none' }, last: { $last: '$v' }, g: { $first: '$g' } } }],
      [{ _id: null, first: null, last: { k: 1 }, g: 1 }],
    ],
    [
      '$push omits missing values but keeps null',
      [byId, { $group: { _id: null, v: { $push: '$v' } } }],
      [{ _id: null, v: [3, null, 'x', 4n, { k: 1 }] }],
    ],
    [
      '$addToSet keeps one of several equal values',
      [
        byId,
        { $match: { _id: { $lte: 4 } } },
        { $group: { _id: null, g: { $addToSet: '$g' } } },
        { $set: { g: { $sortArray: { input: '$g', sortBy: 1 } } } },
      ],
      [{ _id: null, g: [null, 1] }],
    ],
    ['$addToSet ignores missing values', [{ $group: { _id: null, g: { $addToSet: '$none' } } }], [{ _id: null, g: [] }]],
    [
      '$mergeObjects merges in order and ignores null',
      [byId, { $match: { v: { $type: ['object', 'null'] } } }, { $group: { _id: null, v: { $mergeObjects: '$v' } } }],
      [{ _id: null, v: { k: 1 } }],
    ],
    [
      '$mergeObjects returns an empty document without objects',
      [{ $group: { _id: null, v: { $mergeObjects: '$none' } } }],
      [{ _id: null, v: {} }],
    ],
    ['$mergeObjects rejects a number', [{ $group: { _id: null, v: { $mergeObjects: '$_id' } } }], fails(40400)],
    [
      '$sum returns the type of its values',
      [{ $group: { _id: null, int: { $sum: 1 }, long: { $sum: 1n }, double: { $sum: D(1) }, dec: { $sum: dec('1') } } }],
      [{ _id: null, int: 6, long: 6n, double: D(6), dec: dec('6') }],
    ],
    ['$sum returns a long if ints overflow', [{ $group: { _id: null, v: { $sum: 2147483647 } } }], [{ _id: null, v: 12884901882n }]],
    [
      '$sum returns a double if longs overflow',
      [{ $group: { _id: null, v: { $sum: 9223372036854775807n } } }],
      [{ _id: null, v: D(6 * 2 ** 63) }],
    ],
    [
      '$sum of doubles keeps full precision',
      [
        {
          $group: {
            _id: null,
            v: {
              $sum: {
                $switch: {
                  branches: [
                    { case: { $eq: ['$_id', 1] }, then: 1e100 },
                    { case: { $eq: ['$_id', 2] }, then: 1 },
                    { case: { $eq: ['$_id', 3] }, then: -1e100 },
                  ],
                  default: 0,
                },
              },
            },
          },
        },
      ],
      [{ _id: null, v: D(1) }],
    ],
    [
      '$sum and $avg of a double and a decimal keep all digits',
      [
        { $limit: 1 },
        { $project: { v: [0.1, dec('0.3')] } },
        { $unwind: '$v' },
        { $group: { _id: null, s: { $sum: '$v' }, a: { $avg: '$v' } } },
      ],
      [{ _id: null, s: dec('0.4000000000000000055511151231257827'), a: dec('0.2000000000000000027755575615628914') }],
    ],
    ['$avg of decimals returns a decimal', [{ $group: { _id: null, v: { $avg: dec('1.5') } } }], [{ _id: null, v: dec('1.5') }]],
    ['$count rejects arguments', [{ $group: { _id: null, v: { $count: 1 } } }], fails(14, '$count takes no arguments, i.e. $count:{}')],
  ]),
  ...rejecting('$group', values, [
    [5, 15947, "a group's fields must be specified in an object"],
    [{}, 15955, 'a group specification must include an _id'],
    [{ n: { $sum: 1 } }, 15955],
    [{ _id: 1, n: 1 }, 40234, "The field 'n' must be an accumulator object"],
    [{ _id: 1, n: {} }, 40234],
    [{ _id: 1, n: { $sum: 1, $avg: 1 } }, 40238, "The field 'n' must specify one accumulator"],
    [{ _id: 1, 'n.m': { $sum: 1 } }, 40235, "The field name 'n.m' cannot contain '.'"],
    [{ _id: 1, $n: { $sum: 1 } }, 40236, "The field name '$n' cannot be an operator name"],
    [{ _id: 1, n: { $foo: 1 } }, 15952, "unknown group operator '$foo'"],
    [{ _id: 1, n: { $add: [1, 2] } }, 40237],
    [{ _id: 1, n: { $sum: ['$g', 1] } }, 40237, 'The $sum accumulator is a unary operator'],
    [{ _id: { $foo: 1 } }, 168],
    [{ _id: '$' }, 16872],
  ]),
]

const many = Array.from({ length: 12 }, (_, i) => ({ _id: i, a: (i * 5) % 12, half: i % 2 }))

const order: Case[] = [
  ...piping(many, [
    ['$sort orders ascending', [{ $sort: { a: 1 } }, { $limit: 3 }, { $project: { _id: 0, a: 1 } }], [{ a: 0 }, { a: 1 }, { a: 2 }]],
    ['$sort orders descending', [{ $sort: { a: -1 } }, { $limit: 2 }, { $project: { _id: 0, a: 1 } }], [{ a: 11 }, { a: 10 }]],
    [
      '$sort accepts two fields',
      [{ $sort: { half: -1, _id: 1 } }, { $limit: 3 }, { $project: { _id: 1 } }],
      [{ _id: 1 }, { _id: 3 }, { _id: 5 }],
    ],
    [
      '$sort accepts a computed field',
      [{ $set: { z: { $subtract: [0, '$_id'] } } }, { $sort: { z: 1 } }, { $limit: 1 }, { $project: { z: 1 } }],
      [{ _id: 11, z: -11 }],
    ],
    [
      '$sort accepts a dotted field',
      [{ $set: { d: { e: '$a' } } }, { $sort: { 'd.e': 1 } }, { $skip: 11 }, { $project: { d: 1 } }],
      [{ _id: 7, d: { e: 11 } }],
    ],
    ['$skip omits the first documents', [byId, { $skip: 10 }, { $project: { _id: 1 } }], [{ _id: 10 }, { _id: 11 }]],
    ['$skip 0 omits nothing', [byId, { $limit: 1 }, { $skip: 0 }, { $project: { _id: 1 } }], [{ _id: 0 }]],
    ['$skip past the end returns nothing', [{ $skip: 99n }], []],
    ['$limit keeps the first documents', [byId, { $limit: 2n }, { $project: { _id: 1 } }], [{ _id: 0 }, { _id: 1 }]],
    ['$limit accepts a double with an integral value', [byId, { $limit: D(1) }, { $project: { _id: 1 } }], [{ _id: 0 }]],
    ['$skip can precede $limit', [byId, { $skip: 3 }, { $limit: 2 }, { $project: { _id: 1 } }], [{ _id: 3 }, { _id: 4 }]],
    ['$limit can precede $skip', [byId, { $limit: 4 }, { $skip: 3 }, { $project: { _id: 1 } }], [{ _id: 3 }]],
    ['$limit can precede $sort', [byId, { $limit: 2 }, { $sort: { _id: -1 } }, { $project: { _id: 1 } }], [{ _id: 1 }, { _id: 0 }]],
    ['the smaller of two $limit stages applies', [byId, { $limit: 1 }, { $limit: 5 }, { $project: { _id: 1 } }], [{ _id: 0 }]],
    [
      '$match after $limit reads only the limited documents',
      [byId, { $limit: 3 }, { $match: { half: 1 } }, { $project: { _id: 1 } }],
      [{ _id: 1 }],
    ],
    [
      '$match after $skip reads only the remaining documents',
      [byId, { $skip: 9 }, { $match: { half: 0 } }, { $project: { _id: 1 } }],
      [{ _id: 10 }],
    ],
  ]),
  ...rejecting('$sort', many, [
    [5, 15973, 'the $sort key specification must be an object'],
    [{}, 15976, '$sort stage must have at least one sort key'],
    [{ a: 'x' }, 15974, 'Illegal key in $sort specification'],
    [{ a: 2 }, 15975, '$sort key ordering must be 1 (for ascending) or -1 (for descending)'],
    [{ a: 0 }, 15975],
    [{ 'a..b': 1 }, 15998],
    [{ $a: 1 }, 16410],
  ]),
  ...rejecting('$limit', many, [
    [0, 15958, 'the limit must be positive'],
    [-1, 5107201, 'invalid argument to $limit stage: Expected a non-negative number in: $limit: -1'],
    ['x', 5107201, 'invalid argument to $limit stage: Expected a number in: $limit'],
    [1.5, 5107201],
    [null, 5107201],
  ]),
  ...rejecting('$skip', many, [
    [-1, 5107200, 'invalid argument to $skip stage: Expected a non-negative number in: $skip: -1'],
    ['x', 5107200],
    [1.5, 5107200],
    [{}, 5107200],
  ]),
  ...piping(many, [
    ['$count counts all documents', [{ $count: 'n' }], [{ n: 12 }]],
    ['$count counts the remaining documents', [{ $match: { half: 1 } }, { $count: 'odd ones' }], [{ 'odd ones': 6 }]],
    ['$count returns no document if nothing remains', [{ $match: { _id: -1 } }, { $count: 'n' }], []],
    [
      '$sortByCount counts documents by an expression',
      [{ $set: { third: { $mod: ['$_id', 5] } } }, { $sortByCount: { $cond: [{ $lt: ['$third', 2] }, 'low', 'high'] } }],
      [
        { _id: 'high', count: 6 },
        { _id: 'low', count: 6 },
      ],
      { anyOrder: true },
    ],
    [
      '$sortByCount returns the most frequent value first',
      [{ $match: { _id: { $gt: 0 } } }, { $sortByCount: '$half' }],
      [
        { _id: 1, count: 6 },
        { _id: 0, count: 5 },
      ],
    ],
  ]),
  ...rejecting('$count', many, [
    [5, 40156, 'the count field must be a non-empty string'],
    ['', 40157],
    ['$n', 40158, 'the count field cannot be a $-prefixed path'],
    ['a.b', 40160, "the count field cannot contain '.'"],
  ]),
  ...rejecting('$sortByCount', many, [
    [{ a: 1 }, 40147],
    ['half', 40148],
    [5, 40149],
  ]),
]

const lists = [
  { _id: 1, z: 0, l: [1, 'x'], y: 9 },
  { _id: 2, l: [] },
  { _id: 3, l: null },
  { _id: 4 },
  { _id: 5, l: 7 },
  { _id: 6, l: [[1, 2], null] },
]
const parts = [
  { _id: 1, n: { l: [{ k: 1 }, { k: 2 }], m: 0 } },
  { _id: 2, n: [{ l: [1] }] },
  { _id: 3, n: 5 },
]

const unwind: Case[] = [
  ...piping(lists, [
    [
      '$unwind returns one document per element',
      [{ $unwind: '$l' }],
      [
        { _id: 1, z: 0, l: 1, y: 9 },
        { _id: 1, z: 0, l: 'x', y: 9 },
        { _id: 5, l: 7 },
        { _id: 6, l: [1, 2] },
        { _id: 6, l: null },
      ],
    ],
    [
      '$unwind accepts a path option',
      [{ $match: { _id: 1 } }, { $unwind: { path: '$l' } }, { $project: { l: 1 } }],
      [
        { _id: 1, l: 1 },
        { _id: 1, l: 'x' },
      ],
    ],
    [
      '$unwind can preserve null, missing and empty arrays',
      [{ $match: { _id: { $gt: 1, $lt: 6 } } }, { $unwind: { path: '$l', preserveNullAndEmptyArrays: true } }],
      [{ _id: 2 }, { _id: 3, l: null }, { _id: 4 }, { _id: 5, l: 7 }],
    ],
    [
      '$unwind includes the index as a long',
      [{ $match: { _id: { $in: [1, 5] } } }, { $unwind: { path: '$l', includeArrayIndex: 'i' } }],
      [
        { _id: 1, z: 0, l: 1, y: 9, i: 0n },
        { _id: 1, z: 0, l: 'x', y: 9, i: 1n },
        { _id: 5, l: 7, i: null },
      ],
    ],
    [
      '$unwind sets the index to null without an element',
      [{ $match: { _id: { $in: [2, 3, 4] } } }, { $unwind: { path: '$l', includeArrayIndex: 'i', preserveNullAndEmptyArrays: true } }],
      [
        { _id: 2, i: null },
        { _id: 3, l: null, i: null },
        { _id: 4, i: null },
      ],
    ],
    [
      '$unwind can replace a field with the index',
      [{ $match: { _id: 1 } }, { $unwind: { path: '$l', includeArrayIndex: 'z' } }],
      [
        { _id: 1, z: 0n, l: 1, y: 9 },
        { _id: 1, z: 1n, l: 'x', y: 9 },
      ],
    ],
    [
      'two $unwind stages unwind nested arrays',
      [{ $match: { _id: 6 } }, { $unwind: '$l' }, { $unwind: '$l' }],
      [
        { _id: 6, l: 1 },
        { _id: 6, l: 2 },
      ],
    ],
    ['$unwind can precede $limit', [{ $sort: { _id: 1 } }, { $unwind: '$l' }, { $limit: 1 }, { $project: { l: 1 } }], [{ _id: 1, l: 1 }]],
    ['$group can follow $unwind', [{ $unwind: '$l' }, { $group: { _id: null, n: { $sum: 1 } } }], [{ _id: null, n: 5 }]],
  ]),
  ...piping(parts, [
    [
      '$unwind accepts a path to a nested array',
      [{ $unwind: '$n.l' }],
      [
        { _id: 1, n: { l: { k: 1 }, m: 0 } },
        { _id: 1, n: { l: { k: 2 }, m: 0 } },
      ],
    ],
    ['$unwind does not traverse arrays in its path', [{ $match: { _id: 2 } }, { $unwind: '$n.l' }], []],
    [
      '$unwind can preserve a document with an incomplete path',
      [{ $match: { _id: 3 } }, { $unwind: { path: '$n.l', preserveNullAndEmptyArrays: true } }],
      [{ _id: 3, n: 5 }],
    ],
    [
      '$unwind can store the index at a dotted path',
      [{ $match: { _id: 1 } }, { $unwind: { path: '$n.l', includeArrayIndex: 'at.i' } }, { $limit: 1 }],
      [{ _id: 1, n: { l: { k: 1 }, m: 0 }, at: { i: 0n } }],
    ],
  ]),
  ...rejecting('$unwind', lists, [
    [5, 15981, 'expected either a string or an object as specification for $unwind stage, got int'],
    ['l', 28818, "path option to $unwind stage should be prefixed with a '$': l"],
    ['', 28812],
    [{}, 28812, 'no path specified to $unwind stage'],
    [{ path: 5 }, 28808],
    [{ path: '$l', preserveNullAndEmptyArrays: 1 }, 28809],
    [{ path: '$l', includeArrayIndex: '' }, 28810],
    [{ path: '$l', includeArrayIndex: '$i' }, 28822],
    [{ path: '$l', foo: 1 }, 28811, 'unrecognized option to $unwind stage: foo'],
  ]),
]

const orders = [{ _id: 1, item: 'almonds', n: 2 }, { _id: 2, item: 'pecans', n: 1 }, { _id: 3 }]
const stock = [
  { _id: 1, sku: 'almonds', at: 'A', n: 120 },
  { _id: 2, sku: 'bread', at: 'A', n: 80 },
  { _id: 3, sku: null, at: 'B' },
  { _id: 4, at: 'B' },
  { _id: 5, sku: ['pecans', 'almonds'], at: 'C', n: 1 },
]
const others = { '<c>.stock': stock }
const from = '<c>.stock'
const joined = { from, localField: 'item', foreignField: 'sku', as: 's' }
const ids = { s: { $map: { input: '$s', in: '$$this._id' } } }

const lookup: Case[] = [
  ...piping(orders, [
    [
      '$lookup joins equal values, null with missing, and elements of foreign arrays',
      [byId, { $lookup: joined }, { $project: ids }],
      [
        { _id: 1, s: [1, 5] },
        { _id: 2, s: [5] },
        { _id: 3, s: [3, 4] },
      ],
      { others },
    ],
    [
      '$lookup appends whole documents',
      [{ $match: { _id: 2 } }, { $lookup: joined }],
      [{ _id: 2, item: 'pecans', n: 1, s: [stock[4]] }],
      { others },
    ],
    [
      '$lookup replaces an existing field',
      [{ $match: { _id: 2 } }, { $lookup: { ...joined, as: 'item' } }],
      [{ _id: 2, item: [stock[4]], n: 1 }],
      { others },
    ],
    [
      '$lookup creates a nested field',
      [{ $match: { _id: 2 } }, { $lookup: { ...joined, as: 'x.y' } }, { $project: { 'x.y.at': 1 } }],
      [{ _id: 2, x: { y: [{ at: 'C' }] } }],
      { others },
    ],
    [
      '$lookup in an unknown collection returns an empty array',
      [{ $match: { _id: 2 } }, { $lookup: { ...joined, from: '<c>.none' } }],
      [{ _id: 2, item: 'pecans', n: 1, s: [] }],
    ],
    [
      '$lookup joins every element of a local array',
      [{ $match: { _id: 1 } }, { $set: { item: ['bread', 'pecans', 'none'] } }, { $lookup: joined }, { $project: ids }],
      [{ _id: 1, s: [2, 5] }],
      { others },
    ],
    [
      '$lookup treats an empty local array as null',
      [{ $match: { _id: 1 } }, { $set: { item: [] } }, { $lookup: joined }, { $project: ids }],
      [{ _id: 1, s: [3, 4] }],
      { others },
    ],
    [
      '$lookup follows dotted paths through arrays',
      [
        { $match: { _id: 1 } },
        { $set: { l: [{ k: 'bread' }, { k: 'pecans' }, {}] } },
        { $lookup: { ...joined, localField: 'l.k' } },
        { $project: ids },
      ],
      [{ _id: 1, s: [2, 5] }],
      { others },
    ],
    [
      '$lookup treats a regular expression as a value',
      [{ $match: { _id: 1 } }, { $set: { item: /^a/ } }, { $lookup: joined }, { $project: ids }],
      [{ _id: 1, s: [] }],
      { others },
    ],
    [
      '$lookup joins equal numbers of other types',
      [{ $match: { _id: 1 } }, { $set: { k: 120n } }, { $lookup: { ...joined, localField: 'k', foreignField: 'n' } }, { $project: ids }],
      [{ _id: 1, s: [1] }],
      { others },
    ],
    [
      '$lookup can join a collection with itself',
      [{ $match: { _id: 1 } }, { $lookup: { from: '<c>', localField: 'n', foreignField: '_id', as: 's' } }, { $project: ids }],
      [{ _id: 1, s: [2] }],
    ],
    [
      '$lookup uses an index of the foreign collection',
      [{ $match: { _id: 2 } }, { $lookup: joined }, { $project: ids }],
      [{ _id: 2, s: [5] }],
      { others, before: [{ createIndexes: '<c>.stock', indexes: [{ key: { sku: 1 }, name: 'sku_1' }] }] },
    ],
    [
      '$lookup with an uncorrelated pipeline adds the same array to every document',
      [byId, { $lookup: { from, pipeline: [{ $match: { at: 'A' } }, { $project: { _id: 1 } }], as: 's' } }, { $project: { s: 1 } }],
      [1, 2, 3].map((_id) => ({ _id, s: [{ _id: 1 }, { _id: 2 }] })),
      { others },
    ],
    [
      '$lookup passes let variables to its pipeline',
      [
        { $match: { _id: { $lt: 3 } } },
        byId,
        {
          $lookup: {
            from,
            let: { item: '$item', n: '$n' },
            pipeline: [
              { $match: { $expr: { $and: [{ $eq: ['$sku', '$$item'] }, { $gte: ['$n', '$$n'] }] } } },
              { $project: { _id: 0, n: 1 } },
            ],
            as: 's',
          },
        },
        { $project: { s: 1 } },
      ],
      [
        { _id: 1, s: [{ n: 120 }] },
        { _id: 2, s: [] },
      ],
      { others },
    ],
    [
      '$lookup accepts fields and a pipeline together',
      [
        byId,
        { $lookup: { ...joined, pipeline: [{ $match: { n: { $gt: 50 } } }, { $project: { n: 1, _id: 0 } }] } },
        { $project: { s: 1 } },
      ],
      [
        { _id: 1, s: [{ n: 120 }] },
        { _id: 2, s: [] },
        { _id: 3, s: [] },
      ],
      { others },
    ],
    [
      '$lookup accepts fields, variables and a pipeline together',
      [
        { $match: { _id: 1 } },
        { $lookup: { ...joined, let: { n: '$n' }, pipeline: [{ $match: { $expr: { $gt: ['$n', '$$n'] } } }, { $project: { _id: 1 } }] } },
        { $project: { s: 1 } },
      ],
      [{ _id: 1, s: [{ _id: 1 }] }],
      { others },
    ],
    [
      '$lookup can be nested',
      [
        { $match: { _id: 2 } },
        {
          $lookup: {
            ...joined,
            pipeline: [{ $lookup: { from: '<c>', localField: 'n', foreignField: '_id', as: 'back' } }, { $project: { 'back.item': 1 } }],
          },
        },
        { $project: { s: 1 } },
      ],
      [{ _id: 2, s: [{ _id: 5, back: [{ item: 'almonds' }] }] }],
      { others },
    ],
    [
      '$lookup can read let variables of the command',
      [
        { $match: { _id: 1 } },
        { $lookup: { from, pipeline: [{ $match: { $expr: { $eq: ['$at', '$$at'] } } }, { $project: { _id: 1 } }], as: 's' } },
        { $project: { s: 1 } },
      ],
      [{ _id: 1, s: [{ _id: 5 }] }],
      { others, options: { let: { at: 'C' } } },
    ],
    [
      '$lookup preserves a missing variable',
      [
        { $match: { _id: 3 } },
        {
          $lookup: {
            from,
            let: { item: '$item' },
            pipeline: [{ $match: { _id: 1 } }, { $project: { _id: 0, t: { $type: '$$item' } } }],
            as: 's',
          },
        },
      ],
      [{ _id: 3, s: [{ t: 'missing' }] }],
      { others },
    ],
    [
      '$unwind can follow $lookup',
      [{ $match: { _id: 1 } }, { $lookup: joined }, { $unwind: '$s' }, { $project: { at: '$s.at' } }],
      [
        { _id: 1, at: 'A' },
        { _id: 1, at: 'C' },
      ],
      { others, anyOrder: true },
    ],
    [
      '$lookup with an empty pipeline returns every foreign document',
      [{ $match: { _id: 1 } }, { $lookup: { from, pipeline: [], as: 's' } }, { $project: { n: { $size: '$s' } } }],
      [{ _id: 1, n: 5 }],
      { others },
    ],
    [
      '$lookup rejects an unknown variable',
      [{ $lookup: { from, pipeline: [{ $match: { $expr: { $eq: ['$at', '$$nope'] } } }], as: 's' } }],
      fails(17276),
      { others },
    ],
    [
      '$lookup rejects $merge',
      [{ $lookup: { from, pipeline: [{ $merge: 'x' }], as: 's' } }],
      fails(51047, "$merge is not allowed within a $lookup's sub-pipeline"),
      { others },
    ],
    ['$lookup rejects an unknown stage', [{ $lookup: { from, pipeline: [{ $foo: 1 }], as: 's' } }], fails(40324), { others }],
    [
      '$lookup fails if its pipeline fails',
      [{ $lookup: { from, pipeline: [{ $project: { v: { $add: ['$at', 1] } } }], as: 's' } }],
      fails(14),
      { others },
    ],
  ]),
  ...rejecting('$lookup', orders, [
    [5, 9, 'the $lookup specification must be an Object'],
    [{ from: 'x', localField: 'a', foreignField: 'b' }, 9, "must specify 'as' field for a $lookup"],
    [{ localField: 'a', foreignField: 'b', as: 's' }, 9],
    [{ from: 'x', localField: 'a', as: 's' }, 9],
    [
      { from: 'x', foreignField: 'a', as: 's', pipeline: [] },
      9,
      "$lookup requires both or neither of 'localField' and 'foreignField' to be specified",
    ],
    [{ from: 'x', as: 's' }, 9],
    [{ from: 'x', localField: 'a', foreignField: 'b', as: 5 }, 9, "$lookup argument 'as"],
    [{ from: 'x', localField: 5, foreignField: 'b', as: 's' }, 9],
    [{ from: 'x', localField: 'a', foreignField: 'b', as: 's', foo: 1 }, 9],
    [{ from: 'x', localField: 'a', foreignField: 'b', as: '$s' }, 16410],
    [{ from: 'x', localField: '$a', foreignField: 'b', as: 's' }, 16410],
    [{ from: 'x', let: { X: 1 }, pipeline: [], as: 's' }, 9],
    [{ from: 'x', let: 5, pipeline: [], as: 's' }, 9],
  ]),
]

const facet: Case[] = [
  ...piping(abc, [
    [
      '$facet runs several pipelines over the same documents',
      [
        byId,
        {
          $facet: {
            total: [{ $count: 'n' }],
            byB: [{ $group: { _id: '$b', n: { $sum: 1 } } }, byId],
            page: [{ $skip: 1 }, { $limit: 1 }, { $project: { a: 1 } }],
          },
        },
      ],
      [
        {
          total: [{ n: 3 }],
          byB: [
            { _id: 'x', n: 2 },
            { _id: 'y', n: 1 },
          ],
          page: [{ _id: 2, a: 2 }],
        },
      ],
    ],
    ['$facet with an empty pipeline returns all documents', [{ $match: { _id: 1 } }, { $facet: { all: [] } }], [{ all: [abc[0]] }]],
    [
      '$facet without input returns one document',
      [{ $match: { _id: 9 } }, { $facet: { all: [], n: [{ $count: 'n' }] } }],
      [{ all: [], n: [] }],
    ],
    ['other stages can follow $facet', [{ $facet: { all: [{ $match: { b: 'x' } }] } }, { $project: { n: { $size: '$all' } } }], [{ n: 2 }]],
    [
      '$facet accepts $lookup and $unwind',
      [
        { $match: { _id: 1 } },
        {
          $facet: {
            j: [
              { $lookup: { from: '<c>', localField: 'b', foreignField: 'b', as: 's' } },
              { $unwind: '$s' },
              { $group: { _id: null, n: { $sum: '$s.a' } } },
            ],
          },
        },
      ],
      [{ j: [{ _id: null, n: 4 }] }],
    ],
  ]),
  ...rejecting('$facet', abc, [
    [5, 40169, 'the $facet specification must be a non-empty object'],
    [{}, 40169],
    [{ a: 5 }, 40170],
    [{ a: [5] }, 40171],
    [{ a: [{ $facet: { b: [] } }] }, 40600, '$facet is not allowed to be used within a $facet stage'],
    [{ a: [{ $merge: 'x' }] }, 40600],
    [{ a: [{ $foo: 1 }] }, 40324],
    [{ $a: [] }, 16410],
    [{ 'a.b': [] }, 16412],
  ]),
]

const replace: Case[] = [
  ...piping(shape, [
    ['$replaceRoot promotes an embedded document', [{ $match: { _id: 1 } }, { $replaceRoot: { newRoot: '$n' } }], [{ p: 1, q: 2 }]],
    ['$replaceRoot creates a document', [{ $replaceRoot: { newRoot: { i: '$_id', a: '$a' } } }], [{ i: 1, a: 1 }, { i: 2 }]],
    ['$replaceWith promotes an embedded document', [{ $match: { _id: 1 } }, { $replaceWith: '$n' }], [{ p: 1, q: 2 }]],
    [
      '$replaceWith accepts a merged document',
      [{ $match: { _id: 1 } }, { $replaceWith: { $mergeObjects: [{ _id: '$_id', r: 0 }, '$n'] } }],
      [{ _id: 1, r: 0, p: 1, q: 2 }],
    ],
    [
      '$replaceRoot rejects a number',
      [{ $replaceRoot: { newRoot: '$_id' } }],
      fails(40228, "'newRoot' expression must evaluate to an object"),
    ],
    ['$replaceRoot rejects a missing value', [{ $replaceRoot: { newRoot: '$none' } }], fails(40228)],
    ['$replaceWith rejects an array', [{ $match: { _id: 1 } }, { $replaceWith: '$l' }], fails(40228)],
    ['$replaceWith rejects null', [{ $replaceWith: { $ifNull: ['$none', null] } }], fails(40228)],
  ]),
  ...rejecting('$replaceRoot', shape, [
    [5, 40229, 'expected an object as specification for $replaceRoot stage, got int'],
    [{}, 40414],
    [{ newRoot: '$n', foo: 1 }, 40415],
    [{ newRoot: { $foo: 1 } }, 168],
  ]),
]

const union: Case[] = [
  ...piping(abc.slice(0, 2), [
    [
      '$unionWith appends the documents of another collection',
      [{ $project: { _id: 1 } }, { $unionWith: from }, { $project: { _id: 1 } }],
      [1, 2, 1, 2, 3, 4, 5].map((_id) => ({ _id })),
      { others },
    ],
    [
      '$unionWith accepts a document as the argument',
      [{ $project: { _id: 1 } }, { $unionWith: { coll: from } }, { $count: 'n' }],
      [{ n: 7 }],
      { others },
    ],
    [
      '$unionWith accepts a pipeline',
      [{ $project: { _id: 1 } }, { $unionWith: { coll: from, pipeline: [{ $match: { at: 'A' } }, { $project: { sku: 1, _id: 0 } }] } }],
      [{ _id: 1 }, { _id: 2 }, { sku: 'almonds' }, { sku: 'bread' }],
      { others },
    ],
    ['$unionWith with an unknown collection adds nothing', [{ $unionWith: '<c>.none' }, { $count: 'n' }], [{ n: 2 }]],
    [
      '$unionWith can read the same collection again',
      [{ $unionWith: '<c>' }, { $group: { _id: '$b', n: { $sum: 1 } } }, byId],
      [
        { _id: 'x', n: 2 },
        { _id: 'y', n: 2 },
      ],
    ],
    [
      'stages after $unionWith read both collections',
      [{ $unionWith: from }, { $match: { $or: [{ b: 'x' }, { at: 'C' }] } }, { $sort: { _id: -1 } }, { $project: { _id: 1 } }],
      [{ _id: 5 }, { _id: 1 }],
      { others },
    ],
    [
      '$unionWith can be used inside $lookup',
      [{ $limit: 1 }, { $lookup: { from, pipeline: [{ $unionWith: '<c>' }, { $count: 'n' }], as: 's' } }, { $project: { s: 1 } }],
      [{ _id: 1, s: [{ n: 7 }] }],
      { others },
    ],
    ['$unionWith rejects $merge', [{ $unionWith: { coll: from, pipeline: [{ $merge: 'x' }] } }], fails(31441), { others }],
  ]),
  ...rejecting('$unionWith', abc, [
    [5, 9, 'the $unionWith stage specification must be an object or string, but found int'],
    [{ coll: 'x', foo: 1 }, 40415],
    [{ coll: 5 }, 14],
    [{ coll: 'x', pipeline: [{ $foo: 1 }] }, 40324],
  ]),
]

const into = '<c>.out'
const old = [
  { _id: 1, a: 0, keep: true },
  { _id: 9, a: 9 },
]
const merging = (name: string, spec: unknown, out: Docs | Failure, more: Partial<AggregateCase> = {}): AggregateCase => ({
  name: `$merge: ${name}`,
  docs: abc.slice(0, 2),
  others: { [into]: old },
  aggregate: [{ $project: { a: 1 } }, { $merge: spec }],
  ...(isFailure(out) ? { error: out } : { returns: [], othersAfter: { [into]: out } }),
  ...more,
})
const added = { _id: 2, a: 2 }
const nine = old[1]!

const merge: Case[] = [
  merging('merges matches and inserts the rest by default', into, [{ _id: 1, a: 1, keep: true }, added, nine]),
  merging('accepts a document as the argument', { into }, [{ _id: 1, a: 1, keep: true }, added, nine]),
  merging('accepts a collection of a named database', { into: { db: '<d>', coll: into } }, [{ _id: 1, a: 1, keep: true }, added, nine]),
  merging('creates the collection', { into: '<c>.new' }, old, { othersAfter: { '<c>.new': [{ _id: 1, a: 1 }, added] } }),
  merging('replaces a match with replace', { into, whenMatched: 'replace' }, [{ _id: 1, a: 1 }, added, nine]),
  merging('keeps a match with keepExisting', { into, whenMatched: 'keepExisting' }, [old[0]!, added, nine]),
  merging('fails on a match with fail', { into, whenMatched: 'fail' }, fails(11000)),
  merging('a failing document does not prevent the other writes', { into, whenMatched: 'fail' }, fails(11000), {
    othersAfter: { [into]: [old[0]!, added, nine] },
  }),
  merging('a duplicate unique key does not prevent the other writes', into, fails(11000), {
    before: [{ createIndexes: into, indexes: [{ key: { a: 1 }, name: 'a_1', unique: true }] }],
    aggregate: [{ $project: { a: { $cond: [{ $eq: ['$_id', 1] }, 9, '$a'] } } }, { $merge: into }],
    othersAfter: { [into]: [old[0]!, added, nine] },
  }),
  merging('discards the rest with discard', { into, whenNotMatched: 'discard' }, [{ _id: 1, a: 1, keep: true }, nine]),
  merging('fails without a match with fail', { into, whenNotMatched: 'fail' }, fails(13113)),
  merging('updates by a pipeline with $$new', { into, whenMatched: [{ $set: { a: { $add: ['$a', '$$new.a', 10] } } }] }, [
    { _id: 1, a: 11, keep: true },
    added,
    nine,
  ]),
  merging('updates by a pipeline with let', { into, let: { x: '$a' }, whenMatched: [{ $set: { b: '$$x' } }], whenNotMatched: 'discard' }, [
    { ...old[0]!, b: 1 },
    nine,
  ]),
  merging('updates matches by a pipeline and inserts the rest', { into, whenMatched: [{ $set: { b: 1 } }], whenNotMatched: 'insert' }, [
    { ...old[0]!, b: 1 },
    added,
    nine,
  ]),
  merging('matches by a field with a unique index', { into: '<c>.by', on: 'a', whenMatched: 'merge' }, old, {
    before: [
      { createIndexes: '<c>.by', indexes: [{ key: { a: 1 }, name: 'a_1', unique: true }] },
      { insert: '<c>.by', documents: [{ _id: 7, a: 1, keep: 1 }] },
    ],
    aggregate: [{ $project: { _id: 0, a: 1, b: 1 } }, { $match: { a: 1 } }, { $merge: { into: '<c>.by', on: 'a' } }],
    othersAfter: { '<c>.by': [{ _id: 7, a: 1, keep: 1, b: 'x' }] },
  }),
  merging(
    'rejects a field without a unique index',
    { into, on: 'a' },
    fails(51183, 'Cannot find index to verify that join fields will be unique'),
  ),
  merging('rejects a document without the join field', into, fails(51132), {
    before: [{ createIndexes: into, indexes: [{ key: { z: 1 }, name: 'z_1', unique: true, sparse: true }] }],
    aggregate: [{ $merge: { into, on: 'z' } }],
  }),
  merging('can write to the collection that it reads', { into: '<c>', whenMatched: [{ $set: { a: { $multiply: ['$a', 10] } } }] }, old, {
    after: [
      { _id: 1, a: 10, b: 'x' },
      { _id: 2, a: 20, b: 'y' },
    ],
  }),
  merging('rejects a change of _id', { into, whenMatched: [{ $set: { _id: 5 } }] }, fails(66)),
  merging('rejects a position before the last stage', into, fails(40601, '$merge can only be the final stage in the pipeline'), {
    aggregate: [{ $merge: into }, { $match: {} }],
  }),
  merging('rejects a number', 5, fails(14, '$merge requires a string or object argument, but found int')),
  merging('rejects a missing collection', {}, fails(40414)),
  merging('rejects an unknown field', { into, foo: 1 }, fails(40415)),
  merging('rejects an unknown whenMatched', { into, whenMatched: 'foo' }, fails(2, "Enumeration value 'foo' for field")),
  merging('rejects an unknown whenNotMatched', { into, whenNotMatched: 'foo' }, fails(2)),
  merging('rejects an incompatible combination of modes', { into, whenMatched: 'fail', whenNotMatched: 'discard' }, fails(51181)),
  merging('rejects let without a pipeline', { into, let: { x: 1 }, whenMatched: 'merge' }, fails(51199)),
  merging('rejects a pipeline with $match', { into, whenMatched: [{ $match: {} }] }, fails(72)),
]

const unsupported: Case[] = piping(abc, [
  ['rejects $out', [{ $out: 'x' }], fails(40324)],
  [
    'rejects $graphLookup',
    [{ $graphLookup: { from: 'x', startWith: '$a', connectFromField: 'a', connectToField: 'b', as: 'c' } }],
    fails(40324),
  ],
  ['rejects $bucket', [{ $bucket: { groupBy: '$a', boundaries: [0, 5] } }], fails(40324)],
  ['rejects $setWindowFields', [{ $setWindowFields: { output: {} } }], fails(40324)],
  ['rejects $changeStream', [{ $changeStream: {} }], fails(40324)],
  ['rejects $sample', [{ $sample: { size: 1 } }], fails(40324)],
])

export const tables = [
  table('pipeline', whole),
  table('$match', match),
  table('$project', project),
  table('$addFields, $set and $unset', addFields),
  table('$group and its accumulators', group),
  table('$sort, $skip, $limit, $count and $sortByCount', order),
  table('$unwind', unwind),
  table('$lookup', lookup),
  table('$facet', facet),
  table('$replaceRoot and $replaceWith', replace),
  table('$unionWith', union),
  table('$merge', merge),
  table('stages supported only by MongoDB', embeddedOnly('MongoDB supports this stage', unsupported)),
]
