/**
 * Reads Instagram through the Graph API v25: professional accounts by their name through one account of ours (business
 * discovery), and everything else with the owner's consent. No SDK: Meta's `facebook-nodejs-business-sdk` covers
 * advertising, not insights of reels.
 */
import type { NetworkVideo } from '@reelfair/contracts'
import { z } from 'zod'
import { type Answered, callHttp, type HttpResponse, rateLimited } from './call-http.ts'
import { guardCalls } from './guard-calls.ts'
import { hostUrl, type OfficialOptions, UNKNOWN_FIGURES, verifyByBio, withConsent } from './official.ts'
import {
  type AccountStats,
  type AskOptions,
  demandFewIds,
  SocialFault,
  type SocialProvider,
  type Verification,
  type VideoMetrics,
} from './provider.ts'
import { ExternalId, known, Link, word } from './shapes.ts'

export interface InstagramOptions extends OfficialOptions {
  /** Id of our own professional account, which looks up others. */
  readonly accountId: string
  /** Access token of that account (Facebook Login). */
  readonly accessToken: string
}

const VERSION = 'v25.0'
const PAGE = 50
const MAX_CONCURRENT = 10
/** Names have at most 30 of these characters. Others could change the query. */
const USERNAME = /^[\w.]{1,30}$/
/** Calls pause at this percentage of a limit, because Instagram blocks the app for long above 100%. */
const PAUSE_AT_PERCENT = 95
const USAGE_WAIT_MS = 300_000
const RATE_CODES = [4, 17, 32, 613, 80002]
/** An unknown object, a reel older than the professional account, and an unknown name. */
const NOT_FOUND: readonly (readonly [code: number, subcode: number])[] = [
  [100, 33],
  [100, 2108006],
  [110, 2207013],
]

const Count = z.int().min(0)
const Figure = known(Count).transform((count) => count ?? null)
const Profile = z.object({
  username: z.string().min(1).max(200),
  biography: z.string().max(5_000).default(''),
  website: word(Link),
  followers_count: Figure,
  profile_picture_url: word(Link),
})
const PROFILE_FIELDS = 'username,biography,website,followers_count,profile_picture_url'
const Discovered = z.object({ business_discovery: Profile.extend({ id: ExternalId }) })
const Owner = Profile.extend({ user_id: ExternalId })
const Media = z.object({
  data: z
    .array(
      z.object({
        id: ExternalId,
        caption: z.string().default(''),
        media_product_type: z.string().optional(),
        permalink: Link,
        // `2026-11-20T12:00:00+0000`, without the colon that ISO 8601 requires.
        timestamp: z.coerce.date(),
        thumbnail_url: word(Link),
      }),
    )
    .max(PAGE),
  paging: z.object({ cursors: z.object({ after: z.string().max(500).optional() }).default({}), next: z.string().optional() }).optional(),
})
const Insights = z.object({ data: z.array(z.object({ name: z.string(), values: z.array(z.object({ value: known(Count) })).default([]) })) })
const MediaNode = z.object({ id: ExternalId })

const ApiError = z.object({
  error: z.object({ code: z.int(), error_subcode: z.int().optional(), is_transient: z.boolean().default(false) }),
})
const Usage = z.record(z.string(), z.array(z.record(z.string(), z.unknown())))

/**
 * The highest use of any limit, in percent, and how long the app must wait if a limit is exceeded.
 * @source developers.facebook.com/docs/graph-api/overview/rate-limiting
 */
function usageOf(headers: Headers): { percent: number; waitMs: number } {
  let use: unknown
  try {
    use = JSON.parse(headers.get('x-business-use-case-usage') ?? '{}')
  } catch {
    // Only hints; the API also refuses calls above the limit.
    use = {}
  }
  const limits = Object.values(Usage.safeParse(use).data ?? {}).flat()
  const highest = (keys: readonly string[]) =>
    limits.flatMap((limit) => keys.map((key) => Number(limit[key]) || 0)).reduce((one, other) => Math.max(one, other), 0)
  return {
    percent: highest(['call_count', 'total_cputime', 'total_time']),
    waitMs: highest(['estimated_time_to_regain_access']) * 60_000 || USAGE_WAIT_MS,
  }
}

