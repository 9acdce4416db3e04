/** Databases, collections and indexes; what the server tells about itself; sessions and transactions. */
import { MongoError, refuse } from '../errors.ts'
import { guarded } from '../guard.ts'
import { hashKey } from '../keys.ts'
import { parseFilter } from '../matcher.ts'
import { choosePlan, execute } from '../planner.ts'
import { type Collection, type Index, type Interval, isCapped, isIdIndex, namespace } from '../store.ts'
import { Locked } from '../transactions.ts'
import {
  Binary,
  BSONRegExp,
  type Doc,
  decode,
  doc,
  encode,
  fromObject,
  isDoc,
  isNum,
  ObjectId,
  show,
  toNumber,
  typeName,
  type Value,
} from '../values.ts'
import {
  type Answer,
  answer,
  boolField,
  type Command,
  checkName,
  collectionName,
  countField,
  docField,
  documentsField,
  listField,
  namedCollection,
  noCollation,
  type Request,
  required,
  stringField,
  varsOf,
  viewOf,
} from './command.ts'
import { cursorAnswer } from './read.ts'

const missing = (request: Request, name = collectionName(request)): never =>
  refuse('NamespaceNotFound', `ns does not exist: ${request.db}.${name}`)

// ---- collections

const NOT_SUPPORTED = ['timeseries', 'viewOn', 'encryptedFields', 'changeStreamPreAndPostImages']

function create(request: Request): Answer {
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
  const existing = engine.store.collection(db, name)
  if (!existing) engine.store.create(db, name, options)
  else if (hashKey(existing.options) !== hashKey(options))
    refuse('NamespaceExists', `namespace ${namespace(existing)} already exists, but with different options: ${show(existing.options)}`)
  return answer()
}

const MAX_CAPPED = 2 ** 50
const MAX_INT32 = 2 ** 31 - 1

/** What makes the collection a special one, as listCollections shows it. */
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

/** Documents are found by `_id` in the same way in every collection, so this is only what is told of it. */
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

function drop(request: Request): Answer {
  const collection = namedCollection(request)
  if (!collection) return answer()
  const indexes = collection.indexes.length
  dropCollection(request, collection)
  return answer({ nIndexesWas: indexes, ns: namespace(collection) })
}

function dropCollection({ engine }: Request, collection: Collection): void {
  engine.store.drop(collection)
  for (const cursor of engine.cursors.values()) if (cursor.namespace === namespace(collection)) engine.close(cursor)
}

function dropDatabase(request: Request): Answer {
  const { engine, db } = request
  checkName(db, 'x')
  const all = engine.store.list(db)
  for (const collection of all) dropCollection(request, collection)
  return answer({ dropped: all.length > 0 ? db : undefined })
}

function adminOnly({ name, db }: Request): void {
  if (db !== 'admin') refuse('Unauthorized', `${name} may only be run against the admin database.`)
}

function renameCollection(request: Request): Answer {
  const { engine } = request
  adminOnly(request)
  const from = splitNamespace(stringField(request, 'renameCollection') ?? '')
  const to = splitNamespace(stringField(request, 'to') ?? '')
  const collection = engine.store.collection(from.db, from.name)
  if (!collection) return refuse('NamespaceNotFound', `Source collection ${from.db}.${from.name} does not exist`)
  checkName(to.db, to.name)
  const target = engine.store.collection(to.db, to.name)
  if (target === collection) refuse('IllegalOperation', "Can't rename a collection to itself")
  if (target && !boolField(request, 'dropTarget')) refuse('NamespaceExists', 'target namespace exists')
  if (target) dropCollection(request, target)
  engine.store.rename(collection, to.db, to.name)
  return answer()
}

function splitNamespace(ns: string): { db: string; name: string } {
  const dot = ns.indexOf('.')
  if (dot < 1) refuse('InvalidNamespace', `Invalid namespace: '${ns}'`)
  return { db: ns.slice(0, dot), name: ns.slice(dot + 1) }
}

