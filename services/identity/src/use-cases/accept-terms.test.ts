import { movableClock, type Person, times } from '@reelfair/testkit'
import { beforeEach, describe, expect, test } from 'vitest'
import { brands } from '../store/brands.ts'
import { type User, userById, users } from '../store/users.ts'
import { startIdentity } from '../users.fixture.ts'

/** One millisecond before version 1.1 applies to everyone: midnight in Paris. */
const BEFORE = '2026-12-06T22:59:59.999Z'
const AFTER = '2026-12-06T23:00:00.000Z'
const FIRST = { version: '1.0', acceptedAt: new Date('2026-11-20T12:00:00Z'), ip: '198.51.100.7' }

const clock = movableClock(AFTER)
const { app, user, signIn, signUp, exchange, newEmail } = await startIdentity({ clock, workers: false })
beforeEach(() => clock.set(AFTER))

const storedUser = async (id: string) => (await userById(app.context(), id)) ?? expect.unreachable()
const change = (id: string, changes: Partial<User>) =>
  app.context().transact(async (tx) => users.save(tx, { ...(await users.byId(tx, id)), ...changes } as User))
const as = ({ id, role }: { id: string; role: Person['role'] }): Person => ({ id, role, complete: true, sessionId: crypto.randomUUID() })
const accept = (who: Person, version = '1.1', ip = '203.0.113.9') =>
  app.as(who).post('/terms-acceptances', { version }, { headers: { 'x-forwarded-for': ip } })
const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

/** A user who accepted version 1.0 at sign-up. */
async function earlyUser(role: 'creator' | 'brand' = 'creator') {
  const early = await user(role)
  await change(early.id, { terms: [FIRST], termsKnown: 0 })
  return early
}

const required = { version: '1.1', accepted: '1.0' }

describe.each(['creator', 'brand'] as const)('a %s who accepted version 1.0', (role) => {
  test('must accept version 1.1 at the first sign-in after it applies to everyone', async () => {
    const early = await earlyUser(role)
    const { body, secret } = await signIn(early.email)
    expect(body).toMatchObject({ role, termsToAccept: required })
    const { me, token } = (await exchange(secret)).body
    expect(me).toMatchObject({ termsToAccept: required })
    expect(claimsOf(token)).toMatchObject({ termsOutdated: true })
    const session = { ...as(early), sessionId: claimsOf(token).sid }
    expect((await app.as(session).get('/session')).body.me).toMatchObject({ termsToAccept: required })
    expect((await app.as(session).get('/me')).body).toMatchObject({ termsToAccept: required })

    const accepted = await accept(session)
    expect(accepted).toMatchObject({ status: 201, body: { id: early.id, role } })
    expect(accepted.body).not.toHaveProperty('termsToAccept')
    expect(claimsOf((await exchange(secret)).body.token)).not.toHaveProperty('termsOutdated')
    expect((await app.as(session).get('/me')).body).not.toHaveProperty('termsToAccept')
  })
})

test('keeps the time, version and IP address of every accepted version', async () => {
  const early = await earlyUser()
  await accept(as(early))
  const { terms, termsKnown } = await storedUser(early.id)
  expect(terms).toEqual([FIRST, { version: '1.1', acceptedAt: new Date(AFTER), ip: '203.0.113.9' }])
  expect(termsKnown).toBe(1)
  expect((await app.as(as(early)).get('/account')).body.terms).toEqual({ version: '1.1', acceptedAt: AFTER })
})

test('stores the acceptance as the company’s evidence too', async () => {
  clock.set(FIRST.acceptedAt)
  const early = await earlyUser('brand')
  const client = app.as({ ...as(early), complete: false })
  const contact = { contactFirstName: 'Ida', contactLastName: 'Roth', contactEmail: 'ida@alpine.example', termsAccepted: true }
  await client.put('/brand', { brandName: 'Alpine', ...contact }, { headers: { 'x-forwarded-for': FIRST.ip } })
  const registered = await brands.byId(app.context(), early.id)
  expect(registered?.terms).toEqual([FIRST])
  clock.set(AFTER)
  await accept(as(early))
  const terms = [FIRST, { version: '1.1', acceptedAt: new Date(AFTER), ip: '203.0.113.9' }]
  expect(await brands.byId(app.context(), early.id)).toEqual({ ...registered, terms, version: 2 })
  await accept(as(early), '1.1', '203.0.113.10')
  expect((await brands.byId(app.context(), early.id))?.terms).toEqual(terms)
  expect((await client.get('/brand')).body).toMatchObject({ termsVersion: '1.1', termsAcceptedAt: AFTER })
})

