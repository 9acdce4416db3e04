import { times } from '@reelfair/testkit'
import { describe, expect, test } from 'vitest'
import { chosen, googlePerson, startGoogleIdentity, stateInvalid } from '../google.fixture.ts'
import { startMailbox } from '../mailbox.fixture.ts'
import { findUserByEmail, userById } from '../store/users.ts'
import { PASSWORD } from '../users.fixture.ts'

const mailbox = await startMailbox({ forTest: false })
const identity = await startGoogleIdentity({ SMTP_URL: mailbox.url })
const { app, google, user, newEmail, signUp, signIn, signedIn, confirm, exchange, resend, post, start, visit } = identity

const storedUser = (email: string) => findUserByEmail(app.context(), email)

describe('a new Google user', () => {
  test('becomes a user with the role, terms and redirect from before the round trip', async () => {
    const person = googlePerson()
    const { answer, secret } = await visit(person, { role: 'brand', termsAccepted: true, redirect: '/brand-dashboard' })
    expect(answer).toMatchObject({
      status: 201,
      body: { outcome: 'signed-in', me: { email: person.email, role: 'brand', complete: false }, redirect: '/brand-dashboard' },
    })
    expect((await exchange(secret)).status).toBe(200)
    const stored = await storedUser(person.email)
    expect(stored).toMatchObject({
      google: { sub: person.sub, email: person.email },
      confirmedAt: app.clock.now(),
      terms: [{ version: '1.1', acceptedAt: app.clock.now(), ip: expect.stringMatching(/^2001:db8:/) }],
    })
    expect(stored).not.toHaveProperty('passwordHash')
    expect(answer.headers['x-set-oauth']).toBe('; max-age=0')
  })

  test('emits creator.registered once', async () => {
    const person = googlePerson()
    await visit(person, chosen)
    await visit(person, chosen)
    const { id } = (await storedUser(person.email)) ?? expect.unreachable()
    const registered = (await app.emitted('creator.registered')).filter(({ creatorId }) => creatorId === id)
    expect(registered).toMatchObject([{ creatorId: id, email: person.email }])
  })

  test.each([{}, { role: 'creator' }, { termsAccepted: true }])(
    'must choose a role and accept the Terms after starting with %j',
    async (body) => {
      const person = googlePerson()
      const { answer, oauth } = await visit(person, { ...body, redirect: '/balance' })
      expect(answer).toMatchObject({ status: 200, body: { outcome: 'terms', email: person.email, redirect: '/balance' } })
      expect(answer.headers).not.toHaveProperty('x-set-session')
      expect(await storedUser(person.email)).toBeUndefined()

      expect((await post('/google/registrations', { role: 'creator' }, { oauth })).status).toBe(400)
      expect((await post('/google/registrations', { role: 'admin', termsAccepted: true }, { oauth })).status).toBe(400)
      expect(await post('/google/registrations', chosen)).toMatchObject(stateInvalid)
      expect(await post('/google/registrations', chosen, { oauth })).toMatchObject({
        status: 201,
        body: { outcome: 'signed-in', me: { email: person.email, role: 'creator' }, redirect: '/balance' },
      })
      expect((await storedUser(person.email))?.terms).toMatchObject([{ version: '1.1', acceptedAt: app.clock.now() }])
      expect(await post('/google/registrations', chosen, { oauth })).toMatchObject(stateInvalid)
    },
  )

  test('cannot complete the sign-in after ten minutes', async () => {
    const { oauth } = await visit(googlePerson())
    app.clock.advance({ minutes: 10 })
    expect(await post('/google/registrations', chosen, { oauth })).toMatchObject(stateInvalid)
  })

  test('cannot sign in with any password', async () => {
    const person = googlePerson()
    await visit(person, chosen)
    for (const password of [PASSWORD, 'x', 'undefined']) expect((await signIn(person.email, password)).status).toBe(401)
  })
})

