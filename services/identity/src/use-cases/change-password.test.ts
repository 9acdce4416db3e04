import { hashOfSecret } from '@reelfair/service-kit'
import { countBy, type Person, times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { startMailbox } from '../mailbox.fixture.ts'
import { deviceOf } from '../store/devices.ts'
import { links } from '../store/links.ts'
import { sessions } from '../store/sessions.ts'
import { PASSWORD, startIdentity } from '../users.fixture.ts'

const mailbox = await startMailbox({ forTest: false })
const { app, user, signIn, exchange, changePassword, askForLink, signInByLink } = await startIdentity({ env: { SMTP_URL: mailbox.url } })

const NEW = 'fjord lantern 41'

async function signedIn() {
  const { id, email } = await user('creator')
  const entered = await signIn(email)
  const [session] = await sessions.find(app.context(), { userId: id }, { limit: 1 })
  const me: Person = { id, role: 'creator', complete: true, sessionId: session?.id ?? '' }
  return { id, email, me, ...entered }
}

test('replaces the password, ends all other sessions and gives this browser a new one', async () => {
  const { id, email, me, secret } = await signedIn()
  const elsewhere = await signIn(email)
  const answer = await changePassword(me, PASSWORD, NEW)
  expect(answer).toMatchObject({ status: 200, body: { id, email, role: 'creator' } })
  expect(await Promise.all([secret, elsewhere.secret, answer.secret].map(async (one) => (await exchange(one)).status))).toEqual([
    401, 401, 200,
  ])
  expect((await signIn(email)).body.code).toBe('wrong_credentials')
  expect((await signIn(email, NEW)).status).toBe(201)
  const ended = (await app.emitted('session.ended')).filter(({ userId }) => userId === id)
  expect(ended).toHaveLength(2)
  const mail = await mailbox.newest(email)
  expect(mail.subject).toBe('Your password was changed')
  expect(mail.body).toContain('https://reelfair.test/forgot-password')
})

test('rejects a wrong current password and keeps the session', async () => {
  const { email, me, secret } = await signedIn()
  expect(await changePassword(me, 'wrong horse', NEW)).toMatchObject({ status: 403, body: { code: 'wrong_password' }, secret: '' })
  expect((await exchange(secret)).status).toBe(200)
  expect((await signIn(email)).status).toBe(201)
  expect(mailbox.to(email)).toEqual([])
})

test('does not slow down a change after failed sign-ins with the same address', async () => {
  const { email, me } = await signedIn()
  for (const _ of times(10, (n) => n)) await signIn(email, 'wrong horse')
  const began = performance.now()
  expect((await changePassword(me, PASSWORD, NEW)).status).toBe(200)
  expect(performance.now() - began).toBeLessThan(990)
})

test('invalidates links that were requested before the change', async () => {
  const { id, email, me } = await signedIn()
  await askForLink(email)
  const { token } = await mailbox.newest(email)
  await changePassword(me, PASSWORD, NEW)
  expect(await links.find(app.context(), { userId: id }, { limit: 5 })).toEqual([])
  expect((await signInByLink(token)).status).toBe(410)
})

test('accepts exactly one of twenty concurrent changes', async () => {
  const { email, me } = await signedIn()
  const answers = await Promise.all(times(20, (n) => changePassword(me, PASSWORD, `${NEW} ${n}`)))
  expect(countBy(answers, 'status')).toEqual({ 200: 1, 403: 19 })
  const index = answers.findIndex(({ status }) => status === 200)
  expect((await signIn(email, `${NEW} ${index}`)).status).toBe(201)
  await mailbox.newest(email)
  expect(mailbox.to(email)).toHaveLength(1)
})

test('keeps the browser as a known device', async () => {
  const { id, me, device } = await signedIn()
  const headers = { 'x-device': device, 'x-forwarded-for': '198.51.100.78' }
  const answer = await app.as(me).put('/password', { currentPassword: PASSWORD, password: NEW }, { headers })
  expect(answer.headers['x-set-device']).toContain(device)
  expect(await deviceOf(app.context(), hashOfSecret(device), id)).toBeDefined()
})

test.each([
  ['too short', { currentPassword: PASSWORD, password: 'short' }, 'invalid_input'],
  ['too long', { currentPassword: PASSWORD, password: 'x'.repeat(129) }, 'invalid_input'],
  ['too common', { currentPassword: PASSWORD, password: 'MotDePasse2026!' }, 'password_common'],
  ['with another field', { currentPassword: PASSWORD, password: NEW, role: 'admin' }, 'invalid_input'],
])('rejects a new password that is %s', async (_, body, code) => {
  const { me } = await signedIn()
  expect(await app.as(me).put('/password', body)).toMatchObject({ status: 400, body: { code } })
})
