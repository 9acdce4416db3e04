/** YouTube Data API v3: channels, playlistItems and videos. Every call costs one unit of the daily quota. */
import { type Request, Router } from 'express'
import type { World } from '../../world.ts'
import { figuresOf, findAccount, seenAccount, videosOf } from '../network.ts'
import type { SocialAccount, SocialVideo } from '../state.ts'
import { bearerOf, consentOf, countCall, type ErrorReplies, endpoint, listOf, ok, pick, type Reading, type Reply } from './face.ts'

const DAY_MS = 86_400_000
const MAX_PAGE = 50
const MAX_SNIPPET = 5_000

const failure = (status: number, reason: string, message: string): Reply => ({
  status,
  body: { error: { code: status, message, errors: [{ message, domain: 'youtube', reason }] } },
})
const errors: ErrorReplies = {
  rateLimited: failure(429, 'rateLimitExceeded', 'The request cannot be completed because you have sent too many requests.'),
  serverError: failure(500, 'backendError', 'Backend Error'),
  notFound: failure(404, 'channelNotFound', 'Channel not found.'),
}
const quotaExceeded = failure(403, 'quotaExceeded', 'The request cannot be completed because you have exceeded your quota.')
const badKey = failure(400, 'badRequest', 'API key not valid. Please pass a valid API key.')
const badToken = failure(401, 'authError', 'Invalid Credentials')
const incompatible = failure(400, 'incompatibleParameters', 'The request specifies two or more parameters that cannot be used together.')
const forbidden = failure(403, 'forbidden', 'The request may not be properly authorized.')

type List = (world: World, request: Request, reading: Reading, owner: SocialAccount | undefined) => Reply

export function youtubeApi(world: World): Router {
  const at = (path: string, on: 'stats' | 'videos' | 'metrics', list: List) => ({
    path,
    handler: endpoint(world, { network: 'youtube', on, errors, reply: (request, reading) => guarded(world, request, reading, list) }),
  })
  const router = Router()
  for (const { path, handler } of [
    at('channels', 'stats', channels),
    at('playlistItems', 'videos', playlistItems),
    at('videos', 'metrics', videos),
  ])
    router.get(`/www.googleapis.com/youtube/v3/${path}`, handler)
  return router
}

function guarded(world: World, request: Request, reading: Reading, list: List): Reply {
  const { apps, official } = world.state.social
  const token = bearerOf(request)
  const owner = token === '' ? undefined : consentOf(world, token)?.account
  if (token !== '' && owner?.network !== 'youtube') return badToken
  if (token === '' && (request.get('x-goog-api-key') ?? request.query.key) !== apps.youtube.apiKey) return badKey
  if (countCall(world, 'youtube', DAY_MS) > official.quotas.youtube) return quotaExceeded
  return list(world, request, reading, owner)
}

const page = <Row extends { readonly id: string }>(rows: readonly Row[], { query }: Request) => {
  const size = Math.min(Number(query.maxResults ?? 5), MAX_PAGE)
  const first = typeof query.pageToken === 'string' ? rows.findIndex(({ id }) => id === query.pageToken) + 1 : 0
  const shown = rows.slice(first, first + size)
  const last = shown.at(-1)
  return { shown, more: last && rows.length > first + size ? { nextPageToken: last.id } : {} }
}

const listing = (kind: string, total: number, items: readonly object[], more: object = {}): Reply =>
  // The real API omits an empty list of items.
  ok({
    kind: `youtube#${kind}`,
    etag: 'sandbox',
    ...more,
    pageInfo: { totalResults: total, resultsPerPage: items.length },
    ...(items.length > 0 && { items }),
  })

const uploadsOf = (id: string) => `UU${id}`

const channels: List = (world, request, _, owner) => {
  const { forHandle, id, mine, part } = request.query
  if (mine === 'true' && !owner) return badToken
  const asked = [
    ...(mine === 'true' && owner ? [owner] : []),
    ...(typeof forHandle === 'string' ? [findAccount(world, 'youtube', { username: forHandle.replace(/^@/, '') })] : []),
    ...listOf(id).map((externalId) => findAccount(world, 'youtube', { externalId })),
  ].filter((account) => account !== undefined && !account.isGone)
  const items = asked.flatMap((account) => (account ? [{ id: account.id, ...pick(channelOf(world, account), listOf(part)) }] : []))
  return listing('channelListResponse', items.length, items)
}