/** Changes the expiry of a TTL index, or hides an index from the planner; nothing else of a collection can be changed here. */
function collMod(request: Request): Answer {
  const { engine, body } = request
  const collection = namedCollection(request) ?? missing(request)
  for (const option of ['validator', 'validationLevel', 'validationAction', 'viewOn', 'pipeline', 'changeStreamPreAndPostImages']) {
    if (body.has(option)) refuse('CommandNotSupported', `collMod with '${option}' is not supported by the embedded engine`)
  }
  const change = docField(request, 'index')
  if (!change) return answer()
  const key = change.get('keyPattern')
  const name = change.get('name')
  const index = collection.indexes.find((i) =>
    typeof name === 'string' ? i.name === name : isDoc(key) && sameKey(i.spec.get('key') as Doc, key),
  )
  if (!index) return refuse('IndexNotFound', 'cannot find index for the collMod')
  const seconds = change.get('expireAfterSeconds')
  const hidden = change.get('hidden')
  if (!(seconds === undefined || isNum(seconds)) || !(hidden === undefined || typeof hidden === 'boolean')) {
    return refuse('TypeMismatch', 'expireAfterSeconds must be a number and hidden a boolean')
  }
  if (seconds === undefined && hidden === undefined) refuse('InvalidOptions', 'no expireAfterSeconds or hidden field')
  if (seconds !== undefined && isCapped(collection)) refuse('InvalidOptions', 'TTL indexes are not supported for capped collections.')
  const changes = { ...(seconds === undefined ? {} : { expireAfterSeconds: seconds }), ...(hidden === undefined ? {} : { hidden }) }
  const told: [string, Value | undefined][] = Object.entries(changes).flatMap(([field, value]) => [
    [`${field}_old`, index.spec.get(field) ?? (field === 'hidden' ? false : undefined)],
    [`${field}_new`, value],
  ])
  if (hidden === true && isIdIndex(index)) refuse('BadValue', "can't hide _id index")
  engine.store.changeIndex(index, new Map([...index.spec, ...Object.entries(changes)]))
  return answer(Object.fromEntries(told))
}

function listCollections(request: Request): Promise<Answer> {
  const { engine, db } = request
  const filter = parseFilter(docField(request, 'filter') ?? new Map(), { vars: varsOf(request) })
  const nameOnly = boolField(request, 'nameOnly')
  const list = engine.store.list(db).map((c) => {
    const entry = doc({ name: c.name, type: 'collection' })
    if (nameOnly) return entry
    entry.set('options', c.options)
    entry.set('info', doc({ readOnly: false, uuid: new Binary(Buffer.from(c.uuid.replaceAll('-', ''), 'hex'), 4) }))
    if (!c.options.has('clusteredIndex')) entry.set('idIndex', doc({ v: 2, key: { _id: 1 }, name: '_id_' }))
    return entry
  })
  return listAnswer(
    request,
    `${db}.$cmd.listCollections`,
    guarded(() => list.filter((entry) => filter.matches(entry))),
  )
}

function listAnswer(request: Request, ns: string, list: readonly Doc[]): Promise<Answer> {
  async function* documents() {
    if (list.length > 0) yield list.map((d) => encode(d))
  }
  return cursorAnswer(request, ns, viewOf(request), documents, countField(request, 'batchSize', docField(request, 'cursor') ?? new Map()))
}

function listDatabases(request: Request): Answer {
  const { engine } = request
  adminOnly(request)
  const filter = parseFilter(docField(request, 'filter') ?? new Map(), { vars: varsOf(request) })
  const nameOnly = boolField(request, 'nameOnly')
  const names = [...new Set(engine.store.list().map((c) => c.db))].sort()
  const entries = names.map((name) =>
    doc(nameOnly ? { name } : { name, sizeOnDisk: sizeOf(request, engine.store.list(name)), empty: false }),
  )
  const databases = guarded(() => entries.filter((entry) => filter.matches(entry)))
  return answer({
    databases,
    totalSize: nameOnly ? undefined : databases.reduce((sum, d) => sum + toNumber(d.get('sizeOnDisk') as number), 0),
  })
}

function sizeOf({ engine }: Request, collections: readonly Collection[]): number {
  return collections.reduce((sum, c) => sum + engine.store.writer.count(c).bytes, 0)
}

