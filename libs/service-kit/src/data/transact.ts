import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { Envelope, EventDraft } from '@reelfair/contracts'
import { eventKey, events } from '@reelfair/contracts'
import type { Connection, mongo } from 'mongoose'
import type { Logger } from 'pino'
import type { Relay } from '../bus/relay.ts'
import { createKeyedMutex } from '../concurrency/keyed-mutex.ts'
import { createSemaphore } from '../concurrency/semaphore.ts'
import type { Tx } from '../service.ts'
import { withTimeout } from '../with-timeout.ts'
import type { Database } from './database.ts'
import { DatabaseUnresponsive, hasLabel, isDuplicate, Overloaded, TransactionTimeout } from './faults.ts'
import { type OutboxEvent, outboxOf, rowsOf } from './outbox.ts'
import { UnitOfWork } from './unit-of-work.ts'

export interface TransactorOptions {
  readonly database: Database
  /** Receives outbox rows after the commit. Commands have no relay; the running service's relay finds their rows. */
  readonly relay?: Pick<Relay, 'owner' | 'lease' | 'handOver'>
  readonly source: string
  /** Keys (`eventKey`) of the events that the service may emit. Default: all. */
  readonly publishes?: ReadonlySet<string>
  now(): Date
  newId(): string
  readonly log: Logger
  /**
   * Maximum number of open transactions; must be below the connection pool's size. A server that limits open
   * transactions (the embedded one allows 64) blocks any further ones at their first statement. If these occupied all
   * connections, the open transactions could not finish.
   */
  readonly maxOpen: number
  /**
   * Time limit for the work, its retries and the commit, in milliseconds. Default: 20,000. The commit always gets at
   * least 2,000.
   */
  readonly limitMs?: number
}

/** The transaction of a batch of events; `for` sets the cause of emitted events. */
export interface OpenTx extends Tx {
  for(causeId: string): Tx
}

export interface Transactor {
  readonly database: Database
  now(): Date
  /**
   * Runs `work` in one transaction (snapshot read, majority write) and reruns it after each conflict.
   * @throws the error of `work` (nothing is stored); a Refusal for a violated unique index or a changed document;
   *   TransactionTimeout when `work` takes too long; or an error that satisfies `isUnavailable` when the database is
   *   down or hangs, conflicts persist, or too many transactions are waiting
   * @example await transactor.transact(requestId, async (tx) => { await signups.insert(tx, signup); tx.emit(event) })
   */
  transact<T>(causeId: string, work: (tx: OpenTx) => Promise<T>): Promise<T>
}

const LIMIT_MS = 20_000
/** Limits the wait for a slow predecessor, which may be working on a different document. */
const MAX_TURN_MS = 200
/**
 * Maximum number of waiting transactions: a few seconds of work. Without a limit, all of them would eventually miss
 * their deadlines.
 */
const MAX_WAITING = 1_000
/**
 * Minimum time for writes and the commit, even after slow work. Otherwise slow work would look like a hung database.
 */
const ANSWERS_WITHIN_MS = 2_000
const ABORT_MOST_MS = 2_000
/**
 * A transaction starts only if at least this much time remains. Queued transactions share a deadline, so permits often
 * become free too late.
 */
const MIN_LEFT_MS = 20

