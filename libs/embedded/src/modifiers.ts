/**
 * Update operators. Parsing an update validates its arguments, and applying the update validates the document's values.
 */
import { refuse } from './errors.ts'
import { elementOrder } from './key-pattern.ts'
import { compare, hashKey } from './keys.ts'
import { parseValueFilter } from './matcher.ts'
import { add, isDouble, multiply } from './numbers.ts'
import { child, firstKey, isIndex } from './paths.ts'
import { Decimal128, type Doc, isDoc, isNum, type Num, show, Timestamp, toNumber, typeName, type Value } from './values.ts'

/** Applies one operator at one path. `read` returns undefined if the field does not exist yet. */
export type Modifier = (at: PathRef, run: { readonly insert: boolean; readonly now: Date }) => void

type Maker = (argument: Value, path: string) => Modifier

/** A path in a document, whether or not the path exists. At the top level, `up` is the document. */
export interface PathRef {
  readonly name: string
  readonly up: PathRef | Doc
}

export const read = (at: PathRef | Doc): Value | undefined => (isDoc(at) ? at : child(read(at.up), at.name))

export const pathOf = (at: PathRef): string => (isDoc(at.up) ? at.name : `${pathOf(at.up)}.${at.name}`)

const topOf = (at: PathRef): Doc => (isDoc(at.up) ? at.up : topOf(at.up))

function idOf(at: PathRef): string {
  const id = topOf(at).get('_id')
  return id === undefined ? 'no id' : `_id: ${show(id)}`
}

const shown = (at: PathRef | Doc): string => (isDoc(at) ? show(at) : `{${at.name}: ${show(read(at) ?? null)}}`)

/** At the top level, only the names of DBRef fields may start with a dollar sign. */
export function checkDollar(name: string): void {
  if (!name.startsWith('$') || name === '$ref' || name === '$id' || name === '$db') return
  const advice = 'Consider using an aggregation pipeline with $replaceWith.'
  refuse(
    'DollarPrefixedFieldName',
    `The dollar ($) prefixed field '${name}' in '${name}' is not allowed in the context of an update's replacement document. ${advice}`,
  )
}

/** MongoDB's limit on how far past the end of an array an update may write. */
const MAX_PADDING = 1_500_000

/** Creates missing documents along the path. */
function put(at: PathRef, value: Value): void {
  const holder = read(at.up)
  if (holder === undefined) put(at.up as PathRef, new Map([[at.name, value]]))
  else if (isDoc(holder)) holder.set(at.name, value)
  else if (Array.isArray(holder) && isIndex(at.name)) {
    const index = Number(at.name)
    if (index - holder.length > MAX_PADDING) refuse('CannotBackfillArray', `can't backfill more than ${MAX_PADDING} elements`)
    while (holder.length < index) holder.push(null)
    holder[index] = value
  } else refuse('PathNotViable', `Cannot create field '${at.name}' in element ${shown(at.up)}`)
}

/** Sets an array element to null instead of removing it, so that the other elements keep their indexes. */
function remove(at: PathRef): void {
  const holder = read(at.up)
  if (isDoc(holder)) holder.delete(at.name)
  else if (read(at) !== undefined) put(at, null)
}

/**
 * Rejects a path that leads through values other than documents and arrays. Used by operators that do not create
 * missing paths.
 */
function checkViable(at: PathRef, path = pathOf(at)): void {
  const holder = read(at.up)
  if (holder === undefined) checkViable(at.up as PathRef, path)
  else if (!isDoc(holder) && !(Array.isArray(holder) && isIndex(at.name))) {
    refuse('PathNotViable', `Cannot use the part (${at.name}) of (${path}) to traverse the element (${shown(at.up)})`)
  }
}

export const MODIFIERS: ReadonlyMap<string, Maker> = new Map<string, Maker>([
  ['$set', (value) => (at) => put(at, value)],
  ['$setOnInsert', (value) => (at, run) => void (run.insert && put(at, value))],
  ['$unset', () => remove],
  ['$inc', arithmetic('$inc', 'increment', (value) => value, add)],
  ['$mul', arithmetic('$mul', 'multiply', (value) => multiply(value, 0), multiply)],
  ['$min', extreme(-1)],
  ['$max', extreme(1)],
  ['$currentDate', currentDate],
  ['$rename', rename],
  ['$push', push],
  ['$addToSet', addToSet],
  ['$pull', (condition) => cull(parseValueFilter(condition))],
  ['$pullAll', pullAll],
  ['$pop', pop],
])

