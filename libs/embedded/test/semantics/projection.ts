/** What find's projection leaves of a document: inclusion, exclusion, $slice, $elemMatch, positional `$`, expressions, and refusals. */
import type { Document } from 'mongodb'
import { date, decimal, double, int, long, oid } from './mixed.ts'
import { type CommandCase, type Failure, type FindCase, fails, refused, table } from './run.ts'

/** Rows of name, projection and what is left of `document`, or the refusal. */
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
    ...('code' in want ? { error: want as Failure } : { gives: [want] }),
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
  ['an empty projection leaves everything', {}, one],
  ['an included field comes with _id', { a: 1 }, { _id: 1, a }],
  ['_id: 0 in an inclusion', { a: 1, _id: 0 }, { a }],
  ['_id alone', { _id: 1 }, { _id: 1 }],
  ['fields keep the order of the document', { h: 1, a: 1, _id: 1 }, { _id: 1, a, h }],
  ['true includes', { a: true }, { _id: 1, a }],
  ['a Double other than zero includes', { a: double(0.5) }, { _id: 1, a }],
  ['a negative number includes', { a: -1 }, { _id: 1, a }],
  ['a Long includes', { a: long(1) }, { _id: 1, a }],
  ['a Decimal128 other than zero includes', { a: decimal('1') }, { _id: 1, a }],
  ['a missing field is left out', { z: 1 }, { _id: 1 }],
  ['a path includes part of a document', { 'b.c': 1 }, { _id: 1, b: { c: long(2) } }],
  ['a nested projection is a path', { b: { c: 1 } }, { _id: 1, b: { c: long(2) } }],
  ['paths of one document keep its order', { 'b.d': 1, 'b.c': 1 }, { _id: 1, b }],
  ['a path to a missing part leaves an empty document', { 'b.x': 1 }, { _id: 1, b: {} }],
  ['a path below a value leaves nothing', { 'a.x': 1 }, { _id: 1 }],
  ['a path goes into arrays, nested ones too, and drops values', { 'e.f': 1 }, { _id: 1, e: [{ f: 1 }, { f: 3 }, [{ f: 5 }]] }],
  ['a path does not take array positions', { 'e.0': 1 }, { _id: 1, e: [{}, {}, [{}]] }],
])

const exclusion = projecting(one, [
  ['_id: 0 alone excludes only _id', { _id: 0 }, { a, b, e, h }],
  ['an excluded field', { a: 0 }, { _id: 1, b, e, h }],
  ['false excludes', { a: false }, { _id: 1, b, e, h }],
  ['a Decimal128 zero excludes', { a: decimal('0.00') }, { _id: 1, b, e, h }],
  ['_id: 1 in an exclusion', { _id: 1, a: 0 }, { _id: 1, b, e, h }],
  ['_id: 0 in an exclusion', { _id: 0, a: 0 }, { b, e, h }],
  ['a path excludes part of a document', { 'b.c': 0 }, { _id: 1, a, b: { d: double(3) }, e, h }],
  ['a nested exclusion is a path', { b: { c: 0 } }, { _id: 1, a, b: { d: double(3) }, e, h }],
  ['excluding all parts leaves an empty document', { 'b.c': 0, 'b.d': 0 }, { _id: 1, a, b: {}, e, h }],
  ['an excluded path goes into arrays and keeps values', { 'e.f': 0 }, { _id: 1, a, b, e: [{ g: 2 }, {}, 4, [{ g: 6 }]], h }],
  ['excluding what is missing changes nothing', { z: 0, 'a.x': 0, 'b.x': 0 }, one],
])

const onId = projecting({ _id: { x: 1, y: 2 }, a: 1 }, [
  ['a part of _id is included', { '_id.x': 1 }, { _id: { x: 1 } }],
  ['a part of _id is excluded', { '_id.x': 0 }, { _id: { y: 2 }, a: 1 }],
])

