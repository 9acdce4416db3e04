import { createHook } from 'node:async_hooks'
import { createPublicKey } from 'node:crypto'
import { verifyToken } from '@reelfair/service-kit/testing'
import { times } from '@reelfair/testkit'
import { describe, expect, test, vi } from 'vitest'
import { devices } from '../store/devices.ts'
import { securityEvents } from '../store/security-events.ts'
import { sessions } from '../store/sessions.ts'
import { throttles } from '../store/throttles.ts'
import { users } from '../store/users.ts'
import { PASSWORD, startIdentity } from '../users.fixture.ts'

const { app, keys, address, newEmail, signUp, user, signIn, exchange } = await startIdentity()
const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x: keys.publicKey } })

test('starts a session for the right password without storing the session’s secret', async () => {
  const { id, email } = await user('creator')
  const answer = await signIn(email)
  expect(answer).toMatchObject({ status: 201, body: { id, email, role: 'creator', complete: true } })
  expect(answer.headers['x-set-session']).toMatch(/^[\w-]{43}; max-age=2592000$/)
  expect(JSON.stringify(answer.body)).not.toContain(answer.secret)
  const [session] = await sessions.find(app.context(), { userId: id }, { limit: 10 })
  expect(session).toMatchObject({ userId: id, secretHash: expect.stringMatching(/^[\w-]{43}$/) })
  expect(JSON.stringify(session)).not.toContain(answer.secret)
  const { body } = await exchange(answer.secret)
  expect(await verifyToken(body.token, publicKey, new Date())).toMatchObject({ sub: id, sid: session?.id, role: 'creator', complete: true })
})

test('ignores capitalisation and surrounding spaces in the address', async () => {
  const { email } = await user('creator')
  expect((await signIn(` ${email.toUpperCase()} `)).status).toBe(201)
})

test('returns the same response for a wrong password and an unknown address', async () => {
  const { email } = await user('creator')
  const wrong = await signIn(email, 'wrong horse')
  const unknown = await signIn('nobody@example.org')
  expect(wrong).toMatchObject({ status: 401, body: { code: 'wrong_credentials' } })
  const withoutRequestId = ({ requestId: _, ...rest }: { requestId: string }) => rest
  expect(withoutRequestId(unknown.body)).toEqual(withoutRequestId(wrong.body))
  expect([wrong, unknown].map(({ headers }) => headers['x-set-session'])).toEqual([undefined, undefined])
})

test('hashes one password for an unknown address, just as it does for a wrong password', async () => {
  const { email } = await user('creator')
  // Counts hashes, because timings are unreliable on a busy machine. password-hash.test.ts checks that DUMMY_HASH has
  // the parameters of real hashes.
  let hashes = 0
  const counting = createHook({ init: (_, type) => void (type === 'ARGON2REQUEST' && hashes++) }).enable()
  const costOf = async (address: string) => {
    hashes = 0
    await signIn(address, 'wrong horse')
    return hashes
  }
  expect([await costOf(email), await costOf('nobody@example.org')]).toEqual([1, 1])
  counting.disable()
})

test('runs the same queries in the same order for unknown, unconfirmed and confirmed addresses', async () => {
  const { email: confirmed } = await user('creator')
  const { device } = await signIn((await user('creator')).email)
  const unconfirmed = newEmail()
  await signUp({ email: unconfirmed })
  const asked: string[] = []
  const watched = { users, sessions, devices, throttles } as const
  const verbs = ['byId', 'findOne', 'find', 'lock', 'insert', 'save', 'remove'] as const
  // Entries in the security log are written in one command together with the other writes.
  const all = [...Object.entries(watched).map((entry) => [...entry, verbs] as const), ['log', securityEvents, ['byId']] as const]
  for (const [name, collection, named] of all) {
    for (const verb of named) {
      const original = collection[verb].bind(collection) as (...args: unknown[]) => unknown
      vi.spyOn(collection, verb as 'byId').mockImplementation(((...args: unknown[]) => {
        asked.push(`${name}.${verb}`)
        return original(...args)
      }) as never)
    }
  }
  const costOf = async (address: string) => {
    asked.length = 0
    expect((await signIn(address, 'wrong horse', 'visitor', device)).status).toBe(401)
    return [...asked]
  }
  const costs = [await costOf('nobody.else@example.org'), await costOf(unconfirmed), await costOf(confirmed)]
  vi.restoreAllMocks()
  expect(costs[0]).toContain('users.findOne')
  expect(costs).toEqual(times(3, () => costs[0]))
})

