import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { followClock } from '@reelfair/service-kit'
import { eventually } from '@reelfair/testkit/eventually'
import { expect, onTestFinished, test, vi } from 'vitest'
import { clientOf, console, open, sale } from '../test/client.ts'
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

test('after a stop, all is as it was: objects, keys, secrets, the clock, and what is due', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'reelfair-sandbox-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const first = await startSandbox({ dataDir })
  first.clock.advance({ days: 10 })
  const { id } = await clientOf(first).checkout.sessions.create(sale(), { idempotencyKey: 'k' })
  await console(first, `/_sandbox/checkout/${id}`, { card: 'AT611904300234573201' })
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

test('a service elsewhere follows the clock at once, and never goes back', async () => {
  const sandbox = await start()
  const clock = await followClock(`${sandbox.url}/_sandbox/clock`)
  onTestFinished(() => clock.stop())
  let jumps = 0
  clock.onJump(() => {
    jumps += 1
  })
  expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(2_000)
  const { status } = await console(sandbox, '/_sandbox/clock', { advanceMs: DAY_MS })
  expect(status).toBe(200)
  await eventually(() => expect(jumps).toBe(1))
  expect(clock.now().getTime() - Date.now()).toBeGreaterThan(DAY_MS - 2_000)
  expect((await console(sandbox, '/_sandbox/clock', { to: '2020-01-01T00:00:00Z' })).status).toBe(400)
  expect((await console(sandbox, '/_sandbox/clock', { advanceMs: -1 })).status).toBe(400)
  await expect(followClock('http://127.0.0.1:9/_sandbox/clock')).rejects.toThrow('No clock answers at http://127.0.0.1:9')
})

test('the console links everything, and its forms do what they say', async () => {
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
  expect((await console(sandbox, '/_sandbox/faults')).body).toMatchObject([{ kind: 'rate_limit', times: 2 }])
  expect((await post('/console/faults', { kind: 'nonsense' })).status).toBe(400)
})

test('another site in the same browser moves nothing', async () => {
  const sandbox = await start()
  const answer = await fetch(`${sandbox.url}/console/clock`, {
    method: 'POST',
    body: new URLSearchParams({ advanceMs: '1000' }),
    headers: { 'sec-fetch-site': 'cross-site' },
  })
  expect(answer.status).toBe(403)
})
