/**
 * Reads MongoDB's query language: from a filter document to nodes, which the matcher compiles and the planner reads. It accepts and
 * refuses what MongoDB does, with its codes and sentences.
 */
import { refuse } from './errors.ts'
import { compileExpression, type Expression, type Vars } from './expressions.ts'
import { compare, equal, hashKey } from './keys.ts'
import { decimalParts } from './numbers.ts'
import { BSONRegExp, Decimal128, type Doc, isDoc, isNum, type Num, TYPE_NAMES, toNumber, truthy, type Value } from './values.ts'

export type RangeOp = '$gt' | '$gte' | '$lt' | '$lte'

/**
 * The parsed filter. `$ne`, `$nin` and `$exists: false` are a `$not` or a false value; `$all` is an `$and` of its members; `$and` is
 * flattened; lists of one value or branch are that value or branch; an `$or` of nothing never matches.
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
  /** `documents`: the inner node is a filter of element documents; otherwise of the elements themselves, and its paths are ''. */
  | { readonly op: '$elemMatch'; readonly path: string; readonly node: Node; readonly documents: boolean }
  | { readonly op: '$expr'; readonly expression: Expression }

export interface FilterOptions {
  /** The command's `let`, for `$expr`. */
  readonly vars?: Vars | undefined
  /** False where MongoDB does not allow `$expr`: arrayFilters, `$pull` and upserts. */
  readonly expr?: boolean
}

/** MongoDB's canonical order of conditions, which decides the array index when several conditions tell one. */
const RANKS = '$or $elemMatch $size $eq $lte $lt $gt $gte $regex $mod $exists $in $not $nor $type $expr'.split(' ')
const rank = (node: Node) => RANKS.indexOf(node.op) + (node.op === '$elemMatch' && !node.documents ? 0.5 : 0)
export const byRank = (a: Node, b: Node) => rank(a) - rank(b) || ('path' in a && 'path' in b ? compare(a.path, b.path) : 0)

export interface Context extends FilterOptions {
  /** Inside `$elemMatch`, where operators on the whole document have no place. */
  readonly nested: boolean
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))
/** Operators that stand where a field name would, supported or not. */
const TOP_LEVEL = words('$and $or $nor $expr $comment $ref $id $db $where $text $jsonSchema $sampleRate $alwaysTrue $alwaysFalse')
/** Operators on a field, supported or not; `$not` is none of them in MongoDB either. */
export const ON_FIELD = words(
  '$eq $ne $gt $gte $lt $lte $in $nin $exists $type $mod $size $regex $options $elemMatch $all $near $nearSphere $geoNear $geoWithin ' +
    '$geoIntersects $within $bitsAllSet $bitsAllClear $bitsAnySet $bitsAnyClear',
)
/** The deepest a document can be, so nothing can lie at a longer path. */
const MAX_PATH_PARTS = 180

function bad(message: string): never {
  return refuse('BadValue', message)
}
const unsupported = (name: string): never => refuse('CommandNotSupported', `${name} is not supported by the embedded database`)

export const firstKey = (v: Value | undefined): string | undefined => (isDoc(v) ? v.keys().next().value : undefined)
const isDBRef = (v: Doc) => v.has('$ref') && v.has('$id')
/** Whether a value is operators, like `{ $gt: 5 }`, and not a value to compare with. */
const isOperators = (v: Value): v is Doc => isDoc(v) && firstKey(v)?.startsWith('$') === true && !isDBRef(v)
const all = (nodes: readonly Node[]): Node => (nodes.length === 1 ? (nodes[0] as Node) : { op: '$and', nodes })

/** The conditions of a filter, which must all hold. */
export function parseDocument(filter: Doc, context: Context, into: Node[] = []): Node[] {
  for (const [name, value] of filter) {
    if (name.startsWith('$')) parseTopLevel(name, value, context, into)
    else if (isOperators(value)) parseOperators(checkPath(name), value, context, into)
    else into.push(value instanceof BSONRegExp ? regexNode(checkPath(name), value) : { op: '$eq', path: checkPath(name), value })
  }
  return into
}

export const isArrayIndex = (part: string) => /^(0|[1-9]\d{0,8})$/.test(part)
/** A number in a path is tried as index and as name, so each one may double the ways through a document made for that. */
const MAX_INDEXES = 20

