/** In which order documents come: all types, arrays, paths, several keys, and what cannot be a sort. */
import type { FindOptions, Sort } from 'mongodb'
import { decimal, double, long, mixed } from './mixed.ts'
import { type CommandCase, type Failure, type FindCase, fails, table } from './run.ts'

const sorting = (
  docs: readonly Record<string, unknown>[],
  rows: readonly (readonly [string, Sort, readonly unknown[], Omit<FindOptions, 'sort'>?, Record<string, unknown>?])[],
): FindCase[] => rows.map(([name, sort, ids, options, find]) => ({ name, docs, find: find ?? {}, options: { ...options, sort }, ids }))

const refusing = (rows: readonly (readonly [string, unknown, Failure])[]): CommandCase[] =>
  rows.map(([name, sort, error]) => ({ name, docs: [{ _id: 1, a: 1 }], command: { find: '<c>', sort }, error }))

const rising = [
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
  ['all types in their order, arrays by their least element', { a: 1, _id: 1 }, rising.flat()],
  ['all types falling, arrays by their greatest element', { a: -1, _id: 1 }, rising.toReversed().flat()],
  ['the last key breaks ties', { a: 1, _id: -1 }, rising.flatMap((ties) => ties.toReversed())],
  ['a limit keeps the least', { a: 1, _id: 1 }, rising.flat().slice(0, 7), { limit: 7 }],
  ['skip and limit cut a page out of the order', { a: -1, _id: 1 }, rising.toReversed().flat().slice(5, 11), { skip: 5, limit: 6 }],
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
    ['arrays rise by their least element', { a: 1 }, [4, 6, 1, 7, 3, 2, 5]],
    ['arrays fall by their greatest element', { a: -1 }, [5, 7, 6, 1, 3, 2, 4]],
    ['a filter does not choose the element that sorts', { a: 1 }, [6, 1, 3], {}, { a: { $gt: 6, $ne: 2 } }],
    ['a sort by array position', { 'a.0': 1, _id: 1 }, [2, 4, 6, 1, 3, 7], {}, { _id: { $ne: 5 } }],
    ['$natural is the order of insertion', { $natural: 1 }, [1, 2, 3, 4, 5, 6, 7]],
    ['$natural -1 is its reverse', { $natural: -1 }, [7, 6, 5, 4, 3, 2, 1]],
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
    ['a path through arrays rises by the least value', { 'a.b': 1, _id: 1 }, [3, 4, 6, 7, 2, 5, 1]],
    ['a path through arrays falls by the greatest value', { 'a.b': -1, _id: 1 }, [2, 5, 4, 1, 3, 6, 7]],
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
      'two keys, the second falling',
      new Map([
        ['a', 1],
        ['b', -1],
      ] as const),
      [5, 2, 6, 1, 4, 3],
    ],
    [
      'two keys, the first falling',
      new Map([
        ['a', -1],
        ['b', 1],
      ] as const),
      [3, 4, 6, 1, 2, 5],
    ],
    [
      "keys count in their order, not in the document's",
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
      'two keys below one array go by the same element',
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
  [['strings sort by their bytes in UTF-8', { a: 1 }, [3, 2, 1, 8, 4, 5, 7, 6]]],
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
  [['numbers of all types sort exactly by worth', { a: 1 }, [7, 6, 8, 4, 5, 2, 3, 1, 9, 10]]],
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
  [['documents sort field by field: type, name, value', { a: 1 }, [5, 6, 2, 1, 4, 3]]],
)

const refusals: (FindCase | CommandCase)[] = [
  {
    name: 'two different arrays in one sort',
    docs: [{ _id: 1, a: [1, 2], b: [3, 4] }],
    find: {},
    options: { sort: { a: 1, b: 1 } },
    error: fails(2, 'cannot sort with keys that are parallel arrays'),
  },
  ...refusing([
    ['a direction of 2', { a: 2 }, fails(15975, '$sort key ordering must be 1 (for ascending) or -1 (for descending)')],
    ['a direction of 0', { a: 0 }, fails(15975)],
    ['a direction that is a fraction', { a: 42.12 }, fails(15975)],
    ['a direction as text', { a: 'asc' }, fails(15974, 'Illegal key in $sort specification: a')],
    ['a direction as null', { a: null }, fails(15974)],
    ['a direction as true', { a: true }, fails(15974)],
    ['a key without a name', { '': 1 }, fails(40352, 'FieldPath cannot be constructed with empty string')],
    ['a key that ends with a dot', { 'a.': 1 }, fails(40353, "FieldPath must not end with a '.'.")],
    ['a key with an empty part', { 'a..b': 1 }, fails(15998, 'FieldPath field names may not be empty strings.')],
    ['a key with a dollar', { $a: 1 }, fails(16410, "FieldPath field names may not start with '$'.")],
    ['$natural with another key', { $natural: 1, a: 1 }, fails(2)],
    ['a sort that is no document', 5, fails(14)],
  ]),
  {
    name: 'an empty sort is no sort',
    docs: [{ _id: 2 }, { _id: 1 }],
    command: { find: '<c>', sort: {} },
    gives: { 'cursor.firstBatch': [{ _id: 2 }, { _id: 1 }] },
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
  ...refusals,
])
