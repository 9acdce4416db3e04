import { type Context, released, type UploadRequest } from '@reelfair/service-kit'
import { checkFile } from '../adapters/check-file.ts'
import type { Ports } from '../ports.ts'
import { findDraft } from '../store/drafts.ts'
import { removeFile, writeFile } from '../store/files.ts'
import { findUnused, insertMedia, removeMedia, type StoredMedia, saveMedia, unusedMedia } from '../store/media.ts'

const HOUR = 3_600_000
/** How long a logo that no campaign uses is kept. Saving a draft with the logo restarts this period. */
const UNUSED_KEPT_HOURS = 30 * 24
/**
 * Maximum number of unused logos per brand, so that no brand can fill the disk. Another upload beyond that removes the
 * oldest.
 */
const MAX_UNUSED = 20

export const keptUntil = (now: Date) => new Date(now.getTime() + UNUSED_KEPT_HOURS * HOUR)

/**
 * A brand uploads a logo. Its content is checked before anything is stored, so a rejected or interrupted upload leaves
 * nothing. Writes a row with state `storing`, then the file, and then sets the state to `stored`. If the process dies
 * in between, the sweep removes what is left.
 */
export async function storeMedia({ body, type }: UploadRequest, ctx: Context<'brand', Ports>) {
  const brandId = ctx.actor.id
  return ctx.ports.spool(brandId, body, async ({ path, bytes }) => {
    const facts = await checkFile(path, type)
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

/** Removes the oldest logos that neither a campaign nor the draft uses. Guard: using a logo also writes to its row. */
async function makeRoom(brandId: string, ctx: Context<'brand'>) {
  for (;;) {
    const gone = await ctx.transact(async (tx) => {
      const unused = await findUnused(tx, brandId, MAX_UNUSED)
      if (unused.length < MAX_UNUSED) return undefined
      const draft = await findDraft(tx, brandId)
      const oldest = unused.find(({ id }) => id !== draft?.mediaId)
      return oldest && saveMedia(tx, { ...oldest, state: 'removing', keepUntil: ctx.now() })
    })
    if (!gone) return
    await letGo(gone, ctx)
  }
}

/** Removes a logo immediately. If that fails, the sweep removes the logo later. */
const letGo = (one: StoredMedia, ctx: Context<'brand'>) =>
  removeFile(ctx, one.id)
    .then(() => ctx.transact((tx) => removeMedia(tx, one)))
    .catch((error: unknown) => ctx.log.warn({ mediaId: one.id, error }, 'unused file not removed; left to the sweep'))
