/** The brand's id is also the draft's id, so each brand has at most one draft. */
import { WizardDraft } from '@reelfair/contracts'
import { defineCollection, type Scope, type Tx } from '@reelfair/service-kit'

export const drafts = defineCollection('drafts', { ...WizardDraft.shape, savedAt: Date })
  .index({ mediaId: 1 }, { where: { mediaId: { $exists: true } } })
  .index({ savedAt: 1 })

export const findDraft = (scope: Scope, brandId: string) => drafts.byId(scope, brandId)

export async function putDraft(tx: Tx, brandId: string, draft: WizardDraft & { savedAt: Date }) {
  const known = await drafts.byId(tx, brandId)
  return known ? drafts.save(tx, { ...draft, id: brandId, version: known.version }) : drafts.insert(tx, { ...draft, id: brandId })
}

export async function dropDraft(tx: Tx, brandId: string): Promise<void> {
  const known = await drafts.byId(tx, brandId)
  if (known) await drafts.remove(tx, known)
}

export const isDrafted = async (scope: Scope, mediaId: string) => (await drafts.findOne(scope, { mediaId })) !== undefined

export const removeDraftsSavedBefore = (tx: Tx, before: Date, limit: number) =>
  drafts.removeSome(tx, { savedAt: { $lt: before } }, { limit, sort: { savedAt: 1 } })
