import { expect, test } from 'vitest'
import { recorded } from './instagram-provider.fixture.ts'
import { instagramProvider } from './instagram-provider.ts'
import type { AccessOf, Grant } from './provider.ts'
import { type Exchange, RECORDED_AT, replay, withAccess } from './replay.fixture.ts'

const account = { network: 'instagram', externalId: '17841400000000017' } as const
const ask = {
  attemptId: 'a-1',
  userId: '019aa5b0-6c1e-7000-8d2c-4f1f0a3b9c7e',
  username: 'lea.films',
  code: 'ABCDEFG',
  network: 'instagram',
  timestamp: RECORDED_AT,
  userAgent: 'Firefox',
  origin: 'https://reelfair.example',
} as const
const grant = (accessToken: string): Grant => ({ accessToken, accessExpiresAt: RECORDED_AT, scopes: [] })

function start(exchanges: readonly Exchange[], accessOf: AccessOf = async () => grant('IGAA1')) {
  const network = replay(...exchanges)
  const ours = { accountId: '17841400000000001', accessToken: 'EAAB' }
  return { ...network, instagram: withAccess(instagramProvider({ ...ours, fetch: network.fetch }), accessOf) }
}
const metricsOf = async (...exchanges: Exchange[]) => {
  const { instagram, isOver } = start(exchanges)
  const metrics = await instagram.fetchVideoMetrics(account, ['r3'])
  expect(isOver()).toBe(true)
  return metrics.get('r3')
}

test('finds the code in the biography of a professional account, without the owner’s consent', async () => {
  const { instagram, sent } = start([recorded.discovered], async () => undefined)
  expect(await instagram.verifyBioCode(ask)).toEqual({
    outcome: 'verified',
    account: {
      externalId: '17841400000000017',
      username: 'lea.films',
      followers: 24_123,
      averageViews: null,
      avatarUrl: 'https://scontent.cdninstagram.com/lea.jpg',
      isPublic: true,
      ageRestricted: false,
      paidLabelConsent: false,
      bio: 'Short films. ABCDEFG',
      bioLinks: ['https://lea.example/'],
      fetchedAt: RECORDED_AT,
    },
  })
  const fields = 'business_discovery.username(lea.films){id,username,biography,website,followers_count,profile_picture_url}'
  expect(sent[0]).toMatchObject({ query: { fields }, headers: { authorization: 'Bearer EAAB' } })
})

test('tells the creator that Instagram shows only professional accounts', async () => {
  const { instagram } = start([recorded.unknownName])
  expect(await instagram.verifyBioCode(ask)).toEqual({ outcome: 'refused', reason: 'not_professional' })
})

test('does not blame the creator for a refusal of our own token', async () => {
  const { instagram } = start([recorded.ourTokenRefused])
  await expect(instagram.verifyBioCode(ask)).rejects.toMatchObject({ kind: 'refused', status: 400 })
})

test.each(['lea){id},owner', 'lea films', 'é', ''])('does not send %j as a name', async (username) => {
  const { instagram, sent } = start([])
  await expect(instagram.fetchAccountStats({ network: 'instagram', username })).rejects.toMatchObject({ kind: 'not_found' })
  expect(sent).toEqual([])
})

test('reads everything but a name with the owner’s consent only', async () => {
  const { instagram, sent } = start([], async () => undefined)
  for (const call of [
    instagram.fetchAccountStats(account),
    instagram.listRecentVideos(account, {}),
    instagram.fetchVideoMetrics(account, ['r3']),
  ])
    await expect(call).rejects.toMatchObject({ kind: 'needs_consent' })
  expect(sent).toEqual([])
})

test('keeps the id of a renamed account', async () => {
  const { instagram } = start([recorded.owner, recorded.renamedOwner])
  expect(await instagram.fetchAccountStats(account)).toMatchObject({ externalId: account.externalId, username: 'lea.films' })
  expect(await instagram.fetchAccountStats(account)).toMatchObject({ externalId: account.externalId, username: 'lea.cinema' })
})

