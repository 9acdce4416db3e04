import { countBy, times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { createUser } from '../cli/create-user.ts'
import { startMailbox } from '../mailbox.fixture.ts'
import { startIdentity } from '../people.fixture.ts'
import { sessions } from '../store/sessions.ts'
import { users } from '../store/users.ts'

const mailbox = await startMailbox({ forTest: false })
const { app, newEmail, user, signUp, signIn, confirm, resend, exchange } = await startIdentity({ env: { SMTP_URL: mailbox.url } })

async function signedUp() {
  const email = newEmail()
  await signUp({ email })
  return { email, ...(await mailbox.newest(email)) }
}

test('a link opens once', async () => {
  const { token } = await signedUp()
  expect((await confirm(token)).status).toBe(201)
  expect(await confirm(token)).toMatchObject({ status: 410, body: { code: 'confirmation_invalid', details: { hours: 24 } } })
})

test('of twenty that press its button at once one gets in', async () => {
  const { token, email } = await signedUp()
  const answers = await Promise.all(times(20, () => confirm(token)))
  expect(countBy(answers, 'status')).toEqual({ 201: 1, 410: 19 })
  const { id } = answers.find(({ status }) => status === 201)?.body ?? {}
  expect(await sessions.count(app.context(), { userId: id }, 30)).toBe(1)
  expect((await signIn(email)).status).toBe(201)
})

test('works until 24 h have passed, not longer', async () => {
  const [early, late] = [await signedUp(), await signedUp()]
  app.clock.advance({ hours: 23, minutes: 59 })
  expect((await confirm(early.token)).status).toBe(201)
  app.clock.advance({ minutes: 1 })
  expect((await confirm(late.token)).status).toBe(410)
})

test('a newer mail makes the older link void', async () => {
  const { email, token } = await signedUp()
  app.clock.advance({ minutes: 1 })
  expect((await resend(email)).status).toBe(202)
  const newer = await mailbox.newest(email, 2)
  expect(newer.token).not.toBe(token)
  expect((await confirm(token)).status).toBe(410)
  expect((await confirm(newer.token)).status).toBe(201)
})

test.each(['x', 'A'.repeat(43), '../../etc', ''])('nothing opens with %j', async (token) => {
  expect([400, 410]).toContain((await confirm(token)).status)
})

test.each([{ token: { $ne: '' } }, { token: ['x'] }, { token: 'x', role: 'admin' }])('refuses %j', async (body) => {
  expect((await app.as('visitor').post('/confirmations', body)).status).toBe(400)
})

test('a session that the browser had before is over, so that a planted one is worth nothing', async () => {
  const planted = await user('creator')
  const before = await signIn(planted.email)
  const [former] = await sessions.find(app.context(), { userId: planted.id }, { limit: 1 })
  const { token } = await signedUp()
  const answer = await confirm(token, { id: planted.id, role: 'creator', complete: true, sessionId: former?.id ?? '' })
  expect(answer.status).toBe(201)
  expect(answer.secret).not.toBe(before.secret)
  expect((await exchange(before.secret)).status).toBe(401)
})

/** As users were stored before addresses were confirmed. */
async function fromBefore() {
  const { id, email } = await user('creator')
  const { secret } = await signIn(email)
  const before = { $unset: { confirmedAt: '' }, $set: { createdAt: new Date('2026-01-01T00:00:00Z') } } as const
  await users.native(app.context().connection).updateOne({ _id: id }, before)
  return { id, email, secret }
}

test('a user from before confirmations is unconfirmed: no session counts, and a mail makes good without losing anything', async () => {
  const { id, email, secret } = await fromBefore()
  expect((await exchange(secret)).status).toBe(401)
  expect((await signIn(email)).body.code).toBe('email_unconfirmed')
  expect((await resend(email)).status).toBe(202)
  expect((await confirm((await mailbox.newest(email)).token)).body).toMatchObject({ id, role: 'creator' })
  expect((await signIn(email)).status).toBe(201)
})

test('an operator may vouch for a user from before confirmations', async () => {
  const { id, email } = await fromBefore()
  expect(await createUser.run({ email, role: 'creator', password: 'given secret' }, app.context())).toContain(id)
  expect((await signIn(email, 'given secret')).body).toMatchObject({ id })
})
