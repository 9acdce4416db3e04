import type { MongoError } from '../errors.ts'
import type { Vars } from '../expressions.ts'
import { SLICE_MS, sliced } from '../guard.ts'
import type { Doc } from '../values.ts'

/** Non-empty arrays of a few hundred documents at most. */
export type Batches = AsyncIterable<readonly Doc[]>

export interface PipelineEnv {
  /** Finds documents in another collection of the same database, using its indexes. */
  find(collection: string, filter: Doc, vars?: Vars): Batches
  /**
   * Merges documents into a collection by the `on` fields, which a unique index must cover. Returns the first failure.
   */
  merge(
    target: { readonly db?: string; readonly coll: string },
    on: readonly string[],
    docs: readonly Doc[],
    spec: MergeSpec,
  ): Promise<MongoError | undefined>
  /** Counts the bytes that blocking stages hold; a negative number releases memory. Throws error 292 above 100 MB. */
  readonly budget: { add(bytes: number): void }
  /** Yields to other commands if this command has used its time slice. */
  yieldIfDue(): Promise<void>
}

/** Functions that return the document for `$merge` to store, or undefined to store nothing. */
export interface MergeSpec {
  matched(existing: Doc, document: Doc): Doc | undefined
  notMatched(document: Doc): Doc | undefined
}

type Run = (input: Batches, env: PipelineEnv) => Batches

export interface Stage {
  readonly name: string
  readonly run: Run
  /** The filter of a `$match` or the pattern of a `$sort`. */
  readonly spec?: Doc
  /** The argument of a `$skip` or `$limit`. */
  readonly count?: number
  /** Top-level fields that the stage reads. Null or undefined means all fields. */
  readonly reads?: ReadonlySet<string> | null
  /** Whether the stage builds its output only from the fields in `reads`. */
  readonly outputsOnlyReads?: boolean
}

export interface ParseContext {
  readonly vars: Vars
  /** Names of the enclosing stages, outermost first. */
  readonly within: readonly string[]
  parse(stages: readonly unknown[], within: string, vars?: Vars): readonly Stage[]
}

const BATCH = 200

/** Batches are smaller if the documents take a long time to produce. */
export async function* inBatches(docs: Iterable<Doc>, env: Pick<PipelineEnv, 'yieldIfDue'>): Batches {
  let batch: Doc[] = []
  let end = performance.now() + SLICE_MS
  for (const doc of docs) {
    batch.push(doc)
    if (batch.length < BATCH && performance.now() < end) continue
    yield batch
    batch = []
    await env.yieldIfDue()
    end = performance.now() + SLICE_MS
  }
  if (batch.length > 0) yield batch
}

export const mapping = (change: (doc: Doc) => Doc): Run =>
  async function* (input, env) {
    for await (const batch of input) {
      for (const changed of sliced(batch, true, change)) {
        yield changed
        await env.yieldIfDue()
      }
    }
  }

export const chain = (stages: readonly Stage[], input: Batches, env: PipelineEnv): Batches =>
  stages.reduce((output, stage) => stage.run(output, env), input)
