/** Secrets that grant access to a session, a link or a connection: 256 random bits. The database stores only a hash. */
import { createHash, randomBytes } from 'node:crypto'

/** @example const secret = newSecret() // 43 characters of base64url */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/**
 * A fast hash is enough, because 256 random bits cannot be guessed.
 * @example const id = hashOfSecret(secret)
 */
export const hashOfSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url')
