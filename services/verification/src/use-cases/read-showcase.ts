import { isUnavailable, type Picture, PictureFault, readPicture, released, type Tx } from '@reelfair/service-kit'
import { SocialFault } from '@reelfair/social'
import { bioShown, shownVideos, titleOf } from '../domain/showcase.ts'
import type { SharedContext } from '../ports.ts'
import { accounts } from '../store/accounts.ts'
import { codeOf } from '../store/creator-networks.ts'
import { insertPicture, removePictures, type StoredShowcase, showcaseQueue, showcases } from '../store/showcases.ts'
import { accessTo } from './provide-access.ts'

const MAX_TRIES = 3
const PAUSE_MS = 60_000

/**
 * Reads an account's bio, picture and latest videos once per reading of its statistics, and keeps copies of the
 * pictures. May be interrupted anywhere: only the transaction at the end changes anything. After three attempts, the
 * former showcase stays until the next statistics. @returns whether a showcase was due
 */
export const readNextShowcase = (ctx: SharedContext): Promise<boolean> =>
  showcaseQueue.workOne(
    ctx,
    (claimed) => readShowcase(claimed, ctx),
    (due) => due.map((one) => ({ ...one, tries: one.tries + 1 })),
  )

async function readShowcase(claimed: StoredShowcase, ctx: SharedContext): Promise<void> {
  try {
    if (claimed.tries > MAX_TRIES) throw new SocialFault('cancelled')
    const read = await readAccount(claimed.id, ctx)
    await change(claimed, ctx, async (tx, showcase) => {
      const keep = async ({ picture, isMissing }: Read, former: string | undefined) => {
        // A download that failed leaves the former picture.
        if (!picture) return isMissing ? undefined : former
        const id = ctx.newId()
        await insertPicture(tx, id, picture, showcase)
        return id
      }
      const pictureId = await keep(read.picture, showcase.pictureId)
      const videos = []
      for (const { picture, ...video } of read.videos) {
        const former = showcase.videos.find(({ url }) => url === video.url)
        videos.push({ ...video, pictureId: await keep(picture, former?.pictureId) })
      }
      await removePictures(tx, showcase, new Set([pictureId, ...videos.map((video) => video.pictureId)]))
      await showcases.save(tx, { ...released(showcase), bio: read.bio, pictureId, videos, readAt: ctx.now(), dueAt: undefined })
    })
  } catch (error) {
    if (isUnavailable(error) || !(error instanceof SocialFault)) throw error
    ctx.log.warn({ accountId: claimed.id, fault: error.kind, status: error.status }, 'showcase not read')
    await change(claimed, ctx, async (tx, showcase) => {
      if (error.isTransient && claimed.tries < MAX_TRIES) {
        const dueAt = new Date(ctx.now().getTime() + Math.max(error.retryAfterMs ?? 0, PAUSE_MS))
        await showcaseQueue.postpone(tx, showcase, { ...showcase, dueAt })
        return
      }
      if (error.isTransient) showcaseQueue.countFailure(tx)
      await showcases.save(tx, { ...released(showcase), dueAt: undefined })
    })
  }
}

/** Changes nothing if new statistics have been read or the account has been deleted in the meantime. */
const change = (claimed: StoredShowcase, ctx: SharedContext, to: (tx: Tx, showcase: StoredShowcase) => Promise<void>): Promise<void> =>
  ctx.transact(async (tx) => {
    const showcase = await showcases.byId(tx, claimed.id)
    if (showcase && showcaseQueue.isMine(showcase, claimed)) await to(tx, showcase)
  })

async function readAccount(accountId: string, ctx: SharedContext) {
  const { social } = ctx.ports
  const account = await accounts.byId(ctx, accountId)
  if (account?.externalId === undefined) throw new SocialFault('not_found')
  const known = { network: account.network, externalId: account.externalId }
  const options = { accessOf: accessTo(accountId, false, ctx) }
  const { bio, avatarUrl } = await social.fetchAccountStats(known, options)
  const { items } = await social.listRecentVideos(known, {}, options)
  const shown = shownVideos(items)
  const figures =
    shown.length === 0
      ? new Map()
      : await social.fetchVideoMetrics(
          known,
          shown.map(({ id }) => id),
          options,
        )
  const videos = []
  for (const { id, url, caption, publishedAt, thumbnailUrl } of shown) {
    const { deleted = false, views = null } = figures.get(id) ?? {}
    if (!deleted) videos.push({ url, title: titleOf(caption), publishedAt, views, picture: await pictureAt(thumbnailUrl, ctx) })
  }
  const code = (await codeOf(ctx, account.creatorId, account.network)) ?? ''
  return { bio: bioShown(bio, code), picture: await pictureAt(avatarUrl, ctx), videos }
}

interface Read {
  readonly picture?: Picture
  /** Neither the network nor its file has a picture, so a former one must go. */
  readonly isMissing?: true
}

async function pictureAt(url: string | undefined, ctx: SharedContext): Promise<Read> {
  if (url === undefined) return { isMissing: true }
  const downloaded = await ctx.ports.fetchPicture(url)
  if (!downloaded) return {}
  try {
    return { picture: readPicture(downloaded.file, downloaded.type.split(';')[0] ?? '') }
  } catch (error) {
    if (error instanceof PictureFault) return { isMissing: true }
    throw error
  }
}