const sliced = { _id: 1, a: [1, 2, 3, 4, 5], b: 'x', c: { d: [1, 2, 3] }, e: [{ f: [1, 2, 3] }, { f: [4] }, 5] }
const without = (field: keyof typeof sliced) => Object.fromEntries(Object.entries(sliced).filter(([name]) => name !== field))
const slice = projecting(sliced, [
  ['$slice keeps the first elements and all other fields', { a: { $slice: 2 } }, { ...sliced, a: [1, 2] }],
  ['$slice below zero keeps the last elements', { a: { $slice: -2 } }, { ...sliced, a: [4, 5] }],
  ['$slice 0 keeps none', { a: { $slice: 0 } }, { ...sliced, a: [] }],
  ['$slice beyond the end keeps all', { a: { $slice: 9 } }, sliced],
  ['$slice with skip and limit', { a: { $slice: [1, 2] } }, { ...sliced, a: [2, 3] }],
  ['$slice skips from the end', { a: { $slice: [-3, 2] } }, { ...sliced, a: [3, 4] }],
  ['$slice skips beyond the beginning', { a: { $slice: [-9, 2] } }, { ...sliced, a: [1, 2] }],
  ['$slice skips beyond the end', { a: { $slice: [9, 2] } }, { ...sliced, a: [] }],
  ['$slice leaves what is no array', { b: { $slice: 1 } }, sliced],
  ['$slice on a path', { 'c.d': { $slice: 1 } }, { ...sliced, c: { d: [1] } }],
  ['$slice on a path through an array', { 'e.f': { $slice: 1 } }, { ...sliced, e: [{ f: [1] }, { f: [4] }, 5] }],
  ['$slice in an inclusion', { b: 1, 'c.d': { $slice: 1 } }, { _id: 1, b: 'x', c: { d: [1] } }],
  ['$slice with _id: 1 includes', { _id: 1, a: { $slice: 1 } }, { _id: 1, a: [1] }],
  ['$slice with _id: 0 excludes', { _id: 0, a: { $slice: 1 } }, { a: [1], b: 'x', c: sliced.c, e: sliced.e }],
  ['$slice in an exclusion', { a: { $slice: 1 }, c: 0 }, { ...without('c'), a: [1] }],
  ['$slice of two arrays', { a: { $slice: 1 }, 'c.d': { $slice: -1 } }, { ...sliced, a: [1], c: { d: [3] } }],
  ['$slice with three arguments is the expression', { x: { $slice: ['$a', 1, 2] } }, { _id: 1, x: [2, 3] }],
  ['$slice with a limit of zero', { a: { $slice: [1, 0] } }, fails(28724)],
  ['$slice of text', { a: { $slice: 'x' } }, fails(28667)],
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
  ['$elemMatch keeps the first element that matches', { a: { $elemMatch: { x: { $gt: 3 } } } }, { _id: 1, a: [{ x: 5, y: 'q' }] }],
  ['$elemMatch by several fields', { a: { $elemMatch: { x: { $gt: 3 }, y: 'r' } } }, { _id: 1, a: [{ x: 7, y: 'r' }] }],
  ['$elemMatch by conditions on values', { n: { $elemMatch: { $gt: 3, $lt: 9 } } }, { _id: 1, n: [5] }],
  ['$elemMatch without a match leaves the field out', { a: { $elemMatch: { x: 99 } } }, { _id: 1 }],
  ['$elemMatch on what is no array leaves the field out', { b: { $elemMatch: { x: 1 } } }, { _id: 1 }],
  ['$elemMatch with an included field comes after it', { a: { $elemMatch: { x: 5 } }, b: 1 }, { _id: 1, b: 2, a: [{ x: 5, y: 'q' }] }],
  ['$elemMatch without _id', { _id: 0, a: { $elemMatch: { x: 5 } } }, { a: [{ x: 5, y: 'q' }] }],
  ['two $elemMatch', { a: { $elemMatch: { x: 5 } }, n: { $elemMatch: { $gt: 5 } } }, { _id: 1, a: [{ x: 5, y: 'q' }], n: [9] }],
  ['$elemMatch on a path', { 'a.b': { $elemMatch: { x: 1 } } }, fails(31275, 'Cannot use $elemMatch projection on a nested field.')],
  ['$elemMatch of a value', { a: { $elemMatch: 5 } }, fails(31274, 'elemMatch: Invalid argument, object required, but got int')],
  ['$elemMatch with an unknown operator', { a: { $elemMatch: { $foo: 1 } } }, fails(2, 'unknown operator: $foo')],
])

