/**
 * Array, set and document operators. They compare values as queries do: numbers are compared by value across types, and
 * the order of a document's fields matters.
 */
import { refuse } from '../errors.ts'
import { elementOrder } from '../key-pattern.ts'
import { compare, equal, hashKey } from '../keys.ts'
import { type Doc, isDoc, isNum, truthy, typeName, type Value } from '../values.ts'
import {
  type Arg,
  binary,
  isNullish,
  MAX_ELEMENTS,
  type Named,
  nary,
  type Positional,
  requireArray,
  requireElements,
  requireInt32,
  requireString,
  searchRange,
  spendSteps,
  toInteger,
  tooLarge,
  unary,
  type V,
} from './operands.ts'

const elementAt = (name: string, index: 0 | -1): Positional =>
  unary((v) => (isNullish(v) ? null : requireArray(v, 28689, `${name}'s argument`).at(index)))

function arrayElemAt(v: V, index: V): V {
  if (isNullish(v) || isNullish(index)) return null
  const array = requireArray(v, 28689, "$arrayElemAt's first argument")
  if (!isNum(index)) return refuse(28690, `$arrayElemAt's second argument must be a numeric value, but is ${typeName(index)}`)
  return array.at(requireInt32(index, 28691, "$arrayElemAt's second argument"))
}

function slice([v, second, ...rest]: readonly V[]): V {
  if (isNullish(v) || isNullish(second)) return null
  const array = requireElements(v, 28724, 'First argument to $slice')
  if (!isNum(second)) return refuse(28725, `Second argument to $slice must be a numeric value, but is of type: ${typeName(second)}`)
  const n = requireInt32(second, 28726, 'Second argument to $slice')
  if (rest.length === 0) return n >= 0 ? array.slice(0, n) : array.slice(n)
  const [third] = rest
  if (isNullish(third)) return null
  if (!isNum(third)) return refuse(28727, `Third argument to $slice must be numeric, but is of type: ${typeName(third)}`)
  const count = requireInt32(third, 28728, 'Third argument to $slice')
  if (count <= 0) refuse(28729, `Third argument to $slice must be positive: ${count}`)
  const start = n < 0 ? Math.max(0, array.length + n) : n
  return array.slice(start, start + count)
}

function range([from, to, ...rest]: readonly V[]): V {
  const bound = (v: V, type: number, what: string) =>
    v !== undefined && v !== null && isNum(v)
      ? requireInt32(v, type + 1, `$range's ${what} value`)
      : refuse(type, `$range requires a numeric ${what} value, found value of type: ${typeName(v)}`)
  const [start, end, step] = [
    bound(from, 34443, 'starting'),
    bound(to, 34445, 'ending'),
    bound(rest.length === 0 ? 1 : rest[0], 34447, 'step'),
  ]
  if (step === 0) refuse(34449, '$range requires a non-zero step value')
  const length = Math.max(0, Math.ceil((end - start) / step))
  spendSteps(length)
  return length > MAX_ELEMENTS ? tooLarge('$range') : Array.from({ length }, (_, i) => start + i * step)
}

function concatArrays(args: readonly V[]): V {
  const all: Value[] = []
  for (const v of args) {
    if (isNullish(v)) return null
    const array = requireElements(v, 28664, '$concatArrays only supports arrays: each argument')
    if (all.length + array.length > MAX_ELEMENTS) return tooLarge('$concatArrays')
    for (const element of array) all.push(element)
  }
  return all
}

function indexOfArray([v, wanted, ...rest]: readonly V[]): V {
  if (isNullish(v)) return null
  const array = requireElements(v, 40090, '$indexOfArray requires an array: the first argument')
  const [start, end] = searchRange('$indexOfArray', array.length, rest)
  for (let i = start; i < end; i++) if (equal(array[i], wanted)) return i
  return -1
}

