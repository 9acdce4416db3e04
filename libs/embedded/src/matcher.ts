/** Compiles the nodes of a parsed filter to closures, because they run on every scanned document. */
import { byCanonicalOrder, type FilterOptions, isOnField, type Node, parseDocument, type RangeOp, toLong } from './filter.ts'
import { compare, equal, hashKey, sameBracket } from './keys.ts'
import { firstKey, isIndex } from './paths.ts'
import { compileRegex } from './regex.ts'
import { BSONRegExp, BSONSymbol, type Doc, isDoc, isNum, MaxKey, MinKey, ObjectId, toNumber, truthy, typeOf, type Value } from './values.ts'

export type { FilterOptions } from './filter.ts'

export interface Filter {
  readonly node: Node & { op: '$and' }
  /** Top-level fields that the filter reads; only these must be decoded. Null means all fields. */
  readonly fields: ReadonlySet<string> | null
  matches(doc: Doc): boolean
  /** Returns null if the document does not match, otherwise the array index for the positional `$`. */
  match(doc: Doc): { readonly arrayIndex: number | undefined } | null
}

/** Throws error 2 (BadValue) for most invalid filters and 115 for operators that this engine does not support. */
export function parseFilter(filter: Doc, options: FilterOptions = {}): Filter {
  const nodes = parseDocument(filter, { ...options, nested: false }).sort(byCanonicalOrder)
  const checks = nodes.map(compile)
  const fields = new Set<string>()
  return {
    node: { op: '$and', nodes },
    fields: nodes.every((node) => addFields(node, fields)) ? fields : null,
    matches: every(checks),
    match(doc) {
      let arrayIndex: number | undefined
      for (const check of checks) {
        if (!check(doc)) return null
        // As in MongoDB, the last condition that matches in an array determines the index.
        if (found >= 0) arrayIndex = found
      }
      return { arrayIndex }
    },
  }
}

/** Adds the fields that the node reads. Returns false if the node may read any field. */
function addFields(node: Node, into: Set<string>): boolean {
  if ('nodes' in node) return node.nodes.every((inner) => addFields(inner, into))
  if ('path' in node) into.add(node.path.split('.', 1)[0] as string)
  else for (const name of node.expression.fields ?? []) into.add(name)
  return node.op !== '$expr' || node.expression.fields !== null
}

type Check = (doc: Doc) => boolean
type Test = (value: Value | undefined) => boolean

/**
 * Array index for the positional `$` from the last successful check: the index in the outermost array on the path, or
 * -1. As in MongoDB, negations and an `$or` with several branches set no index. A module variable rather than a return
 * value, because only `match` needs the index.
 */
let found = -1

function every(checks: readonly Check[]): Check {
  const [first, second] = checks
  if (!first) return () => true
  if (!second) return first
  return (doc) => {
    for (const check of checks) if (!check(doc)) return false
    return true
  }
}

function compile(node: Node): Check {
  switch (node.op) {
    case '$and':
      return every(node.nodes.map(compile))
    case '$or':
    case '$nor': {
      const checks = node.nodes.map(compile)
      const whenOne = node.op === '$or'
      return (doc) => {
        let one = false
        for (let i = 0; i < checks.length && !one; i++) one = (checks[i] as Check)(doc)
        found = -1
        return one === whenOne
      }
    }
    case '$not':
      return not(compile(node.node))
    case '$expr':
      return (doc) => {
        found = -1
        return truthy(node.expression.evaluate(doc))
      }
    case '$exists': {
      const check = onPath(node.path, exists, true)
      return node.value ? check : not(check)
    }
    case '$elemMatch':
    case '$size':
      return onPath(node.path, compileTest(node), false)
    default:
      return onPath(node.path, compileTest(node), true)
  }
}

const exists: Test = (value) => value !== undefined

function not(check: Check): Check {
  return (doc) => {
    const held = check(doc)
    found = -1
    return !held
  }
}

