import type { Context } from '@reelfair/service-kit'
import { isDrafted } from '../store/drafts.ts'
import { removeFile } from '../store/files.ts'
import { findForgotten, removeMedia, type StoredMedia, saveMedia } from '../store/media.ts'
import { keptUntil } from './store-media.ts'

/** Removes what nobody uses: uploads that were cut off, and logos that no campaign and no draft has named for long. */
export async function sweepMedia(_: { day: string }, ctx: Context) {
  for (;;) {
    const some = await findForgotten(ctx, ctx.now())
    if (some.length === 0) return
    for (const one of some) await sweep(one, ctx)
  }
}

async function sweep(one: StoredMedia, ctx: Context) {
  const claimed = await ctx.transact(async (tx) => {
    // A draft's logo stays as long as the draft.
    const isKept = one.state === 'stored' && (await isDrafted(tx, one.id))
    return saveMedia(tx, isKept ? { ...one, keepUntil: keptUntil(ctx.now()) } : { ...one, state: 'removing' })
  })
  if (claimed.state !== 'removing') return
  await removeFile(ctx, claimed.id)
  await ctx.transact((tx) => removeMedia(tx, claimed))
  ctx.log.info({ mediaId: claimed.id, was: one.state }, 'a file that nobody used is gone')
}