function arrayToObject(v: V): V {
  if (isNullish(v)) return null
  const array = requireElements(v, 40386, '$arrayToObject requires an array input: it')
  const object: Doc = new Map()
  const pairs = Array.isArray(array[0])
  if (array.length > 0 && !pairs && !isDoc(array[0]))
    refuse(40398, `Unrecognised input type format for $arrayToObject: ${typeName(array[0])}`)
  for (const element of array) {
    if (pairs) {
      const pair = requireArray(element, 40396, '$arrayToObject requires a consistent input format: each element')
      if (pair.length !== 2) refuse(40397, `$arrayToObject requires an array of size 2 arrays, found array of size: ${pair.length}`)
      object.set(fieldName(requireString(pair[0], 40395, "$arrayToObject's key")), pair[1] as Value)
    } else {
      if (!isDoc(element)) return refuse(40391, `$arrayToObject requires a consistent input format, found: ${typeName(element)}`)
      if (element.size !== 2) refuse(40392, `$arrayToObject requires object keys of 'k' and 'v', found ${element.size} keys`)
      const [key, value] = [element.get('k'), element.get('v')]
      if (key === undefined || value === undefined) return refuse(40393, "$arrayToObject requires an object with keys 'k' and 'v'")
      object.set(fieldName(requireString(key, 40394, "$arrayToObject's 'k'")), value)
    }
  }
  return object
}

const fieldName = (name: string): string => (name.includes('\0') ? refuse(4940400, 'Key field cannot contain an embedded null byte') : name)

function objectToArray(v: V): V {
  if (isNullish(v)) return null
  if (!isDoc(v)) return refuse(40390, `$objectToArray requires a document input, found: ${typeName(v)}`)
  spendSteps(v.size)
  return Array.from(v, ([k, value]): Doc => new Map<string, Value>([['k', k]]).set('v', value))
}

type ValueSet = Map<string, Value>
/** Approximate cost of hashing or sorting one element. */
const STEPS_PER_ELEMENT = 10

function setOf(array: readonly Value[]): ValueSet {
  spendSteps(array.length * STEPS_PER_ELEMENT)
  const set: ValueSet = new Map()
  for (const v of array) {
    const key = hashKey(v)
    if (!set.has(key)) set.set(key, v)
  }
  return set
}
const inOrder = (set: ValueSet): Value[] => [...set.values()].sort(compare)

function setUnion(args: readonly V[]): V {
  const all: Value[] = []
  for (const v of args) {
    if (isNullish(v)) return null
    for (const element of requireElements(v, 17043, 'All operands of $setUnion: one')) all.push(element)
  }
  return inOrder(setOf(all))
}

function setIntersection(args: readonly V[]): V {
  let common: ValueSet | undefined
  for (const v of args) {
    if (isNullish(v)) return null
    const next = setOf(requireElements(v, 17047, 'All operands of $setIntersection: one'))
    common = new Map([...(common ?? next)].filter(([key]) => next.has(key)))
  }
  return inOrder(common ?? new Map())
}

function setDifference(a: V, b: V): V {
  if (isNullish(a) || isNullish(b)) return null
  const [left, right] = [
    setOf(requireElements(a, 17048, 'First operand of $setDifference')),
    setOf(requireElements(b, 17049, 'Second operand of $setDifference')),
  ]
  return [...left].filter(([key]) => !right.has(key)).map(([, v]) => v)
}

function setEquals(args: readonly V[]): V {
  const [first = new Map(), ...others] = args.map((v) => setOf(requireElements(v, 17044, 'All operands of $setEquals: one')))
  return others.every((other) => other.size === first.size && [...other.keys()].every((key) => first.has(key)))
}

function setIsSubset(a: V, b: V): V {
  const left = requireElements(a, 17046, 'First operand of $setIsSubset')
  const right = setOf(requireElements(b, 17042, 'Second operand of $setIsSubset'))
  return left.every((v) => right.has(hashKey(v)))
}

function sortArray(arg: Arg): V {
  const input = arg('input')
  const by = arg('sortBy')
  if (isNullish(input)) return null
  const array = requireElements(input, 2942504, 'The input argument to $sortArray')
  spendSteps(array.length * STEPS_PER_ELEMENT)
  if (isDoc(by)) return [...array].sort(elementOrder(sortFields(by)))
  const direction = directionOf(by)
  if (direction) return [...array].sort((a, b) => direction * compare(a, b))
  if (by !== undefined && by !== null && isNum(by)) refuse(2942506, 'The $sort element value must be either 1 or -1')
  return refuse(2942507, 'The $sort is invalid: use 1/-1 to sort the whole element, or {field:1/-1} to sort embedded fields')
}