describe('the same Google account', () => {
  test('signs in to the same user, whatever its address has become, and leaves the user’s address unchanged', async () => {
    const person = googlePerson()
    const first = await visit(person, chosen)
    const renamed = { ...person, email: 'renamed@example.org', email_verified: false }
    const second = await visit(renamed, { role: 'brand', termsAccepted: true })
    expect(second.answer.body.me).toEqual(first.answer.body.me)
    expect(await storedUser('renamed@example.org')).toBeUndefined()
    expect((await storedUser(person.email))?.google).toEqual({ sub: person.sub, email: 'renamed@example.org' })
  })

  test('signs in to its own user, not to the user with its new address', async () => {
    const person = googlePerson()
    const { answer } = await visit(person, chosen)
    const other = await user('creator')
    const renamed = await visit({ ...person, email: other.email })
    expect(renamed.answer.body.me.id).toBe(answer.body.me.id)
    expect(await userById(app.context(), other.id)).not.toHaveProperty('google')
  })
})

describe('an existing user with the same address', () => {
  test('is connected and signed in if both sides confirmed the address; the password keeps working', async () => {
    const { email, id, role } = await user('brand')
    const { answer } = await visit(googlePerson({ email: email.toUpperCase() }), { ...chosen, redirect: '/x' })
    expect(answer).toMatchObject({ status: 201, body: { outcome: 'signed-in', me: { id, email, role } } })
    expect((await signIn(email)).status).toBe(201)
  })

  test('loses all earlier sessions when a sign-in connects Google, but not at the next sign-in', async () => {
    const { email } = await user('creator')
    const before = await signIn(email)
    const person = googlePerson({ email })
    const first = await visit(person)
    const second = await visit(person)
    const secrets = [before.secret, first.secret, second.secret]
    expect(await Promise.all(secrets.map(async (one) => (await exchange(one)).status))).toEqual([401, 200, 200])
    expect((await mailbox.newest(email)).subject).toBe('A Google account was connected to your account')
    expect(mailbox.to(email)).toHaveLength(1)
  })

  test('is not replaced or connected by a second Google account', async () => {
    const { email, id } = await user('creator')
    const first = googlePerson({ email })
    await visit(first)
    const { answer } = await visit(googlePerson({ email }), chosen)
    expect(answer).toMatchObject({ status: 409, body: { code: 'google_already_connected' } })
    expect((await userById(app.context(), id))?.google?.sub).toBe(first.sub)
  })

  test('loses password, sessions and link if a stranger signed up and never confirmed the address', async () => {
    const email = newEmail()
    await signUp({ email, password: 'a stranger’s password', role: 'brand', redirect: '/planted' })
    const { token } = await mailbox.newest(email)
    const stranger = (await storedUser(email)) ?? expect.unreachable()

    const { answer } = await visit(googlePerson({ email }), chosen)
    expect(answer).toMatchObject({ status: 201, body: { me: { role: 'creator' } } })
    expect(answer.body).not.toHaveProperty('redirect')
    expect((await signIn(email, 'a stranger’s password')).body).toMatchObject({ code: 'wrong_credentials' })
    expect((await confirm(token, { password: 'a stranger’s password' })).body).toMatchObject({ code: 'confirmation_invalid' })
    const now = (await storedUser(email)) ?? expect.unreachable()
    expect(now).toMatchObject({ id: stranger.id, role: 'creator', confirmedAt: app.clock.now() })
    expect(now).not.toHaveProperty('passwordHash')
    const kept = await app.context().connection.collection('sessions').find({ userId: stranger.id }).toArray()
    expect(kept).toHaveLength(1)
    await resend(email)
    await signUp({ email, password: 'a stranger’s password' }).then((again) => expect(again.body).toMatchObject({ code: 'email_taken' }))
  })

  test('keeps a stranger’s unconfirmed sign-up unchanged until the Google user has accepted the Terms', async () => {
    const email = newEmail()
    await signUp({ email, role: 'brand' })
    const before = await storedUser(email)
    const { answer, oauth } = await visit(googlePerson({ email }))
    expect(answer.body).toMatchObject({ outcome: 'terms' })
    expect(await storedUser(email)).toEqual(before)
    expect((await post('/google/registrations', chosen, { oauth })).body).toMatchObject({ me: { role: 'creator' } })
  })
})

