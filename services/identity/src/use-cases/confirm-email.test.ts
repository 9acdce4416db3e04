import { createHook } from 'node:async_hooks'
import { countBy, times } from '@reelfair/testkit'
import { expect, test, vi } from 'vitest'
import { DUMMY_HASH } from '../adapters/password-hash.ts'
import { addUser } from '../cli/create-user.ts'
import { startMailbox } from '../mailbox.fixture.ts'
import { sessions } from '../store/sessions.ts'
import { users } from '../store/users.ts'
import { PASSWORD, startIdentity } from '../users.fixture.ts'

const mailbox = await startMailbox({ forTest: false })
const { app, newEmail, user, signUp, signIn, confirm, resend, exchange, typing, checkCheaply } = await startIdentity({
  env: { SMTP_URL: mailbox.url },
})

async function signedUp() {
  const email = newEmail()
  await signUp({ email })
  await checkCheaply(email)
  return { email, ...(await mailbox.newest(email)) }
}

test('accepts a confirmation link and rejects its second use', async () => {
  const { token } = await signedUp()
  expect((await confirm(token)).status).toBe(201)
  expect(await confirm(token)).toMatchObject({ status: 410, body: { code: 'confirmation_invalid', details: { hours: 24 } } })
})

test('accepts exactly one of ten concurrent confirmations with the same link', async () => {
  const { token, email } = await signedUp()
  const answers = await Promise.all(times(10, () => confirm(token)))
  expect(countBy(answers, 'status')).toEqual({ 201: 1, 410: 9 })
  const { id } = answers.find(({ status }) => status === 201)?.body ?? {}
  expect(await sessions.count(app.context(), { userId: id }, 30)).toBe(1)
  expect((await signIn(email)).status).toBe(201)
})

test('keeps a link usable after a wrong password', async () => {
  const { token, email } = await signedUp()
  expect(await confirm(token, { password: 'wrong horse' })).toMatchObject({ status: 401, body: { code: 'wrong_credentials' } })
  expect((await signIn(email)).body.code).toBe('email_unconfirmed')
  expect((await confirm(token)).status).toBe(201)
})

test('rejects the password from a stranger’s earlier sign-up after the owner signs up with the same address', async () => {
  const email = newEmail()
  await signUp({ email, password: 'a squatter’s' })
  const first = await mailbox.newest(email)
  // The owner opens the link from the second e-mail but enters another password.
  app.clock.advance({ minutes: 1 })
  await resend(email)
  const second = await mailbox.newest(email, 2)
  expect((await confirm(second.token, { password: 'the owner’s' })).body.code).toBe('wrong_credentials')

  app.clock.advance({ minutes: 1 })
  expect((await signUp({ email, password: 'the owner’s' })).status).toBe(201)
  const third = await mailbox.newest(email, 3)
  for (const { token } of [first, second]) {
    expect((await confirm(token, { password: 'a squatter’s' })).body.code).toBe('confirmation_invalid')
  }
  expect((await confirm(third.token, { password: 'a squatter’s' })).body.code).toBe('wrong_credentials')
  expect((await confirm(third.token, { password: 'the owner’s' })).status).toBe(201)
  expect((await signIn(email, 'a squatter’s')).body.code).toBe('wrong_credentials')
  expect((await signIn(email, 'the owner’s')).status).toBe(201)
})

test('rejects a password that another sign-up replaces during the check', async () => {
  const { token } = await signedUp()
  const read = users.byId.bind(users)
  vi.spyOn(users, 'byId').mockImplementationOnce(async (...args) => {
    const found = await read(...args)
    await users.native(app.context().connection).updateOne({ _id: found?.id ?? '' }, { $set: { passwordHash: DUMMY_HASH } })
    return found
  })
  expect((await confirm(token)).body.code).toBe('wrong_credentials')
  vi.restoreAllMocks()
  expect((await confirm(token)).body.code).toBe('wrong_credentials')
})

test('throttles password guesses per link and per network', async () => {
  const { token } = await signedUp()
  for (const _ of times(10, (n) => n)) expect((await confirm(token, { password: 'wrong horse' })).status).toBe(401)
  const began = performance.now()
  expect((await confirm(token, { password: 'wrong horse' })).status).toBe(401)
  expect(performance.now() - began).toBeGreaterThanOrEqual(990)

  const headers = { 'x-forwarded-for': '198.51.100.23' }
  const guess = (n: number) => app.as('visitor').post('/confirmations', { token: `link ${n}`, password: PASSWORD }, { headers })
  for (const n of times(10, (n) => n)) expect((await guess(n)).status).toBe(410)
  expect(await guess(10)).toMatchObject({ status: 429, body: { code: 'sign_in_slowed' } })
})

