/** The provider's messages that were taken. Guard: the message's id is the document's, stored in the transaction of its effect. */
import { defineCollection, isDuplicate, type Scope, type Tx } from '@reelfair/service-kit'

export const stripeEvents = defineCollection('stripe_events', { type: String, objectId: String, at: Date }).index(
  { at: 1 },
  // Stripe delivers again for 3 days and lists events for 30.
  { expireAfterSeconds: 60 * 86_400 },
)

/**
 * Stores that a message is taken; without a look, for nearly all are new. One that was taken before makes the transaction fail, and its effect with it.
 * @throws an error for which `wasTaken` holds, here or when the transaction ends
 */
export const takeEvent = (tx: Tx, event: { id: string; type: string; objectId: string; at: Date }) => stripeEvents.insert(tx, event)

/** Whether a transaction failed because this message was taken before: then nothing is left to be done. */
export const wasTaken = (error: unknown, id: string): boolean =>
  // The database's own sentence is all that a write to several collections keeps of what was refused.
  isDuplicate(error) && (error as Error).message.includes(`.${stripeEvents.name} index: _id_ dup key: { _id: "${id}" }`)

export const knowsEvent = async (scope: Scope, id: string): Promise<boolean> => Boolean(await stripeEvents.byId(scope, id))
