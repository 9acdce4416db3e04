/** Secrets that grant access to a session or a link: 256 random bits, of which the database stores only a hash. */
import { createHash, randomBytes } from 'node:crypto'

export const newSecret = (): string => randomBytes(32).toString('base64url')

/** A fast hash is enough, because 256 random bits cannot be guessed. */
export const hashOfSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url')
