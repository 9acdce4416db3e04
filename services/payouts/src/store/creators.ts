/** What this service knows of creators, from identity's events: that they exist, and their address for the payment provider. */
import { defineCollection, type Scope, type Tx } from '@reelfair/service-kit'

export const creators = defineCollection('creators', { email: String }).index({ email: 1 })

export const emailOf = async (scope: Scope, creatorId: string): Promise<string | undefined> =>
  (await creators.byId(scope, creatorId))?.email

export const putCreator = (tx: Tx, creator: { id: string; email: string; version: number }) => creators.putNewer(tx, creator)

/** For the sandbox's console: people know each other by address. */
export const idOf = async (scope: Scope, email: string): Promise<string | undefined> =>
  (await creators.find(scope, { email }, { limit: 1 }))[0]?.id