test('takes about as long for an unknown address as for a wrong password', async () => {
  const { email } = await user('creator', 'real')
  const took = async (address: string) => {
    const began = performance.now()
    await signIn(address, 'wrong horse')
    return performance.now() - began
  }
  // Alternates between known and unknown addresses, so that load affects both equally. Makes only nine attempts each,
  // because the tenth is delayed.
  const [known, unknown]: [number[], number[]] = [[], []]
  for (const _ of times(9, (n) => n)) {
    known.push(await took(email))
    unknown.push(await took('nobody.at.all@example.org'))
  }
  const median = (values: number[]) => values.sort((a, b) => a - b)[4] ?? 0
  // The ratio would be about 0.1 if unknown addresses skipped the hashing.
  expect(median(unknown) / median(known)).toBeGreaterThan(0.4)
  expect(median(unknown) / median(known)).toBeLessThan(2.5)
})

test.each([
  [{ email: 'a@example.org' }],
  [{ password: PASSWORD }],
  [{ email: 'no address', password: PASSWORD }],
  [{ email: { $gt: '' }, password: PASSWORD }],
  [{ email: 'a@example.org', password: { $ne: '' } }],
  [{ email: 'a@example.org', password: 'x'.repeat(129) }],
  [{ email: 'a@example.org', password: PASSWORD, role: 'admin' }],
])('rejects %j', async (body) => {
  expect(await app.as('visitor').post('/sessions', body, { headers: address() })).toMatchObject({
    status: 400,
    body: { code: 'invalid_input' },
  })
})

test('issues a new secret and ends the previous session when a user signs in again', async () => {
  const { id, email } = await user('brand')
  const first = await signIn(email)
  const [former] = await sessions.find(app.context(), { userId: id }, { limit: 10 })
  const second = await signIn(email, PASSWORD, { id, role: 'brand', complete: false, sessionId: former?.id ?? '' })
  expect(second.secret).not.toBe(first.secret)
  expect((await exchange(first.secret)).status).toBe(401)
  expect((await exchange(second.secret)).status).toBe(200)
  expect(await app.emitted('session.ended')).toContainEqual({ sessionId: former?.id, userId: id })
})

test('keeps the previous session after a failed sign-in', async () => {
  const { id, email } = await user('creator')
  const { secret } = await signIn(email)
  const [session] = await sessions.find(app.context(), { userId: id }, { limit: 10 })
  await signIn(email, 'wrong horse', { id, role: 'creator', complete: true, sessionId: session?.id ?? '' })
  expect((await exchange(secret)).status).toBe(200)
})

test('does not store the sign-in response under an idempotency key, because the response contains a secret', async () => {
  const { id, email } = await user('creator')
  const { secret } = await signIn(email)
  const [session] = await sessions.find(app.context(), { userId: id }, { limit: 10 })
  const again = await app
    .as({ id, role: 'creator', complete: true, sessionId: session?.id ?? '' })
    .post('/sessions', { email, password: PASSWORD }, { key: crypto.randomUUID() })
  expect(again.status).toBe(201)
  const [fresh = ''] = (again.headers['x-set-session'] ?? '').split(';')
  const kept = await app.context().connection.collection('requests').find().toArray()
  for (const one of [secret, fresh]) expect(JSON.stringify(kept)).not.toContain(one)
})

test('uses indexes to find users and sessions', async () => {
  expect(await users.explain(app.context(), { emailKey: 'a@example.org' })).not.toContain('COLLSCAN')
  expect(await sessions.explain(app.context(), { secretHash: 'x' })).not.toContain('COLLSCAN')
})

test('limits concurrent attempts from one network without affecting other networks', async () => {
  const { email } = await user('creator')
  const headers = address()
  const attempt = () => app.as('visitor').post('/sessions', { email, password: 'wrong horse' }, { headers })
  const answers = await Promise.all(times(31, attempt))
  const codes = answers.map(({ body }) => body.code)
  expect(codes.filter((code) => code === 'too_many_requests')).toHaveLength(1)
  // On a busy machine, the last attempts may arrive after the first ten have failed and be slowed down.
  for (const code of codes) expect(['wrong_credentials', 'sign_in_slowed', 'too_many_requests']).toContain(code)
  expect((await signIn(email)).status).toBe(201)
})

describe('limit of twenty sessions', () => {
  test('ends the oldest session when a user signs in for the twenty-first time', async () => {
    const { id, email } = await user('creator')
    const secrets: string[] = []
    for (const _ of times(22, (n) => n)) {
      secrets.push((await signIn(email)).secret)
      app.clock.advance({ seconds: 1 })
    }
    const statuses: number[] = []
    for (const secret of secrets) statuses.push((await exchange(secret)).status)
    expect(statuses).toEqual([401, 401, ...times(20, () => 200)])
    expect((await app.emitted('session.ended')).filter(({ userId }) => userId === id)).toHaveLength(2)
  })

  test('enforces the limit of twenty sessions during concurrent sign-ins', async () => {
    const { id, email } = await user('creator')
    const answers = await Promise.all(times(30, () => signIn(email)))
    expect(answers.map(({ status }) => status)).toEqual(times(30, () => 201))
    expect(await sessions.count(app.context(), { userId: id }, 100)).toBe(20)
  })
})
