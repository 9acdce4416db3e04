/** The provider's messages that were taken. Guard: the message's id is the document's, stored in the transaction of its effect. */
import { defineCollection, type Tx } from '@reelfair/service-kit'

export const stripeEvents = defineCollection('stripe_events', { type: String, objectId: String, at: Date }).index(
  { at: 1 },
  // Stripe delivers again for 3 days and lists events for 30.
  { expireAfterSeconds: 60 * 86_400 },
)

/** @returns false when it was taken before; then nothing is to be done. */
export async function takeEvent(tx: Tx, event: { id: string; type: string; objectId: string; at: Date }): Promise<boolean> {
  if (await stripeEvents.byId(tx, event.id)) return false
  await stripeEvents.insert(tx, event)
  return true
}
