import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { type OutgoingHttpHeaders, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { followClock } from '@reelfair/service-kit/testing'
import { freePort } from '@reelfair/testkit/engines'
import { eventually } from '@reelfair/testkit/eventually'
import { expect, onTestFinished, test, vi } from 'vitest'
import { callConsole, clientOf, open, sale } from '../test/client.ts'
import { startSandbox } from './index.ts'

const DAY_MS = 86_400_000

async function start(options: Parameters<typeof startSandbox>[0] = {}) {
  const sandbox = await startSandbox(options)
  onTestFinished(() => sandbox.stop())
  return sandbox
}

test('does not start in production', async () => {
  vi.stubEnv('NODE_ENV', 'production')
  await expect(startSandbox()).rejects.toThrow('does not start with NODE_ENV=production')
  vi.unstubAllEnvs()
})

test('restores objects, keys, secrets, the clock and scheduled actions after a restart', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'reelfair-sandbox-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const first = await startSandbox({ dataDir })
  first.clock.advance({ days: 10 })
  const { id } = await clientOf(first).checkout.sessions.create(sale(), { idempotencyKey: 'k' })
  await callConsole(first, `/_sandbox/checkout/${id}`, { card: 'AT611904300234573201' })
  await first.stop()
  expect(statSync(join(dataDir, 'sandbox.json')).mode & 0o777).toBe(0o600)
  const second = await start({ dataDir })
  expect(second.stripe.secretKey).toBe(first.stripe.secretKey)
  expect(second.stripe.webhookSecrets).toEqual(first.stripe.webhookSecrets)
  expect(second.clock.now().getTime() - Date.now()).toBeGreaterThan(9.9 * DAY_MS)
  expect((await clientOf(second).checkout.sessions.create(sale(), { idempotencyKey: 'k' })).id).toBe(id)
  second.clock.advance({ days: 3 })
  expect(await clientOf(second).checkout.sessions.retrieve(id)).toMatchObject({ payment_status: 'paid' })
})

test('keeps links to videos working after a restart on another port', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'reelfair-sandbox-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const first = await startSandbox({ dataDir, port: await freePort() })
  const account = await callConsole<{ id: string }>(first, '/_sandbox/social/accounts', { network: 'tiktok', username: 'lina.films' })
  const video = await callConsole<{ url: string; thumbnailUrl: string }>(first, `/_sandbox/social/accounts/${account.body.id}/videos`, {})
  await first.stop()

  const second = await start({ dataDir, port: await freePort() })
  expect(second.origins).toEqual([second.url, first.url])
  // Unlike `fetch`, `ask` never reuses a connection to the stopped sandbox.
  for (const link of [video.body.url, video.body.thumbnailUrl]) expect(await ask(link, new URL(link).pathname, 'GET', {}), link).toBe(200)
})

test('keeps idle connections for a minute, so that a busy process does not send a request on one that is closing', async () => {
  const { url } = await start()
  expect((await fetch(`${url}/social`)).headers.get('keep-alive')).toBe('timeout=60')
})

test('reports previously used ports that another program now uses', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'reelfair-sandbox-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const first = await startSandbox({ dataDir })
  await first.stop()
  const port = Number(new URL(first.url).port)
  await start({ port })

  const second = await start({ dataDir })
  expect(second.lostPorts).toEqual([port])
  expect(second.origins).toEqual([second.url])
})

test('applies clock jumps to a remote service immediately and never moves the clock back', async () => {
  const sandbox = await start()
  const clock = await followClock(`${sandbox.url}/_sandbox/clock`)
  onTestFinished(() => clock.stop())
  let jumps = 0
  clock.onJump(() => {
    jumps += 1
  })
  expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(2_000)
  const { status } = await callConsole(sandbox, '/_sandbox/clock', { advanceMs: DAY_MS })
  expect(status).toBe(200)
  await eventually(() => expect(jumps).toBe(1))
  expect(clock.now().getTime() - Date.now()).toBeGreaterThan(DAY_MS - 2_000)
  expect((await callConsole(sandbox, '/_sandbox/clock', { to: '2020-01-01T00:00:00Z' })).status).toBe(400)
  expect((await callConsole(sandbox, '/_sandbox/clock', { advanceMs: -1 })).status).toBe(400)
  await expect(followClock('http://127.0.0.1:9/_sandbox/clock')).rejects.toThrow('No clock responds at http://127.0.0.1:9')
})

