/** Malicious commands: every BSON type, boundary values, problematic names and misplaced operators. */
import {
  Binary,
  BSONRegExp,
  BSONSymbol,
  Code,
  DBRef,
  Decimal128,
  type Document,
  Double,
  Int32,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
} from 'bson'
import { COMMANDS } from '../src/commands.ts'
import { ACCUMULATORS, EXPRESSION_OPERATORS } from '../src/expressions.ts'
import type { Random } from './random.ts'

/** Sets an own property, even if its name is `__proto__`. */
const own = (name: string, value: unknown): Document => Object.fromEntries([[name, value]])
const wrap = (levels: number, name: string): Document => Array.from({ length: levels }).reduce<Document>((inner) => own(name, inner), {})

const VALUES: readonly unknown[] = [
  null,
  true,
  false,
  new Int32(0),
  new Int32(1),
  new Int32(-1),
  new Int32(2_147_483_647),
  new Double(1),
  1.5,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  new Double(-0),
  1e300,
  Long.MAX_VALUE,
  Long.MIN_VALUE,
  Long.ONE,
  ...['NaN', 'Infinity', '-0', '9.999999999999999999999999999999999E6144', '1E-6176', '-1E6111', '1', '0.5'].map((s) =>
    Decimal128.fromString(s),
  ),
  '',
  'x',
  'a.b',
  'a.$.b',
  '$a',
  '$$ROOT',
  '$',
  '.',
  'a..b',
  '__proto__',
  'a\0b',
  '\ufffd\u{10ffff}',
  'system.users',
  'x'.repeat(100_000),
  {},
  own('__proto__', 1),
  own('constructor', { prototype: { x: 1 } }),
  { '': '' },
  { a: 1 },
  { a: -1 },
  { $gt: 1 },
  { $where: 'sleep(1000)' },
  { $expr: { $eq: ['$a', 1] } },
  { $regex: '(', $options: 'q' },
  { $set: { a: 1 } },
  { $unknown: 1 },
  { $natural: 1 },
  { level: 'snapshot' },
  { id: new Binary(Buffer.alloc(16, 7), 4) },
  wrap(90, 'a'),
  wrap(60, '$not'),
  [],
  [new Int32(1)],
  [null],
  ['$a', '$b'],
  [{}],
  [{ a: 1 }, 1],
  [[]],
  [{ q: {}, u: {}, limit: 1 }],
  [{ $match: { a: 1 } }],
  [{ key: { a: 1 }, name: 'a_1' }],
  new Date(0),
  new Date(8.64e15),
  new Date(-8.64e15),
  new ObjectId('000000000000000000000000'),
  new Binary(Buffer.alloc(0)),
  new Binary(Buffer.alloc(16), 4),
  new Binary(Buffer.from('abc'), 2),
  new Binary(Buffer.from('abc'), 255),
  new BSONRegExp('^a', 'i'),
  new BSONRegExp('(', ''),
  new BSONRegExp('(a+)+$', ''),
  new Code('function () {}'),
  new Code('x', { x: 1 }),
  new BSONSymbol('a'),
  new DBRef('a', new ObjectId('000000000000000000000000')),
  new Timestamp({ t: 0, i: 0 }),
  new Timestamp(0xffffffffffffffffn),
  new MinKey(),
  new MaxKey(),
]

/** `invalidCommands` replaces each field of these commands with each of `VALUES`. */
const VALID_COMMANDS: Readonly<Record<string, Document>> = {
  find: { find: 'things', filter: { a: 1 } },
  getMore: { getMore: new Long(1), collection: 'things' },
  killCursors: { killCursors: 'things', cursors: [new Long(1)] },
  count: { count: 'things' },
  distinct: { distinct: 'things', key: 'a' },
  aggregate: { aggregate: 'things', pipeline: [], cursor: {} },
  explain: { explain: { find: 'things' } },
  insert: { insert: 'things', documents: [{}] },
  update: { update: 'things', updates: [{ q: { a: 1 }, u: { $set: { b: 1 } } }] },
  delete: { delete: 'things', deletes: [{ q: { a: 77 }, limit: 1 }] },
  findAndModify: { findAndModify: 'things', query: { a: 1 }, update: { $set: { b: 1 } } },
  findandmodify: { findandmodify: 'things', query: { a: 77 }, remove: true },
  renameCollection: { renameCollection: 't.nothing', to: 't.other' },
  createIndexes: { createIndexes: 'indexed', indexes: [{ key: { a: 1 }, name: 'a_1' }] },
  dropIndexes: { dropIndexes: 'indexed', index: '*' },
  collMod: { collMod: 'indexed' },
  getParameter: { getParameter: '*' },
}

const GENERIC = [
  '$db',
  'lsid',
  '$clusterTime',
  'txnNumber',
  'autocommit',
  'startTransaction',
  'readConcern',
  'writeConcern',
  'comment',
  'maxTimeMS',
  '$readPreference',
  'unknown',
  '__proto__',
]
const INNER: Readonly<Record<string, readonly string[]>> = {
  update: ['q', 'u', 'c', 'multi', 'upsert', 'arrayFilters', 'hint', 'collation', '__proto__'],
  delete: ['q', 'limit', 'hint', 'collation'],
  createIndexes: [
    'key',
    'name',
    'v',
    'unique',
    'sparse',
    'partialFilterExpression',
    'expireAfterSeconds',
    'collation',
    'hidden',
    'weights',
    '__proto__',
  ],
}

