/** What a pipeline is made of: batches of documents that pass through stages, and what a stage may ask of the engine. */
import type { MongoError } from '../errors.ts'
import type { Vars } from '../expressions.ts'
import { SLICE_MS, sliced } from '../guard.ts'
import type { Doc } from '../values.ts'

/** Documents travel in arrays of at most a few hundred, never empty. */
export type Batches = AsyncIterable<readonly Doc[]>

export interface PipelineEnv {
  /** Documents of another collection of the same database that match; uses its indexes. */
  find(collection: string, filter: Doc, vars?: Vars): Batches
  /** Merges documents into a collection by the fields `on`, which a unique index must cover (checked there); tells the first failure. */
  merge(
    target: { readonly db?: string; readonly coll: string },
    on: readonly string[],
    docs: readonly Doc[],
    spec: MergeSpec,
  ): Promise<MongoError | undefined>
  /** Counts what blocking stages hold, in bytes (less than nothing gives some back); refuses with 292 above 100 MB. */
  readonly budget: { add(bytes: number): void }
  /** Lets other clients' commands run when this one has had its share of time. */
  breathe(): Promise<void>
}

/** What `$merge` writes: the document to store instead of the one that was found, or where none was; undefined writes nothing. */
export interface MergeSpec {
  matched(existing: Doc, document: Doc): Doc | undefined
  notMatched(document: Doc): Doc | undefined
}

type Run = (input: Batches, env: PipelineEnv) => Batches

export interface Stage {
  readonly name: string
  readonly run: Run
  /** The filter of a `$match`, the order of a `$sort`. */
  readonly spec?: Doc
  /** The number of a `$skip` or `$limit`. */
  readonly count?: number
  /** Top-level names it reads; null is all of them, which is also what holds where nothing is said. */
  readonly reads?: ReadonlySet<string> | null
  /** Whether its output holds nothing of its input but what it reads. */
  readonly closes?: boolean
}

/** What a stage is parsed in. */
export interface Place {
  readonly vars: Vars
  /** The stages that lead here, such as `$lookup`, outermost first. */
  readonly within: readonly string[]
  /** Parses the stages of a pipeline inside this one. */
  parse(stages: readonly unknown[], within: string, vars?: Vars): readonly Stage[]
}

const BATCH = 200

/** Documents in batches, as they are made; large ones, which take long to make, in small batches. */
export async function* inBatches(docs: Iterable<Doc>, env: Pick<PipelineEnv, 'breathe'>): Batches {
  let batch: Doc[] = []
  let end = performance.now() + SLICE_MS
  for (const doc of docs) {
    batch.push(doc)
    if (batch.length < BATCH && performance.now() < end) continue
    yield batch
    batch = []
    await env.breathe()
    end = performance.now() + SLICE_MS
  }
  if (batch.length > 0) yield batch
}

/** A stage that makes one document of each. */
export const mapping = (change: (doc: Doc) => Doc): Run =>
  async function* (input, env) {
    for await (const batch of input) {
      for (const changed of sliced(batch, true, change)) {
        yield changed
        await env.breathe()
      }
    }
  }

/** Runs stages one after the other. */
export const chain = (stages: readonly Stage[], input: Batches, env: PipelineEnv): Batches =>
  stages.reduce((output, stage) => stage.run(output, env), input)
