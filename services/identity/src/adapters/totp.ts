/** Time-based one-time passwords of authenticator apps. @source RFC 6238: HMAC-SHA-1, 30 s, 6 digits */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const STEP_MS = 30_000
/** Steps before and after the current one that are also accepted, because a phone's clock may be wrong. */
const TOLERANCE = 1
/** As long as the hash. @source RFC 4226 §4 */
const SECRET_BYTES = 20
const BASE_32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export const newTotpSecret = (): Buffer => randomBytes(SECRET_BYTES)

export function codeAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', secret).update(counter).digest()
  const offset = hash.readUInt8(hash.length - 1) & 0xf
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

export const stepAt = (at: Date): number => Math.floor(at.getTime() / STEP_MS)

/**
 * @param code six digits
 * @param after the step of the last accepted code; codes of this and earlier steps do not match
 * @returns the step whose code matches, or undefined
 */
export function matchingStep(secret: Buffer, code: string, at: Date, after = 0): number | undefined {
  const now = stepAt(at)
  const steps = [now, now - TOLERANCE, now + TOLERANCE].filter((step) => step > after)
  return steps.find((step) => timingSafeEqual(Buffer.from(codeAt(secret, step)), Buffer.from(code)))
}

/** @source RFC 4648 §6, without padding */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE_32[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

/** @source https://github.com/google/google-authenticator/wiki/Key-Uri-Format */
export const totpUrl = (secret: string, email: string): string =>
  `otpauth://totp/${encodeURIComponent(`Reelfair:${email}`)}?secret=${secret}&issuer=Reelfair&algorithm=SHA1&digits=6&period=30`