/** Compiles a node to a predicate on a single value. The predicate does not search inside arrays. */
function compileTest(node: Node): Test {
  switch (node.op) {
    case '$and': {
      const tests = node.nodes.map(compileTest)
      return (value) => tests.every((test) => test(value))
    }
    case '$not': {
      const test = compileTest(node.node)
      return (value) => !test(value)
    }
    case '$eq':
      return equals(node.value)
    case '$gt':
    case '$gte':
    case '$lt':
    case '$lte':
      return inRange(node.op, node.value)
    case '$in':
      return oneOf(node.values)
    case '$exists':
      return node.value ? exists : (value) => value === undefined
    case '$regex':
      return likeRegex(node.pattern, node.flags)
    case '$type':
      return (value) => value !== undefined && node.types.has(typeOf(value))
    case '$mod':
      return divides(node.divisor, node.remainder)
    case '$size':
      return (value) => Array.isArray(value) && value.length === node.size
    case '$elemMatch':
      return node.documents ? someDocument(compile(node.node)) : someValue(compileTest(node.node))
    default:
      // Only the empty `$or` from an empty `$all` reaches this line.
      return () => false
  }
}

/**
 * Follows a path as MongoDB does: into documents, into documents in arrays, and into arrays by index. At an array,
 * tests the array and, if `elements` is true, each of its elements. Tests a missing value as undefined.
 */
function onPath(path: string, test: Test, elements: boolean): Check {
  const leaf = elements ? someElement(test) : test
  const parts = path.split('.')
  if (parts.length === 1) {
    return (doc) => {
      found = -1
      return leaf(doc.get(path))
    }
  }
  const last = parts.length - 1
  const indexes = parts.map((part) => (isIndex(part) ? Number(part) : -1))

  const inDocument = (doc: Doc, at: number): boolean => {
    for (; ; at++) {
      const value = doc.get(parts[at] as string)
      if (at === last) {
        found = -1
        return leaf(value)
      }
      if (Array.isArray(value)) return inArray(value, at + 1)
      if (!isDoc(value)) {
        found = -1
        return test(undefined)
      }
      doc = value
    }
  }
  const inArray = (array: readonly Value[], at: number): boolean => {
    const index = indexes[at]
    for (let i = 0; i < array.length; i++) {
      const element = array[i] as Value
      if (isDoc(element)) {
        if (inDocument(element, at)) {
          found = i
          return true
        }
        if (i === index && at < last && inDocument(element, at + 1)) return true
      }
      if (i !== index) continue
      if (at === last) {
        found = -1
        if (test(element)) return true
      } else if (Array.isArray(element) && inArray(element, at + 1)) return true
    }
    return false
  }
  return (doc) => inDocument(doc, 0)
}

/** Tests each element of an array, then the value itself. */
function someElement(test: Test): Test {
  const among = someValue(test)
  return (value) => among(value) || test(value)
}

/** `$elemMatch` with a filter. MongoDB treats a nested array as a document with the indexes as field names. */
function someDocument(check: Check): Test {
  return (value) => {
    if (!Array.isArray(value)) return false
    for (let i = 0; i < value.length; i++) {
      const element = value[i]
      const doc = Array.isArray(element) ? new Map(element.map((v, at) => [String(at), v])) : element
      if (isDoc(doc) && check(doc)) {
        found = i
        return true
      }
    }
    return false
  }
}

function someValue(test: Test): Test {
  return (value) => {
    if (!Array.isArray(value)) return false
    for (let i = 0; i < value.length; i++) {
      if (test(value[i])) {
        found = i
        return true
      }
    }
    return false
  }
}

function equals(value: Value): Test {
  if (value === null) return (x) => x === null || x === undefined
  if (typeof value === 'string') return (x) => x === value || (x instanceof BSONSymbol && x.value === value)
  if (typeof value === 'boolean') return (x) => x === value
  if (typeof value === 'number' && !Number.isNaN(value)) {
    return (x) => (typeof x === 'number' ? x === value : x !== undefined && isNum(x) && equal(x, value))
  }
  if (typeof value === 'bigint') return (x) => x !== undefined && isNum(x) && equal(x, value)
  if (value instanceof Date) return (x) => x instanceof Date && equal(x, value)
  if (value instanceof ObjectId) return (x) => x instanceof ObjectId && value.equals(x)
  const key = hashKey(value)
  return (x) => x !== undefined && sameBracket(x, value) && hashKey(x) === key
}

