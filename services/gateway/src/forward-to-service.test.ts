import type { RequestListener } from 'node:http'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { startGateway } from './testing/start-gateway.ts'

const UUID = /^[\da-f]{8}-[\da-f]{4}-[47][\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/

describe('requests to services', () => {
  test('forwards the method, path, query and body unchanged', async () => {
    const gateway = await startGateway()
    const body = { name: 'Été' }
    const { status, json } = await gateway.ask('/api/campaigns/campaigns/1?cursor=a%2Fb&limit=5', {
      method: 'PUT',
      body,
      headers: { 'idempotency-key': 'k', 'accept-language': 'fr' },
    })
    expect(status).toBe(200)
    expect(json).toMatchObject({
      service: 'campaigns',
      method: 'PUT',
      url: '/campaigns/1?cursor=a%2Fb&limit=5',
      body: JSON.stringify(body),
    })
    expect(json.headers).toMatchObject({ 'idempotency-key': 'k', 'accept-language': 'fr', 'content-type': 'application/json' })
  })

  test('drops headers that a browser could use to forge its identity, address or connection', async () => {
    const gateway = await startGateway()
    const forged = {
      authorization: 'Bearer forged',
      'x-gateway-secret': 'forged',
      'x-request-id': '0192f0c1-2222-7333-8444-555566667777',
      'x-forwarded-for': '1.2.3.4',
      'x-forwarded-host': 'evil.example',
      'x-user-id': 'forged',
      forwarded: 'for=1.2.3.4',
      'proxy-authorization': 'forged',
      te: 'trailers',
      'x-http-method-override': 'DELETE',
      'keep-alive': 'timeout=9',
      connection: 'keep-alive, x-user-id',
      host: 'localhost:1',
      cookie: 'other=1',
    }
    const { json, headers } = await gateway.ask('/api/payouts/credits', { headers: forged })
    const allowed = ['connection', 'host', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-request-id']
    expect(Object.keys(json.headers).sort()).toEqual(allowed)
    expect(json.headers).toMatchObject({
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-host': 'localhost:4000',
      'x-forwarded-proto': 'http',
    })
    expect(json.headers['x-request-id']).toMatch(UUID)
    expect(json.headers['x-request-id']).not.toBe(forged['x-request-id'])
    expect(headers['x-request-id']).toBe(json.headers['x-request-id'])
  })

  test('forwards the client address that a trusted proxy reports', async () => {
    const gateway = await startGateway({ env: { TRUST_PROXY: '127.0.0.1' } })
    const { json } = await gateway.ask('/api/payouts/credits', { headers: { 'x-forwarded-for': '6.6.6.6, 198.51.100.7' } })
    expect(json.headers['x-forwarded-for']).toBe('198.51.100.7')
  })
})

describe('responses to the browser', () => {
  test('returns the status, the body and only the allowed headers', async () => {
    const gateway = await startGateway({
      services: {
        metrics: (_req, res) =>
          void res
            .writeHead(409, {
              'content-type': 'application/problem+json',
              'retry-after': '7',
              server: 'x',
              'x-powered-by': 'x',
              'x-internal': 'x',
              'access-control-allow-origin': '*',
              'set-cookie': 'a=1',
            })
            .end('{"code":"conflict"}'),
      },
    })
    const { status, json, headers } = await gateway.ask('/api/metrics/x')
    expect({ status, json }).toEqual({ status: 409, json: { code: 'conflict' } })
    expect(headers).toMatchObject({ 'retry-after': '7', 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' })
    for (const name of ['server', 'x-powered-by', 'x-internal', 'access-control-allow-origin', 'set-cookie'])
      expect(headers).not.toHaveProperty(name)
  })

  test('responds to HEAD with the service’s headers and no body', async () => {
    const gateway = await startGateway({
      services: { metrics: (_req, res) => void res.writeHead(200, { 'content-length': '1234' }).end() },
    })
    const { status, headers, bytes } = await gateway.ask('/api/metrics/x', { method: 'HEAD' })
    expect([status, headers['content-length'], bytes.length]).toEqual([200, '1234', 0])
  })

  test('returns 503 when a service rejects an expired token, and gets a new token for the next request', async () => {
    const refused: RequestListener = (_req, res) => void res.writeHead(401).end('{"code":"not_signed_in"}')
    const world = await startGateway({ services: { metrics: refused, identity: refused } })
    const { cookie } = world.signIn()
    for (const [path, method, status] of [
      ['/api/metrics/x', 'GET', 503],
      ['/api/metrics/x', 'POST', 503],
      ['/api/identity/session', 'GET', 503],
      // This 401 means a wrong password, not an expired token.
      ['/api/identity/sessions', 'POST', 401],
    ] as const) {
      const before = world.identity.exchanges
      const body = method === 'POST' ? {} : undefined
      const origin = { origin: 'http://localhost:4000' }
      expect((await world.ask(path, { method, headers: { cookie, ...origin }, ...(body && { body }) })).status, path).toBe(status)
      expect(world.identity.exchanges - before, path).toBe(1)
    }
    expect((await world.ask('/api/metrics/x')).status, 'a visitor').toBe(401)
  })
})

const gateway = await startGateway()

describe('unreachable routes', () => {
  test.each([
    '/api',
    '/api/',
    '/api/identity',
    '/api/unknown/x',
    '/api/gateway/x',
    '/api/constructor/x',
    '/API/identity/me',
    '/api/Identity/me',
    '/api/identity/sessions/token',
    '/api/identity/sessions/token/',
    '/api/identity/Sessions/TOKEN',
    '/api/identity/sessions/token?x=1',
    '/api/identity/sessions//token',
    '/api/identity//sessions/token',
    '/api/identity/./sessions/token',
    '/api/identity/x/../sessions/token',
    '/api/identity/sessions/%74oken',
    '/api/identity/sessions%2ftoken',
    '/api/identity/sessions%2Ftoken',
    '/api/identity/sessions\\token',
    '/api/identity/%2e%2e/sessions/token',
    '/api/identity/x/%2e%2e/sessions/token',
    '/api/identity/x;/sessions/token',
    '/api/campaigns/healthz',
    '/api/campaigns/readyz',
    '/api/campaigns/metrics',
    '/api/campaigns/Metrics/',
    '/api/campaigns/openapi.json',
    '/api/campaigns/%00',
    '/api/campaigns/caf\u00e9',
    '//api/campaigns/x',
    '/./api/campaigns/x',
    'http://evil.example/api/campaigns/x',
    `/api/campaigns/${'a'.repeat(2_000)}`,
  ])('returns 404 for %s', async (path) => {
    const { status, json } = await gateway.ask(encodeURI(path).replaceAll('%25', '%').replaceAll('%5C', '\\'), {
      headers: { accept: 'application/json' },
    })
    expect({ status, code: json?.code }).toEqual({ status: 404, code: 'not_found' })
    expect(gateway.identity.exchanges).toBe(0)
  })

  test('returns 404 for POST on identity’s token exchange', async () => {
    const { status } = await gateway.ask('/api/identity/sessions/token', {
      method: 'POST',
      body: { secret: gateway.signIn().secret },
      headers: { 'x-gateway-secret': 'x' },
    })
    expect([status, gateway.identity.exchanges]).toEqual([404, 0])
  })

  test.each(['OPTIONS', 'TRACE', 'PROPFIND', 'LINK'])('rejects the method %s', async (method) => {
    const { status, headers, json } = await gateway.ask('/api/campaigns/x', { method })
    expect(status).toBe(405)
    expect(json.code).toBe('method_not_allowed')
    expect(headers.allow).toBe('GET, HEAD, POST, PUT, PATCH, DELETE')
  })
})

describe('request bodies', () => {
  const asked =
    (headers: Record<string, string>, body: string | Buffer = '{}') =>
    async () => {
      const gateway = await startGateway()
      return gateway.ask('/api/campaigns/campaigns', { method: 'POST', body, headers })
    }

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/jsonp', 'text/json', ''])(
    'rejects a body of type %j',
    async (type) => {
      expect(await asked({ 'content-type': type })()).toMatchObject({ status: 415, json: { code: 'wrong_type' } })
    },
  )

  test('rejects a compressed body because its size is unknown', async () => {
    expect(await asked({ 'content-encoding': 'gzip' })()).toMatchObject({ status: 415, json: { code: 'wrong_type' } })
  })

  test.each([
    [1024 * 1024, 200],
    [1024 * 1024 + 1, 413],
  ])('responds to a body of %d bytes with status %d, with or without Content-Length', async (size, expected) => {
    const gateway = await startGateway()
    const body = Buffer.alloc(size, 32)
    const declared = await gateway.ask('/api/campaigns/x', { method: 'POST', body })
    const chunked = await gateway.ask('/api/campaigns/x', { method: 'POST', body, headers: { 'transfer-encoding': 'chunked' } })
    expect([declared.status, chunked.status]).toEqual([expected, expected])
    if (expected === 413) expect(chunked.json).toMatchObject({ code: 'too_large', detail: 'This is too large. The maximum is 1 MB.' })
  })

  test('streams request and response bodies', async () => {
    const gateway = await startGateway({
      services: {
        campaigns: (req, res) => {
          res.writeHead(200, { 'content-type': 'application/json' })
          req.pipe(res)
        },
      },
    })
    const pieces = Array.from({ length: 900 }, (_, index) => Buffer.alloc(1_000, index % 256))
    const answer = await fetch(`${gateway.url}/api/campaigns/x`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      body: Readable.from(pieces),
      duplex: 'half',
    })
    expect(Buffer.concat(pieces).equals(Buffer.from(await answer.arrayBuffer()))).toBe(true)
  })
})

describe('file uploads', () => {
  const MB = 1024 * 1024
  const countBytes: RequestListener = (req, res) => {
    let got = 0
    req.on('data', (chunk: Buffer) => {
      got += chunk.length
    })
    req.on('end', () => {
      res.writeHead(200, { 'content-type': 'application/json' })
      res.end(JSON.stringify({ got, type: req.headers['content-type'] }))
    })
  }

  test('forwards a PNG of 40 MB and JPEG and WebM files, but rejects a larger PNG', async () => {
    const gateway = await startGateway({ services: { campaigns: countBytes } })
    const send = (size: number, more: Record<string, string>) =>
      gateway.ask('/api/campaigns/media', { method: 'POST', body: Buffer.alloc(size), headers: { 'content-type': 'image/png', ...more } })
    const sizes = { 'image/png': 40 * MB, 'image/jpeg': 1, 'video/webm': 1 }
    for (const [type, size] of Object.entries(sizes)) expect((await send(size, { 'content-type': type })).json).toEqual({ got: size, type })
    for (const more of [{}, { 'transfer-encoding': 'chunked' }])
      expect(await send(40 * MB + 1, more)).toMatchObject({
        status: 413,
        json: { code: 'media_too_large', detail: 'File too large (max 40MB)' },
      })
  })

  test.each(['multipart/form-data; boundary=x', 'text/plain', 'image/svg+xml', 'application/json', ''])(
    'rejects a file of type %j',
    async (type) => {
      const gateway = await startGateway()
      const answer = await gateway.ask('/api/campaigns/media', {
        method: 'POST',
        body: Buffer.from('x'),
        headers: { 'content-type': type },
      })
      expect(answer).toMatchObject({ status: 415, json: { code: 'media_type' } })
    },
  )

  test('forwards a brand’s logo of 512 KB but rejects larger files, other types and other methods', async () => {
    const KB = 1024
    const gateway = await startGateway({ services: { identity: countBytes } })
    const send = (size: number, type = 'image/webp', method = 'POST') =>
      gateway.ask('/api/identity/brand/logo', { method, body: Buffer.alloc(size), headers: { 'content-type': type } })
    expect((await send(512 * KB)).json).toEqual({ got: 512 * KB, type: 'image/webp' })
    expect(await send(512 * KB + 1)).toMatchObject({ status: 413, json: { code: 'brand_logo_too_large' } })
    for (const type of ['image/svg+xml', 'video/webm', 'multipart/form-data; boundary=x', 'application/json'])
      expect(await send(1, type)).toMatchObject({ status: 415, json: { code: 'brand_logo_type' } })
    expect(await send(1, 'image/webp', 'PUT')).toMatchObject({ status: 415, json: { code: 'wrong_type' } })
  })

  test('rejects files sent to other addresses or from other sites', async () => {
    const gateway = await startGateway()
    const body = Buffer.from('x')
    const png = { 'content-type': 'image/png' }
    for (const path of ['/api/campaigns/media/1', '/api/campaigns/media?x=1', '/api/payouts/media'])
      expect(await gateway.ask(path, { method: 'POST', body, headers: png })).toMatchObject({ status: 415, json: { code: 'wrong_type' } })
    expect(await gateway.ask('/api/campaigns/media', { method: 'PUT', body, headers: png })).toMatchObject({ status: 415 })
    const foreign = { ...png, 'sec-fetch-site': 'cross-site' }
    expect(await gateway.ask('/api/campaigns/media', { method: 'POST', body, headers: foreign })).toMatchObject({ status: 403 })
  })

  test('serves uploaded files in a sandbox and ignores the service’s content security policy', async () => {
    const gateway = await startGateway({
      services: {
        campaigns: (_req, res) =>
          void res
            .writeHead(200, {
              'content-type': 'image/png',
              'cache-control': 'private, max-age=9',
              'content-security-policy': 'default-src *',
            })
            .end('png'),
      },
    })
    const { headers, text } = await gateway.ask('/api/campaigns/media/1')
    expect(
      (await startGateway().then((echo) => echo.ask('/api/campaigns/media/1', { headers: { range: 'bytes=0-9' } }))).json.headers.range,
    ).toBe('bytes=0-9')
    expect(headers['content-security-policy']).toMatch(/default-src 'none'.*; sandbox$/)
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'private, max-age=9',
      'x-content-type-options': 'nosniff',
    })
    expect(text).toBe('png')
  })
})
