/**
 * Parses filter documents into nodes, which the matcher compiles and the planner reads. Accepts and rejects the same
 * filters as MongoDB, with the same error codes and messages.
 */
import { refuse } from './errors.ts'
import { compileExpression, type Expression, type Vars } from './expressions.ts'
import { compare, equal, hashKey } from './keys.ts'
import { truncate } from './numbers.ts'
import { firstKey, isIndex } from './paths.ts'
import { BSONRegExp, type Doc, isDoc, isNum, type Num, TYPE_NAMES, toNumber, truthy, type Value } from './values.ts'

export type RangeOp = '$gt' | '$gte' | '$lt' | '$lte'

/**
 * A parsed filter in normal form. `$ne`, `$nin` and `$exists: false` become a `$not` or a false value; `$all` becomes
 * an `$and`. Nested `$and`s are flattened. A list with one value or branch becomes that value or branch. An empty `$or`
 * never matches.
 */
export type Node =
  | { readonly op: '$and' | '$or' | '$nor'; readonly nodes: readonly Node[] }
  | { readonly op: '$not'; readonly path: string; readonly node: Node }
  | { readonly op: '$eq' | RangeOp; readonly path: string; readonly value: Value }
  | { readonly op: '$in'; readonly path: string; readonly values: readonly Value[] }
  | { readonly op: '$exists'; readonly path: string; readonly value: boolean }
  | { readonly op: '$regex'; readonly path: string; readonly pattern: string; readonly flags: string }
  | { readonly op: '$type'; readonly path: string; readonly types: ReadonlySet<number> }
  | { readonly op: '$mod'; readonly path: string; readonly divisor: bigint; readonly remainder: bigint }
  | { readonly op: '$size'; readonly path: string; readonly size: number }
  /**
   * If `documents` is true, the inner node filters the array's documents. Otherwise, the inner node tests the elements,
   * and its paths are ''.
   */
  | { readonly op: '$elemMatch'; readonly path: string; readonly node: Node; readonly documents: boolean }
  | { readonly op: '$expr'; readonly expression: Expression }

export interface FilterOptions {
  readonly vars?: Vars | undefined
  /** False where MongoDB rejects `$expr`: in arrayFilters, `$pull` and upserts. */
  readonly expr?: boolean
}

/**
 * The order in which MongoDB sorts conditions. The last condition that matches in an array determines the index for the
 * positional `$`.
 */
const RANKS = '$or $elemMatch $size $eq $lte $lt $gt $gte $regex $mod $exists $in $not $nor $type $expr'.split(' ')
const rank = (node: Node) => RANKS.indexOf(node.op) + (node.op === '$elemMatch' && !node.documents ? 0.5 : 0)
export const byCanonicalOrder = (a: Node, b: Node) => rank(a) - rank(b) || ('path' in a && 'path' in b ? compare(a.path, b.path) : 0)

interface Context extends FilterOptions {
  /** True inside `$elemMatch`, which rejects operators on the whole document. */
  readonly nested: boolean
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))
const UNSUPPORTED = words('$where $text $jsonSchema $sampleRate $alwaysTrue $alwaysFalse')
const UNSUPPORTED_ON_FIELD = words(
  '$near $nearSphere $geoNear $geoWithin $geoIntersects $within $bitsAllSet $bitsAllClear $bitsAnySet $bitsAnyClear',
)
/** A document's maximum nesting depth. A longer path cannot match. */
const MAX_PATH_PARTS = 180

function bad(message: string): never {
  return refuse('BadValue', message)
}
const unsupported = (name: string): never => refuse('CommandNotSupported', `${name} is not supported by the embedded database`)

const isDBRef = (v: Doc) => v.has('$ref') && v.has('$id')
/** Distinguishes operators such as `{ $gt: 5 }` from a document to compare with. */
const isOperators = (v: Value): v is Doc => isDoc(v) && firstKey(v)?.startsWith('$') === true && !isDBRef(v)
const all = (nodes: readonly Node[]): Node => (nodes.length === 1 ? (nodes[0] as Node) : { op: '$and', nodes })

/** All conditions in the list must hold. */
export function parseDocument(filter: Doc, context: Context): Node[] {
  return [...filter].flatMap(([name, value]) => {
    if (name.startsWith('$')) return parseTopLevel(name, value, context)
    return isOperators(value) ? parseOperators(checkPath(name), value, context) : valueNode(checkPath(name), value)
  })
}