const isNaNumber = (v: Value) => isNum(v) && Number.isNaN(toNumber(v))

/**
 * Range operators compare only values of the same type. Null also matches missing fields, and NaN has no greater or
 * smaller values.
 */
function inRange(op: RangeOp, bound: Value): Test {
  const inclusive = op === '$gte' || op === '$lte'
  const sign = op === '$gt' || op === '$gte' ? 1 : -1
  const holds = (order: number) => order * sign > 0 || (inclusive && order === 0)
  if (bound === null || isNaNumber(bound)) return inclusive ? equals(bound) : () => false
  if (bound instanceof MinKey || bound instanceof MaxKey) {
    const others = bound instanceof MinKey === sign > 0
    return (x) => (x !== undefined && sameBracket(x, bound) ? inclusive : others)
  }
  const general: Test = (x) => x !== undefined && sameBracket(x, bound) && !isNaNumber(x) && holds(compare(x, bound))
  if (typeof bound !== 'number') return general
  return (x) => (typeof x === 'number' ? holds(x < bound ? -1 : x > bound ? 1 : x === bound ? 0 : Number.NaN) : general(x))
}

const asText = (v: Value | undefined) => (v instanceof BSONSymbol ? v.value : v)

function oneOf(values: readonly Value[]): Test {
  const regexes = values.filter((v) => v instanceof BSONRegExp).map((v) => likeRegex(v.pattern, v.options))
  const plain = values.filter((v) => !(v instanceof BSONRegExp)).map(asText)
  const texts = new Set(plain.filter((v) => typeof v === 'string'))
  const others = plain.filter((v) => v !== undefined && typeof v !== 'string')
  const orMissing = others.includes(null)
  const few = others.length <= 4 ? others.map((v) => equals(v as Value)) : undefined
  const keys = new Set(few ? [] : others.map(hashKey))
  return (value) => {
    const x = asText(value)
    if (x === undefined || x === null) return orMissing
    if (typeof x === 'string') {
      if (texts.has(x)) return true
    } else if (few ? few.some((test) => test(x)) : keys.has(hashKey(x))) return true
    return regexes.length > 0 && regexes.some((test) => test(x))
  }
}

function likeRegex(pattern: string, flags: string): Test {
  const regex = compileRegex(pattern, flags)
  return (value) => {
    const x = asText(value)
    return typeof x === 'string' ? regex.test(x) : x instanceof BSONRegExp && x.pattern === pattern && x.options === flags
  }
}

function divides(divisor: bigint, remainder: bigint): Test {
  const [by, rest] = [Number(divisor), Number(remainder)]
  const small = Number.isSafeInteger(by) && Number.isSafeInteger(rest)
  return (x) => {
    if (small && typeof x === 'number' && Math.abs(x) <= Number.MAX_SAFE_INTEGER) return Math.trunc(x) % by === rest
    const whole = x !== undefined && isNum(x) ? toLong(x) : undefined
    return whole !== undefined && whole % divisor === remainder
  }
}

/**
 * Compiles a `$pull` condition to a predicate on an array element. `{ $gt: 5 }` and regular expressions test the
 * element; `{ a: 1 }` filters documents; any other value must equal the element.
 */
export function parseValueFilter(condition: Value): (value: Value) => boolean {
  if (isDoc(condition) && !isOnField(firstKey(condition))) {
    const { matches } = parseFilter(condition, { expr: false })
    return (value) => isDoc(value) && matches(value)
  }
  if (!isDoc(condition) && !(condition instanceof BSONRegExp)) return (value) => equal(value, condition)
  const { matches } = parseFilter(new Map([['', condition]]), { expr: false })
  return (value) => matches(new Map([['', value]]))
}
