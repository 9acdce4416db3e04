import { type KeyPattern, keyPattern } from './key-pattern.ts'
import { type Filter, parseFilter } from './matcher.ts'
import { type Doc, isDoc, type Num, toNumber } from './values.ts'

export interface Index {
  readonly id: number
  readonly name: string
  spec: Doc
  readonly table: string
  readonly pattern: KeyPattern
  readonly paths: readonly string[]
  readonly hashed: boolean
  readonly unique: boolean
  readonly sparse: boolean
  readonly partial: Filter | undefined
  /** For each field in the key pattern: whether any document has ever had an array on that path. */
  readonly multikey: boolean[]
  /** False while the index is being built. Writes already maintain it, but reads do not use it yet. */
  ready: boolean
  /** Snapshots older than this catalog version do not contain the index. */
  sinceVersion: number
}

export interface Collection {
  readonly id: number
  db: string
  name: string
  readonly uuid: string
  readonly options: Doc
  readonly table: string
  readonly indexes: Index[]
  /** Top-level fields that the indexes read; null means the whole document. */
  fields: Set<string> | null
  nextRid: number
  /** Size of a capped collection. Undefined until it is first computed. */
  cappedSize: CollectionSize | undefined
  readonly sinceVersion: number
  dropped: boolean
}

export interface CollectionSize {
  documents: number
  bytes: number
}

export const namespace = (c: { db: string; name: string }) => `${c.db}.${c.name}`
export const isCapped = (c: Collection) => c.options.has('capped')
/** The `_id` index of a clustered collection can have any name. */
export const isIdIndex = (index: Index) => index.name === '_id_' || index.spec.has('clustered')

export function indexOf(id: number, spec: Doc, multikey: boolean[], ready: boolean): Index {
  // A hashed index is stored as an ascending index, because both find the same documents.
  const key = [...(spec.get('key') as Doc)].map(([path, d]) => [path, d !== 'hashed' && toNumber(d as Num) < 0 ? -1 : 1] as const)
  const partial = spec.get('partialFilterExpression')
  const name = spec.get('name') as string
  return {
    id,
    name,
    spec,
    table: `i${id}`,
    pattern: keyPattern(key),
    paths: key.map(([path]) => path),
    hashed: [...(spec.get('key') as Doc).values()].includes('hashed'),
    unique: name === '_id_' || spec.get('unique') === true,
    sparse: spec.get('sparse') === true,
    partial: isDoc(partial) ? parseFilter(partial) : undefined,
    multikey,
    ready,
    sinceVersion: 0,
  }
}

/** Top-level fields that must be decoded to compute a document's keys; null means the whole document. */
export function fieldsOf(c: Collection): Set<string> | null {
  const names = new Set<string>()
  for (const index of c.indexes) {
    for (const path of index.pattern.paths) names.add(path[0] as string)
    if (index.partial) {
      if (!index.partial.fields) return null
      for (const name of index.partial.fields) names.add(name)
    }
  }
  return names
}
