import { expect, test } from 'vitest'
import { echo } from './testing/servers.ts'
import { startGateway } from './testing/start-gateway.ts'

const bytes = Buffer.from('{"id":"evt_1", "odd":"\u00e9 \\u00e9"}\n')

test('forwards a Stripe webhook to payouts unchanged, with its signature but no cookies, session or origin', async () => {
  const seen: { url?: string | undefined; headers: Record<string, unknown>; body: Buffer }[] = []
  const { url } = await startGateway({
    services: {
      payouts: async (req, res) => {
        const chunks: Buffer[] = []
        for await (const chunk of req) chunks.push(chunk as Buffer)
        seen.push({ url: req.url, headers: req.headers, body: Buffer.concat(chunks) })
        res.writeHead(204).end()
      },
    },
  })
  const headers = {
    'stripe-signature': 't=1,v1=2',
    cookie: 'a=b',
    authorization: 'Bearer x',
    origin: 'https://evil.example',
    'x-gateway-secret': 'x',
  }
  const answer = await fetch(`${url}/webhooks/stripe/connect`, { method: 'POST', body: bytes, headers })
  expect(answer.status).toBe(204)
  expect(seen).toHaveLength(1)
  expect(seen[0]?.url).toBe('/webhooks/stripe/connect')
  expect(seen[0]?.body).toEqual(bytes)
  expect(seen[0]?.headers).toMatchObject({ 'stripe-signature': 't=1,v1=2', 'x-request-id': expect.any(String) })
  for (const name of ['cookie', 'authorization', 'origin', 'x-gateway-secret']) expect(seen[0]?.headers).not.toHaveProperty(name)
})

test('forwards the verification workflow’s webhook to verification, with its signature', async () => {
  const seen: { url?: string | undefined; headers: Record<string, unknown> }[] = []
  const { url } = await startGateway({
    services: {
      payouts: echo('payouts'),
      verification: (req, res) => {
        seen.push({ url: req.url, headers: req.headers })
        req.resume().on('end', () => res.writeHead(204).end())
      },
    },
  })
  const headers = { 'workflow-signature': 't=1,v1=2', cookie: 'a=b' }
  expect((await fetch(`${url}/webhooks/verification`, { method: 'POST', body: bytes, headers })).status).toBe(204)
  expect(seen).toMatchObject([{ url: '/webhooks/verification', headers: { 'workflow-signature': 't=1,v1=2' } }])
  expect(seen[0]?.headers).not.toHaveProperty('cookie')
  for (const path of ['/webhooks/verification/x', '/webhooks/verification?x', '/webhooks/verification/', '/webhooks'])
    expect((await fetch(`${url}${path}`, { method: 'POST', body: bytes, headers })).status).toBe(404)
})

test('forwards a mailbox provider’s unsubscribe request to identity, without session or origin', async () => {
  const seen: { url?: string | undefined; headers: Record<string, unknown>; body: string }[] = []
  const { url } = await startGateway({
    services: {
      identity: async (req, res) => {
        const chunks: Buffer[] = []
        for await (const chunk of req) chunks.push(chunk as Buffer)
        seen.push({ url: req.url, headers: req.headers, body: Buffer.concat(chunks).toString() })
        res.writeHead(204).end()
      },
    },
  })
  const form = { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://mail.example', cookie: '__Host-session=x' }
  const send = (path: string) => fetch(`${url}${path}`, { method: 'POST', body: 'List-Unsubscribe=One-Click', headers: form })
  expect((await send('/unsubscribe/user~campaigns~t~s-1_x')).status).toBe(204)
  expect(seen).toMatchObject([{ url: '/webhooks/unsubscribe/user~campaigns~t~s-1_x', body: 'List-Unsubscribe=One-Click' }])
  for (const name of ['cookie', 'authorization', 'origin']) expect(seen[0]?.headers).not.toHaveProperty(name)
  for (const path of ['/unsubscribe', '/unsubscribe/a/b', '/unsubscribe/a.b']) expect((await send(path)).status).toBeGreaterThanOrEqual(400)
  expect(seen).toHaveLength(1)
})

test('shows a page for the same address, because scanners open links', async () => {
  const { url } = await startGateway({ services: {} })
  const answer = await fetch(`${url}/unsubscribe/user~campaigns~t~s`, { headers: { accept: 'text/html' } })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toContain('text/html')
})

test('returns 404 for unknown endpoints, other methods and webhook routes under /api', async () => {
  const { url } = await startGateway({ services: { payouts: echo('payouts') } })
  const ask = async (method: string, path: string) =>
    (await fetch(`${url}${path}`, { method, headers: { 'sec-fetch-site': 'same-origin' } })).status
  expect(await ask('POST', '/webhooks/stripe/other')).toBe(404)
  expect(await ask('GET', '/webhooks/stripe/platform')).toBe(404)
  expect(await ask('POST', '/webhooks/stripe/platform/x')).toBe(404)
  expect(await ask('POST', '/api/payouts/webhooks/stripe/platform')).toBe(404)
  expect(await ask('POST', '/api/payouts/sandbox/earnings')).toBe(404)
})

test('rejects webhooks larger than 1 MB', async () => {
  const { url } = await startGateway({ services: { payouts: echo('payouts') } })
  const answer = await fetch(`${url}/webhooks/stripe/platform`, { method: 'POST', body: Buffer.alloc(1024 * 1024 + 1) })
  expect(answer.status).toBe(413)
})

test('limits webhooks separately from pages', async () => {
  const { url } = await startGateway({ env: { WEBHOOKS_PER_ADDRESS: '2' }, services: { payouts: echo('payouts') } })
  const send = async () => (await fetch(`${url}/webhooks/stripe/platform`, { method: 'POST', body: '{}' })).status
  expect([await send(), await send(), await send()]).toEqual([200, 200, 429])
  expect((await fetch(`${url}/`)).status).toBe(200)
})
