import type { Document } from 'mongodb'
import { date, decimal, double, int, long, oid } from './mixed.ts'
import { type CommandCase, embeddedOnly, type Failure, type FindCase, fails, table } from './run.ts'

/** Each row contains a name, a projection, and the expected result or error. */
const projecting = (
  document: Document,
  rows: readonly (readonly [string, Document, Document | Failure])[],
  find: Document = {},
): FindCase[] =>
  rows.map(([name, projection, want]) => ({
    name,
    docs: [document],
    find,
    options: { projection },
    ...('code' in want ? { error: want as Failure } : { returns: [want] }),
  }))

const one = {
  _id: 1,
  a: int(1),
  b: { c: long(2), d: double(3) },
  e: [{ f: 1, g: 2 }, { f: 3 }, 4, [{ f: 5, g: 6 }]],
  h: 'x',
}
const { a, b, e, h } = one

const inclusion = projecting(one, [
  ['an empty projection returns the whole document', {}, one],
  ['an inclusion also returns _id', { a: 1 }, { _id: 1, a }],
  ['_id: 0 removes _id from an inclusion', { a: 1, _id: 0 }, { a }],
  ['_id: 1 returns only _id', { _id: 1 }, { _id: 1 }],
  ['an inclusion keeps the field order of the document', { h: 1, a: 1, _id: 1 }, { _id: 1, a, h }],
  ['true includes a field', { a: true }, { _id: 1, a }],
  ['a non-zero Double includes a field', { a: double(0.5) }, { _id: 1, a }],
  ['a negative number includes a field', { a: -1 }, { _id: 1, a }],
  ['a Long includes a field', { a: long(1) }, { _id: 1, a }],
  ['a non-zero Decimal128 includes a field', { a: decimal('1') }, { _id: 1, a }],
  ['an inclusion omits missing fields', { z: 1 }, { _id: 1 }],
  ['a path includes part of a document', { 'b.c': 1 }, { _id: 1, b: { c: long(2) } }],
  ['a nested inclusion behaves like a path', { b: { c: 1 } }, { _id: 1, b: { c: long(2) } }],
  ['several paths into a document keep its field order', { 'b.d': 1, 'b.c': 1 }, { _id: 1, b }],
  ['a path to a missing field leaves an empty document', { 'b.x': 1 }, { _id: 1, b: {} }],
  ['a path below a scalar returns nothing', { 'a.x': 1 }, { _id: 1 }],
  ['a path traverses arrays, including nested ones, and drops scalars', { 'e.f': 1 }, { _id: 1, e: [{ f: 1 }, { f: 3 }, [{ f: 5 }]] }],
  ['a path does not accept array indexes', { 'e.0': 1 }, { _id: 1, e: [{}, {}, [{}]] }],
])

const exclusion = projecting(one, [
  ['_id: 0 excludes only _id', { _id: 0 }, { a, b, e, h }],
  ['0 excludes a field', { a: 0 }, { _id: 1, b, e, h }],
  ['false excludes a field', { a: false }, { _id: 1, b, e, h }],
  ['a Decimal128 zero excludes a field', { a: decimal('0.00') }, { _id: 1, b, e, h }],
  ['an exclusion accepts _id: 1', { _id: 1, a: 0 }, { _id: 1, b, e, h }],
  ['an exclusion accepts _id: 0', { _id: 0, a: 0 }, { b, e, h }],
  ['a path excludes part of a document', { 'b.c': 0 }, { _id: 1, a, b: { d: double(3) }, e, h }],
  ['a nested exclusion behaves like a path', { b: { c: 0 } }, { _id: 1, a, b: { d: double(3) }, e, h }],
  ['excluding every field of a document leaves it empty', { 'b.c': 0, 'b.d': 0 }, { _id: 1, a, b: {}, e, h }],
  ['an excluded path traverses arrays and keeps scalars', { 'e.f': 0 }, { _id: 1, a, b, e: [{ g: 2 }, {}, 4, [{ g: 6 }]], h }],
  ['excluding missing fields changes nothing', { z: 0, 'a.x': 0, 'b.x': 0 }, one],
])

const onId = projecting({ _id: { x: 1, y: 2 }, a: 1 }, [
  ['includes one field of _id', { '_id.x': 1 }, { _id: { x: 1 } }],
  ['excludes one field of _id', { '_id.x': 0 }, { _id: { y: 2 }, a: 1 }],
])

