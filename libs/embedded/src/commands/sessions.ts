import { MongoError, refuse } from '../errors.ts'
import { Binary, decode, doc, encode, isDoc, type Value } from '../values.ts'
import { type Answer, answer, listField, type Request } from './command.ts'

export const sessionKeyOf = (lsid: Value | undefined): string | undefined => {
  if (lsid === undefined) return undefined
  const id = isDoc(lsid) ? lsid.get('id') : undefined
  return id instanceof Binary && id.length() === 16 ? id.toString('hex') : refuse('TypeMismatch', "BSON field 'lsid.id' must be a UUID")
}

export function endSessions(request: Request): Answer {
  for (const lsid of listField(request, 'endSessions') ?? []) {
    const key = sessionKeyOf(lsid)
    if (key) request.engine.endSession(key)
  }
  return answer()
}

export function killAllSessions({ engine }: Request): Answer {
  for (const key of [...engine.sessions.keys()]) engine.endSession(key)
  for (const cursor of [...engine.cursors.values()]) engine.close(cursor)
  return answer()
}

export function noTransaction(number: Value | undefined): MongoError {
  const error = new MongoError(
    'NoSuchTransaction',
    `Given transaction number ${String(number)} does not match any in-progress transactions.`,
  )
  error.labels.push('TransientTransactionError')
  return error
}

/** Idempotent, even after a restart: a repeated request confirms the commit. */
export async function commitTransaction(request: Request): Promise<Answer> {
  const { engine, session, sessionKey, body } = request
  const number = body.get('txnNumber')
  if (!session || !sessionKey || body.get('autocommit') !== false)
    return refuse('BadValue', 'commitTransaction must be run within a transaction')
  const { transaction } = session
  if (transaction && BigInt(transaction.number) === BigInt(number as bigint)) {
    try {
      transaction.commit()
      if (transaction.wrote)
        engine.store.remember(sessionKey, { number: transaction.number, reply: () => encode(doc({ committed: true })) })
      session.transaction = undefined
      const written = engine.store.committed()
      await written.finally(() => transaction.finish())
    } catch (error) {
      engine.abort(session)
      throw error
    }
    session.committed = transaction.number
    return answer()
  }
  const record = engine.store.recall(sessionKey)
  const stored = record && decode(record.reply).get('committed') === true ? record.number : undefined
  if ([session.committed, stored].some((committed) => committed !== undefined && BigInt(committed) === number)) return answer()
  throw noTransaction(number)
}

export function abortTransaction({ engine, session, body }: Request): Answer {
  const number = body.get('txnNumber')
  if (!session || body.get('autocommit') !== false) return refuse('BadValue', 'abortTransaction must be run within a transaction')
  if (session.transaction && BigInt(session.transaction.number) === BigInt(number as bigint)) {
    engine.abort(session)
    return answer()
  }
  if (session.committed !== undefined && BigInt(session.committed) === BigInt((number as bigint | undefined) ?? -1n))
    refuse('TransactionCommitted', 'Transaction has been committed')
  throw noTransaction(number)
}
