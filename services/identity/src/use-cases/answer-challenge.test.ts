import { countBy, eventually, times } from '@reelfair/testkit'
import { describe, expect, test } from 'vitest'
import { googlePerson } from '../google.fixture.ts'
import { startMailbox } from '../mailbox.fixture.ts'
import { startFactorIdentity } from '../second-factor.fixture.ts'
import { challenges } from '../store/challenges.ts'
import { sessionsOf } from '../store/sessions.ts'
import { userById, users } from '../store/users.ts'
import { PASSWORD } from '../users.fixture.ts'

const mailbox = await startMailbox({ forTest: false })
const identity = await startFactorIdentity({ SMTP_URL: mailbox.url })
const { app, code, withFactor, addFactor, answerWith, challengeOf, exchange, signIn, signedIn, post, visit, personOf } = identity

const NEW = 'fjord lantern 41'
const wrongCode = { status: 403, body: { code: 'wrong_code' } }
const invalid = { status: 410, body: { code: 'challenge_invalid' } }
/** Never a code that the app shows. */
const WRONG = 'AAAA-AAAA-AAAA-AAAA'

const googleOf = async (userId: string) => (await userById(app.context(), userId))?.google
const sessionCount = async (userId: string) => (await sessionsOf(app.context(), userId)).length

test('signs in with the app’s code and clears the challenge cookie', async () => {
  const { id, email, appSecret } = await withFactor()
  const answer = await answerWith(code(appSecret), await challengeOf(email))
  expect(answer).toMatchObject({ status: 201, body: { id, email, role: 'creator' }, headers: { 'x-set-challenge': '; max-age=0' } })
  expect(answer.headers['x-set-device']).toBeDefined()
  expect((await exchange(answer.secret)).status).toBe(200)
})

test.each([-1, 1])('accepts the code of a phone whose clock is %i step off', async (steps) => {
  const { email, appSecret } = await withFactor()
  app.clock.advance({ seconds: 30 })
  expect((await answerWith(code(appSecret, steps), await challengeOf(email))).status).toBe(201)
})

test('accepts a code typed with spaces, and a recovery code in lower case without hyphens', async () => {
  const { email, appSecret, recoveryCodes } = await withFactor()
  expect((await answerWith(code(appSecret).replace(/^.../, '$& '), await challengeOf(email))).status).toBe(201)
  expect((await answerWith(String(recoveryCodes[0]).toLowerCase().replaceAll('-', ''), await challengeOf(email))).status).toBe(201)
})

test('binds the challenge to the browser and stores only its hash', async () => {
  const { id, email, appSecret } = await withFactor()
  const challenge = await challengeOf(email)
  expect(JSON.stringify(await challenges.find(app.context(), { userId: id }, { limit: 5 }))).not.toContain(challenge)
  for (const other of ['', 'x'.repeat(43), challenge.slice(1)]) expect(await answerWith(code(appSecret), other)).toMatchObject(invalid)
  expect((await answerWith(code(appSecret), challenge)).status).toBe(201)
})

test('does not accept another user’s code', async () => {
  const [one, other] = [await withFactor(), await withFactor()]
  const challenge = await challengeOf(one.email)
  expect(await answerWith(code(other.appSecret), challenge)).toMatchObject(wrongCode)
  expect(await answerWith(String(other.recoveryCodes[0]), challenge)).toMatchObject(wrongCode)
  expect(await sessionCount(one.id)).toBe(1)
})

test('ends a challenge after ten minutes', async () => {
  const { email, appSecret } = await withFactor()
  const [kept, late] = [await challengeOf(email), await challengeOf(email)]
  app.clock.advance({ minutes: 10, ms: -1 })
  expect((await answerWith(code(appSecret), kept)).status).toBe(201)
  app.clock.advance({ ms: 1 })
  expect(await answerWith(code(appSecret, 1), late)).toMatchObject(invalid)
})

test('rejects a code and a challenge that have already been used', async () => {
  const { email, appSecret } = await withFactor()
  const [one, other] = [await challengeOf(email), await challengeOf(email)]
  const used = code(appSecret)
  expect((await answerWith(used, one)).status).toBe(201)
  expect(await answerWith(used, other)).toMatchObject(wrongCode)
  expect(await answerWith(code(appSecret, -1), other)).toMatchObject(wrongCode)
  app.clock.advance({ seconds: 30 })
  expect(await answerWith(code(appSecret), one)).toMatchObject(invalid)
  expect((await answerWith(code(appSecret), other)).status).toBe(201)
})

