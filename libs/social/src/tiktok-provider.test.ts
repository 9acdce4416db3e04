import { expect, test } from 'vitest'
import type { AccessOf, Grant } from './provider.ts'
import { type Exchange, RECORDED_AT, replay, withAccess } from './replay.fixture.ts'
import { recorded } from './tiktok-provider.fixture.ts'
import { tiktokProvider } from './tiktok-provider.ts'

const account = { network: 'tiktok', externalId: '-000lea' } as const
const grant = (accessToken: string, scopes = ['user.info.basic', 'user.info.profile', 'user.info.stats', 'video.list']): Grant => ({
  accessToken,
  refreshToken: 'rft.1',
  accessExpiresAt: RECORDED_AT,
  scopes,
})

function start(exchanges: readonly Exchange[], accessOf: AccessOf = async () => grant('act.1')) {
  const network = replay(...exchanges)
  return { ...network, tiktok: withAccess(tiktokProvider({ fetch: network.fetch }), accessOf) }
}
const tokens = (sent: ReturnType<typeof start>['sent']) => sent.map(({ headers }) => headers.authorization)

test('needs the creator’s consent for everything, without asking TikTok', async () => {
  const { tiktok, sent } = start([], async () => undefined)
  const ask = {
    attemptId: 'a',
    userId: 'u',
    username: 'lea',
    code: 'ABCDEFG',
    network: 'tiktok',
    timestamp: RECORDED_AT,
    userAgent: '',
    origin: '',
  } as const
  expect(await tiktok.verifyBioCode(ask)).toEqual({ outcome: 'refused', reason: 'needs_consent' })
  const refused = { kind: 'needs_consent', isTransient: false }
  await expect(tiktok.fetchAccountStats({ network: 'tiktok', username: 'lea' })).rejects.toMatchObject(refused)
  await expect(tiktok.fetchAccountStats(account)).rejects.toMatchObject(refused)
  await expect(tiktok.listRecentVideos(account, {})).rejects.toMatchObject(refused)
  await expect(tiktok.fetchVideoMetrics(account, ['72'])).rejects.toMatchObject(refused)
  expect(sent).toEqual([])
})

test('reads the account, whose id stays the same under a new name', async () => {
  const { tiktok, sent } = start([recorded.user, recorded.renamedUser])
  const stats = await tiktok.fetchAccountStats(account)
  expect(stats).toMatchObject({
    externalId: '-000lea',
    username: 'lea.films',
    followers: 24_123,
    averageViews: null,
    fetchedAt: RECORDED_AT,
  })
  expect(sent[0]?.query).toEqual({ fields: 'open_id,avatar_url,username,bio_description,follower_count' })
  expect(await tiktok.fetchAccountStats(account)).toMatchObject({ externalId: '-000lea', username: 'lea.cinema' })
})

test('asks only for fields that the creator permitted', async () => {
  const { tiktok, sent } = start([recorded.userWithoutStats], async () => grant('act.1', ['user.info.basic', 'user.info.profile']))
  expect(await tiktok.fetchAccountStats(account)).toMatchObject({ followers: null })
  expect(sent[0]?.query.fields).not.toContain('follower_count')
})

test('asks for a new access token after a 401, and calls again', async () => {
  const refused: (string | undefined)[] = []
  const { tiktok, sent } = start([recorded.tokenRefused, recorded.user], async (_, __, token) => {
    refused.push(token)
    return grant(token === undefined ? 'act.1' : 'act.2')
  })
  expect(await tiktok.fetchAccountStats(account)).toMatchObject({ username: 'lea.films' })
  expect(tokens(sent)).toEqual(['Bearer act.1', 'Bearer act.2'])
  expect(refused).toEqual([undefined, 'act.1'])
})

test.each<[string, Grant | undefined]>([
  ['there is no new token', undefined],
  ['the token is the same', grant('act.1')],
])('needs consent after a 401 if %s', async (_, renewed) => {
  const { tiktok, sent } = start([recorded.tokenRefused], async (__, ___, token) => (token === undefined ? grant('act.1') : renewed))
  await expect(tiktok.fetchAccountStats(account)).rejects.toMatchObject({ kind: 'needs_consent', status: 401 })
  expect(sent).toHaveLength(1)
})

