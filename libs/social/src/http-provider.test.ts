import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { httpProvider, SocialFault, type SocialProvider } from './index.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

const TOKEN = 'token-of-the-tests-0123456789'
const seen: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[] = []
let answer: Answer
let url: string
let provider: SocialProvider
/**
 * Short time limits, for tests in which no response arrives. `provider` has long time limits, because a busy machine
 * may respond slowly.
 */
let impatient: SocialProvider

// Each test has its own server: a request that its caller gave up may arrive during a later test.
beforeEach(async () => {
  seen.length = 0
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (part: string) => {
      body += part
    })
    request.on('end', () => {
      seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body })
      answer(request, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  provider = httpProvider({ url, token: TOKEN })
  impatient = httpProvider({ url, token: TOKEN, timeoutMs: 300, verifyTimeoutMs: 300 })
  return () => {
    server.closeAllConnections()
    server.close()
  }
})

const send =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Answer =>
  (_, response) => {
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body))
  }

const ask = {
  attemptId: 'a-1',
  userId: '019aa5b0-6c1e-7000-8d2c-4f1f0a3b9c7e',
  username: 'lea.films',
  code: 'ABCDEFG',
  network: 'instagram',
  timestamp: new Date('2026-11-21T12:00:00Z'),
  userAgent: 'Firefox',
  origin: 'https://reelfair.example',
} as const
const stats = {
  externalId: 'ig_17',
  username: 'lea.films',
  followers: 12_000,
  averageViews: null,
  language: 'en',
  category: 'Food_Cooking',
  isPublic: true,
  ageRestricted: false,
  bio: 'hello',
  bioLinks: ['https://a.example/'],
  fetchedAt: '2026-11-21T12:00:00.000Z',
}
const fault = async (work: Promise<unknown>): Promise<SocialFault> => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof SocialFault)) throw new Error(`expected a SocialFault, got ${inspect(error)}`)
  return error
}

test('sends the bearer token and the seven specified fields to the workflow', async () => {
  answer = send(true)
  expect(await provider.verifyBioCode(ask)).toEqual({ outcome: 'verified' })
  expect(seen[0]).toMatchObject({ method: 'POST', url: '/verify' })
  expect(seen[0]?.headers).toMatchObject({ authorization: `Bearer ${TOKEN}`, 'idempotency-key': 'a-1' })
  expect(JSON.parse(seen[0]?.body ?? '')).toEqual({
    userId: ask.userId,
    username: 'lea.films',
    code: 'ABCDEFG',
    platform: 'instagram',
    timestamp: '2026-11-21T12:00:00.000Z',
    userAgent: 'Firefox',
    origin: 'https://reelfair.example',
  })
})

test.each([
  [false, { outcome: 'refused' }],
  [{ verified: true }, { outcome: 'verified' }],
  [
    { verified: false, reason: 'private' },
    { outcome: 'refused', reason: 'private' },
  ],
  [{ verified: false, reason: 'a new reason' }, { outcome: 'refused' }],
  [{ pending: true }, { outcome: 'pending' }],
])('understands %j', async (payload, expected) => {
  answer = send(payload)
  expect(await provider.verifyBioCode(ask)).toEqual(expected)
})

test('sends only IDs and usernames to read figures', async () => {
  answer = send(stats)
  await provider.fetchAccountStats({ network: 'instagram', username: 'lea.films' })
  answer = send({ items: [] })
  await provider.fetchVideoMetrics({ network: 'instagram', externalId: 'ig_17' }, ['v-1'])
  expect(seen.map(({ body }) => JSON.parse(body))).toEqual([
    { platform: 'instagram', username: 'lea.films' },
    { platform: 'instagram', ids: ['v-1'] },
  ])
})

test('returns no value for unknown account data', async () => {
  answer = send({ verified: true, account: { ...stats, category: 'Never_Heard', country: null, rpmCents: 0 } })
  expect(await provider.verifyBioCode(ask)).toMatchObject({
    account: {
      averageViews: null,
      rpmCents: undefined,
      category: undefined,
      country: undefined,
      fetchedAt: new Date('2026-11-21T12:00:00Z'),
    },
  })
})

test.each([
  ['broken JSON', '{"verified": tr'],
  ['an empty response', ''],
  ['a web page', '<html>Bad gateway</html>'],
  ['null', 'null'],
  ['a string instead of a boolean', { verified: 'true' }],
  ['an account without an id', { verified: true, account: { ...stats, externalId: undefined } }],
  ['a negative number of followers', { verified: true, account: { ...stats, followers: -1 } }],
  ['an id that would change a URL', { verified: true, account: { ...stats, externalId: '../x' } }],
  ['an oversized response', 'x'.repeat(3 * 1024 * 1024)],
])('reports %s as unreadable', async (_, payload) => {
  answer = send(payload)
  expect(await fault(provider.verifyBioCode(ask))).toMatchObject({ kind: 'unreadable', status: 200 })
})

