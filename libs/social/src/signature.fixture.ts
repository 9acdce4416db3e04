import { digest } from './signature.ts'

/**
 * Signs a message as the workflow does.
 * @param seconds Unix time in seconds
 * @example headers[SIGNATURE_HEADER] = signMessage(secret, body, Math.floor(Date.now() / 1_000))
 */
export const signMessage = (secret: string, body: Buffer | string, seconds: number): string =>
  `t=${seconds},v1=${digest(secret, seconds, body).toString('hex')}`
