import { countBy, times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { startMailbox } from '../mailbox.fixture.ts'
import { startIdentity } from '../people.fixture.ts'
import { sessions } from '../store/sessions.ts'

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
