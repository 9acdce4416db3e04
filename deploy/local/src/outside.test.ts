import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eventually } from '@reelfair/testkit'
import { freePort } from '@reelfair/testkit/engines'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noPages, ownFolder } from './local.fixture.ts'
import { Outside, outsideEnv } from './outside.ts'
import { type Local, startLocal } from './start-local.ts'

let own: ReturnType<typeof ownFolder>
let local: Local
const output: string[] = []

beforeAll(async () => {
  own = ownFolder('outside', 'debug')
  local = await startLocal({
    folder: own.folder,
    port: await freePort(),
    web: noPages,
    progress: { step: (name, work) => work().finally(() => output.push(name)), print: (line) => void output.push(line) },
  })
}, 120_000)
afterAll(async () => {
  await local.stop()
  own.leave()
})

async function ask(method: string, path: string, cookie: string, body?: object) {
  const answer = await fetch(`${local.url}/api${path}`, {
    method,
    headers: { origin: local.url, cookie, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const cookies = answer.headers.getSetCookie().map((one) => one.split(';')[0])
  return { status: answer.status, cookie: cookies.join('; '), body: (await answer.json().catch(() => ({}))) as Record<string, string> }
}

const signIn = (who: string) => {
  const { email, password } = local.signIns.find((one) => one.email.startsWith(`${who}@`))!
  return ask('POST', '/identity/sessions', '', { email, password })
}

async function console<Body>(path: string, body?: object): Promise<Body> {
  const answer = await fetch(`${local.sandbox.url}${path}`, {
    ...(body ? { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
  })
  return (await answer.json()) as Body
}

test('allows images from the sandbox’s networks, including on previously used ports', () => {
  const origins = ['http://127.0.0.1:4420', 'http://127.0.0.1:4320']
  expect(outsideEnv({ ...Outside.parse(local.sandbox), origins }, 'gateway', local.url)).toMatchObject({
    PICTURE_ORIGINS: 'http://127.0.0.1:4420 http://127.0.0.1:4320',
  })
})

test('posts a test earning from the console exactly once', async () => {
  const { cookie } = await signIn('creator')
  const balance = async () => (await ask('GET', '/payouts/balance', cookie)).body
  const creatorId = 'creator@demo.reelfair.example'
  // An event informs the payouts service of the new creator after a short delay.
  await eventually(async () => {
    expect(await console('/_sandbox/earnings', { creatorId, cents: 250, reason: 'first' })).toEqual({ posted: true })
  })
  expect(await console('/_sandbox/earnings', { creatorId, cents: 250, reason: 'first' })).toEqual({ posted: false })
  expect(await balance()).toMatchObject({ payable: 250, held: 0 })
  expect(await console('/_sandbox/earnings', { creatorId: 'nobody@b.example', cents: 1, reason: 'x' })).toEqual({
    error: expect.stringContaining('does not know the creator nobody@b.example'),
  })
  expect(await console('/_sandbox/earnings', { creatorId, cents: 0, reason: 'x' })).toEqual({ error: expect.stringContaining('cents') })
})

test('never logs or prints keys, tokens or the contents of e-mails', async () => {
  const email = 'ida@people.example'
  const password = 'a long enough password'
  await ask('POST', '/identity/users', '', { email, password, role: 'creator', termsAccepted: true })
  const mail = await eventually(async () => {
    const found = await console<{ text: string; links: string[] }>(`/mail/api/latest?to=${email}`)
    expect(found.links[0]).toMatch(/token=/)
    return found
  })
  const { cookie } = await signIn('brand')
  const { body: order } = await ask('POST', '/payouts/credit-orders', cookie, { package: 'starter' })
  await console(`/_sandbox/checkout/${new URL(order.url!).pathname.split('/').at(-1)}`, { card: '4242424242424242' })
  await eventually(async () => expect((await ask('GET', `/payouts/credit-orders/${order.id}`, cookie)).body.status).toBe('paid'))

  const { stripe } = local.sandbox
  const { sessionPrivateKey, gatewaySecret, demoPassword } = local.secrets
  const token = new URLSearchParams(new URL(mail.links[0]!).hash.slice(1) || new URL(mail.links[0]!).search).get('token')!
  expect(token.length).toBeGreaterThan(40)
  const session = cookie.split(/[=;]/)[1]!
  const secrets = {
    sessionPrivateKey: sessionPrivateKey.split('\n')[1] || sessionPrivateKey,
    gatewaySecret,
    demoPassword,
    password,
    token,
    session,
    mailText: mail.text.split('\n').find((line) => line.length > 40)!,
    stripeKey: stripe.secretKey,
    ...stripe.webhookSecrets,
  }
  const logs = readdirSync(join(own.folder, 'logs')).map((name) => readFileSync(join(own.folder, 'logs', name), 'utf8'))
  const written = [...logs, ...output].join('\n')
  expect(written).toContain('/credit-orders')
  for (const [name, secret] of Object.entries(secrets)) expect({ name, found: written.includes(secret) }).toEqual({ name, found: false })
})