const placed = { _id: 1, x: [{ a: 1 }, { a: 2, b: 3 }, { a: 2 }], y: [10, 20, 30], z: { w: [7, 8, 9] }, s: 4 }
const positional: FindCase[] = [
  ...projecting(placed, [['a position matched by a path', { 'x.$': 1 }, { _id: 1, x: [{ a: 2, b: 3 }] }]], { 'x.a': 2 }),
  ...projecting(placed, [['a position matched by a value', { 'y.$': 1 }, { _id: 1, y: [20] }]], { y: 20 }),
  ...projecting(placed, [['a position matched by a range', { 'y.$': 1, s: 1 }, { _id: 1, y: [20], s: 4 }]], { y: { $gt: 15 } }),
  ...projecting(placed, [['a position matched by $elemMatch', { 'x.$': 1 }, { _id: 1, x: [{ a: 2 }] }]], {
    x: { $elemMatch: { a: 2, b: null } },
  }),
  ...projecting(placed, [['a position below a path', { 'z.w.$': 1 }, { _id: 1, z: { w: [8] } }]], { 'z.w': 8 }),
  ...projecting(placed, [['a position matched in another array', { 'y.$': 1 }, { _id: 1, y: [20] }]], { 'x.b': 3 }),
  ...projecting(placed, [['a position matched by $in', { 'y.$': 1 }, { _id: 1, y: [20] }]], { y: { $in: [30, 20] } }),
  ...projecting(placed, [['a position matched inside $and: the last counts', { 'y.$': 1 }, { _id: 1, y: [30] }]], {
    $and: [{ y: 10 }, { y: 30 }],
  }),
  ...projecting(placed, [['a position on a value that is no array', { 's.$': 1 }, { _id: 1, s: 4 }]], { s: 4 }),
  ...projecting(
    placed,
    [['no position was matched', { 'y.$': 1 }, fails(51246, "positional operator '.$' couldn't find a matching element in the array")]],
    { _id: 1 },
  ),
  ...projecting(placed, [['a negation matches no position', { 'y.$': 1 }, fails(51246)]], { y: { $not: { $elemMatch: { $eq: 99 } } } }),
  ...projecting(
    { ...placed, y: [1] },
    [['a position beyond the end of another array', { 'y.$': 1 }, fails(51247, "positional operator '.$' element mismatch")]],
    { 'x.b': 3 },
  ),
  ...projecting(
    placed,
    [
      ['a position in an exclusion', { 'y.$': 0 }, fails(31395, 'positional projection cannot be used with exclusion')],
      ['a position beside an exclusion', { 'y.$': 1, s: 0 }, fails(31254)],
      ['two positions', { 'x.$': 1, 'y.$': 1 }, fails(31276, 'Cannot specify more than one positional projection per query.')],
      ['a position in the middle', { 'x.$.a': 1 }, fails(31394)],
      [
        'a position with an expression',
        { 'y.$': { $slice: 1 } },
        fails(31271, 'positional projection cannot be used with an expression or sub object'),
      ],
      ['a position with a literal', { 'y.$': 'x' }, fails(31308, 'positional projection cannot be used with a literal')],
      [
        'a position after $elemMatch',
        { x: { $elemMatch: { a: 1 } }, 'y.$': 1 },
        fails(31256, 'Cannot specify positional operator and $elemMatch.'),
      ],
      [
        '$elemMatch after a position',
        { 'y.$': 1, x: { $elemMatch: { a: 1 } } },
        fails(31255, 'Cannot specify positional operator and $elemMatch.'),
      ],
    ],
    { y: 20 },
  ),
]