const sliced = { _id: 1, a: [1, 2, 3, 4, 5], b: 'x', c: { d: [1, 2, 3] }, e: [{ f: [1, 2, 3] }, { f: [4] }, 5] }
const without = (field: keyof typeof sliced) => Object.fromEntries(Object.entries(sliced).filter(([name]) => name !== field))
const slice = projecting(sliced, [
  ['$slice keeps the first elements and all other fields', { a: { $slice: 2 } }, { ...sliced, a: [1, 2] }],
  ['a negative $slice keeps the last elements', { a: { $slice: -2 } }, { ...sliced, a: [4, 5] }],
  ['$slice 0 keeps no elements', { a: { $slice: 0 } }, { ...sliced, a: [] }],
  ['$slice past the end keeps all elements', { a: { $slice: 9 } }, sliced],
  ['$slice accepts skip and limit', { a: { $slice: [1, 2] } }, { ...sliced, a: [2, 3] }],
  ['$slice skips from the end', { a: { $slice: [-3, 2] } }, { ...sliced, a: [3, 4] }],
  ['$slice clamps a skip before the start', { a: { $slice: [-9, 2] } }, { ...sliced, a: [1, 2] }],
  ['$slice with a skip past the end keeps no elements', { a: { $slice: [9, 2] } }, { ...sliced, a: [] }],
  ['$slice leaves non-arrays unchanged', { b: { $slice: 1 } }, sliced],
  ['$slice accepts a path', { 'c.d': { $slice: 1 } }, { ...sliced, c: { d: [1] } }],
  ['$slice accepts a path through an array', { 'e.f': { $slice: 1 } }, { ...sliced, e: [{ f: [1] }, { f: [4] }, 5] }],
  ['$slice can be part of an inclusion', { b: 1, 'c.d': { $slice: 1 } }, { _id: 1, b: 'x', c: { d: [1] } }],
  ['$slice with _id: 1 is an inclusion', { _id: 1, a: { $slice: 1 } }, { _id: 1, a: [1] }],
  ['$slice with _id: 0 is an exclusion', { _id: 0, a: { $slice: 1 } }, { a: [1], b: 'x', c: sliced.c, e: sliced.e }],
  ['$slice can be part of an exclusion', { a: { $slice: 1 }, c: 0 }, { ...without('c'), a: [1] }],
  ['$slice can apply to two arrays', { a: { $slice: 1 }, 'c.d': { $slice: -1 } }, { ...sliced, a: [1], c: { d: [3] } }],
  ['$slice with three arguments is the aggregation expression', { x: { $slice: ['$a', 1, 2] } }, { _id: 1, x: [2, 3] }],
  ['$slice rejects a limit of zero', { a: { $slice: [1, 0] } }, fails(28724)],
  ['$slice rejects a string', { a: { $slice: 'x' } }, fails(28667)],
])

const matched = {
  _id: 1,
  a: [
    { x: 1, y: 'p' },
    { x: 5, y: 'q' },
    { x: 7, y: 'r' },
  ],
  b: 2,
  n: [1, 5, 9],
  m: [[1, 5], [6]],
}
const elemMatch = projecting(matched, [
  ['$elemMatch keeps the first matching element', { a: { $elemMatch: { x: { $gt: 3 } } } }, { _id: 1, a: [{ x: 5, y: 'q' }] }],
  ['$elemMatch matches by several fields', { a: { $elemMatch: { x: { $gt: 3 }, y: 'r' } } }, { _id: 1, a: [{ x: 7, y: 'r' }] }],
  ['$elemMatch matches scalars by conditions', { n: { $elemMatch: { $gt: 3, $lt: 9 } } }, { _id: 1, n: [5] }],
  ['$elemMatch without a match omits the field', { a: { $elemMatch: { x: 99 } } }, { _id: 1 }],
  ['$elemMatch omits a field that is not an array', { b: { $elemMatch: { x: 1 } } }, { _id: 1 }],
  ['$elemMatch puts its field after the included fields', { a: { $elemMatch: { x: 5 } }, b: 1 }, { _id: 1, b: 2, a: [{ x: 5, y: 'q' }] }],
  ['$elemMatch accepts _id: 0', { _id: 0, a: { $elemMatch: { x: 5 } } }, { a: [{ x: 5, y: 'q' }] }],
  [
    '$elemMatch can apply to two fields',
    { a: { $elemMatch: { x: 5 } }, n: { $elemMatch: { $gt: 5 } } },
    { _id: 1, a: [{ x: 5, y: 'q' }], n: [9] },
  ],
  [
    '$elemMatch rejects a nested field',
    { 'a.b': { $elemMatch: { x: 1 } } },
    fails(31275, 'Cannot use $elemMatch projection on a nested field.'),
  ],
  ['$elemMatch rejects a plain value', { a: { $elemMatch: 5 } }, fails(31274, 'elemMatch: Invalid argument, object required, but got int')],
  ['$elemMatch rejects an unknown operator', { a: { $elemMatch: { $foo: 1 } } }, fails(2, 'unknown operator: $foo')],
])

