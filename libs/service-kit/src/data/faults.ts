/** What a database error means for the caller. */
import { type ErrorCode, errorTable, Refusal } from '@reelfair/contracts'
import { mongo } from 'mongoose'
import { BusUnavailable } from '../bus/bus.ts'

/** A transaction or its work took longer than it may. */
export class TransactionTimeout extends Error {
  override readonly name = 'TransactionTimeout'
}

/** The database did not answer in time; whether it did what it was asked is unknown. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
}

/** There is too much to do already: this was not begun. */
export class Overloaded extends Error {
  override readonly name = 'Overloaded'
}

// Shutting down, stepping down, out of disk (14031): the same statement will do once the server is well again.
const AWAY_CODES = new Set<unknown>([6, 7, 89, 91, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436, 14031])
const AWAY_NAMES = new Set([
  'MongoServerSelectionError',
  'MongooseServerSelectionError',
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoNotConnectedError',
  'MongoPoolClearedError',
  'MongoPoolClosedError',
  'MongoTopologyClosedError',
  'MongoClientClosedError',
  'MongoWaitQueueTimeoutError',
  'MongoExpiredSessionError',
  'PoolClearedOnNetworkError',
])

/** Whether an error carries a label of MongoDB's, such as `TransientTransactionError`. */
export const hasLabel = (error: unknown, label: string): boolean => error instanceof mongo.MongoError && error.hasErrorLabel(label)

/**
 * Whether the database or the bus is away, or too contended at the moment: nothing is wrong with what was asked, and asking again later may do.
 * @example catch (error) { if (isUnavailable(error)) refuse('unavailable'); throw error }
 */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof BusUnavailable || error instanceof Overloaded || error instanceof NoAnswer) return true
  if (!(error instanceof Error)) return false
  if (AWAY_NAMES.has(error.name)) return true
  // On a bulk write's way to the server the driver wraps what went wrong, and keeps the error itself in `errorResponse`.
  const { cause, errorResponse } = error as { cause?: unknown; errorResponse?: unknown }
  if ([cause, errorResponse].some((inner) => inner !== error && isUnavailable(inner))) return true
  if (!(error instanceof mongo.MongoError)) return false
  return (
    AWAY_CODES.has(error.code) ||
    hasLabel(error, 'TransientTransactionError') ||
    hasLabel(error, 'UnknownTransactionCommitResult') ||
    hasLabel(error, 'RetryableWriteError')
  )
}

/** Whether a unique index, or `_id`, refused a document. @example if (isDuplicate(error)) return 'it was here already' */
export const isDuplicate = (error: unknown): boolean => error instanceof mongo.MongoError && error.code === 11000

/**
 * The refusal that a breach of a unique index stands for; any other error as it is. An index is named by its code.
 */
export function refusalOf(error: unknown): unknown {
  if (!isDuplicate(error)) return error
  const rule = /index: (\S+) dup key/.exec((error as Error).message)?.[1]
  if (rule === undefined || rule === '_id_') return error
  return Object.hasOwn(errorTable, rule) ? new Refusal(rule as ErrorCode) : new Refusal('conflict', { rule })
}
