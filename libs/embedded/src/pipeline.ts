/**
 * Parses all stages up front, so that invalid stages fail before the pipeline reads documents. Stages pass on batches
 * lazily and never change a document in place, because stages share values.
 */
import { MongoError, refuse } from './errors.ts'
import { approximateSize } from './expressions/accumulators.ts'
import { sortOrder } from './expressions/arrays.ts'
import { compileExpression, type Vars } from './expressions.ts'
import { sliced } from './guard.ts'
import { keyPattern, sortKey } from './key-pattern.ts'
import { parseFilter } from './matcher.ts'
import { parseAddFields, parseProjectStage, parseUnset } from './projection.ts'
import { Sorter } from './sorter.ts'
import { count, group, sortByCount } from './stages/group.ts'
import { lookup, unionWith } from './stages/join.ts'
import { merge } from './stages/merge.ts'
import { type Batches, chain, inBatches, mapping, type ParseContext, type PipelineEnv, type Stage } from './stages/stage.ts'
import { unwind } from './stages/unwind.ts'
import { type Doc, isDoc, isNum, show, toNumber, typeName, type Value } from './values.ts'

export interface Pipeline {
  /** The leading `$match` stages, joined by `$and`. */
  readonly filter: Doc | undefined
  /** A `$sort` before, between or directly after the leading `$match` stages. */
  readonly sort: Doc | undefined
  /** Maximum number of documents needed after filtering and sorting. */
  readonly limit: number | undefined
  /** Top-level fields that `run` reads from its input. Null if `run` needs whole documents. */
  readonly fields: ReadonlySet<string> | null
  readonly writes: boolean
  /** Runs the stages that `filter`, `sort` and `limit` do not cover. */
  run(input: Batches, env: PipelineEnv): Batches
}

interface Options {
  readonly vars?: Vars | undefined
}

/**
 * Throws error 40324 for an unknown stage, 40323 if a stage does not have exactly one field, and each stage's own error
 * codes.
 */
export function parsePipeline(stages: readonly unknown[], { vars = new Map() }: Options): Pipeline {
  const all = parseStages(stages, { vars, within: [] })
  const { filter, sort, rest } = splitQuery(all)
  const limit = documentsNeeded(rest, 0)
  // The query applies a leading $limit. After a $skip, the pipeline still needs the $limit stage.
  const left = rest[0]?.name === '$limit' ? rest.slice(1) : rest
  return {
    filter,
    sort,
    limit,
    fields: readBy(left),
    writes: all.at(-1)?.name === '$merge',
    run: (input, env) => chain(left, input, env),
  }
}

/**
 * Finds the stages that the query can run: the leading `$match` stages, and a `$sort` before, between or after them.
 * The order of filtering and sorting does not affect the result.
 */
function splitQuery(stages: readonly Stage[]): { filter: Doc | undefined; sort: Doc | undefined; rest: readonly Stage[] } {
  const filters: Doc[] = []
  let sort: Doc | undefined
  let at = 0
  for (; at < stages.length; at++) {
    const { name, spec } = stages[at] as Stage
    if (name === '$match') filters.push(spec as Doc)
    else if (name === '$sort' && !sort) sort = spec
    else break
  }
  const filter: Doc | undefined = filters.length > 1 ? new Map([['$and', filters]]) : filters[0]
  return { filter, sort, rest: stages.slice(at) }
}

/** The number of documents needed by a `$limit` and any `$skip`s before it. Undefined for other stages. */
function documentsNeeded(stages: readonly Stage[], at: number): number | undefined {
  let skipped = 0
  for (; stages[at]?.name === '$skip'; at++) skipped += stages[at]?.count ?? 0
  const stage = stages[at]
  return stage?.name === '$limit' ? skipped + (stage.count ?? 0) : undefined
}

/**
 * The only fields that the stages need from their input. Null means all fields: a stage may read any field, or no stage
 * drops the fields that it does not read.
 */
function readBy(stages: readonly Stage[]): ReadonlySet<string> | null {
  const all = new Set<string>()
  for (const { reads, outputsOnlyReads: closes } of stages) {
    if (!reads) return null
    for (const name of reads) all.add(name)
    if (closes) return all
  }
  return null
}

