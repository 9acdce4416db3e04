/** Signs the user and group of an unsubscribe link, so that it works without a session and cannot be forged. */
import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import { NotificationGroup } from '@reelfair/contracts'

/** Users open old e-mails, so a link works longer than the e-mail's notification is kept. */
export const UNSUBSCRIBE_DAYS = 400

const signatureOf = (text: string, key: KeyObject) => createHmac('sha256', key).update(text).digest()

/** @returns a path segment: `user~group~time~signature` */
export function signUnsubscribe({ userId, group, at }: { userId: string; group: NotificationGroup; at: Date }, key: KeyObject): string {
  const text = `${userId}~${group}~${Math.floor(at.getTime() / 1_000).toString(36)}`
  return `${text}~${signatureOf(text, key).toString('base64url')}`
}

/** @returns undefined for a forged, incomplete or expired token */
export function readUnsubscribe(token: string, key: KeyObject, now: Date): { userId: string; group: NotificationGroup } | undefined {
  const [, text = '', userId = '', name = '', time = '', signature = ''] = /^(([^~]+)~([^~]+)~([^~]+))~([\w-]{43})$/.exec(token) ?? []
  const given = Buffer.from(signature, 'base64url')
  const wanted = signatureOf(text, key)
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return undefined
  const group = NotificationGroup.safeParse(name)
  const age = now.getTime() - Number.parseInt(time, 36) * 1_000
  return group.success && age < UNSUBSCRIBE_DAYS * 86_400_000 ? { userId, group: group.data } : undefined
}
