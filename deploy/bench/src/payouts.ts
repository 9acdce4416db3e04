/**
 * Runs the payouts service in the bench's process, without workers, and the plain driver on collections with the same
 * indexes.
 */
import { randomUUID } from 'node:crypto'
import { services } from '@reelfair/local'
import { auditLedger } from '@reelfair/payouts/cli/check-ledger'
import { type AnyService, createLog, inProcessBus, makeSessionKeys, startService } from '@reelfair/service-kit'
import { smallLimits } from '@reelfair/testkit/engines'
import { type AnyClientBulkWriteModel, type Db, type Document, MongoClient, type ReadConcernLevel } from 'mongodb'
import { atClose } from './closing.ts'
import { mongo } from './engines.ts'

export const serviceNamed = (wanted: string): AnyService => {
  const definition = services.find(({ name }) => name === wanted)
  if (!definition) throw new Error(`no service is named ${wanted}`)
  return definition
}

/** Valid settings for runs that never call Stripe; the Stripe address does not respond. */
export const NO_STRIPE = {
  PUBLIC_ORIGIN: 'http://localhost:4000',
  STRIPE_SECRET_KEY: 'sk_test_of_the_bench',
  STRIPE_API_BASE: 'http://127.0.0.1:9',
  STRIPE_WEBHOOK_SECRET: 'whsec_platform_of_the_bench',
  STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_connect_of_the_bench',
  STRIPE_THIN_WEBHOOK_SECRET: 'whsec_thin_of_the_bench',
}

export const newPrefix = () => `bench-${randomUUID().slice(0, 8)}`

export const databaseOf = (prefix: string) => `${prefix}_payouts`

/** The product's transactions use the same options. */
const TRANSACTION = { readConcern: { level: 'snapshot' as ReadConcernLevel }, writeConcern: { w: 'majority' as const } }

export async function startPayouts(prefix: string, stripe: Readonly<Record<string, string>> = NO_STRIPE) {
  const definition = serviceNamed('payouts')
  const { uri } = await mongo()
  const log = createLog('bench', 'error')
  const env = {
    ...smallLimits,
    MONGODB_URI: uri,
    DB_PREFIX: prefix,
    SESSION_PUBLIC_KEY: makeSessionKeys().publicKey,
    GATEWAY_SECRET: randomUUID(),
    ...stripe,
  }
  const bus = inProcessBus({ log })
  const running = await startService(definition, { env, bus, log, workers: false })
  atClose(() => running.stop())
  const ctx = running.context()
  return {
    ctx,
    /** Recomputes every balance from the entries. @throws LedgerDiffers */
    auditLedger: () => auditLedger(ctx),
    transferWorker: () => definition.workers?.find(({ name }) => name === 'transfers')?.run(ctx) ?? Promise.resolve(false),
  }
}

export async function connectDriver(): Promise<MongoClient> {
  const { uri } = await mongo()
  const client = await new MongoClient(uri, { writeConcern: { w: 'majority' }, maxPoolSize: 12, ignoreUndefined: true }).connect()
  atClose(() => client.close())
  return client
}

export async function makeIndexes(db: Db, service = 'payouts') {
  for (const { name, indexes } of serviceNamed(service).collections ?? []) {
    for (const { name: indexName, key, unique, expireAfterSeconds, partialFilterExpression } of indexes) {
      await db.collection(name).createIndex(key, {
        name: indexName,
        ...(unique ? { unique } : {}),
        ...(expireAfterSeconds === undefined ? {} : { expireAfterSeconds }),
        ...(partialFilterExpression ? { partialFilterExpression } : {}),
      })
    }
  }
}

type Row = Document & { _id: string }
export type Write = AnyClientBulkWriteModel<Row>

export async function openBaselineDatabase() {
  const client = await connectDriver()
  const db = client.db(`${newPrefix()}_baseline`)
  await makeIndexes(db)
  return {
    db,
    /** As in the product, uses one transaction and one round trip. */
    writeTogether: (writes: readonly Write[]) =>
      client.withSession(async (session) => {
        session.startTransaction(TRANSACTION)
        await client.bulkWrite<Record<string, Row>>(writes, { session, ordered: true })
        await session.commitTransaction()
      }),
  }
}