function checkPath(path: string): string {
  if (path.length > MAX_PATH_PARTS && path.split('.', MAX_PATH_PARTS + 1).length > MAX_PATH_PARTS) refuse(5729100, 'FieldPath is too long')
  if (path.length > MAX_INDEXES * 2 && path.split('.').filter(isArrayIndex).length > MAX_INDEXES) bad('too many array indexes in a path')
  return path
}

const regexNode = (path: string, regex: BSONRegExp): Node => ({ op: '$regex', path, pattern: regex.pattern, flags: regex.options })

function parseTopLevel(name: string, value: Value, context: Context, into: Node[]): void {
  switch (name) {
    case '$and':
      for (const branch of branches(name, value)) parseDocument(branch, context, into)
      break
    case '$or': {
      const list = branches(name, value)
      if (list.length === 1) parseDocument(list[0] as Doc, context, into)
      else into.push({ op: '$or', nodes: list.map((branch) => all(parseDocument(branch, context))) })
      break
    }
    case '$nor':
      into.push({ op: '$nor', nodes: branches(name, value).map((branch) => all(parseDocument(branch, context))) })
      break
    case '$expr':
      if (context.nested) bad('$expr can only be applied to the top-level document')
      if (context.expr === false) refuse('QueryFeatureNotAllowed', '$expr is not allowed in this context')
      into.push({ op: '$expr', expression: compileExpression(value, { vars: context.vars }) })
      break
    case '$comment':
      break
    case '$ref':
    case '$id':
    case '$db':
      into.push({ op: '$eq', path: name, value })
      break
    default: {
      if (TOP_LEVEL.has(name)) unsupported(name)
      const hint = name === '$not' ? 'If you are trying to negate an entire expression, use $nor.' : FIELD_HINT
      bad(`unknown top level operator: ${name}. ${hint}`)
    }
  }
}

const FIELD_HINT = "If you have a field name that starts with a '$' symbol, consider using $getField or $setField."

function branches(name: string, value: Value): Doc[] {
  if (!Array.isArray(value)) bad(`${name} must be an array`)
  if (value.length === 0) bad('$and/$or/$nor must be a nonempty array')
  return value.map((branch) => (isDoc(branch) ? branch : bad('$or/$and/$nor entries need to be full objects')))
}

function parseOperators(path: string, operators: Doc, context: Context, into: Node[]): Node[] {
  for (const [name, operand] of operators) parseOperator(path, name, operand, operators, context, into)
  return into
}

function parseOperator(path: string, op: string, operand: Value, operators: Doc, context: Context, into: Node[]): void {
  switch (op) {
    case '$eq':
      into.push({ op, path, value: operand })
      break
    case '$ne':
      if (operand instanceof BSONRegExp) bad("Can't have regex as arg to $ne.")
      into.push({ op: '$not', path, node: { op: '$eq', path, value: operand } })
      break
    case '$gt':
    case '$gte':
    case '$lt':
    case '$lte':
      if (operand instanceof BSONRegExp) bad(`Can't have RegEx as arg to predicate over field '${path}'.`)
      into.push({ op, path, value: operand })
      break
    case '$in':
      into.push(parseIn(path, op, operand))
      break
    case '$nin':
      into.push({ op: '$not', path, node: parseIn(path, op, operand) })
      break
    case '$exists':
      into.push({ op, path, value: truthy(operand) })
      break
    case '$type':
      into.push({ op, path, types: parseTypes(path, operand) })
      break
    case '$mod':
      into.push(parseMod(path, operand))
      break
    case '$size':
      into.push({ op, path, size: parseSize(operand) })
      break
    case '$options':
      if (!operators.has('$regex')) bad('$options needs a $regex')
      break
    case '$regex':
      into.push(parseRegex(path, operand, operators.get('$options')))
      break
    case '$elemMatch':
      into.push(parseElemMatch(path, operand, context))
      break
    case '$all':
      parseAll(path, operand, context, into)
      break
    case '$not':
      into.push({ op, path, node: parseNot(path, operand, context) })
      break
    default:
      if (ON_FIELD.has(op)) unsupported(op)
      bad(op === '$where' ? '$where cannot be applied to a field' : `unknown operator: ${op}`)
  }
}