test('links to every page from the console and applies its forms', async () => {
  const { sandbox, stripe, clock } = await open({ appOrigin: 'http://127.0.0.1:9' })
  onTestFinished(() => sandbox.stop())
  const session = await stripe.checkout.sessions.create(sale())
  const post = (path: string, form: Record<string, string>) =>
    fetch(`${sandbox.url}${path}`, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
  const page = await (await fetch(sandbox.url)).text()
  for (const link of ['/mail', '/events', session.url!, 'http://127.0.0.1:9']) expect(page).toContain(`href="${link}"`)
  const before = clock.now().getTime()
  expect((await post('/console/clock', { advanceMs: String(DAY_MS) })).status).toBe(303)
  expect(clock.now().getTime() - before).toBe(DAY_MS)
  await post('/console/balance', { amount: '1234' })
  expect(await (await fetch(sandbox.url)).text()).toContain('€12.34')
  await post('/console/faults', { kind: 'rate_limit', path: '/v1/transfers', times: '2' })
  expect((await callConsole(sandbox, '/_sandbox/faults')).body).toMatchObject([{ kind: 'rate_limit', times: 2 }])
  expect((await post('/console/faults', { kind: 'nonsense' })).status).toBe(400)
})

/** Unlike `fetch`, `ask` sends exactly these headers. */
function ask(url: string, path: string, method: string, headers: OutgoingHttpHeaders): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>()
  const { hostname, port } = new URL(url)
  const asked = request({ hostname, port, path, method, headers }, (answer) => answer.resume().on('end', () => resolve(answer.statusCode)))
  asked.on('error', reject).end()
  return promise
}

test('accepts only requests for known host names', async () => {
  const { url } = await start({ hosts: ['sandbox'] })
  const statuses = [
    '127.0.0.1:4320',
    'localhost',
    '[::1]:1',
    'sandbox:4320',
    'Sandbox',
    'evil.example',
    'evil.example:4320',
    'sandbox.evil.example',
  ].map((host) => ask(url, '/_sandbox/clock', 'GET', { host }))
  expect(await Promise.all(statuses)).toEqual([200, 200, 200, 200, 200, 421, 421, 421])
})

test.each([
  ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
  ['another site without Origin', { 'sec-fetch-site': 'cross-site' }],
  ['another port of this host', { 'sec-fetch-site': 'same-site', origin: 'http://127.0.0.1:4300' }],
  ['another site in an old browser', { origin: 'http://evil.example' }],
  ['a sandboxed frame', { origin: 'null' }],
])('rejects changes and mailbox access from %s, but serves linked pages', async (_, headers) => {
  const { url } = await start()
  for (const [path, method] of [
    ['/console/clock', 'POST'],
    ['/_sandbox/clock', 'POST'],
    ['/_sandbox/faults', 'DELETE'],
    ['/_sandbox/social/accounts', 'POST'],
    ['/v1/customers', 'POST'],
    ['/workflow/verify', 'POST'],
    ['/nowhere', 'PUT'],
    ['/mail', 'GET'],
    ['/mail/api/latest', 'GET'],
    ['/mail/api/switches', 'PUT'],
  ] as const)
    expect(await ask(url, path, method, headers), path).toBe(403)
  for (const path of ['/', '/social']) expect(await ask(url, path, 'GET', headers), path).toBe(200)
})

test('allows its own pages and programs to make changes and read e-mails', async () => {
  const { url } = await start()
  const own = [{}, { 'sec-fetch-site': 'same-origin', origin: 'null' }, { origin: url }, { 'sec-fetch-site': 'none' }]
  for (const headers of own) {
    expect(await ask(url, '/mail', 'GET', headers)).toBe(200)
    expect(await ask(url, '/_sandbox/faults', 'DELETE', headers)).toBe(200)
  }
})