function directionOf(v: V): 1 | -1 | undefined {
  const n = toInteger(v)
  return n === 1 || n === -1 ? n : undefined
}

function sortFields(spec: Doc): [string, number][] {
  if (spec.size === 0) refuse(2942505, 'The sort pattern is empty when it should be a set of fields.')
  return Array.from(spec, ([path, v]) => {
    if (path.split('.').includes('')) refuse(2942505, `The sort field is a dotted field but has an empty part: ${path}`)
    return [path, directionOf(v) ?? refuse(2942505, 'The sort element value must be either 1 or -1')]
  })
}

/** Throws the same error codes as `$sort`. */
export function sortOrder(spec: Doc): [string, number][] {
  if (spec.size === 0) refuse(15976, '$sort stage must have at least one sort key')
  return Array.from(spec, ([path, direction]) => {
    if (isDoc(direction)) refuse(17312, '$meta is the only expression supported by $sort right now')
    if (!isNum(direction)) refuse(15974, `Illegal key in $sort specification: ${path}: ${typeName(direction)}`)
    const n = directionOf(direction) ?? refuse(15975, '$sort key ordering must be 1 (for ascending) or -1 (for descending)')
    if (path === '') refuse(40352, 'FieldPath cannot be constructed with empty string')
    for (const part of path.split('.')) {
      if (part === '') refuse(15998, 'FieldPath field names may not be empty strings.')
      if (part[0] === '$') refuse(16410, "FieldPath field names may not start with '$'.")
    }
    return [path, n]
  })
}

function field(arg: Arg, code: number, name: string): string {
  const v = arg('field')
  return typeof v === 'string' ? v : refuse(code, `${name} requires 'field' to evaluate to type String, but got ${typeName(v)}`)
}

function setField(name: string, value: (arg: Arg) => V): Named['run'] {
  return (arg) => {
    const input = arg('input')
    const key = field(arg, 4161107, name)
    if (isNullish(input)) return null
    if (!isDoc(input)) return refuse(4161105, `${name} requires 'input' to evaluate to type Object`)
    spendSteps(input.size)
    const copy = new Map(input)
    const v = value(arg)
    if (v === undefined) copy.delete(key)
    else copy.set(key, v)
    return copy
  }
}

export const ARRAYS: Readonly<Record<string, Positional>> = {
  $allElementsTrue: unary((v) => requireElements(v, 17040, "$allElementsTrue's argument").every(truthy)),
  $anyElementTrue: unary((v) => requireElements(v, 17041, "$anyElementTrue's argument").some(truthy)),
  $arrayElemAt: binary(arrayElemAt),
  $arrayToObject: unary(arrayToObject),
  $concatArrays: nary(concatArrays),
  $first: elementAt('$first', 0),
  $in: binary((v, array) =>
    requireElements(array, 40081, '$in requires an array as a second argument: it').some((element) => equal(element, v)),
  ),
  $indexOfArray: nary(indexOfArray, 2, 4),
  $isArray: unary((v) => Array.isArray(v)),
  $last: elementAt('$last', -1),
  $objectToArray: unary(objectToArray),
  $range: nary(range, 2, 3),
  $reverseArray: unary((v) => (isNullish(v) ? null : [...requireElements(v, 34435, 'The argument to $reverseArray')].reverse())),
  $setDifference: binary(setDifference),
  $setEquals: nary(setEquals, 2),
  $setIntersection: nary(setIntersection),
  $setIsSubset: binary(setIsSubset),
  $setUnion: nary(setUnion),
  $size: unary((v) => requireArray(v, 17124, 'The argument to $size').length),
  $slice: nary(slice, 2, 3),
}

export const NAMED_ARRAYS: Readonly<Record<string, Named>> = {
  $setField: {
    codes: [4161100, 4161101],
    names: { field: 4161102, input: 4161109, value: 4161103 },
    run: setField('$setField', (arg) => arg('value')),
  },
  $sortArray: { codes: [2942500, 2942501], names: { input: 2942502, sortBy: 2942503 }, run: sortArray },
  $unsetField: { codes: [4161100, 4161101], names: { field: 4161102, input: 4161109 }, run: setField('$unsetField', () => undefined) },
}
