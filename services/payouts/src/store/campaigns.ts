import { Id, Version } from '@reelfair/contracts'
import { defineCollection, defineQueue, queueFields, type Scope, type Stored, type Tx } from '@reelfair/service-kit'
import { z } from 'zod'
import { REFUSED_KEPT_DAYS } from '../domain/credits.ts'

export const campaigns = defineCollection('campaigns', {
  brandId: Id,
  /** Absent while only the campaign's end is known. */
  name: z.string().optional(),
  nameVersion: Version.optional(),
  /** Set when the campaign ends, and removed once none of its earnings are still accruing. */
  holdBackFrom: z.date().optional(),
  /** When the campaign's credits were refused. A refused campaign never runs and appears in no statement. */
  refusedAt: z.date().optional(),
  ...queueFields,
})
  .index({ brandId: 1 })
  .index({ holdBackFrom: 1, id: 1 }, { where: { holdBackFrom: { $exists: true } } })
  .index({ refusedAt: 1 }, { expireAfterSeconds: REFUSED_KEPT_DAYS * 86_400 })

export const endedCampaigns = defineQueue(campaigns, { name: 'ended-campaigns', dueAt: 'holdBackFrom' })

type Facts = Pick<Stored<typeof campaigns>, 'name' | 'nameVersion' | 'holdBackFrom' | 'refusedAt'>

/** Stores the newest campaign name, regardless of the order of events. */
export async function updateCampaign(tx: Tx, id: string, brandId: string, { name, nameVersion, ...facts }: Facts): Promise<void> {
  const known = await campaigns.byId(tx, id)
  const isNewer = nameVersion !== undefined && (known?.nameVersion === undefined || known.nameVersion < nameVersion)
  const learnt = { ...facts, ...(isNewer && { name, nameVersion }) }
  if (!known) await campaigns.insert(tx, { id, brandId, ...learnt })
  else if (Object.keys(learnt).length > 0) await campaigns.save(tx, { ...known, ...learnt })
}

export const saveCampaign = (tx: Tx, campaign: Parameters<typeof campaigns.save>[1]) => campaigns.save(tx, campaign)

export async function namesOf(scope: Scope, subjects: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(subjects)].filter((subject) => Id.safeParse(subject).success)
  const found = await campaigns.byIds(scope, ids)
  return new Map(found.flatMap(({ id, name }) => (name === undefined ? [] : [[id, name]])))
}