const computed = projecting(one, [
  ['a field path', { x: '$b.c' }, { _id: 1, x: long(2) }],
  ['a path through an array', { x: '$e.f' }, { _id: 1, x: [1, 3] }],
  ['a missing path gives no field', { x: '$zz' }, { _id: 1 }],
  ['an operator', { x: { $add: ['$a', long(1)] } }, { _id: 1, x: long(2) }],
  ['text is a constant', { x: 'text' }, { _id: 1, x: 'text' }],
  ['null is a constant', { x: null }, { _id: 1, x: null }],
  ['an ObjectId and a date are constants', { x: oid(1), y: date(5) }, { _id: 1, x: oid(1), y: date(5) }],
  ['$literal gives a number', { x: { $literal: int(1) } }, { _id: 1, x: int(1) }],
  ['an array of expressions has null for what is missing', { x: ['$a', '$zz', 'y'] }, { _id: 1, x: [int(1), null, 'y'] }],
  ['a computed field follows the included ones', { x: '$h', a: 1 }, { _id: 1, a, x: 'x' }],
  ['a computed field inside a document', { b: { c: 1, x: '$a' } }, { _id: 1, b: { c: long(2), x: int(1) } }],
  ['a computed field on a path of a new document', { 'x.y': '$a' }, { _id: 1, x: { y: int(1) } }],
  ['a field may be replaced', { a: '$h' }, { _id: 1, a: 'x' }],
  ['_id may be computed', { _id: '$h' }, { _id: 'x' }],
  ['_id: 0 with a computed field', { _id: 0, x: '$h' }, { x: 'x' }],
  ['$$ROOT is the whole document', { x: '$$ROOT.h' }, { _id: 1, x: 'x' }],
  ['$$REMOVE leaves the field out', { x: { $cond: [{ $gt: ['$a', 5] }, '$a', '$$REMOVE'] }, h: 1 }, { _id: 1, h }],
])

const refusals = projecting(one, [
  ['an exclusion after an inclusion', { a: 1, h: 0 }, fails(31254, 'Cannot do exclusion on field h in inclusion projection')],
  ['an inclusion after an exclusion', { a: 0, h: 1 }, fails(31253, 'Cannot do inclusion on field h in exclusion projection')],
  ['a nested exclusion in an inclusion', { a: 1, b: { c: 0 } }, fails(31254)],
  ['a path below an included field', { b: 1, 'b.c': 1 }, fails(31249, 'Path collision at b.c remaining portion c')],
  ['a field above an included path', { 'b.c': 1, b: 1 }, fails(31250, 'Path collision at b')],
  [
    'an expression in an exclusion',
    { a: 0, x: { $add: [1, 2] } },
    fails(31252, 'Cannot use expression other than $meta in exclusion projection'),
  ],
  ['a constant in an exclusion', { a: 0, x: 'text' }, fails(31310)],
  ['an exclusion after an expression', { x: { $add: [1, 2] }, a: 0 }, fails(31254)],
  ['an unknown expression', { x: { $foo: 1 } }, fails(31325, 'Unknown expression $foo')],
  ['an empty document', { x: {} }, fails(51270)],
  ['an empty name', { '': 1 }, fails(40352, 'FieldPath cannot be constructed with empty string')],
  ['a path with an empty part', { 'a..b': 1 }, fails(15998, 'FieldPath field names may not be empty strings.')],
  ['a path that ends with a dot', { 'a.': 1 }, fails(40353, "FieldPath must not end with a '.'.")],
  ['a name with a dollar', { $a: 1 }, fails(16410, "FieldPath field names may not start with '$'.")],
  ['a part with a dollar', { 'a.$b': 1 }, fails(16410, "FieldPath field names may not start with '$'.")],
  ['an expression that does not fit', { x: { $add: ['$h', 1] } }, fails(14, '$add only supports numeric or date types')],
])

const commands: CommandCase[] = [
  { name: 'a projection that is no document', docs: [one], command: { find: '<c>', projection: 5 }, error: fails(14) },
  {
    name: 'let variables are seen by projections',
    docs: [{ _id: 1 }],
    command: { find: '<c>', projection: { x: '$$v' }, let: { v: 'seen' } },
    gives: { 'cursor.firstBatch': [{ _id: 1, x: 'seen' }] },
  },
]

const unsupported = refused(
  'MongoDB has text scores',
  projecting(one, [['$meta is refused', { x: { $meta: 'textScore' } }, fails([115, 31325])]]),
)

export const projectionTable = table('projection', [
  ...inclusion,
  ...exclusion,
  ...onId,
  ...slice,
  ...elemMatch,
  ...positional,
  ...computed,
  ...refusals,
  ...commands,
  ...unsupported,
])
