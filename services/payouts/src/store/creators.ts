/** What this service knows of creators, from identity's events: that they exist, and their address for the payment provider. */
import { defineCollection, type Scope, type Tx } from '@reelfair/service-kit'

export const creators = defineCollection('creators', { email: String })

export const emailOf = async (scope: Scope, creatorId: string): Promise<string | undefined> =>
  (await creators.byId(scope, creatorId))?.email

export const putCreator = (tx: Tx, creator: { id: string; email: string; version: number }) => creators.putNewer(tx, creator)
