/** Exchanges in the shapes that developers.google.com/youtube/v3/docs describes. */
import type { Exchange } from './replay.fixture.ts'

const API = 'GET https://www.googleapis.com/youtube/v3'
const thumbnails = {
  default: { url: 'https://yt3.ggpht.com/lea=s88', width: 88, height: 88 },
  high: { url: 'https://yt3.ggpht.com/lea=s800', width: 800, height: 800 },
}
const failure = (status: number, reason: string, domain = 'youtube') => ({
  status,
  body: { error: { code: status, message: reason, errors: [{ message: reason, domain, reason }] } },
})

const channel = {
  kind: 'youtube#channel',
  id: 'UC_lea',
  snippet: {
    title: 'Léa films',
    description: 'Short films. ABCDEFG',
    customUrl: '@lea.films',
    publishedAt: '2020-01-01T00:00:00Z',
    thumbnails,
    country: 'FR',
  },
  contentDetails: { relatedPlaylists: { likes: '', uploads: 'UU_lea' } },
  statistics: { viewCount: '1200000', subscriberCount: '24100', hiddenSubscriberCount: false, videoCount: '80' },
  status: { privacyStatus: 'public', isLinked: true, madeForKids: false },
}
const channels = (items?: readonly object[]): Exchange => ({
  request: `${API}/channels`,
  body: {
    kind: 'youtube#channelListResponse',
    etag: 'x',
    pageInfo: { totalResults: items?.length ?? 0, resultsPerPage: 5 },
    ...(items && { items }),
  },
})
const videos = (...items: readonly object[]): Exchange => ({
  request: `${API}/videos`,
  body: { kind: 'youtube#videoListResponse', etag: 'x', pageInfo: { totalResults: items.length, resultsPerPage: 50 }, items },
})
const upload = (videoId: string, videoPublishedAt: string) => ({ id: `PL${videoId}`, contentDetails: { videoId, videoPublishedAt } })
const uploads = (items: readonly object[], more: object = {}): Exchange => ({
  request: `${API}/playlistItems`,
  body: { kind: 'youtube#playlistItemListResponse', ...more, pageInfo: { totalResults: items.length, resultsPerPage: 50 }, items },
})
const listed = (id: string, publishedAt: string) => ({
  kind: 'youtube#video',
  id,
  snippet: { publishedAt, channelId: 'UC_lea', title: 'Winter RF-ABCDE', description: 'Commercial collaboration', thumbnails },
  contentDetails: { duration: 'PT1M3S', dimension: '2d', definition: 'hd', contentRating: {} },
  player: { embedHtml: '<iframe></iframe>', embedHeight: '1920', embedWidth: '1080' },
})
const measured = (id: string, statistics: object, contentRating: object = {}) => ({
  kind: 'youtube#video',
  id,
  statistics: { favoriteCount: '0', ...statistics },
  contentDetails: { duration: 'PT58S', contentRating },
  status: { uploadStatus: 'processed', privacyStatus: 'public' },
})

export const recorded = {
  channel: channels([channel]),
  renamedChannel: channels([{ ...channel, snippet: { ...channel.snippet, customUrl: '@lea.cinema' } }]),
  hiddenSubscribers: channels([{ ...channel, statistics: { viewCount: '1200000', hiddenSubscriberCount: true, videoCount: '80' } }]),
  unknownChannel: channels(),
  firstUploads: uploads([upload('v3', '2026-11-20T10:00:00Z'), upload('v2', '2026-11-18T10:00:00Z')], { nextPageToken: 'CAoQAA' }),
  lastUploads: uploads([upload('v1', '2026-11-10T10:00:00Z')]),
  noUploads: { request: `${API}/playlistItems`, ...failure(404, 'playlistNotFound', 'youtube.playlistItem') },
  listedVideos: videos(listed('v3', '2026-11-20T10:00:00Z'), listed('v2', '2026-11-18T10:00:00Z')),
  /** The creator hides the likes of `v2`. */
  measuredVideos: videos(
    measured('v3', { viewCount: '12345', likeCount: '678', commentCount: '9' }),
    measured('v2', { viewCount: '10' }, { ytRating: 'ytAgeRestricted' }),
  ),
  onlyFirstVideo: videos(measured('v3', { viewCount: '12345', likeCount: '678', commentCount: '9' })),
  onlySecondVideo: videos(measured('v2', { viewCount: '10' })),
  noVideos: videos(),
  labels: videos(
    { kind: 'youtube#video', id: 'v3', paidProductPlacementDetails: { hasPaidProductPlacement: true } },
    { kind: 'youtube#video', id: 'v2' },
  ),
  tokenRefused: { request: `${API}/videos`, ...failure(401, 'authError', 'global') },
  quotaExceeded: { request: `${API}/channels`, ...failure(403, 'quotaExceeded', 'youtube.quota') },
  tooFast: { request: `${API}/channels`, ...failure(403, 'rateLimitExceeded', 'usageLimits'), headers: { 'retry-after': '7' } },
  badKey: { request: `${API}/channels`, ...failure(400, 'badRequest', 'global') },
} as const satisfies Readonly<Record<string, Exchange>>