function arithmetic(operator: string, verb: string, start: (value: Num) => Num, apply: (a: Num, b: Num) => Num): Maker {
  return (value, path) => {
    if (!isNum(value)) return refuse('TypeMismatch', `Cannot ${verb} with non-numeric argument: {${path}: ${show(value)}}`)
    return (at) => {
      const old = read(at)
      if (old === undefined) return put(at, start(value))
      if (!isNum(old)) {
        refuse(
          'TypeMismatch',
          `Cannot apply ${operator} to a value of non-numeric type. {${idOf(at)}} has the field '${at.name}' of non-numeric type ${typeName(old)}`,
        )
      }
      const result = apply(old, value)
      if (isWhole(old) && isWhole(value) && !isWhole(result)) {
        const shown = `(${typeof old === 'bigint' ? 'NumberLong' : 'NumberInt'})${old}`
        refuse('BadValue', `Failed to apply ${operator} operations to current value (${shown}) for document {${idOf(at)}}`)
      }
      put(at, result)
    }
  }
}

const isWhole = (v: Num) => !isDouble(v) && !(v instanceof Decimal128)

function extreme(direction: number): Maker {
  return (value) => (at) => {
    const old = read(at)
    if (old === undefined || compare(value, old) * direction > 0) put(at, value)
  }
}

function currentDate(argument: Value): Modifier {
  if (typeof argument === 'boolean') return (at, run) => put(at, run.now)
  if (!isDoc(argument)) {
    return refuse(
      'BadValue',
      `${typeName(argument)} is not valid type for $currentDate. Please use a boolean ('true') or a $type expression ({$type: 'timestamp/date'}).`,
    )
  }
  for (const option of argument.keys()) if (option !== '$type') refuse('BadValue', `Unrecognized $currentDate option: ${option}`)
  const type = argument.get('$type')
  if (type === 'date') return (at, run) => put(at, run.now)
  if (type === 'timestamp') return (at, run) => put(at, new Timestamp({ t: Math.floor(run.now.getTime() / 1000), i: 1 }))
  return refuse('BadValue', "The '$type' string field is required to be 'date' or 'timestamp': {$currentDate: {field : {$type: 'date'}}}")
}

/** The modifier applies to the target path and moves the value from the source path. */
function rename(target: Value, path: string): Modifier {
  const shown = `${path}: ${show(target)}`
  if (typeof target !== 'string') return refuse('BadValue', `The 'to' field for $rename must be a string: ${shown}`)
  if (target === path) refuse('BadValue', `The source and target field for $rename must differ: ${shown}`)
  if (target.startsWith(`${path}.`) || path.startsWith(`${target}.`)) {
    refuse('BadValue', `The source and target field for $rename must not be on the same path: ${shown}`)
  }
  const parts = path.split('.')
  const isDynamic = (part: string) => part === '$' || part.startsWith('$[')
  if (parts.some(isDynamic)) refuse('BadValue', `The source field for $rename may not be dynamic: ${path}`)
  if (target.split('.').some(isDynamic)) refuse('BadValue', `The destination field for $rename may not be dynamic: ${target}`)
  return (at) => {
    const source = parts.reduce<PathRef | Doc>((up, name) => ({ name, up }), topOf(at)) as PathRef
    const value = read(source)
    if (value === undefined) return checkViable(source)
    checkNoArray(source, 'source')
    checkNoArray(at, 'destination')
    put(at, value)
    remove(source)
  }
}

function checkNoArray(at: PathRef, role: string): void {
  for (let up = at.up; !isDoc(up); up = up.up) {
    if (!Array.isArray(read(up))) continue
    refuse(
      'BadValue',
      `The ${role} field cannot be an array element, '${pathOf(at)}' in doc with ${idOf(at)} has an array field called '${up.name}'`,
    )
  }
}

