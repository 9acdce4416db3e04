import { refuse } from '@reelfair/contracts'
import type { Context, UploadRequest } from '@reelfair/service-kit'
import { judgeFile } from '../adapters/judge-file.ts'
import { spooled } from '../adapters/spool.ts'
import { removeFile, writeFile } from '../store/files.ts'
import { countUnused, insertMedia, removeMedia, saveMedia } from '../store/media.ts'

const HOUR = 3_600_000
/** A logo that no campaign uses is kept so long; a draft that names it begins anew. */
const UNUSED_KEPT_HOURS = 30 * 24
/** Storing takes seconds; what is not done after so long was cut off. */
const STORED_WITHIN_HOURS = 1
/** Else one brand could fill the disk. */
const MOST_UNUSED = 20

export const keptUntil = (now: Date) => new Date(now.getTime() + UNUSED_KEPT_HOURS * HOUR)

/**
 * A brand uploads a logo. It is judged by its content before a byte of it is stored; refused or cut off, nothing is kept. Then: a row that says so → the
 * file → the row says that it is whole. What dies in between is removed by the sweep.
 */
export async function storeMedia({ body, type }: UploadRequest, ctx: Context<'brand'>) {
  const brandId = ctx.actor.id
  if ((await countUnused(ctx, brandId, MOST_UNUSED)) >= MOST_UNUSED) refuse('too_many_requests', { seconds: 3_600 })
  return spooled(body, async ({ path, bytes }) => {
    const facts = await judgeFile(path, type)
    const at = ctx.now()
    const begun = await ctx.transact((tx) =>
      insertMedia(tx, {
        ...facts,
        id: ctx.newId(),
        brandId,
        bytes,
        createdAt: at,
        state: 'storing',
        keepUntil: new Date(at.getTime() + STORED_WITHIN_HOURS * HOUR),
      }),
    )
    try {
      await writeFile(ctx, begun.id, path)
      return await ctx.transact((tx) => saveMedia(tx, { ...begun, state: 'stored', keepUntil: keptUntil(ctx.now()) }))
    } catch (error) {
      // Best done at once; what this cannot do the sweep does.
      await removeFile(ctx, begun.id)
        .then(() => ctx.transact((tx) => removeMedia(tx, begun)))
        .catch((second: unknown) => ctx.log.warn({ mediaId: begun.id, error: second }, 'a file that was not stored is left to the sweep'))
      throw error
    }
  })
}
