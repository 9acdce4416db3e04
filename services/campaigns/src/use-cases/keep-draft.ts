import { type DraftInput, refuse } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { dropDraft, findDraft, putDraft } from '../store/drafts.ts'
import { keptUntil, loadOwnMedia, media, saveMedia } from '../store/media.ts'
import { settings } from '../store/settings.ts'

export async function showDraft(_: unknown, ctx: Context<'brand'>) {
  const [{ value: publicNetworks }, draft] = await Promise.all([
    settings.at(ctx, 'public_campaign_networks', ctx.now()),
    findDraft(ctx, ctx.actor.id),
  ])
  if (!draft) return { publicNetworks }
  const { id: _id, version: _version, ...fields } = draft
  const shown = fields.mediaId ? await media.findOne(ctx, { id: fields.mediaId, brandId: ctx.actor.id, state: 'stored' }) : undefined
  return { draft: { ...fields, ...(shown && { media: shown }) }, publicNetworks }
}

/** @throws Refusal `conflict` if `basedOn` is not the stored draft, because another browser window has saved since */
export const saveDraft = ({ basedOn, ...draft }: DraftInput, ctx: Context<'brand'>) =>
  ctx.transact(async (tx) => {
    const known = await findDraft(tx, ctx.actor.id)
    if (basedOn !== undefined && (known?.savedAt.toISOString() ?? null) !== basedOn) refuse('conflict')
    if (draft.mediaId !== undefined) {
      const logo = await loadOwnMedia(tx, draft.mediaId, ctx.actor.id)
      if (logo.keepUntil) await saveMedia(tx, { ...logo, keepUntil: keptUntil(ctx.now(), logo) })
    }
    // Two saves in the same millisecond would have the same `basedOn`, so each save is later than the previous one.
    const savedAt = new Date(Math.max(ctx.now().getTime(), known ? known.savedAt.getTime() + 1 : 0))
    await putDraft(tx, ctx.actor.id, { ...draft, savedAt })
    const { value: publicNetworks } = await settings.at(tx, 'public_campaign_networks', savedAt)
    return { draft: { ...draft, savedAt }, publicNetworks }
  })

export const deleteDraft = (_: unknown, ctx: Context<'brand'>) => ctx.transact((tx) => dropDraft(tx, ctx.actor.id))
