/**
 * Consents that nobody uses any more, to be revoked at the network, which may be down. They name no creator, because
 * they outlive a deleted one.
 */
import { Network } from '@reelfair/contracts'
import { defineCollection, defineQueue, queueFields, type Stored, type Tx } from '@reelfair/service-kit'

/** A network that has been down for longer keeps the consent, which only the creator can then remove there. */
const KEPT_SECONDS = 7 * 86_400

export const revocations = defineCollection('revocations', {
  network: Network,
  externalId: String,
  /** Encrypted. */
  sealedGrant: String,
  askedAt: Date,
  dueAt: Date,
  ...queueFields,
})
  .index({ dueAt: 1, id: 1 })
  .index({ askedAt: 1 }, { expireAfterSeconds: KEPT_SECONDS })

export type StoredRevocation = Stored<typeof revocations>

type Revocation = Pick<StoredRevocation, 'id' | 'network' | 'externalId' | 'sealedGrant'>

export const insertRevocation = (tx: Tx, { id, network, externalId, sealedGrant }: Revocation, now: Date) =>
  revocations.insert(tx, { id, network, externalId, sealedGrant, askedAt: now, dueAt: now })

/** The lease is longer than two calls to a network (15 s each). */
export const revocationQueue = defineQueue(revocations, { name: 'revocations', dueAt: 'dueAt', leaseMs: 60_000 })
