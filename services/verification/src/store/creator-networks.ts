/**
 * One document per creator and network. Every transaction that adds, removes or verifies one of the creator's accounts
 * on the network writes this document, which enforces the limits on accounts and verifications.
 */
import type { Network } from '@reelfair/contracts'
import { BusinessDay, Id, Network as NetworkSchema, VerificationCode } from '@reelfair/contracts'
import { defineCollection, type Scope, type Stored, type Tx } from '@reelfair/service-kit'
import { z } from 'zod'
import type { CreatorNetwork } from '../domain/creator-network.ts'

export const creatorNetworks = defineCollection('creator_networks', {
  creatorId: Id,
  network: NetworkSchema,
  accounts: z.int().min(0),
  attempts: z.int().min(0),
  addedOn: BusinessDay.optional(),
  added: z.int().min(0).optional(),
  code: VerificationCode,
  codeExpiresAt: Date,
}).index({ creatorId: 1, id: 1 })

export const lockCreatorNetwork = (tx: Tx, creatorId: string, network: Network, initial: CreatorNetwork) =>
  creatorNetworks.lock(tx, `${creatorId}:${network}`, { creatorId, network, ...initial })

export const saveCreatorNetwork = (tx: Tx, creatorNetwork: Stored<typeof creatorNetworks>) => creatorNetworks.save(tx, creatorNetwork)

export const codeOf = async (scope: Scope, creatorId: string, network: Network) =>
  (await creatorNetworks.byId(scope, `${creatorId}:${network}`))?.code

export const creatorNetworksOf = (scope: Scope, creatorId: string) =>
  creatorNetworks.find(scope, { creatorId }, { limit: NetworkSchema.options.length })
