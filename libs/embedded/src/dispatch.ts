import { type Answer, answer, type Command, docField, type Request, type Retry, wholeField } from './commands/command.ts'
import { hello } from './commands/diagnostics.ts'
import { noTransaction, sessionKeyOf } from './commands/sessions.ts'
import { COMMANDS } from './commands.ts'
import type { Engine, Session } from './engine.ts'
import { MongoError, refuse } from './errors.ts'
import { CutConnection, type FailPoints } from './fail-points.ts'
import type { Transaction } from './transaction.ts'
import {
  Binary,
  type Doc,
  Double,
  decode,
  doc,
  encode,
  isNum,
  MAX_COMMAND_DEPTH,
  Timestamp,
  toNumber,
  typeName,
  type Value,
} from './values.ts'
import type { Message } from './wire.ts'

interface Peer {
  readonly address: string
  readonly id: number
  readonly gone: () => boolean
  readonly idle?: (until: Promise<void>) => Promise<void>
}

const GENERIC = new Set([
  '$db',
  'lsid',
  '$clusterTime',
  'txnNumber',
  'autocommit',
  'startTransaction',
  'readConcern',
  'writeConcern',
  'comment',
  'maxTimeMS',
  '$readPreference',
  'apiVersion',
  'apiStrict',
  'apiDeprecationErrors',
])

const API_V1 = new Set(
  'abortTransaction aggregate bulkWrite collMod commitTransaction count create createIndexes delete drop dropDatabase dropIndexes endSessions explain find findAndModify findandmodify getMore insert killCursors listCollections listDatabases listIndexes ping update'.split(
    ' ',
  ),
)

const HANDSHAKE = new Set(['hello', 'ismaster', 'isMaster'])

/** Throws only if a fail point closes the connection. */
export async function dispatch(engine: Engine, message: Message, peer: Peer, failPoints: FailPoints | undefined): Promise<Answer> {
  const { body } = message
  const name = body.keys().next().value ?? ''
  try {
    if (HANDSHAKE.has(name)) return stamped(hello({ engine, name }, peer.address, peer.id))
    if (failPoints && name === 'configureFailPoint') return answer(failPoints.configure(body))
    const planned = await failPoints?.injectedError(name)
    if (planned) throw planned
    return stamped(await run(engine, name, message, peer))
  } catch (error) {
    if (error instanceof CutConnection) throw error
    return stamped(errorAnswer(error))
  }
}

async function run(engine: Engine, name: string, message: Message, peer: Peer): Promise<Answer> {
  const { body } = message
  const command = COMMANDS.get(name) ?? refuse('CommandNotFound', `no such command: '${name}'`)
  const { request, number } = requestOf(engine, name, message, peer)
  try {
    return await perform(request, command, number)
  } catch (error) {
    // Any error in a transaction aborts the transaction.
    const { session } = request
    if (body.get('autocommit') === false && !ENDINGS.has(name) && session && session.transaction?.number === number) engine.abort(session)
    throw error
  }
}

const ENDINGS = new Set(['commitTransaction', 'abortTransaction'])

function requestOf(
  engine: Engine,
  name: string,
  { body, bytes, sequences }: Message,
  peer: Peer,
): { request: Request; number: number | undefined } {
  const db = body.get('$db')
  if (typeof db !== 'string') return refuse(40414, "BSON field '$db' is missing but a required field")
  const sessionKey = sessionKeyOf(body.get('lsid'))
  const number = transactionNumber(body)
  if (number !== undefined && !sessionKey) refuse('InvalidOptions', 'Transaction number requires a session ID to be specified')
  const session =
    sessionKey !== undefined && number !== undefined ? engine.session(sessionKey) : sessionKey ? engine.sessions.get(sessionKey) : undefined
  if (session) {
    session.lastUsed = Date.now()
    session.peer = peer.id
  }
  const pace = engine.pace()
  const now = new Date()
  const request: Request = {
    engine,
    now,
    bytes,
    name,
    db,
    body,
    sequences,
    pace,
    session,
    sessionKey,
    transaction: undefined,
    retry: undefined,
  }
  pace.begin(wholeField(request, 'maxTimeMS'), peer.gone, peer.idle)
  return { request, number }
}

