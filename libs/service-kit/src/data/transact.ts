/** `ctx.transact`: documents, outbox rows and inbox rows are stored together or not at all. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { Envelope, EventDraft } from '@reelfair/contracts'
import { eventKey, events } from '@reelfair/contracts'
import type { mongo } from 'mongoose'
import type { Logger } from 'pino'
import type { Relay } from '../bus/relay.ts'
import type { Tx } from '../service.ts'
import type { Database } from './database.ts'
import { hasLabel, isDuplicate, NoAnswer, Overloaded, TransactionTimeout } from './faults.ts'
import { type OutboxEvent, outboxOf, rowsOf } from './outbox.ts'
import { closeUnit, gather, openUnit, sendAll, soleWrite } from './unit-of-work.ts'

export interface TransactorOptions {
  readonly database: Database
  /** Gets the rows after the commit. Left out (a command): the running service's relay finds them. */
  readonly relay?: Pick<Relay, 'owner' | 'lease' | 'handOver'>
  /** The service's name. */
  readonly source: string
  /** The keys (`eventKey`) of the events that the service says; saying another one is an error. All when left out. */
  readonly says?: ReadonlySet<string>
  now(): Date
  newId(): string
  readonly log: Logger
  /**
   * Transactions open at once; fewer than the pool has connections. A server with a limit of open transactions (the embedded one: 64) lets the first
   * statement of one more wait; were all connections taken by such statements, those whose end they wait for could not go on.
   */
  readonly mostOpen: number
  /** Longest time for the work, its repetitions and the commit, in milliseconds; 20,000 when left out. The commit has 2,000 at least. */
  readonly limitMs?: number
}

/** A transaction that serves several causes one after the other: the events of a batch. */
export interface OpenTx extends Tx {
  /** The same transaction, saying events that `causeId` caused. */
  for(causeId: string): Tx
}

export interface Transactor {
  readonly database: Database
  now(): Date
  /**
   * Runs `work` in one transaction: snapshot read, majority write; again when it conflicts with another one, so it may run several times.
   * @throws what `work` throws (then nothing is stored); a Refusal for a breached unique index or a changed document; TransactionTimeout when `work` takes
   *   too long; or an error for which `isUnavailable` holds when the database is away or hangs, the conflicts do not end in time, or too many others wait to
   *   begin
   * @example await transactor.transact(requestId, async (tx) => { await signups.insert(tx, signup); tx.emit(event) })
   */
  transact<T>(causeId: string, work: (tx: OpenTx) => Promise<T>): Promise<T>
}

const LIMIT_MS = 20_000
const LONGEST_TURN_MS = 200
/** Transactions that wait for their turn: some seconds' work. Were there no limit, all that wait would be late in the end. */
const MOST_WAITING = 1_000
/** Writes and commits get this long even if the work took almost all of its time: otherwise slow work would look like a database that hangs. */
const ANSWERS_WITHIN_MS = 2_000
const ABORT_MOST_MS = 2_000

