import { MongoError, refuse } from '../errors.ts'
import { type Doc, doc, encode, type Value } from '../values.ts'
import { type Answer, answer, type Request, strictBoolField } from './command.ts'
import { pause } from './matching-rows.ts'

/** Progress of a bulk write, stored with its writes so that a retry resumes where this attempt stopped. */
class Progress {
  next = 0
  n = 0
  modified = 0
  upserted: Value[] = []
  errors: Value[] = []
  private errorBytes = 0
  private readonly request: Request

  constructor(request: Request) {
    this.request = request
    const done = request.retry?.done
    if (!done) return
    this.next = done.get('next') as number
    this.n = done.get('n') as number
    this.modified = done.get('modified') as number
    this.upserted = done.get('upserted') as Value[]
    this.errors = done.get('errors') as Value[]
  }

  /** Omits error messages after 1 MiB of errors, as MongoDB does. */
  fail(i: number, error: MongoError): void {
    const whole = writeError(i, error)
    this.errorBytes += encode(whole, Number.POSITIVE_INFINITY).length
    this.errors.push(this.errorBytes > MAX_ERROR_BYTES ? doc({ index: i, code: error.code, errmsg: '' }) : whole)
  }

  /**
   * Records that statement `i` is done. Call it in the same event-loop turn as the write, so that one commit stores
   * both.
   */
  advance(i: number): void {
    this.next = i + 1
    this.request.retry?.keep(() => {
      const { next, n, modified, upserted, errors } = this
      return new Map<string, Value>(Object.entries({ next, n, modified, upserted, errors }))
    })
  }
}

/**
 * Runs the statements of a bulk write in order. An error stops an ordered bulk write; an unordered one skips the
 * statement.
 */
export async function bulk(request: Request, count: number, run: (i: number, progress: Progress) => Promise<void>): Promise<Progress> {
  const progress = new Progress(request)
  const ordered = strictBoolField(request, 'ordered') ?? true
  if (count === 0 || count > 100_000) refuse('InvalidLength', `Write batch sizes must be between 1 and 100000. Got ${count} operations.`)
  while (progress.next < count) {
    const i = progress.next
    try {
      await run(i, progress)
      progress.next = i + 1
    } catch (error) {
      // An error with labels aborts the transaction, so the whole command must fail.
      if (!(error instanceof MongoError) || error.labels.length > 0 || STOPPING.has(error.codeName)) throw error
      progress.fail(i, error)
      progress.next = ordered ? count : i + 1
    }
    await pause(request)
  }
  return progress
}

export const STOPPING = new Set(['OutOfDiskSpace', 'InternalError', 'MaxTimeMSExpired', 'Interrupted', 'NoSuchTransaction'])

const MAX_ERROR_BYTES = 1024 * 1024

function writeError(index: number, error: MongoError): Doc {
  const details = Object.entries(error.details) as [string, Value][]
  return new Map<string, Value>([['index', index], ['code', error.code], ...details, ['errmsg', error.message]])
}

export function bulkAnswer(progress: Progress, more: Record<string, Value | undefined> = {}): Answer {
  return answer({ n: progress.n, ...more, writeErrors: progress.errors.length > 0 ? progress.errors : undefined })
}

export function checkFields(statement: Doc, known: ReadonlySet<string>, name: string): void {
  for (const field of statement.keys()) if (!known.has(field)) refuse('Location40415', `BSON field '${name}.${field}' is an unknown field.`)
}
