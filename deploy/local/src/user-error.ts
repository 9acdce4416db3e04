/** Expected failures, whose messages explain what to do. Printed without a stack trace. */
export class UserError extends Error {
  override readonly name = 'UserError'
}

/** Returns an explanation if the cause is known, otherwise the stack trace. */
export function describeError(error: unknown): string {
  const { code, message, name } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || /database or disk is full|No space left/i.test(message))
    return 'The disk is full. Free some space, or start over with `npm start -- --fresh`, which deletes the data in .reelfair/.'
  if (code === 'EACCES' || code === 'EROFS') return `${message}. You need write access to the folder .reelfair/.`
  if (/^Mongo\w*(?:ServerSelection|Network)/.test(name))
    return 'The database does not answer at the address in MONGODB_URI. Start it, correct the address, or unset MONGODB_URI to use the embedded one.'
  // Errors that our code throws on purpose explain themselves. Any other error is a bug and needs a stack trace.
  return ['Error', 'UserError', 'ConfigError', 'Refusal'].includes(name) && !code ? message : String((error as Error).stack ?? error)
}
