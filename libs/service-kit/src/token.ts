/** The short-lived signed token that identifies the caller: issued by identity, verified by every service. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { Refusal, SessionClaims, TOKEN_SECONDS } from '@reelfair/contracts'
import { jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'

const ISSUER = 'reelfair'
/** Restricts tokens to our services, in case the same key ever signs tokens for other audiences. */
const AUDIENCE = 'reelfair-services'
/** Maximum clock difference between two machines. */
const TOLERANCE_SECONDS = 2

const keySchema = (what: string, read: (text: string) => KeyObject) =>
  z.string().transform((text, { addIssue }) => {
    try {
      const key = read(text.replaceAll('\\n', '\n'))
      if (key.asymmetricKeyType === 'ed25519') return key
    } catch {
      // The cause would add nothing to the message below and might quote the key.
    }
    addIssue({ code: 'custom', message: `expected an Ed25519 ${what} key, as PEM or as its 32 bytes in base64url` })
    return z.NEVER
  })

/**
 * Configuration schema for an Ed25519 public key: SPKI PEM (line breaks may be escaped) or the `x` value of its JWK.
 */
export const PublicKey = keySchema('public', (text) =>
  createPublicKey(text.startsWith('-----') ? text : { format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x: text } }),
)

/** Bytes that precede the 32 key bytes of an Ed25519 private key in PKCS 8 (RFC 8410). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Identity's configuration schema for an Ed25519 private key: PKCS 8 PEM or the `d` value of its JWK. */
export const PrivateKey = keySchema('private', (text) =>
  text.startsWith('-----')
    ? createPrivateKey(text)
    : createPrivateKey({ format: 'der', type: 'pkcs8', key: Buffer.concat([PKCS8_PREFIX, Buffer.from(text, 'base64url')]) }),
)

/**
 * Creates a key pair for SESSION_PRIVATE_KEY and SESSION_PUBLIC_KEY, each on one line.
 * @example const { privateKey, publicKey } = makeSessionKeys()
 */
export function makeSessionKeys(): { privateKey: string; publicKey: string } {
  const { d = '', x = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  return { privateKey: d, publicKey: x }
}

/**
 * Signs claims, valid for TOKEN_SECONDS from `now`.
 * @param now machine time, because a jump of the movable clock would expire all tokens in use
 * @example const token = await mintToken({ sub: user.id, sid: session.id, role: 'brand', complete: true }, privateKey)
 */
export function mintToken(claims: SessionClaims, privateKey: KeyObject, now = new Date()): Promise<string> {
  const issued = Math.floor(now.getTime() / 1000)
  return new SignJWT(SessionClaims.parse(claims))
    .setProtectedHeader({ alg: 'EdDSA' })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setIssuedAt(issued)
    .setExpirationTime(issued + TOKEN_SECONDS)
    .sign(privateKey)
}

interface Verified {
  readonly claims: SessionClaims
  readonly expiresAt: number
}

/** For up to 20 s, all requests from a user carry the same token, so the cache avoids repeated signature checks. */
const REMEMBERED = 2_000
const verified = new WeakMap<KeyObject, Map<string, Verified>>()

/**
 * Returns the claims of a token.
 * @param now machine time, as for `mintToken`
 * @throws Refusal `not_signed_in` for a token that is forged, altered or expired, or whose lifetime is too long
 */
export async function verifyToken(token: string, publicKey: KeyObject, now = new Date()): Promise<SessionClaims> {
  const memory = verified.get(publicKey) ?? new Map<string, Verified>()
  verified.set(publicKey, memory)
  const known = memory.get(token)
  if (known) {
    if (known.expiresAt + TOLERANCE_SECONDS * 1000 > now.getTime()) return known.claims
    memory.delete(token)
    throw new Refusal('not_signed_in')
  }
  const found = await verify(token, publicKey, now)
  // Tokens are short-lived, so this evicts the oldest entry; a Map keeps insertion order.
  if (memory.size >= REMEMBERED) memory.delete(memory.keys().next().value ?? '')
  memory.set(token, found)
  return found.claims
}

async function verify(token: string, publicKey: KeyObject, now: Date): Promise<Verified> {
  const { payload } = await jwtVerify(token, publicKey, {
    algorithms: ['EdDSA'],
    issuer: ISSUER,
    audience: AUDIENCE,
    currentDate: now,
    clockTolerance: TOLERANCE_SECONDS,
    requiredClaims: ['exp', 'iat'],
  }).catch(() => {
    throw new Refusal('not_signed_in')
  })
  const { data: claims } = SessionClaims.safeParse(payload)
  const { exp = 0, iat = 0 } = payload
  if (!claims || exp - iat > TOKEN_SECONDS) throw new Refusal('not_signed_in')
  return { claims, expiresAt: exp * 1000 }
}
