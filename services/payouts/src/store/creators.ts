/** The creators' e-mail addresses for the payment provider, copied from the identity service's events. */
import { defineCollection, type Scope, type Tx } from '@reelfair/service-kit'

export const creators = defineCollection('creators', { email: String }).index({ email: 1 })

export const emailOf = async (scope: Scope, creatorId: string): Promise<string | undefined> =>
  (await creators.byId(scope, creatorId))?.email

export async function emailsOf(scope: Scope, creatorIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(creatorIds)]
  const found = await creators.find(scope, { id: { $in: ids } }, { limit: ids.length || 1 })
  return new Map(found.map(({ id, email }) => [id, email]))
}

export const putCreator = (tx: Tx, creator: { id: string; email: string; version: number }) => creators.putNewer(tx, creator)

export const idOf = async (scope: Scope, email: string): Promise<string | undefined> =>
  (await creators.find(scope, { email }, { limit: 1 }))[0]?.id