// Read concern snapshot and write concern majority: what was read is committed, and what is answered for is never rolled back.
const TRANSACTION = { readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority' }, readPreference: 'primary' } as const

const within = new AsyncLocalStorage<true>()

/** The one way of a service to write. */
export function createTransactor(options: TransactorOptions): Transactor {
  const { database, relay, source, says, now, newId, log, mostOpen, limitMs = LIMIT_MS } = options
  const { connection } = database
  const outbox = outboxOf(connection)
  const contenders = createQueue()
  const gate = createGate(mostOpen)

  function open(session: mongo.ClientSession, causeId: string, said: OutboxEvent[]): OpenTx {
    const emitFor = (cause: string) => (event: EventDraft) => {
      if (says && !says.has(eventKey(event))) throw new Error(`${source} says ${eventKey(event)}, which is not in the list of what it says`)
      said.push(outboxEvent(event, { id: newId(), source, time: now(), cause }))
    }
    return {
      connection,
      session,
      emit: emitFor(causeId),
      for: (cause) => ({ connection, session, emit: emitFor(cause) }),
    }
  }

  async function attempt<T>(session: mongo.ClientSession, causeId: string, work: (tx: OpenTx) => Promise<T>, deadline: number): Promise<T> {
    const said: OutboxEvent[] = []
    session.startTransaction(TRANSACTION)
    openUnit(session)
    try {
      const result = await inTime(deadline, within.run(true, work, open(session, causeId, said)), tooSlow)
      const answerBy = Math.max(deadline, Date.now() + ANSWERS_WITHIN_MS)
      const alone = said.length === 0 ? soleWrite(session) : undefined
      if (alone) {
        closeUnit(session)
        await session.abortTransaction()
        await inTime(answerBy, alone(), noAnswer)
        return result
      }
      const rows = rowsOf(said, { leaseUntil: relay?.lease() ?? new Date(0), owner: relay?.owner ?? 'command' })
      for (const document of rows) await gather(session, outbox, { insertOne: { document } })
      await inTime(answerBy, sendAll(connection.getClient(), session), noAnswer)
      closeUnit(session)
      await inTime(answerBy, commit(session, answerBy), noAnswer)
      if (rows.length > 0) relay?.handOver(rows)
      return result
    } catch (error) {
      closeUnit(session)
      if (session.inTransaction()) await briefly(session.abortTransaction())
      throw error
    }
  }

  return {
    database,
    now,
    async transact(causeId, work) {
      if (within.getStore()) throw new Error('transact inside transact: pass tx on instead')
      const deadline = Date.now() + limitMs
      await gate.enter(deadline)
      const session = connection.getClient().startSession({ defaultTransactionOptions: TRANSACTION })
      let duplicates = 0
      let leave = () => {}
      try {
        for (let attempts = 1; ; attempts += 1) {
          try {
            return await attempt(session, causeId, work, deadline)
          } catch (error) {
            leave()
            // A twin stored the same _id between this one's look and its write: looking again finds it.
            if (isDuplicate(error)) duplicates += 1
            if (!(hasLabel(error, 'TransientTransactionError') || (isDuplicate(error) && duplicates === 1))) throw error
            const wait = Math.random() * Math.min(2 ** attempts, 250)
            if (Date.now() + wait >= deadline) throw error
            if (attempts % 10 === 0) log.warn({ causeId, attempts }, 'a transaction keeps conflicting')
            await pause(wait)
            leave = await contenders.enter()
          }
        }
      } finally {
        leave()
        await briefly(session.endSession())
        gate.leave()
      }
    },
  }
}

/**
 * Those that met a conflict go on one after the other: a hundred that want the same document would otherwise break each other's attempts over and
 * over. Nobody waits long for a slow one, for it may want something else.
 */
function createQueue(): { enter(): Promise<() => void> } {
  let last = Promise.resolve()
  return {
    enter: async () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      const before = last
      last = promise
      const patience = new AbortController()
      await Promise.race([before, pause(LONGEST_TURN_MS, undefined, { signal: patience.signal }).catch(() => {})])
      patience.abort()
      return resolve
    },
  }
}

/** With less time than that nothing is begun: those who wait ran out of it together with those who kept them waiting. */
const LEAST_LEFT_MS = 20

/** Lets so many in at once; the others follow in the order in which they came. One that would come too late is told so instead. */
function createGate(places: number): { enter(deadline: number): Promise<void>; leave(): void } {
  let free = places
  const waiting = new Set<() => void>()
  const tooLate = () => new Overloaded('no transaction could begin in time')
  const leave = () => {
    const [next] = waiting
    if (!next) free += 1
    else if (waiting.delete(next)) next()
  }
  return {
    enter: async (deadline) => {
      if (free > 0) {
        free -= 1
        return
      }
      if (waiting.size >= MOST_WAITING) throw new Overloaded('too many transactions wait already')
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const late = setTimeout(
        () => {
          waiting.delete(resolve)
          reject(tooLate())
        },
        Math.max(1, deadline - Date.now()),
      )
      waiting.add(resolve)
      await promise.finally(() => clearTimeout(late))
      if (Date.now() + LEAST_LEFT_MS < deadline) return
      leave()
      throw tooLate()
    },
    leave,
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
      // It may be stored or not. Committing once more is allowed and tells.
      if (!hasLabel(error, 'UnknownTransactionCommitResult') || Date.now() >= deadline) throw error
      await pause(Math.random() * 100)
    }
  }
}

const tooSlow = () => new TransactionTimeout('the work of a transaction took too long')
const noAnswer = () => new NoAnswer('the database did not answer in time')

/** Waits no longer than this for the end of a transaction or session: the server drops by itself what it cannot be told to drop. */
async function briefly(ending: Promise<unknown>): Promise<void> {
  const patience = new AbortController()
  await Promise.race([ending, pause(ABORT_MOST_MS, undefined, { signal: patience.signal })]).catch(() => {})
  patience.abort()
}

async function inTime<T>(deadline: number, work: Promise<T>, faultOf: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(faultOf()), Math.max(1, deadline - Date.now()))
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