// Snapshot reads return only committed data, and confirmed majority writes are never rolled back.
const TRANSACTION = { readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority' }, readPreference: 'primary' } as const

const within = new AsyncLocalStorage<true>()

export function createTransactor(options: TransactorOptions): Transactor {
  const { database, log, maxOpen, limitMs = LIMIT_MS } = options
  const { connection } = database
  const openTransactions = createSemaphore<Connection>(maxOpen, {
    maxWaiting: MAX_WAITING,
    onFull: () => new Overloaded('too many transactions are waiting'),
    onTimeout: () => new Overloaded('no transaction could begin in time'),
  })
  // Transactions that have hit a conflict run one after the other; a hundred contenders for one document would
  // otherwise keep aborting each other.
  const contenders = createKeyedMutex<Connection>({ maxWaitMs: MAX_TURN_MS })

  return {
    database,
    now: options.now,
    async transact(causeId, work) {
      if (within.getStore()) throw new Error('transact inside transact: pass tx on instead')
      const deadline = performance.now() + limitMs
      const permit = await openTransactions.acquire(connection, deadline - MIN_LEFT_MS)
      const session = connection.getClient().startSession({ defaultTransactionOptions: TRANSACTION })
      let duplicates = 0
      let release = () => {}
      try {
        for (let attempts = 1; ; attempts += 1) {
          try {
            return await attempt(options, session, causeId, work, deadline)
          } catch (error) {
            release()
            // A concurrent request inserted the same _id after this transaction's read; a retry will find the document.
            if (isDuplicate(error)) duplicates += 1
            if (!(hasLabel(error, 'TransientTransactionError') || (isDuplicate(error) && duplicates === 1))) throw error
            if (session.inTransaction()) throw new DatabaseUnresponsive('aborting a transaction took too long', { cause: error })
            const wait = Math.random() * Math.min(2 ** attempts, 250)
            if (performance.now() + wait >= deadline) throw error
            if (attempts % 10 === 0) log.warn({ causeId, attempts }, 'transaction conflicted repeatedly; retrying')
            await pause(wait)
            release = await contenders.acquire(connection)
          }
        }
      } finally {
        release()
        await briefly(session.endSession())
        permit.release()
      }
    },
  }
}

async function attempt<T>(
  options: TransactorOptions,
  session: mongo.ClientSession,
  causeId: string,
  work: (tx: OpenTx) => Promise<T>,
  deadline: number,
): Promise<T> {
  const { database, relay } = options
  const { connection } = database
  const emitted: OutboxEvent[] = []
  session.startTransaction(TRANSACTION)
  const unit = new UnitOfWork(session)
  try {
    const result = await inTime(deadline, within.run(true, work, openTx(options, unit, causeId, emitted)), tooSlow)
    const answerBy = Math.max(deadline, performance.now() + ANSWERS_WITHIN_MS)
    const alone = emitted.length === 0 ? unit.soleWrite() : undefined
    if (alone) {
      unit.close()
      await session.abortTransaction()
      await inTime(answerBy, alone(), noAnswer)
      unit.runAfterCommit()
      return result
    }
    const rows = rowsOf(emitted, { leaseUntil: relay?.lease() ?? new Date(0), owner: relay?.owner ?? 'command' })
    for (const document of rows) await unit.write(outboxOf(connection), { insertOne: { document } })
    await inTime(answerBy, unit.sendAll(connection.getClient()), noAnswer)
    unit.close()
    await inTime(answerBy, commit(session, answerBy), noAnswer)
    if (rows.length > 0) relay?.handOver(rows)
    unit.runAfterCommit()
    return result
  } catch (error) {
    unit.close()
    if (session.inTransaction()) await briefly(session.abortTransaction())
    throw error
  }
}

function openTx(
  { database, source, publishes, now, newId }: TransactorOptions,
  unit: UnitOfWork,
  causeId: string,
  emitted: OutboxEvent[],
): OpenTx {
  const { connection } = database
  const emitFor = (cause: string) => (event: EventDraft) => {
    if (publishes && !publishes.has(eventKey(event)))
      throw new Error(`${source} emits ${eventKey(event)}, which is missing from its list of published events`)
    emitted.push(outboxEvent(event, { id: newId(), source, time: now(), cause }))
  }
  return {
    connection,
    unit,
    emit: emitFor(causeId),
    for: (cause) => ({ connection, unit, emit: emitFor(cause) }),
  }
}

function outboxEvent(event: EventDraft, made: { id: string; source: string; time: Date; cause: string }): OutboxEvent {
  const envelope: Envelope = {
    specversion: '1.0',
    id: made.id,
    type: event.type,
    source: `/${made.source}`,
    time: made.time.toISOString(),
    datacontenttype: 'application/json',
    dataversion: event.version,
    causationid: made.cause,
    data: event.data,
  }
  return { id: made.id, type: event.type, body: JSON.stringify(envelope), transient: events.get(eventKey(event))?.transient ?? false }
}

async function commit(session: mongo.ClientSession, deadline: number): Promise<void> {
  for (;;) {
    try {
      return await session.commitTransaction()
    } catch (error) {
      // The outcome is unknown. A repeated commit is safe and reveals the outcome.
      if (!hasLabel(error, 'UnknownTransactionCommitResult') || performance.now() >= deadline) throw error
      await pause(Math.random() * 100)
    }
  }
}

const tooSlow = () => {
  throw new TransactionTimeout('transaction exceeded its time limit')
}
const noAnswer = () => {
  throw new DatabaseUnresponsive('database did not respond in time')
}

/** Limits the wait for a transaction or session to end. An unreachable server eventually ends both by itself. */
const briefly = (ending: Promise<unknown>) => withTimeout(ending, ABORT_MOST_MS, () => {}).catch(() => {})

const inTime = <T>(deadline: number, work: Promise<T>, onTimeout: () => never): Promise<T> =>
  withTimeout(work, deadline - performance.now(), onTimeout)
