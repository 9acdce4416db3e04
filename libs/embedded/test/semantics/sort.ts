import type { FindOptions, Sort } from 'mongodb'
import { decimal, double, long, mixed } from './mixed.ts'
import { type CommandCase, type Failure, type FindCase, fails, table } from './run.ts'

const sorting = (
  docs: readonly Record<string, unknown>[],
  rows: readonly (readonly [string, Sort, readonly unknown[], Omit<FindOptions, 'sort'>?, Record<string, unknown>?])[],
): FindCase[] => rows.map(([name, sort, ids, options, find]) => ({ name, docs, find: find ?? {}, options: { ...options, sort }, ids }))

const rejecting = (rows: readonly (readonly [string, unknown, Failure])[]): CommandCase[] =>
  rows.map(([name, sort, error]) => ({ name, docs: [{ _id: 1, a: 1 }], command: { find: '<c>', sort }, error }))

const ascendingIds = [
  ['min'],
  ['e'],
  ['anull', 'missing', 'null'],
  ['nan'],
  ['a5', 'd5', 'i5', 'l5', 'n5'],
  ['d55'],
  ['s5'],
  ['edoc'],
  ['doc', 'docs'],
  ['aa5'],
  ['bin'],
  ['oid'],
  ['false'],
  ['true'],
  ['t5'],
  ['ts'],
  ['re'],
  ['max'],
]

const types = sorting(mixed, [
  ['sorts all types in BSON order, arrays by their lowest element', { a: 1, _id: 1 }, ascendingIds.flat()],
  ['sorts all types in descending order, arrays by their highest element', { a: -1, _id: 1 }, ascendingIds.toReversed().flat()],
  ['the last key breaks ties', { a: 1, _id: -1 }, ascendingIds.flatMap((ties) => ties.toReversed())],
  ['limit keeps the first documents of the sort order', { a: 1, _id: 1 }, ascendingIds.flat().slice(0, 7), { limit: 7 }],
  [
    'skip and limit return one page of the sort order',
    { a: -1, _id: 1 },
    ascendingIds.toReversed().flat().slice(5, 11),
    { skip: 5, limit: 6 },
  ],
  [
    'a filter does not change the order',
    { a: -1, _id: 1 },
    ['s5', 'd55', 'a5', 'd5', 'i5', 'l5', 'n5', 'nan'],
    {},
    { $or: [{ a: { $type: 'number' } }, { a: '5' }] },
  ],
])

const arrays = sorting(
  [
    { _id: 1, a: [1, 10] },
    { _id: 2, a: 5 },
    { _id: 3, a: [7, 3] },
    { _id: 4, a: [] },
    { _id: 5, a: [[0]] },
    { _id: 6, a: [null, 20] },
    { _id: 7, a: ['x', 2] },
  ],
  [
    ['ascending order sorts arrays by their lowest element', { a: 1 }, [4, 6, 1, 7, 3, 2, 5]],
    ['descending order sorts arrays by their highest element', { a: -1 }, [5, 7, 6, 1, 3, 2, 4]],
    ['a filter does not affect which array element is sorted by', { a: 1 }, [6, 1, 3], {}, { a: { $gt: 6, $ne: 2 } }],
    ['sorts by an array index', { 'a.0': 1, _id: 1 }, [2, 4, 6, 1, 3, 7], {}, { _id: { $ne: 5 } }],
    ['$natural 1 returns insertion order', { $natural: 1 }, [1, 2, 3, 4, 5, 6, 7]],
    ['$natural -1 returns reverse insertion order', { $natural: -1 }, [7, 6, 5, 4, 3, 2, 1]],
  ],
)

const paths = sorting(
  [
    { _id: 1, a: { b: 3 } },
    { _id: 2, a: [{ b: 9 }, { b: 1 }] },
    { _id: 3, a: 5 },
    { _id: 4, a: [{ c: 1 }, { b: 4 }] },
    { _id: 5, a: { b: [8, 2] } },
    { _id: 6 },
    { _id: 7, a: [] },
  ],
  [
    ['ascending order on a path through arrays uses the lowest value', { 'a.b': 1, _id: 1 }, [3, 4, 6, 7, 2, 5, 1]],
    ['descending order on a path through arrays uses the highest value', { 'a.b': -1, _id: 1 }, [2, 5, 4, 1, 3, 6, 7]],
  ],
)