function collStats(request: Request): Answer {
  const { engine, db } = request
  const collection = namedCollection(request)
  const ns = `${db}.${collectionName(request)}`
  if (!collection) return answer({ ns, size: 0, count: 0, storageSize: 0, nindexes: 0, totalIndexSize: 0, indexSizes: new Map() })
  const { documents, bytes } = engine.store.writer.count(collection)
  const capped = isCapped(collection)
  const sizes = collection.indexes.map((i): [string, Value] => [i.name, 0])
  return answer({
    ns,
    size: bytes,
    count: documents,
    avgObjSize: documents > 0 ? Math.floor(bytes / documents) : undefined,
    storageSize: bytes,
    capped,
    max: capped ? (collection.options.get('max') ?? 0) : undefined,
    maxSize: collection.options.get('size'),
    nindexes: collection.indexes.length,
    totalIndexSize: 0,
    indexSizes: new Map(sizes),
    scaleFactor: 1,
  })
}

function dbStats(request: Request): Answer {
  const { engine, db } = request
  const collections = engine.store.list(db)
  const objects = collections.reduce((sum, c) => sum + engine.store.writer.count(c).documents, 0)
  const bytes = sizeOf(request, collections)
  return answer({
    db,
    collections: collections.length,
    views: 0,
    objects,
    dataSize: bytes,
    storageSize: bytes,
    indexes: collections.reduce((sum, c) => sum + c.indexes.length, 0),
    indexSize: 0,
  })
}

// ---- indexes

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
/** MongoDB's InvalidIndexSpecificationOption. */
const INVALID_INDEX_OPTION = 197
const sameKey = (a: Doc, b: Doc) => hashKey(a) === hashKey(b)
const ID_KEY = doc({ _id: 1 })

