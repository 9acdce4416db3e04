import type { Collection, Index } from '../collection.ts'
import { refuse } from '../errors.ts'
import { hashKey } from '../keys.ts'
import { parseFilter } from '../matcher.ts'
import { BSONRegExp, type Doc, doc, isDoc, isNum, toNumber, typeName, type Value } from '../values.ts'
import { noCollation } from './command.ts'

const INDEX_OPTIONS = new Set([
  'key',
  'name',
  'v',
  'unique',
  'sparse',
  'partialFilterExpression',
  'expireAfterSeconds',
  'background',
  'ns',
  'collation',
  'hidden',
])
const ID_INDEX_OPTIONS = new Set(['key', 'name', 'v', 'ns', 'background', 'collation'])
/** MongoDB's code for InvalidIndexSpecificationOption. */
export const INVALID_INDEX_OPTION = 197
export const sameKey = (a: Doc, b: Doc) => hashKey(a) === hashKey(b)
export const ID_KEY = doc({ _id: 1 })

/** Throws if the engine does not support the index. */
export function indexSpec(given: Doc): Doc {
  const key = given.get('key')
  const name = given.get('name')
  if (key !== undefined && !isDoc(key)) return refuse('TypeMismatch', `The field 'key' must be an object, but got ${typeName(key)}`)
  if (key === undefined) return refuse('FailedToParse', "The 'key' field is a required property of an index specification")
  if (typeof name !== 'string') return refuse('FailedToParse', "The 'name' field is a required property of an index specification")
  if (key.size === 0) refuse('CannotCreateIndex', 'Index keys cannot be an empty object.')
  if (key.size > 32) refuse(13103, 'too many compound keys')
  if (name === '') refuse('CannotCreateIndex', 'The index name cannot be empty')
  checkKey(given, key)
  checkOptions(given, key, name)
  noCollation(given)
  const spec = new Map<string, Value>([
    ['v', 2],
    ['key', key],
    ['name', name],
  ])
  for (const option of ['unique', 'sparse', 'hidden'] as const) {
    const value = given.get(option)
    if (value === undefined) continue
    if (typeof value !== 'boolean' && !isNum(value))
      refuse('TypeMismatch', `The field '${option}' has value ${typeName(value)}, which is not convertible to bool`)
    if (value === true || (isNum(value) && toNumber(value) !== 0)) spec.set(option, true)
  }
  const partial = given.get('partialFilterExpression')
  if (partial !== undefined) {
    if (!isDoc(partial)) return refuse('TypeMismatch', "The field 'partialFilterExpression' must be an object")
    if (spec.has('sparse')) refuse('CannotCreateIndex', 'cannot mix "partialFilterExpression" and "sparse" options')
    checkPartial(partial)
    spec.set('partialFilterExpression', partial)
  }
  const seconds = given.get('expireAfterSeconds')
  if (seconds !== undefined) {
    if (!isNum(seconds)) return refuse('TypeMismatch', "TTL index 'expireAfterSeconds' option must be numeric")
    if (!(toNumber(seconds) >= 0 && toNumber(seconds) <= 2147483647))
      refuse('CannotCreateIndex', "TTL index 'expireAfterSeconds' option must be within an acceptable range")
    if (key.size > 1) refuse('CannotCreateIndex', 'TTL indexes are single-field indexes, compound indexes do not support TTL')
    spec.set('expireAfterSeconds', seconds)
  }
  return spec
}

function checkKey(given: Doc, key: Doc): void {
  for (const [path, direction] of key) {
    if (typeof direction === 'string') {
      if (direction === '') refuse('CannotCreateIndex', 'Values in the index key pattern cannot be empty strings')
      if (direction !== 'hashed') refuse('CommandNotSupported', `'${direction}' indexes are not supported by the embedded engine`)
      if (given.get('unique')) refuse(16764, 'Currently hashed indexes cannot guarantee uniqueness. Use a regular index.')
      continue
    }
    if (!isNum(direction))
      refuse(
        'CannotCreateIndex',
        `Values in v:2 index key pattern cannot be of type ${typeName(direction)}. Only numbers > 0, numbers < 0, and strings are allowed.`,
      )
    const sign = toNumber(direction)
    if (sign === 0 || Number.isNaN(sign)) refuse('CannotCreateIndex', 'Values in the index key pattern cannot be 0.')
    if (path === '' || path.split('.').includes('')) refuse('CannotCreateIndex', 'Index keys cannot contain an empty field.')
    if (path.includes('$**')) refuse('CommandNotSupported', 'wildcard indexes are not supported by the embedded engine')
    if (path.split('.').some((part) => part.startsWith('$') && !/^\$(id|ref|db)$/.test(part)))
      refuse('CannotCreateIndex', "Index key contains an illegal field name: field name starts with '$'.")
  }
}

