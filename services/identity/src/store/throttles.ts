/** How often something was tried: wrong passwords by address, network and known device, mails asked for. The id says what of whom; forgotten by itself. */
import { createHash } from 'node:crypto'
import { defineCollection, type Scope, type Stored, type Tx } from '@reelfair/service-kit'
import { z } from 'zod'

export const throttles = defineCollection('throttles', {
  count: Number,
  /** Of the last try. */
  lastAt: Date,
  /** The next turn of those who stand in line. */
  turnAt: z.date().optional(),
  endsAt: Date,
}).index({ endsAt: 1 }, { expireAfterSeconds: 0 })

export type Throttle = Stored<typeof throttles>

/** Hashed: what somebody typed into a sign-in form may be a password. */
export const throttleId = (
  of: 'sign-in-address' | 'sign-in-network' | 'sign-in-device' | 'resend' | 'sign-in-asked',
  whom: string,
): string => `${of}:${createHash('sha256').update(whom).digest('base64url')}`

export const throttleById = (scope: Scope, id: string) => throttles.byId(scope, id)

/** Several by one question, under the names they were asked by. */
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

/** Locked, so that contenders go one after the other. */
export const lockThrottle = (tx: Tx, id: string, at: Date) => throttles.lock(tx, id, { count: 0, lastAt: at, endsAt: at })

export const saveThrottle = (tx: Tx, throttle: Throttle) => throttles.save(tx, throttle)

export const removeThrottle = (tx: Tx, throttle: Throttle) => throttles.remove(tx, throttle)