function parseIn(path: string, op: string, operand: Value): Node {
  if (!Array.isArray(operand)) bad(`${op} needs an array`)
  if (operand.some(isOperators)) bad('cannot nest $ under $in')
  const values = [...new Map(operand.map((value) => [hashKey(value), value])).values()]
  const [only] = values
  if (values.length !== 1 || only === undefined) return { op: '$in', path, values }
  return only instanceof BSONRegExp ? regexNode(path, only) : { op: '$eq', path, value: only }
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
  const by = truncate(divisor) ?? bad('malformed mod, divisor value is invalid :: caused by :: Out of bounds coercing to integral value')
  const rest =
    truncate(remainder) ?? bad('malformed mod, remainder value is invalid :: caused by :: Out of bounds coercing to integral value')
  if (by === 0n) bad('divisor cannot be 0')
  return { op: '$mod', path, divisor: by, remainder: rest }
}

function parseSize(operand: Value): number {
  if (!isNum(operand)) bad('Failed to parse $size. Expected a number')
  const size = truncate(operand)
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
  const onValues = first?.startsWith('$') && !TOP_LEVEL.has(first) && !['$ref', '$id', '$db'].some((name) => operand.has(name))
  if (onValues) return { op: '$elemMatch', path, node: all(parseOperators('', operand, inner, [])), documents: false }
  return { op: '$elemMatch', path, node: all(parseDocument(operand, inner)), documents: true }
}

function parseAll(path: string, operand: Value, context: Context, into: Node[]): void {
  if (!Array.isArray(operand)) bad('$all needs an array')
  if (operand.length === 0) into.push({ op: '$or', nodes: [] })
  const elemMatch = firstKey(operand[0]) === '$elemMatch'
  for (const member of operand) {
    const name = firstKey(member)
    if (elemMatch) {
      if (!isDoc(member) || name !== '$elemMatch') bad('$all/$elemMatch has to be consistent')
      into.push(parseElemMatch(path, member.get(name), context))
    } else if (name !== undefined && ON_FIELD.has(name)) bad('no $ expressions in $all')
    else into.push(member instanceof BSONRegExp ? regexNode(path, member) : { op: '$eq', path, value: member })
  }
}

function parseNot(path: string, operand: Value, context: Context): Node {
  if (operand instanceof BSONRegExp) return regexNode(path, operand)
  if (!isDoc(operand)) bad('$not needs a regex or a document')
  if (operand.size === 0) bad('$not cannot be empty')
  return all(parseOperators(path, operand, context, []))
}

/** The number without its fraction, if it fits into 64 bits. */
export function truncate(v: Num): bigint | undefined {
  if (typeof v === 'bigint') return v
  const near = toNumber(v)
  if (!(Math.abs(near) <= 2 ** 63)) return undefined
  if (Math.abs(near) < 1) return 0n
  const whole = v instanceof Decimal128 ? truncateDecimal(v) : BigInt(Math.trunc(near))
  return BigInt.asIntN(64, whole) === whole ? whole : undefined
}

function truncateDecimal(v: Decimal128): bigint {
  const parts = decimalParts(v)
  if (typeof parts === 'number') return 0n
  const { negative, digits, exponent } = parts
  const whole = exponent < 0 ? digits / 10n ** BigInt(-exponent) : digits * 10n ** BigInt(exponent)
  return negative ? -whole : whole
}

// ---- upserts

const twice = (message: string): never => refuse('NotSingleValueField', `cannot infer query fields to set, ${message}`)

/**
 * The document an upsert starts from: the filter's equality conditions in the order of their paths. A replacement takes only `_id`.
 * Errors: 54 NotSingleValueField when a path is given twice or within another one, 111 for a part of `_id`, 224 for `$expr`.
 */
export function upsertBase(filter: Doc, options: { readonly replacement?: boolean } = {}): Doc {
  const nodes = parseDocument(filter, { nested: false, expr: false }).sort(byRank)
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
    if (seen.has(path)) twice(`path '${path}' is matched twice`)
    const parent = parts.map((_, i) => parts.slice(0, i).join('.')).find((prefix, i) => i > 0 && seen.has(prefix))
    if (parent !== undefined) twice(`both paths '${path}' and '${parent}' are matched`)
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

/** A copy that may be changed in place without changing the filter. */
function copy(value: Value): Value {
  if (Array.isArray(value)) return value.map(copy)
  return isDoc(value) ? new Map([...value].map(([name, inner]) => [name, copy(inner)])) : value
}