/**
 * Maximum number of numeric components in a path. Each can be an array index or a field name, so each can double the
 * work on a malicious document.
 */
const MAX_INDEXES = 20

function checkPath(path: string): string {
  if (path.length > MAX_PATH_PARTS && path.split('.', MAX_PATH_PARTS + 1).length > MAX_PATH_PARTS) refuse(5729100, 'FieldPath is too long')
  if (path.length > MAX_INDEXES * 2 && path.split('.').filter(isIndex).length > MAX_INDEXES) bad('too many array indexes in a path')
  return path
}

const regexNode = (path: string, regex: BSONRegExp): Node => ({ op: '$regex', path, pattern: regex.pattern, flags: regex.options })

const valueNode = (path: string, value: Value): Node => (value instanceof BSONRegExp ? regexNode(path, value) : { op: '$eq', path, value })

type TopLevel = (value: Value, context: Context, name: string) => Node | readonly Node[]

const dbRefField: TopLevel = (value, _, name) => ({ op: '$eq', path: name, value })

const TOP_LEVEL: ReadonlyMap<string, TopLevel> = new Map<string, TopLevel>([
  ['$and', (value, context) => branches('$and', value).flatMap((branch) => parseDocument(branch, context))],
  [
    '$or',
    (value, context) => {
      const nodes = branches('$or', value).map((branch) => parseDocument(branch, context))
      return nodes.length === 1 ? (nodes[0] as Node[]) : { op: '$or', nodes: nodes.map(all) }
    },
  ],
  ['$nor', (value, context) => ({ op: '$nor', nodes: branches('$nor', value).map((branch) => all(parseDocument(branch, context))) })],
  [
    '$expr',
    (value, { nested, expr, vars }) => {
      if (nested) bad('$expr can only be applied to the top-level document')
      if (expr === false) refuse('QueryFeatureNotAllowed', '$expr is not allowed in this context')
      return { op: '$expr', expression: compileExpression(value, { vars }) }
    },
  ],
  ['$comment', () => []],
  ['$ref', dbRefField],
  ['$id', dbRefField],
  ['$db', dbRefField],
])

function parseTopLevel(name: string, value: Value, context: Context): Node | readonly Node[] {
  const parse = TOP_LEVEL.get(name)
  if (parse) return parse(value, context, name)
  if (UNSUPPORTED.has(name)) unsupported(name)
  const hint = name === '$not' ? 'If you are trying to negate an entire expression, use $nor.' : FIELD_HINT
  return bad(`unknown top level operator: ${name}. ${hint}`)
}

const FIELD_HINT = "If you have a field name that starts with a '$' symbol, consider using $getField or $setField."

function branches(name: string, value: Value): Doc[] {
  if (!Array.isArray(value)) bad(`${name} must be an array`)
  if (value.length === 0) bad('$and/$or/$nor must be a nonempty array')
  return value.map((branch) => (isDoc(branch) ? branch : bad('$or/$and/$nor entries need to be full objects')))
}

type OnField = (path: string, operand: Value, context: Context, operators: Doc) => Node | readonly Node[]

const range = (op: RangeOp): [string, OnField] => [
  op,
  (path, value) => (value instanceof BSONRegExp ? bad(`Can't have RegEx as arg to predicate over field '${path}'.`) : { op, path, value }),
]

const ON_FIELD: ReadonlyMap<string, OnField> = new Map<string, OnField>([
  ['$eq', (path, value) => ({ op: '$eq', path, value })],
  [
    '$ne',
    (path, value) =>
      value instanceof BSONRegExp ? bad("Can't have regex as arg to $ne.") : { op: '$not', path, node: { op: '$eq', path, value } },
  ],
  range('$gt'),
  range('$gte'),
  range('$lt'),
  range('$lte'),
  ['$in', (path, list) => parseIn(path, '$in', list)],
  ['$nin', (path, list) => ({ op: '$not', path, node: parseIn(path, '$nin', list) })],
  ['$exists', (path, value) => ({ op: '$exists', path, value: truthy(value) })],
  ['$type', (path, types) => ({ op: '$type', path, types: parseTypes(path, types) })],
  ['$mod', parseMod],
  ['$size', (path, size) => ({ op: '$size', path, size: parseSize(size) })],
  ['$options', (_path, _options, _context, operators) => (operators.has('$regex') ? [] : bad('$options needs a $regex'))],
  ['$regex', (path, regex, _, operators) => parseRegex(path, regex, operators.get('$options'))],
  ['$elemMatch', parseElemMatch],
  ['$all', parseAll],
  ['$not', (path, operand, context) => ({ op: '$not', path, node: parseNot(path, operand, context) })],
])