/** MongoDB's limits on pipeline length and on nesting. */
const MAX_STAGES = 1000
const MAX_DEPTH = 20

function parseStages(stages: readonly unknown[], place: Omit<ParseContext, 'parse'>): readonly Stage[] {
  if (stages.length > MAX_STAGES) refuse(7749501, `Pipeline length must be no longer than ${MAX_STAGES} stages`)
  const { vars, within } = place
  const inside: ParseContext = {
    ...place,
    parse(inner, name, innerVars = vars) {
      if (within.length >= MAX_DEPTH) refuse(232, `Maximum number of nested sub-pipelines exceeded. Limit is ${MAX_DEPTH}`)
      return parseStages(inner, { vars: innerVars, within: [...within, name] })
    },
  }
  const parsed = stages.flatMap((stage, i) => parseStage(stage, inside, { first: i === 0, last: i === stages.length - 1 }))
  return parsed.map((stage, i) => (stage.name === '$sort' ? sorting(stage.spec as Doc, documentsNeeded(parsed, i + 1)) : stage))
}

function parseStage(given: unknown, place: ParseContext, at: { first: boolean; last: boolean }): readonly Stage[] {
  if (!isDoc(given)) return refuse('TypeMismatch', "Each element of the 'pipeline' array must be an object")
  const [only] = given
  if (given.size !== 1 || !only) return refuse(40323, 'A pipeline stage specification object must contain exactly one field.')
  const [name, spec] = only
  const parse = PARSERS.get(name) ?? refuse(40324, `Unrecognized pipeline stage name: '${name}'`)
  checkPlace(name, place.within, at)
  if (name === '$sortByCount') return sortByCount(spec).flatMap((stage) => parseStage(stage, place, at))
  return [parse(spec, place)]
}

function checkPlace(name: string, within: readonly string[], { first, last }: { first: boolean; last: boolean }): void {
  const facet = within.includes('$facet')
  if (facet && ['$documents', '$facet', '$merge'].includes(name)) refuse(40600, `${name} is not allowed to be used within a $facet stage`)
  if (name === '$documents' && !first) refuse(40602, '$documents is only valid as the first stage in a pipeline.')
  if (name === '$documents' && within.length > 0) refuse('InvalidNamespace', "'$documents' can only be run with {aggregate: 1}")
  if (name !== '$merge') return
  if (within.includes('$lookup')) refuse(51047, "$merge is not allowed within a $lookup's sub-pipeline")
  if (within.includes('$unionWith')) refuse(31441, "$merge is not allowed within a $unionWith's sub-pipeline")
  if (!last) refuse(40601, '$merge can only be the final stage in the pipeline')
}

// Simple stages

/** `$documents` takes its documents from an expression instead of a collection. */
function documents(spec: Value, { vars }: ParseContext): Stage {
  const expression = compileExpression(spec, { vars })
  return {
    name: '$documents',
    async *run(_, env) {
      const list = expression.evaluate(new Map())
      if (!Array.isArray(list)) return refuse(5858203, '$documents must be an array of documents')
      env.budget.add(approximateSize(list))
      const docs = list.map((v) =>
        isDoc(v) ? v : refuse(40228, `$documents must be an array of documents, but it has an element of type '${typeName(v)}'`),
      )
      yield* inBatches(docs, env)
    },
  }
}

function match(spec: Value, { vars }: ParseContext): Stage {
  if (!isDoc(spec)) return refuse(15959, 'the match filter must be an expression in an object')
  const filter = parseFilter(spec, { vars })
  return {
    name: '$match',
    spec,
    reads: filter.fields,
    async *run(input, env) {
      for await (const batch of input) {
        for (const matching of sliced(batch, true, (doc) => (filter.matches(doc) ? doc : undefined))) {
          if (matching.length > 0) yield matching
          await env.yieldIfDue()
        }
      }
    },
  }
}

const firstNames = (paths: Iterable<string>): ReadonlySet<string> => new Set(Array.from(paths, (path) => path.split('.', 1)[0] as string))

