/**
 * Reads YouTube through its Data API v3. An API key suffices, except for the paid-promotion flag, which only the
 * channel's owner can permit. No SDK: `googleapis` covers every Google API and weighs over 100 MB; five fields do not
 * need it.
 */
import type { NetworkVideo } from '@reelfair/contracts'
import { z } from 'zod'
import { type Answered, callHttp, type HttpResponse, rateLimited } from './call-http.ts'
import { guardCalls } from './guard-calls.ts'
import { findTwice, hostUrl, type OfficialOptions, UNKNOWN_FIGURES, verifyByBio, withConsent } from './official.ts'
import {
  type AccountRef,
  type AccountStats,
  type AskOptions,
  demandFewIds,
  type KnownAccount,
  SocialFault,
  type SocialProvider,
  type VideoMetrics,
} from './provider.ts'
import { ExternalId, known, Link, word } from './shapes.ts'

export interface YoutubeOptions extends OfficialOptions {
  readonly apiKey: string
  /** This process's share of the app's daily quota, in units. */
  readonly dailyUnits: number
}

const DAY_MS = 86_400_000
/** The quota returns at midnight in California. Asking hourly is early enough and costs nothing. */
const QUOTA_WAIT_MS = 3_600_000
const PAGE = 50
/** The player's frame has the video's proportions, which the API does not report otherwise. */
const FRAME_PX = '1920'

const Count = z.coerce.number().int().min(0)
const Figure = known(Count).transform((count) => count ?? null)
const Thumbnails = z
  .record(z.string(), z.object({ url: word(Link) }))
  .default({})
  .transform(({ high, medium, default: small }) => (high ?? medium ?? small)?.url)

const listOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item).max(PAGE).default([]), nextPageToken: z.string().max(300).optional() })

const Channels = listOf(
  z.object({
    id: ExternalId,
    snippet: z.object({
      description: z.string().default(''),
      customUrl: z.string().max(200).optional(),
      country: word(z.string().length(2)),
      thumbnails: Thumbnails,
    }),
    statistics: z.object({ subscriberCount: Figure, hiddenSubscriberCount: z.boolean().default(false) }),
    contentDetails: z.object({ relatedPlaylists: z.object({ uploads: ExternalId }) }),
    status: z.object({ privacyStatus: z.string() }).optional(),
  }),
)
type Channel = z.infer<typeof Channels>['items'][number]

const Uploads = listOf(z.object({ contentDetails: z.object({ videoId: ExternalId, videoPublishedAt: known(z.coerce.date()) }) }))

const Listed = listOf(
  z.object({
    id: ExternalId,
    snippet: z.object({ title: z.string(), description: z.string().default(''), publishedAt: z.coerce.date(), thumbnails: Thumbnails }),
    contentDetails: z.object({ duration: known(z.string()) }),
    player: z.object({ embedWidth: word(Count.min(1)), embedHeight: word(Count.min(1)) }).optional(),
  }),
)

const Measured = listOf(
  z.object({
    id: ExternalId,
    statistics: z.object({ viewCount: Figure, likeCount: Figure, commentCount: Figure }),
    contentDetails: z.object({ contentRating: z.object({ ytRating: z.string().optional() }).default({}) }),
    status: z.object({ privacyStatus: z.string() }),
  }),
)

const Labelled = listOf(
  z.object({ id: ExternalId, paidProductPlacementDetails: z.object({ hasPaidProductPlacement: z.boolean() }).optional() }),
)

const ApiError = z.object({ error: z.object({ errors: z.array(z.object({ reason: z.string() })).default([]) }) })

function faultOf({ status, headers, body }: HttpResponse): SocialFault | undefined {
  const reason = ApiError.safeParse(body).data?.error.errors[0]?.reason
  if (reason === undefined) return undefined
  if (/^(?:quotaExceeded|dailyLimitExceeded)/.test(reason)) return rateLimited(status, headers, QUOTA_WAIT_MS)
  if (/^(?:userR|r)ateLimitExceeded$/.test(reason)) return rateLimited(status, headers)
  return status === 401 ? new SocialFault('needs_consent', { status }) : undefined
}

