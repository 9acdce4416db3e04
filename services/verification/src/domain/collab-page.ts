import type { CollabPage } from '@reelfair/contracts'
import type { Account } from './account.ts'
import type { Showcase } from './showcase.ts'

/**
 * An account's public page, or undefined if there is none: the creator must have switched it on, and the account must
 * be one that brands can invite. Lists every field, so that a new field of the account never becomes public by itself.
 * @source specification §2, /collab; decisions §4
 */
export function collabPageOf(
  account: Account & { readonly id: string },
  { bio, pictureId, videos, readAt }: Showcase = { videos: [] },
): CollabPage | undefined {
  const { id, username, verifiedAt, followers, averageViews = null, rpmCents, language, category, city, country, statsAt } = account
  if (!account.isCollabOpen || account.isPublic !== true || account.ageRestricted || account.isClosing) return undefined
  if (!verifiedAt || followers === undefined || !statsAt) return undefined
  return {
    accountId: id,
    username,
    verifiedAt: verifiedAt.toISOString(),
    followers,
    averageViews,
    rpmCents,
    language: language === 'wait' || language === 'post' ? undefined : language,
    category,
    city,
    country,
    statsAt: statsAt.toISOString(),
    bio,
    pictureId,
    videos: videos.map(({ url, title, publishedAt, views, pictureId: cover }) => ({
      ...{ url, title, views, pictureId: cover },
      publishedAt: publishedAt.toISOString(),
    })),
    videosAt: readAt?.toISOString(),
  }
}
