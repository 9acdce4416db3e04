import { namespace } from '../collection.ts'
import { refuse } from '../errors.ts'
import { hashKey } from '../keys.ts'
import { type Doc, doc, isDoc, show } from '../values.ts'
import {
  type Answer,
  answer,
  boolField,
  collectionName,
  countField,
  docField,
  noCollation,
  type Request,
  required,
  stringField,
} from './command.ts'
import { ID_KEY, INVALID_INDEX_OPTION, sameKey } from './index-spec.ts'

const NOT_SUPPORTED = ['timeseries', 'viewOn', 'encryptedFields', 'changeStreamPreAndPostImages']

export function create(request: Request): Answer {
  const { engine, db, body } = request
  const name = collectionName(request)
  noCollation(body)
  for (const option of NOT_SUPPORTED) {
    const value = body.get(option)
    if (value && !(isDoc(value) && value.get('enabled') === false))
      refuse('CommandNotSupported', `create with '${option}' is not supported by the embedded engine`)
  }
  if (docField(request, 'validator')?.size) refuse('CommandNotSupported', "create with 'validator' is not supported by the embedded engine")
  if (body.has('expireAfterSeconds')) refuse('CommandNotSupported', 'time series collections are not supported by the embedded engine')
  const options = collectionOptions(request)
  const existing = engine.store.catalog.collection(db, name)
  if (!existing) engine.store.catalog.create(db, name, options)
  else if (hashKey(existing.options) !== hashKey(options))
    refuse('NamespaceExists', `namespace ${namespace(existing)} already exists, but with different options: ${show(existing.options)}`)
  return answer()
}

const MAX_CAPPED = 2 ** 50
const MAX_INT32 = 2 ** 31 - 1

function collectionOptions(request: Request): Doc {
  const capped = boolField(request, 'capped')
  const size = countField(request, 'size')
  const max = countField(request, 'max')
  if (size !== undefined && !(size >= 1 && size <= MAX_CAPPED))
    refuse(51024, `BSON field 'size' value must be >= 1 and <= ${MAX_CAPPED}, actual value '${size}'`)
  if (max !== undefined && max > MAX_INT32) refuse(51024, `BSON field 'max' value must be < ${MAX_INT32 + 1}, actual value '${max}'`)
  const clusteredIndex = clusteredSpec(request)
  if (clusteredIndex) {
    if (size !== undefined) refuse(6049200, "the 'size' field is not allowed for a clustered collection")
    if (max !== undefined) refuse(6049204, "the 'max' field is not allowed for a clustered collection")
    if (capped) refuse(6049201, "a capped clustered collection requires 'expireAfterSeconds'")
    return doc({ clusteredIndex })
  }
  if (!capped) {
    if (size !== undefined || max !== undefined)
      refuse('InvalidOptions', "the 'capped' field needs to be true when either the 'size' or 'max' fields are present")
    return new Map()
  }
  if (size === undefined) return refuse('InvalidOptions', "the 'size' field is required when 'capped' is true")
  const bytes = Math.ceil(size / 256) * 256
  return doc({ capped, size: bytes > MAX_INT32 ? BigInt(bytes) : bytes, max: max === 0 ? MAX_INT32 : max })
}

/**
 * Validates the clusteredIndex option, which has no effect, because lookups by `_id` are equally fast in every
 * collection.
 */
function clusteredSpec(request: Request): Doc | undefined {
  const value = request.body.get('clusteredIndex')
  if (value === false) return undefined
  if (value === true) refuse(5979703, 'the clusteredIndex option must be a document')
  const given = docField(request, 'clusteredIndex')
  if (!given) return undefined
  const inner = { ...request, name: 'create.clusteredIndex' }
  for (const field of given.keys()) {
    if (!['v', 'key', 'name', 'unique'].includes(field)) refuse('Location40415', `BSON field '${inner.name}.${field}' is an unknown field.`)
  }
  const key = required(inner, 'key', docField(inner, 'key', given))
  const name = stringField(inner, 'name', given) ?? '_id_'
  required(inner, 'unique', given.get('unique'))
  if (!boolField(inner, 'unique', given)) refuse(5979700, 'The clusteredIndex option requires unique: true to be specified')
  if (!sameKey(key, ID_KEY)) refuse(INVALID_INDEX_OPTION, 'The clusteredIndex option supports only key: {_id: 1}')
  if ((countField(inner, 'v', given) ?? 2) !== 2) refuse(5979704, 'the clusteredIndex option must have v: 2')
  return doc({ v: 2, key: { _id: 1 }, name, unique: true })
}
