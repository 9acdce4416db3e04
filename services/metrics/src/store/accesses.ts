/**
 * Copies of creators' access tokens, from verification. Only verification can renew them. Highest token version wins,
 * regardless of the order of events; `version` counts the changes of this document.
 */
import { ConnectionEnd, Id, Network, Version } from '@reelfair/contracts'
import { defineCollection, type Scope, type Stored, type Tx } from '@reelfair/service-kit'
import { z } from 'zod'

/** The id is the account's. */
export const accesses = defineCollection('accesses', {
  creatorId: Id,
  network: Network,
  accountKey: String,
  tokenVersion: Version,
  /** Missing once the connection has ended. */
  sealedToken: z.string().optional(),
  scopes: z.array(z.string()).readonly(),
  expiresAt: z.date().optional(),
  endedBy: ConnectionEnd.optional(),
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
  else if (kept.tokenVersion < access.tokenVersion) await accesses.save(tx, { ...access, version: kept.version })
}

export const saveAccess = (tx: Tx, access: StoredAccess) => accesses.save(tx, access)

/**
 * An account that another creator has connected since has several copies: the newest one that has not ended counts, or
 * else the newest end.
 */
export async function accessesOf(scope: Scope, keys: readonly string[]): Promise<ReadonlyMap<string, StoredAccess>> {
  if (keys.length === 0) return new Map()
  const found = await accesses.find(scope, { accountKey: { $in: keys } }, { limit: 1_000 })
  const inOrder = found.toSorted((one, other) => one.receivedAt.getTime() - other.receivedAt.getTime())
  const { open = [], ended = [] } = Object.groupBy(inOrder, (access) => (access.sealedToken === undefined ? 'ended' : 'open'))
  return new Map([...ended, ...open].map((access) => [access.accountKey, access]))
}

/**
 * The creator or the network has ended the connection. An end as `interrupted` is our own fault, so the account counts
 * as one of a network that does not respond.
 */
export const isDisconnected = (access: StoredAccess | undefined): boolean => access?.endedBy === 'creator' || access?.endedBy === 'network'
