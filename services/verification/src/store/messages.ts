/** The workflow's messages that were taken. Guard: the message's id is the document's, stored in the transaction of its effect. */
import { refuse } from '@reelfair/contracts'
import { defineCollection, type Tx } from '@reelfair/service-kit'

export const messages = defineCollection('messages', { at: Date }).index(
  { at: 1 },
  // Far longer than the five minutes that a signature is good for.
  { expireAfterSeconds: 7 * 86_400 },
)

/** @throws Refusal message_replayed for one that was taken before */
export async function takeMessage(tx: Tx, id: string, at: Date): Promise<void> {
  if (await messages.byId(tx, id)) refuse('message_replayed')
  await messages.insert(tx, { id, at })
}