/** Checks the options' names, but not their values. */
function checkOptions(given: Doc, key: Doc, name: string): void {
  const isId = key.size === 1 && key.has('_id')
  if (name === '_id_' && !sameKey(key, ID_KEY))
    refuse('BadValue', "The index name '_id_' is reserved for the _id index, which must have key pattern {_id: 1}")
  for (const option of given.keys()) {
    if (isId && !ID_INDEX_OPTIONS.has(option))
      refuse(INVALID_INDEX_OPTION, `The field '${option}' is not valid for an _id index specification.`)
    if (!INDEX_OPTIONS.has(option))
      refuse(
        option.startsWith('wildcard') || TEXT_AND_GEO.test(option) ? 'CommandNotSupported' : INVALID_INDEX_OPTION,
        `The field '${option}' is not valid for an index specification.`,
      )
  }
}

const TEXT_AND_GEO =
  /^(weights|default_language|language_override|textIndexVersion|2dsphereIndexVersion|bits|min|max|bucketSize|storageEngine|prepareUnique|clustered)$/

/** Allows only the operators that the planner can analyse. */
function checkPartial(filter: Doc): void {
  const allowed = new Set(['$and', '$or', '$in', '$eq', '$gt', '$gte', '$lt', '$lte', '$exists', '$type'])
  const walk = (value: Value): void => {
    if (value instanceof BSONRegExp) refuse('CannotCreateIndex', 'unsupported expression in partial index: $regex')
    if (Array.isArray(value)) value.forEach(walk)
    else if (isDoc(value)) {
      for (const [name, inner] of value) {
        if (
          (name.startsWith('$') && !allowed.has(name)) ||
          (name === '$exists' && !(inner === true || (isNum(inner) && toNumber(inner) !== 0)))
        ) {
          refuse('CannotCreateIndex', `unsupported expression in partial index: ${name}`)
        }
        walk(inner)
      }
    }
  }
  parseFilter(filter)
  walk(filter)
}

/** Hashes the whole specification except `name` and `v`. */
const optionsKey = (spec: Doc) =>
  hashKey(new Map([...spec].filter(([name]) => name !== 'name' && name !== 'v').sort(([a], [b]) => (a < b ? -1 : 1))))

/** MongoDB identifies an index by these fields. All others are options. */
const identity = (spec: Doc) => hashKey(['key', 'partialFilterExpression', 'unique', 'sparse'].map((name) => spec.get(name) ?? null))
const sameIdentity = (a: Doc, b: Doc) => identity(a) === identity(b)

export function sameAsExisting(collection: Collection, spec: Doc): Index | undefined {
  const key = spec.get('key') as Doc
  if (key.size === 1 && isNum(key.get('_id') ?? null) && toNumber(key.get('_id') as number) === 1) return collection.indexes[0]
  for (const index of collection.indexes) {
    const { spec: other, name } = index
    const same = optionsKey(other) === optionsKey(spec)
    if (name === spec.get('name')) {
      if (same) return index
      if (!sameIdentity(other, spec))
        refuse(
          'IndexKeySpecsConflict',
          `An existing index has the same name as the requested index. When index names are not specified, they are auto generated and can cause conflicts. Please refer to our documentation. Requested index: ${name}`,
        )
    }
    if (same) refuse('IndexOptionsConflict', `Index already exists with a different name: ${name}`)
    if (name === spec.get('name'))
      refuse('IndexOptionsConflict', 'An equivalent index already exists with the same name but different options.')
    if (sameIdentity(other, spec))
      refuse('IndexOptionsConflict', `An equivalent index already exists with a different name and options: ${name}`)
  }
  return undefined
}
