/** Exchanges in the shapes that developers.facebook.com/docs/instagram-platform describes for v25. */
import type { Exchange } from './replay.fixture.ts'

const APP = 'GET https://graph.facebook.com/v25.0'
const OWNER = 'GET https://graph.instagram.com/v25.0'

const profile = {
  username: 'lea.films',
  biography: 'Short films. ABCDEFG',
  website: 'https://lea.example/',
  followers_count: 24_123,
  profile_picture_url: 'https://scontent.cdninstagram.com/lea.jpg',
}
const failure = (request: string, status: number, error: object, headers = {}): Exchange => ({
  request,
  status,
  headers,
  body: { error: { message: 'See the documentation.', type: 'OAuthException', fbtrace_id: 'AbCdEf', ...error } },
})
const reel = (id: string, timestamp: string, more: object = {}) => ({
  id,
  caption: 'Winter RF-ABCDE',
  media_type: 'VIDEO',
  media_product_type: 'REELS',
  permalink: `https://www.instagram.com/reel/${id}/`,
  timestamp,
  thumbnail_url: 'https://scontent.cdninstagram.com/reel.jpg',
  ...more,
})
const metric = (name: string, value: number) => ({
  name,
  period: 'lifetime',
  values: [{ value }],
  title: name,
  description: name,
  id: `r3/insights/${name}/lifetime`,
})
const usage = (call_count: number, estimated_time_to_regain_access = 0) => ({
  'x-business-use-case-usage': JSON.stringify({
    '17841400000000001': [{ type: 'instagram', call_count, total_cputime: 25, total_time: 25, estimated_time_to_regain_access }],
  }),
})
const UNKNOWN_OBJECT = { code: 100, error_subcode: 33 }

export const recorded = {
  discovered: {
    request: `${APP}/17841400000000001`,
    body: { business_discovery: { ...profile, id: '17841400000000017' }, id: '17841400000000001' },
  },
  unknownName: failure(`${APP}/17841400000000001`, 400, {
    code: 110,
    error_subcode: 2207013,
    is_transient: false,
    error_user_title: 'Cannot find User',
    error_user_msg: 'The user with username: lea.films cannot be found.',
  }),
  ourTokenRefused: failure(`${APP}/17841400000000001`, 400, { code: 190 }),
  owner: { request: `${OWNER}/me`, body: { ...profile, user_id: '17841400000000017', id: '7700' } },
  renamedOwner: { request: `${OWNER}/me`, body: { ...profile, username: 'lea.cinema', user_id: '17841400000000017', id: '7700' } },
  ownerNearLimit: { request: `${OWNER}/me`, headers: usage(96), body: { ...profile, user_id: '17841400000000017', id: '7700' } },
  tokenRefused: failure(`${OWNER}/me`, 400, { code: 190, error_subcode: 460 }),
  tooMany: failure(`${OWNER}/me`, 400, { code: 80002 }, usage(101, 19)),
  transient: failure(`${OWNER}/me`, 500, { code: 2, is_transient: true }),
  firstMedia: {
    request: `${OWNER}/17841400000000017/media`,
    body: {
      data: [
        reel('r3', '2026-11-20T10:00:00+0000'),
        reel('p2', '2026-11-19T10:00:00+0000', { media_type: 'IMAGE', media_product_type: 'FEED' }),
      ],
      paging: {
        cursors: { before: 'QVFIUa', after: 'QVFIUb' },
        next: 'https://graph.instagram.com/v25.0/17841400000000017/media?after=QVFIUb',
      },
    },
  },
  lastMedia: {
    request: `${OWNER}/17841400000000017/media`,
    body: { data: [reel('r1', '2026-11-10T10:00:00+0000')], paging: { cursors: { before: 'QVFIUc', after: 'QVFIUd' } } },
  },
  insights: {
    request: `${OWNER}/r3/insights`,
    body: { data: [metric('views', 12_345), metric('likes', 678), metric('comments', 9), metric('shares', 4)] },
  },
  /** The figures are not available yet. */
  emptyInsights: { request: `${OWNER}/r3/insights`, body: { data: [] } },
  someInsights: { request: `${OWNER}/r3/insights`, body: { data: [metric('likes', 678), { ...metric('views', 0), values: [] }] } },
  /** The reel is older than the professional account. */
  insightsTooOld: failure(`${OWNER}/r3/insights`, 400, { code: 100, error_subcode: 2108006 }),
  insightsGone: failure(`${OWNER}/r3/insights`, 400, UNKNOWN_OBJECT),
  insightsForbidden: failure(`${OWNER}/r3/insights`, 403, { code: 10 }),
  reelGone: failure(`${OWNER}/r3`, 400, UNKNOWN_OBJECT),
  reel: { request: `${OWNER}/r3`, body: { id: 'r3' } },
} as const satisfies Readonly<Record<string, Exchange>>
