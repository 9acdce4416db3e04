import { Readable } from 'node:stream'
import { SERVICES } from '@reelfair/contracts'
import { gateway, services } from '@reelfair/local/services'
import { makeSessionKeys } from '@reelfair/service-kit'
import { eventually, startService } from '@reelfair/testkit'
import { beforeEach, expect, test } from 'vitest'
import { startOutside } from '../start-outside.ts'

/**
 * The gateway times out after ten seconds. Before that, the payouts service must report a slow payment provider, and a
 * retry must continue where the first request stopped.
 */
const PUBLIC_ORIGIN = 'http://localhost:4000'
const PASSWORD = 'correct horse'
const SLOW = { timeout: 90_000 }

const definitionOf = (wanted: string) => services.find(({ name }) => name === wanted) ?? expect.unreachable()
const { sandbox, startedWith } = await startOutside(PUBLIC_ORIGIN)
const { privateKey, publicKey } = makeSessionKeys()
const start = (name: string) => {
  const { env, clock } = startedWith(name)
  return startService(definitionOf(name), {
    clock,
    env: { ...env, SESSION_PUBLIC_KEY: publicKey, ...(name === 'identity' && { SESSION_PRIVATE_KEY: privateKey }) },
  })
}
const identity = await start('identity')
const payouts = await start('payouts')
const { url } = await startService(gateway, {
  env: {
    PUBLIC_ORIGIN,
    SESSION_PUBLIC_KEY: publicKey,
    ...Object.fromEntries(SERVICES.map((name) => [`${name.toUpperCase()}_URL`, (name === 'payouts' ? payouts : identity).url])),
    ...Object.fromEntries(['SHELL_APP', 'REMOTE_CREATOR', 'REMOTE_BRAND', 'REMOTE_ADMIN'].map((key) => [key, import.meta.dirname])),
  },
})

const send = async (path: string, body: object, headers: Record<string, string> = {}) => {
  const began = performance.now()
  const answer = await fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: { origin: PUBLIC_ORIGIN, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const read = (await answer.json()) as { code?: string; url?: string }
  return { answer, status: answer.status, seconds: (performance.now() - began) / 1_000, ...read }
}

/** @returns a function that repeats one request with the same idempotency key */
async function aCreator() {
  const email = `${crypto.randomUUID()}@example.org`
  const context = identity.context()
  const command = definitionOf('identity').commands?.find(({ name }) => name === 'create-user')
  const ports = { ...context.ports, standardInput: Readable.from([PASSWORD]) }
  await command?.run({ email, role: 'creator', password: '-' }, { ...context, connection: context.connection, log: context.log, ports })
  const { answer } = await send('/identity/sessions', { email, password: PASSWORD })
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? expect.unreachable(`cannot sign in: ${answer.status}`)
  const key = crypto.randomUUID()
  return () => send('/payouts/payout-account/onboarding', { country: 'FR' }, { cookie, 'idempotency-key': key })
}

const slow = (path: string, delayMs: number) =>
  fetch(`${sandbox.url}/_sandbox/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ kind: 'slow', method: 'POST', path, delayMs }),
  })
const accounts = async () => ((await (await fetch(`${sandbox.url}/_sandbox/accounts`)).json()) as unknown[]).length
beforeEach(() => fetch(`${sandbox.url}/_sandbox/faults`, { method: 'DELETE' }))

test('reports a slow provider, and continues with the account it created when the request is retried', SLOW, async () => {
  const before = await accounts()
  const setUp = await aCreator()
  await slow('/v2/core/accounts', 5_000)
  const first = await setUp()
  expect([first.status, first.code]).toEqual([503, 'provider_unavailable'])
  // Retries while Stripe is processing the first request, and again after Stripe has finished.
  await eventually(
    async () => {
      const { status, code } = await setUp()
      expect(['provider_unavailable', undefined]).toContain(code)
      expect(status).toBe(201)
    },
    { within: 30_000 },
  )
  expect(await accounts()).toBe(before + 1)
})

test('responds to a request with two slow provider calls before the gateway times out', SLOW, async () => {
  const setUp = await aCreator()
  await slow('/v2/core/account_links', 2_200)
  await slow('/v2/core/accounts', 2_200)
  const { status, url: link, seconds } = await setUp()
  expect([status, link]).toEqual([201, expect.stringContaining(sandbox.url)])
  expect(seconds).toBeGreaterThan(4)
})
