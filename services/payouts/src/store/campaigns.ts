/** Copy of campaigns: their names, for texts, and which have earnings to hold back. */
import { Id, Version } from '@reelfair/contracts'
import { defineCollection, defineQueue, queueFields, type Scope, type Stored, type Tx } from '@reelfair/service-kit'
import { z } from 'zod'
import { REFUSED_KEPT_DAYS } from '../domain/credits.ts'

export const campaigns = defineCollection('campaigns', {
  brandId: Id,
  /** As it is called now; absent while only its end is known. */
  name: z.string().optional(),
  /** The campaign's version that gave it this name. */
  nameVersion: Version.optional(),
  /** Since then its earnings are to be held back; some still accrue. */
  holdBackFrom: z.date().optional(),
  /** When its credits were refused: it never runs, and no statement names it. */
  refusedAt: z.date().optional(),
  ...queueFields,
})
  .index({ holdBackFrom: 1, id: 1 }, { where: { holdBackFrom: { $exists: true } } })
  .index({ refusedAt: 1 }, { expireAfterSeconds: REFUSED_KEPT_DAYS * 86_400 })

/** Campaigns that are over and whose earnings still accrue. */
export const endedCampaigns = defineQueue(campaigns, { name: 'ended-campaigns', dueAt: 'holdBackFrom' })

type Facts = Pick<Stored<typeof campaigns>, 'name' | 'nameVersion' | 'holdBackFrom' | 'refusedAt'>

/** Adds to what is known of a campaign. Keeps the newest name, in whatever order events arrive. */
export async function learnCampaign(tx: Tx, id: string, brandId: string, { name, nameVersion, ...facts }: Facts): Promise<void> {
  const known = await campaigns.byId(tx, id)
  const isNewer = nameVersion !== undefined && (known?.nameVersion === undefined || known.nameVersion < nameVersion)
  const learnt = { ...facts, ...(isNewer && { name, nameVersion }) }
  if (!known) await campaigns.insert(tx, { id, brandId, ...learnt })
  else if (Object.keys(learnt).length > 0) await campaigns.save(tx, { ...known, ...learnt })
}

export const saveCampaign = (tx: Tx, campaign: Parameters<typeof campaigns.save>[1]) => campaigns.save(tx, campaign)

/** Names of those among the subjects that are campaigns. */
export async function namesOf(scope: Scope, subjects: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(subjects)].filter((subject) => Id.safeParse(subject).success)
  const found = await campaigns.byIds(scope, ids)
  return new Map(found.flatMap(({ id, name }) => (name === undefined ? [] : [[id, name]])))
}
