/** Events that concern the security of an account. `remove-old-records.ts` removes them after 12 months. */
import { Id, SecurityEventKind } from '@reelfair/contracts'
import { defineCollection, type Scope, type Stored, type Tx } from '@reelfair/service-kit'
import { z } from 'zod'
import { StoredBrowser } from './stored-browser.ts'

export const securityEvents = defineCollection('security_events', {
  userId: Id,
  kind: SecurityEventKind,
  at: Date,
  ip: z.string().optional(),
  browser: StoredBrowser,
  count: z.int().min(1),
  /** Set for a sign-in from an unknown browser and for a password reset: an e-mail has named the browser. */
  isNotified: z.literal(true).optional(),
  /** Set for the user's very first sign-in, which is not reported. */
  isFirst: z.literal(true).optional(),
})
  .index({ userId: 1, at: -1, id: -1 })
  .index({ at: 1 })

export type StoredSecurityEvent = Stored<typeof securityEvents>

export const securityEventById = (scope: Scope, id: string) => securityEvents.byId(scope, id)

export const insertSecurityEvent = (tx: Tx, event: Omit<StoredSecurityEvent, 'version'>) => securityEvents.insert(tx, event)

export const saveSecurityEvent = (tx: Tx, event: StoredSecurityEvent) => securityEvents.save(tx, event)

export const removeSecurityEventsBefore = (tx: Tx, time: Date, limit: number) =>
  securityEvents.removeSome(tx, { at: { $lt: time } }, { limit })

/** A user’s newest events since a given time. */
export const securityEventsSince = (scope: Scope, userId: string, since: Date, limit: number) =>
  securityEvents.find(scope, { userId, at: { $gte: since } }, { limit, sort: { at: -1, id: -1 } })

export const pageOfSecurityEvents = (scope: Scope, userId: string, { limit, cursor }: { limit: number; cursor?: string | undefined }) =>
  securityEvents.page(scope, { userId }, { sort: { at: -1 }, limit, cursor })