test('needs consent if the creator did not permit the scope', async () => {
  const { tiktok } = start([recorded.scopeRefused])
  await expect(tiktok.listRecentVideos(account, {})).rejects.toMatchObject({ kind: 'needs_consent' })
})

test('sends nothing for a minute after a 429', async () => {
  const { tiktok, sent } = start([recorded.tooMany])
  await expect(tiktok.fetchAccountStats(account)).rejects.toMatchObject({ kind: 'rate_limited', retryAfterMs: 60_000 })
  await expect(tiktok.fetchAccountStats(account)).rejects.toMatchObject({ kind: 'rate_limited' })
  expect(sent).toHaveLength(1)
})

test('stops calling after repeated errors of TikTok', async () => {
  const { tiktok, sent } = start(Array.from({ length: 5 }, () => recorded.broken))
  for (let call = 0; call < 5; call += 1) await expect(tiktok.fetchAccountStats(account)).rejects.toMatchObject({ kind: 'server_error' })
  await expect(tiktok.fetchAccountStats(account)).rejects.toMatchObject({ kind: 'rate_limited', retryAfterMs: expect.any(Number) })
  expect(sent).toHaveLength(5)
})

test('lists videos page by page', async () => {
  const { tiktok, sent } = start([recorded.firstVideos, recorded.lastVideos])
  const first = await tiktok.listRecentVideos(account, {})
  expect(first.items[0]).toEqual({
    id: '72',
    url: 'https://www.tiktok.com/@lea.films/video/72',
    caption: 'Winter RF-ABCDE',
    publishedAt: new Date(1_795_168_800_000),
    durationS: 24,
    width: 1_080,
    height: 1_920,
    thumbnailUrl: 'https://p16-sign-va.tiktokcdn.com/cover.jpg',
  })
  const second = await tiktok.listRecentVideos(account, { cursor: first.next })
  expect([second.items.map(({ id }) => id), second.next]).toEqual([['70'], undefined])
  expect(sent.map(({ body }) => body)).toEqual([{ max_count: 20 }, { max_count: 20, cursor: 1_795_082_400_000 }])
})

test('asks for no older page once a video is too old', async () => {
  const { tiktok } = start([recorded.firstVideos])
  const { items, next } = await tiktok.listRecentVideos(account, { since: new Date(1_795_168_800_000) })
  expect([items.map(({ id }) => id), next]).toEqual([['72'], undefined])
})

test('returns figures, with null for missing ones', async () => {
  const { tiktok, sent } = start([recorded.figures, recorded.figuresWithoutViews])
  const metrics = await tiktok.fetchVideoMetrics(account, ['72', '71'])
  expect(metrics.get('71')).toMatchObject({
    views: 2_000,
    likes: 40,
    comments: 3,
    shares: 2,
    deleted: false,
    paidLabel: 'unknown',
    at: RECORDED_AT,
  })
  expect(sent[0]?.body).toEqual({ filters: { video_ids: ['72', '71'] } })
  expect((await tiktok.fetchVideoMetrics(account, ['72'])).get('72')).toMatchObject({ views: null, likes: 40, comments: null })
})

test('reports a video as deleted only if a second request does not find it either', async () => {
  const deleted = start([recorded.figuresOfOne, recorded.noFigures])
  expect((await deleted.tiktok.fetchVideoMetrics(account, ['72', '71'])).get('71')).toMatchObject({ deleted: true, views: null })
  const incomplete = start([recorded.noFigures, recorded.figures])
  expect((await incomplete.tiktok.fetchVideoMetrics(account, ['72', '71'])).get('71')).toMatchObject({ deleted: false, views: 2_000 })
})

test('asks for at most 20 videos at a time', async () => {
  const { tiktok, sent } = start([recorded.noFigures, recorded.noFigures, recorded.noFigures, recorded.noFigures])
  const ids = Array.from({ length: 21 }, (_, index) => `${index}`)
  expect((await tiktok.fetchVideoMetrics(account, ids)).size).toBe(21)
  expect(sent.map(({ body }) => (body as { filters: { video_ids: string[] } }).filters.video_ids.length)).toEqual([20, 20, 1, 1])
})
