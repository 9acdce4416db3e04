/**
 * Reads TikTok through its API v2 (Display API), which shows only accounts whose owner consents. No SDK: TikTok
 * publishes none for Node.
 */
import { z } from 'zod'
import { type Answered, callHttp, type HttpResponse, rateLimited } from './call-http.ts'
import { guardCalls } from './guard-calls.ts'
import { findTwice, hostUrl, type OfficialOptions, UNKNOWN_FIGURES, withConsent } from './official.ts'
import {
  type AccountStats,
  type AskOptions,
  demandFewIds,
  type Grant,
  SocialFault,
  type SocialProvider,
  type VideoMetrics,
} from './provider.ts'
import { ExternalId, known, Link, word } from './shapes.ts'

/** @source developers.tiktok.com/doc/tiktok-api-v2-rate-limit: 600 calls a minute per endpoint */
const BUDGET = { units: 600, windowMs: 60_000 }
const RATE_WAIT_MS = 60_000
/** Maximum number of videos per call. */
const PAGE = 20
const LISTED = 'id,create_time,cover_image_url,share_url,video_description,title,duration,height,width'
const MEASURED = 'id,view_count,like_count,comment_count,share_count'
/** Fields of each scope. A creator may permit only some scopes. */
const SCOPED_FIELDS: Readonly<Record<string, string>> = {
  'user.info.profile': 'username,bio_description',
  'user.info.stats': 'follower_count',
}

const Figure = known(z.int().min(0)).transform((count) => count ?? null)
const answerOf = <Data extends z.ZodType>(data: Data) => z.object({ data })
const User = answerOf(
  z.object({
    user: z.object({
      open_id: ExternalId,
      avatar_url: word(Link),
      username: z.string().min(1).max(200),
      bio_description: z.string().max(5_000).default(''),
      follower_count: Figure,
    }),
  }),
)
const Listed = answerOf(
  z.object({
    videos: z
      .array(
        z.object({
          id: ExternalId,
          create_time: z.int().transform((seconds) => new Date(seconds * 1_000)),
          cover_image_url: word(Link),
          share_url: Link,
          video_description: z.string().default(''),
          title: z.string().default(''),
          duration: known(z.number().min(0)),
          width: word(z.int().min(1)),
          height: word(z.int().min(1)),
        }),
      )
      .max(PAGE)
      .default([]),
    cursor: z.int().optional(),
    has_more: z.boolean().default(false),
  }),
)
const Measured = answerOf(
  z.object({
    videos: z
      .array(z.object({ id: ExternalId, view_count: Figure, like_count: Figure, comment_count: Figure, share_count: Figure }))
      .max(PAGE)
      .default([]),
  }),
)

const ApiError = z.object({ error: z.object({ code: z.string() }) })

function faultOf({ status, headers, body }: HttpResponse): SocialFault | undefined {
  const code = ApiError.safeParse(body).data?.error.code
  switch (code) {
    case undefined:
    case 'ok':
      return undefined
    case 'access_token_invalid':
    case 'scope_not_authorized':
    case 'scope_permission_missed':
      return new SocialFault('needs_consent', { status })
    case 'rate_limit_exceeded':
      return rateLimited(status, headers, RATE_WAIT_MS)
    default:
      return new SocialFault(status >= 500 || code === 'internal_error' ? 'server_error' : 'refused', { status })
  }
}

/** Calls an endpoint for the account's owner. */
type Ask = <Answer extends z.ZodType>(
  endpoint: 'user/info' | 'video/list' | 'video/query',
  externalId: string,
  request: { readonly answer: Answer; readonly fields: (grant: Grant) => string; readonly body?: object } & AskOptions,
) => Promise<Answered<z.infer<Answer>>>

/**
 * Creates a client of TikTok's API. Every call needs the owner's consent; without it, calls fail with `needs_consent`.
 * @example tiktokProvider().fetchAccountStats(account, { accessOf })
 */