const compound = sorting(
  [
    { _id: 1, a: 1, b: 2 },
    { _id: 2, a: 1, b: 'x' },
    { _id: 3, a: 2, b: 1 },
    { _id: 4, a: 1 },
    { _id: 5, b: 5 },
    { _id: 6, a: 1, b: [0, 9] },
  ],
  [
    [
      'sorts by two keys, the second descending',
      new Map([
        ['a', 1],
        ['b', -1],
      ] as const),
      [5, 2, 6, 1, 4, 3],
    ],
    [
      'sorts by two keys, the first descending',
      new Map([
        ['a', -1],
        ['b', 1],
      ] as const),
      [3, 4, 6, 1, 2, 5],
    ],
    [
      'applies keys in the order of the sort, not of the document',
      new Map([
        ['b', 1],
        ['a', -1],
      ] as const),
      [4, 6, 3, 1, 5, 2],
    ],
  ],
)

const together = sorting(
  [
    {
      _id: 1,
      a: [
        { b: 1, c: 9 },
        { b: 2, c: 1 },
      ],
    },
    { _id: 2, a: [{ b: 1, c: 5 }] },
  ],
  [
    [
      'two keys below one array use values of the same element',
      new Map([
        ['a.b', 1],
        ['a.c', 1],
      ] as const),
      [2, 1],
    ],
  ],
)

const values = sorting(
  [
    { _id: 1, a: 'a' },
    { _id: 2, a: 'B' },
    { _id: 3, a: '' },
    { _id: 4, a: 'ab' },
    { _id: 5, a: 'é' },
    { _id: 6, a: '\u{1F600}' },
    { _id: 7, a: '\uFF5E' },
    { _id: 8, a: 'a\u0000' },
  ],
  [['sorts strings by their UTF-8 bytes', { a: 1 }, [3, 2, 1, 8, 4, 5, 7, 6]]],
)

const numbers = sorting(
  [
    { _id: 1, a: long('9007199254740993') },
    { _id: 2, a: double(9007199254740992) },
    { _id: 3, a: decimal('9007199254740992.5') },
    { _id: 4, a: decimal('0.1') },
    { _id: 5, a: double(0.1) },
    { _id: 6, a: decimal('-Infinity') },
    { _id: 7, a: decimal('NaN') },
    { _id: 8, a: long(-1) },
    { _id: 9, a: decimal('1E+400') },
    { _id: 10, a: double(Number.POSITIVE_INFINITY) },
  ],
  [['sorts numbers of all types by their exact value', { a: 1 }, [7, 6, 8, 4, 5, 2, 3, 1, 9, 10]]],
)

const documents = sorting(
  [
    { _id: 1, a: { x: 1, y: 1 } },
    { _id: 2, a: { x: 1 } },
    { _id: 3, a: { w: 'a' } },
    { _id: 4, a: { z: 0 } },
    { _id: 5, a: {} },
    { _id: 6, a: { x: null } },
  ],
  [['sorts documents field by field: type, name, value', { a: 1 }, [5, 6, 2, 1, 4, 3]]],
)

const rejections: (FindCase | CommandCase)[] = [
  {
    name: 'rejects two different arrays in one sort',
    docs: [{ _id: 1, a: [1, 2], b: [3, 4] }],
    find: {},
    options: { sort: { a: 1, b: 1 } },
    error: fails(2, 'cannot sort with keys that are parallel arrays'),
  },
  ...rejecting([
    ['rejects a direction of 2', { a: 2 }, fails(15975, '$sort key ordering must be 1 (for ascending) or -1 (for descending)')],
    ['rejects a direction of 0', { a: 0 }, fails(15975)],
    ['rejects a fractional direction', { a: 42.12 }, fails(15975)],
    ['rejects a string as a direction', { a: 'asc' }, fails(15974, 'Illegal key in $sort specification: a')],
    ['rejects null as a direction', { a: null }, fails(15974)],
    ['rejects true as a direction', { a: true }, fails(15974)],
    ['rejects an empty key', { '': 1 }, fails(40352, 'FieldPath cannot be constructed with empty string')],
    ['rejects a key that ends with a dot', { 'a.': 1 }, fails(40353, "FieldPath must not end with a '.'.")],
    ['rejects a key with an empty part', { 'a..b': 1 }, fails(15998, 'FieldPath field names may not be empty strings.')],
    ['rejects a key that starts with a dollar sign', { $a: 1 }, fails(16410, "FieldPath field names may not start with '$'.")],
    ['rejects $natural combined with another key', { $natural: 1, a: 1 }, fails(2)],
    ['rejects a sort that is not a document', 5, fails(14)],
  ]),
  {
    name: 'an empty sort keeps the natural order',
    docs: [{ _id: 2 }, { _id: 1 }],
    command: { find: '<c>', sort: {} },
    returns: { 'cursor.firstBatch': [{ _id: 2 }, { _id: 1 }] },
  },
]

export const sortTable = table('sort', [
  ...types,
  ...arrays,
  ...paths,
  ...compound,
  ...together,
  ...values,
  ...numbers,
  ...documents,
  ...rejections,
])
