/** @source https://www.mongodb.com/docs/manual/reference/error-codes/ */
const CODES = {
  InternalError: 1,
  BadValue: 2,
  FailedToParse: 9,
  Unauthorized: 13,
  TypeMismatch: 14,
  Overflow: 15,
  InvalidLength: 16,
  IllegalOperation: 20,
  NamespaceNotFound: 26,
  IndexNotFound: 27,
  PathNotViable: 28,
  CannotBackfillArray: 34,
  ConflictingUpdateOperators: 40,
  CursorNotFound: 43,
  NamespaceExists: 48,
  MaxTimeMSExpired: 50,
  DollarPrefixedFieldName: 52,
  NotSingleValueField: 54,
  EmptyFieldName: 56,
  CommandNotFound: 59,
  ImmutableField: 66,
  CannotCreateIndex: 67,
  InvalidOptions: 72,
  InvalidNamespace: 73,
  IndexOptionsConflict: 85,
  IndexKeySpecsConflict: 86,
  OperationFailed: 96,
  NotExactValueField: 111,
  WriteConflict: 112,
  CommandNotSupported: 115,
  ConflictingOperationInProgress: 117,
  ExceededMemoryLimit: 146,
  InvalidPipelineOperator: 168,
  CannotIndexParallelArrays: 171,
  QueryPlanKilled: 175,
  QueryFeatureNotAllowed: 224,
  TransactionTooOld: 225,
  ConversionFailure: 241,
  SnapshotUnavailable: 246,
  NoSuchTransaction: 251,
  TransactionCommitted: 256,
  TransactionTooLarge: 257,
  OperationNotSupportedInTransaction: 263,
  IndexBuildAborted: 276,
  QueryExceededMemoryLimitNoDiskUseAllowed: 292,
  APIVersionError: 322,
  APIStrictError: 323,
  BSONObjectTooLarge: 10334,
  DuplicateKey: 11000,
  Interrupted: 11601,
  OutOfDiskSpace: 14031,
  Location40415: 40415,
} as const

type CodeName = keyof typeof CODES

const MAX_MESSAGE = 10_000

/** `details` holds additional top-level fields of the reply, such as keyPattern and keyValue. */
export class MongoError extends Error {
  readonly code: number
  readonly codeName: string
  readonly labels: string[] = []
  readonly details: Readonly<Record<string, unknown>>

  constructor(code: CodeName | number, message: string, details: Readonly<Record<string, unknown>> = {}) {
    // Truncates the message, because it may quote very large input from the client.
    super(message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE)}…` : message)
    this.code = typeof code === 'number' ? code : CODES[code]
    this.codeName = typeof code === 'number' ? `Location${code}` : code
    this.details = details
  }
}

/** Returns `never`, so that callers can use it in place of a value. */
export function refuse(code: CodeName | number, message: string, details?: Readonly<Record<string, unknown>>): never {
  throw new MongoError(code, message, details)
}
