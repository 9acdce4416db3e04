import { type ErrorCode, errorTable, Refusal } from '@reelfair/contracts'
import { mongo } from 'mongoose'
import { BusUnavailable } from '../bus/bus.ts'

export class TransactionTimeout extends Error {
  override readonly name = 'TransactionTimeout'
}

/** The database did not respond in time, so the operation's outcome is unknown. */
export class DatabaseUnresponsive extends Error {
  override readonly name = 'DatabaseUnresponsive'
}

export class Overloaded extends Error {
  override readonly name = 'Overloaded'
}

// Shutdown, step-down or full disk (14031): the same statement succeeds once the server recovers.
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

export const hasLabel = (error: unknown, label: string): boolean => error instanceof mongo.MongoError && error.hasErrorLabel(label)

/**
 * Whether the database or the bus is down or overloaded, so that a valid request may succeed later.
 * @example catch (error) { if (isUnavailable(error)) refuse('unavailable'); throw error }
 */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof BusUnavailable || error instanceof Overloaded || error instanceof DatabaseUnresponsive) return true
  if (!(error instanceof Error)) return false
  if (AWAY_NAMES.has(error.name)) return true
  // The driver wraps the error of a bulk write that never reached the server and keeps the original in `errorResponse`.
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

/** Whether a unique index or `_id` rejected a document. @example if (isDuplicate(error)) return 'already stored' */
export const isDuplicate = (error: unknown): boolean => error instanceof mongo.MongoError && error.code === 11000

/** Converts a unique index violation into a refusal whose code is the index's name; returns other errors unchanged. */
export function refusalOf(error: unknown): unknown {
  if (!isDuplicate(error)) return error
  const rule = /index: (\S+) dup key/.exec((error as Error).message)?.[1]
  if (rule === undefined || rule === '_id_') return error
  return Object.hasOwn(errorTable, rule) ? new Refusal(rule as ErrorCode) : new Refusal('conflict', { rule })
}
