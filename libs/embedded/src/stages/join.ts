/**
 * The `$lookup` and `$unionWith` stages. One query joins a whole batch of documents, so that an index on the foreign
 * field serves the batch. A pipeline that does not depend on the outer document runs only once.
 */
import { refuse } from '../errors.ts'
import { approximateSize } from '../expressions/accumulators.ts'
import { validateVariable } from '../expressions/context.ts'
import { compileExpression, type Expression, type Vars } from '../expressions.ts'
import { guarded } from '../guard.ts'
import { hashKey } from '../keys.ts'
import { parseFilter } from '../matcher.ts'
import { isIndex, splitPath } from '../paths.ts'
import { BSONRegExp, type Doc, isDoc, show, typeName, type Value } from '../values.ts'
import { type Batches, chain, inBatches, type ParseContext, type PipelineEnv, type Stage } from './stage.ts'
import { setPath } from './unwind.ts'

/** The leading `$match` stages of an inner pipeline become the query's `filter`. `rest` holds the other stages. */
interface Inner {
  readonly filter: Doc
  readonly rest: readonly Stage[]
  readonly all: readonly Stage[]
}

const both = (a: Doc, b: Doc): Doc => (a.size === 0 ? b : b.size === 0 ? a : new Map([['$and', [a, b]]]))

function parseInner(pipeline: Value | undefined, place: ParseContext, within: string, vars: Vars): Inner {
  if (pipeline !== undefined && !Array.isArray(pipeline))
    refuse('TypeMismatch', `'pipeline' option must be specified as an array, but is ${typeName(pipeline)}`)
  const all = place.parse((pipeline as readonly Value[] | undefined) ?? [], within, vars)
  const matches = all.findIndex((stage) => stage.name !== '$match')
  const rest = matches < 0 ? [] : all.slice(matches)
  const filter = all.slice(0, all.length - rest.length).reduce((joined: Doc, stage) => both(joined, stage.spec as Doc), new Map())
  return { filter, rest, all }
}

// $unionWith

export function unionWith(spec: Value, place: ParseContext): Stage {
  if (typeof spec !== 'string' && !isDoc(spec)) {
    return refuse('FailedToParse', `the $unionWith stage specification must be an object or string, but found ${typeName(spec)}`)
  }
  const given: Doc = isDoc(spec) ? spec : new Map([['coll', spec]])
  for (const name of given.keys())
    if (name !== 'coll' && name !== 'pipeline') refuse(40415, `BSON field '$unionWith.${name}' is an unknown field.`)
  const coll = given.get('coll')
  if (coll === undefined) return refuse(40414, "BSON field '$unionWith.coll' is missing but a required field")
  if (typeof coll !== 'string')
    return refuse('TypeMismatch', `BSON field '$unionWith.coll' is the wrong type '${typeName(coll)}', expected type 'string'`)
  if (coll === '') refuse('InvalidNamespace', "Invalid namespace specified for $unionWith: ''")
  const inner = parseInner(given.get('pipeline'), place, '$unionWith', place.vars)
  return {
    name: '$unionWith',
    async *run(input, env) {
      yield* input
      yield* chain(inner.rest, env.find(coll, inner.filter, place.vars), env)
    },
  }
}

// $lookup

interface Lookup {
  readonly from: string
  readonly as: readonly string[]
  readonly local?: readonly string[]
  readonly foreign?: string
  readonly lets: readonly (readonly [string, Expression])[]
  readonly pipeline: Value | undefined
}

function parseLookup(spec: Value, { vars }: ParseContext): Lookup {
  if (!isDoc(spec)) return refuse('FailedToParse', 'the $lookup specification must be an Object')
  const texts: Record<string, string> = {}
  for (const [name, value] of spec) {
    if (name === 'pipeline' || name === 'let') continue
    if (typeof value !== 'string')
      refuse('FailedToParse', `$lookup argument '${name}: ${show(value)}' must be a string, is type ${typeName(value)}`)
    else if (['from', 'as', 'localField', 'foreignField'].includes(name)) texts[name] = value
    else refuse('FailedToParse', `unknown argument to $lookup: ${name}`)
  }
  const { from, as, localField, foreignField } = texts
  const pipeline = spec.get('pipeline')
  const lets = spec.get('let')
  if (lets !== undefined && !isDoc(lets))
    return refuse('FailedToParse', `$lookup argument 'let' must be an object, is type ${typeName(lets)}`)
  if (!from) return refuse('FailedToParse', "must specify 'from' field for a $lookup")
  if (!as) return refuse('FailedToParse', "must specify 'as' field for a $lookup")
  if (!localField !== !foreignField)
    refuse('FailedToParse', "$lookup requires both or neither of 'localField' and 'foreignField' to be specified")
  if (pipeline === undefined) {
    if (!localField) refuse('FailedToParse', "$lookup requires either 'pipeline' or both 'localField' and 'foreignField' to be specified")
    if (lets) refuse('FailedToParse', "$lookup with a 'let' argument must also specify 'pipeline'")
  }
  const parsed = {
    from,
    as: splitPath(as),
    lets: Array.from(lets ?? [], ([name, value]) => {
      validateVariable(name)
      return [name, compileExpression(value, { vars })] as const
    }),
    pipeline,
  }
  if (!localField || !foreignField) return parsed
  splitPath(foreignField)
  return { ...parsed, local: splitPath(localField), foreign: foreignField }
}

