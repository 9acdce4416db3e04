import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'

/** All purposes in one list, so that no two services choose the same one. */
type Purpose =
  | `identity: ${'text of waiting mails' | 'second factors' | 'networks' | 'unsubscribe links' | 'Google sign-ins'}`
  | `verification: ${'connection attempts' | 'grants'}`

/**
 * Derives a key, so that operators have to keep only one secret per service. A key for one purpose cannot read or
 * verify what the key for another has sealed or signed.
 * @param secret an Ed25519 private key, or a secret key of 32 bytes
 * @throws Error if `secret` is a public key or shorter
 * @example const mailKey = keyFor(config.SESSION_PRIVATE_KEY, 'identity: text of waiting mails')
 */
export function keyFor(secret: KeyObject, purpose: Purpose): KeyObject {
  // The private part of an Ed25519 key, or the bytes of a secret key.
  const { d, k = '' } = secret.export({ format: 'jwk' })
  const bytes = Buffer.from(d ?? k, 'base64url')
  if (bytes.length < 32) throw new Error('deriving a key requires a private key, or a secret key of 32 bytes')
  return createSecretKey(Buffer.from(hkdfSync('sha256', bytes, '', `reelfair ${purpose}`, 32)))
}