/** The index description as it is kept and listed; refuses what the engine cannot do. */
function indexSpec(given: Doc): Doc {
  const key = given.get('key')
  const name = given.get('name')
  if (key !== undefined && !isDoc(key)) return refuse('TypeMismatch', `The field 'key' must be an object, but got ${typeName(key)}`)
  if (key === undefined) return refuse('FailedToParse', "The 'key' field is a required property of an index specification")
  if (typeof name !== 'string') return refuse('FailedToParse', "The 'name' field is a required property of an index specification")
  if (key.size === 0) refuse('CannotCreateIndex', 'Index keys cannot be an empty object.')
  if (key.size > 32) refuse(13103, 'too many compound keys')
  if (name === '') refuse('CannotCreateIndex', 'The index name cannot be empty')
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

const TEXT_AND_GEO =
  /^(weights|default_language|language_override|textIndexVersion|2dsphereIndexVersion|bits|min|max|bucketSize|storageEngine|prepareUnique|clustered)$/

/** Partial filters may only say what the planner can reason about. */
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

/** Everything but the name that makes two descriptions the same index. */
const optionsKey = (spec: Doc) =>
  hashKey(new Map([...spec].filter(([name]) => name !== 'name' && name !== 'v').sort(([a], [b]) => (a < b ? -1 : 1))))

async function createIndexes(request: Request): Promise<Answer> {
  const { engine, db } = request
  const { store } = engine
  const name = collectionName(request)
  const specs = documentsField(request, 'indexes').map((spec) => indexSpec(spec()))
  if (specs.length === 0) refuse('BadValue', 'Must specify at least one index to create')
  const created = store.collection(db, name) === undefined
  const collection = store.collection(db, name) ?? store.create(db, name)
  if (request.transaction && !created && request.transaction.scan(collection, null, ALL_ROWS, false).next().value) {
    refuse(
      'OperationNotSupportedInTransaction',
      'Cannot create new indexes on existing collection with documents in a multi-document transaction.',
    )
  }
  if (isCapped(collection) && specs.some((spec) => spec.has('expireAfterSeconds')))
    refuse('CannotCreateIndex', 'Cannot create TTL index on a capped collection')
  const before = collection.indexes.length
  const built: string[] = []
  try {
    for (const spec of specs) {
      const existing = sameAsExisting(collection, spec)
      // Another client may be building it just now.
      if (existing) await builds.get(existing)
      if (existing) continue
      if (collection.indexes.length >= 64) refuse('CannotCreateIndex', `add index fails, too many indexes for ${namespace(collection)}`)
      await buildIndex(request, collection, spec)
      built.push(spec.get('name') as string)
    }
  } catch (error) {
    // All of them or none.
    for (const index of collection.indexes.filter((i) => built.includes(i.name)))
      if (!collection.dropped) store.dropIndex(collection, index)
    throw error
  }
  return answer({
    numIndexesBefore: before,
    numIndexesAfter: collection.indexes.length,
    createdCollectionAutomatically: created,
    note: before === collection.indexes.length ? 'all indexes already exist' : undefined,
  })
}

/** What tells two indexes apart for MongoDB; all else is options. */
const identity = (spec: Doc) => hashKey(['key', 'partialFilterExpression', 'unique', 'sparse'].map((name) => spec.get(name) ?? null))
const sameIdentity = (a: Doc, b: Doc) => identity(a) === identity(b)

function sameAsExisting(collection: Collection, spec: Doc): Index | undefined {
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

const ALL_ROWS: Interval = { lo: Buffer.alloc(0), hi: Buffer.from([255]) }

/** Indexes that are being built. */
const builds = new WeakMap<Index, Promise<void>>()

function buildIndex(request: Request, collection: Collection, spec: Doc): Promise<void> {
  const index = request.engine.store.startIndex(collection, spec)
  const building = fillIndex(request, collection, index)
  builds.set(index, building)
  return building
}

/** Fills the new index a slice at a time; writers keep it up meanwhile. */
async function fillIndex({ engine, pace }: Request, collection: Collection, index: Index): Promise<void> {
  const { store, latest } = engine
  const isThere = () => !collection.dropped && collection.indexes.includes(index)
  const settle = async () => {
    await store.committed()
    await pace.breathe()
    if (!isThere()) refuse('IndexBuildAborted', 'the index or its collection was dropped while the index was being built')
  }
  try {
    for (const rows of latest.scan(collection, null, ALL_ROWS, false)) {
      store.fillIndex(collection, index, rows)
      if (pace.due) await settle()
    }
    await settle()
    store.finishIndex(collection, index)
  } catch (error) {
    if (isThere()) store.dropIndex(collection, index)
    throw error
  }
}

function listIndexes(request: Request): Promise<Answer> {
  const collection = namedCollection(request) ?? missing(request)
  return listAnswer(
    request,
    namespace(collection),
    collection.indexes.filter((i) => i.ready).map((i) => i.spec),
  )
}

function dropIndexes(request: Request): Answer {
  const { engine } = request
  const collection = namedCollection(request) ?? missing(request)
  const wanted = required(request, 'index', request.body.get('index'))
  const names = Array.isArray(wanted) ? wanted : [wanted]
  if (!(isDoc(wanted) || names.every((name) => typeof name === 'string'))) {
    refuse(
      'TypeMismatch',
      `BSON field 'dropIndexes.index' is the wrong type '${typeName(wanted)}', expected types '[array, string, object]'`,
    )
  }
  const before = collection.indexes.length
  const find = (by: Value): Index => {
    const index = collection.indexes.find((i) => (isDoc(by) ? sameKey(i.spec.get('key') as Doc, by) : i.name === by))
    if (!index) return refuse('IndexNotFound', `index not found with name [${typeof by === 'string' ? by : 'key pattern'}]`)
    if (index.spec.has('clustered')) refuse(5979800, 'Cannot drop the clustered index. Try dropping the collection instead.')
    if (isIdIndex(index)) refuse('InvalidOptions', 'cannot drop _id index')
    return index
  }
  const chosen = wanted === '*' ? collection.indexes.filter((i) => !isIdIndex(i)) : names.map(find)
  for (const index of chosen) engine.store.dropIndex(collection, index)
  return answer({ nIndexesWas: before })
}

/** Deletes what has outlived its TTL index; runs by the clock. What a transaction holds, or has changed just now, waits for the next pass. */
export async function expireDocuments({ engine, pace }: Pick<Request, 'engine' | 'pace'>): Promise<void> {
  for (const collection of engine.store.list()) {
    for (const index of collection.indexes) {
      const seconds = index.spec.get('expireAfterSeconds')
      if (!isNum(seconds ?? null) || !index.ready) continue
      const field = index.paths[0] as string
      const oldest = new Date(Date.now() - toNumber(seconds as number) * 1000)
      const partial = index.spec.get('partialFilterExpression') ?? new Map()
      const query = { collection, filter: parseFilter(doc({ $and: [partial, { [field]: { $lt: oldest } }] })) }
      for (const rows of execute(engine.latest, query, choosePlan(engine.latest, query))) {
        for (const row of rows) {
          try {
            engine.latest.change(collection, row, null)
          } catch (error) {
            if (!(error instanceof Locked)) throw error
          }
        }
        await engine.store.committed()
        await pace.breathe()
        if (collection.dropped) break
      }
    }
  }
}

// ---- the server itself

const VERSION = '8.0.0'

/** Of this process: the topology of one node never changes, so a driver that knows it is told again only after a while. */
const TOPOLOGY: Doc = new Map<string, Value>([
  ['processId', new ObjectId()],
  ['counter', 0n],
])

/** What drivers ask first, and their monitors all the time. */
export function hello(request: Pick<Request, 'engine' | 'name'>, address: string, connection: number): Answer {
  return answer({
    helloOk: true,
    isWritablePrimary: true,
    ...(request.name === 'hello' ? {} : { ismaster: true }),
    setName: 'embedded',
    setVersion: 1,
    secondary: false,
    primary: address,
    hosts: [address],
    me: address,
    maxBsonObjectSize: 16 * 1024 * 1024,
    maxMessageSizeBytes: 48_000_000,
    maxWriteBatchSize: 100_000,
    localTime: new Date(),
    logicalSessionTimeoutMinutes: 30,
    connectionId: connection,
    topologyVersion: TOPOLOGY,
    minWireVersion: 0,
    // MongoDB 8.0: newer ones make drivers send commands that are not in the subset.
    maxWireVersion: 25,
    readOnly: false,
  })
}

/** How long a hello that knows the topology already waits for its answer, in milliseconds; undefined: not at all. */
export function helloWait(body: Doc): number | undefined {
  const known = body.get('topologyVersion')
  const wait = body.get('maxAwaitTimeMS')
  if (!isDoc(known) || !isNum(wait ?? null) || hashKey(known) !== hashKey(TOPOLOGY)) return undefined
  return Math.min(Math.max(toNumber(wait as number), 100), 60_000)
}

const buildInfo = () =>
  answer({
    version: VERSION,
    gitVersion: 'embedded',
    versionArray: [8, 0, 0, 0],
    bits: 64,
    maxBsonObjectSize: 16 * 1024 * 1024,
    modules: [],
    storageEngines: ['sqlite'],
  })

function serverStatus({ engine }: Request): Answer {
  return answer({
    host: 'localhost',
    version: VERSION,
    process: 'embedded',
    pid: process.pid,
    uptime: Math.floor((Date.now() - engine.startedAt) / 1000),
    localTime: new Date(),
    storageEngine: fromObject({ name: 'sqlite', supportsCommittedReads: true, persistent: true }),
    metrics: fromObject({ cursor: { open: { total: engine.cursors.size } } }),
    transactions: fromObject({ currentOpen: [...engine.sessions.values()].filter((s) => s.transaction).length }),
    mem: fromObject({ resident: Math.round(process.memoryUsage().rss / 1048576) }),
  })
}

function getParameter(request: Request): Answer {
  const known: Record<string, Value> = {
    featureCompatibilityVersion: doc({ version: '8.0' }),
    transactionLifetimeLimitSeconds: 60,
    ttlMonitorSleepSecs: request.engine.options.ttlSeconds ?? 60,
    enableTestCommands: request.engine.options.failPoints === true,
  }
  const all = request.body.get('getParameter') === '*'
  const found = Object.entries(known).filter(([name]) => all || request.body.has(name))
  if (found.length === 0) refuse('InvalidOptions', 'no option found to get')
  return answer(Object.fromEntries(found))
}

// ---- sessions and transactions

export const sessionKeyOf = (lsid: Value | undefined): string | undefined => {
  if (lsid === undefined) return undefined
  const id = isDoc(lsid) ? lsid.get('id') : undefined
  return id instanceof Binary && id.length() === 16 ? id.toString('hex') : refuse('TypeMismatch', "BSON field 'lsid.id' must be a UUID")
}

function endSessions(request: Request): Answer {
  for (const lsid of listField(request, 'endSessions') ?? []) {
    const key = sessionKeyOf(lsid)
    if (key) request.engine.endSession(key)
  }
  return answer()
}

function killAllSessions({ engine }: Request): Answer {
  for (const key of [...engine.sessions.keys()]) engine.endSession(key)
  for (const cursor of [...engine.cursors.values()]) engine.close(cursor)
  return answer()
}

export function noTransaction(number: Value | undefined): MongoError {
  const error = new MongoError(
    'NoSuchTransaction',
    `Given transaction number ${String(number)} does not match any in-progress transactions.`,
  )
  error.labels.push('TransientTransactionError')
  return error
}

/** Can be repeated: a commit that is known to have happened is confirmed again, also after a restart. */
async function commitTransaction(request: Request): Promise<Answer> {
  const { engine, session, sessionKey, body } = request
  const number = body.get('txnNumber')
  if (!session || !sessionKey || body.get('autocommit') !== false)
    return refuse('BadValue', 'commitTransaction must be run within a transaction')
  const { transaction } = session
  if (transaction && BigInt(transaction.number) === BigInt(number as bigint)) {
    try {
      transaction.commit()
      if (transaction.wrote)
        engine.store.remember(sessionKey, { number: transaction.number, reply: () => encode(doc({ committed: true })) })
      session.transaction = undefined
      const written = engine.store.committed()
      await written.finally(() => transaction.finish())
    } catch (error) {
      engine.abort(session)
      throw error
    }
    session.committed = transaction.number
    return answer()
  }
  const record = engine.store.recall(sessionKey)
  const stored = record && decode(record.reply).get('committed') === true ? record.number : undefined
  if ([session.committed, stored].some((committed) => committed !== undefined && BigInt(committed) === number)) return answer()
  throw noTransaction(number)
}

function abortTransaction({ engine, session, body }: Request): Answer {
  const number = body.get('txnNumber')
  if (!session || body.get('autocommit') !== false) return refuse('BadValue', 'abortTransaction must be run within a transaction')
  if (session.transaction && BigInt(session.transaction.number) === BigInt(number as bigint)) {
    engine.abort(session)
    return answer()
  }
  if (session.committed !== undefined && BigInt(session.committed) === BigInt((number as bigint | undefined) ?? -1n))
    refuse('TransactionCommitted', 'Transaction has been committed')
  throw noTransaction(number)
}

export const adminCommands: Readonly<Record<string, Command>> = {
  create: {
    fields: [
      'validator',
      'validationLevel',
      'validationAction',
      'collation',
      'capped',
      'size',
      'max',
      'timeseries',
      'expireAfterSeconds',
      'viewOn',
      'pipeline',
      'clusteredIndex',
      'encryptedFields',
      'changeStreamPreAndPostImages',
    ],
    transactional: true,
    run: create,
  },
  drop: { fields: [], run: drop },
  dropDatabase: { fields: [], run: dropDatabase },
  renameCollection: { fields: ['to', 'dropTarget'], run: renameCollection },
  collMod: {
    fields: ['index', 'validator', 'validationLevel', 'validationAction', 'viewOn', 'pipeline', 'changeStreamPreAndPostImages'],
    run: collMod,
  },
  listCollections: { fields: ['filter', 'nameOnly', 'cursor', 'authorizedCollections'], run: listCollections },
  listDatabases: { fields: ['filter', 'nameOnly', 'authorizedDatabases'], run: listDatabases },
  createIndexes: { fields: ['indexes', 'commitQuorum'], transactional: true, run: createIndexes },
  listIndexes: { fields: ['cursor'], run: listIndexes },
  dropIndexes: { fields: ['index'], run: dropIndexes },
  collStats: { fields: [], run: collStats },
  dbStats: { fields: [], run: dbStats },
  ping: { fields: [], run: () => answer() },
  buildInfo: { fields: [], run: buildInfo },
  buildinfo: { fields: [], run: buildInfo },
  serverStatus: { fields: ['repl', 'metrics', 'locks'], run: serverStatus },
  getParameter: {
    fields: ['featureCompatibilityVersion', 'transactionLifetimeLimitSeconds', 'ttlMonitorSleepSecs', 'enableTestCommands'],
    run: getParameter,
  },
  endSessions: { fields: [], run: endSessions },
  killAllSessions: { fields: [], run: killAllSessions },
  commitTransaction: { fields: ['recoveryToken'], transactional: true, run: commitTransaction },
  abortTransaction: { fields: ['recoveryToken'], transactional: true, run: abortTransaction },
}