function push(argument: Value): Modifier {
  const clauses = isDoc(argument) && argument.has('$each') ? argument : new Map([['$each', [argument]]])
  for (const clause of clauses.keys()) {
    if (!/^\$(each|slice|sort|position)$/.test(clause)) refuse('BadValue', `Unrecognized clause in $push: ${clause}`)
  }
  const each = clauses.get('$each') ?? null
  if (!Array.isArray(each)) refuse('BadValue', `The argument to $each in $push must be an array but it was of type: ${typeName(each)}`)
  const whole = (clause: string, message: string): number | undefined => {
    const value = clauses.get(clause)
    if (value === undefined) return value
    const n = isNum(value) ? toNumber(value) : Number.NaN
    return Number.isInteger(n) ? n : refuse('BadValue', `The value for ${clause} must be an integer value${message} ${typeName(value)}`)
  }
  const slice = whole('$slice', ' but was given type:')
  const position = whole('$position', ', not of type:')
  const order = clauses.has('$sort') ? pushOrder(clauses.get('$sort') ?? null) : undefined
  return (at) => {
    const old = listAt(at)
    if (!Array.isArray(old)) {
      const problem = `must be an array but is of type ${typeName(old)} in document {${idOf(at)}}`
      return refuse('BadValue', `The field '${pathOf(at)}' ${problem}`)
    }
    const list = [...old.slice(0, position), ...each, ...(position === undefined ? [] : old.slice(position))]
    if (order) list.sort(order)
    if (slice === undefined) put(at, list)
    else put(at, slice < 0 ? list.slice(slice) : list.slice(0, slice))
  }
}

/** For `$sort` in `$push`: compares whole elements, or dotted fields of documents. */
function pushOrder(spec: Value): (a: Value, b: Value) => number {
  const direction = (v: Value): number => {
    const n = isNum(v) ? toNumber(v) : 0
    return n === 1 || n === -1 ? n : refuse('BadValue', 'The $sort element value must be either 1 or -1')
  }
  if (isNum(spec)) {
    const sign = direction(spec)
    return (a, b) => compare(a, b) * sign
  }
  if (!isDoc(spec)) {
    return refuse('BadValue', 'The $sort is invalid: use 1/-1 to sort the whole element, or {field:1/-1} to sort embedded fields')
  }
  if (spec.size === 0) refuse('BadValue', 'The $sort pattern is empty when it should be a set of fields.')
  return elementOrder(
    Array.from(spec, ([path, v]) => {
      const sign = direction(v)
      if (path === '') refuse('BadValue', 'The $sort field cannot be empty')
      if (path.split('.').includes('')) refuse('BadValue', `The $sort field is a dotted field but has an empty part: ${path}`)
      return [path, sign]
    }),
  )
}

/** For `$push` and `$addToSet`: a missing field counts as an empty array. */
function listAt(at: PathRef): Value {
  const value = read(at)
  return value === undefined ? [] : value
}

function addToSet(argument: Value): Modifier {
  let values = [argument]
  if (isDoc(argument) && firstKey(argument) === '$each') {
    const each = argument.get('$each') ?? null
    if (!Array.isArray(each)) {
      return refuse('TypeMismatch', `The argument to $each in $addToSet must be an array but it was of type ${typeName(each)}`)
    }
    if (argument.size > 1) refuse('BadValue', `Found unexpected fields after $each in $addToSet: ${show(argument)}`)
    values = each
  }
  const keyed = values.map((value) => ({ value, key: hashKey(value) }))
  return (at) => {
    const old = listAt(at)
    if (!Array.isArray(old)) {
      refuse('BadValue', `Cannot apply $addToSet to non-array field. Field named '${at.name}' has non-array type ${typeName(old)}`)
    }
    const known = new Set(old.map(hashKey))
    const list = [...old]
    for (const { value, key } of keyed) {
      if (!known.has(key)) list.push(value)
      known.add(key)
    }
    put(at, list)
  }
}

function pullAll(argument: Value, path: string): Modifier {
  if (!Array.isArray(argument)) {
    refuse('BadValue', `$pullAll requires an array argument but was given a ${typeName(argument)} for '${path}'`)
  }
  const keys = new Set(argument.map(hashKey))
  return cull((value) => keys.has(hashKey(value)))
}

function cull(matches: (element: Value) => boolean): Modifier {
  return (at) => {
    const old = read(at)
    if (old === undefined) return checkViable(at)
    if (!Array.isArray(old)) return refuse('BadValue', 'Cannot apply $pull to a non-array value')
    const kept = old.filter((value) => !matches(value))
    if (kept.length < old.length) put(at, kept)
  }
}

function pop(argument: Value, path: string): Modifier {
  if (!isNum(argument)) return refuse('FailedToParse', `Expected a number in: ${path}: ${show(argument)}`)
  const end = toNumber(argument)
  if (end !== 1 && end !== -1) refuse('FailedToParse', `$pop expects 1 or -1, found: ${show(argument)}`)
  return (at) => {
    const old = read(at)
    if (old === undefined) return checkViable(at)
    if (!Array.isArray(old)) refuse('TypeMismatch', `Path '${pathOf(at)}' contains an element of non-array type '${typeName(old)}'`)
    if (old.length > 0) put(at, end === 1 ? old.slice(0, -1) : old.slice(1))
  }
}