const lists = { _id: 1, x: [{ a: 1 }, { a: 2, b: 3 }, { a: 2 }], y: [10, 20, 30], z: { w: [7, 8, 9] }, s: 4 }
const positional: FindCase[] = [
  ...projecting(lists, [['.$ returns the element matched by a path', { 'x.$': 1 }, { _id: 1, x: [{ a: 2, b: 3 }] }]], { 'x.a': 2 }),
  ...projecting(lists, [['.$ returns the element matched by a value', { 'y.$': 1 }, { _id: 1, y: [20] }]], { y: 20 }),
  ...projecting(lists, [['.$ returns the element matched by a range', { 'y.$': 1, s: 1 }, { _id: 1, y: [20], s: 4 }]], { y: { $gt: 15 } }),
  ...projecting(lists, [['.$ returns the element matched by $elemMatch', { 'x.$': 1 }, { _id: 1, x: [{ a: 2 }] }]], {
    x: { $elemMatch: { a: 2, b: null } },
  }),
  ...projecting(lists, [['.$ works on a nested array', { 'z.w.$': 1 }, { _id: 1, z: { w: [8] } }]], { 'z.w': 8 }),
  ...projecting(lists, [['.$ uses the index matched in another array', { 'y.$': 1 }, { _id: 1, y: [20] }]], { 'x.b': 3 }),
  ...projecting(lists, [['.$ returns the element matched by $in', { 'y.$': 1 }, { _id: 1, y: [20] }]], { y: { $in: [30, 20] } }),
  ...projecting(lists, [['.$ uses the last match inside $and', { 'y.$': 1 }, { _id: 1, y: [30] }]], {
    $and: [{ y: 10 }, { y: 30 }],
  }),
  ...projecting(lists, [['.$ leaves a scalar unchanged', { 's.$': 1 }, { _id: 1, s: 4 }]], { s: 4 }),
  ...projecting(
    lists,
    [['.$ fails without a match', { 'y.$': 1 }, fails(51246, "positional operator '.$' couldn't find a matching element in the array")]],
    { _id: 1 },
  ),
  ...projecting(lists, [['.$ fails if the query contains only a negation', { 'y.$': 1 }, fails(51246)]], {
    y: { $not: { $elemMatch: { $eq: 99 } } },
  }),
  ...projecting(
    { ...lists, y: [1] },
    [['.$ fails if the index is past the end of the array', { 'y.$': 1 }, fails(51247, "positional operator '.$' element mismatch")]],
    { 'x.b': 3 },
  ),
  ...projecting(
    lists,
    [
      ['.$ rejects an exclusion', { 'y.$': 0 }, fails(31395, 'positional projection cannot be used with exclusion')],
      ['.$ rejects an exclusion of another field', { 'y.$': 1, s: 0 }, fails(31254)],
      [
        '.$ rejects two positional projections',
        { 'x.$': 1, 'y.$': 1 },
        fails(31276, 'Cannot specify more than one positional projection per query.'),
      ],
      ['.$ rejects a position in the middle of a path', { 'x.$.a': 1 }, fails(31394)],
      [
        '.$ rejects an expression',
        { 'y.$': { $slice: 1 } },
        fails(31271, 'positional projection cannot be used with an expression or sub object'),
      ],
      ['.$ rejects a literal', { 'y.$': 'x' }, fails(31308, 'positional projection cannot be used with a literal')],
      [
        '.$ rejects a preceding $elemMatch',
        { x: { $elemMatch: { a: 1 } }, 'y.$': 1 },
        fails(31256, 'Cannot specify positional operator and $elemMatch.'),
      ],
      [
        '.$ rejects a following $elemMatch',
        { 'y.$': 1, x: { $elemMatch: { a: 1 } } },
        fails(31255, 'Cannot specify positional operator and $elemMatch.'),
      ],
    ],
    { y: 20 },
  ),
]