async function perform(request: Request, command: Command, number: number | undefined): Promise<Answer> {
  const { engine, name, body, sequences, session } = request
  for (const field of body.keys()) {
    if (field !== name && !GENERIC.has(field) && !command.fields.includes(field))
      refuse('Location40415', `BSON field '${name}.${field}' is an unknown field.`)
  }
  for (const field of sequences.keys())
    if (!command.fields.includes(field)) refuse('Location40415', `BSON field '${name}.${field}' is an unknown field.`)
  checkApi(request)
  checkConcerns(request, command)

  if (ENDINGS.has(name)) return settled(engine, command.run(request))
  if (body.get('autocommit') === false) return inTransaction(request, command, session as Session, number as number)
  if (body.has('autocommit') || body.has('startTransaction'))
    refuse('InvalidOptions', "'autocommit' and 'startTransaction' belong to transactions")
  if (number === undefined) return settled(engine, command.run(request))
  if (!command.retryable) refuse(50768, 'txnNumber may only be provided for multi-document transactions and retryable write commands')
  return retryable(request, command, session as Session, number)
}

/**
 * Delays the reply until the turn's writes are committed, because the engine must not acknowledge a write before it is
 * on disk.
 */
async function settled(engine: Engine, running: Promise<Answer> | Answer): Promise<Answer> {
  try {
    return await running
  } finally {
    await engine.store.committed()
  }
}

function transactionNumber(body: Doc): number | undefined {
  const value = body.get('txnNumber')
  if (value === undefined) {
    if (body.get('autocommit') === false) refuse('InvalidOptions', "'autocommit' requires a transaction number")
    return undefined
  }
  return typeof value === 'bigint' && value >= 0n && value <= BigInt(Number.MAX_SAFE_INTEGER)
    ? Number(value)
    : refuse('TypeMismatch', `BSON field 'txnNumber' is the wrong type '${typeName(value)}' or out of range`)
}

/** The only Stable API version is "1". */
function checkApi({ name, body }: Request): void {
  const version = body.get('apiVersion')
  if (version === undefined) {
    if (body.has('apiStrict') || body.has('apiDeprecationErrors'))
      refuse(4886600, 'Provided apiStrict and/or apiDeprecationErrors without passing apiVersion')
  } else if (version !== '1') refuse('APIVersionError', 'API version must be "1"')
  for (const field of ['apiStrict', 'apiDeprecationErrors']) {
    const value = body.get(field)
    if (value !== undefined && typeof value !== 'boolean')
      refuse('TypeMismatch', `BSON field '${name}.${field}' is the wrong type '${typeName(value)}', expected type 'bool'`)
  }
  if (body.get('apiStrict') === true && !API_V1.has(name))
    refuse('APIStrictError', `Provided apiStrict:true, but the command ${name} is not in API Version 1`)
}

const TRANSACTION_LEVELS = new Set<Value | undefined>([undefined, 'local', 'majority', 'snapshot'])
const READ_LEVELS = new Set<Value | undefined>([undefined, 'local', 'available', 'majority', 'snapshot'])

function checkConcerns(request: Request, command: Command): void {
  const { body } = request
  const read = docField(request, 'readConcern')
  const transactional = body.get('autocommit') === false
  if (read) {
    const level = read.get('level')
    if (transactional && !TRANSACTION_LEVELS.has(level))
      refuse('InvalidOptions', `readConcern level ${String(level)} is not allowed in a transaction`)
    if (!READ_LEVELS.has(level))
      refuse(
        level === 'linearizable' ? 'CommandNotSupported' : 'FailedToParse',
        `readConcern level ${String(read.get('level'))} is not supported by the embedded engine`,
      )
    if (read.get('level') === 'snapshot' && !transactional)
      refuse('CommandNotSupported', 'snapshot reads outside transactions are not supported by the embedded engine')
    if (transactional && body.get('startTransaction') !== true)
      refuse('InvalidOptions', 'Only the first command in a transaction may specify a readConcern')
    if (read.has('atClusterTime')) refuse('CommandNotSupported', 'atClusterTime is not supported by the embedded engine')
  }
  const write = docField(request, 'writeConcern')
  const w = write?.get('w')
  if (w !== undefined && !(w === 'majority' || (isNum(w) && toNumber(w) >= 0 && toNumber(w) <= 1)))
    refuse(100, 'Not enough data-bearing nodes: the embedded engine is one node')
  if (write && transactional && request.name !== 'commitTransaction' && request.name !== 'abortTransaction') {
    refuse('InvalidOptions', `writeConcern is not allowed within a multi-statement transaction`)
  }
  if (transactional && !command.transactional)
    refuse('OperationNotSupportedInTransaction', `Cannot run '${request.name}' in a multi-document transaction.`)
}

// ---- transactions

const TRANSIENT = new Set(['WriteConflict', 'SnapshotUnavailable', 'NoSuchTransaction'])

