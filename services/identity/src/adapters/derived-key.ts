/** Derives keys from the private key that signs sessions, so that operators have to keep only one. */
import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'

type Purpose = 'text of waiting mails' | 'second factors' | 'networks' | 'unsubscribe links' | 'Google sign-ins'

/** A key for one purpose cannot read or verify what the key for another has sealed or signed. */
export function keyFor(privateKey: KeyObject, purpose: Purpose): KeyObject {
  const { d = '' } = privateKey.export({ format: 'jwk' })
  if (d === '') throw new Error('deriving a key requires a private key')
  return createSecretKey(Buffer.from(hkdfSync('sha256', Buffer.from(d, 'base64url'), '', `reelfair identity: ${purpose}`, 32)))
}
