import { hashOfSecret } from '@reelfair/service-kit'
import { countBy, times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { chosen, googlePerson } from '../google.fixture.ts'
import { startMailbox } from '../mailbox.fixture.ts'
import { sessionOf, startFactorIdentity } from '../second-factor.fixture.ts'
import { devices } from '../store/devices.ts'
import { userById } from '../store/users.ts'
import { PASSWORD } from '../users.fixture.ts'

const mailbox = await startMailbox({ forTest: false })
const { app, code, withFactor, addFactor, answerWith, challengeOf, signIn, signedIn, exchange, post, visit, personOf } =
  await startFactorIdentity({ SMTP_URL: mailbox.url })

type As = Awaited<ReturnType<typeof signedIn>>['as']
const start = (as: As) => post('/second-factor/enrolments', { password: PASSWORD }, { as })
const add = (as: As, enrolment: string, given: string) => post('/second-factor', { enrolment, code: given }, { as })
const state = async (as: As) => (await app.as(as).get('/second-factor')).body
const WRONG = 'AAAA-AAAA-AAAA-AAAA'

test('turns two-step sign-in on with the password and a code', async () => {
  const { as, email } = await signedIn()
  expect(await state(as)).toEqual({ hasPassword: true, isRequired: false })
  const { body: offer } = await start(as)
  expect(offer).toMatchObject({ secret: expect.stringMatching(/^[A-Z2-7]{32}$/), url: expect.stringContaining(offer.secret) })
  expect(await state(as)).toEqual({ hasPassword: true, isRequired: false })
  const { status, body } = await add(as, offer.enrolment, code(offer.secret))
  expect(status).toBe(201)
  expect(new Set(body.recoveryCodes).size).toBe(10)
  for (const one of body.recoveryCodes) expect(one).toMatch(/^[A-HJ-NP-Z2-9]{4}(-[A-HJ-NP-Z2-9]{4}){3}$/)
  expect(await state(as)).toEqual({ addedAt: app.clock.now().toISOString(), recoveryCodesLeft: 10, hasPassword: true, isRequired: false })
  expect((await mailbox.newest(email)).subject).toBe('Two-step sign-in is on')
})

test('a copied cookie is useless after two-step sign-in is turned on, and after it is turned off', async () => {
  const before = await signedIn()
  const elsewhere = await signIn(before.email)
  const { as, secret, recoveryCodes } = await addFactor(before.as)
  for (const copied of [before, elsewhere]) expect((await exchange(copied.secret)).status).toBe(401)
  expect((await exchange(secret)).body.me).toMatchObject({ id: before.id })

  const other = await answerWith(String(recoveryCodes[0]), await challengeOf(before.email))
  const off = await post('/second-factor/removals', { password: PASSWORD, code: recoveryCodes[1] }, { as })
  expect(off).toMatchObject({ status: 204, headers: { 'x-set-device': expect.any(String) } })
  for (const copied of [secret, other.secret]) expect((await exchange(copied)).status).toBe(401)
  expect((await exchange(sessionOf(off))).body.me).toMatchObject({ id: before.id })
})

test('rejects a session that has ended, even if its token is still valid', async () => {
  const { as, id } = await signedIn()
  const { enrolment, secret } = (await start(as)).body
  await app.as(as).del('/sessions/current')
  expect(await add(as, enrolment, code(secret))).toMatchObject({ status: 401, body: { code: 'not_signed_in' } })
  expect(await userById(app.context(), id)).not.toHaveProperty('secondFactor')
})

test('stores neither the app’s secret nor the recovery codes in readable form', async () => {
  const { id, appSecret, recoveryCodes } = await withFactor()
  const { secondFactor } = (await userById(app.context(), id)) ?? {}
  expect(secondFactor).toMatchObject({ sealedSecret: expect.stringMatching(/^[\w-]{60,}$/), recoveryHashes: expect.any(Array) })
  const stored = JSON.stringify(secondFactor)
  for (const secret of [appSecret, ...recoveryCodes, ...recoveryCodes.map((one) => one.replaceAll('-', ''))])
    expect(stored).not.toContain(secret)
})

test('turns it on for a user without a password, who signs in with Google', async () => {
  const person = googlePerson()
  const { secret } = await visit(person, chosen)
  const as = await personOf(secret)
  expect(await state(as)).toEqual({ hasPassword: false, isRequired: false })
  const { appSecret } = await addFactor(as, undefined)
  const { challenge } = await visit(person)
  expect((await answerWith(code(appSecret), challenge)).status).toBe(201)
})

test('rejects an enrolment that is altered, from another session or ten minutes old, and rejects a wrong code', async () => {
  const [me, other] = [await signedIn(), await signedIn()]
  const { enrolment, secret } = (await start(me.as)).body
  const invalid = { status: 410, body: { code: 'enrolment_invalid', details: { minutes: 10 } } }
  for (const [as, given] of [
    [other.as, enrolment],
    [me.as, `${enrolment.startsWith('A') ? 'B' : 'A'}${enrolment.slice(1)}`],
    [me.as, 'x'],
  ] as const)
    expect(await add(as, given, code(secret))).toMatchObject(invalid)
  for (const given of [code(secret, 2), code(secret, -2), 'abcdef', WRONG])
    expect(await add(me.as, enrolment, given)).toMatchObject({ status: 403, body: { code: 'wrong_code' } })
  app.clock.advance({ minutes: 10 })
  expect(await add(me.as, enrolment, code(secret))).toMatchObject(invalid)
})

test('twenty concurrent confirmations: exactly one succeeds', async () => {
  const { as, email } = await signedIn()
  const { enrolment, secret } = (await start(as)).body
  const answers = await Promise.all(times(20, () => add(as, enrolment, code(secret))))
  expect(countBy(answers, 'status')).toEqual({ 201: 1, 409: 19 })
  expect(await start(as)).toMatchObject({ status: 409, body: { code: 'second_factor_active' } })
  await mailbox.newest(email)
  expect(mailbox.to(email)).toHaveLength(1)
})

test('forgets the browsers that a stranger may have signed in with the password', async () => {
  const who = await signedIn()
  const stranger = await signIn(who.email)
  const { device: mine } = await signIn(who.email)
  const { enrolment, secret } = (await start(who.as)).body
  await post('/second-factor', { enrolment, code: code(secret) }, { as: who.as, device: mine })
  const wrong = async (device: string) => (await answerWith(WRONG, await challengeOf(who.email), { device })).status
  for (const _ of times(10, (n) => n)) expect(await wrong('of nobody')).toBe(403)
  expect(await wrong(stranger.device)).toBe(429)
  expect(await wrong(mine)).toBe(403)
})

test('cancels the change of address that a stranger requested with the password', async () => {
  const who = await signedIn()
  const next = `stranger-${who.email}`
  expect((await post('/email-changes', { email: next, password: PASSWORD }, { as: who.as })).status).toBe(202)
  const { token } = await mailbox.newest(next)
  await addFactor(who.as)
  const confirmed = await post('/email-changes/confirm', { token, password: PASSWORD })
  expect(confirmed).toMatchObject({ status: 410, body: { code: 'email_change_invalid' } })
})

test('turning it off also forgets the other browsers', async () => {
  const who = await withFactor()
  const { secret: other } = await answerWith(code(who.appSecret), await challengeOf(who.email))
  expect((await exchange(other)).status).toBe(200)
  expect(await devices.count(app.context(), { userId: who.id }, 9)).toBe(2)
  app.clock.advance({ seconds: 30 })
  const off = await post('/second-factor/removals', { password: PASSWORD, code: code(who.appSecret) }, { as: who.as, device: who.device })
  expect(off.status).toBe(204)
  const left = await devices.find(app.context(), { userId: who.id }, { limit: 9 })
  expect(left.map(({ secretHash }) => secretHash)).toEqual([hashOfSecret(who.device)])
})

test('new recovery codes invalidate the previous ones', async () => {
  const { as, email, appSecret, recoveryCodes } = await withFactor()
  const { status, body } = await post('/second-factor/recovery-codes', { password: PASSWORD, code: code(appSecret) }, { as })
  expect([status, body.recoveryCodes.length]).toEqual([201, 10])
  const challenge = await challengeOf(email)
  expect((await answerWith(String(recoveryCodes[1]), challenge)).status).toBe(403)
  expect((await answerWith(String(body.recoveryCodes[1]), challenge)).status).toBe(201)
  expect(await state(as)).toMatchObject({ recoveryCodesLeft: 9 })
})

test('after it is turned off, the password is enough', async () => {
  const { as, email, recoveryCodes } = await withFactor()
  const open = await challengeOf(email)
  const remove = (body: object) => post('/second-factor/removals', body, { as })
  expect((await remove({ password: PASSWORD, code: recoveryCodes[0] })).status).toBe(204)
  expect(await remove({ password: PASSWORD, code: recoveryCodes[1] })).toMatchObject({
    status: 409,
    body: { code: 'second_factor_missing' },
  })
  expect(await state(as)).toEqual({ hasPassword: true, isRequired: false })
  expect((await answerWith(String(recoveryCodes[1]), open)).status).toBe(410)
  expect((await signIn(email)).status).toBe(201)
  await mailbox.newest(email, 3)
  expect(mailbox.to(email).map(({ subject }) => subject)).toContain('Two-step sign-in is off')
})

test('every way to sign in goes through `startUserSession`', async () => {
  const { readdir, readFile } = await import('node:fs/promises')
  const files = (await readdir(import.meta.dirname)).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  const sources = await Promise.all(files.map(async (name) => [name, await readFile(`${import.meta.dirname}/${name}`, 'utf8')] as const))
  expect(sources.filter(([, text]) => /\bopenSession\(/.test(text)).map(([name]) => name)).toEqual([
    'answer-challenge.ts',
    'change-password.ts',
    'start-user-session.ts',
  ])
  expect(sources.filter(([, text]) => /\binsertSession\(/.test(text)).map(([name]) => name)).toEqual(['start-user-session.ts'])
})