/** Seconds of a duration such as `PT1M3S`. */
function secondsOf(duration: string | undefined): number | undefined {
  const [, days, hours, minutes, seconds] = /^P(?:(\d+)D)?T?(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?$/.exec(duration ?? '') ?? []
  const total = ((Number(days ?? 0) * 24 + Number(hours ?? 0)) * 60 + Number(minutes ?? 0)) * 60 + Number(seconds ?? 0)
  // A live stream lasts `P0D`.
  return total > 0 ? total : undefined
}

/** Calls a list method, which costs one unit. */
type List = <Answer extends z.ZodType>(
  resource: 'channels' | 'playlistItems' | 'videos',
  query: Readonly<Record<string, string>>,
  answer: Answer,
  options: AskOptions & { readonly accessToken?: string },
) => Promise<Answered<z.infer<Answer>>>

/**
 * Creates a client of YouTube's API.
 * @example youtubeProvider({ apiKey: config.YOUTUBE_API_KEY, dailyUnits: config.YOUTUBE_DAILY_UNITS })
 */
export function youtubeProvider({ apiKey, dailyUnits, apiBase, fetch, timeoutMs }: YoutubeOptions): SocialProvider {
  const guard = guardCalls({ budget: { units: dailyUnits, windowMs: DAY_MS } })
  const base = `${hostUrl(apiBase, 'www.googleapis.com')}/youtube/v3`
  const list: List = (resource, query, answer, { signal, accessToken }) => {
    const url = `${base}/${resource}?${new URLSearchParams(query)}`
    // Not in the address, because proxies log addresses.
    const headers: Record<string, string> = accessToken ? { authorization: `Bearer ${accessToken}` } : { 'x-goog-api-key': apiKey }
    return guard.call(() => callHttp({ method: 'GET', url, headers, answer, faultOf, fetch, timeoutMs, signal }))
  }
  const stats = async (ref: AccountRef, options: AskOptions = {}): Promise<AccountStats> => {
    // First, because a reading that awaits a token should not spend quota.
    const grant = 'externalId' in ref ? await options.accessOf?.('youtube', ref.externalId) : undefined
    const { channel, at } = await channelOf(list, ref, options)
    return statsOf(channel, at, grant !== undefined)
  }
  return {
    verifyBioCode: ({ username, code }, options) => verifyByBio(code, () => stats({ network: 'youtube', username }, options)),
    fetchAccountStats: stats,
    listRecentVideos: (account, page, options = {}) => listUploads(list, account, page, options),
    async fetchVideoMetrics({ externalId }, ids, options = {}) {
      demandFewIds(ids)
      if (ids.length === 0) return new Map()
      return measure(list, ids, () => labelsOf(list, externalId, ids, options), options)
    },
  }
}

async function channelOf(list: List, ref: AccountRef, options: AskOptions): Promise<{ channel: Channel; at: Date }> {
  const named = 'externalId' in ref ? { id: ref.externalId } : { forHandle: ref.username }
  const { data, at } = await list('channels', { part: 'snippet,statistics,contentDetails,status', ...named }, Channels, options)
  const [channel] = data.items
  if (!channel) throw new SocialFault('not_found')
  return { channel, at }
}

const statsOf = ({ id, snippet, statistics, status }: Channel, at: Date, paidLabelConsent: boolean): AccountStats => ({
  externalId: id,
  username: snippet.customUrl?.replace(/^@/, '') ?? id,
  followers: statistics.hiddenSubscriberCount ? null : statistics.subscriberCount,
  averageViews: null,
  country: snippet.country && new Intl.DisplayNames('en', { type: 'region' }).of(snippet.country),
  avatarUrl: snippet.thumbnails,
  isPublic: status?.privacyStatus !== 'private',
  ageRestricted: false,
  paidLabelConsent,
  bio: snippet.description,
  bioLinks: [],
  fetchedAt: at,
})

const listUploads = async (
  list: List,
  account: KnownAccount,
  { since, cursor }: { readonly since?: Date | undefined; readonly cursor?: string | undefined },
  options: AskOptions,
): ReturnType<SocialProvider['listRecentVideos']> => {
  // The cursor contains the playlist, which would otherwise cost a call per page.
  const [playlistId = '', pageToken] = cursor?.split('|') ?? [
    (await channelOf(list, account, options)).channel.contentDetails.relatedPlaylists.uploads,
  ]
  const query = { part: 'contentDetails', playlistId, maxResults: String(PAGE), ...(pageToken && { pageToken }) }
  const { items, nextPageToken } = await list('playlistItems', query, Uploads, options).then(
    ({ data }) => data,
    (error: unknown) => {
      // A channel without videos has no playlist.
      if (error instanceof SocialFault && error.kind === 'not_found') return { items: [], nextPageToken: undefined }
      throw error
    },
  )
  const recent = items.filter(({ contentDetails: { videoPublishedAt: at } }) => !since || !at || at >= since)
  const next = recent.length === items.length && nextPageToken ? `${playlistId}|${nextPageToken}` : undefined
  if (recent.length === 0) return { items: [], next }
  const id = recent.map(({ contentDetails }) => contentDetails.videoId).join(',')
  const frame = { maxWidth: FRAME_PX, maxHeight: FRAME_PX }
  const { data } = await list('videos', { part: 'snippet,contentDetails,player', id, ...frame }, Listed, options)
  return { items: data.items.map(videoOf), next }
}

const videoOf = ({ id, snippet, contentDetails, player }: z.infer<typeof Listed>['items'][number]): NetworkVideo => ({
  id,
  url: `https://www.youtube.com/watch?v=${id}`,
  caption: `${snippet.title}\n${snippet.description}`,
  publishedAt: snippet.publishedAt,
  durationS: secondsOf(contentDetails.duration),
  width: player?.embedWidth,
  height: player?.embedHeight,
  thumbnailUrl: snippet.thumbnails,
})

/** Without the owner's consent, all labels are unknown. */
async function labelsOf(list: List, externalId: string, ids: readonly string[], options: AskOptions) {
  const query = { part: 'id,paidProductPlacementDetails', id: ids.join(',') }
  const labels = new Map<string, boolean>()
  try {
    const { data } = await withConsent(options.accessOf, 'youtube', externalId, ({ accessToken }) =>
      list('videos', query, Labelled, { ...options, accessToken }),
    )
    for (const { id, paidProductPlacementDetails: label } of data.items) if (label) labels.set(id, label.hasPaidProductPlacement)
  } catch (error) {
    if (!(error instanceof SocialFault && error.kind === 'needs_consent')) throw error
  }
  return labels
}

async function measure(
  list: List,
  ids: readonly string[],
  readLabels: () => Promise<ReadonlyMap<string, boolean>>,
  options: AskOptions,
): Promise<ReadonlyMap<string, VideoMetrics>> {
  let at = new Date()
  const found = await findTwice(ids, async (asked) => {
    const answered = await list('videos', { part: 'statistics,contentDetails,status', id: asked.join(',') }, Measured, options)
    at = answered.at
    return answered.data.items
  })
  const labels = await readLabels()
  return new Map(
    ids.map((id): [string, VideoMetrics] => {
      const video = found.get(id)
      // Deleted or made private: the API does not distinguish the two.
      if (!video) return [id, { ...UNKNOWN_FIGURES, at, deleted: true }]
      const { viewCount: views, likeCount: likes, commentCount: comments } = video.statistics
      const seen = {
        private: video.status.privacyStatus === 'private',
        ageRestricted: video.contentDetails.contentRating.ytRating === 'ytAgeRestricted',
        paidLabel: labels.get(id) ?? ('unknown' as const),
      }
      return [id, { ...UNKNOWN_FIGURES, ...seen, at, views, likes, comments }]
    }),
  )
}