test('rejects the code that turned two-step sign-in on', async () => {
  const { email, appSecret } = await withFactor()
  expect(await answerWith(code(appSecret, -1), await challengeOf(email))).toMatchObject(wrongCode)
})

test('ten concurrent correct codes for one challenge: exactly one session', async () => {
  const { id, email, appSecret } = await withFactor()
  const challenge = await challengeOf(email)
  const before = await sessionCount(id)
  const answers = await Promise.all(times(10, () => answerWith(code(appSecret), challenge)))
  expect(countBy(answers, 'status')).toEqual({ 201: 1, 410: 9 })
  expect(await sessionCount(id)).toBe(before + 1)
})

test('the same code for ten challenges at the same time: exactly one session', async () => {
  const { id, email, appSecret } = await withFactor()
  const open: string[] = []
  for (const _ of times(10, (n) => n)) open.push(await challengeOf(email))
  const answers = await Promise.all(open.map((challenge) => answerWith(code(appSecret), challenge)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(await sessionCount(id)).toBe(2)
})

test('accepts a recovery code once, even concurrently, and reports it by e-mail', async () => {
  const { id, email, recoveryCodes } = await withFactor()
  const [given = ''] = recoveryCodes
  const open: string[] = []
  for (const _ of times(5, (n) => n)) open.push(await challengeOf(email))
  const answers = await Promise.all(open.map((challenge) => answerWith(given, challenge)))
  expect(countBy(answers, 'status')).toEqual({ 201: 1, 403: 4 })
  expect(await sessionCount(id)).toBe(2)
  await mailbox.newest(email, 2)
  const [sent] = mailbox.to(email).filter(({ subject }) => subject === 'A recovery code was used')
  expect(sent?.body).toContain('Unused codes: 9')
  expect(await answerWith(given, await challengeOf(email))).toMatchObject(wrongCode)
})

test('a challenge ends after five wrong codes', async () => {
  const { email, appSecret } = await withFactor()
  const challenge = await challengeOf(email)
  for (const _ of times(4, (n) => n)) expect(await answerWith(WRONG, challenge)).toMatchObject(wrongCode)
  expect(await answerWith(WRONG, challenge)).toMatchObject(invalid)
  expect(await answerWith(code(appSecret), challenge)).toMatchObject(invalid)
  expect((await answerWith(code(appSecret), await challengeOf(email))).status).toBe(201)
})

test('fifty concurrent guesses on ten challenges count like fifty in a row', async () => {
  const { id, email } = await withFactor()
  const open: string[] = []
  for (const _ of times(10, (n) => n)) open.push(await challengeOf(email))
  const answers = await Promise.all(open.flatMap((challenge) => times(5, () => answerWith(WRONG, challenge))))
  const slowed = answers.filter(({ status }) => status === 429)
  expect(slowed.length).toBe(40)
  expect(slowed[0]?.body).toMatchObject({ code: 'code_slowed', details: { seconds: 1 } })
  expect(await sessionCount(id)).toBe(1)
})

describe('after many wrong codes', () => {
  async function guessed(count: number) {
    const who = await withFactor()
    let challenge = ''
    for (const guess of times(count, (n) => n)) {
      if (guess % 4 === 0) challenge = await challengeOf(who.email)
      const answer = await answerWith(WRONG, challenge)
      if (answer.status !== 429) continue
      app.clock.advance({ seconds: Number(answer.body.details.seconds) })
      await answerWith(WRONG, challenge)
    }
    return who
  }

  test('slows down further ones, even a recovery code in another browser', async () => {
    const { email, recoveryCodes } = await guessed(12)
    const answer = await answerWith(String(recoveryCodes[0]), await challengeOf(email))
    expect(answer).toMatchObject({ status: 429, body: { code: 'code_slowed', details: { seconds: 4 } } })
  })

  test('does not slow down the owner’s known browser', async () => {
    const { email, appSecret, device } = await guessed(12)
    const challenge = await challengeOf(email)
    expect((await answerWith(code(appSecret), challenge)).status).toBe(429)
    expect((await answerWith(code(appSecret), challenge, { device })).status).toBe(201)
  })
})

describe('no way to sign in skips the second step:', () => {
  const asked = { status: 202, body: { secondStep: true } }

  test('a sign-in link', async () => {
    const { id, email, appSecret } = await withFactor()
    await identity.askForLink(email)
    const { token } = await mailbox.newest(email, 2)
    const answer = await identity.signInByLink(token)
    expect([answer.status, answer.body, answer.secret]).toEqual([202, asked.body, ''])
    expect(await sessionCount(id)).toBe(1)
    expect((await answerWith(code(appSecret), answer.challenge)).status).toBe(201)
  })

  test('a password reset, which sets the password and ends all sessions', async () => {
    const { id, email, appSecret, as } = await withFactor()
    const before = await challengeOf(email)
    await identity.askForReset(email)
    const { token } = await mailbox.newest(email, 2)
    const answer = await identity.resetPassword(token, NEW, as)
    expect([answer.status, answer.body, answer.secret]).toEqual([202, asked.body, ''])
    expect(await sessionCount(id)).toBe(0)
    expect(await answerWith(code(appSecret), before)).toMatchObject(invalid)
    expect((await signIn(email)).status).toBe(401)
    expect((await answerWith(code(appSecret), answer.challenge)).status).toBe(201)
  })

  test('a confirmation link', async () => {
    const email = identity.newEmail()
    await identity.signUp({ email })
    const { token } = await mailbox.newest(email)
    const secondFactor = { sealedSecret: 'x', lastStep: 0, addedAt: app.clock.now(), recoveryHashes: [] }
    await users.native(app.context().connection).updateOne({ emailKey: email.toLowerCase() }, { $set: { secondFactor } })
    const answer = await identity.confirm(token)
    expect([answer.status, answer.body, answer.secret]).toEqual([202, asked.body, ''])
  })

  test('Google, which the sign-in connects only after the code', async () => {
    const { id, email, appSecret, secret: former } = await withFactor()
    const person = googlePerson({ email })
    const { answer, secret, challenge } = await visit(person, { redirect: '/balance' })
    expect([answer.status, answer.body, secret]).toEqual([202, { outcome: 'second-step', redirect: '/balance' }, ''])
    expect((await answerWith(WRONG, challenge)).status).toBe(403)
    expect(await googleOf(id)).toBeUndefined()
    expect((await exchange(former)).status).toBe(200)

    expect((await answerWith(code(appSecret), challenge)).body).toMatchObject({ id })
    expect(await googleOf(id)).toMatchObject({ sub: person.sub })
    expect((await exchange(former)).status).toBe(401)

    app.clock.advance({ seconds: 30 })
    const again = await visit(person)
    expect([again.answer.status, again.secret]).toEqual([202, ''])
    expect((await answerWith(code(appSecret), again.challenge)).status).toBe(201)
  })

  test('Google with the account’s password, which connects only after the code', async () => {
    const { id, email, appSecret, secret: former } = await withFactor()
    const person = googlePerson({ email, email_verified: false })
    const { oauth } = await visit(person)
    const answer = await post('/google/links', { password: PASSWORD }, { oauth })
    expect(answer).toMatchObject({ status: 202, body: { outcome: 'second-step' } })
    expect(await googleOf(id)).toBeUndefined()
    expect((await exchange(former)).status).toBe(200)
    const challenge = answer.headers['x-set-challenge']?.split(';')[0] ?? ''
    expect((await answerWith(code(appSecret), challenge)).status).toBe(201)
    expect(await googleOf(id)).toMatchObject({ sub: person.sub })
  })

  test('a Google account that another user connected before the code', async () => {
    const { id, email, appSecret } = await withFactor()
    const person = googlePerson({ email, email_verified: false })
    const { oauth } = await visit(person)
    const answer = await post('/google/links', { password: PASSWORD }, { oauth })
    const other = await signedIn()
    await users.native(app.context().connection).updateOne({ _id: other.id }, { $set: { google: { sub: person.sub, email } } })
    const challenge = answer.headers['x-set-challenge']?.split(';')[0] ?? ''
    expect((await answerWith(code(appSecret), challenge)).body).toMatchObject({ code: 'google_connected_elsewhere' })
    expect(await googleOf(id)).toBeUndefined()
  })

  test('a session from before two-step sign-in was on', async () => {
    const who = await signedIn()
    const elsewhere = await signIn(who.email)
    const { secret } = await addFactor(who.as)
    for (const former of [elsewhere, who]) expect((await exchange(former.secret)).status).toBe(401)
    expect((await exchange(secret)).status).toBe(200)
  })

  test('a password change with an ended session whose token is still valid', async () => {
    const { as, email } = await withFactor()
    await app.as(as).del('/sessions/current')
    expect(await identity.changePassword(as, PASSWORD, NEW)).toMatchObject({ status: 401, body: { code: 'not_signed_in' } })
    await challengeOf(email)
  })
})

test('a password change within a session keeps the user signed in, and ends challenges started with the old password', async () => {
  const { as, email, appSecret } = await withFactor()
  const before = await challengeOf(email)
  const answer = await identity.changePassword(as, PASSWORD, NEW)
  expect(answer.status).toBe(200)
  expect((await exchange(answer.secret)).status).toBe(200)
  expect(await answerWith(code(appSecret), before)).toMatchObject(invalid)
})

test('a change of address within a session rotates it and keeps two-step sign-in', async () => {
  const { as, secret, appSecret } = await withFactor()
  const next = identity.newEmail()
  await post('/email-changes', { email: next, password: PASSWORD, code: code(appSecret) }, { as })
  const { token } = await mailbox.newest(next)
  const answer = await post('/email-changes/confirm', { token, password: PASSWORD }, { as })
  expect(answer.status).toBe(200)
  expect((await exchange(secret)).status).toBe(401)
  expect((await exchange(answer.headers['x-set-session']?.split(';')[0] ?? '')).status).toBe(200)
  await challengeOf(next)
})

test('ends the browser’s previous session only when the code is right', async () => {
  const { email, appSecret } = await withFactor()
  const former = await signedIn()
  const challenge = await challengeOf(email)
  await answerWith(WRONG, challenge, { as: former.as })
  expect((await exchange(former.secret)).status).toBe(200)
  const { secret } = await answerWith(code(appSecret), challenge, { as: former.as })
  expect((await exchange(former.secret)).status).toBe(401)
  expect(await personOf(secret)).not.toMatchObject({ id: former.id })
})

test('keeps at most 20 open challenges per user', async () => {
  const { id, email } = await withFactor()
  for (const _ of times(22, (n) => n)) await challengeOf(email)
  expect(await challenges.count(app.context(), { userId: id }, 100)).toBe(20)
})

test('the security log records wrong codes and the password reset at once, and the first step once the code is right', async () => {
  const { email, as, appSecret, recoveryCodes } = await withFactor()
  const log = async () => {
    const { body } = await app.as(as).get('/security-events?limit=20')
    return (body.items as { kind: string }[]).map(({ kind }) => kind)
  }
  const before = ['second-factor-added', 'sign-in-password']
  const challenge = await challengeOf(email)
  expect(await log()).toEqual(before)
  await answerWith(WRONG, challenge)
  expect(await log()).toEqual(['sign-in-failed', ...before])
  app.clock.advance({ ms: 1 })
  await answerWith(code(appSecret), challenge)
  expect(await log()).toEqual(['sign-in-password', 'sign-in-failed', ...before])
  await identity.askForReset(email)
  const token = await eventually(
    () => mailbox.to(email).find((mail) => mail.token !== '')?.token ?? Promise.reject(new Error('no link yet')),
  )
  app.clock.advance({ ms: 1 })
  const reset = await identity.resetPassword(token, NEW)
  expect((await log())[0]).toBe('password-reset')
  app.clock.advance({ ms: 1 })
  await answerWith(String(recoveryCodes[0]), reset.challenge)
  expect((await log())[0]).toBe('recovery-code-used')
})

test.each([
  ['empty', ''],
  ['too long', 'x'.repeat(41)],
])('rejects a code that is %s', async (_, given) => {
  expect(await answerWith(given, 'x'.repeat(43))).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
})
