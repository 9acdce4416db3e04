import { connect } from 'node:net'
import { eventually, movableClock } from '@reelfair/testkit'
import { describe, expect, test } from 'vitest'
import { sendRaw } from './testing/send-request.ts'
import { startGateway } from './testing/start-gateway.ts'

const HEAD = 'Host: localhost\r\nSec-Fetch-Site: same-origin\r\nContent-Type: application/json\r\n'

/** Sends raw bytes to the gateway and returns the requests that reach the campaigns service. */
async function smuggle(bytes: string) {
  const seen: string[] = []
  const gateway = await startGateway({
    services: {
      campaigns: (req, res) => {
        seen.push(`${req.method} ${req.url}`)
        req.resume().on('end', () => res.end('{}'))
      },
    },
  })
  const answer = await sendRaw(gateway.url, bytes)
  return { seen, statuses: [...answer.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status)), answer }
}

describe('request smuggling', () => {
  const hidden = 'POST /api/campaigns/hidden HTTP/1.1\r\nHost: localhost\r\n\r\n'
  test.each([
    ['two lengths', `Content-Length: 2\r\nContent-Length: ${2 + hidden.length}\r\n\r\n{}${hidden}`],
    ['a list of lengths', `Content-Length: 2, ${2 + hidden.length}\r\n\r\n{}${hidden}`],
    ['a length and chunks', `Content-Length: ${5 + hidden.length}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`],
    ['a coding after chunked', `Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${hidden}`],
    ['chunked twice', `Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`],
    ['an unknown coding', `Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${hidden}`],
    ['a space before the colon', `Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${hidden}`],
    ['a length with a sign', `Content-Length: +2\r\n\r\n{}${hidden}`],
    ['a hexadecimal length', `Content-Length: 0x2\r\n\r\n{}${hidden}`],
    ['a folded header', `X: a\r\n Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`],
    ['an invalid chunk length', 'Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n'],
    ['a bare line feed', `Content-Length: 2\nX: y\r\n\r\n{}${hidden}`],
  ])('rejects a request with %s and does not forward the request hidden in its body', async (_what, rest) => {
    const { seen, statuses } = await smuggle(`POST /api/campaigns/first HTTP/1.1\r\n${HEAD}${rest}`)
    expect(seen.filter((line) => line.includes('hidden'))).toEqual([])
    expect(statuses[0]).toBeGreaterThanOrEqual(400)
    expect(statuses[0]).toBeLessThan(500)
  })

  test('forwards two valid requests sent over one connection', async () => {
    const request = (name: string, more = '') => `POST /api/campaigns/${name} HTTP/1.1\r\n${HEAD}Content-Length: 2\r\n${more}\r\n{}`
    const { seen, statuses } = await smuggle(request('first') + request('second', 'Connection: close\r\n'))
    expect([seen, statuses]).toEqual([
      ['POST /campaigns/first', 'POST /campaigns/second'].map((line) => line.replace('/campaigns', '')),
      [200, 200],
    ])
  })
})

test('sets the Date header from its own clock and ignores the one from a service', async () => {
  const gateway = await startGateway({
    clock: movableClock('2027-03-01T10:00:00Z'),
    services: { campaigns: (_, res) => res.setHeader('Date', 'Sat, 21 Nov 2026 10:00:00 GMT').end('{}') },
  })
  for (const path of ['/api/campaigns/anything', '/nothing.js', '/api/live']) {
    const answer = await fetch(gateway.url + path)
    expect(answer.headers.get('date')).toBe('Mon, 01 Mar 2027 10:00:00 GMT')
    await answer.body?.cancel()
  }
})

const shared = await startGateway()
const SECURITY = [
  'content-security-policy',
  'x-content-type-options',
  'referrer-policy',
  'permissions-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'cache-control',
]

