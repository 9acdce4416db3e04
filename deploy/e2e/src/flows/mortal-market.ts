/**
 * Runs the campaigns, partnerships, metrics and payouts services in a process that kills itself before and after each
 * kind of commit, except the kinds in `SURVIVED`. The last line of output names the kind. `killed-anywhere.ts` controls
 * the process.
 */
import { createHash } from 'node:crypto'
import { writeSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { campaigns } from '@reelfair/campaigns/app'
import { events } from '@reelfair/contracts'
import { metrics } from '@reelfair/metrics/app'
import { partnerships } from '@reelfair/partnerships/app'
import { payouts } from '@reelfair/payouts/app'
import { type AnyService, createLog, inProcessBus, openDeadLetters, type RunningService, startService } from '@reelfair/service-kit'

export type Order = { readonly id: number } & (
  | { readonly do: 'publish'; readonly type: string; readonly messageId: string; readonly body: string }
  | { readonly do: 'grant'; readonly brandId: string; readonly credits: number }
)
export interface Reply {
  readonly id: number
  readonly error?: string
}

const { SURVIVED = '[]', PORTS = '{}', ENVS = '{}', MONGODB_URI = '', DB_PREFIX = '', KILLS = '0' } = process.env
const survived = new Set<string>(JSON.parse(SURVIVED))
const ports: Record<string, number> = JSON.parse(PORTS)
const envs: Record<string, Record<string, string>> = JSON.parse(ENVS)

const EVERY = Number(KILLS)

function point(name: string): void {
  if (EVERY === 0 || survived.has(name) || isSpared(name)) return
  writeSync(1, `${name}\n`)
  process.kill(process.pid, 'SIGKILL')
}

/** Uses a hash of the name, so that the choice is the same after every restart. */
function isSpared(name: string): boolean {
  return createHash('sha256').update(name).digest().readUInt32BE() % EVERY !== 0
}

const log = createLog('mortal', 'silent')
// Stores dead letters in MongoDB, so that the next process can retry failed events.
const deadLetters = await openDeadLetters({ uri: MONGODB_URI, name: `${DB_PREFIX}_bus`, log })
const bus = inProcessBus({ log, deadLetters, held: true })
const services: RunningService[] = []

interface Stored {
  /** An outbox row contains events; an inbox row contains only their ids. */
  readonly events?: readonly (string | { readonly type: string })[]
}
type Write = { readonly insertOne?: { readonly document: Stored } }
type BulkWrite = (
  this: { dbName: string; collectionName: string },
  writes: readonly Write[],
  options?: { session?: object },
) => Promise<unknown>

const written = new WeakMap<object, Set<string>>()

function note(session: object, collection: string, document?: Stored): void {
  const all = written.get(session) ?? new Set()
  written.set(session, all.add(collection))
  for (const event of document?.events ?? []) if (typeof event === 'object') all.add(`“${event.type}”`)
}

/** Identifies each kind of transaction by the collections it writes and the events it publishes. */
function watch(service: RunningService): void {
  const client = service.context().connection.getClient()
  const bulkWrite = client.bulkWrite.bind(client)
  client.bulkWrite = (models, options) => {
    for (const model of models) {
      const document = model.name === 'insertOne' ? (model.document as Stored) : undefined
      if (options?.session) note(options.session, model.namespace.slice(model.namespace.indexOf('.') + 1), document)
    }
    return bulkWrite(models, options)
  }
  const begin = client.startSession.bind(client)
  client.startSession = (options) => {
    const session = begin(options)
    const commit = session.commitTransaction.bind(session)
    session.commitTransaction = async (...given) => {
      const what = [...(written.get(session) ?? [])].sort()
      // A read-only transaction changes nothing, so a kill would prove nothing.
      if (what.length === 0) return commit(...given)
      const kind = `${service.name}: ${what.join(' ')}`
      point(`before ${kind}`)
      await commit(...given)
      point(`after ${kind}`)
    }
    return session
  }
}

function watchWrites(service: RunningService): void {
  const collections = Object.getPrototypeOf(service.context().connection.getClient().db().collection('any')) as { bulkWrite: BulkWrite }
  const { bulkWrite } = collections
  collections.bulkWrite = async function (writes, options) {
    if (options?.session) {
      for (const { insertOne } of writes) note(options.session, this.collectionName, insertOne?.document)
      return bulkWrite.call(this, writes, options)
    }
    point(`before ${this.dbName.slice(DB_PREFIX.length + 1)}: a write of ${this.collectionName}`)
    const result = await bulkWrite.call(this, writes, options)
    point(`after ${this.dbName.slice(DB_PREFIX.length + 1)}: a write of ${this.collectionName}`)
    return result
  }
}

const definitions: readonly AnyService[] = [payouts, campaigns, partnerships, metrics]
for (const definition of definitions) {
  const env = { ...process.env, ...envs[definition.name], PORT: String(ports[definition.name]) }
  const service = await startService(definition, { env, bus, log, unlimited: true })
  if (services.length === 0) watchWrites(service)
  watch(service)
  services.push(service)
}
// Some events are only for identity, which does not run here; without a queue, their outbox rows would stay.
const types = [...events.values()].filter(({ transient }) => !transient).map(({ type }) => type)
await bus.consume({ queue: 'identity', types, handle: async (batch) => batch.map(() => 'done') })
bus.release()

async function execute(order: Order): Promise<void> {
  switch (order.do) {
    case 'publish':
      await bus.publish([{ id: order.messageId, type: order.type, body: Buffer.from(order.body) }])
      return
    case 'grant': {
      const grant = payouts.commands?.find(({ name }) => name === 'grant-credits')
      const service = services.find(({ name }) => name === 'payouts')
      if (!grant || !service) throw new Error('payouts has no command grant-credits')
      await grant.run({ brandId: order.brandId, credits: order.credits, reason: 'test' }, service.context())
    }
  }
}

process.on('message', (order: Order) => {
  execute(order).then(
    () => process.send?.({ id: order.id } satisfies Reply),
    (error: unknown) => process.send?.({ id: order.id, error: String(error) } satisfies Reply),
  )
})
process.on('disconnect', () => process.exit())
// Node writes its compile cache only on a normal exit, which never happens here.
flushCompileCache()
process.send?.({ id: 0 } satisfies Reply)
