/** Names for the texts of notifications: brands', and copies of those of campaigns and social accounts. */
import { Id, NOTIFICATION_DAYS } from '@reelfair/contracts'
import { defineCollection, type Scope, type Stored, type Tx } from '@reelfair/service-kit'
import { z } from 'zod'
import type { Names } from '../domain/notification-say.ts'
import { brands } from './brands.ts'

/** A campaign's last notification follows its request within about two months. */
const KEPT_SECONDS = (NOTIFICATION_DAYS + 90) * 86_400

export const campaignNames = defineCollection('campaign_names', { brandId: Id, name: String, copiedAt: Date })
  .index({ brandId: 1 })
  .index({ copiedAt: 1 }, { expireAfterSeconds: KEPT_SECONDS })

/** A removed account keeps its version for a while, so that a late event cannot restore the username. */
export const accountNames = defineCollection('account_names', {
  creatorId: Id,
  username: z.string().optional(),
  removedAt: z.date().optional(),
})
  .index({ creatorId: 1 })
  .index({ removedAt: 1 }, { expireAfterSeconds: 30 * 86_400 })

export const putCampaignName = (tx: Tx, name: Stored<typeof campaignNames>) => campaignNames.putNewer(tx, name)

export const putAccountName = (tx: Tx, account: Stored<typeof accountNames>) => accountNames.putNewer(tx, account)

/** @param values of notifications; at most 100 of them */
export async function namesFor(scope: Scope, values: readonly Readonly<Record<string, string | number>>[]): Promise<Names> {
  const idsIn = (field: string) => values.flatMap((one) => (typeof one[field] === 'string' ? [one[field]] : []))
  const [owners, campaigns, accounts] = [idsIn('brandId'), idsIn('campaignId'), idsIn('accountId')]
  const registered = owners.length > 0 ? await brands.byIds(scope, owners) : []
  const named = campaigns.length > 0 ? await campaignNames.byIds(scope, campaigns) : []
  const known = accounts.length > 0 ? await accountNames.byIds(scope, accounts) : []
  return {
    brands: new Map(registered.map(({ id, brandName }) => [id, brandName])),
    campaigns: new Map(named.map(({ id, name }) => [id, name])),
    accounts: new Map(known.flatMap(({ id, username }) => (username === undefined ? [] : [[id, username] as const]))),
  }
}
