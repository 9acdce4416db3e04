import type { Cursor, Engine } from '../engine.ts'
import { refuse } from '../errors.ts'
import { MAX_DOCUMENT, typeName, type Value } from '../values.ts'
import type { MemoryBudget, View } from '../views.ts'
import { type Answer, answer, collectionName, countField, listField, Raw, type Request, required } from './command.ts'

const FIRST_BATCH = 101

/** While concurrent batches exceed this total size in bytes, each further batch is limited to SHORT_BATCH. */
const MAX_BATCHING = 64 * 1024 * 1024
const SHORT_BATCH = 1024 * 1024

/** Reads at most `size` documents and 16 MiB from a cursor's stream. `only` means that no batch will follow. */
async function takeBatch(
  engine: Engine,
  cursor: Pick<Cursor, 'documents' | 'rest'>,
  size: number,
  only = false,
): Promise<{ batch: Uint8Array[]; rest: readonly Uint8Array[]; done: boolean }> {
  const batch: Uint8Array[] = []
  let { rest } = cursor
  let bytes = 0
  try {
    while (batch.length < size) {
      if (rest.length === 0) {
        const next = await cursor.documents.next()
        if (next.done) return { batch, rest, done: true }
        rest = next.value
      }
      let taken = 0
      for (const document of rest) {
        const maxBytes = only || engine.batching < MAX_BATCHING ? MAX_DOCUMENT : SHORT_BATCH
        if (batch.length >= size || (batch.length > 0 && bytes + document.length > maxBytes))
          return { batch, rest: rest.slice(taken), done: false }
        batch.push(document)
        bytes += document.length
        engine.batching += document.length
        taken++
      }
      rest = []
    }
    return { batch, rest, done: false }
  } finally {
    engine.batching -= bytes
  }
}

/** Approximate size of decoded or compiled BSON in memory, as a multiple of its encoded size. */
const DECODED = 10

const memoryOf = ({ weight, rowWeight, view, rest }: Pick<Cursor, 'weight' | 'rowWeight' | 'view' | 'rest'>) =>
  weight + rowWeight * view.lastChunkBytes + sizeOf(rest)

const sizeOf = (documents: readonly Uint8Array[]) => documents.reduce((sum, d) => sum + d.length, 0)

export async function cursorAnswer(
  request: Request,
  ns: string,
  view: View,
  stream: (budget: MemoryBudget) => AsyncGenerator<readonly Uint8Array[]>,
  batchSize: number | undefined,
  options: { single?: boolean; limit?: number | undefined; decodes?: boolean } = {},
): Promise<Answer> {
  const { engine, pace, transaction } = request
  const budget = engine.budget()
  const documents = stream(budget)
  let batch: Uint8Array[]
  let id = 0n
  try {
    const taken = await engine.reading(view, () => takeBatch(engine, { documents, rest: [] }, batchSize ?? FIRST_BATCH, options.single))
    batch = taken.batch
    if (!taken.done && !options.single && !(options.limit && batch.length >= options.limit)) {
      const kept = { rest: taken.rest, view, weight: request.bytes * DECODED, rowWeight: options.decodes ? DECODED : 1 }
      const waiting = memoryOf(kept)
      budget.add(waiting)
      id = engine.open({ ...kept, chargedBytes: waiting, namespace: ns, documents, pace, transaction, budget }).id
    }
  } finally {
    if (id === 0n) {
      budget.free()
      await documents.return(undefined)
    }
  }
  return answer({
    cursor: new Map<string, Value | Raw>([
      ['firstBatch', new Raw(batch)],
      ['id', id],
      ['ns', ns],
    ]),
  })
}

export async function getMore(request: Request): Promise<Answer> {
  const { engine, body, db, pace } = request
  const id = body.get('getMore')
  if (typeof id !== 'bigint')
    return refuse('TypeMismatch', `BSON field 'getMore.getMore' is the wrong type '${typeName(id)}', expected type 'long'`)
  required(request, 'collection', body.get('collection'))
  const ns = `${db}.${cursorName(request, 'collection')}`
  const size = countField(request, 'batchSize')
  const cursor = engine.cursors.get(id)
  if (!cursor) return refuse('CursorNotFound', `cursor id ${id} not found`)
  if (cursor.namespace !== ns)
    refuse('Unauthorized', `Requested getMore on namespace '${ns}', but cursor belongs to a different namespace ${cursor.namespace}`)
  if (cursor.transaction !== request.transaction) refuse('NoSuchTransaction', 'the cursor belongs to another transaction')
  if (cursor.busy) refuse(12051, `cursor id ${id} is already in use`)
  cursor.busy = true
  cursor.pace.begin(undefined, pace.disconnected)
  try {
    const { batch, rest, done } = await engine.reading(cursor.view, () =>
      takeBatch(engine, cursor, size === undefined || size === 0 ? Number.POSITIVE_INFINITY : size),
    )
    cursor.rest = rest
    if (done) engine.cursors.delete(cursor.id)
    const waiting = memoryOf(cursor)
    cursor.budget.add(waiting - cursor.chargedBytes)
    cursor.chargedBytes = waiting
    return answer({
      cursor: new Map<string, Value | Raw>([
        ['nextBatch', new Raw(batch)],
        ['id', done ? 0n : cursor.id],
        ['ns', ns],
      ]),
    })
  } catch (error) {
    engine.cursors.delete(cursor.id)
    throw error
  } finally {
    cursor.busy = false
    engine.touch(cursor)
    // The cursor is exhausted, has failed, or was killed while the engine was assembling this batch.
    if (!engine.cursors.has(cursor.id)) {
      cursor.budget.free()
      await cursor.documents.return(undefined)
    }
  }
}

/** A cursor without a collection has a name such as `$cmd.aggregate`. */
function cursorName(request: Request, field: string): string {
  const value = request.body.get(field)
  return typeof value === 'string' && value.startsWith('$cmd.') ? value : collectionName(request, field)
}

export function killCursors(request: Request): Answer {
  const { engine } = request
  cursorName(request, 'killCursors')
  const killed: Value[] = []
  const unknown: Value[] = []
  for (const [i, id] of required(request, 'cursors', listField(request, 'cursors')).entries()) {
    if (typeof id !== 'bigint')
      return refuse('TypeMismatch', `BSON field 'killCursors.cursors.${i}' is the wrong type '${typeName(id)}', expected type 'long'`)
    const cursor = engine.cursors.get(id)
    if (cursor) engine.close(cursor)
    ;(cursor ? killed : unknown).push(id)
  }
  return answer({ cursorsKilled: killed, cursorsNotFound: unknown, cursorsAlive: [], cursorsUnknown: [] })
}
