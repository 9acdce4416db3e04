/**
 * Creators' consents, one per account. An ended consent stays without its tokens, so that screens can say when and why
 * it ended. Guard: the document, which everything that renews or ends the consent writes.
 */
import { ConnectionEnd, Id, MAX_ACCOUNTS_PER_NETWORK, Network } from '@reelfair/contracts'
import { defineCollection, defineQueue, queueFields, type Scope, type Stored, type Tx } from '@reelfair/service-kit'
import { z } from 'zod'

/** A grant's id is its account's. */
export const grants = defineCollection('grants', {
  creatorId: Id,
  network: Network,
  externalId: String,
  /** Increases with each token and each end, unlike `version`, which every write increases. */
  accessVersion: z.int().min(1),
  /** Encrypted. Missing once the consent has ended. */
  sealedGrant: z.string().optional(),
  /** When the network issued the present token. */
  issuedAt: Date,
  since: Date,
  endedAt: z.date().optional(),
  endedBy: ConnectionEnd.optional(),
  renewDueAt: z.date().optional(),
  /** Calls of the pending renewal whose outcome is unknown, each counted before it is made. */
  unknownCalls: z.int().min(0),
  ...queueFields,
})
  .index({ creatorId: 1, id: 1 })
  .index({ renewDueAt: 1, id: 1 })

export type StoredGrant = Stored<typeof grants>

export const grantOf = (scope: Scope, accountId: string) => grants.byId(scope, accountId)

/** As few as the creator's accounts. */
export const grantsOf = (scope: Scope, creatorId: string) =>
  grants.find(scope, { creatorId }, { limit: MAX_ACCOUNTS_PER_NETWORK * Network.options.length })

export const saveGrant = (tx: Tx, grant: StoredGrant) => grants.save(tx, grant)

/** The lease is longer than the longest possible call to a network (15 s). */
export const grantQueue = defineQueue(grants, { name: 'grants', dueAt: 'renewDueAt', leaseMs: 30_000 })
