/** Secrets that open something (a session, a confirmation): 256 random bits for their owner, and a hash of them for the database. */
import { createHash, randomBytes } from 'node:crypto'

export const newSecret = (): string => randomBytes(32).toString('base64url')

/** SHA-256 in base64url. The secret has 256 random bits, so a fast hash is enough: who reads the database cannot find it. */
export const hashOfSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url')
