import { expect, test } from 'vitest'
import { type AccessOf, SocialFault } from './provider.ts'
import { type Exchange, RECORDED_AT, replay, withAccess } from './replay.fixture.ts'
import { recorded } from './youtube-provider.fixture.ts'
import { youtubeProvider } from './youtube-provider.ts'

const API_KEY = 'key-of-the-tests'
const channel = { network: 'youtube', externalId: 'UC_lea' } as const
const ask = {
  attemptId: 'a-1',
  userId: '019aa5b0-6c1e-7000-8d2c-4f1f0a3b9c7e',
  username: 'lea.films',
  code: 'ABCDEFG',
  network: 'youtube',
  timestamp: RECORDED_AT,
  userAgent: 'Firefox',
  origin: 'https://reelfair.example',
} as const
const owner: AccessOf = async () => ({ accessToken: 'ya29.owner', accessExpiresAt: RECORDED_AT, scopes: [] })

function start(exchanges: readonly Exchange[], accessOf?: AccessOf) {
  const network = replay(...exchanges)
  return { ...network, youtube: withAccess(youtubeProvider({ apiKey: API_KEY, dailyUnits: 5, fetch: network.fetch }), accessOf) }
}

test('finds the code in the description of a channel, without the key in the address', async () => {
  const { youtube, sent } = start([recorded.channel, recorded.channel])
  expect(await youtube.verifyBioCode(ask)).toEqual({
    outcome: 'verified',
    account: {
      externalId: 'UC_lea',
      username: 'lea.films',
      followers: 24_100,
      averageViews: null,
      country: 'France',
      avatarUrl: 'https://yt3.ggpht.com/lea=s800',
      isPublic: true,
      ageRestricted: false,
      paidLabelConsent: false,
      bio: 'Short films. ABCDEFG',
      bioLinks: [],
      fetchedAt: RECORDED_AT,
    },
  })
  expect(sent[0]).toMatchObject({ query: { forHandle: 'lea.films' }, headers: { 'x-goog-api-key': API_KEY } })
  expect(Object.values(sent[0]?.query ?? {})).not.toContain(API_KEY)
  expect(await youtube.verifyBioCode({ ...ask, code: 'HIJKLMN' })).toEqual({ outcome: 'refused', reason: 'code_absent' })
})

test('refuses an unknown channel, and keeps the id of a renamed one', async () => {
  const { youtube, sent } = start([recorded.unknownChannel, recorded.unknownChannel, recorded.renamedChannel])
  expect(await youtube.verifyBioCode(ask)).toEqual({ outcome: 'refused', reason: 'not_found' })
  await expect(youtube.fetchAccountStats(channel)).rejects.toMatchObject({ kind: 'not_found' })
  expect(await youtube.fetchAccountStats(channel)).toMatchObject({ externalId: 'UC_lea', username: 'lea.cinema' })
  expect(sent[2]?.query).toMatchObject({ id: 'UC_lea' })
})

test('does not know the number of hidden subscribers', async () => {
  const { youtube } = start([recorded.hiddenSubscribers])
  expect(await youtube.fetchAccountStats(channel)).toMatchObject({ followers: null })
})

test('lists uploads page by page until a given time', async () => {
  const { youtube, sent, isOver } = start([recorded.channel, recorded.firstUploads, recorded.listedVideos, recorded.lastUploads])
  const since = new Date('2026-11-15T00:00:00Z')
  const first = await youtube.listRecentVideos(channel, { since })
  expect(first.items[0]).toEqual({
    id: 'v3',
    url: 'https://www.youtube.com/watch?v=v3',
    caption: 'Winter RF-ABCDE\nCommercial collaboration',
    publishedAt: new Date('2026-11-20T10:00:00Z'),
    durationS: 63,
    width: 1_080,
    height: 1_920,
    thumbnailUrl: 'https://yt3.ggpht.com/lea=s800',
  })
  expect(sent[2]?.query).toMatchObject({ id: 'v3,v2' })
  expect(await youtube.listRecentVideos(channel, { since, cursor: first.next })).toEqual({ items: [], next: undefined })
  expect(sent[3]?.query).toMatchObject({ playlistId: 'UU_lea', pageToken: 'CAoQAA' })
  expect(isOver()).toBe(true)
})

