/**
 * Generates random documents, filters, updates and sorts from a seed. They use only a few names and values, so that
 * filters often match. `toObject` converts only the outermost Map for the driver, because bson serializes inner Maps.
 */
import {
  Binary,
  BSONRegExp,
  BSONSymbol,
  Decimal128,
  type Doc,
  Double,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
  type Value,
} from '../src/values.ts'

export interface Random {
  next(): number
  int(below: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  palette: readonly Value[]
}

/** Yields the same numbers for the same seed on every machine. */
export function random(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    // Mulberry32: 32 bits of state are enough for test cases.
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const int = (below: number) => Math.floor(next() * below)
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick: <T>(list: readonly T[]) => list[int(list.length)] as T,
    palette: SCALARS,
  }
}

const map = (...entries: readonly (readonly [string, Value])[]): Doc => new Map(entries)
const many = <T>(r: Random, most: number, make: () => T): T[] => Array.from({ length: r.int(most + 1) }, make)

const NAMES = ['a', 'b', 'c']
const INNER_NAMES = ['a', 'b', '0', '1']
const PATHS = ['a', 'b', 'c', 'a', 'b', 'c', 'a.b', 'a.a', 'b.a', 'a.0', 'a.1', 'a.b.a', 'a.0.b', 'a.b.0', 'b.0.0', 'c.0.0.a', 'c.0.a.b']
const REGEXES = [
  new BSONRegExp('^a', ''),
  new BSONRegExp('^a', 'i'),
  new BSONRegExp('B', 'i'),
  new BSONRegExp('', ''),
  new BSONRegExp('a$', 'm'),
]
const SCALARS: readonly Value[] = [
  null,
  1,
  2,
  1n,
  Number.NaN,
  new Double(1),
  Decimal128.fromString('1'),
  'a',
  'b',
  true,
  false,
  0,
  -1,
  3,
  7,
  1.5,
  -0,
  4.5,
  Number.POSITIVE_INFINITY,
  2n,
  -5n,
  9007199254740993n,
  new Double(2),
  new Double(9007199254740992),
  Decimal128.fromString('1.50'),
  Decimal128.fromString('-2.5'),
  Decimal128.fromString('NaN'),
  '',
  'ab',
  'ba',
  'B',
  'é',
  '\u{1f600}',
  '\uffee',
  new BSONSymbol('a'),
  new Date(0),
  new Date(1),
  new Date(-1),
  new ObjectId('65a000000000000000000001'),
  new ObjectId('65a000000000000000000002'),
  new Timestamp({ t: 1, i: 1 }),
  new Binary(Buffer.from('a')),
  new Binary(Buffer.from('ab')),
  new MinKey(),
  new MaxKey(),
  ...REGEXES,
]
const TYPES: readonly Value[] = [
  'int',
  'long',
  'double',
  'number',
  'string',
  'object',
  'array',
  'null',
  'date',
  'objectId',
  'bool',
  4,
  1n,
  -1,
]

/** Chooses new values for the generated data. Call this function from time to time, so that filters match documents. */
export function newPalette(r: Random): void {
  r.palette = Array.from({ length: 4 }, () => r.pick(SCALARS))
}

const scalar = (r: Random): Value => r.pick(r.chance(0.85) ? r.palette : SCALARS)

function randomValue(r: Random, depth = 3): Value {
  const kind = depth > 0 ? r.next() : 1
  if (kind < 0.22) return many(r, 3, () => randomValue(r, depth - 1))
  if (kind < 0.45) return new Map(many(r, 2, () => [r.pick(INNER_NAMES), randomValue(r, depth - 1)]))
  return scalar(r)
}

/** Often an array of documents or of arrays, because these give a path the most branches. */
function fieldValue(r: Random): Value {
  const kind = r.next()
  if (kind < 0.3) return many(r, 3, () => element(r))
  return kind < 0.5 ? innerDocument(r, 3) : randomValue(r)
}

function element(r: Random): Value {
  const kind = r.next()
  if (kind < 0.45) return innerDocument(r, 2)
  return kind < 0.65 ? many(r, 2, () => randomValue(r, 1)) : randomValue(r, 2)
}

const innerDocument = (r: Random, depth: number): Doc =>
  new Map(Array.from({ length: 1 + r.int(2) }, () => [r.pick(INNER_NAMES), randomValue(r, depth - 1)]))

export const randomDocument = (r: Random, id?: Value): Doc =>
  new Map([...(id === undefined ? [] : [['_id', id] as const]), ...many(r, 4, () => [r.pick(NAMES), fieldValue(r)] as const)])

