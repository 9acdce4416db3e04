/** Checks that indexes support all of a service's queries, even in very large collections. */
import { inspect } from 'node:util'
import type { ServiceDefinition } from '@reelfair/service-kit'
import type { Document } from 'mongodb'
import { roundTripsDuring, tripFaults } from './round-trips.ts'
import type { TestApp } from './service.ts'

/** A query on one collection. For an update or delete, only the filter is checked. */
interface Query {
  readonly find: string
  readonly filter: Document
  readonly sort?: Document
  readonly limit?: number
}

export interface Explained extends Query {
  /** Stages of the winning query plan, such as `FETCH IXSCAN`. */
  readonly stages: string
  readonly returned: number
  readonly examined: number
  readonly keys: number
}

/** Collections of service-kit, which stay small and whose queries are the same for all services. */
const MACHINERY = ['outbox', 'inbox', 'job_runs', 'requests']

/**
 * Finds inefficient database use while `work` runs: queries without a suitable index, requests and events with too many
 * round trips, and GET routes and events that `work` does not cover. Includes the queries of the queues' metrics.
 * @param mayReadMore accepts queries that must read more documents
 * @returns the number of different queries, and a description of each fault
 * @throws Error if the app started before `watchQueries` was called
 * @example const { asked, faults } = await databaseUse(app, campaigns, ask)
 */
export async function databaseUse(
  app: TestApp,
  // biome-ignore lint/suspicious/noExplicitAny: the ports of any service
  definition: ServiceDefinition<any>,
  work: () => Promise<unknown>,
  mayReadMore?: (one: Explained) => boolean,
): Promise<{ readonly queryCount: number; readonly faults: readonly string[] }> {
  let trips: ReadonlyMap<string, readonly string[]> = new Map()
  const asked = await queriesDuring(app, async () => {
    trips = await roundTripsDuring(app, work)
    for (const queue of definition.queues ?? []) await queue.figures(app.context(), app.clock.now())
  })
  return {
    queryCount: asked.length,
    faults: [...wasteful(await explainQueries(app, asked), mayReadMore), ...tripFaults(definition, trips)],
  }
}

/**
 * Returns each distinct query that the app sends while `work` runs.
 * @throws Error if the app started before `watchQueries` was called
 */
export async function queriesDuring(app: TestApp, work: () => Promise<unknown>): Promise<Query[]> {
  const seen = new Map<string, Query>()
  const onCommand = ({ commandName, command }: { commandName: string; command: Document }) => {
    for (const query of queriesIn(commandName, command)) if (!MACHINERY.includes(query.find)) seen.set(inspect(query, { depth: 9 }), query)
  }
  const client = app.context().connection.getClient()
  client.on('commandStarted', onCommand)
  try {
    await work()
  } finally {
    client.off('commandStarted', onCommand)
  }
  if (seen.size === 0) throw new Error(`${app.name} sent no queries. Call watchQueries before starting the app.`)
  return [...seen.values()]
}

function queriesIn(name: string, command: Document): Query[] {
  const find = String(command[name])
  // The driver represents sort keys as a Map, which preserves their order.
  const ask = (filter: Document, sort?: Map<string, number>, limit?: number): Query => ({
    find,
    filter,
    ...(sort && sort.size > 0 && { sort: Object.fromEntries(sort) }),
    ...(limit && { limit }),
  })
  switch (name) {
    case 'find':
      return [ask(command.filter ?? {}, command.sort, command.limit)]
    case 'count':
      return [ask(command.query ?? {}, undefined, command.limit)]
    case 'findAndModify':
      return [ask(command.query ?? {}, command.sort, 1)]
    case 'update':
      return (command.updates as Document[]).map(({ q, multi }) => ask(q, undefined, multi ? undefined : 1))
    case 'delete':
      return (command.deletes as Document[]).map(({ q, limit }) => ask(q, undefined, limit))
    case 'bulkWrite': {
      const collections = (command.nsInfo as { ns: string }[]).map(({ ns }) => ns.slice(ns.indexOf('.') + 1))
      return (command.ops as Document[]).flatMap(({ update, delete: removed, filter }) => {
        const collection = collections[update ?? removed]
        return collection === undefined ? [] : [{ find: collection, filter: filter as Document, limit: 1 }]
      })
    }
    case 'aggregate': {
      const { $match, $sort, $limit } = Object.assign({}, ...leadingStages(command.pipeline)) as Document
      return [ask($match ?? {}, $sort && new Map(Object.entries($sort)), $limit)]
    }
    default:
      return []
  }
}

/** The stages of a pipeline that run as a query. */
function leadingStages(pipeline: readonly Document[]): readonly Document[] {
  const other = pipeline.findIndex((stage) => !['$match', '$sort', '$limit'].includes(Object.keys(stage)[0] ?? ''))
  return other < 0 ? pipeline : pipeline.slice(0, other)
}

