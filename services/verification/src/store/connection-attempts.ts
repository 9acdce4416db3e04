/**
 * Connections that creators have begun on a network's page. A document's id is the hash of the state with which the
 * network sends the creator back. Guard: the callback removes the document, so a state works once.
 */
import { Id, Network } from '@reelfair/contracts'
import { defineCollection, type Scope, type Tx } from '@reelfair/service-kit'

export const connectionAttempts = defineCollection('connection_attempts', {
  creatorId: Id,
  network: Network,
  /** The PKCE verifier, encrypted. */
  sealedVerifier: String,
  expiresAt: Date,
})
  .index({ creatorId: 1 })
  .index({ expiresAt: 1 }, { expireAfterSeconds: 0 })

export const insertConnectionAttempt = (
  tx: Tx,
  attempt: { id: string; creatorId: string; network: Network; sealedVerifier: string; expiresAt: Date },
) => connectionAttempts.insert(tx, attempt)

export const ownConnectionAttempt = (scope: Scope, id: string, creatorId: string) => connectionAttempts.findOne(scope, { id, creatorId })

export const removeConnectionAttempt = (tx: Tx, attempt: { readonly id: string; readonly version: number }) =>
  connectionAttempts.remove(tx, attempt)
