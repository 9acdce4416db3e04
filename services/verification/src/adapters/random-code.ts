import { randomBytes } from 'node:crypto'
import { CODE_LENGTH, codeFrom } from '../domain/creator-network.ts'

/** Generates an unguessable code from cryptographically secure random bytes. */
export const randomCode = (): string => codeFrom(randomBytes(CODE_LENGTH))
