/** Text that waits in the database for a mail to go out, readable only with the service's own key: who reads the database opens no link with it. */
import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto'

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** A key for this one purpose, made of the key that signs the tokens. */
export function sealingKeyOf(privateKey: KeyObject): KeyObject {
  const { d = '' } = privateKey.export({ format: 'jwk' })
  if (d === '') throw new Error('the sealing key needs a private key')
  return createSecretKey(Buffer.from(hkdfSync('sha256', Buffer.from(d, 'base64url'), '', 'reelfair identity: text of waiting mails', 32)))
}

export function seal(text: string, key: KeyObject): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, key, nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** @returns undefined when it was sealed with another key or was changed: the text is lost */
export function unseal(sealed: string, key: KeyObject): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES))
  try {
    return Buffer.concat([text, decipher.final()]).toString('utf8')
  } catch {
    // All that `final` throws for here is a tag that does not fit; its error has no code.
    return undefined
  }
}
