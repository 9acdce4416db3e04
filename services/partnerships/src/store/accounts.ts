/** Copies of verified accounts, taken from verification's events. */
import { Id, Network } from '@reelfair/contracts'
import { defineCollection, found, type Scope } from '@reelfair/service-kit'
import { z } from 'zod'

export const accounts = defineCollection('accounts', {
  creatorId: Id,
  network: Network,
  externalId: String,
  username: String,
  usernameKey: String,
  isPublic: z.boolean(),
  ageRestricted: z.boolean().optional(),
  /** Whether the creator has switched on the account's public page. */
  isCollabOpen: z.boolean().optional(),
})
  .index({ creatorId: 1 })
  .index({ usernameKey: 1 })

export const loadAccount = async (scope: Scope, id: string) => found(await accounts.byId(scope, id))

export const accountOfUsername = (scope: Scope, key: string) => accounts.findOne(scope, { usernameKey: key })
