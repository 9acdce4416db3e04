import { createHook } from 'node:async_hooks'
import { hashOfSecret } from '@reelfair/service-kit'
import { countBy, movableClock, times } from '@reelfair/testkit'
import { expect, test, vi } from 'vitest'
import { startMailbox, whenProcessed } from '../mailbox.fixture.ts'
import { linkOf } from '../store/links.ts'
import { mails } from '../store/mails.ts'
import { sessions } from '../store/sessions.ts'
import { users } from '../store/users.ts'
import { PASSWORD, startIdentity } from '../users.fixture.ts'

const mailbox = await startMailbox({ forTest: false })
const { app, user, newEmail, signUp, signIn, signInByLink, confirm, exchange, askForLink, askForReset, resetPassword } =
  await startIdentity({
    // The clock does not advance, so that a link expires exactly when a test says.
    clock: movableClock(new Date()),
    env: { SMTP_URL: mailbox.url },
  })

const NEW = 'fjord lantern 41'
const invalid = { status: 410, body: { code: 'reset_link_invalid', details: { minutes: 30 } } }

async function userWithLink(role: 'creator' | 'brand' | 'admin' = 'creator') {
  const who = await user(role)
  expect((await askForReset(who.email)).status).toBe(202)
  return { ...who, ...(await mailbox.newest(who.email)) }
}

test.each(['creator', 'brand', 'admin'] as const)('sets a %s’s new password, ends all sessions and signs in', async (role) => {
  const who = await user(role)
  const before = await signIn(who.email)
  await askForReset(who.email)
  const { token, subject, body } = await mailbox.newest(who.email)
  expect(subject).toBe('Reset your password')
  expect(body).toContain(`https://reelfair.test/reset-password#token=${token}`)

  const entered = await resetPassword(token, NEW)
  expect(entered).toMatchObject({ status: 201, body: { id: who.id, role } })
  expect((await exchange(entered.secret)).status).toBe(200)
  expect((await exchange(before.secret)).status).toBe(401)
  expect((await signIn(who.email)).body.code).toBe('wrong_credentials')
  expect((await signIn(who.email, NEW)).status).toBe(201)
  expect((await mailbox.newest(who.email, 2)).subject).toBe('Your password was changed')
  expect(await resetPassword(token, NEW)).toMatchObject(invalid)
})

test('100 concurrent resets with one link: exactly one succeeds, and one notice is sent', async () => {
  const { id, email, token } = await userWithLink()
  const answers = await Promise.all(times(100, (n) => resetPassword(token, `${NEW} ${n}`)))
  expect(countBy(answers, 'status')).toEqual({ 201: 1, 410: 99 })
  const index = answers.findIndex(({ status }) => status === 201)
  expect((await signIn(email, `${NEW} ${index}`)).status).toBe(201)
  expect(await sessions.count(app.context(), { userId: id }, 30)).toBe(2)
  await whenProcessed(app, email)
  expect(mailbox.to(email).map(({ subject }) => subject)).toEqual(['Reset your password', 'Your password was changed'])
})

test('accepts a reset link for 30 minutes', async () => {
  const [early, late] = [await userWithLink(), await userWithLink()]
  app.clock.advance({ minutes: 29, seconds: 58 })
  expect((await resetPassword(early.token, NEW)).status).toBe(201)
  app.clock.advance({ seconds: 2 })
  expect(await resetPassword(late.token, NEW)).toMatchObject(invalid)
})

test('invalidates a reset link when a newer one is sent', async () => {
  const { email, token } = await userWithLink()
  app.clock.advance({ minutes: 1 })
  await askForReset(email)
  const newer = await mailbox.newest(email, 2)
  expect(await resetPassword(token, NEW)).toMatchObject(invalid)
  expect((await resetPassword(newer.token, NEW)).status).toBe(201)
})

test('keeps links with other purposes valid when a reset link is sent, and invalidates them after the reset', async () => {
  const { email } = await user('creator')
  await askForLink(email)
  const signInLink = await mailbox.newest(email)
  await askForReset(email)
  const reset = await mailbox.newest(email, 2)
  expect((await signInByLink(signInLink.token)).status).toBe(201)
  app.clock.advance({ minutes: 1 })
  await askForLink(email)
  const second = await mailbox.newest(email, 3)
  expect((await resetPassword(reset.token, NEW)).status).toBe(201)
  expect((await signInByLink(second.token)).status).toBe(410)
})

test('accepts a link only for its purpose', async () => {
  const email = newEmail()
  await signUp({ email })
  const confirmation = await mailbox.newest(email)
  expect(await resetPassword(confirmation.token, NEW)).toMatchObject(invalid)
  const { token } = await userWithLink()
  expect((await signInByLink(token)).status).toBe(410)
  expect((await confirm(token)).status).toBe(410)
  expect((await resetPassword(token, NEW)).status).toBe(201)
})

test('does not activate a user who has never confirmed the address', async () => {
  const { id, token } = await userWithLink()
  await users.native(app.context().connection).updateOne({ _id: id }, { $unset: { confirmedAt: 1 } })
  expect(await resetPassword(token, NEW)).toMatchObject(invalid)
})

test('changes only the link’s account, even in another user’s browser, and ends that browser’s session', async () => {
  const { id, token } = await userWithLink()
  const other = await user('brand')
  const { secret } = await signIn(other.email)
  const [session] = await sessions.find(app.context(), { userId: other.id }, { limit: 1 })
  const browser = { id: other.id, role: 'brand', complete: false, sessionId: session?.id ?? '' } as const
  const entered = await resetPassword(token, NEW, browser)
  expect(entered.body).toMatchObject({ id })
  expect((await exchange(secret)).status).toBe(401)
  expect((await signIn(other.email)).status).toBe(201)
})

