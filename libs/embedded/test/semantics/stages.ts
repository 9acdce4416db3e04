// biome-ignore-all lint/suspicious/noThenProperty: $switch names an argument so.
/**
 * What each stage of an aggregation pipeline gives, and what it refuses; with it the accumulators of $group.
 * https://www.mongodb.com/docs/manual/reference/operator/aggregation-pipeline/
 */
import type { Document } from 'mongodb'
import { double as D, day as date, decimal as dec } from './mixed.ts'
import { type AggregateCase, type Case, type Failure, fails, refused, table } from './run.ts'

type Docs = readonly Document[]
type Row = readonly [name: string, pipeline: Docs, want: Docs | Failure, more?: Partial<AggregateCase>]

const isFailure = (want: Docs | Failure): want is Failure => !Array.isArray(want)

const piping = (docs: Docs, rows: readonly Row[]): AggregateCase[] =>
  rows.map(([name, aggregate, want, more]) => ({
    name,
    docs,
    aggregate,
    ...(isFailure(want) ? { error: want } : { gives: want }),
    ...more,
  }))

/** The same stage with each wrong argument, and the code that MongoDB has for it. */
const wrong = (
  stage: string,
  docs: Docs,
  rows: readonly (readonly [argument: unknown, code: number, message?: string])[],
): AggregateCase[] =>
  rows.map(([argument, code, message]) => ({
    name: `${stage}: ${JSON.stringify(argument)} is refused`,
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
    ['an empty pipeline gives every document', [], abc],
    [
      'stages work one after the other',
      [{ $match: { b: 'x' } }, { $set: { c: { $add: ['$a', 1] } } }, { $match: { c: 4 } }, { $unset: 'b' }],
      [{ _id: 3, a: 3, c: 4 }],
    ],
    [
      'let gives variables to every stage',
      [{ $match: { $expr: { $eq: ['$a', '$$x'] } } }, { $project: { y: '$$x' } }],
      [{ _id: 2, y: 2 }],
      { options: { let: { x: 2 } } },
    ],
    ['let may compute', [{ $limit: 1 }, { $project: { y: '$$x' } }], [{ _id: 1, y: 3 }], { options: { let: { x: { $add: [1, 2] } } } }],
    ['an unknown stage is refused', [{ $foo: {} }], fails(40324, "Unrecognized pipeline stage name: '$foo'")],
    ['a name without a dollar is refused', [{ match: {} }], fails(40324)],
    [
      'a stage of two names is refused',
      [{ $match: {}, $limit: 1 }],
      fails(40323, 'A pipeline stage specification object must contain exactly one field.'),
    ],
    ['a stage of no name is refused', [{}], fails(40323)],
    ['a number in the place of a stage is refused', [5 as never], fails(14, "Each element of the 'pipeline' array must be an object")],
    ['an unknown variable is refused', [{ $match: { $expr: '$$x' } }], fails(17276)],
    ['a variable of let that begins with a capital is refused', [], fails(9), { options: { let: { X: 1 } } }],
    ['a hint of an index', [{ $match: { a: 2 } }], [abc[1]!], { options: { hint: 'a_1' }, indexes: [{ key: { a: 1 } }] }],
    ['a hint of no index is refused', [{ $match: { a: 2 } }], fails(2), { options: { hint: 'nope' } }],
  ]),
  {
    name: 'a collection that does not exist gives nothing',
    aggregate: [{ $match: {} }, { $group: { _id: null, n: { $sum: 1 } } }],
    gives: [],
  },
  {
    name: 'a document in the place of a pipeline is refused',
    docs: abc,
    command: { aggregate: '<c>', pipeline: {}, cursor: {} },
    error: fails(14),
  },
  { name: 'no pipeline is refused', docs: abc, command: { aggregate: '<c>', cursor: {} }, error: fails(40414) },
  {
    name: 'no cursor is refused',
    docs: abc,
    command: { aggregate: '<c>', pipeline: [] },
    error: fails(9, "The 'cursor' option is required, except for aggregate with the explain argument"),
  },
  { name: 'an unknown field is refused', docs: abc, command: { aggregate: '<c>', pipeline: [], cursor: {}, foo: 1 }, error: fails(40415) },
  {
    name: 'a database in the place of a collection is refused',
    docs: abc,
    command: { aggregate: 1, pipeline: [{ $match: {} }], cursor: {} },
    error: fails(73),
  },
]

