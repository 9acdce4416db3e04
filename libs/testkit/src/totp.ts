/** An authenticator app, written without the service's code. @source RFC 6238 */
import { createHmac } from 'node:crypto'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/**
 * @param secret in Base32, as the account page shows it
 * @returns the six digits that an authenticator app shows at this time
 * @example totp('JBSWY3DPEHPK3PXP', new Date())
 */
export function totp(secret: string, at: Date): string {
  const bits = [...secret.replaceAll(' ', '')].map((letter) => LETTERS.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeUInt32BE(Math.floor(at.getTime() / 30_000), 4)
  const hash = createHmac('sha1', key).update(counter).digest()
  const number = hash.readUInt32BE(hash.readUInt8(19) % 16) % 2 ** 31
  return String(number % 1_000_000).padStart(6, '0')
}
