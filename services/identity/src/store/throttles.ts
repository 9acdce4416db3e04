/**
 * Failed sign-ins per address, network and known device, wrong codes, requests for e-mails, and contact messages. The
 * database deletes expired counts.
 */
import { createHash } from 'node:crypto'
import { defineCollection, type Scope, type Stored, type Tx } from '@reelfair/service-kit'
import { z } from 'zod'
import { REQUESTED, type RequestedMail } from '../domain/mail.ts'

export const throttles = defineCollection('throttles', {
  count: Number,
  lastAt: Date,
  /** The last slot assigned in a sign-in queue, or the end of an e-mail's cool-down. */
  turnAt: z.date().optional(),
  endsAt: Date,
}).index({ endsAt: 1 }, { expireAfterSeconds: 0 })

export type Throttle = Stored<typeof throttles>

/**
 * Hashes the subject, because a user may have typed their password into the address field. Networks are already hashed
 * with a key.
 */
export const throttleId = (
  of:
    | 'sign-in-address'
    | 'sign-in-network'
    | 'sign-in-device'
    | RequestedMail
    | 'contact-address'
    | 'contact-message'
    | 'contact-copies'
    | 'code-user'
    | 'code-device',
  whom: string,
): string => `${of}:${createHash('sha256').update(whom).digest('base64url')}`

export const throttleById = (scope: Scope, id: string) => throttles.byId(scope, id)

export async function throttlesById<Name extends string>(
  scope: Scope,
  ids: { readonly [name in Name]?: string },
): Promise<Partial<Record<Name, Throttle>>> {
  const wanted = Object.entries<string>({ ...ids } as Record<Name, string>)
  const found = await throttles.find(scope, { id: { $in: wanted.map(([, id]) => id) } }, { limit: wanted.length })
  return Object.fromEntries(wanted.map(([name, id]) => [name, found.find((throttle) => throttle.id === id)])) as Partial<
    Record<Name, Throttle>
  >
}

/** Removes the counts for a deleted user's address. Counts for networks and devices expire by themselves. */
export async function removeThrottlesOf(tx: Tx, { id, emailKey }: { readonly id: string; readonly emailKey: string }): Promise<void> {
  const kinds = ['sign-in-address', 'contact-address', 'code-user', ...REQUESTED] as const
  const ids = [emailKey, id].flatMap((whom) => kinds.map((kind) => throttleId(kind, whom)))
  await throttles.removeSome(tx, { id: { $in: ids } }, { limit: ids.length })
}

export const lockThrottle = (tx: Tx, id: string, at: Date) => throttles.lock(tx, id, { count: 0, lastAt: at, endsAt: at })

export const saveThrottle = (tx: Tx, throttle: Throttle) => throttles.save(tx, throttle)

export const removeThrottle = (tx: Tx, throttle: Throttle) => throttles.remove(tx, throttle)