export function lookup(spec: Value, place: ParseContext): Stage {
  const parsed = parseLookup(spec, place)
  const { as, lets } = parsed
  // Parsed with placeholder values, to report errors early and to run pipelines that do not depend on the values.
  const inner = parseInner(parsed.pipeline, place, '$lookup', new Map([...place.vars, ...lets.map(([name]) => [name, null] as const)]))
  const results = lets.length > 0 ? perDocument(parsed, place) : parsed.local ? perBatch(parsed, place, inner) : once(parsed, place, inner)
  return {
    name: '$lookup',
    async *run(input, env) {
      let held = 0
      const add = (bytes: number) => {
        env.budget.add(bytes)
        held += bytes
      }
      const resultsOf = results({ ...env, budget: { add } }, env)
      for await (const batch of input) {
        const found = await resultsOf(batch)
        const shared = held
        let joined: Doc[] = []
        for (let i = 0; i < batch.length; i++) {
          joined.push(setPath(batch[i], as, await (found[i] as Found)()))
          if (held - shared < FLUSH_BYTES && i < batch.length - 1) continue
          yield joined
          joined = []
          add(shared - held)
          await env.yieldIfDue()
        }
        add(-shared)
      }
    },
  }
}

type Found = () => Value[] | Promise<Value[]>
/** `env` counts memory for the current batch. `whole` counts memory until the stage ends. */
type Results = (env: PipelineEnv, whole: PipelineEnv) => (batch: readonly Doc[]) => Found[] | Promise<Found[]>

/** When joined documents exceed this size in bytes, the stage outputs them before their batch is complete. */
const FLUSH_BYTES = 16 * 1024 * 1024

/** Counts the documents' size toward the memory budget. */
async function gather(batches: Batches, env: PipelineEnv): Promise<Doc[]> {
  const all: Doc[] = []
  for await (const batch of batches) {
    env.budget.add(batch.reduce((sum, doc) => sum + approximateSize(doc), 0))
    for (const doc of batch) all.push(doc)
  }
  return all
}

/** Without join fields or variables, every document joins the same documents. */
const once =
  ({ from }: Lookup, { vars }: ParseContext, inner: Inner): Results =>
  (_, env) => {
    let all: Promise<Doc[]> | undefined
    return (batch) =>
      batch.map(() => () => {
        all ??= gather(chain(inner.rest, env.find(from, inner.filter, vars), env), env)
        return all
      })
  }

/** With join fields only, one query finds the documents for a whole batch. */
const perBatch =
  (parsed: Lookup, { vars }: ParseContext, inner: Inner): Results =>
  (env) =>
  async (batch) => {
    const candidates = await matchBatch(parsed, batch, inner.filter, vars, env)
    return batch.map((doc) => () => {
      const docs = candidates(doc)
      return inner.rest.length === 0 ? docs : gather(chain(inner.rest, inBatches(docs, env), env), env)
    })
  }

/** With variables, each document needs its own pipeline. */
const perDocument =
  (parsed: Lookup, place: ParseContext): Results =>
  (env) =>
  async (batch) => {
    const { from, lets, pipeline, local } = parsed
    const candidates = local && (await matchBatch(parsed, batch, new Map(), place.vars, env))
    return batch.map((doc) => async () => {
      const vars: Vars = new Map([...place.vars, ...lets.map(([name, e]) => [name, guarded(() => e.evaluate(doc))] as const)])
      const inner = parseInner(pipeline, place, '$lookup', vars)
      await env.yieldIfDue()
      if (candidates) return gather(chain(inner.all, inBatches(candidates(doc), env), env), env)
      return gather(chain(inner.rest, env.find(from, withEqualities(inner.filter, vars), vars), env), env)
    })
  }

