import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'

/** All purposes in one list, so that no two services choose the same one. */
type Purpose =
  | `identity: ${'text of waiting mails' | 'second factors' | 'networks' | 'unsubscribe links' | 'Google sign-ins'}`
  | `verification: ${'connection attempts' | 'grants'}`
  /** Shared by verification and metrics. */
  | 'access tokens'

/**
 * Derives a key, so that operators have to keep only one secret per service. A key for one purpose cannot read or
 * verify what the key for another has sealed or signed.
 * @param secret an Ed25519 private key, or 32 random bytes in base64url
 * @throws Error if `secret` contains fewer than 32 bytes or is a public key
 * @example const mailKey = keyFor(config.SESSION_PRIVATE_KEY, 'identity: text of waiting mails')
 */
export function keyFor(secret: KeyObject | string, purpose: Purpose): KeyObject {
  const text = typeof secret === 'string' ? secret : (secret.export({ format: 'jwk' }).d ?? '')
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.length < 32) throw new Error('deriving a key requires a private key, or 32 bytes in base64url')
  return createSecretKey(Buffer.from(hkdfSync('sha256', bytes, '', `reelfair ${purpose}`, 32)))
}