async function inTransaction(request: Request, command: Command, session: Session, number: number): Promise<Answer> {
  const { engine, body } = request
  const current = session.transaction
  if (number < session.number)
    refuse(
      'TransactionTooOld',
      `Cannot start transaction ${number} because a newer transaction ${session.number} has already started on this session.`,
    )
  let transaction: Transaction
  if (body.get('startTransaction') === true) {
    if (number === session.number)
      refuse('ConflictingOperationInProgress', `Transaction ${number} has already been started on this session.`)
    transaction = await engine.begin(session, number)
  } else {
    if (body.has('startTransaction')) refuse('InvalidOptions', "'startTransaction' can only be true")
    if (!current || current.number !== number) {
      if (session.committed === number) refuse('TransactionCommitted', `Transaction ${number} has been committed.`)
      throw noTransaction(BigInt(number))
    }
    transaction = current
  }
  try {
    // The client may have given up while the command waited for its snapshot.
    request.pace.check()
    // New collections must be on disk before the transaction continues.
    const result = await settled(engine, command.run({ ...request, transaction }))
    if (result.has('writeErrors') || Number(result.get('nErrors') ?? 0) > 0) engine.abort(session)
    return result
  } catch (error) {
    if (error instanceof MongoError && TRANSIENT.has(error.codeName) && error.labels.length === 0)
      error.labels.push('TransientTransactionError')
    throw error
  }
}

// ---- retryable writes

/** A retry receives the first attempt's reply, and waits for it if the first attempt is still running. */
async function retryable(request: Request, command: Command, session: Session, number: number): Promise<Answer> {
  const { engine, sessionKey = '' } = request
  while (session.running?.number === number) {
    const given = await session.running.answer.catch(unlessInterrupted)
    if (given) return given as Answer
  }
  const record = engine.store.recall(sessionKey)
  const newest = Math.max(session.number, record?.number ?? -1)
  if (number < newest)
    refuse('TransactionTooOld', `Retryable write with txnNumber ${number} is prohibited: a newer one has the number ${newest}.`)
  if (session.transaction) engine.abort(session)
  session.number = number
  const done = record?.number === number ? decode(record.reply, null, MAX_COMMAND_DEPTH) : undefined
  if (done?.get('committed') === true) refuse('TransactionCommitted', `Transaction ${number} has been committed.`)
  const retry: Retry = {
    done,
    keep: (progress) => engine.store.remember(sessionKey, { number, reply: () => encode(progress(), Number.POSITIVE_INFINITY) }),
  }
  const running = settled(engine, command.run({ ...request, retry }))
  const own = { number, answer: running }
  session.running = own
  try {
    return await running
  } finally {
    if (session.running === own) session.running = undefined
  }
}

/** If the first attempt stopped because its connection closed, the retry performs the write. */
function unlessInterrupted(error: unknown): undefined {
  if (!(error instanceof MongoError && error.codeName === 'Interrupted')) throw error
}

// ---- replies

export function errorAnswer(error: unknown): Answer {
  if (!(error instanceof MongoError)) {
    // V8 throws these errors for excessive recursion and for overlong strings or arrays.
    if (error instanceof RangeError && !('code' in error)) {
      return errorAnswer(
        new MongoError('ExceededMemoryLimit', `the command asks for more than the embedded engine can hold: ${error.message}`),
      )
    }
    if (error instanceof Error && /^no such table: [ci]\d/.test(error.message)) {
      return errorAnswer(new MongoError('QueryPlanKilled', 'the collection or index was dropped meanwhile'))
    }
    process.stderr.write(`embedded MongoDB: ${(error as Error).stack}\n`)
    return errorAnswer(new MongoError('InternalError', `the embedded engine failed: ${(error as Error).message}`))
  }
  const fields: [string, Value][] = [
    ['ok', new Double(0)],
    ['errmsg', error.message],
    ['code', error.code],
    ['codeName', error.codeName],
  ]
  const details = Object.entries(error.details) as [string, Value][]
  if (error.labels.length > 0) details.push(['errorLabels', error.labels])
  return new Map<string, Value>([...fields, ...details])
}

let counter = 0
let second = 0

/** Sessions need the cluster time for causal consistency. A single node uses its own clock. */
function stamped(reply: Answer): Answer {
  const now = Math.floor(Date.now() / 1000)
  counter = now > second ? 1 : counter + 1
  second = Math.max(now, second)
  const time = new Timestamp({ t: second, i: counter })
  reply.set('operationTime', time)
  reply.set(
    '$clusterTime',
    new Map<string, Value>([
      ['clusterTime', time],
      ['signature', doc({ hash: NO_HASH, keyId: 0n })],
    ]),
  )
  return reply
}

const NO_HASH = new Binary(Buffer.alloc(20))
