import { countBy, times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { startMailbox } from '../mailbox.fixture.ts'
import { ORIGIN, PASSWORD, startIdentity } from '../people.fixture.ts'
import { confirmations } from '../store/confirmations.ts'
import { mails } from '../store/mails.ts'
import { findUserByEmail, users } from '../store/users.ts'

const mailbox = await startMailbox({ forTest: false })
const { app, newEmail, signUp, signIn, confirm, exchange, address } = await startIdentity({ env: { SMTP_URL: mailbox.url } })

test.each(['creator', 'brand'] as const)('a %s signs up, confirms by the mail and is signed in', async (role) => {
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

test('a confirmed creator is told to the others, a brand not before its registration', async () => {
  const [creator, brand] = [newEmail(), newEmail()]
  await signUp({ email: creator })
  await signUp({ email: brand, role: 'brand' })
  const { id } = (await confirm((await mailbox.newest(creator)).token)).body
  await confirm((await mailbox.newest(brand)).token)
  const told = await app.emitted('creator.registered')
  expect(told.filter(({ email }) => email === creator)).toEqual([{ creatorId: id, email: creator, version: 2 }])
  expect(told.filter(({ email }) => email === brand)).toEqual([])
})

test('keeps when, which version and from where the terms were accepted', async () => {
  const email = newEmail()
  const before = new Date()
  await signUp({ email }, { 'x-forwarded-for': '198.51.100.7' })
  const user = await findUserByEmail(app.context(), email)
  expect(user?.terms).toMatchObject({ version: '1.0', ip: '198.51.100.7' })
  expect(user?.terms?.acceptedAt.getTime()).toBeGreaterThanOrEqual(before.getTime())
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
])('refuses %j', async (wrong, path) => {
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
])('no mail ever leads to %j', async (redirect) => {
  const answer = await signUp({ email: newEmail(), redirect })
  expect(answer).toMatchObject({ status: 400, body: { fields: [{ path: 'redirect', message: 'This link leads to another site.' }] } })
})

test('takes passwords of 6 and of 128 characters, and none of the most common ones', async () => {
  expect((await signUp({ email: newEmail(), password: 'kéfir4' })).status).toBe(201)
  expect((await signUp({ email: newEmail(), password: 'x'.repeat(127).concat('y') })).status).toBe(201)
  for (const password of ['123456', 'Password', 'qwerty']) {
    expect(await signUp({ email: newEmail(), password })).toMatchObject({ status: 400, body: { code: 'password_common' } })
  }
})

test.each([
  ['en', 'An account with this email already exists.', 'Please accept the Terms and the Privacy Policy.'],
  ['fr', 'Un compte existe déjà avec cette adresse e-mail.', 'Veuillez accepter les Conditions et la Politique de confidentialité.'],
])('says in %s what is wrong', async (language, exists, terms) => {
  const email = newEmail()
  const headers = { 'accept-language': language }
  await signUp({ email })
  expect((await signUp({ email: email.toUpperCase() }, headers)).body).toMatchObject({ code: 'email_taken', detail: exists })
  const { body } = await signUp({ email: newEmail(), termsAccepted: false }, headers)
  expect(body.fields).toEqual([{ path: 'termsAccepted', message: terms }])
})

test('a hundred parallel sign-ups with one address give one user and one mail', async () => {
  const email = newEmail()
  const answers = await Promise.all(times(100, (n) => signUp({ email: n % 2 ? email : email.toUpperCase() })))
  expect(countBy(answers, 'status')).toEqual({ 201: 1, 409: 99 })
  expect(await users.count(app.context(), { emailKey: email.toLowerCase() }, 10)).toBe(1)
  await mailbox.newest(email)
  expect(await mails.native(app.context().connection).countDocuments({ to: { $regex: `^${email}$`, $options: 'i' } })).toBe(1)
})

test('an address that nobody confirmed within 24 h is free again, and the former password and link are worth nothing', async () => {
  const email = newEmail()
  await signUp({ email, password: 'a squatter’s' })
  const first = await mailbox.newest(email)
  app.clock.advance({ hours: 23 })
  expect((await signUp({ email })).body.code).toBe('email_taken')
  app.clock.advance({ hours: 1 })
  expect((await confirm(first.token)).body.code).toBe('confirmation_invalid')
  expect((await signUp({ email, role: 'brand' })).status).toBe(201)
  const second = await mailbox.newest(email, 2)
  expect((await confirm(second.token)).body).toMatchObject({ role: 'brand' })
  expect((await signIn(email, 'a squatter’s')).body.code).toBe('wrong_credentials')
  expect((await signIn(email, PASSWORD)).status).toBe(201)
})

test('the mail speaks the person’s language and leads to our own origin, whatever the request says its host is', async () => {
  const [english, french] = [newEmail(), newEmail()]
  await signUp({ email: english, redirect: '/brand-dashboard?a=1' }, { 'x-forwarded-host': 'evil.example' })
  await signUp({ email: french }, { 'accept-language': 'fr' })
  const mail = await mailbox.newest(english)
  expect(mail.body).toContain('Open this page and press its button.')
  expect(mail.body).toContain(`${ORIGIN}/auth/confirm?next=%2Fbrand-dashboard%3Fa%3D1#token=`)
  expect(mail.body).not.toContain('evil.example')
  expect((await mailbox.newest(french)).body).toContain('Confirmer cette adresse')
})

test('neither the database nor an answer holds the link’s secret or the password', async () => {
  const email = newEmail()
  const answer = await signUp({ email, password: 'a rare password' })
  const { token } = await mailbox.newest(email)
  const kept = await Promise.all(
    ['users', 'mails', 'confirmations', 'requests', 'outbox'].map((name) => app.context().connection.collection(name).find().toArray()),
  )
  for (const secret of [token, 'a rare password']) expect(JSON.stringify([answer.body, kept])).not.toContain(secret)
})

test('links and mails are found by an index', async () => {
  expect(await confirmations.explain(app.context(), { tokenHash: 'x' })).not.toContain('COLLSCAN')
  const due = { state: 'waiting', dueAt: { $lte: new Date() }, leaseUntil: { $lte: new Date() } } as const
  expect(await mails.explain(app.context(), due, { dueAt: 1 })).not.toContain('COLLSCAN')
})

test('one network signs up ten times a minute at most', async () => {
  const headers = address()
  const answers = await Promise.all(times(11, () => signUp({ email: newEmail() }, headers)))
  expect(countBy(answers, 'status')).toEqual({ 201: 10, 429: 1 })
})