test('asks for a new access token after error 190, and calls again', async () => {
  const { instagram, sent } = start([recorded.tokenRefused, recorded.owner], async (_, __, refused) => grant(refused ? 'IGAA2' : 'IGAA1'))
  expect(await instagram.fetchAccountStats(account)).toMatchObject({ username: 'lea.films' })
  expect(sent.map(({ headers }) => headers.authorization)).toEqual(['Bearer IGAA1', 'Bearer IGAA2'])
})

test('lists reels only, page by page until a given time', async () => {
  const { instagram, sent } = start([recorded.firstMedia, recorded.lastMedia])
  const since = new Date('2026-11-15T00:00:00Z')
  const { items, next } = await instagram.listRecentVideos(account, { since })
  expect(items).toEqual([
    {
      id: 'r3',
      url: 'https://www.instagram.com/reel/r3/',
      caption: 'Winter RF-ABCDE',
      publishedAt: new Date('2026-11-20T10:00:00Z'),
      thumbnailUrl: 'https://scontent.cdninstagram.com/reel.jpg',
    },
  ])
  expect(await instagram.listRecentVideos(account, { since, cursor: next })).toEqual({ items: [], next: undefined })
  expect(sent[1]?.query).toMatchObject({ after: 'QVFIUb' })
})

test('returns the insights of a reel', async () => {
  expect(await metricsOf(recorded.insights)).toEqual({
    views: 12_345,
    likes: 678,
    comments: 9,
    shares: 4,
    at: RECORDED_AT,
    deleted: false,
    private: false,
    ageRestricted: false,
    paidLabel: 'unknown',
    logo: 'unknown',
  })
})

test('returns null for insights that are not available, never 0', async () => {
  expect(await metricsOf(recorded.emptyInsights)).toMatchObject({ views: null, likes: null, shares: null, deleted: false })
  expect(await metricsOf(recorded.someInsights)).toMatchObject({ views: null, likes: 678, deleted: false })
})

test('reports a reel as deleted if neither its insights nor the reel exist, but its owner does', async () => {
  expect(await metricsOf(recorded.insightsGone, recorded.reelGone, recorded.owner)).toMatchObject({
    deleted: true,
    views: null,
    at: RECORDED_AT,
  })
  expect(await metricsOf(recorded.insightsGone, recorded.reel)).toBeUndefined()
  expect(await metricsOf(recorded.insightsTooOld, recorded.reel)).toBeUndefined()
})

test('does not take a missing permission for an ended consent, because our app may have lost it', async () => {
  const { instagram } = start([recorded.insightsForbidden])
  await expect(instagram.fetchVideoMetrics(account, ['r3'])).rejects.toMatchObject({ kind: 'refused' })
})

test('waits as long as Instagram says once the limit is exceeded', async () => {
  const { instagram, sent } = start([recorded.tooMany])
  await expect(instagram.fetchAccountStats(account)).rejects.toMatchObject({ kind: 'rate_limited', retryAfterMs: 19 * 60_000 })
  await expect(instagram.fetchAccountStats(account)).rejects.toMatchObject({ kind: 'rate_limited' })
  expect(sent).toHaveLength(1)
})

test('pauses before the limit is reached', async () => {
  const { instagram, sent } = start([recorded.ownerNearLimit])
  expect(await instagram.fetchAccountStats(account)).toMatchObject({ username: 'lea.films' })
  await expect(instagram.fetchAccountStats(account)).rejects.toMatchObject({ kind: 'rate_limited' })
  expect(sent).toHaveLength(1)
})

test('reports a transient error as one that a retry may solve', async () => {
  const { instagram } = start([recorded.transient])
  await expect(instagram.fetchAccountStats(account)).rejects.toMatchObject({ kind: 'server_error', isTransient: true })
})
