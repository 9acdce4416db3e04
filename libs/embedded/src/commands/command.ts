import type { Collection } from '../collection.ts'
import type { Engine, Pace, Session } from '../engine.ts'
import { refuse } from '../errors.ts'
import { validateVariable } from '../expressions/context.ts'
import { compileExpression, type Vars } from '../expressions.ts'
import { type KeyPattern, keyPattern } from '../key-pattern.ts'
import { splitPath } from '../paths.ts'
import type { Transaction } from '../transaction.ts'
import { type Doc, Double, decode, isDoc, isNum, toNumber, typeName, type Value } from '../values.ts'
import { ReadView, type Target, type View } from '../views.ts'

/** Stored documents that a reply includes without decoding them. */
export class Raw {
  readonly documents: readonly Uint8Array[]
  constructor(documents: readonly Uint8Array[]) {
    this.documents = documents
  }
}
export class RawDocument {
  readonly bytes: Uint8Array
  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }
}
export type Answer = Map<string, Value | Raw | RawDocument | Map<string, Value | Raw>>

export interface Request {
  readonly engine: Engine
  /** When the server received the command. All its statements and documents use this time as `$$NOW`. */
  readonly now: Date
  readonly bytes: number
  readonly name: string
  readonly db: string
  readonly body: Doc
  /** Lists of documents from separate message sections. */
  readonly sequences: ReadonlyMap<string, readonly Uint8Array[]>
  readonly pace: Pace
  readonly session: Session | undefined
  readonly sessionKey: string | undefined
  readonly transaction: Transaction | undefined
  /** For a retryable write: the progress of an earlier attempt, and a way to store new progress. */
  readonly retry: Retry | undefined
}

/** Retry record of a retryable write, stored in the same commit as the write. */
export interface Retry {
  readonly done: Doc | undefined
  keep(progress: () => Doc): void
}

export interface Command {
  readonly fields: readonly string[]
  readonly transactional?: boolean
  /** Accepts a transaction number outside a transaction, because retryable writes send one. */
  readonly retryable?: boolean
  run(request: Request): Promise<Answer> | Answer
}

/** MongoDB sends `ok` as a double: 1 on success, 0 on failure. */
const OK: readonly [string, Value] = ['ok', new Double(1)]
export const answer = (fields: Record<string, Value | Raw | RawDocument | Map<string, Value | Raw> | undefined> = {}): Answer =>
  new Map([...Object.entries(fields).filter((e): e is [string, Value] => e[1] !== undefined), OK])

export const targetOf = ({ transaction, engine }: Request): Target => transaction ?? engine.latest

export const viewOf = ({ transaction, engine }: Request): View => transaction ?? new ReadView(engine.store.catalog.version)

// ---- fields

function wrong(request: Request, field: string, value: Value, expected: string): never {
  return refuse('TypeMismatch', `BSON field '${request.name}.${field}' is the wrong type '${typeName(value)}', expected type '${expected}'`)
}

export function docField(request: Request, field: string, body = request.body): Doc | undefined {
  const value = body.get(field)
  if (value === undefined || value === null) return undefined
  return isDoc(value) ? value : wrong(request, field, value, 'object')
}

export function stringField(request: Request, field: string, body = request.body): string | undefined {
  const value = body.get(field)
  if (value === undefined || value === null) return undefined
  return typeof value === 'string' ? value : wrong(request, field, value, 'string')
}

export function boolField(request: Request, field: string, body = request.body): boolean {
  const value = body.get(field)
  if (value === undefined || value === null) return false
  if (typeof value === 'boolean') return value
  return isNum(value) ? toNumber(value) !== 0 : wrong(request, field, value, 'bool')
}

/** Reads a non-negative number and drops its fractional part. */
export function countField(request: Request, field: string, body = request.body): number | undefined {
  const value = body.get(field)
  if (value === undefined || value === null) return undefined
  if (!isNum(value)) wrong(request, field, value, 'long')
  const n = Math.trunc(toNumber(value))
  if (!(n >= 0)) refuse(51024, `BSON field '${field}' value must be >= 0, actual value '${n}'`)
  return n
}

/** For fields where MongoDB does not accept a number as a boolean. */
export function strictBoolField(request: Request, field: string): boolean | undefined {
  const value = request.body.get(field)
  if (value === undefined || value === null || typeof value === 'boolean') return value ?? undefined
  return wrong(request, field, value, 'bool')
}

export function wholeField(request: Request, field: string): number | undefined {
  const value = request.body.get(field)
  if (value !== undefined && isNum(value)) {
    if (!Number.isInteger(toNumber(value))) refuse('BadValue', `${field} has non-integral value`)
    if (toNumber(value) < 0) refuse('BadValue', `${field} value must be >= 0`)
  }
  return countField(request, field)
}

export function listField(request: Request, field: string, body = request.body): Value[] | undefined {
  const value = body.get(field)
  if (value === undefined || value === null) return undefined
  return Array.isArray(value) ? value : wrong(request, field, value, 'array')
}