const computed = projecting(one, [
  ['computes a field from a field path', { x: '$b.c' }, { _id: 1, x: long(2) }],
  ['computes a field from a path through an array', { x: '$e.f' }, { _id: 1, x: [1, 3] }],
  ['omits a computed field if its path is missing', { x: '$zz' }, { _id: 1 }],
  ['computes a field with an operator', { x: { $add: ['$a', long(1)] } }, { _id: 1, x: long(2) }],
  ['treats a string as a constant', { x: 'text' }, { _id: 1, x: 'text' }],
  ['treats null as a constant', { x: null }, { _id: 1, x: null }],
  ['treats an ObjectId and a date as constants', { x: oid(1), y: date(5) }, { _id: 1, x: oid(1), y: date(5) }],
  ['$literal returns a number', { x: { $literal: int(1) } }, { _id: 1, x: int(1) }],
  ['an array of expressions contains null for missing values', { x: ['$a', '$zz', 'y'] }, { _id: 1, x: [int(1), null, 'y'] }],
  ['computed fields follow the included ones', { x: '$h', a: 1 }, { _id: 1, a, x: 'x' }],
  ['computes a field inside a document', { b: { c: 1, x: '$a' } }, { _id: 1, b: { c: long(2), x: int(1) } }],
  ['computes a field inside a new document', { 'x.y': '$a' }, { _id: 1, x: { y: int(1) } }],
  ['a computed field can replace an existing one', { a: '$h' }, { _id: 1, a: 'x' }],
  ['a computed field can replace _id', { _id: '$h' }, { _id: 'x' }],
  ['_id: 0 can be combined with a computed field', { _id: 0, x: '$h' }, { x: 'x' }],
  ['$$ROOT returns the whole document', { x: '$$ROOT.h' }, { _id: 1, x: 'x' }],
  ['$$REMOVE omits the field', { x: { $cond: [{ $gt: ['$a', 5] }, '$a', '$$REMOVE'] }, h: 1 }, { _id: 1, h }],
])

const rejections = projecting(one, [
  ['rejects an exclusion after an inclusion', { a: 1, h: 0 }, fails(31254, 'Cannot do exclusion on field h in inclusion projection')],
  ['rejects an inclusion after an exclusion', { a: 0, h: 1 }, fails(31253, 'Cannot do inclusion on field h in exclusion projection')],
  ['rejects a nested exclusion in an inclusion', { a: 1, b: { c: 0 } }, fails(31254)],
  ['rejects a path below an included field', { b: 1, 'b.c': 1 }, fails(31249, 'Path collision at b.c remaining portion c')],
  ['rejects a field above an included path', { 'b.c': 1, b: 1 }, fails(31250, 'Path collision at b')],
  [
    'rejects an expression in an exclusion',
    { a: 0, x: { $add: [1, 2] } },
    fails(31252, 'Cannot use expression other than $meta in exclusion projection'),
  ],
  ['rejects a constant in an exclusion', { a: 0, x: 'text' }, fails(31310)],
  ['rejects an exclusion after an expression', { x: { $add: [1, 2] }, a: 0 }, fails(31254)],
  ['rejects an unknown expression', { x: { $foo: 1 } }, fails(31325, 'Unknown expression $foo')],
  ['rejects an empty document', { x: {} }, fails(51270)],
  ['rejects an empty field name', { '': 1 }, fails(40352, 'FieldPath cannot be constructed with empty string')],
  ['rejects a path with an empty part', { 'a..b': 1 }, fails(15998, 'FieldPath field names may not be empty strings.')],
  ['rejects a path that ends with a dot', { 'a.': 1 }, fails(40353, "FieldPath must not end with a '.'.")],
  ['rejects a field name that starts with a dollar sign', { $a: 1 }, fails(16410, "FieldPath field names may not start with '$'.")],
  ['rejects a path part that starts with a dollar sign', { 'a.$b': 1 }, fails(16410, "FieldPath field names may not start with '$'.")],
  [
    'rejects an expression with an operand of the wrong type',
    { x: { $add: ['$h', 1] } },
    fails(14, '$add only supports numeric or date types'),
  ],
])

const commands: CommandCase[] = [
  { name: 'rejects a projection that is not a document', docs: [one], command: { find: '<c>', projection: 5 }, error: fails(14) },
  {
    name: 'projections can read let variables',
    docs: [{ _id: 1 }],
    command: { find: '<c>', projection: { x: '$$v' }, let: { v: 'seen' } },
    returns: { 'cursor.firstBatch': [{ _id: 1, x: 'seen' }] },
  },
]

const unsupported = embeddedOnly(
  'MongoDB supports text scores',
  projecting(one, [['rejects $meta', { x: { $meta: 'textScore' } }, fails([115, 31325])]]),
)

export const projectionTable = table('projection', [
  ...inclusion,
  ...exclusion,
  ...onId,
  ...slice,
  ...elemMatch,
  ...positional,
  ...computed,
  ...rejections,
  ...commands,
  ...unsupported,
])
