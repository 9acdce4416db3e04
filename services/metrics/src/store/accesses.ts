/**
 * Copies of creators' access tokens, from verification. Only verification can renew them. Highest token version wins,
 * regardless of the order of events; `version` counts the changes of this document.
 */
import { Id, Network, Version } from '@reelfair/contracts'
import { defineCollection, type Scope, type Stored, type Tx } from '@reelfair/service-kit'
import { z } from 'zod'

/** The id is the account's. An end may arrive before the token that it ends, and names no account key. */
export const accesses = defineCollection('accesses', {
  creatorId: Id,
  network: Network,
  accountKey: z.string().optional(),
  tokenVersion: Version,
  /** Missing once the connection has ended. */
  sealedToken: z.string().optional(),
  scopes: z.array(z.string()).readonly(),
  expiresAt: z.date().optional(),
  receivedAt: Date,
  requestedAt: z.date().optional(),
})
  .index({ accountKey: 1 })
  .index({ creatorId: 1 })

export type StoredAccess = Stored<typeof accesses>

/** Stores the copy unless the same or a newer token, or its end, has already arrived. */
export async function putNewerAccess(tx: Tx, access: Omit<StoredAccess, 'version'>): Promise<void> {
  const kept = await accesses.byId(tx, access.id)
  if (!kept) await accesses.insert(tx, access)
  else if (kept.tokenVersion < access.tokenVersion)
    await accesses.save(tx, { accountKey: kept.accountKey, ...access, version: kept.version })
}

export const saveAccess = (tx: Tx, access: StoredAccess) => accesses.save(tx, access)

/** An account that another creator has connected since has several copies; the newest one that has not ended counts. */
export async function accessesOf(scope: Scope, keys: readonly string[]): Promise<ReadonlyMap<string, StoredAccess>> {
  if (keys.length === 0) return new Map()
  const found = await accesses.find(scope, { accountKey: { $in: keys } }, { limit: 1_000 })
  const open = found.filter(({ sealedToken }) => sealedToken !== undefined)
  const inOrder = open.toSorted((one, other) => one.receivedAt.getTime() - other.receivedAt.getTime())
  return new Map(inOrder.map((access) => [access.accountKey ?? '', access]))
}