export function required<T>(request: Request, field: string, value: T | undefined): T {
  return value ?? refuse(40414, `BSON field '${request.name}.${field}' is missing but a required field`)
}

/**
 * Reads a list of documents from the command body or from a document sequence. Decodes sequence documents on demand,
 * because the whole list could use too much memory.
 */
export function documentsField(request: Request, field: string): readonly (() => Doc)[] {
  const sequence = request.sequences.get(field)
  if (sequence) return sequence.map((bytes) => () => decode(bytes))
  const list = required(request, field, listField(request, field))
  return list.map((item) => {
    const document = isDoc(item) ? item : wrong(request, field, item, 'object')
    return () => document
  })
}

export function collectionName(request: Request, field = request.name): string {
  const value = request.body.get(field)
  if (typeof value !== 'string') refuse('InvalidNamespace', `collection name has invalid type ${typeName(value)}`)
  return checkName(request.db, value as string)
}

export function checkName(db: string, name: string): string {
  if (db === '' || /[\s/\\."$\0]/.test(db) || Buffer.byteLength(db) > 63) refuse('InvalidNamespace', `Invalid database name: '${db}'`)
  if (name === '' || name.startsWith('.') || name.endsWith('.') || /[$\0]/.test(name) || Buffer.byteLength(`${db}.${name}`) > 255) {
    refuse('InvalidNamespace', `Invalid namespace specified '${db}.${name}'`)
  }
  return name
}

export const namedCollection = (request: Request, name = collectionName(request)): Collection | undefined =>
  request.engine.store.catalog.collection(request.db, name)

export function adminOnly({ name, db }: Request): void {
  if (db !== 'admin') refuse('Unauthorized', `${name} may only be run against the admin database.`)
}

export const requiredCollection = (request: Request, name = collectionName(request)): Collection =>
  namedCollection(request, name) ?? refuse('NamespaceNotFound', `ns does not exist: ${request.db}.${name}`)

/** Creates the collection if it does not exist, as MongoDB does for writes. */
export function existing(request: Request, db = request.db, name = collectionName(request)): Collection {
  const { store } = request.engine
  return store.catalog.collection(db, name) ?? store.catalog.create(db, checkName(db, name))
}

/** The command's `let` variables, which cannot depend on a document. */
export function varsOf(request: Request): Vars {
  const vars = new Map<string, Value | undefined>([['NOW', request.now]])
  for (const [name, value] of docField(request, 'let') ?? []) {
    validateVariable(name)
    const expression = compileExpression(value, { vars })
    if (expression.fields?.size !== 0) refuse(4890500, 'Command let Expression tried to access a field, but this is not allowed.')
    vars.set(name, expression.evaluate(new Map()))
  }
  return vars
}

export function noCollation(body: Doc): void {
  const collation = body.get('collation')
  if (isDoc(collation) && collation.size > 0 && collation.get('locale') !== 'simple')
    refuse('CommandNotSupported', 'collation other than simple is not supported by the embedded engine')
}

export interface Sort {
  readonly pattern: KeyPattern | undefined
  readonly natural: 1 | -1 | undefined
}

export function parseSort(sort: Doc | undefined): Sort {
  const entries: [string, number][] = []
  for (const [path, value] of sort ?? []) {
    if (isDoc(value)) refuse('CommandNotSupported', '$meta sort is not supported by the embedded engine')
    if (!isNum(value)) refuse(15974, `Illegal key in $sort specification: ${path}: ${typeName(value)}`)
    const direction = toNumber(value)
    if (direction !== 1 && direction !== -1) refuse(15975, '$sort key ordering must be 1 (for ascending) or -1 (for descending)')
    if (path !== '$natural') splitPath(path)
    entries.push([path, direction])
  }
  const natural = entries.find(([path]) => path === '$natural')
  if (natural) {
    if (entries.length > 1) refuse('BadValue', '$natural sort cannot be set to a value other than -1 or 1, nor combined with other keys')
    return { pattern: undefined, natural: natural[1] as 1 | -1 }
  }
  if (entries.length > 32) refuse('BadValue', 'too many sort keys')
  return { pattern: entries.length > 0 ? keyPattern(entries) : undefined, natural: undefined }
}

export const hintOf = (body: Doc): Value | undefined => {
  const hint = body.get('hint')
  if (hint !== undefined && hint !== null && typeof hint !== 'string' && !isDoc(hint))
    refuse('FailedToParse', 'Hint must be a string or an object')
  return isDoc(hint) && hint.size === 0 ? undefined : (hint ?? undefined)
}

/** Stand-in for a missing collection, so that an invalid query fails even if the collection does not exist. */
export const missingCollection = (db: string, name: string): Collection => ({
  id: 0,
  db,
  name,
  uuid: '',
  options: new Map(),
  table: '',
  indexes: [],
  fields: null,
  nextRid: 0,
  cappedSize: undefined,
  sinceVersion: Number.POSITIVE_INFINITY,
  dropped: false,
})

export const isReal = (collection: Collection) => collection.table !== ''