const channelOf = (world: World, { id, username, bio, country, followers, isPublic, createdMs }: SocialAccount) => ({
  snippet: {
    title: username,
    description: bio.slice(0, MAX_SNIPPET),
    customUrl: `@${username.toLowerCase()}`,
    publishedAt: new Date(createdMs).toISOString(),
    thumbnails: thumbnailsOf(`${world.url()}/social/avatars/${id}.webp`),
    ...(country === 'France' && { country: 'FR' }),
  },
  statistics: {
    viewCount: '0',
    subscriberCount: rounded(followers),
    hiddenSubscriberCount: false,
    videoCount: String(videosOf(world, id).length),
  },
  contentDetails: { relatedPlaylists: { likes: '', uploads: uploadsOf(id) } },
  status: { privacyStatus: isPublic ? 'public' : 'private', isLinked: true },
})

const thumbnailsOf = (url: string) => ({ default: { url, width: 88, height: 88 }, high: { url, width: 800, height: 800 } })

/** YouTube rounds to three digits. */
const rounded = (count: number) => String(Number(count.toPrecision(3)))

/** The videos that the API shows: published, not deleted, of a public channel. */
const shownVideos = (world: World, account: SocialAccount, { atMs, isMissing }: Reading): SocialVideo[] =>
  isMissing || !account.isPublic
    ? []
    : videosOf(world, account.id).filter(({ deletedMs, publishedMs }) => deletedMs === null && publishedMs <= atMs)

const playlistItems: List = (world, request, reading) => {
  const { playlistId } = request.query
  const account = typeof playlistId === 'string' ? seenAccount(world, 'youtube', { externalId: playlistId.slice(2) }) : undefined
  if (!account) return failure(404, 'playlistNotFound', 'The playlist identified with the request’s playlistId parameter cannot be found.')
  const all = shownVideos(world, account, reading)
  const { shown, more } = page(all, request)
  const items = shown.map(({ id, publishedMs }) => ({
    id: `PLI${id}`,
    contentDetails: { videoId: id, videoPublishedAt: new Date(publishedMs).toISOString() },
  }))
  return listing('playlistItemListResponse', all.length, items, more)
}

const videos: List = (world, request, reading, owner) => {
  if (request.query.id !== undefined && request.query.maxResults !== undefined) return incompatible
  const parts = listOf(request.query.part)
  const isOwners = parts.includes('paidProductPlacementDetails')
  const found = listOf(request.query.id).flatMap((id) => {
    const video = world.state.social.videos.get(id)
    const account = video && seenAccount(world, 'youtube', { externalId: video.accountId })
    return video && account && shownVideos(world, account, reading).includes(video) ? [{ video, account }] : []
  })
  if (isOwners && found.some(({ account }) => account.id !== owner?.id)) return forbidden
  const items = found.map((one) => ({ id: one.video.id, ...pick(partsOf(world, request, reading, one), parts) }))
  return listing('videoListResponse', items.length, items)
}

function partsOf(
  world: World,
  { query }: Request,
  { atMs, isEmpty }: Reading,
  { video, account }: { video: SocialVideo; account: SocialAccount },
) {
  const { views, likes, comments } = figuresOf(video, atMs)
  const [title = '', ...description] = video.caption.split('\n')
  const scale = Math.min(Number(query.maxWidth) / video.width, Number(query.maxHeight) / video.height)
  return {
    snippet: {
      publishedAt: new Date(video.publishedMs).toISOString(),
      channelId: account.id,
      title,
      description: description.join('\n'),
      thumbnails: thumbnailsOf(`${world.url()}/social/pictures/${video.id}.webp`),
    },
    contentDetails: {
      duration: `PT${Math.floor(video.durationS / 60)}M${Math.floor(video.durationS % 60)}S`,
      contentRating: account.ageRestricted ? { ytRating: 'ytAgeRestricted' } : {},
    },
    status: { uploadStatus: 'processed', privacyStatus: 'public' },
    statistics: isEmpty ? {} : { viewCount: String(views), likeCount: String(likes), favoriteCount: '0', commentCount: String(comments) },
    player: {
      embedHtml: '<iframe></iframe>',
      ...(Number.isFinite(scale) && {
        embedWidth: String(Math.round(video.width * scale)),
        embedHeight: String(Math.round(video.height * scale)),
      }),
    },
    paidProductPlacementDetails: video.paidLabel === 'unknown' ? undefined : { hasPaidProductPlacement: video.paidLabel },
  }
}
