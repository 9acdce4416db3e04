import { LogoRemoved, LogoStored } from '@reelfair/contracts'
import { type Context, released, type Tx, type UploadRequest } from '@reelfair/service-kit'
import { checkFile } from '../adapters/check-file.ts'
import type { Ports } from '../ports.ts'
import { findDraft } from '../store/drafts.ts'
import { removeFile, writeFile } from '../store/files.ts'
import { findUnused, insertMedia, keptUntil, removeMedia, type StoredMedia, saveMedia, unusedMedia } from '../store/media.ts'

/** Limits the disk space that one brand can use; at the limit, an upload removes the brand's oldest unused logo. */
const MAX_UNUSED = 20

/**
 * Checks the content before storing anything. Then writes a row, the file and the row again, so that the sweep can find
 * and remove the file if the process crashes in between.
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
      return await ctx.transact(async (tx) => {
        const stored = await saveMedia(tx, released({ ...begun, state: 'stored' as const, keepUntil: keptUntil(ctx.now()) }))
        tx.emit(LogoStored.of(stored, { mediaId: stored.id }))
        return stored
      })
    } catch (error) {
      await removeUnused(begun, ctx)
      throw error
    }
  })
}

/**
 * Removes the oldest unused logos. Using a logo writes to its row, so a logo in use cannot be removed at the same time.
 */
async function makeRoom(brandId: string, ctx: Context<'brand'>) {
  for (;;) {
    const gone = await ctx.transact(async (tx) => {
      const unused = await findUnused(tx, brandId, ctx.now(), MAX_UNUSED)
      if (unused.length < MAX_UNUSED) return undefined
      const draft = await findDraft(tx, brandId)
      const oldest = unused.find(({ id }) => id !== draft?.mediaId)
      return oldest && startRemoval(tx, { ...oldest, keepUntil: ctx.now() })
    })
    if (!gone) return
    await removeUnused(gone, ctx)
  }
}

/** From now on, nothing can use the logo. */
export async function startRemoval(tx: Tx, logo: StoredMedia): Promise<StoredMedia> {
  const removing = await saveMedia(tx, { ...logo, state: 'removing' })
  if (logo.state === 'stored') tx.emit(LogoRemoved.of(removing, { mediaId: logo.id }))
  return removing
}

const removeUnused = (one: StoredMedia, ctx: Context<'brand'>) =>
  removeFile(ctx, one.id)
    .then(() => ctx.transact((tx) => removeMedia(tx, one)))
    .catch((error: unknown) => ctx.log.warn({ mediaId: one.id, error }, 'unused file not removed; sweep will retry'))