/** @param limit maximum number of documents that later stages need */
function sorting(spec: Doc, limit: number | undefined): Stage {
  const pattern = keyPattern(sortOrder(spec))
  return {
    name: '$sort',
    spec,
    reads: firstNames(spec.keys()),
    async *run(input, env) {
      const sorter = new Sorter<Doc>(limit)
      for await (const batch of input) {
        for (const keyed of sliced(batch, true, (doc) => ({ doc, key: sortKey(doc, pattern) }))) {
          const held = sorter.heldBytes
          for (const { doc, key } of keyed) sorter.add(key, doc, key.length + approximateSize(doc))
          env.budget.add(sorter.heldBytes - held)
          await env.yieldIfDue()
        }
      }
      yield* inBatches(sorter.sorted(), env)
    },
  }
}

function sort(spec: Value): Stage {
  return isDoc(spec) ? sorting(spec, undefined) : refuse(15973, 'the $sort key specification must be an object')
}

function wholeNumber(name: string, code: number, v: Value): number {
  const fail = (what: string) => refuse(code, `invalid argument to ${name} stage: Expected ${what} in: ${name}: ${show(v)}`)
  if (!isNum(v)) return fail('a number')
  const n = toNumber(v)
  if (!Number.isInteger(n)) return fail('an integer')
  if (n >= 2 ** 63) return fail('a 64-bit integer')
  return n < 0 ? fail('a non-negative number') : n
}

function limit(spec: Value): Stage {
  const count = wholeNumber('$limit', 5107201, spec)
  if (count === 0) refuse(15958, 'the limit must be positive')
  return {
    name: '$limit',
    count,
    reads: new Set(),
    async *run(input) {
      let left = count
      for await (const batch of input) {
        yield batch.slice(0, left)
        left -= batch.length
        if (left <= 0) return
      }
    },
  }
}

function skip(spec: Value): Stage {
  const count = wholeNumber('$skip', 5107200, spec)
  return {
    name: '$skip',
    count,
    reads: new Set(),
    async *run(input) {
      let left = count
      for await (const batch of input) {
        if (batch.length > left) yield left > 0 ? batch.slice(left) : batch
        left = Math.max(0, left - batch.length)
      }
    },
  }
}

function facet(spec: Value, place: ParseContext): Stage {
  if (!isDoc(spec) || spec.size === 0)
    return refuse(40169, `the $facet specification must be a non-empty object, but found: ${typeName(spec)}`)
  const facets = Array.from(spec, ([name, stages]) => {
    if (!Array.isArray(stages)) return refuse(40170, `arguments to $facet must be arrays, ${name} is type ${typeName(stages)}`)
    for (const stage of stages) {
      if (!isDoc(stage) || stage.size === 0)
        refuse(40171, `elements of arrays in $facet spec must be non-empty objects, ${name} contained ${typeName(stage)}`)
    }
    if (name === '') refuse(40352, 'FieldPath cannot be constructed with empty string')
    if (name[0] === '$') refuse(16410, "FieldPath field names may not start with '$'.")
    if (name.includes('.')) refuse(16412, "FieldPath field names may not contain '.'.")
    return [name, place.parse(stages, '$facet')] as const
  })
  return {
    name: '$facet',
    async *run(input, env) {
      const kept: (readonly Doc[])[] = []
      const hold = async (batches: Batches, keep: (batch: readonly Doc[]) => void) => {
        for await (const batch of batches) {
          env.budget.add(batch.reduce((sum, doc) => sum + approximateSize(doc), 0))
          keep(batch)
          await env.yieldIfDue()
        }
      }
      await hold(input, (batch) => kept.push(batch))
      const result: Doc = new Map()
      for (const [name, stages] of facets) {
        const docs: Value[] = []
        await hold(chain(stages, replay(kept), env), (batch) => {
          for (const doc of batch) docs.push(doc)
        })
        result.set(name, docs)
      }
      yield [result]
    },
  }
}

async function* replay(batches: readonly (readonly Doc[])[]): Batches {
  yield* batches
}

// Stages that map each document to one document; only these are allowed in update pipelines

