/**
 * Messages received from the workflow. Guard: the message's id is the document's id, stored in the same transaction as
 * the message's effect.
 */
import { refuse } from '@reelfair/contracts'
import { defineCollection, type Tx } from '@reelfair/service-kit'

export const messages = defineCollection('messages', { at: Date }).index(
  { at: 1 },
  // Message ids are kept much longer than the five minutes for which a signature is valid.
  { expireAfterSeconds: 7 * 86_400 },
)

/** @throws Refusal message_replayed if the message was received before */
export async function recordMessage(tx: Tx, id: string, at: Date): Promise<void> {
  if (await messages.byId(tx, id)) refuse('message_replayed')
  await messages.insert(tx, { id, at })
}
