import { type Collection, isCapped, isIdIndex, namespace } from '../collection.ts'
import { refuse } from '../errors.ts'
import { type Doc, isDoc, isNum, type Value } from '../values.ts'
import {
  type Answer,
  adminOnly,
  answer,
  boolField,
  checkName,
  docField,
  namedCollection,
  type Request,
  requiredCollection,
  stringField,
} from './command.ts'
import { sameKey } from './index-spec.ts'

export function drop(request: Request): Answer {
  const collection = namedCollection(request)
  if (!collection) return answer()
  const indexes = collection.indexes.length
  dropCollection(request, collection)
  return answer({ nIndexesWas: indexes, ns: namespace(collection) })
}

function dropCollection({ engine }: Request, collection: Collection): void {
  engine.store.catalog.drop(collection)
  for (const cursor of engine.cursors.values()) if (cursor.namespace === namespace(collection)) engine.close(cursor)
}

export function dropDatabase(request: Request): Answer {
  const { engine, db } = request
  checkName(db, 'x')
  const all = engine.store.catalog.list(db)
  for (const collection of all) dropCollection(request, collection)
  return answer({ dropped: all.length > 0 ? db : undefined })
}

export function renameCollection(request: Request): Answer {
  const { engine } = request
  adminOnly(request)
  const from = splitNamespace(stringField(request, 'renameCollection') ?? '')
  const to = splitNamespace(stringField(request, 'to') ?? '')
  const collection = engine.store.catalog.collection(from.db, from.name)
  if (!collection) return refuse('NamespaceNotFound', `Source collection ${from.db}.${from.name} does not exist`)
  checkName(to.db, to.name)
  const target = engine.store.catalog.collection(to.db, to.name)
  if (target === collection) refuse('IllegalOperation', "Can't rename a collection to itself")
  if (target && !boolField(request, 'dropTarget')) refuse('NamespaceExists', 'target namespace exists')
  if (target) dropCollection(request, target)
  engine.store.catalog.rename(collection, to.db, to.name)
  return answer()
}

function splitNamespace(ns: string): { db: string; name: string } {
  const dot = ns.indexOf('.')
  if (dot < 1) refuse('InvalidNamespace', `Invalid namespace: '${ns}'`)
  return { db: ns.slice(0, dot), name: ns.slice(dot + 1) }
}

/** Changes the TTL or visibility of an index. This engine supports no other changes. */
export function collMod(request: Request): Answer {
  const { engine, body } = request
  const collection = requiredCollection(request)
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
  const oldAndNew: [string, Value | undefined][] = Object.entries(changes).flatMap(([field, value]) => [
    [`${field}_old`, index.spec.get(field) ?? (field === 'hidden' ? false : undefined)],
    [`${field}_new`, value],
  ])
  if (hidden === true && isIdIndex(index)) refuse('BadValue', "can't hide _id index")
  engine.store.catalog.changeIndex(index, new Map([...index.spec, ...Object.entries(changes)]))
  return answer(Object.fromEntries(oldAndNew))
}
