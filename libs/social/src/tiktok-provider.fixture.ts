/** Exchanges in the shapes that developers.tiktok.com/doc describes for API v2. */
import type { Exchange } from './replay.fixture.ts'

const API = 'https://open.tiktokapis.com/v2'
const LOG_ID = '20261121120000CBE87ED59D524E727021'
const answer = (request: string, data: object): Exchange => ({
  request,
  body: { data, error: { code: 'ok', message: '', log_id: LOG_ID } },
})
const failure = (request: string, status: number, code: string, headers = {}): Exchange => ({
  request,
  status,
  headers,
  body: { data: {}, error: { code, message: 'See the documentation.', log_id: LOG_ID } },
})

const USER = `GET ${API}/user/info/`
const LIST = `POST ${API}/video/list/`
const QUERY = `POST ${API}/video/query/`

const user = {
  open_id: '-000lea',
  avatar_url: 'https://p16-sign-va.tiktokcdn.com/lea.jpg',
  username: 'lea.films',
  bio_description: 'Short films.',
  follower_count: 24_123,
}
const video = (id: string, createTime: number) => ({
  id,
  create_time: createTime,
  cover_image_url: 'https://p16-sign-va.tiktokcdn.com/cover.jpg',
  share_url: `https://www.tiktok.com/@lea.films/video/${id}`,
  video_description: 'Winter RF-ABCDE',
  title: 'Winter RF-ABCDE',
  duration: 24,
  height: 1_920,
  width: 1_080,
})
const figures = (id: string, views: number) => ({ id, view_count: views, like_count: 40, comment_count: 3, share_count: 2 })

export const recorded = {
  user: answer(USER, { user }),
  renamedUser: answer(USER, { user: { ...user, username: 'lea.cinema' } }),
  /** The creator did not permit the scope `user.info.stats`. */
  userWithoutStats: answer(USER, { user: { ...user, follower_count: undefined } }),
  tokenRefused: failure(USER, 401, 'access_token_invalid'),
  scopeRefused: failure(LIST, 401, 'scope_not_authorized'),
  tooMany: failure(USER, 429, 'rate_limit_exceeded'),
  broken: failure(USER, 500, 'internal_error'),
  firstVideos: answer(LIST, {
    videos: [video('72', 1_795_168_800), video('71', 1_795_082_400)],
    cursor: 1_795_082_400_000,
    has_more: true,
  }),
  lastVideos: answer(LIST, { videos: [video('70', 1_794_996_000)], cursor: 1_794_996_000_000, has_more: false }),
  figures: answer(QUERY, { videos: [figures('72', 1_000), figures('71', 2_000)] }),
  figuresOfOne: answer(QUERY, { videos: [figures('72', 1_000)] }),
  noFigures: answer(QUERY, { videos: [] }),
  figuresWithoutViews: answer(QUERY, { videos: [{ id: '72', like_count: 40 }] }),
} as const satisfies Readonly<Record<string, Exchange>>
