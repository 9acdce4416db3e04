import { countBy, eventually, times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { startMailbox } from '../mailbox.fixture.ts'
import { links } from '../store/links.ts'
import { mails } from '../store/mails.ts'
import { sessions } from '../store/sessions.ts'
import { findUserByEmail, users } from '../store/users.ts'
import { ORIGIN, startIdentity } from '../users.fixture.ts'

const mailbox = await startMailbox({ forTest: false })
const { app, newEmail, user, signUp, signIn, confirm, exchange, address } = await startIdentity({ env: { SMTP_URL: mailbox.url } })

test.each(['creator', 'brand'] as const)('signs up a %s, confirms the address by e-mail and signs the user in', async (role) => {
  const email = newEmail()
  const answer = await signUp({ email, role })
  expect(answer).toMatchObject({ status: 201, body: { email, resendAfterSeconds: 60 } })
  expect(answer.headers).not.toHaveProperty('x-set-session')
  expect((await signIn(email)).body.code).toBe('email_unconfirmed')

  const { token } = await mailbox.newest(email)
  const confirmed = await confirm(token)
  expect(confirmed).toMatchObject({ status: 201, body: { email, role, complete: role === 'creator' } })
  expect((await exchange(confirmed.secret)).body.me).toMatchObject({ email, role })
  expect((await signIn(email)).status).toBe(201)
})

test('emits creator.registered when a creator confirms the address, but no event when a brand does', async () => {
  const [creator, brand] = [newEmail(), newEmail()]
  await signUp({ email: creator })
  await signUp({ email: brand, role: 'brand' })
  const { id } = (await confirm((await mailbox.newest(creator)).token)).body
  await confirm((await mailbox.newest(brand)).token)
  const emitted = await app.emitted('creator.registered')
  expect(emitted.filter(({ email }) => email === creator)).toEqual([{ creatorId: id, email: creator, version: 2 }])
  expect(emitted.filter(({ email }) => email === brand)).toEqual([])
})

test('stores the accepted version of the terms, with the time and IP address of acceptance', async () => {
  const email = newEmail()
  const before = new Date()
  await signUp({ email }, { 'x-forwarded-for': '198.51.100.7' })
  const user = await findUserByEmail(app.context(), email)
  expect(user?.terms).toMatchObject([{ version: '1.1', ip: '198.51.100.7' }])
  expect(user?.terms[0]?.acceptedAt.getTime()).toBeGreaterThanOrEqual(before.getTime())
})

test.each([
  [{ role: 'admin' }, 'role'],
  [{ role: undefined }, 'role'],
  [{ password: 'short' }, 'password'],
  [{ password: 'x'.repeat(129) }, 'password'],
  [{ password: { $ne: '' } }, 'password'],
  [{ email: { $gt: '' } }, 'email'],
  [{ email: 'nobody' }, 'email'],
  [{ termsAccepted: false }, 'termsAccepted'],
  [{ termsAccepted: undefined }, 'termsAccepted'],
  [{ confirmedAt: '2026-01-01T00:00:00Z' }, 'confirmedAt'],
  [{ passwordHash: 'x' }, 'passwordHash'],
  [{ id: crypto.randomUUID() }, 'id'],
  [{ complete: true }, 'complete'],
])('rejects %j', async (wrong, path) => {
  const answer = await signUp({ email: newEmail(), ...wrong } as { email: string })
  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', fields: [{ path }] } })
})

test.each([
  '//evil.example',
  'https://evil.example',
  '/\\evil.example',
  '/..//evil.example',
  '/%2E%2e//evil.example',
  '/a\tb',
  'javascript:alert(1)',
  '',
])('rejects the redirect %j', async (redirect) => {
  const answer = await signUp({ email: newEmail(), redirect })
  expect(answer).toMatchObject({ status: 400, body: { fields: [{ path: 'redirect', message: 'This link leads to another site.' }] } })
})

test('accepts passwords of 6 and of 128 characters and rejects common ones', async () => {
  expect((await signUp({ email: newEmail(), password: 'kéfir4' })).status).toBe(201)
  expect((await signUp({ email: newEmail(), password: 'fjord lamp'.padEnd(128, 'x') })).status).toBe(201)
  for (const password of ['123456', 'Password', 'azerty2026!']) {
    expect(await signUp({ email: newEmail(), password })).toMatchObject({ status: 400, body: { code: 'password_common' } })
  }
})

test.each([
  ['en', 'An account with this email already exists.', 'Please accept the Terms.'],
  ['fr', 'Un compte existe déjà avec cette adresse e-mail.', 'Veuillez accepter les Conditions.'],
])('explains errors in the language %s', async (language, exists, terms) => {
  const { email } = await user('creator')
  const headers = { 'accept-language': language }
  expect((await signUp({ email: email.toUpperCase() }, headers)).body).toMatchObject({ code: 'email_taken', detail: exists })
  const { body } = await signUp({ email: newEmail(), termsAccepted: false }, headers)
  expect(body.fields).toEqual([{ path: 'termsAccepted', message: terms }])
})

/** Each sign-up hashes a password, so only the soak test sends a hundred. */
const signUps = Number(process.env.SIGN_UPS ?? 30)

test(`${signUps} concurrent sign-ups with one address create one user and at most one e-mail per cool-down`, async () => {
  const email = newEmail()
  const answers = await Promise.all(times(signUps, (n) => signUp({ email: n % 2 ? email : email.toUpperCase() })))
  expect(countBy(answers, 'status')).toEqual({ 201: signUps })
  expect(new Set(answers.map(({ body }) => body.resendAfterSeconds))).toEqual(new Set([60]))
  expect(await users.count(app.context(), { emailKey: email.toLowerCase() }, 10)).toBe(1)
  const made = (kind: string) =>
    mails.native(app.context().connection).countDocuments({ kind, to: { $regex: `^${email}$`, $options: 'i' } })
  await mailbox.newest(email)
  expect(await made('confirm')).toBe(1)
  app.clock.advance({ minutes: 1 })
  await mailbox.newest(email, 2)
  app.clock.advance({ hours: 1 })
  await eventually(async () => {
    const waiting = { state: 'waiting', to: { $regex: `^${email}$`, $options: 'i' } }
    expect(await mails.native(app.context().connection).countDocuments(waiting)).toBe(0)
  })
  expect([await made('confirm'), mailbox.to(email).length]).toEqual([2, 2])
})

test('replaces an unconfirmed user on a new sign-up and sends a new e-mail after the cool-down', async () => {
  const email = newEmail()
  const former = await signUp({ email, password: 'a squatter’s' }, { 'x-forwarded-for': '198.51.100.8' })
  const first = await mailbox.newest(email)
  const before = await findUserByEmail(app.context(), email)
  const answer = await signUp({ email, role: 'brand', redirect: '/brand-dashboard' }, { 'x-forwarded-for': '198.51.100.9' })
  expect([answer.status, answer.body]).toEqual([former.status, former.body])
  const user = await findUserByEmail(app.context(), email)
  expect(user).toMatchObject({ id: before?.id, role: 'brand', terms: [{ ip: '198.51.100.9' }] })
  expect(user?.passwordHash).not.toBe(before?.passwordHash)

  app.clock.advance({ minutes: 1 })
  const second = await mailbox.newest(email, 2)
  expect(second.body).toContain('next=%2Fbrand-dashboard#token=')
  expect((await confirm(first.token)).body.code).toBe('confirmation_invalid')
  expect((await confirm(second.token)).body).toMatchObject({ id: before?.id, role: 'brand' })
  expect((await signIn(email, 'a squatter’s')).body.code).toBe('wrong_credentials')
  expect((await signIn(email)).status).toBe(201)
  expect((await signUp({ email })).body.code).toBe('email_taken')
})

test('during the cool-down, accepts the existing link only with the newest password', async () => {
  const email = newEmail()
  await signUp({ email, password: 'mistyped horse' })
  const { token } = await mailbox.newest(email)
  await signUp({ email })
  expect((await confirm(token, { password: 'mistyped horse' })).body.code).toBe('wrong_credentials')
  expect((await confirm(token)).status).toBe(201)
})

test('ends all sessions when a sign-up replaces a user who signed up before confirmation was required', async () => {
  const { id, email } = await user('creator')
  const { secret } = await signIn(email)
  await users.native(app.context().connection).updateOne({ _id: id }, { $unset: { confirmedAt: '' } })
  expect((await signUp({ email, password: 'a rare password' })).status).toBe(201)
  expect(await sessions.count(app.context(), { userId: id }, 10)).toBe(0)
  expect((await app.emitted('session.ended')).map(({ userId }) => userId)).toContain(id)
  await confirm((await mailbox.newest(email)).token, { password: 'a rare password' })
  expect((await exchange(secret)).status).toBe(401)
})

test('sends the e-mail in the user’s language with a link to our own origin, whatever host the request names', async () => {
  const [english, french] = [newEmail(), newEmail()]
  await signUp({ email: english, redirect: '/brand-dashboard?a=1' }, { 'x-forwarded-host': 'evil.example' })
  await signUp({ email: french }, { 'accept-language': 'fr' })
  const mail = await mailbox.newest(english)
  expect(mail.body).toContain('open this page and enter the password you chose')
  expect(mail.body).toContain(`${ORIGIN}/auth/confirm?next=%2Fbrand-dashboard%3Fa%3D1#token=`)
  expect(mail.body).not.toContain('evil.example')
  expect((await mailbox.newest(french)).body).toContain('Confirmer cette adresse')
})

test('neither stores nor returns the link’s secret or the password', async () => {
  const email = newEmail()
  const answer = await signUp({ email, password: 'a rare password' })
  const { token } = await mailbox.newest(email)
  const kept = await Promise.all(
    ['users', 'mails', 'links', 'requests', 'outbox'].map((name) => app.context().connection.collection(name).find().toArray()),
  )
  for (const secret of [token, 'a rare password']) expect(JSON.stringify([answer.body, kept])).not.toContain(secret)
})

test('uses indexes to find links and e-mails', async () => {
  expect(await links.explain(app.context(), { tokenHash: 'x' })).not.toContain('COLLSCAN')
  const due = { state: 'waiting', dueAt: { $lte: new Date() } } as const
  expect(await mails.explain(app.context(), due, { dueAt: 1 })).not.toContain('COLLSCAN')
})

test('limits sign-ups from one network to ten per minute', async () => {
  const headers = address()
  const answers = await Promise.all(times(11, () => signUp({ email: newEmail() }, headers)))
  expect(countBy(answers, 'status')).toEqual({ 201: 10, 429: 1 })
})