export function tiktokProvider({ apiBase, fetch, timeoutMs }: OfficialOptions = {}): SocialProvider {
  const guard = guardCalls({ budget: BUDGET })
  const ask: Ask = (endpoint, externalId, { answer, fields, body, signal, accessOf }) =>
    withConsent(accessOf, 'tiktok', externalId, (grant) => {
      const url = `${hostUrl(apiBase, 'open.tiktokapis.com')}/v2/${endpoint}/?${new URLSearchParams({ fields: fields(grant) })}`
      const headers = { authorization: `Bearer ${grant.accessToken}` }
      const call = { method: body ? ('POST' as const) : ('GET' as const), url, headers, body, answer, faultOf, fetch, timeoutMs, signal }
      return guard.call(() => callHttp(call), { bucket: endpoint })
    })
  return {
    // TikTok has no look-up by name. Creators verify an account by connecting it (`oauth.ts`).
    verifyBioCode: async () => ({ outcome: 'refused', reason: 'needs_consent' }),
    async fetchAccountStats(ref, options = {}) {
      if (!('externalId' in ref)) throw new SocialFault('needs_consent')
      return readUser(ask, ref.externalId, options)
    },
    async listRecentVideos({ externalId }, { since, cursor }, options = {}) {
      const body = { max_count: PAGE, ...(cursor !== undefined && { cursor: Number(cursor) }) }
      const { data } = await ask('video/list', externalId, { answer: Listed, fields: () => LISTED, body, ...options })
      const { videos, has_more: hasMore, cursor: next } = data.data
      const recent = videos.filter(({ create_time: at }) => !since || at >= since)
      return {
        items: recent.map(
          ({ id, share_url: url, create_time: publishedAt, cover_image_url: thumbnailUrl, duration, width, height, ...video }) => ({
            id,
            url,
            caption: video.video_description || video.title,
            publishedAt,
            durationS: duration,
            width,
            height,
            thumbnailUrl,
          }),
        ),
        next: hasMore && next !== undefined && recent.length === videos.length ? String(next) : undefined,
      }
    },
    async fetchVideoMetrics({ externalId }, ids, options = {}) {
      demandFewIds(ids)
      return measure(ask, externalId, ids, options)
    },
  }
}

async function readUser(ask: Ask, externalId: string, options: AskOptions): Promise<AccountStats> {
  const fields = ({ scopes }: Grant) => ['open_id,avatar_url', ...scopes.flatMap((scope) => SCOPED_FIELDS[scope] ?? [])].join(',')
  const { data, at } = await ask('user/info', externalId, { answer: User, fields, ...options })
  const { user } = data.data
  return {
    externalId: user.open_id,
    username: user.username,
    followers: user.follower_count,
    averageViews: null,
    avatarUrl: user.avatar_url,
    // TikTok does not report it, and lists no videos of a private account.
    isPublic: true,
    ageRestricted: false,
    paidLabelConsent: false,
    bio: user.bio_description,
    bioLinks: [],
    fetchedAt: at,
  }
}

async function measure(
  ask: Ask,
  externalId: string,
  ids: readonly string[],
  options: AskOptions,
): Promise<ReadonlyMap<string, VideoMetrics>> {
  const metrics = new Map<string, VideoMetrics>()
  for (let first = 0; first < ids.length; first += PAGE) {
    const wanted = ids.slice(first, first + PAGE)
    let at = new Date()
    const found = await findTwice(wanted, async (asked) => {
      const body = { filters: { video_ids: asked } }
      const answered = await ask('video/query', externalId, { answer: Measured, fields: () => MEASURED, body, ...options })
      at = answered.at
      return answered.data.data.videos
    })
    for (const id of wanted) {
      const video = found.get(id)
      // Deleted or no longer public: TikTok does not distinguish the two.
      if (!video) metrics.set(id, { ...UNKNOWN_FIGURES, at, deleted: true })
      else {
        const { view_count: views, like_count: likes, comment_count: comments, share_count: shares } = video
        metrics.set(id, { ...UNKNOWN_FIGURES, at, views, likes, comments, shares })
      }
    }
  }
  return metrics
}