/** A valid filter with any operator except `$expr`. */
export function randomFilter(r: Random, depth = 2): Doc {
  const filter: Doc = new Map()
  for (let n = r.chance(0.05) ? 0 : 1 + r.int(2); n > 0; n--) {
    if (depth > 0 && r.chance(0.25)) {
      filter.set(r.pick(['$and', '$or', '$nor']), [randomFilter(r, depth - 1), ...many(r, 1, () => randomFilter(r, depth - 1))])
    } else filter.set(r.pick(PATHS), r.chance(0.25) ? randomValue(r, 2) : operators(r, depth))
  }
  if (r.chance(0.03)) filter.set('$comment', 'why')
  return filter
}

function operators(r: Random, depth: number): Doc {
  const all: Doc = new Map()
  for (let n = r.chance(0.8) ? 1 : 2; n > 0; n--) operator(r, depth, all)
  return all
}

const plain = (r: Random, depth = 2): Value => {
  const value = randomValue(r, depth)
  return value instanceof BSONRegExp ? 'a' : value
}

function operator(r: Random, depth: number, into: Doc): void {
  const op = r.pick(OPERATORS)
  switch (op) {
    case '$eq':
      into.set(op, randomValue(r, 2))
      break
    case '$in':
    case '$nin':
      into.set(
        op,
        many(r, 6, () => randomValue(r, 1)),
      )
      break
    case '$exists':
      into.set(op, r.pick<Value>([true, false, 1, 0, null]))
      break
    case '$type':
      into.set(op, r.chance(0.7) ? r.pick(TYPES) : [r.pick(TYPES), r.pick(TYPES)])
      break
    case '$mod':
      into.set(op, [r.pick<Value>([2, 3, -2, 2n, 2.9]), r.pick<Value>([0, 1, -1, 1n])])
      break
    case '$size':
      into.set(op, r.pick<Value>([0, 1, 2, 2n]))
      break
    case '$regex':
      if (r.chance(0.5) && !into.has('$options')) into.set(op, r.pick(REGEXES))
      else into.set(op, r.pick(['a', '^b', 'B', ''])).set('$options', r.pick(['', 'i', 'is']))
      break
    case '$elemMatch':
      into.set(op, elemMatch(r, depth))
      break
    case '$all':
      into.set(op, r.chance(0.3) ? many(r, 2, () => map(['$elemMatch', elemMatch(r, depth)])) : many(r, 2, () => randomValue(r, 1)))
      break
    case '$not':
      into.set(op, depth > 0 ? operators(r, depth - 1) : r.pick(REGEXES))
      break
    default:
      into.set(op, plain(r))
  }
}

const OPERATORS = '$eq $eq $ne $gt $gte $lt $lte $in $nin $exists $type $mod $size $regex $elemMatch $all $not'.split(' ')

const elemMatch = (r: Random, depth: number): Doc =>
  depth > 0 && r.chance(0.6)
    ? new Map([...randomFilter(r, 0)].map(([path, condition]) => [path.slice(path.lastIndexOf('.') + 1), condition]))
    : operators(r, Math.max(depth - 1, 0))

/** The operators' paths do not conflict, but MongoDB may still reject the update for some documents. */
export function randomUpdate(r: Random): Doc {
  const update: Doc = new Map()
  for (const root of NAMES) {
    if (r.chance(0.5)) continue
    const path = r.pick(PATHS.filter((p) => p.startsWith(root)))
    const [op, operand] = modification(r)
    update.set(op, new Map([...((update.get(op) as Doc | undefined) ?? []), [path, operand]]))
  }
  return update.size > 0 ? update : map(['$set', map(['c', randomValue(r, 2)])])
}

function modification(r: Random): [string, Value] {
  const value = randomValue(r, 2)
  switch (r.int(9)) {
    case 0:
      return ['$unset', '']
    case 1:
      return [r.pick(['$inc', '$mul']), r.pick<Value>([1, 2n, 1.5, -1, Decimal128.fromString('0.5')])]
    case 2:
      return [r.pick(['$min', '$max']), value]
    case 3:
      return ['$push', r.chance(0.5) ? value : map(['$each', many(r, 3, () => randomValue(r, 1))], ['$slice', r.pick([-2, 2, 5])])]
    case 4:
      return ['$addToSet', r.chance(0.5) ? value : map(['$each', many(r, 3, () => randomValue(r, 1))])]
    case 5:
      return ['$pull', r.chance(0.5) ? value : operators(r, 0)]
    case 6:
      return ['$pullAll', many(r, 2, () => randomValue(r, 1))]
    case 7:
      return ['$pop', r.pick([1, -1])]
    default:
      return ['$set', value]
  }
}