test('keeps the company’s first acceptance of a version, made with the registration form', async () => {
  const early = await earlyUser('brand')
  const contact = { contactFirstName: 'Ida', contactLastName: 'Roth', contactEmail: 'ida@alpine.example', termsAccepted: true }
  await app.as({ ...as(early), complete: false }).put('/brand', { brandName: 'Alpine', ...contact })
  clock.advance({ days: 1 })
  expect((await accept(as(early))).status).toBe(201)
  expect((await brands.byId(app.context(), early.id))?.terms).toMatchObject([{ version: '1.1', acceptedAt: new Date(AFTER) }])
})

test('records one acceptance for repeated and concurrent requests, and emits one event', async () => {
  const early = await earlyUser()
  const answers = await Promise.all(times(20, () => accept(as(early))))
  expect(answers.map(({ status }) => status)).toEqual(times(20, () => 201))
  clock.advance({ days: 1 })
  expect((await accept(as(early))).status).toBe(201)
  expect((await storedUser(early.id)).terms).toEqual([FIRST, { version: '1.1', acceptedAt: new Date(AFTER), ip: '203.0.113.9' }])
  const changed = (await app.emitted('session.changed')).filter(({ userId }) => userId === early.id)
  expect(changed).toHaveLength(1)
})

test('lets a session that started before that day continue, and asks at the next sign-in', async () => {
  clock.set(BEFORE)
  const early = await earlyUser()
  const { body, secret } = await signIn(early.email)
  expect(body).not.toHaveProperty('termsToAccept')
  clock.set(AFTER)
  expect((await exchange(secret)).body.me).not.toHaveProperty('termsToAccept')
  clock.advance({ days: 13 })
  expect(claimsOf((await exchange(secret)).body.token)).not.toHaveProperty('termsOutdated')
  expect((await signIn(early.email)).body).toMatchObject({ termsToAccept: required })
})

test('accepts the new version as soon as it is published, before it applies to everyone', async () => {
  clock.set('2026-11-21T22:59:59.999Z')
  const early = await earlyUser()
  expect((await accept(as(early))).body.code).toBe('terms_not_current')
  clock.set('2026-11-21T23:00:00.000Z')
  expect((await accept(as(early))).status).toBe(201)
  clock.set(AFTER)
  expect((await signIn(early.email)).body).not.toHaveProperty('termsToAccept')
})

test.each(['1.0', '1.2', '', 'x'.repeat(20)])('rejects version %j, which is not the current one', async (version) => {
  const early = await earlyUser()
  expect(await accept(as(early), version)).toMatchObject({ status: 409, body: { code: 'terms_not_current' } })
  expect((await storedUser(early.id)).terms).toEqual([FIRST])
})

test.each([{ version: 'x'.repeat(21) }, { version: 1.1 }, {}, { version: '1.1', userId: crypto.randomUUID() }])(
  'rejects the input %j',
  async (input) => {
    expect((await app.as(as(await earlyUser())).post('/terms-acceptances', input)).body.code).toBe('invalid_input')
  },
)

test('lets only creators and brands accept, including unregistered brands', async () => {
  expect((await app.as('visitor').post('/terms-acceptances', { version: '1.1' })).body.code).toBe('not_signed_in')
  expect((await accept(as(await user('admin')))).body.code).toBe('not_allowed')
  expect((await accept(as({ id: crypto.randomUUID(), role: 'creator' }))).body.code).toBe('not_signed_in')
  expect((await accept({ ...as(await earlyUser('brand')), complete: false })).status).toBe(201)
})

test('requires admins to accept nothing, and users created by a command to accept only newer versions', async () => {
  const [admin, creator, brand] = [await user('admin'), await user('creator'), await user('brand')]
  for (const { email } of [admin, creator, brand]) expect((await signIn(email)).body).not.toHaveProperty('termsToAccept')
  for (const { id } of [admin, creator, brand]) expect((await storedUser(id)).terms).toEqual([])
  for (const { id } of [creator, brand]) await change(id, { termsVouched: '1.0' })
  for (const { email } of [creator, brand]) expect((await signIn(email)).body).toMatchObject({ termsToAccept: required })
  await accept(as(creator))
  expect((await signIn(creator.email)).body).not.toHaveProperty('termsToAccept')
})

test.each([
  ['1.0', '2026-11-21T22:59:59.999Z'],
  ['1.1', '2026-11-21T23:00:00.000Z'],
])('a sign-up accepts version %s at %s', async (version, at) => {
  clock.set(at)
  const email = newEmail()
  expect((await signUp({ email }, { 'x-forwarded-for': '198.51.100.7' })).status).toBe(201)
  const [stored] = await users.find(app.context(), { email }, { limit: 1 })
  expect(stored?.terms).toEqual([{ version, acceptedAt: new Date(at), ip: '198.51.100.7' }])
})