test('a session that was planted before the sign-in is useless afterwards', async () => {
  const attacker = await signedIn()
  const victim = await user('creator')
  const { url, oauth } = await start({}, attacker.as)
  const answer = await post('/google/callbacks', google.choose(url, googlePerson({ email: victim.email })), { as: attacker.as, oauth })
  const secret = answer.headers['x-set-session']?.split(';')[0] ?? ''
  expect(answer.body.me.id).toBe(victim.id)
  expect(secret).not.toBe(attacker.secret)
  expect((await exchange(attacker.secret)).status).toBe(401)
  expect((await exchange(secret)).body.me.id).toBe(victim.id)
})

describe('an address that Google has not confirmed', () => {
  const unverified = (email: string) => googlePerson({ email, email_verified: false })

  test('never connects, creates or replaces a user by itself, and does not reveal whether the user exists', async () => {
    const { email: confirmed, id } = await user('creator')
    const unconfirmed = newEmail()
    await signUp({ email: unconfirmed })
    const before = await storedUser(unconfirmed)
    for (const email of [confirmed, unconfirmed, newEmail()]) {
      const { answer, oauth } = await visit(unverified(email), chosen)
      expect(answer).toMatchObject({ status: 200, body: { outcome: 'password', email } })
      expect(answer.headers).not.toHaveProperty('x-set-session')
      expect((await post('/google/registrations', chosen, { oauth })).body).toMatchObject({ outcome: 'password' })
      expect(await post('/google/links', { password: 'wrong horse' }, { oauth })).toMatchObject({
        status: 401,
        body: { code: 'wrong_credentials' },
      })
    }
    expect(await userById(app.context(), id)).not.toHaveProperty('google')
    expect(await storedUser(unconfirmed)).toEqual(before)
  })

  test('connects after the user has entered the account’s password', async () => {
    const { email, id } = await user('creator')
    const person = unverified(email)
    const { oauth } = await visit(person, { redirect: '/balance' })
    expect(await post('/google/links', { password: PASSWORD })).toMatchObject(stateInvalid)
    const linked = await post('/google/links', { password: PASSWORD }, { oauth })
    expect(linked).toMatchObject({ status: 201, body: { outcome: 'signed-in', me: { id }, redirect: '/balance' } })
    expect(await post('/google/links', { password: PASSWORD }, { oauth })).toMatchObject(stateInvalid)
    expect((await visit(person)).answer.body).toMatchObject({ outcome: 'signed-in', me: { id } })
  })

  test('does not connect to an unconfirmed user, even with the right password', async () => {
    const email = newEmail()
    await signUp({ email })
    const { oauth } = await visit(unverified(email))
    expect((await post('/google/links', { password: PASSWORD }, { oauth })).body).toMatchObject({ code: 'email_unconfirmed' })
  })

  test('does not replace the Google account that the user has connected', async () => {
    const { email } = await user('creator')
    await visit(googlePerson({ email }))
    const { oauth } = await visit(unverified(email))
    expect((await post('/google/links', { password: PASSWORD }, { oauth })).body).toMatchObject({ code: 'google_already_connected' })
  })

  test('does not connect a Google account that another user connected while the password was being typed', async () => {
    const [{ email }, other] = [await user('creator'), await user('creator')]
    const person = unverified(email)
    const { oauth } = await visit(person)
    await visit({ ...person, email: other.email, email_verified: true })
    expect((await post('/google/links', { password: PASSWORD }, { oauth })).body).toMatchObject({ code: 'google_connected_elsewhere' })
  })

  test('slows down password guesses', async () => {
    const { email } = await user('creator')
    const { oauth } = await visit(unverified(email))
    const guess = () =>
      app
        .as('visitor')
        .post('/google/links', { password: 'wrong horse' }, { headers: { 'x-forwarded-for': '198.51.100.77', 'x-oauth': oauth } })
    for (const _ of times(10, (n) => n)) expect((await guess()).status).toBe(401)
    expect((await guess()).body).toMatchObject({ code: 'sign_in_slowed' })
  })
})
