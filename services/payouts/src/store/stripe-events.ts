/**
 * Processed Stripe events. Guard: the event's id is the document's id, stored in the same transaction as the event's
 * effect.
 */
import { defineCollection, type Scope, type Tx } from '@reelfair/service-kit'

export const stripeEvents = defineCollection('stripe_events', { type: String, objectId: String, at: Date }).index(
  { at: 1 },
  // Stripe retries deliveries for 3 days and lists events for 30 days.
  { expireAfterSeconds: 60 * 86_400 },
)

/**
 * Inserts without reading first, because nearly all events are new. If the event was already processed, the whole
 * transaction fails.
 * @throws an error for which `isDuplicate` returns true, here or when the transaction commits
 */
export const recordEvent = (tx: Tx, event: { id: string; type: string; objectId: string; at: Date }) => stripeEvents.insert(tx, event)

export const knowsEvent = async (scope: Scope, id: string): Promise<boolean> => Boolean(await stripeEvents.byId(scope, id))