function faultOf({ status, headers, body }: HttpResponse): SocialFault | undefined {
  const error = ApiError.safeParse(body).data?.error
  if (!error) return undefined
  if (RATE_CODES.includes(error.code)) return rateLimited(status, headers, usageOf(headers).waitMs)
  if (NOT_FOUND.some(([code, subcode]) => error.code === code && error.error_subcode === subcode))
    return new SocialFault('not_found', { status })
  // The token expired or was revoked. Codes for missing permissions, 10 and 200 to 299, do not tell whether our app or
  // the creator lost them, so they are `refused`.
  if (error.code === 190) return new SocialFault('needs_consent', { status })
  return new SocialFault(error.is_transient || error.code === 1 || error.code === 2 ? 'server_error' : 'refused', { status })
}

/** Our own token or permission is at fault, not a creator's consent. */
function faultOfOurs(response: HttpResponse): SocialFault | undefined {
  const fault = faultOf(response)
  return fault?.kind === 'needs_consent' ? new SocialFault('refused', { status: response.status }) : fault
}

/** Reads from the owner's view of an account. */
type Read = <Answer extends z.ZodType>(
  externalId: string,
  path: string,
  answer: Answer,
  options: AskOptions,
) => Promise<Answered<z.infer<Answer>>>

/**
 * Creates a client of Instagram's API. Apart from looking up an account by name, all calls need the owner's consent.
 * @example instagramProvider({ accountId, accessToken })
 */
export function instagramProvider({ accountId, accessToken, apiBase, fetch, timeoutMs }: InstagramOptions): SocialProvider {
  const guard = guardCalls()
  const get = async <Answer extends z.ZodType>(host: string, path: string, token: string, answer: Answer, { signal }: AskOptions) => {
    const url = `${hostUrl(apiBase, host)}/${VERSION}/${path}`
    const headers = { authorization: `Bearer ${token}` }
    const call = {
      method: 'GET' as const,
      url,
      headers,
      answer,
      faultOf: token === accessToken ? faultOfOurs : faultOf,
      fetch,
      timeoutMs,
      signal,
    }
    const answered = await guard.call(() => callHttp(call))
    const { percent, waitMs } = usageOf(answered.headers)
    if (percent >= PAUSE_AT_PERCENT) guard.pauseFor(waitMs)
    return answered
  }
  const read: Read = (externalId, path, answer, options) =>
    withConsent(options.accessOf, 'instagram', externalId, (grant) => get('graph.instagram.com', path, grant.accessToken, answer, options))

  async function discover(username: string, options: AskOptions): Promise<AccountStats> {
    if (!USERNAME.test(username)) throw new SocialFault('not_found')
    const fields = `business_discovery.username(${username}){id,${PROFILE_FIELDS}}`
    const { data, at } = await get(
      'graph.facebook.com',
      `${accountId}?${new URLSearchParams({ fields })}`,
      accessToken,
      Discovered,
      options,
    )
    return statsOf(data.business_discovery.id, data.business_discovery, at)
  }
  return {
    verifyBioCode: async ({ username, code }, options = {}) => professionalOnly(await verifyByBio(code, () => discover(username, options))),
    async fetchAccountStats(ref, options = {}) {
      if ('username' in ref) return discover(ref.username, options)
      const { data, at } = await read(ref.externalId, `me?fields=user_id,${PROFILE_FIELDS}`, Owner, options)
      return statsOf(data.user_id, data, at)
    },
    listRecentVideos: ({ externalId }, page, options = {}) => listReels(read, externalId, page, options),
    async fetchVideoMetrics({ externalId }, ids, options = {}) {
      demandFewIds(ids)
      const metrics = new Map<string, VideoMetrics>()
      for (let first = 0; first < ids.length; first += MAX_CONCURRENT) {
        const some = ids.slice(first, first + MAX_CONCURRENT)
        const figures = await Promise.all(some.map((id) => measure(read, externalId, id, options)))
        for (const [index, id] of some.entries()) if (figures[index]) metrics.set(id, figures[index])
      }
      return metrics
    },
  }
}