/** Yields every command with each of its fields set to each value. */
export function* invalidCommands(): Generator<Document> {
  for (const [name, { fields }] of COMMANDS) {
    const template = VALID_COMMANDS[name] ?? own(name, new Int32(1))
    for (const field of new Set([name, ...fields, ...Object.keys(template), ...GENERIC])) {
      for (const value of VALUES)
        yield Object.fromEntries([
          ...Object.entries({ $db: 't', ...template }).toSorted(([a], [b]) => Number(b === name) - Number(a === name)),
          [field, value],
        ])
      const { [field]: _, ...without } = template
      if (field !== name) yield { ...without, $db: 't' }
    }
    const [list, [statement] = []] = Object.entries(template).find(([, v]) => Array.isArray(v)) ?? []
    for (const field of INNER[name] ?? [])
      for (const value of VALUES)
        yield { ...template, [list as string]: [Object.fromEntries([...Object.entries(statement), [field, value]])], $db: 't' }
  }
}

const FILTERS =
  '$eq $ne $gt $gte $lt $lte $in $nin $exists $type $not $elemMatch $all $size $mod $regex $options $and $or $nor $expr $comment $where $near'.split(
    ' ',
  )
const UPDATES = '$set $unset $setOnInsert $inc $mul $min $max $rename $currentDate $push $addToSet $pull $pullAll $pop $bit'.split(' ')
const MODIFIERS = '$each $slice $sort $position'.split(' ')
const STAGES =
  '$match $project $addFields $set $unset $group $sort $skip $limit $unwind $lookup $facet $count $replaceRoot $replaceWith $unionWith $sortByCount $merge $out'.split(
    ' ',
  )
const ARGUMENTS =
  'input as in cond if then else vars initialValue inputs branches default date unit amount startDate endDate format timezone onNull onError to field value sortBy regex options find replacement chars from localField foreignField let pipeline path includeArrayIndex preserveNullAndEmptyArrays newRoot into on whenMatched whenNotMatched coll'.split(
    ' ',
  )
const NAMES = 'a b c a.b a.0 a.$ a.$[] a.$[x] _id __proto__ constructor'.split(' ')
const PATHS = '$a $b $a.b $$ROOT $$this $$value $$NOW $$REMOVE'.split(' ')

/** A random value, nested a few levels deep, with some operators in the wrong place. */
function anything(r: Random, operators: readonly string[], depth: number): unknown {
  const inner = () => anything(r, operators, depth - 1)
  const size = r.pick([1, 1, 1, 2, 3])
  const list = <T>(make: () => T): T[] => Array.from({ length: size }, make)
  switch (depth <= 0 ? r.int(3) : r.int(9)) {
    case 0:
    case 1:
      return r.pick(VALUES)
    case 2:
      return r.pick(PATHS)
    case 3:
      return list(inner)
    case 4:
      return Object.fromEntries(list(() => [r.pick(NAMES), inner()]))
    case 5:
      return Object.fromEntries(list(() => [r.pick(ARGUMENTS), inner()]))
    default:
      return own(r.pick(operators), inner())
  }
}

const fields = (r: Random, operators: readonly string[]): Document =>
  Object.fromEntries(
    Array.from({ length: r.pick([1, 1, 2]) }, () => [r.chance(0.5) ? r.pick(NAMES) : r.pick(operators), anything(r, operators, 3)]),
  )

/** A random command whose filters, updates, projections and stages are almost valid. */
export function almostValidCommand(r: Random): Document {
  const filter = () => fields(r, FILTERS)
  const expression = () => anything(r, r.chance(0.9) ? EXPRESSION_OPERATORS : [...FILTERS, ...UPDATES], 3)
  const stage = (): Document => {
    const name = r.pick(STAGES)
    if (name === '$match') return { $match: filter() }
    if (name === '$group') return { $group: { _id: expression(), x: own(r.pick(ACCUMULATORS), expression()) } }
    if (/project|[sS]et|addFields/.test(name)) return own(name, Object.fromEntries([[r.pick(NAMES), expression()]]))
    return own(name, anything(r, [...STAGES, ...EXPRESSION_OPERATORS], 3))
  }
  const stages = () => Array.from({ length: 1 + r.int(3) }, stage)
  const update = (): unknown =>
    r.chance(0.2)
      ? stages()
      : Object.fromEntries(
          Array.from({ length: 1 + r.int(2) }, () => [
            r.pick(UPDATES),
            Object.fromEntries([
              [
                r.pick(NAMES),
                r.chance(0.7)
                  ? anything(r, [...MODIFIERS, ...FILTERS], 2)
                  : Object.fromEntries(MODIFIERS.filter(() => r.chance(0.5)).map((name) => [name, r.pick(VALUES)])),
              ],
            ]),
          ]),
        )
  switch (r.int(7)) {
    case 0:
      return { find: 'things', filter: filter(), ...(r.chance(0.3) && { sort: fields(r, ['$natural', '$meta']) }) }
    case 1:
      return { find: 'things', projection: fields(r, ['$slice', '$elemMatch', '$meta', ...EXPRESSION_OPERATORS]) }
    case 2:
      return {
        update: 'things',
        updates: [
          {
            q: filter(),
            u: update(),
            upsert: r.chance(0.1),
            multi: r.chance(0.3),
            ...(r.chance(0.3) && { arrayFilters: [fields(r, FILTERS)] }),
          },
        ],
      }
    case 3:
      return { findAndModify: 'things', query: filter(), update: update(), new: r.chance(0.5) }
    case 4:
      return { find: 'things', filter: { $expr: expression() } }
    default:
      return { aggregate: 'things', pipeline: stages(), cursor: {} }
  }
}
