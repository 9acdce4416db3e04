/** TikTok API v2: `user/info`, `video/list` and `video/query`, for accounts whose owner consented. */
import { type Request, Router } from 'express'
import { newId, type World } from '../../world.ts'
import { figuresOf, videosOf } from '../network.ts'
import type { SocialAccount, SocialVideo } from '../state.ts'
import { bearerOf, consentOf, countCall, type ErrorReplies, endpoint, listOf, ok, pick, type Reading, type Reply } from './face.ts'

const MINUTE_MS = 60_000
const DEFAULT_PAGE = 10
const MAX_PAGE = 20
const MAX_CAPTION = 150

const failure = (status: number, code: string, message: string): Reply => ({
  status,
  body: { data: {}, error: { code, message, log_id: newId('', 34) } },
})
const errors: ErrorReplies = {
  rateLimited: failure(429, 'rate_limit_exceeded', 'The API rate limit was exceeded. Please try again later.'),
  serverError: failure(500, 'internal_error', 'Something went wrong. Please try again later.'),
  // TikTok has no 404: the token of a deleted account stops working.
  notFound: failure(401, 'access_token_invalid', 'The access token is invalid or not found in the request.'),
}

/** The scope that each field needs; other fields of a user need `user.info.basic`. */
const PROFILE_FIELDS = ['username', 'bio_description', 'is_verified', 'profile_deep_link']
const STATS_FIELDS = ['follower_count', 'following_count', 'likes_count', 'video_count']
const scopeOf = (field: string) =>
  PROFILE_FIELDS.includes(field) ? 'user.info.profile' : STATS_FIELDS.includes(field) ? 'user.info.stats' : 'user.info.basic'

interface Asked {
  readonly account: SocialAccount
  readonly fields: readonly string[]
  readonly body: Readonly<Record<string, unknown>>
}
type Work = (world: World, asked: Asked, reading: Reading) => object | Reply

export function tiktokApi(world: World): Router {
  const at = (path: string, on: 'stats' | 'videos' | 'metrics', work: Work) => ({
    path: `/open.tiktokapis.com/v2/${path}`,
    handler: endpoint(world, { network: 'tiktok', on, errors, reply: (request, reading) => guarded(world, path, request, reading, work) }),
  })
  const user = at('user/info', 'stats', userInfo)
  const list = at('video/list', 'videos', videoList)
  const query = at('video/query', 'metrics', videoQuery)
  return Router().get(user.path, user.handler).post(list.path, list.handler).post(query.path, query.handler)
}

function guarded(world: World, path: string, request: Request, reading: Reading, work: Work): Reply {
  const found = consentOf(world, bearerOf(request))
  if (found?.account.network !== 'tiktok') return errors.notFound
  const { account, consent } = found
  const fields = listOf(request.query.fields)
  if (fields.length === 0) return failure(400, 'invalid_params', 'Fields is required.')
  const needed = path === 'user/info' ? fields.map(scopeOf) : ['video.list']
  if (!needed.every((scope) => consent.scopes.includes(scope)))
    return failure(401, 'scope_not_authorized', 'The user did not authorize the scope required for completing this request.')
  if (countCall(world, `tiktok ${path}`, MINUTE_MS) > world.state.social.official.quotas.tiktok) return errors.rateLimited
  const data = work(world, { account, fields, body: (request.body ?? {}) as Record<string, unknown> }, reading)
  return 'status' in data ? (data as Reply) : ok({ data, error: { code: 'ok', message: '', log_id: newId('', 34) } })
}

const userInfo: Work = (world, { account, fields }) => {
  const { id, username, bio, followers } = account
  const row = {
    open_id: id,
    union_id: `union_${id}`,
    avatar_url: `${world.url()}/social/avatars/${id}.webp`,
    display_name: username,
    username,
    bio_description: bio,
    is_verified: false,
    follower_count: followers,
    video_count: videosOf(world, id).length,
  }
  return { user: pick(row, fields) }
}

const shownVideos = (world: World, account: SocialAccount, { atMs, isMissing }: Reading): SocialVideo[] =>
  isMissing || !account.isPublic
    ? []
    : videosOf(world, account.id).filter(({ deletedMs, publishedMs }) => deletedMs === null && publishedMs <= atMs)

const videoList: Work = (world, { account, fields, body }, reading) => {
  const size = Number(body.max_count ?? DEFAULT_PAGE)
  if (size > MAX_PAGE) return failure(400, 'invalid_params', 'Max count is invalid.')
  // The cursor is a time in milliseconds; only older videos follow.
  const before = typeof body.cursor === 'number' ? body.cursor : Number.POSITIVE_INFINITY
  const all = shownVideos(world, account, reading).filter(({ publishedMs }) => publishedMs < before)
  const shown = all.slice(0, size)
  const cursor = shown.at(-1)?.publishedMs ?? 0
  return { videos: shown.map((video) => pick(videoOf(world, account, video, reading), fields)), cursor, has_more: all.length > size }
}

const videoQuery: Work = (world, { account, fields, body }, reading) => {
  const ids = (body.filters as { video_ids?: unknown } | undefined)?.video_ids
  if (!Array.isArray(ids) || ids.length > MAX_PAGE) return failure(400, 'invalid_params', 'The video ids are invalid.')
  const shown = shownVideos(world, account, reading).filter(({ id }) => ids.includes(id))
  return { videos: shown.map((video) => pick(videoOf(world, account, video, reading), fields)) }
}

function videoOf(world: World, { username }: SocialAccount, video: SocialVideo, { atMs, isEmpty }: Reading): Record<string, unknown> {
  const { views, likes, comments, shares } = figuresOf(video, atMs)
  return {
    id: video.id,
    create_time: Math.floor(video.publishedMs / 1_000),
    cover_image_url: `${world.url()}/social/pictures/${video.id}.webp`,
    share_url: `https://www.tiktok.com/@${username}/video/${video.id}`,
    video_description: video.caption.slice(0, MAX_CAPTION),
    title: video.caption.slice(0, MAX_CAPTION),
    duration: Math.round(video.durationS),
    width: video.width,
    height: video.height,
    ...(!isEmpty && { view_count: views, like_count: likes, comment_count: comments, share_count: shares }),
  }
}
