/** Encrypts secrets that services must store or send, so that read access to the database is not enough to use them. */
import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto'

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts and authenticates a text. The same text gives another result each time.
 * @param key 256 bits, from `keyFor`
 * @example const sealedToken = seal(token, ctx.ports.mailKey)
 */
export function seal(text: string, key: KeyObject): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, key, nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/**
 * Decrypts what `seal` returned.
 * @returns undefined if the text was altered or sealed with another key
 * @example const token = unseal(sealedToken, ctx.ports.mailKey)
 */
export function unseal(sealed: string, key: KeyObject): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES))
  try {
    return Buffer.concat([text, decipher.final()]).toString('utf8')
  } catch {
    // Here `final` throws only if the authentication tag is wrong; the error has no code to check.
    return undefined
  }
}
