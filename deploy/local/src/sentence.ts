/** An expected reason not to start, said so that a person knows what to do. Printed without a stack. */
export class Sentence extends Error {
  override readonly name = 'Sentence'
}

/** What a person reads of any error of a start. */
export function sentenceOfError(error: unknown): string {
  const { code, message, name } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || /database or disk is full|No space left/i.test(message))
    return 'The disk is full. Make room, or begin anew with `npm start -- --fresh`, which removes the data in .reelfair/.'
  if (code === 'EACCES' || code === 'EROFS') return `${message}. The folder .reelfair/ must be writable by you.`
  if (/^Mongo\w*(?:ServerSelection|Network)/.test(name))
    return 'No database answers at the address in MONGODB_URI. Start it, correct the address, or unset it for the embedded one.'
  // What our own code throws on purpose is a sentence; anything else is a bug, and its place in the code is what helps.
  return ['Error', 'Sentence', 'ConfigFault', 'Refusal'].includes(name) && !code ? message : String((error as Error).stack ?? error)
}
