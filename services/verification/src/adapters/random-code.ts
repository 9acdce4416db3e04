import { randomBytes } from 'node:crypto'
import { CODE_LENGTH, codeFrom } from '../domain/standing.ts'

/** A code that nobody can guess: the only place where this service is given chance. */
export const randomCode = (): string => codeFrom(randomBytes(CODE_LENGTH))
