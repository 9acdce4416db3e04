import { type Collection, type Index, isCapped, isIdIndex, namespace } from '../collection.ts'
import { refuse } from '../errors.ts'
import { ALL } from '../planner/intervals.ts'
import { type Doc, isDoc, typeName, type Value } from '../values.ts'
import { type Answer, answer, collectionName, documentsField, type Request, required, requiredCollection } from './command.ts'
import { indexSpec, sameAsExisting, sameKey } from './index-spec.ts'

export async function createIndexes(request: Request): Promise<Answer> {
  const { engine, db } = request
  const { store } = engine
  const name = collectionName(request)
  const specs = documentsField(request, 'indexes').map((spec) => indexSpec(spec()))
  if (specs.length === 0) refuse('BadValue', 'Must specify at least one index to create')
  const created = store.catalog.collection(db, name) === undefined
  const collection = store.catalog.collection(db, name) ?? store.catalog.create(db, name)
  if (request.transaction && !created && request.transaction.scan(collection, null, ALL, false).next().value) {
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
      // Another client may be building the same index.
      if (existing) await builds.get(existing)
      if (existing) continue
      if (collection.indexes.length >= 64) refuse('CannotCreateIndex', `add index fails, too many indexes for ${namespace(collection)}`)
      await buildIndex(request, collection, spec)
      built.push(spec.get('name') as string)
    }
  } catch (error) {
    // createIndexes must create all of its indexes or none.
    for (const index of collection.indexes.filter((i) => built.includes(i.name)))
      if (!collection.dropped) store.catalog.dropIndex(collection, index)
    throw error
  }
  return answer({
    numIndexesBefore: before,
    numIndexesAfter: collection.indexes.length,
    createdCollectionAutomatically: created,
    note: before === collection.indexes.length ? 'all indexes already exist' : undefined,
  })
}

const builds = new WeakMap<Index, Promise<void>>()

function buildIndex(request: Request, collection: Collection, spec: Doc): Promise<void> {
  const index = request.engine.store.catalog.startIndex(collection, spec)
  const building = fillIndex(request, collection, index)
  builds.set(index, building)
  return building
}

/** Fills a new index in slices. Concurrent writes maintain it. */
async function fillIndex({ engine, pace }: Request, collection: Collection, index: Index): Promise<void> {
  const { store, latest } = engine
  const stillExists = () => !collection.dropped && collection.indexes.includes(index)
  const commitAndYield = async () => {
    await store.committed()
    await pace.yieldIfDue()
    if (!stillExists()) refuse('IndexBuildAborted', 'the index or its collection was dropped while the index was being built')
  }
  try {
    for (const rows of latest.scan(collection, null, ALL, false)) {
      store.fillIndex(collection, index, rows)
      if (pace.due) await commitAndYield()
    }
    await commitAndYield()
    store.catalog.finishIndex(collection, index)
  } catch (error) {
    if (stillExists()) store.catalog.dropIndex(collection, index)
    throw error
  }
}

export function dropIndexes(request: Request): Answer {
  const { engine } = request
  const collection = requiredCollection(request)
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
  for (const index of chosen) engine.store.catalog.dropIndex(collection, index)
  return answer({ nIndexesWas: before })
}