test.each([
  [500, {}, { kind: 'server_error', status: 500, isTransient: true }],
  [401, {}, { kind: 'refused', status: 401, isTransient: false }],
  [404, {}, { kind: 'not_found', isTransient: false }],
  [429, { 'retry-after': '7' }, { kind: 'rate_limited', retryAfterMs: 7_000, isTransient: true }],
  [429, { 'retry-after': 'Sun, 22 Nov 2026 10:00:00 GMT' }, { kind: 'rate_limited', retryAfterMs: 30_000 }],
  [429, { 'retry-after': '999999999' }, { kind: 'rate_limited', retryAfterMs: 3_600_000 }],
] as const)('maps status %i with headers %j to a fault', async (status, headers, expected) => {
  answer = send('{}', status, headers)
  expect(await fault(provider.fetchAccountStats({ network: 'tiktok', username: 'lea' }))).toMatchObject(expected)
})

test('reports a timeout, an unfinished response, a closed connection and a cancelled call', async () => {
  answer = () => {}
  expect(await fault(impatient.verifyBioCode(ask))).toMatchObject({ kind: 'timed_out' })
  answer = (_, response) => void response.writeHead(200).write('{"veri')
  expect(await fault(impatient.verifyBioCode(ask))).toMatchObject({ kind: 'timed_out' })
  answer = (request) => request.socket.destroy()
  expect(await fault(provider.verifyBioCode(ask))).toMatchObject({ kind: 'unreachable' })
  answer = () => {}
  expect(await fault(provider.verifyBioCode(ask, { signal: AbortSignal.timeout(20) }))).toMatchObject({ kind: 'cancelled' })
})

test('does not follow redirects', async () => {
  answer = (request, response) => {
    if (request.url === '/verify') response.writeHead(302, { location: `${url}/elsewhere` }).end()
    else response.end('true')
  }
  expect(await fault(provider.verifyBioCode(ask))).toMatchObject({ kind: 'unreachable' })
  expect(seen.map((one) => one.url)).toEqual(['/verify'])
})

test('faults contain no URL, token or response', async () => {
  for (const one of [send('secret-of-the-answer', 500), send('secret-of-the-answer'), ((request) => request.socket.destroy()) as Answer]) {
    answer = one
    const shown = inspect(await fault(provider.verifyBioCode(ask)), { depth: 9 }).replaceAll(/^ +at .*$/gm, '')
    for (const secret of [TOKEN, 'secret-of-the-answer', '127.0.0.1']) expect(shown).not.toContain(secret)
  }
})

test('lists videos page by page, starting from a given time', async () => {
  answer = send({
    items: [{ id: 'v1', url: 'https://tiktok.example/v1', caption: 'RF-AAAAA', publishedAt: '2026-11-21T10:00:00+01:00', width: 1080 }],
    next: 'p2',
  })
  const since = new Date('2026-11-14T00:00:00Z')
  const page = await provider.listRecentVideos({ network: 'tiktok', externalId: 'tt_1:x' }, { since, cursor: 'p1' })
  expect(seen[0]).toMatchObject({ method: 'GET', url: '/accounts/tiktok/tt_1%3Ax/videos?since=2026-11-14T00%3A00%3A00.000Z&cursor=p1' })
  expect(page).toMatchObject({ items: [{ id: 'v1', publishedAt: new Date('2026-11-21T09:00:00Z'), width: 1080 }], next: 'p2' })
  expect(page.items[0]).not.toHaveProperty('durationS')
  for (const thumbnailUrl of ['javascript:alert(1)', 'data:image/svg+xml,x']) {
    answer = send({ items: [{ id: 'v1', url: 'https://tiktok.example/v1', publishedAt: '2026-11-21T10:00:00Z', thumbnailUrl }] })
    expect((await provider.listRecentVideos({ network: 'tiktok', externalId: 'x' }, {})).items[0]?.thumbnailUrl).toBeUndefined()
  }
  answer = send({ items: [{ id: 'v1', url: 'javascript:alert(1)', publishedAt: '2026-11-21T10:00:00Z' }] })
  expect(await fault(provider.listRecentVideos({ network: 'tiktok', externalId: 'x' }, {}))).toMatchObject({ kind: 'unreadable' })
})

test('returns figures by id, drops videos that were not requested and omits unknown ones', async () => {
  const channel = { network: 'youtube', externalId: 'UC_1' } as const
  const figures = {
    at: '2026-11-20T12:00:00Z',
    deleted: false,
    private: false,
    ageRestricted: false,
    paidLabel: 'unknown',
    logo: 'unknown',
  }
  answer = send({
    items: [
      { id: 'v1', views: null, likes: 3, comments: 0, ...figures },
      { id: 'v9', views: 1, likes: 0, comments: 0, ...figures },
    ],
  })
  const found = await provider.fetchVideoMetrics(channel, ['v1', 'v2'])
  expect([...found.keys()]).toEqual(['v1'])
  expect(found.get('v1')).toMatchObject({ views: null, likes: 3, at: new Date('2026-11-20T12:00:00Z'), logo: 'unknown' })
  expect((await provider.fetchVideoMetrics(channel, [])).size).toBe(0)
  expect(seen).toHaveLength(1)
  await expect(
    provider.fetchVideoMetrics(
      channel,
      Array.from({ length: 51 }, (_, index) => `v${index}`),
    ),
  ).rejects.toThrow(RangeError)
})

test('turns any response into a result or a fault', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.json(), fc.string()), async (payload) => {
      answer = send(payload)
      const outcome = await provider.verifyBioCode(ask).catch((error: unknown) => error)
      expect(outcome instanceof SocialFault || typeof (outcome as { outcome?: string }).outcome === 'string').toBe(true)
    }),
    { numRuns: 200 },
  )
})