async function matchBatch(parsed: Lookup, batch: readonly Doc[], filter: Doc, vars: Vars, env: PipelineEnv): Promise<(doc: Doc) => Doc[]> {
  const { from, foreign = '', local = [] } = parsed
  const wanted = new Map<string, Value>()
  guarded(() => {
    for (const doc of batch) for (const value of localValues(doc, local)) wanted.set(hashKey(value), value)
  })
  const docs = await gather(env.find(from, both(anyOf(foreign, [...wanted.values()]), filter), vars), env)
  const byValue = new Map<string, number[]>()
  const parts = foreign.split('.')
  docs.forEach((doc, i) => {
    for (const key of foreignKeys(doc, parts)) {
      const list = byValue.get(key)
      if (list) list.push(i)
      else byValue.set(key, [i])
    }
  })
  const nullish = wanted.has(NULL) ? parseFilter(new Map([[foreign, null]])) : undefined
  const withNull = docs.map((_, i) => i).filter((i) => nullish?.matches(docs[i] as Doc))
  return (doc) => {
    const found = new Set<number>()
    for (const value of localValues(doc, local))
      for (const i of value === null ? withNull : (byValue.get(hashKey(value)) ?? [])) found.add(i)
    return [...found].sort((a, b) => a - b).map((i) => docs[i] as Doc)
  }
}

const NULL = hashKey(null)

/** Compares regular expressions as values with `$eq`, because `$in` would match them as patterns. */
function anyOf(path: string, values: readonly Value[]): Doc {
  const plain: Doc = new Map([[path, new Map([['$in', values.filter((v) => !(v instanceof BSONRegExp))]])]])
  const regexes = values.filter((v) => v instanceof BSONRegExp)
  return regexes.length === 0 ? plain : new Map([['$or', [plain, ...regexes.map((v): Doc => new Map([[path, new Map([['$eq', v]])]]))]]])
}

/** Each array element is a separate join value. A missing value counts as null. */
function localValues(doc: Doc, parts: readonly string[]): Value[] {
  const values: Value[] = []
  visit(doc, parts, 0, (v) => {
    if (!Array.isArray(v)) values.push(v)
    else for (const element of v) values.push(element)
  })
  return values.length > 0 ? values : [null]
}

/** Keys of all values that an equality on the path could match: arrays as a whole, and each of their elements. */
function foreignKeys(doc: Doc, parts: readonly string[]): Set<string> {
  const keys = new Set<string>()
  visit(doc, parts, 0, (v) => {
    keys.add(hashKey(v))
    if (Array.isArray(v)) for (const element of v) keys.add(hashKey(element))
  })
  return keys
}

/** Calls `found` for each value at the end of a path. Follows array indexes and descends into documents in arrays. */
function visit(v: Value | undefined, parts: readonly string[], at: number, found: (v: Value) => void): void {
  const part = parts[at]
  if (part === undefined) {
    if (v !== undefined) found(v)
  } else if (isDoc(v)) visit(v.get(part), parts, at + 1, found)
  else if (Array.isArray(v)) {
    if (isIndex(part)) visit(v[Number(part)], parts, at + 1, found)
    for (const element of v) if (isDoc(element)) visit(element, parts, at, found)
  }
}

/** Adds the equalities in a filter's `$expr` as plain conditions, so that the query can use an index. */
function withEqualities(filter: Doc, vars: Vars): Doc {
  const conditions: Doc[] = []
  const fromFilter = (part: Doc): void => {
    const expression = part.get('$expr')
    const parts = part.get('$and')
    if (expression !== undefined) fromExpression(expression)
    if (Array.isArray(parts)) for (const inner of parts) if (isDoc(inner)) fromFilter(inner)
  }
  const fromExpression = (e: Value): void => {
    if (!isDoc(e) || e.size !== 1) return
    const [operator, args] = [...e][0] as [string, Value]
    if (!Array.isArray(args)) return
    if (operator === '$and') args.forEach(fromExpression)
    const [a, b] = args
    if (operator !== '$eq' || args.length !== 2 || typeof a !== 'string' || typeof b !== 'string') return
    const [path, variable] = a.startsWith('$$') ? [b, a] : [a, b]
    const value = variable.startsWith('$$') ? vars.get(variable.slice(2)) : undefined
    // Skips arrays, because `$expr` compares whole arrays but a condition on a field also matches elements.
    if (!/^\$[^$]/.test(path) || value === undefined || Array.isArray(value) || value instanceof BSONRegExp) return
    conditions.push(new Map([[path.slice(1), new Map([['$eq', value]])]]))
  }
  fromFilter(filter)
  return conditions.reduce(both, filter)
}
