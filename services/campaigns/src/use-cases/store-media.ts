import { type Context, released, type UploadRequest } from '@reelfair/service-kit'
import { judgeFile } from '../adapters/judge-file.ts'
import type { Ports } from '../ports.ts'
import { findDraft } from '../store/drafts.ts'
import { removeFile, writeFile } from '../store/files.ts'
import { findUnused, insertMedia, removeMedia, type StoredMedia, saveMedia, unusedMedia } from '../store/media.ts'

const HOUR = 3_600_000
/** A logo that no campaign uses is kept so long; a draft that names it begins anew. */
const UNUSED_KEPT_HOURS = 30 * 24
/** Else one brand could fill the disk: for one more the oldest goes. */
const MOST_UNUSED = 20

export const keptUntil = (now: Date) => new Date(now.getTime() + UNUSED_KEPT_HOURS * HOUR)

/**
 * A brand uploads a logo. It is judged by its content before a byte of it is stored; refused or cut off, nothing is kept. Then: a row that says so → the
 * file → the row says that it is whole. What dies in between is removed by the sweep.
 */
export async function storeMedia({ body, type }: UploadRequest, ctx: Context<'brand', Ports>) {
  const brandId = ctx.actor.id
  return ctx.ports.spool(brandId, body, async ({ path, bytes }) => {
    const facts = await judgeFile(path, type)
    await makeRoom(brandId, ctx)
    const at = ctx.now()
    const begun = await ctx.transact((tx) =>
      insertMedia(tx, {
        ...facts,
        id: ctx.newId(),
        brandId,
        bytes,
        createdAt: at,
        state: 'storing',
        keepUntil: at,
        queue: unusedMedia.lease(ctx),
      }),
    )
    try {
      await writeFile(ctx, begun.id, path)
      return await ctx.transact((tx) => saveMedia(tx, released({ ...begun, state: 'stored' as const, keepUntil: keptUntil(ctx.now()) })))
    } catch (error) {
      await letGo(begun, ctx)
      throw error
    }
  })
}

/** Of those that neither a campaign nor the draft uses the oldest go. Guard: whoever begins to use one writes its row too. */
async function makeRoom(brandId: string, ctx: Context<'brand'>) {
  for (;;) {
    const gone = await ctx.transact(async (tx) => {
      const unused = await findUnused(tx, brandId, MOST_UNUSED)
      if (unused.length < MOST_UNUSED) return undefined
      const draft = await findDraft(tx, brandId)
      const oldest = unused.find(({ id }) => id !== draft?.mediaId)
      return oldest && saveMedia(tx, { ...oldest, state: 'removing', keepUntil: ctx.now() })
    })
    if (!gone) return
    await letGo(gone, ctx)
  }
}

/** Best done at once; what this cannot do the sweep does. */
const letGo = (one: StoredMedia, ctx: Context<'brand'>) =>
  removeFile(ctx, one.id)
    .then(() => ctx.transact((tx) => removeMedia(tx, one)))
    .catch((error: unknown) => ctx.log.warn({ mediaId: one.id, error }, 'a file that nobody uses is left to the sweep'))