/** @internal The semantics tests fail if one of these operators has no test. */
export const QUERY_OPERATORS: readonly string[] = [...TOP_LEVEL.keys(), ...ON_FIELD.keys()]

/** Includes unsupported operators, but not `$not`, as in MongoDB. */
export const isOnField = (name: string | undefined): boolean =>
  name !== undefined && name !== '$not' && (ON_FIELD.has(name) || UNSUPPORTED_ON_FIELD.has(name))

function parseOperators(path: string, operators: Doc, context: Context): Node[] {
  return [...operators].flatMap(([name, operand]) => {
    const parse = ON_FIELD.get(name)
    if (parse) return parse(path, operand, context, operators)
    if (UNSUPPORTED_ON_FIELD.has(name)) unsupported(name)
    return bad(name === '$where' ? '$where cannot be applied to a field' : `unknown operator: ${name}`)
  })
}

function parseIn(path: string, op: string, operand: Value): Node {
  if (!Array.isArray(operand)) bad(`${op} needs an array`)
  if (operand.some(isOperators)) bad('cannot nest $ under $in')
  const values = [...new Map(operand.map((value) => [hashKey(value), value])).values()]
  const [only] = values
  return values.length === 1 && only !== undefined ? valueNode(path, only) : { op: '$in', path, values }
}

function parseTypes(path: string, operand: Value): Set<number> {
  const types = (Array.isArray(operand) ? operand : [operand]).flatMap(parseType)
  if (types.length === 0) refuse('FailedToParse', `${path} must match at least one type`)
  return new Set(types)
}

const TYPE_CODES: ReadonlyMap<string, readonly number[]> = new Map<string, readonly number[]>([
  ...Object.entries(TYPE_NAMES).map(([code, name]) => [name, [Number(code)]] as const),
  ['number', [1, 16, 18, 19]],
])

function parseType(type: Value): readonly number[] {
  if (typeof type === 'string') {
    if (type === 'missing') bad("'missing' is not a legal type name. To query for non-existence of a field, use {$exists:false}.")
    return TYPE_CODES.get(type) ?? bad(`Unknown type name alias: ${type}`)
  }
  if (!isNum(type)) return refuse('TypeMismatch', 'type must be represented as a number or a string')
  const code = toNumber(type)
  if (code === 0) bad('Invalid numerical type code: 0. Instead use {$exists:false}.')
  return code in TYPE_NAMES ? [code] : bad(`Invalid numerical type code: ${code}`)
}

function parseMod(path: string, operand: Value): Node {
  if (!Array.isArray(operand)) bad('malformed mod, needs to be an array')
  const [divisor, remainder] = operand
  if (divisor === undefined) bad('malformed mod, not enough elements')
  if (!isNum(divisor)) bad('malformed mod, divisor not a number')
  if (remainder === undefined) bad('malformed mod, not enough elements')
  if (!isNum(remainder)) bad('malformed mod, remainder not a number')
  if (operand.length > 2) bad('malformed mod, too many elements')
  const by = toLong(divisor) ?? bad('malformed mod, divisor value is invalid :: caused by :: Out of bounds coercing to integral value')
  const rest =
    toLong(remainder) ?? bad('malformed mod, remainder value is invalid :: caused by :: Out of bounds coercing to integral value')
  if (by === 0n) bad('divisor cannot be 0')
  return { op: '$mod', path, divisor: by, remainder: rest }
}

function parseSize(operand: Value): number {
  if (!isNum(operand)) bad('Failed to parse $size. Expected a number')
  const size = toLong(operand)
  if (size === undefined || !equal(size, operand)) bad('Failed to parse $size. Expected an integer')
  if (size < 0n) bad('Failed to parse $size. Expected a non-negative number')
  return size < 2n ** 31n ? Number(size) : bad('Failed to parse $size. Cannot represent as a 32-bit integer')
}