test('invites the owner of an unconfirmed address to sign up, instead of keeping the role and Terms that a stranger chose', async () => {
  const email = newEmail()
  await signUp({ email, role: 'brand', password: 'a stranger’s' })
  const confirmation = await mailbox.newest(email)
  await askForReset(email)
  const invitation = await mailbox.newest(email, 2)
  expect(invitation.subject).toBe('Finish signing up for Reelfair')
  expect(invitation.body).toMatch(/\/signup\b/)
  await signUp({ email, role: 'creator', password: NEW })
  expect((await confirm(confirmation.token, { password: 'a stranger’s' })).body.code).toBe('wrong_credentials')
  const entered = await confirm(confirmation.token, { password: NEW })
  expect(entered).toMatchObject({ status: 201, body: { email, role: 'creator' } })
})

test('keeps a link usable after a password that is too common', async () => {
  const { token } = await userWithLink()
  expect(await resetPassword(token, 'Bienvenue1')).toMatchObject({ status: 400, body: { code: 'password_common' } })
  expect((await resetPassword(token, NEW)).status).toBe(201)
})

test('stores only the hash of the link’s secret, and hashes no password for an unknown link', async () => {
  const { id, token } = await userWithLink()
  expect(await linkOf(app.context(), id, 'reset')).toMatchObject({ tokenHash: hashOfSecret(token) })
  expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  for (const name of ['links', 'mails']) {
    expect(JSON.stringify(await app.context().connection.collection(name).find().toArray())).not.toContain(token)
  }
  let hashes = 0
  const counting = createHook({ init: (_, type) => void (type === 'ARGON2REQUEST' && hashes++) }).enable()
  await resetPassword('of a link that never was', NEW)
  counting.disable()
  expect(hashes).toBe(0)
})

test('returns the same response at the same cost for every address, and sends an e-mail only to known ones', async () => {
  const [unconfirmed, unknown] = [newEmail(), newEmail()]
  const { email: confirmed } = await user('creator')
  await signUp({ email: unconfirmed })
  await mailbox.newest(unconfirmed)
  const answers = [await askForReset(confirmed), await askForReset(unconfirmed), await askForReset(unknown)]
  expect(answers.map(({ status, body: { email: _, ...rest } }) => ({ status, rest }))).toEqual(
    times(3, () => ({ status: 202, rest: { resendAfterSeconds: 60 } })),
  )
  await Promise.all([confirmed, unconfirmed, unknown].map((email) => whenProcessed(app, email)))
  expect([confirmed, unconfirmed, unknown].map((email) => mailbox.to(email).length)).toEqual([1, 2, 0])

  const quiet = await startIdentity({ workers: false })
  const { email: known } = await quiet.user('creator')
  const read = vi.spyOn(users, 'findOne')
  const wrote = vi.spyOn(mails, 'insert')
  const costOf = async (address: string) => {
    read.mockClear()
    wrote.mockClear()
    await quiet.askForReset(address)
    return { read: read.mock.calls.length, wrote: wrote.mock.calls.map(([, mail]) => mail.kind) }
  }
  const costs = [await costOf(known), await costOf(quiet.newEmail())]
  vi.restoreAllMocks()
  expect(costs).toEqual(times(2, () => ({ read: 0, wrote: ['reset-asked'] })))
})

test.each(['known', 'unknown'])('limits requests for a %s address, and doubles the cool-down up to 30 minutes', async (kind) => {
  const email = kind === 'known' ? (await user('creator')).email : newEmail()
  for (const minutes of [1, 2, 4, 8, 16, 30, 30]) {
    expect((await askForReset(email)).body).toMatchObject({ resendAfterSeconds: minutes * 60 })
    app.clock.advance({ minutes, ms: -1 })
    expect(await askForReset(email.toUpperCase())).toMatchObject({ status: 429, body: { code: 'resend_too_soon' } })
    app.clock.advance({ ms: 1 })
  }
})

test('accepts exactly one of twenty concurrent requests and sends one e-mail', async () => {
  const { email } = await user('creator')
  expect(countBy(await Promise.all(times(20, () => askForReset(email))), 'status')).toEqual({ 202: 1, 429: 19 })
  await mailbox.newest(email)
  await whenProcessed(app, email)
  expect(mailbox.to(email)).toHaveLength(1)
})

test('sends the e-mail once, later, when the mail server is down', async () => {
  const { email } = await user('creator')
  mailbox.mood = 'later'
  await askForReset(email)
  await vi.waitFor(async () => expect(await mails.findOne(app.context(), { kind: 'reset', to: email })).toMatchObject({ attempts: 1 }))
  expect(mailbox.to(email)).toEqual([])
  mailbox.mood = 'take'
  app.clock.advance({ seconds: 2 })
  const { token } = await mailbox.newest(email)
  expect((await resetPassword(token, NEW)).status).toBe(201)
  await whenProcessed(app, email)
  expect(mailbox.to(email)).toHaveLength(2)
})

test.each([
  { token: { $ne: '' }, password: NEW },
  { token: '', password: NEW },
  { token: 'x'.repeat(129), password: NEW },
  { token: 'x', password: 'short' },
  { token: 'x', password: 'x'.repeat(129) },
  { token: 'x', password: NEW, role: 'admin' },
  { token: 'x', password: NEW, userId: crypto.randomUUID() },
  { token: 'x' },
])('rejects the request body %j', async (body) => {
  expect((await app.as('visitor').post('/password-resets/confirm', body)).status).toBe(400)
})

test('keeps the old password valid until the link is used', async () => {
  const { email } = await userWithLink()
  expect((await signIn(email, PASSWORD)).status).toBe(201)
})