describe('malformed requests', () => {
  test.each([
    ['GARBAGE\r\n\r\n', 400],
    ['GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\nConnection: close\r\n\r\n', 400],
    ['GET /\r\n\r\n', 400],
    ['GET / HTTP/0.9\r\nHost: localhost\r\n\r\n', 400],
    ['GET / HTTP/2.0\r\nHost: localhost\r\n\r\n', 400],
    ['GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n', 421],
    ['POST /nowhere HTTP/1.1\r\nHost: localhost\r\nExpect: the-impossible\r\nConnection: close\r\n\r\n', 403],
    ['GET / HTTP/9.9\r\nHost: localhost\r\n\r\n', 400],
    [`GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
    ['GET /\0 HTTP/1.1\r\nHost: localhost\r\n\r\n', 400],
    ['GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n', 404],
    ['OPTIONS * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n', 404],
  ])('answers %j with %d', async (bytes, expected) => {
    const gateway = shared
    const answer = await sendRaw(gateway.url, bytes)
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${expected} `))
    // Error responses carry the same security headers as all other responses.
    const { headers } = await gateway.ask('/nothing.js')
    for (const name of SECURITY) expect(answer.toLowerCase()).toContain(`\r\n${name}: ${headers[name]}\r\n`.toLowerCase())
    expect((await gateway.ask('/remotes.json')).status).toBe(200)
  })

  test.each(['CONNECT evil.example:443 HTTP/1.1\r\nHost: localhost\r\n\r\n'])('does not open a tunnel for %j', async (bytes) => {
    const gateway = shared
    expect(await sendRaw(gateway.url, bytes)).not.toContain(' 200 ')
  })

  test('does not upgrade API requests to web sockets', async () => {
    const gateway = shared
    const answer = await sendRaw(
      gateway.url,
      'GET /api/campaigns/x HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n',
    )
    expect(answer).not.toContain('HTTP/1.1 101')
  })
})

describe('slow clients', () => {
  test('returns 408 to a client that takes more than 10 s to send its headers, without delaying other clients', {
    timeout: 40_000,
  }, async () => {
    const gateway = await startGateway()
    const { hostname, port } = new URL(gateway.url)
    const state = { got: '', isClosed: false }
    const socket = connect(Number(port), hostname)
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n')
    const drip = setInterval(() => socket.writable && socket.write('X: y\r\n'), 500)
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      state.got += String(chunk)
    })
    socket.on('close', () => {
      clearInterval(drip)
      state.isClosed = true
    })
    expect((await gateway.ask('/remotes.json')).status).toBe(200)
    await eventually(() => expect(state.isClosed).toBe(true), { within: 20_000 })
    expect(state.got).toContain('408')
    expect(state.got).toContain('too_slow')
    expect(state.got).toContain('X-Content-Type-Options: nosniff')
  })
})

describe('health and metrics endpoints', () => {
  test('answers liveness and readiness probes', async () => {
    const gateway = await startGateway()
    expect((await gateway.ask('/healthz')).status).toBe(200)
    expect((await gateway.ask('/readyz')).status).toBe(200)
  })

  test('serves metrics only with the metrics token', async () => {
    const open = await startGateway({ env: { METRICS_TOKEN: 'figures-for-prometheus' } })
    expect((await open.ask('/metrics')).status).toBe(404)
    expect((await open.ask('/metrics', { headers: { authorization: 'Bearer figures-for-prometheuS' } })).status).toBe(404)
    expect((await open.ask('/metrics', { headers: { authorization: 'Bearer figures-for-prometheus' } })).status).toBe(200)
    const closed = await startGateway()
    expect((await closed.ask('/metrics', { headers: { authorization: 'Bearer undefined' } })).status).toBe(404)
  })
})

describe('stopping', () => {
  test('completes requests in progress before it stops', async () => {
    const { promise: asked, resolve: onAsked } = Promise.withResolvers<void>()
    const gateway = await startGateway({
      services: {
        campaigns: (_req, res) => {
          onAsked()
          setTimeout(() => res.end('{"late":true}'), 300)
        },
      },
    })
    const answer = gateway.ask('/api/campaigns/x')
    await asked
    await gateway.stop()
    expect(await answer).toMatchObject({ status: 200, text: '{"late":true}' })
  })
})
