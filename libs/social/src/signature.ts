/** Verifies the workflow's messages: HMAC-SHA256 of `timestamp.body`, in the header `t=<seconds>,v1=<hex>`. */
import { createHmac, timingSafeEqual } from 'node:crypto'

export const SIGNATURE_HEADER = 'workflow-signature'

/** Maximum difference in seconds between the signed time and our clock. @source decisions §5 */
const TOLERANCE_SECONDS = 300

export const digest = (secret: string, seconds: number, body: Buffer | string) =>
  createHmac('sha256', secret).update(`${seconds}.`).update(body).digest()

/**
 * Checks that the message was signed with this secret at most five minutes before or after `now`. The signature covers
 * the time.
 * @example if (!isSigned(secret, body, headers[SIGNATURE_HEADER] ?? '', ctx.now())) refuse('bad_signature')
 */
export function isSigned(secret: string, body: Buffer, header: string, now: Date): boolean {
  const [, time, given] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header) ?? []
  if (time === undefined || given === undefined) return false
  const seconds = Number(time)
  if (Math.abs(now.getTime() / 1_000 - seconds) > TOLERANCE_SECONDS) return false
  return timingSafeEqual(digest(secret, seconds, body), Buffer.from(given, 'hex'))
}
