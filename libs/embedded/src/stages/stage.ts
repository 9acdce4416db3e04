/**
 * The building blocks of a pipeline: batches of documents, the stages that batches pass through, and the functions that
 * the engine provides to stages.
 */
import type { MongoError } from '../errors.ts'
import type { Vars } from '../expressions.ts'
import { SLICE_MS, sliced } from '../guard.ts'
import type { Doc } from '../values.ts'

/** Documents pass between stages in non-empty arrays that hold a few hundred at most. */
export type Batches = AsyncIterable<readonly Doc[]>

export interface PipelineEnv {
  /** Finds the matching documents in another collection of the same database, using its indexes. */
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
  /** Yields to other clients' commands if this command has used up its time slice. */
  yieldIfDue(): Promise<void>
}

/** The documents that `$merge` stores if it finds a match and if it does not; undefined stores nothing. */
export interface MergeSpec {
  matched(existing: Doc, document: Doc): Doc | undefined
  notMatched(document: Doc): Doc | undefined
}

type Run = (input: Batches, env: PipelineEnv) => Batches

export interface Stage {
  readonly name: string
  readonly run: Run
  /** The filter of a `$match` or the sort pattern of a `$sort`. */
  readonly spec?: Doc
  /** The argument of a `$skip` or `$limit`. */
  readonly count?: number
  /** Top-level fields that the stage reads; null or omitted means all fields. */
  readonly reads?: ReadonlySet<string> | null
  /** Whether the output is built only from the fields in `reads`, without the rest of the input. */
  readonly outputsOnlyReads?: boolean
}

/** The context in which a stage is parsed. */
export interface ParseContext {
  readonly vars: Vars
  /** The enclosing stages, such as `$lookup`, outermost first. */
  readonly within: readonly string[]
  /** Parses the stages of a nested pipeline. */
  parse(stages: readonly unknown[], within: string, vars?: Vars): readonly Stage[]
}

const BATCH = 200

/** Groups documents into batches as they are produced. Documents that are slow to produce form smaller batches. */
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

/** A stage that maps each document to exactly one document. */
export const mapping = (change: (doc: Doc) => Doc): Run =>
  async function* (input, env) {
    for await (const batch of input) {
      for (const changed of sliced(batch, true, change)) {
        yield changed
        await env.yieldIfDue()
      }
    }
  }

/** Chains stages into a pipeline. */
export const chain = (stages: readonly Stage[], input: Batches, env: PipelineEnv): Batches =>
  stages.reduce((output, stage) => stage.run(output, env), input)