test('does not slow down a confirmation after failed sign-ins with the same address', async () => {
  const { token, email } = await signedUp()
  for (const _ of times(10, (n) => n)) await signIn(email, 'wrong horse')
  const began = performance.now()
  expect((await confirm(token)).status).toBe(201)
  expect(performance.now() - began).toBeLessThan(990)
})

test('hashes one password for an unknown link, just as it does for a wrong password', async () => {
  const { token } = await signedUp()
  let hashes = 0
  const counting = createHook({ init: (_, type) => void (type === 'ARGON2REQUEST' && hashes++) }).enable()
  const costOf = async (one: string) => {
    hashes = 0
    await confirm(one, { password: 'wrong horse' })
    return hashes
  }
  expect([await costOf(token), await costOf('of a link that never was')]).toEqual([1, 1])
  counting.disable()
})

test('accepts a confirmation link for 24 hours', async () => {
  const [early, late] = [await signedUp(), await signedUp()]
  app.clock.advance({ hours: 23, minutes: 59 })
  expect((await confirm(early.token)).status).toBe(201)
  app.clock.advance({ minutes: 1 })
  expect((await confirm(late.token)).status).toBe(410)
})

test('invalidates a confirmation link when a newer e-mail is sent', async () => {
  const { email, token } = await signedUp()
  app.clock.advance({ minutes: 1 })
  expect((await resend(email)).status).toBe(202)
  const newer = await mailbox.newest(email, 2)
  expect(newer.token).not.toBe(token)
  expect((await confirm(token)).status).toBe(410)
  expect((await confirm(newer.token)).status).toBe(201)
})

test.each(['x', 'A'.repeat(43), '../../etc', ''])('rejects the link token %j', async (token) => {
  expect([400, 410]).toContain((await confirm(token)).status)
})

test.each([
  { token: { $ne: '' }, password: PASSWORD },
  { token: ['x'], password: PASSWORD },
  { token: 'x', password: { $ne: '' } },
  { token: 'x', password: '' },
  { token: 'x', password: 'x'.repeat(129) },
  { token: 'x' },
  { token: 'x', password: PASSWORD, role: 'admin' },
])('rejects the request body %j', async (body) => {
  expect((await app.as('visitor').post('/confirmations', body)).status).toBe(400)
})

test('ends the browser’s previous session, so that a planted session is useless', async () => {
  const planted = await user('creator')
  const before = await signIn(planted.email)
  const [former] = await sessions.find(app.context(), { userId: planted.id }, { limit: 1 })
  const { token } = await signedUp()
  const answer = await confirm(token, { as: { id: planted.id, role: 'creator', complete: true, sessionId: former?.id ?? '' } })
  expect(answer.status).toBe(201)
  expect(answer.secret).not.toBe(before.secret)
  expect((await exchange(before.secret)).status).toBe(401)
})

/** Creates a user with the data that was stored before addresses had to be confirmed. */
async function fromBefore() {
  const { id, email } = await user('creator')
  const { secret } = await signIn(email)
  const before = { $unset: { confirmedAt: '' }, $set: { createdAt: new Date('2026-01-01T00:00:00Z') } } as const
  await users.native(app.context().connection).updateOne({ _id: id }, before)
  return { id, email, secret }
}

test('until the address is confirmed, rejects sessions of a user who signed up before confirmation was required', async () => {
  const { id, email, secret } = await fromBefore()
  expect((await exchange(secret)).status).toBe(401)
  expect((await signIn(email)).body.code).toBe('email_unconfirmed')
  expect((await resend(email)).status).toBe(202)
  expect((await confirm((await mailbox.newest(email)).token)).body).toMatchObject({ id, role: 'creator' })
  expect((await signIn(email)).status).toBe(201)
})

test('lets an operator confirm a user who signed up before confirmation was required', async () => {
  const { id, email } = await fromBefore()
  expect(await addUser({ email, role: 'creator', password: '-' }, typing('given secret'))).toContain(id)
  expect((await signIn(email, 'given secret')).body).toMatchObject({ id })
})
