/** What a service asks of its database, and whether indexes answer it when there are very many documents. */
import { inspect } from 'node:util'
import type { ServiceDefinition } from '@reelfair/service-kit'
import type { Document } from 'mongodb'
import { roundTripsDuring, tripFaults } from './round-trips.ts'
import type { TestApp } from './service.ts'

/** One question to one collection: reads as they are, writes by what they look for. */
interface Query {
  readonly find: string
  readonly filter: Document
  readonly sort?: Document
  readonly limit?: number
}

export interface Explained extends Query {
  /** Of the database's plan, such as `FETCH IXSCAN`. */
  readonly stages: string
  readonly returned: number
  /** Documents that were read for them. */
  readonly examined: number
  readonly keys: number
}

/** Of the machinery around a service; what it asks is the same for all, and its rows are few. */
const MACHINERY = ['outbox', 'inbox', 'job_runs', 'requests']

/**
 * What is wrong with how a service uses its database while `work` runs: questions that no index answers, and more round trips than a request or an event may
 * take; also each GET route and each event that `work` leaves out.
 * @param mayReadMore questions that read more documents for a reason
 * @returns how many different questions were asked, and the faults in words
 * @throws Error when nothing was asked: then `watchQueries` was not called before the app was started
 * @example const { asked, faults } = await databaseUse(app, campaigns, ask)
 */
export async function databaseUse(
  app: TestApp,
  // biome-ignore lint/suspicious/noExplicitAny: the ports of any service
  definition: ServiceDefinition<any>,
  work: () => Promise<unknown>,
  mayReadMore?: (one: Explained) => boolean,
): Promise<{ readonly asked: number; readonly faults: readonly string[] }> {
  let trips: ReadonlyMap<string, readonly string[]> = new Map()
  const asked = await queriesDuring(app, async () => {
    trips = await roundTripsDuring(app, work)
  })
  return { asked: asked.length, faults: [...wasteful(await explain(app, asked), mayReadMore), ...tripFaults(definition, trips)] }
}

/**
 * All questions that the app asks while `work` runs; each once.
 * @throws Error when it asks nothing: then `watchQueries` was not called before it was started
 */
export async function queriesDuring(app: TestApp, work: () => Promise<unknown>): Promise<Query[]> {
  const seen = new Map<string, Query>()
  const hear = ({ commandName, command }: { commandName: string; command: Document }) => {
    for (const query of queriesIn(commandName, command)) if (!MACHINERY.includes(query.find)) seen.set(inspect(query, { depth: 9 }), query)
  }
  const client = app.context().connection.getClient()
  client.on('commandStarted', hear)
  try {
    await work()
  } finally {
    client.off('commandStarted', hear)
  }
  if (seen.size === 0) throw new Error(`${app.name} has asked nothing; was watchQueries called before it was started?`)
  return [...seen.values()]
}

function queriesIn(name: string, command: Document): Query[] {
  const find = String(command[name])
  // The driver has keys in a map, for their order.
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
      const [first, second] = command.pipeline as Document[]
      return [ask(first?.$match ?? {}, undefined, second?.$limit)]
    }
    default:
      return []
  }
}

/** How the database finds what was asked. */
async function explain(app: TestApp, queries: readonly Query[]): Promise<Explained[]> {
  const explained: Explained[] = []
  for (const query of queries) {
    const plan = await app.database.command({ explain: { ...query }, verbosity: 'executionStats' })
    const { nReturned: returned, totalDocsExamined: examined, totalKeysExamined: keys } = plan.executionStats
    const stages = [...JSON.stringify(plan.queryPlanner.winningPlan).matchAll(/"stage":"(\w+)"/g)].map((match) => match[1]).join(' ')
    explained.push({ ...query, stages, returned, examined, keys })
  }
  return explained
}

const MOST_FOR_ONE = 3
/** The engines read a few rows ahead, and a few for nothing where nothing is there. */
const READ_AHEAD = 8

/**
 * Those that an index does not answer: that read a whole collection, sort what they found, or read more than three documents for each that they return.
 * In words, for `expect(…).toEqual([])`.
 * @param mayReadMore those that read more documents for a reason; scans and sorts are wasteful even then
 */
const wasteful = (explained: readonly Explained[], mayReadMore: (one: Explained) => boolean = () => false): string[] =>
  explained
    .filter(
      (one) => /COLLSCAN|SORT/.test(one.stages) || (one.examined > Math.max(READ_AHEAD, MOST_FOR_ONE * one.returned) && !mayReadMore(one)),
    )
    .map(
      ({ find, filter, sort, limit, stages, returned, examined, keys }) =>
        `${find} ${inspect({ filter, sort, limit }, { depth: 9, breakLength: Number.POSITIVE_INFINITY })}: ${stages}, ${keys} keys and ${examined} documents for ${returned}`,
    )

const UUID = /([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-)[0-9a-f]{12}/gi
/** Fields that name one thing in the world, though no unique index says so. */
const NAMING = /(?:key|email|username|externalId|code|secret|token)$/i
const WRITTEN_TOGETHER = 2_000

/**
 * Fills the app's collections up to `count` documents each with copies of those that are there. In each copy all ids are others, the same ones in all collections.
 * @param keep ids that stay: copies that belong to the same brand, say
 * @param leave collections that are not filled
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
      for (; rows.length < WRITTEN_TOGETHER && made < count; made += 1)
        rows.push(
          copyOf(templates[made % templates.length] as Document, Math.floor(made / templates.length) + 1, [...unique, ['_id']], keep),
        )
      // A few collide: two that keep the same ids.
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
      return other === value && NAMING.test(field) ? `${value}${mark}` : other
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
