import { type Context, released } from '@reelfair/service-kit'
import { isLogoUsed } from '../store/campaigns.ts'
import { isDrafted } from '../store/drafts.ts'
import { removeFile } from '../store/files.ts'
import { keptUntil, media, removeMedia, type StoredMedia, saveMedia, unusedMedia } from '../store/media.ts'
import { startRemoval } from './store-media.ts'

/** Removes interrupted uploads, and logos that no campaign, draft or invitation needs any more. */
export async function sweepMedia(_: { day: string }, ctx: Context) {
  while (await unusedMedia.workOne(ctx, (claimed) => sweep(claimed, ctx)));
}

async function sweep(claimed: StoredMedia, ctx: Context) {
  const removing = await ctx.transact(async (tx) => {
    const one = await media.byId(tx, claimed.id)
    if (!one || !unusedMedia.isMine(one, claimed)) return undefined
    // A campaign, a draft or an invitation has started using the logo since its removal became due.
    const isWanted = !one.keepUntil || one.keepUntil > ctx.now()
    if (isWanted) return void (await saveMedia(tx, released(one)))
    // If a campaign starts while an unfunded one with the same logo fails, `keepUntil` may stay set. The campaign
    // that has started needs its logo.
    if (one.state === 'stored' && (await isLogoUsed(tx, one.id)))
      return void (await saveMedia(tx, released({ ...one, keepUntil: undefined })))
    if (one.state === 'stored' && (await isDrafted(tx, one.id)))
      return void (await saveMedia(tx, released({ ...one, keepUntil: keptUntil(ctx.now(), one) })))
    return startRemoval(tx, one)
  })
  if (!removing) return
  await removeFile(ctx, removing.id)
  await ctx.transact((tx) => removeMedia(tx, removing))
  ctx.log.info({ mediaId: removing.id, was: claimed.state }, 'unused file removed')
}