test('lists no videos of a channel that has never uploaded any', async () => {
  const { youtube } = start([recorded.channel, recorded.noUploads])
  expect(await youtube.listRecentVideos(channel, {})).toEqual({ items: [], next: undefined })
})

test('returns null for figures that the creator hides', async () => {
  const { youtube } = start([recorded.measuredVideos])
  const metrics = await youtube.fetchVideoMetrics(channel, ['v3', 'v2'])
  expect(metrics.get('v3')).toMatchObject({
    views: 12_345,
    likes: 678,
    comments: 9,
    ageRestricted: false,
    paidLabel: 'unknown',
    at: RECORDED_AT,
  })
  expect(metrics.get('v2')).toMatchObject({ views: 10, likes: null, comments: null, ageRestricted: true })
})

test('reports a video as deleted only if a second request does not find it either', async () => {
  const deleted = start([recorded.onlyFirstVideo, recorded.noVideos])
  expect((await deleted.youtube.fetchVideoMetrics(channel, ['v3', 'v2'])).get('v2')).toMatchObject({ deleted: true, views: null })
  expect(deleted.sent[1]?.query).toMatchObject({ id: 'v2' })
  const incomplete = start([recorded.onlyFirstVideo, recorded.onlySecondVideo])
  expect((await incomplete.youtube.fetchVideoMetrics(channel, ['v3', 'v2'])).get('v2')).toMatchObject({ deleted: false, views: 10 })
})

test('reads the paid-promotion flag with the owner’s consent', async () => {
  const { youtube, sent } = start([recorded.measuredVideos, recorded.labels], owner)
  const metrics = await youtube.fetchVideoMetrics(channel, ['v3', 'v2'])
  expect([metrics.get('v3')?.paidLabel, metrics.get('v2')?.paidLabel]).toEqual([true, 'unknown'])
  expect(sent.map(({ headers }) => headers.authorization)).toEqual([undefined, 'Bearer ya29.owner'])
  const renewed = start([recorded.measuredVideos, recorded.tokenRefused, recorded.labels], async (_, __, refused) => ({
    accessToken: refused ? 'ya29.new' : 'ya29.old',
    accessExpiresAt: RECORDED_AT,
    scopes: [],
  }))
  expect((await renewed.youtube.fetchVideoMetrics(channel, ['v3', 'v2'])).get('v3')).toMatchObject({ paidLabel: true })
  const withdrawn = start([recorded.measuredVideos, recorded.tokenRefused], owner)
  expect((await withdrawn.youtube.fetchVideoMetrics(channel, ['v3', 'v2'])).get('v3')).toMatchObject({
    views: 12_345,
    paidLabel: 'unknown',
  })
})

test('sends nothing for an hour after the daily quota is used up', async () => {
  const { youtube, sent } = start([recorded.quotaExceeded])
  const limited = { kind: 'rate_limited', status: 403, retryAfterMs: 3_600_000 }
  await expect(youtube.fetchAccountStats(channel)).rejects.toMatchObject(limited)
  await expect(youtube.fetchAccountStats(channel)).rejects.toMatchObject({ kind: 'rate_limited' })
  expect(sent).toHaveLength(1)
})

test('spends at most its share of the daily quota', async () => {
  const { youtube, sent } = start(Array.from({ length: 5 }, () => recorded.channel))
  for (let call = 0; call < 5; call += 1) await youtube.fetchAccountStats(channel)
  await expect(youtube.fetchAccountStats(channel)).rejects.toMatchObject({ kind: 'rate_limited', retryAfterMs: expect.any(Number) })
  expect(sent).toHaveLength(5)
})

test.each([
  [recorded.tooFast, { kind: 'rate_limited', retryAfterMs: 7_000 }],
  [recorded.badKey, { kind: 'refused', status: 400 }],
])('maps %o to a fault', async (exchange, expected) => {
  const { youtube } = start([exchange])
  await expect(youtube.fetchAccountStats(channel)).rejects.toMatchObject(expected)
})

test('spends no quota while a token is awaited', async () => {
  const { youtube, sent } = start([recorded.channel], async () => {
    throw new SocialFault('awaiting_access', { retryAfterMs: 2_000 })
  })
  await expect(youtube.fetchAccountStats(channel)).rejects.toMatchObject({ kind: 'awaiting_access' })
  expect(sent).toEqual([])
})