/** Explains queries of `queriesDuring`, with the number of keys and documents that they read. */
export async function explainQueries(app: TestApp, queries: readonly Query[]): Promise<Explained[]> {
  const explained: Explained[] = []
  for (const query of queries) {
    const plan = await app.database.command({ explain: { ...query }, verbosity: 'executionStats' })
    const { nReturned: returned, totalDocsExamined: examined, totalKeysExamined: keys } = plan.executionStats
    const stages = [...JSON.stringify(plan.queryPlanner.winningPlan).matchAll(/"stage":"(\w+)"/g)].map((match) => match[1]).join(' ')
    explained.push({ ...query, stages, returned, examined, keys })
  }
  return explained
}

const MAX_FOR_ONE = 3
/** Documents that any query may read, because the engines read a few rows ahead even if nothing matches. */
const READ_AHEAD = 8

/** With a limit, the embedded engine reads that many documents first. */
const readAhead = ({ limit = 0, returned }: Explained) => READ_AHEAD + Math.min(limit, returned)

/**
 * Describes queries that an index does not support: full scans, in-memory sorts, and queries that read more than three
 * documents for each one they return.
 * @param mayReadMore accepts queries that must read more documents, but never a scan or a sort
 */
const wasteful = (explained: readonly Explained[], mayReadMore: (one: Explained) => boolean = () => false): string[] =>
  explained
    .filter(
      (one) =>
        /COLLSCAN|SORT/.test(one.stages) || (one.examined > Math.max(readAhead(one), MAX_FOR_ONE * one.returned) && !mayReadMore(one)),
    )
    .map(
      ({ find, filter, sort, limit, stages, returned, examined, keys }) =>
        `${find} ${inspect({ filter, sort, limit }, { depth: 9, breakLength: Number.POSITIVE_INFINITY })}: ${stages}, ${keys} keys and ${examined} documents for ${returned}`,
    )

const UUID = /([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-)[0-9a-f]{12}/gi
/** Besides ids, these fields need different values in each copy of a document. */
const IDENTIFYING = /(?:key|email|username|externalId|code|secret|token)$/i
const BATCH_SIZE = 2_000

/**
 * Fills each collection with `count` copies of its documents. Replaces all ids, consistently across collections.
 * @param keep ids to preserve, for example to copy documents of the same brand
 * @param leave collections to skip
 */
export async function multiply(
  app: TestApp,
  count: number,
  { keep = [], leave = [] }: { readonly keep?: readonly string[]; readonly leave?: readonly string[] } = {},
): Promise<void> {
  const db = app.database
  for (const { name } of await db.listCollections().toArray()) {
    if (MACHINERY.includes(name) || name.includes('.') || leave.includes(name)) continue
    const collection = db.collection(name)
    const unique = (await collection.indexes()).filter((index) => index.unique).map(({ key }) => Object.keys(key))
    const templates = (await collection.find().limit(50).toArray()).filter(
      (one) => keep.length === 0 || keep.some((id) => JSON.stringify(one).includes(id)),
    )
    if (templates.length === 0) continue
    for (let made = 0; made < count; ) {
      const rows: Document[] = []
      for (; rows.length < BATCH_SIZE && made < count; made += 1)
        rows.push(
          copyOf(templates[made % templates.length] as Document, Math.floor(made / templates.length) + 1, [...unique, ['_id']], keep),
        )
      // Copies with the same preserved ids may collide.
      await collection.insertMany(rows, { ordered: false }).catch((error: { code?: number }) => {
        if (error.code !== 11000) throw error
      })
    }
  }
}

function copyOf(template: Document, number: number, unique: readonly (readonly string[])[], keep: readonly string[]): Document {
  const mark = (keep.length > 0 ? 'f' : 'e') + number.toString(16).padStart(11, '0')
  const copied = (value: unknown, field: string): unknown => {
    if (typeof value === 'string') {
      const other = value.replaceAll(UUID, (id, head) => (keep.includes(id) ? id : `${head}${mark}`))
      return other === value && IDENTIFYING.test(field) ? `${value}${mark}` : other
    }
    if (Array.isArray(value)) return value.map((one) => copied(one, field))
    if (value !== null && typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype)
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, copied(inner, key)]))
    return value instanceof Date ? new Date(value.getTime() + number * 137) : value
  }
  const copy = copied(template, '') as Document
  for (const fields of unique) {
    const isSame = fields.every((field) => copy[field] === template[field])
    const field = fields.findLast((one) => typeof copy[one] === 'string')
    if (isSame && field) copy[field] = `${copy[field]}${mark}`
  }
  return copy
}
