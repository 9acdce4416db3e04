/** Instagram's Graph API v25: business discovery, and an owner's profile, media and insights. */
import { type Request, Router } from 'express'
import type { World } from '../../world.ts'
import { figuresOf, findAccount, videosOf } from '../network.ts'
import type { SocialAccount, SocialVideo } from '../state.ts'
import { bearerOf, consentOf, countCall, type ErrorReplies, endpoint, listOf, ok, pick, type Reading, type Reply } from './face.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const DEFAULT_PAGE = 25
/** Minutes until an app that exceeded its limit may call again. */
const REGAIN_MINUTES = 15

const failure = (message: string, code: number, subcode?: number, status = 400): Reply => ({
  status,
  body: {
    error: {
      message,
      type: 'OAuthException',
      code,
      ...(subcode && { error_subcode: subcode }),
      is_transient: code === 2,
      fbtrace_id: 'sandbox',
    },
  },
})
const unknownObject = failure('Unsupported get request. Object with this ID does not exist or cannot be loaded.', 100, 33)
const unknownUser = failure('Invalid user id', 110, 2207013)
const badToken = failure('Error validating access token: the session has been invalidated.', 190, 460)
const noPermission = failure('(#10) Application does not have permission for this action', 10, undefined, 403)
const errors: ErrorReplies = {
  rateLimited: failure('(#4) Application request limit reached', 4, undefined, 403),
  serverError: failure('An unexpected error has occurred. Please retry your request later.', 2, undefined, 500),
  notFound: unknownObject,
}

type Work = (world: World, request: Request, reading: Reading, owner: SocialAccount) => Reply

export function instagramApi(world: World): Router {
  const owned = (on: 'stats' | 'videos' | 'metrics', scope: string, work: Work) =>
    endpoint(world, { network: 'instagram', on, errors, reply: (request, reading) => asOwner(world, request, reading, scope, work) })
  const basic = 'instagram_business_basic'
  return Router()
    .get(
      '/graph.facebook.com/v25.0/:id',
      endpoint(world, { network: 'instagram', on: 'stats', errors, reply: (request) => discover(world, request) }),
    )
    .get('/graph.instagram.com/v25.0/me', owned('stats', basic, me))
    .get('/graph.instagram.com/v25.0/:id/media', owned('videos', basic, media))
    .get('/graph.instagram.com/v25.0/:id/insights', owned('metrics', 'instagram_business_manage_insights', insights))
    .get('/graph.instagram.com/v25.0/:id', owned('videos', basic, mediaNode))
}

/** Counts the call, and reports the use of the limit in percent as the real API does. */
function counted(world: World, accountId: string, reply: () => Reply): Reply {
  const percent = Math.floor((100 * countCall(world, `instagram ${accountId}`, DAY_MS)) / world.state.social.official.quotas.instagram)
  const isOver = percent > 100
  const use = {
    type: 'instagram',
    call_count: percent,
    total_cputime: 0,
    total_time: 0,
    estimated_time_to_regain_access: isOver ? REGAIN_MINUTES : 0,
  }
  const answer = isOver ? failure('(#80002) There have been too many calls to this Instagram account.', 80002) : reply()
  return { ...answer, headers: { ...answer.headers, 'x-business-use-case-usage': JSON.stringify({ [accountId]: [use] }) } }
}

function asOwner(world: World, request: Request, reading: Reading, scope: string, work: Work): Reply {
  const found = consentOf(world, bearerOf(request))
  if (found?.account.network !== 'instagram') return badToken
  if (!found.consent.scopes.includes(scope)) return noPermission
  return counted(world, found.account.id, () => work(world, request, reading, found.account))
}

/** Shows professional accounts only. Private accounts are personal, and age-restricted ones are withheld. */
function discover(world: World, request: Request): Reply {
  const { accountId, accessToken } = world.state.social.apps.instagram
  if (bearerOf(request) !== accessToken) return badToken
  const [, username, fields] = /^business_discovery\.username\(([\w.]+)\)\{([\w,]+)\}$/.exec(String(request.query.fields)) ?? []
  if (request.params.id !== accountId || username === undefined) return unknownObject
  return counted(world, accountId, () => {
    const account = findAccount(world, 'instagram', { username })
    if (!account || account.isGone || !account.isPublic || account.ageRestricted) return unknownUser
    return ok({ business_discovery: { ...pick(profileOf(world, account), listOf(fields)), id: account.id }, id: accountId })
  })
}

const profileOf = (world: World, account: SocialAccount) => ({
  username: account.username,
  name: account.username,
  biography: account.bio,
  website: account.bioLinks[0],
  followers_count: account.followers,
  media_count: videosOf(world, account.id).length,
  profile_picture_url: `${world.url()}/social/avatars/${account.id}.webp`,
})

const me: Work = (world, { query }, _, owner) =>
  ok({ ...pick({ ...profileOf(world, owner), user_id: owner.id }, listOf(query.fields)), id: owner.id })

const shownVideos = (world: World, account: SocialAccount, { atMs, isMissing }: Reading): SocialVideo[] =>
  isMissing ? [] : videosOf(world, account.id).filter(({ deletedMs, publishedMs }) => deletedMs === null && publishedMs <= atMs)

const mediaOf = (world: World, video: SocialVideo) => ({
  id: video.id,
  caption: video.caption,
  media_type: 'VIDEO',
  media_product_type: 'REELS',
  permalink: `https://www.instagram.com/reel/${video.id}/`,
  timestamp: `${new Date(video.publishedMs).toISOString().slice(0, 19)}+0000`,
  thumbnail_url: `${world.url()}/social/pictures/${video.id}.webp`,
})

const media: Work = (world, request, reading, owner) => {
  if (request.params.id !== owner.id) return unknownObject
  const { fields, limit, after } = request.query
  const all = shownVideos(world, owner, reading)
  const first = typeof after === 'string' ? all.findIndex(({ id }) => id === after) + 1 : 0
  const size = Number(limit ?? DEFAULT_PAGE)
  const shown = all.slice(first, first + size)
  const cursors = { before: shown[0]?.id, after: shown.at(-1)?.id }
  const next = all.length > first + size ? { next: `https://graph.instagram.com/v25.0/${owner.id}/media?after=${cursors.after}` } : {}
  return ok({
    data: shown.map((video) => pick(mediaOf(world, video), ['id', ...listOf(fields)])),
    ...(shown.length > 0 && { paging: { cursors, ...next } }),
  })
}

const ownVideo = (world: World, id: unknown, owner: SocialAccount): SocialVideo | undefined =>
  videosOf(world, owner.id).find((video) => video.id === id && video.deletedMs === null)

const mediaNode: Work = (world, request, _, owner) => {
  const video = ownVideo(world, request.params.id, owner)
  return video ? ok(pick(mediaOf(world, video), ['id', ...listOf(request.query.fields)])) : unknownObject
}

/** Insights do not include their age. Before the first figures, the set is empty. */
const insights: Work = (world, request, { atMs, isEmpty, isMissing }, owner) => {
  const video = ownVideo(world, request.params.id, owner)
  if (!video) return unknownObject
  const seenMs = atMs - world.state.social.official.insightsLateHours * HOUR_MS
  if (isEmpty || isMissing || seenMs < video.publishedMs) return ok({ data: [] })
  const figures: Readonly<Record<string, number>> = { ...figuresOf(video, seenMs) }
  const data = listOf(request.query.metric).flatMap((name) =>
    figures[name] === undefined
      ? []
      : [{ name, period: 'lifetime', values: [{ value: figures[name] }], id: `${video.id}/insights/${name}/lifetime` }],
  )
  return ok({ data })
}
