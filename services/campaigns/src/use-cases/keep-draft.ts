import type { WizardDraft } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { dropDraft, findDraft, putDraft } from '../store/drafts.ts'
import { loadOwnMedia, media, saveMedia } from '../store/media.ts'
import { keptUntil } from './store-media.ts'

/** A brand reads its wizard as it was left; there may be none. */
export async function showDraft(_: unknown, ctx: Context<'brand'>) {
  const draft = await findDraft(ctx, ctx.actor.id)
  if (!draft) return {}
  const { id: _id, version: _version, ...fields } = draft
  const shown = fields.mediaId ? await media.findOne(ctx, { id: fields.mediaId, brandId: ctx.actor.id, state: 'stored' }) : undefined
  return { draft: { ...fields, ...(shown && { media: shown }) } }
}

/** The wizard is kept as it stands, whatever is still missing in it, with the logo that was uploaded for it. */
export const saveDraft = (draft: WizardDraft, ctx: Context<'brand'>) =>
  ctx.transact(async (tx) => {
    if (draft.mediaId !== undefined) {
      const logo = await loadOwnMedia(tx, draft.mediaId, ctx.actor.id)
      if (logo.keepUntil) await saveMedia(tx, { ...logo, keepUntil: keptUntil(ctx.now()) })
    }
    await putDraft(tx, ctx.actor.id, { ...draft, savedAt: ctx.now() })
    return { draft: { ...draft, savedAt: ctx.now() } }
  })

export const deleteDraft = (_: unknown, ctx: Context<'brand'>) => ctx.transact((tx) => dropDraft(tx, ctx.actor.id))