type Change = (spec: Value, vars: Vars, name: string) => (doc: Doc) => Doc

function project(spec: Value, vars: Vars): (doc: Doc) => Doc {
  return isDoc(spec) ? parseProjectStage(spec, { vars }) : refuse(15969, '$project specification must be an object')
}

function addFields(spec: Value, vars: Vars, name: string): (doc: Doc) => Doc {
  if (!isDoc(spec)) return refuse(40272, `${name} specification stage must be an object, got ${typeName(spec)}`)
  try {
    return parseAddFields(spec, { vars })
  } catch (error) {
    if (error instanceof MongoError) error.message = `Invalid ${name} :: caused by :: ${error.message}`
    throw error
  }
}

function unset(spec: Value): (doc: Doc) => Doc {
  if (typeof spec !== 'string' && !Array.isArray(spec)) refuse(31002, '$unset specification must be a string or an array')
  const paths = (Array.isArray(spec) ? spec : [spec]).map((path) =>
    typeof path === 'string' ? path : refuse(31120, '$unset specification must be a string or an array containing only string values'),
  )
  if (paths.length === 0) refuse(31119, '$unset specification must be a string or an array with at least one field')
  return parseUnset(paths)
}

function replaceRoot(spec: Value, vars: Vars): (doc: Doc) => Doc {
  if (!isDoc(spec)) return refuse(40229, `expected an object as specification for $replaceRoot stage, got ${typeName(spec)}`)
  for (const name of spec.keys()) if (name !== 'newRoot') refuse(40415, `BSON field '$replaceRoot.${name}' is an unknown field.`)
  return replaceWith(spec.get('newRoot') ?? refuse(40414, "BSON field '$replaceRoot.newRoot' is missing but a required field"), vars)
}

function replaceWith(spec: Value, vars: Vars): (doc: Doc) => Doc {
  const expression = compileExpression(spec, { vars })
  return (doc) => {
    const v = expression.evaluate(doc)
    return isDoc(v)
      ? v
      : refuse(
          40228,
          `'newRoot' expression must evaluate to an object, but resulting value was: ${v === undefined ? 'MISSING' : show(v)}. Type of resulting value: '${typeName(v)}'`,
        )
  }
}

const CHANGES: ReadonlyMap<string, Change> = new Map<string, Change>([
  ['$addFields', addFields],
  ['$project', project],
  ['$replaceRoot', replaceRoot],
  ['$replaceWith', replaceWith],
  ['$set', addFields],
  ['$unset', unset],
])

const PARSERS: ReadonlyMap<string, (spec: Value, place: ParseContext) => Stage> = new Map<
  string,
  (spec: Value, place: ParseContext) => Stage
>([
  ...Array.from(CHANGES, ([name, change]) => {
    return [name, (spec: Value, { vars }: ParseContext): Stage => ({ name, run: mapping(change(spec, vars, name)) })] as const
  }),
  ['$count', count],
  ['$documents', documents],
  ['$facet', facet],
  ['$group', group],
  ['$limit', limit],
  ['$lookup', lookup],
  ['$match', match],
  ['$merge', (spec, place) => merge(spec, place, compileUpdatePipeline)],
  ['$skip', skip],
  ['$sort', sort],
  ['$sortByCount', sort],
  ['$unionWith', unionWith],
  ['$unwind', unwind],
])

/** @internal The semantics tests fail if one of these stages has no test. */
export const STAGES: readonly string[] = [...PARSERS.keys()].sort()

export function compileUpdatePipeline(stages: readonly Doc[], { vars = new Map() }: Options): (doc: Doc) => Doc {
  const changes = stages.map((stage) => {
    const [only] = stage
    if (stage.size !== 1 || !only) return refuse(40323, 'A pipeline stage specification object must contain exactly one field.')
    const [name, spec] = only
    if (!PARSERS.has(name)) refuse(40324, `Unrecognized pipeline stage name: '${name}'`)
    const change = CHANGES.get(name) ?? refuse('InvalidOptions', `${name} is not allowed to be used within an update`)
    return change(spec, vars, name)
  })
  return (doc) => changes.reduce((changed, change) => change(changed), doc)
}