function parseRegex(path: string, regex: Value, options: Value | undefined): Node {
  if (options !== undefined && typeof options !== 'string') bad('$options has to be a string')
  if (typeof regex === 'string') return { op: '$regex', path, pattern: regex, flags: options ?? '' }
  if (!(regex instanceof BSONRegExp)) bad('$regex has to be a string')
  if (regex.options && options !== undefined) refuse(51075, 'options set in both $regex and $options')
  return { op: '$regex', path, pattern: regex.pattern, flags: options ?? regex.options }
}

function parseElemMatch(path: string, operand: Value | undefined, context: Context): Node {
  if (!isDoc(operand)) bad('$elemMatch needs an Object')
  const inner = { ...context, nested: true }
  const first = firstKey(operand)
  const onValues =
    first?.startsWith('$') && !TOP_LEVEL.has(first) && !UNSUPPORTED.has(first) && !['$ref', '$id', '$db'].some((name) => operand.has(name))
  if (onValues) return { op: '$elemMatch', path, node: all(parseOperators('', operand, inner)), documents: false }
  return { op: '$elemMatch', path, node: all(parseDocument(operand, inner)), documents: true }
}

function parseAll(path: string, operand: Value, context: Context): Node[] {
  if (!Array.isArray(operand)) bad('$all needs an array')
  if (operand.length === 0) return [{ op: '$or', nodes: [] }]
  const elemMatch = firstKey(operand[0]) === '$elemMatch'
  return operand.map((member) => {
    const name = firstKey(member)
    if (elemMatch) {
      if (!isDoc(member) || name !== '$elemMatch') bad('$all/$elemMatch has to be consistent')
      return parseElemMatch(path, member.get(name), context)
    }
    return isOnField(name) ? bad('no $ expressions in $all') : valueNode(path, member)
  })
}

function parseNot(path: string, operand: Value, context: Context): Node {
  if (operand instanceof BSONRegExp) return regexNode(path, operand)
  if (!isDoc(operand)) bad('$not needs a regex or a document')
  if (operand.size === 0) bad('$not cannot be empty')
  return all(parseOperators(path, operand, context))
}

/** Truncates a number to an integer. Returns undefined if the integer does not fit in 64 bits. */
export function toLong(v: Num): bigint | undefined {
  const whole = truncate(v)
  return whole !== undefined && BigInt.asIntN(64, whole) === whole ? whole : undefined
}

// Upserts

const ambiguous = (message: string): never => refuse('NotSingleValueField', `cannot infer query fields to set, ${message}`)

/**
 * Builds an upsert's initial document from the filter's equality conditions, in path order. A replacement uses only
 * `_id`. Throws error 54 (NotSingleValueField) if paths repeat or overlap, 111 for a subfield of `_id`, and 224 for
 * `$expr`.
 */
export function upsertBase(filter: Doc, options: { readonly replacement?: boolean } = {}): Doc {
  const nodes = parseDocument(filter, { nested: false, expr: false }).sort(byCanonicalOrder)
  const base: Doc = new Map()
  const seen = new Set<string>()
  for (const node of nodes) {
    if (node.op !== '$eq') continue
    const { path, value } = node
    const parts = path.split('.')
    if (options.replacement) {
      if (parts[0] !== '_id') continue
      if (parts.length > 1) refuse('NotExactValueField', `field at '_id' must be exactly specified, field at sub-path '${path}'found`)
    }
    if (seen.has(path)) ambiguous(`path '${path}' is matched twice`)
    const parent = parts.map((_, i) => parts.slice(0, i).join('.')).find((prefix, i) => i > 0 && seen.has(prefix))
    if (parent !== undefined) ambiguous(`both paths '${path}' and '${parent}' are matched`)
    seen.add(path)
    let at = base
    for (const part of parts.slice(0, -1)) {
      const next = at.get(part)
      if (isDoc(next)) at = next
      else {
        const created: Doc = new Map()
        at.set(part, created)
        at = created
      }
    }
    at.set(parts.at(-1) as string, copy(value))
  }
  return base
}

/** Deep copy, so that updates do not change the filter. */
function copy(value: Value): Value {
  if (Array.isArray(value)) return value.map(copy)
  return isDoc(value) ? new Map([...value].map(([name, inner]) => [name, copy(inner)])) : value
}