/** Instagram does not distinguish a personal or age-restricted account from an unknown name. */
const professionalOnly = (verification: Verification): Verification =>
  verification.outcome === 'refused' && verification.reason === 'not_found' ? { ...verification, reason: 'not_professional' } : verification

const statsOf = (externalId: string, profile: z.infer<typeof Profile>, at: Date): AccountStats => ({
  externalId,
  username: profile.username,
  followers: profile.followers_count,
  averageViews: null,
  avatarUrl: profile.profile_picture_url,
  // Professional accounts cannot be private.
  isPublic: true,
  ageRestricted: false,
  paidLabelConsent: false,
  bio: profile.biography,
  bioLinks: profile.website ? [profile.website] : [],
  fetchedAt: at,
})

const listReels = async (
  read: Read,
  externalId: string,
  { since, cursor }: { readonly since?: Date | undefined; readonly cursor?: string | undefined },
  options: AskOptions,
): ReturnType<SocialProvider['listRecentVideos']> => {
  const fields = 'id,caption,media_product_type,permalink,timestamp,thumbnail_url'
  const query = new URLSearchParams({ fields, limit: String(PAGE), ...(cursor !== undefined && { after: cursor }) })
  const { data: page } = await read(externalId, `${externalId}/media?${query}`, Media, options)
  const recent = page.data.filter(({ timestamp }) => !since || timestamp >= since)
  const hasMore = page.paging?.next !== undefined && recent.length === page.data.length
  return {
    items: recent
      .filter(({ media_product_type: type }) => type === 'REELS')
      .map(
        ({ id, permalink: url, caption, timestamp: publishedAt, thumbnail_url: thumbnailUrl }): NetworkVideo => ({
          id,
          url,
          caption,
          publishedAt,
          thumbnailUrl,
        }),
      ),
    next: hasMore ? page.paging?.cursors.after : undefined,
  }
}

/**
 * Figures may be up to 48 hours old; Instagram does not report their age. An empty set means unknown, never 0.
 * @returns undefined if Instagram has no figures of an existing reel
 */
async function measure(read: Read, externalId: string, id: string, options: AskOptions): Promise<VideoMetrics | undefined> {
  try {
    const { data, at } = await read(externalId, `${id}/insights?metric=views,likes,comments,shares`, Insights, options)
    const figureOf = (name: string) => data.data.find((metric) => metric.name === name)?.values[0]?.value ?? null
    const figures = { views: figureOf('views'), likes: figureOf('likes'), comments: figureOf('comments'), shares: figureOf('shares') }
    return { ...UNKNOWN_FIGURES, ...figures, at }
  } catch (error) {
    if (isNotFound(error)) return deletedReel(read, externalId, id, options)
    throw error
  }
}

/** Missing insights alone do not prove that the reel was deleted, so this also asks for the reel and for its owner. */
async function deletedReel(read: Read, externalId: string, id: string, options: AskOptions): Promise<VideoMetrics | undefined> {
  try {
    await read(externalId, `${id}?fields=id`, MediaNode, options)
    return undefined
  } catch (error) {
    if (!isNotFound(error)) throw error
    const { at } = await read(externalId, 'me?fields=user_id', Owner.pick({ user_id: true }), options)
    return { ...UNKNOWN_FIGURES, at, deleted: true }
  }
}

const isNotFound = (error: unknown) => error instanceof SocialFault && error.kind === 'not_found'
