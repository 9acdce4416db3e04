/** One document per creator and network, which all who add, remove or verify accounts there must write: the guard of the limits of accounts and of verifications. */
import type { Network } from '@reelfair/contracts'
import { BusinessDay, Id, Network as NetworkSchema, VerificationCode } from '@reelfair/contracts'
import { defineCollection, type Scope, type Stored, type Tx } from '@reelfair/service-kit'
import { z } from 'zod'
import type { Standing } from '../domain/standing.ts'

export const standings = defineCollection('standings', {
  creatorId: Id,
  network: NetworkSchema,
  accounts: z.int().min(0),
  attempts: z.int().min(0),
  addedOn: BusinessDay.optional(),
  added: z.int().min(0).optional(),
  code: VerificationCode,
  codeExpiresAt: Date,
}).index({ creatorId: 1 })

/** `initial` is what a creator has who was never seen on this network. */
export const lockStanding = (tx: Tx, creatorId: string, network: Network, initial: Standing) =>
  standings.lock(tx, `${creatorId}:${network}`, { creatorId, network, ...initial })

export const saveStanding = (tx: Tx, standing: Stored<typeof standings>) => standings.save(tx, standing)

/** At most one per network. */
export const standingsOf = (scope: Scope, creatorId: string) =>
  standings.find(scope, { creatorId }, { limit: NetworkSchema.options.length })
