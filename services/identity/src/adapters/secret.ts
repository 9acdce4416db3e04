/**
 * Secrets that grant access to a session or a link. The owner gets 256 random bits; the database stores only their
 * hash.
 */
import { createHash, randomBytes } from 'node:crypto'

export const newSecret = (): string => randomBytes(32).toString('base64url')

/** SHA-256 in base64url. A fast hash is enough, because nobody can guess the 256 random bits of the secret. */
export const hashOfSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url')