const match: Case[] = [
  ...piping(abc, [
    ['$match filters', [{ $match: { b: 'x', a: { $gt: 1 } } }], [abc[2]!]],
    ['$match of nothing gives everything', [{ $match: {} }], abc],
    [
      '$match after another stage',
      [{ $project: { d: '$a' } }, { $match: { d: { $in: [1, 3] } } }],
      [
        { _id: 1, d: 1 },
        { _id: 3, d: 3 },
      ],
    ],
    ['$match compares fields with $expr', [{ $match: { $expr: { $eq: ['$_id', '$a'] } } }], abc],
  ]),
  ...wrong('$match', abc, [
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
    ['$project includes fields and the _id', [{ $project: { a: 1 } }], [{ _id: 1, a: 1 }, { _id: 2 }]],
    ['$project without the _id', [{ $project: { a: true, _id: 0 } }], [{ a: 1 }, {}]],
    ['$project excludes fields', [{ $project: { n: 0, l: false } }], [{ _id: 1, a: 1 }, { _id: 2 }]],
    ['$project excludes the _id alone', [{ $project: { _id: 0, l: 0, n: 0 } }], [{ a: 1 }, {}]],
    [
      '$project includes nested fields, in arrays as well',
      [{ $project: { 'n.p': 1, 'l.p': 1 } }],
      [{ _id: 1, n: { p: 1 }, l: [{ p: 1 }, {}, [{ p: 5 }]] }, { _id: 2 }],
    ],
    [
      '$project excludes nested fields, in arrays as well',
      [{ $project: { 'n.p': 0, 'l.p': 0 } }],
      [
        { _id: 1, a: 1, n: { q: 2 }, l: [{ q: 2 }, { q: 3 }, 4, [{ q: 6 }]] },
        { _id: 2, n: 5 },
      ],
    ],
    ['$project takes nested documents for dotted names', [{ $project: { n: { p: 1 } } }], [{ _id: 1, n: { p: 1 } }, { _id: 2 }]],
    [
      '$project computes new fields, after the included ones',
      [{ $project: { z: { $add: ['$a', 1] }, a: 1, y: '$n.p' } }],
      [
        { _id: 1, a: 1, z: 2, y: 1 },
        { _id: 2, z: null },
      ],
    ],
    [
      '$project makes documents and arrays',
      [{ $match: { _id: 1 } }, { $project: { m: { r: '$a' }, l: ['$a', '$none', 'x'] } }],
      [{ _id: 1, m: { r: 1 }, l: [1, null, 'x'] }],
    ],
    ['$project computes the _id', [{ $project: { _id: '$a' } }], [{ _id: 1 }, {}]],
    [
      '$project leaves out what $$REMOVE gives',
      [{ $project: { a: { $cond: [{ $eq: ['$a', 1] }, '$$REMOVE', 7] } } }],
      [{ _id: 1 }, { _id: 2, a: 7 }],
    ],
    [
      '$project sets literals',
      [{ $project: { a: { $literal: 1 }, s: 'text' } }],
      [
        { _id: 1, a: 1, s: 'text' },
        { _id: 2, a: 1, s: 'text' },
      ],
    ],
    [
      '$project keeps the order of the document',
      [{ $match: { _id: 1 } }, { $project: { n: 1, a: 1, 'l.q': 1, _id: 1 } }],
      [{ _id: 1, a: 1, n: { p: 1, q: 2 }, l: [{ q: 2 }, { q: 3 }, [{ q: 6 }]] }],
    ],
    [
      '$project replaces a field by what is computed below it',
      [{ $project: { 'n.r': '$_id' } }],
      [
        { _id: 1, n: { r: 1 } },
        { _id: 2, n: { r: 2 } },
      ],
    ],
  ]),
  ...wrong('$project', shape, [
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
    ['$addFields adds in the order given', [{ $match: { _id: 2 } }, { $addFields: { z: 1, y: '$n' } }], [{ _id: 2, n: 5, z: 1, y: 5 }]],
    [
      '$addFields replaces where it stands',
      [{ $match: { _id: 2 } }, { $addFields: { b: 1, n: { $add: ['$n', 1] } } }],
      [{ _id: 2, n: 6, b: 1 }],
    ],
    [
      '$addFields adds into a document',
      [{ $match: { _id: 1 } }, { $project: { n: 1 } }, { $addFields: { 'n.r': 3 } }],
      [{ _id: 1, n: { p: 1, q: 2, r: 3 } }],
    ],
    [
      '$addFields takes nested documents for dotted names',
      [{ $match: { _id: 1 } }, { $project: { n: 1 } }, { $addFields: { n: { r: '$n.p' } } }],
      [{ _id: 1, n: { p: 1, q: 2, r: 1 } }],
    ],
    ['$addFields replaces a scalar by a document', [{ $match: { _id: 2 } }, { $addFields: { 'n.r': 3 } }], [{ _id: 2, n: { r: 3 } }]],
    [
      '$addFields adds into every element of an array',
      [{ $match: { _id: 1 } }, { $project: { l: 1 } }, { $addFields: { 'l.r': '$_id' } }],
      [{ _id: 1, l: [{ p: 1, q: 2, r: 1 }, { q: 3, r: 1 }, { r: 1 }, [{ p: 5, q: 6, r: 1 }]] }],
    ],
    [
      '$addFields replaces an array by a computed one',
      [{ $match: { _id: 1 } }, { $project: { l: 1 } }, { $addFields: { l: { $size: '$l' } } }],
      [{ _id: 1, l: 4 }],
    ],
    ['$addFields leaves out what is missing', [{ $match: { _id: 2 } }, { $addFields: { z: '$none' } }], [{ _id: 2, n: 5 }]],
    ['$addFields removes by $$REMOVE', [{ $match: { _id: 2 } }, { $addFields: { n: '$$REMOVE' } }], [{ _id: 2 }]],
    ['$addFields changes the _id', [{ $match: { _id: 2 } }, { $addFields: { _id: 'x' } }], [{ _id: 'x', n: 5 }]],
    ['$set is $addFields', [{ $match: { _id: 2 } }, { $set: { n: '$$ROOT' } }], [{ _id: 2, n: { _id: 2, n: 5 } }]],
    ['$set takes a number for a value', [{ $match: { _id: 2 } }, { $set: { n: 0 } }], [{ _id: 2, n: 0 }]],
  ]),
  ...wrong('$addFields', shape, [
    [5, 40272, '$addFields specification stage must be an object, got int'],
    [{}, 40177],
    [{ a: 1, 'a.b': 2 }, 40176],
    [{ $a: 1 }, 16410],
    [{ 'a..b': 1 }, 15998],
    [{ '': 1 }, 40352],
    [{ a: { $foo: 1 } }, 168],
  ]),
  ...wrong('$set', shape, [
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
    ['$unset removes several fields, nested ones and the _id', [{ $unset: ['_id', 'n.p', 'l'] }], [{ a: 1, n: { q: 2 } }, { n: 5 }]],
    [
      '$unset removes fields of array elements',
      [{ $match: { _id: 1 } }, { $unset: ['a', 'n', 'l.q'] }],
      [{ _id: 1, l: [{ p: 1 }, {}, 4, [{ p: 5 }]] }],
    ],
  ]),
  ...wrong('$unset', shape, [
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
      '$group counts by a field',
      [{ $group: { _id: '$item', n: { $sum: 1 } } }, byId],
      [
        { _id: 'abc', n: 2 },
        { _id: 'jkl', n: 1 },
        { _id: 'xyz', n: 2 },
      ],
    ],
    ['$group gives distinct values', [{ $group: { _id: '$item' } }, byId], [{ _id: 'abc' }, { _id: 'jkl' }, { _id: 'xyz' }]],
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
      '$group of everything',
      [{ $group: { _id: null, n: { $sum: '$n' }, mean: { $avg: '$n' }, count: { $count: {} } } }],
      [{ _id: null, n: 43, mean: 8.6, count: 5 }],
    ],
    [
      '$group by a computed value',
      [{ $group: { _id: { $month: '$d' }, n: { $sum: '$n' } } }, byId],
      [
        { _id: 3, n: 13 },
        { _id: 4, n: 30 },
      ],
    ],
    [
      '$group by a document',
      [{ $match: { item: 'abc' } }, { $group: { _id: { item: '$item', m: { $month: '$d' } }, n: { $sum: '$n' } } }, { $sort: { n: 1 } }],
      [
        { _id: { item: 'abc', m: 3 }, n: 2 },
        { _id: { item: 'abc', m: 4 }, n: 10 },
      ],
    ],
    ['$group by a constant', [{ $group: { _id: 'all', n: { $sum: 1 } } }], [{ _id: 'all', n: 5 }]],
    [
      '$group takes the first and last in order',
      [{ $sort: { n: 1, _id: 1 } }, { $group: { _id: '$item', first: { $first: '$n' }, last: { $last: '$_id' } } }, byId],
      [
        { _id: 'abc', first: 2, last: 5 },
        { _id: 'jkl', first: 1, last: 2 },
        { _id: 'xyz', first: 10, last: 4 },
      ],
    ],
    [
      '$group takes extremes of dates',
      [{ $group: { _id: null, min: { $min: '$d' }, max: { $max: '$d' } } }],
      [{ _id: null, min: date('2024-03-01'), max: date('2024-04-04') }],
    ],
    [
      '$group pushes values and whole documents',
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
    ['$group of no documents gives nothing', [{ $match: { item: 'none' } }, { $group: { _id: null, n: { $sum: 1 } } }], []],
    [
      '$group then $match on the totals',
      [{ $group: { _id: '$item', n: { $sum: '$n' } } }, { $match: { n: { $gte: 12 } } }, { $sort: { n: -1 } }],
      [
        { _id: 'xyz', n: 30 },
        { _id: 'abc', n: 12 },
      ],
    ],
  ]),
  ...piping(values, [
    [
      '$group joins equal numbers of all types and keeps the first, null with missing',
      [byId, { $group: { _id: '$g', n: { $sum: 1 } } }, { $sort: { n: -1, _id: -1 } }],
      [
        { _id: 1, n: 3 },
        { _id: null, n: 2 },
        { _id: [1], n: 1 },
      ],
    ],
    [
      '$group by a document tells missing from null',
      [{ $match: { _id: { $in: [4, 5] } } }, byId, { $group: { _id: { g: '$g' } } }],
      [{ _id: { g: null } }, { _id: {} }],
      { anyOrder: true },
    ],
    [
      '$sum leaves out what is no number',
      [{ $group: { _id: null, v: { $sum: '$v' }, none: { $sum: '$none' } } }],
      [{ _id: null, v: 7n, none: 0 }],
    ],
    [
      '$avg leaves out what is no number',
      [{ $group: { _id: null, v: { $avg: '$v' }, none: { $avg: '$none' } } }],
      [{ _id: null, v: 3.5, none: null }],
    ],
    [
      '$min and $max leave out null and missing, and order all types',
      [{ $group: { _id: null, min: { $min: '$v' }, max: { $max: '$v' }, none: { $max: '$none' } } }],
      [{ _id: null, min: 3, max: { k: 1 }, none: null }],
    ],
    [
      '$first and $last give null for missing',
      [byId, { $group: { _id: null, first: { $first: '$none' }, last: { $last: '$v' }, g: { $first: '$g' } } }],
      [{ _id: null, first: null, last: { k: 1 }, g: 1 }],
    ],
    [
      '$push leaves out what is missing but not null',
      [byId, { $group: { _id: null, v: { $push: '$v' } } }],
      [{ _id: null, v: [3, null, 'x', 4n, { k: 1 }] }],
    ],
    [
      '$addToSet keeps one of equal values',
      [
        byId,
        { $match: { _id: { $lte: 4 } } },
        { $group: { _id: null, g: { $addToSet: '$g' } } },
        { $set: { g: { $sortArray: { input: '$g', sortBy: 1 } } } },
      ],
      [{ _id: null, g: [null, 1] }],
    ],
    ['$addToSet of missing values is empty', [{ $group: { _id: null, g: { $addToSet: '$none' } } }], [{ _id: null, g: [] }]],
    [
      '$mergeObjects merges in order, leaving out null',
      [byId, { $match: { v: { $type: ['object', 'null'] } } }, { $group: { _id: null, v: { $mergeObjects: '$v' } } }],
      [{ _id: null, v: { k: 1 } }],
    ],
    ['$mergeObjects of no objects is empty', [{ $group: { _id: null, v: { $mergeObjects: '$none' } } }], [{ _id: null, v: {} }]],
    ['$mergeObjects refuses a number', [{ $group: { _id: null, v: { $mergeObjects: '$_id' } } }], fails(40400)],
    [
      '$sum keeps the widest type',
      [{ $group: { _id: null, int: { $sum: 1 }, long: { $sum: 1n }, double: { $sum: D(1) }, dec: { $sum: dec('1') } } }],
      [{ _id: null, int: 6, long: 6n, double: D(6), dec: dec('6') }],
    ],
    ['$sum of ints that overflow is a long', [{ $group: { _id: null, v: { $sum: 2147483647 } } }], [{ _id: null, v: 12884901882n }]],
    [
      '$sum of longs that overflow is a double',
      [{ $group: { _id: null, v: { $sum: 9223372036854775807n } } }],
      [{ _id: null, v: D(6 * 2 ** 63) }],
    ],
    [
      '$sum of doubles loses nothing on the way',
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
    ['$avg of decimals is a decimal', [{ $group: { _id: null, v: { $avg: dec('1.5') } } }], [{ _id: null, v: dec('1.5') }]],
    ['$count takes nothing', [{ $group: { _id: null, v: { $count: 1 } } }], fails(14, '$count takes no arguments, i.e. $count:{}')],
  ]),
  ...wrong('$group', values, [
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
    ['$sort rises', [{ $sort: { a: 1 } }, { $limit: 3 }, { $project: { _id: 0, a: 1 } }], [{ a: 0 }, { a: 1 }, { a: 2 }]],
    ['$sort falls', [{ $sort: { a: -1 } }, { $limit: 2 }, { $project: { _id: 0, a: 1 } }], [{ a: 11 }, { a: 10 }]],
    [
      '$sort by two fields',
      [{ $sort: { half: -1, _id: 1 } }, { $limit: 3 }, { $project: { _id: 1 } }],
      [{ _id: 1 }, { _id: 3 }, { _id: 5 }],
    ],
    [
      '$sort after a computed field',
      [{ $set: { z: { $subtract: [0, '$_id'] } } }, { $sort: { z: 1 } }, { $limit: 1 }, { $project: { z: 1 } }],
      [{ _id: 11, z: -11 }],
    ],
    [
      '$sort by a dotted field',
      [{ $set: { d: { e: '$a' } } }, { $sort: { 'd.e': 1 } }, { $skip: 11 }, { $project: { d: 1 } }],
      [{ _id: 7, d: { e: 11 } }],
    ],
    ['$skip leaves out the first', [byId, { $skip: 10 }, { $project: { _id: 1 } }], [{ _id: 10 }, { _id: 11 }]],
    ['$skip of zero leaves out nothing', [byId, { $limit: 1 }, { $skip: 0 }, { $project: { _id: 1 } }], [{ _id: 0 }]],
    ['$skip beyond the end gives nothing', [{ $skip: 99n }], []],
    ['$limit keeps the first', [byId, { $limit: 2n }, { $project: { _id: 1 } }], [{ _id: 0 }, { _id: 1 }]],
    ['$limit takes a whole double', [byId, { $limit: D(1) }, { $project: { _id: 1 } }], [{ _id: 0 }]],
    ['$skip before $limit', [byId, { $skip: 3 }, { $limit: 2 }, { $project: { _id: 1 } }], [{ _id: 3 }, { _id: 4 }]],
    ['$limit before $skip', [byId, { $limit: 4 }, { $skip: 3 }, { $project: { _id: 1 } }], [{ _id: 3 }]],
    ['$limit before $sort', [byId, { $limit: 2 }, { $sort: { _id: -1 } }, { $project: { _id: 1 } }], [{ _id: 1 }, { _id: 0 }]],
    ['two $limits: the smaller one counts', [byId, { $limit: 1 }, { $limit: 5 }, { $project: { _id: 1 } }], [{ _id: 0 }]],
    ['$match after $limit sees only what is left', [byId, { $limit: 3 }, { $match: { half: 1 } }, { $project: { _id: 1 } }], [{ _id: 1 }]],
    ['$match after $skip sees only what is left', [byId, { $skip: 9 }, { $match: { half: 0 } }, { $project: { _id: 1 } }], [{ _id: 10 }]],
  ]),
  ...wrong('$sort', many, [
    [5, 15973, 'the $sort key specification must be an object'],
    [{}, 15976, '$sort stage must have at least one sort key'],
    [{ a: 'x' }, 15974, 'Illegal key in $sort specification'],
    [{ a: 2 }, 15975, '$sort key ordering must be 1 (for ascending) or -1 (for descending)'],
    [{ a: 0 }, 15975],
    [{ 'a..b': 1 }, 15998],
    [{ $a: 1 }, 16410],
  ]),
  ...wrong('$limit', many, [
    [0, 15958, 'the limit must be positive'],
    [-1, 5107201, 'invalid argument to $limit stage: Expected a non-negative number in: $limit: -1'],
    ['x', 5107201, 'invalid argument to $limit stage: Expected a number in: $limit'],
    [1.5, 5107201],
    [null, 5107201],
  ]),
  ...wrong('$skip', many, [
    [-1, 5107200, 'invalid argument to $skip stage: Expected a non-negative number in: $skip: -1'],
    ['x', 5107200],
    [1.5, 5107200],
    [{}, 5107200],
  ]),
  ...piping(many, [
    ['$count counts', [{ $count: 'n' }], [{ n: 12 }]],
    ['$count counts what is left', [{ $match: { half: 1 } }, { $count: 'odd ones' }], [{ 'odd ones': 6 }]],
    ['$count of nothing gives no document', [{ $match: { _id: -1 } }, { $count: 'n' }], []],
    [
      '$sortByCount counts and sorts',
      [{ $set: { third: { $mod: ['$_id', 5] } } }, { $sortByCount: { $cond: [{ $lt: ['$third', 2] }, 'low', 'high'] } }],
      [
        { _id: 'high', count: 6 },
        { _id: 'low', count: 6 },
      ],
      { anyOrder: true },
    ],
    [
      '$sortByCount puts the most frequent first',
      [{ $match: { _id: { $gt: 0 } } }, { $sortByCount: '$half' }],
      [
        { _id: 1, count: 6 },
        { _id: 0, count: 5 },
      ],
    ],
  ]),
  ...wrong('$count', many, [
    [5, 40156, 'the count field must be a non-empty string'],
    ['', 40157],
    ['$n', 40158, 'the count field cannot be a $-prefixed path'],
    ['a.b', 40160, "the count field cannot contain '.'"],
  ]),
  ...wrong('$sortByCount', many, [
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
      '$unwind gives one document for each element',
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
      '$unwind with path',
      [{ $match: { _id: 1 } }, { $unwind: { path: '$l' } }, { $project: { l: 1 } }],
      [
        { _id: 1, l: 1 },
        { _id: 1, l: 'x' },
      ],
    ],
    [
      '$unwind preserves null, missing and empty',
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
      '$unwind gives the index null where there is no element',
      [{ $match: { _id: { $in: [2, 3, 4] } } }, { $unwind: { path: '$l', includeArrayIndex: 'i', preserveNullAndEmptyArrays: true } }],
      [
        { _id: 2, i: null },
        { _id: 3, l: null, i: null },
        { _id: 4, i: null },
      ],
    ],
    [
      '$unwind includes the index in the place of a field',
      [{ $match: { _id: 1 } }, { $unwind: { path: '$l', includeArrayIndex: 'z' } }],
      [
        { _id: 1, z: 0n, l: 1, y: 9 },
        { _id: 1, z: 1n, l: 'x', y: 9 },
      ],
    ],
    [
      '$unwind twice goes into nested arrays',
      [{ $match: { _id: 6 } }, { $unwind: '$l' }, { $unwind: '$l' }],
      [
        { _id: 6, l: 1 },
        { _id: 6, l: 2 },
      ],
    ],
    ['$unwind before $limit', [{ $sort: { _id: 1 } }, { $unwind: '$l' }, { $limit: 1 }, { $project: { l: 1 } }], [{ _id: 1, l: 1 }]],
    ['$unwind then $group', [{ $unwind: '$l' }, { $group: { _id: null, n: { $sum: 1 } } }], [{ _id: null, n: 5 }]],
  ]),
  ...piping(parts, [
    [
      '$unwind of a nested array',
      [{ $unwind: '$n.l' }],
      [
        { _id: 1, n: { l: { k: 1 }, m: 0 } },
        { _id: 1, n: { l: { k: 2 }, m: 0 } },
      ],
    ],
    ['$unwind of a path through an array finds nothing', [{ $match: { _id: 2 } }, { $unwind: '$n.l' }], []],
    [
      '$unwind preserves a document whose path ends early',
      [{ $match: { _id: 3 } }, { $unwind: { path: '$n.l', preserveNullAndEmptyArrays: true } }],
      [{ _id: 3, n: 5 }],
    ],
    [
      '$unwind includes the index at a dotted path',
      [{ $match: { _id: 1 } }, { $unwind: { path: '$n.l', includeArrayIndex: 'at.i' } }, { $limit: 1 }],
      [{ _id: 1, n: { l: { k: 1 }, m: 0 }, at: { i: 0n } }],
    ],
  ]),
  ...wrong('$unwind', lists, [
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
      '$lookup joins equal values; null and missing join each other; foreign arrays by their elements',
      [byId, { $lookup: joined }, { $project: ids }],
      [
        { _id: 1, s: [1, 5] },
        { _id: 2, s: [5] },
        { _id: 3, s: [3, 4] },
      ],
      { others },
    ],
    [
      '$lookup adds whole documents at the end',
      [{ $match: { _id: 2 } }, { $lookup: joined }],
      [{ _id: 2, item: 'pecans', n: 1, s: [stock[4]] }],
      { others },
    ],
    [
      '$lookup replaces a field of the name',
      [{ $match: { _id: 2 } }, { $lookup: { ...joined, as: 'item' } }],
      [{ _id: 2, item: [stock[4]], n: 1 }],
      { others },
    ],
    [
      '$lookup makes a nested field',
      [{ $match: { _id: 2 } }, { $lookup: { ...joined, as: 'x.y' } }, { $project: { 'x.y.at': 1 } }],
      [{ _id: 2, x: { y: [{ at: 'C' }] } }],
      { others },
    ],
    [
      '$lookup of a collection that does not exist',
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
      '$lookup of an empty local array joins as null does',
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
      '$lookup does not take a regular expression for a pattern',
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
      '$lookup joins the collection itself',
      [{ $match: { _id: 1 } }, { $lookup: { from: '<c>', localField: 'n', foreignField: '_id', as: 's' } }, { $project: ids }],
      [{ _id: 1, s: [2] }],
    ],
    [
      '$lookup joins by an index of the other collection',
      [{ $match: { _id: 2 } }, { $lookup: joined }, { $project: ids }],
      [{ _id: 2, s: [5] }],
      { others, before: [{ createIndexes: '<c>.stock', indexes: [{ key: { sku: 1 }, name: 'sku_1' }] }] },
    ],
    [
      '$lookup by pipeline alone gives every document the same',
      [byId, { $lookup: { from, pipeline: [{ $match: { at: 'A' } }, { $project: { _id: 1 } }], as: 's' } }, { $project: { s: 1 } }],
      [1, 2, 3].map((_id) => ({ _id, s: [{ _id: 1 }, { _id: 2 }] })),
      { others },
    ],
    [
      '$lookup by pipeline with variables',
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
      '$lookup by fields and pipeline together',
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
      '$lookup by fields, variables and pipeline together',
      [
        { $match: { _id: 1 } },
        { $lookup: { ...joined, let: { n: '$n' }, pipeline: [{ $match: { $expr: { $gt: ['$n', '$$n'] } } }, { $project: { _id: 1 } }] } },
        { $project: { s: 1 } },
      ],
      [{ _id: 1, s: [{ _id: 1 }] }],
      { others },
    ],
    [
      '$lookup inside a $lookup',
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
      '$lookup sees the variables of the command',
      [
        { $match: { _id: 1 } },
        { $lookup: { from, pipeline: [{ $match: { $expr: { $eq: ['$at', '$$at'] } } }, { $project: { _id: 1 } }], as: 's' } },
        { $project: { s: 1 } },
      ],
      [{ _id: 1, s: [{ _id: 5 }] }],
      { others, options: { let: { at: 'C' } } },
    ],
    [
      '$lookup of a missing variable',
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
      '$lookup and $unwind',
      [{ $match: { _id: 1 } }, { $lookup: joined }, { $unwind: '$s' }, { $project: { at: '$s.at' } }],
      [
        { _id: 1, at: 'A' },
        { _id: 1, at: 'C' },
      ],
      { others, anyOrder: true },
    ],
    [
      '$lookup with an empty pipeline',
      [{ $match: { _id: 1 } }, { $lookup: { from, pipeline: [], as: 's' } }, { $project: { n: { $size: '$s' } } }],
      [{ _id: 1, n: 5 }],
      { others },
    ],
    [
      '$lookup refuses an unknown variable',
      [{ $lookup: { from, pipeline: [{ $match: { $expr: { $eq: ['$at', '$$nope'] } } }], as: 's' } }],
      fails(17276),
      { others },
    ],
    [
      '$lookup refuses $merge',
      [{ $lookup: { from, pipeline: [{ $merge: 'x' }], as: 's' } }],
      fails(51047, "$merge is not allowed within a $lookup's sub-pipeline"),
      { others },
    ],
    ['$lookup refuses an unknown stage', [{ $lookup: { from, pipeline: [{ $foo: 1 }], as: 's' } }], fails(40324), { others }],
    [
      '$lookup fails where its pipeline fails',
      [{ $lookup: { from, pipeline: [{ $project: { v: { $add: ['$at', 1] } } }], as: 's' } }],
      fails(14),
      { others },
    ],
  ]),
  ...wrong('$lookup', orders, [
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
    ['$facet of an empty pipeline gives the documents', [{ $match: { _id: 1 } }, { $facet: { all: [] } }], [{ all: [abc[0]] }]],
    [
      '$facet of no documents gives one document',
      [{ $match: { _id: 9 } }, { $facet: { all: [], n: [{ $count: 'n' }] } }],
      [{ all: [], n: [] }],
    ],
    ['$facet before other stages', [{ $facet: { all: [{ $match: { b: 'x' } }] } }, { $project: { n: { $size: '$all' } } }], [{ n: 2 }]],
    [
      '$facet with $lookup and $unwind inside',
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
  ...wrong('$facet', abc, [
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
    ['$replaceRoot promotes a document', [{ $match: { _id: 1 } }, { $replaceRoot: { newRoot: '$n' } }], [{ p: 1, q: 2 }]],
    ['$replaceRoot makes a document', [{ $replaceRoot: { newRoot: { i: '$_id', a: '$a' } } }], [{ i: 1, a: 1 }, { i: 2 }]],
    ['$replaceWith promotes a document', [{ $match: { _id: 1 } }, { $replaceWith: '$n' }], [{ p: 1, q: 2 }]],
    [
      '$replaceWith merges',
      [{ $match: { _id: 1 } }, { $replaceWith: { $mergeObjects: [{ _id: '$_id', r: 0 }, '$n'] } }],
      [{ _id: 1, r: 0, p: 1, q: 2 }],
    ],
    [
      '$replaceRoot refuses a number',
      [{ $replaceRoot: { newRoot: '$_id' } }],
      fails(40228, "'newRoot' expression must evaluate to an object"),
    ],
    ['$replaceRoot refuses what is missing', [{ $replaceRoot: { newRoot: '$none' } }], fails(40228)],
    ['$replaceWith refuses an array', [{ $match: { _id: 1 } }, { $replaceWith: '$l' }], fails(40228)],
    ['$replaceWith refuses null', [{ $replaceWith: { $ifNull: ['$none', null] } }], fails(40228)],
  ]),
  ...wrong('$replaceRoot', shape, [
    [5, 40229, 'expected an object as specification for $replaceRoot stage, got int'],
    [{}, 40414],
    [{ newRoot: '$n', foo: 1 }, 40415],
    [{ newRoot: { $foo: 1 } }, 168],
  ]),
]

const union: Case[] = [
  ...piping(abc.slice(0, 2), [
    [
      '$unionWith adds the documents of another collection',
      [{ $project: { _id: 1 } }, { $unionWith: from }, { $project: { _id: 1 } }],
      [1, 2, 1, 2, 3, 4, 5].map((_id) => ({ _id })),
      { others },
    ],
    ['$unionWith by its long form', [{ $project: { _id: 1 } }, { $unionWith: { coll: from } }, { $count: 'n' }], [{ n: 7 }], { others }],
    [
      '$unionWith with a pipeline',
      [{ $project: { _id: 1 } }, { $unionWith: { coll: from, pipeline: [{ $match: { at: 'A' } }, { $project: { sku: 1, _id: 0 } }] } }],
      [{ _id: 1 }, { _id: 2 }, { sku: 'almonds' }, { sku: 'bread' }],
      { others },
    ],
    ['$unionWith of a collection that does not exist', [{ $unionWith: '<c>.none' }, { $count: 'n' }], [{ n: 2 }]],
    [
      '$unionWith of the collection itself',
      [{ $unionWith: '<c>' }, { $group: { _id: '$b', n: { $sum: 1 } } }, byId],
      [
        { _id: 'x', n: 2 },
        { _id: 'y', n: 2 },
      ],
    ],
    [
      'stages after $unionWith see both',
      [{ $unionWith: from }, { $match: { $or: [{ b: 'x' }, { at: 'C' }] } }, { $sort: { _id: -1 } }, { $project: { _id: 1 } }],
      [{ _id: 5 }, { _id: 1 }],
      { others },
    ],
    [
      '$unionWith inside $facet and $lookup',
      [{ $limit: 1 }, { $lookup: { from, pipeline: [{ $unionWith: '<c>' }, { $count: 'n' }], as: 's' } }, { $project: { s: 1 } }],
      [{ _id: 1, s: [{ n: 7 }] }],
      { others },
    ],
    ['$unionWith refuses $merge', [{ $unionWith: { coll: from, pipeline: [{ $merge: 'x' }] } }], fails(31441), { others }],
  ]),
  ...wrong('$unionWith', abc, [
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
  ...(isFailure(out) ? { error: out } : { gives: [], othersAfter: { [into]: out } }),
  ...more,
})
const added = { _id: 2, a: 2 }
const nine = old[1]!

const merge: Case[] = [
  merging('by default merges what matches and inserts the rest', into, [{ _id: 1, a: 1, keep: true }, added, nine]),
  merging('its long form', { into }, [{ _id: 1, a: 1, keep: true }, added, nine]),
  merging('a collection of a named database', { into: { db: '<d>', coll: into } }, [{ _id: 1, a: 1, keep: true }, added, nine]),
  merging('makes the collection', { into: '<c>.new' }, old, { othersAfter: { '<c>.new': [{ _id: 1, a: 1 }, added] } }),
  merging('replaces', { into, whenMatched: 'replace' }, [{ _id: 1, a: 1 }, added, nine]),
  merging('keeps what is there', { into, whenMatched: 'keepExisting' }, [old[0]!, added, nine]),
  merging('fails at a match', { into, whenMatched: 'fail' }, fails(11000)),
  merging('a document that fails does not keep the others from being written', { into, whenMatched: 'fail' }, fails(11000), {
    othersAfter: { [into]: [old[0]!, added, nine] },
  }),
  merging('a document that takes a unique key of another does not keep the others from being written', into, fails(11000), {
    before: [{ createIndexes: into, indexes: [{ key: { a: 1 }, name: 'a_1', unique: true }] }],
    aggregate: [{ $project: { a: { $cond: [{ $eq: ['$_id', 1] }, 9, '$a'] } } }, { $merge: into }],
    othersAfter: { [into]: [old[0]!, added, nine] },
  }),
  merging('discards what does not match', { into, whenNotMatched: 'discard' }, [{ _id: 1, a: 1, keep: true }, nine]),
  merging('fails at what does not match', { into, whenNotMatched: 'fail' }, fails(13113)),
  merging('updates by a pipeline with $$new', { into, whenMatched: [{ $set: { a: { $add: ['$a', '$$new.a', 10] } } }] }, [
    { _id: 1, a: 11, keep: true },
    added,
    nine,
  ]),
  merging('updates by a pipeline with let', { into, let: { x: '$a' }, whenMatched: [{ $set: { b: '$$x' } }], whenNotMatched: 'discard' }, [
    { ...old[0]!, b: 1 },
    nine,
  ]),
  merging('inserts the new document where the pipeline finds none', { into, whenMatched: [{ $set: { b: 1 } }], whenNotMatched: 'insert' }, [
    { ...old[0]!, b: 1 },
    added,
    nine,
  ]),
  merging('on a field with a unique index', { into: '<c>.by', on: 'a', whenMatched: 'merge' }, old, {
    before: [
      { createIndexes: '<c>.by', indexes: [{ key: { a: 1 }, name: 'a_1', unique: true }] },
      { insert: '<c>.by', documents: [{ _id: 7, a: 1, keep: 1 }] },
    ],
    aggregate: [{ $project: { _id: 0, a: 1, b: 1 } }, { $match: { a: 1 } }, { $merge: { into: '<c>.by', on: 'a' } }],
    othersAfter: { '<c>.by': [{ _id: 7, a: 1, keep: 1, b: 'x' }] },
  }),
  merging(
    'on a field without a unique index',
    { into, on: 'a' },
    fails(51183, 'Cannot find index to verify that join fields will be unique'),
  ),
  merging('a document without the field', into, fails(51132), {
    before: [{ createIndexes: into, indexes: [{ key: { z: 1 }, name: 'z_1', unique: true, sparse: true }] }],
    aggregate: [{ $merge: { into, on: 'z' } }],
  }),
  merging('into the collection that it reads', { into: '<c>', whenMatched: [{ $set: { a: { $multiply: ['$a', 10] } } }] }, old, {
    after: [
      { _id: 1, a: 10, b: 'x' },
      { _id: 2, a: 20, b: 'y' },
    ],
  }),
  merging('changing the _id is refused', { into, whenMatched: [{ $set: { _id: 5 } }] }, fails(66)),
  merging('not at the end is refused', into, fails(40601, '$merge can only be the final stage in the pipeline'), {
    aggregate: [{ $merge: into }, { $match: {} }],
  }),
  merging('a number is refused', 5, fails(14, '$merge requires a string or object argument, but found int')),
  merging('no collection is refused', {}, fails(40414)),
  merging('an unknown field is refused', { into, foo: 1 }, fails(40415)),
  merging('an unknown mode for a match is refused', { into, whenMatched: 'foo' }, fails(2, "Enumeration value 'foo' for field")),
  merging('an unknown mode for no match is refused', { into, whenNotMatched: 'foo' }, fails(2)),
  merging('modes that do not go together are refused', { into, whenMatched: 'fail', whenNotMatched: 'discard' }, fails(51181)),
  merging('let without a pipeline is refused', { into, let: { x: 1 }, whenMatched: 'merge' }, fails(51199)),
  merging('a pipeline with $match is refused', { into, whenMatched: [{ $match: {} }] }, fails(72)),
]

const cannot: Case[] = piping(abc, [
  ['$out', [{ $out: 'x' }], fails(40324)],
  ['$graphLookup', [{ $graphLookup: { from: 'x', startWith: '$a', connectFromField: 'a', connectToField: 'b', as: 'c' } }], fails(40324)],
  ['$bucket', [{ $bucket: { groupBy: '$a', boundaries: [0, 5] } }], fails(40324)],
  ['$setWindowFields', [{ $setWindowFields: { output: {} } }], fails(40324)],
  ['$changeStream', [{ $changeStream: {} }], fails(40324)],
  ['$sample', [{ $sample: { size: 1 } }], fails(40324)],
])

export const tables = [
  table('a pipeline', whole),
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
  table('stages that only MongoDB has', refused('MongoDB has this stage', cannot)),
]
