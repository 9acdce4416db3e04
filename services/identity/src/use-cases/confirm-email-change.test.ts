import { DataExportPart, SERVICES, TransferCompleted } from '@reelfair/contracts'
import { countBy, eventually, movableClock, type Person, times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import type { Mailer } from '../adapters/mailer.ts'
import { startMailbox, whenProcessed } from '../mailbox.fixture.ts'
import { dataExportParts, dataExports } from '../store/data-exports.ts'
import { mails, removeMailsTo } from '../store/mails.ts'
import { sessions } from '../store/sessions.ts'
import { emailKeyOf, findUserByEmail, userById, users } from '../store/users.ts'
import { PASSWORD, startIdentity } from '../users.fixture.ts'
import { notifyAll } from './notify.ts'
import { removeOldDataExports } from './remove-old-data-exports.ts'
import { sendNextMail } from './send-next-mail.ts'

const mailbox = await startMailbox({ forTest: false })
const {
  app,
  user,
  newEmail,
  signUp,
  signIn,
  signInByLink,
  exchange,
  askForLink,
  askForReset,
  resetPassword,
  changePassword,
  askForEmailChange,
  confirmEmailChange,
} = await startIdentity({ clock: movableClock(new Date()), env: { SMTP_URL: mailbox.url } })

const invalid = { status: 410, body: { code: 'email_change_invalid', details: { hours: 24 } } }

async function person(role: 'creator' | 'brand' = 'creator') {
  const { id, email } = await user(role)
  const { secret } = await signIn(email)
  const [session] = await sessions.find(app.context(), { userId: id }, { limit: 1 })
  const me: Person = { id, role, complete: role === 'creator', sessionId: session?.id ?? '' }
  return { id, email, me, secret }
}

async function asked(role: 'creator' | 'brand' = 'creator', next = newEmail()) {
  const who = await person(role)
  expect((await askForEmailChange(who.me, next)).status).toBe(202)
  return { ...who, next, ...(await mailbox.newest(next)) }
}

test('changes the address after the new one is confirmed, and notifies the old one before and after', async () => {
  const { id, email, next, token, subject, body } = await asked()
  expect(subject).toBe('Confirm your new e-mail address')
  expect(body).toContain(`https://reelfair.test/auth/change-email#token=${token}`)
  const request = await mailbox.newest(email)
  expect(request.subject).toBe('Request to change your e-mail address')
  expect(request.body).toContain(next)
  expect(request.body).toContain('https://reelfair.test/forgot-password')
  expect(await userById(app.context(), id)).toMatchObject({ email })

  expect(await confirmEmailChange(token)).toMatchObject({ status: 200, body: { email: next } })
  expect((await signIn(email)).body.code).toBe('wrong_credentials')
  expect((await signIn(next.toUpperCase())).status).toBe(201)
  const changed = await mailbox.newest(email, 2)
  expect(changed.subject).toBe('Your e-mail address was changed')
  expect(changed.body).toContain('https://reelfair.test/contact')
  expect(await confirmEmailChange(token)).toMatchObject(invalid)
})

test('gives a signed-in browser a new session and ends all others', async () => {
  const { id, me, next, token, secret } = await asked()
  const other = await person()
  const answer = await confirmEmailChange(token, PASSWORD, me)
  expect(answer.secret).toMatch(/^[\w-]{43}$/)
  expect(JSON.stringify(answer.body)).not.toContain(answer.secret)
  expect((await exchange(answer.secret)).body.me).toMatchObject({ id, email: next })
  expect((await exchange(secret)).status).toBe(401)
  expect((await exchange(other.secret)).status).toBe(200)
  expect((await app.emitted('session.ended')).filter(({ userId }) => userId === id)).toEqual([{ sessionId: me.sessionId, userId: id }])
})

test.each(['a visitor', 'another user', 'an ended session'])('ends all sessions and starts none if %s confirms', async (who) => {
  const { id, email, me, token, secret } = await asked()
  const elsewhere = await signIn(email)
  const other = await person()
  if (who === 'an ended session') await app.as(me).del('/sessions/current')
  const answer = await confirmEmailChange(token, PASSWORD, who === 'a visitor' ? 'visitor' : who === 'another user' ? other.me : me)
  expect(answer).toMatchObject({ status: 200, secret: '', device: '' })
  for (const ended of [secret, elsewhere.secret]) expect((await exchange(ended)).status).toBe(401)
  expect((await exchange(other.secret)).status).toBe(200)
  expect(await sessions.count(app.context(), { userId: id }, 10)).toBe(0)
})

test('keeps when and how the user signed in, so that the change does not prove the user’s presence', async () => {
  const { id, me, token } = await asked()
  await sessions.native(app.context().connection).updateOne({ _id: me.sessionId }, { $set: { cause: 'sign-in-google' } })
  const [before] = await sessions.find(app.context(), { userId: id }, { limit: 1 })
  app.clock.advance({ hours: 1 })
  await confirmEmailChange(token, PASSWORD, me)
  expect(await sessions.find(app.context(), { userId: id }, { limit: 2 })).toMatchObject([
    { createdAt: before?.createdAt, usedAt: app.clock.now(), cause: 'sign-in-google', isNewDevice: false },
  ])
})

test('emits creator.registered with the new address and a newer version, but nothing for a brand', async () => {
  const { id, next, token } = await asked()
  await confirmEmailChange(token)
  const events = (await app.emitted('creator.registered')).filter(({ creatorId }) => creatorId === id)
  expect(events.map(({ email }) => email).at(-1)).toBe(next)
  expect(events.at(-1)?.version).toBeGreaterThan(events[0]?.version ?? 0)
  const brand = await asked('brand')
  expect((await confirmEmailChange(brand.token)).status).toBe(200)
  expect((await app.emitted('creator.registered')).filter(({ creatorId }) => creatorId === brand.id)).toEqual([])
})

test('returns the same response for a taken address, and the user receives the same e-mails', async () => {
  const [one, other] = [await person(), await person()]
  const taken = (await user('brand')).email
  const free = newEmail()
  const answers = [await askForEmailChange(one.me, taken), await askForEmailChange(other.me, free)]
  expect(answers.map(({ status, body: { email: _, ...rest } }) => ({ status, rest }))).toEqual(
    times(2, () => ({ status: 202, rest: { resendAfterSeconds: 60 } })),
  )
  await Promise.all([one.email, other.email, taken, free].map((email) => whenProcessed(app, email)))
  expect([one.email, other.email].map((email) => mailbox.to(email).length)).toEqual([1, 1])
  expect([taken, free].map((email) => mailbox.to(email).length)).toEqual([0, 1])
})

test('requires the account’s password to confirm', async () => {
  const { token } = await asked()
  expect((await confirmEmailChange(token, 'wrong horse')).body.code).toBe('wrong_password')
  expect((await confirmEmailChange(token)).status).toBe(200)
})

test('a user without a password cannot change the address, because the confirmation asks for one', async () => {
  const { id, me } = await person()
  await users.native(app.context().connection).updateOne({ _id: id }, { $unset: { passwordHash: 1 } })
  app.clock.advance({ minutes: 10 })
  expect(await askForEmailChange(me, newEmail())).toMatchObject({ status: 409, body: { code: 'google_only_sign_in' } })
})

test('throttles password guesses on a confirmation link', async () => {
  const { token } = await asked()
  for (const _ of times(10, (n) => n)) expect((await confirmEmailChange(token, 'wrong horse')).status).toBe(403)
  const began = performance.now()
  expect((await confirmEmailChange(token, 'wrong horse')).status).toBe(403)
  expect(performance.now() - began).toBeGreaterThanOrEqual(990)
})

test('accepts exactly one of ten concurrent confirmations', async () => {
  const { token, email } = await asked()
  const answers = await Promise.all(times(10, () => confirmEmailChange(token)))
  expect(countBy(answers, 'status')).toEqual({ 200: 1, 410: 9 })
  await mailbox.newest(email, 2)
  await whenProcessed(app, email)
  expect(mailbox.to(email)).toHaveLength(2)
})

test('gives an address to exactly one of three users who confirm it at the same time', async () => {
  const next = newEmail()
  const all = []
  for (const index of times(3, (n) => n)) {
    const { me } = await person()
    await askForEmailChange(me, next)
    all.push(await mailbox.newest(next, index + 1))
  }
  const answers = await Promise.all(all.map(({ token }) => confirmEmailChange(token)))
  expect(countBy(answers, 'status')).toEqual({ 200: 1, 409: 2 })
})

test('takes an address from a sign-up that nobody confirmed', async () => {
  const next = newEmail()
  await signUp({ email: next, password: 'a stranger’s' })
  await mailbox.newest(next)
  const { me, id } = await person()
  await askForEmailChange(me, next)
  const { token } = await mailbox.newest(next, 2)
  expect((await confirmEmailChange(token)).status).toBe(200)
  expect(await findUserByEmail(app.context(), next)).toMatchObject({ id })
  expect((await signIn(next, 'a stranger’s')).body.code).toBe('wrong_credentials')
})

test('invalidates an older request when the user asks for another address, even a taken one', async () => {
  const { me, token, next } = await asked()
  app.clock.advance({ minutes: 1 })
  const taken = (await user('brand')).email
  expect((await askForEmailChange(me, taken)).status).toBe(202)
  await whenProcessed(app, taken)
  expect(await confirmEmailChange(token)).toMatchObject(invalid)
  expect(await findUserByEmail(app.context(), next)).toBeUndefined()
})

test.each(['a password change', 'a password reset'])('cancels a pending change after %s', async (what) => {
  const { me, email, token } = await asked()
  if (what === 'a password change') expect((await changePassword(me, PASSWORD, 'fjord lantern 41')).status).toBe(200)
  else {
    await askForReset(email)
    const reset = await mailbox.newest(email, 2)
    expect((await resetPassword(reset.token, 'fjord lantern 41')).status).toBe(201)
  }
  for (const password of [PASSWORD, 'fjord lantern 41']) expect(await confirmEmailChange(token, password)).toMatchObject(invalid)
})

/** A user with a confirmation link, in a service that sends e-mails only when the test calls `sendAll`. */
async function sentByHand() {
  const slow = await startMailbox({ signIns: true })
  const { app, user, signIn, newEmail, askForEmailChange, confirmEmailChange } = await startIdentity({
    env: { SMTP_URL: slow.url },
    workers: false,
  })
  const sendAll = async () => {
    while (await sendNextMail(app.context()));
  }
  const { id, email } = await user('creator')
  await signIn(email)
  const [session] = await sessions.find(app.context(), { userId: id }, { limit: 1 })
  const next = newEmail()
  await askForEmailChange({ id, role: 'creator', complete: true, sessionId: session?.id ?? '' }, next)
  await sendAll()
  const pay = () => app.deliver(TransferCompleted.of({ transferId: crypto.randomUUID(), creatorId: id, amountCents: 4_137 }))
  const confirm = async () => expect((await confirmEmailChange(slow.to(next)[0]?.token ?? '')).status).toBe(200)
  return { app, id, email, next, signIn, slow, sendAll, pay, confirm }
}

test('sends waiting notifications to the new address, but those about security to the old one', async () => {
  const { app: manual, id, email, next, signIn: enter, slow, sendAll, pay, confirm } = await sentByHand()
  await enter(email)
  await pay()
  const message = { kind: 'data-export-ready', values: { readyUntil: new Date().toISOString() } } as const
  await manual.context().transact(async (tx) => {
    const owner = (await userById(tx, id)) ?? expect.unreachable()
    await notifyAll(tx, [{ user: owner, message }], crypto.randomUUID(), manual.context())
  })
  await confirm()
  await sendAll()
  const subjects = (to: string) => slow.to(to).map(({ subject }) => subject)
  expect(subjects(next)).toEqual(['Confirm your new e-mail address', expect.stringContaining('41.37')])
  expect(subjects(email).toSorted()).toEqual([
    expect.stringMatching(/^New sign-in/),
    'Request to change your e-mail address',
    'Your data is ready to download',
    'Your e-mail address was changed',
  ])
})

/** Confirms the new address while the next e-mail is being sent, and then lets `send` decide the outcome. */
async function workWhileConfirming({ app: manual, confirm }: Awaited<ReturnType<typeof sentByHand>>, send?: Mailer['send']) {
  const context = manual.context()
  const mailer: Mailer = {
    send: async (mail) => {
      await confirm()
      return (send ?? context.ports.mailer.send)(mail)
    },
  }
  const { connection } = context
  await sendNextMail({ ...context, connection, ports: { ...context.ports, mailer } })
}

test('sends a waiting notification to the new address even if the old one’s next owner deletes the account', async () => {
  const { app: manual, email, next, slow, sendAll, pay, confirm } = await sentByHand()
  await pay()
  await confirm()
  await manual.context().transact((tx) => removeMailsTo(tx, emailKeyOf(email), crypto.randomUUID()))
  const toOldAddress = await mails.find(manual.context(), { toKey: emailKeyOf(email) }, { limit: 10 })
  expect(toOldAddress.map(({ kind }) => kind)).toEqual(['notification'])
  await sendAll()
  expect(slow.to(next).at(-1)?.subject).toContain('41.37')
})

test('an e-mail that is being sent while the address changes is stored with the address that it was sent to', async () => {
  const person = await sentByHand()
  const { app: manual, id, email, slow, pay } = person
  await pay()
  await workWhileConfirming(person)
  expect(slow.to(email).at(-1)?.subject).toContain('41.37')
  const [stored] = await mails.find(manual.context(), { userId: id, kind: 'notification' }, { limit: 2 })
  expect(stored).toMatchObject({ state: 'sent', to: email, toKey: emailKeyOf(email) })
})

test('sends a notification to the new address if the old one’s server refuses it while the address changes', async () => {
  const person = await sentByHand()
  const { app: manual, id, next, slow, sendAll, pay } = person
  await pay()
  await workWhileConfirming(person, async () => ({ kind: 'refused', reason: 'EENVELOPE 550' }))
  await sendAll()
  expect(slow.to(next).at(-1)?.subject).toContain('41.37')
  const [stored] = await mails.find(manual.context(), { userId: id, kind: 'notification' }, { limit: 2 })
  expect(stored).toMatchObject({ state: 'sent', to: next, toKey: emailKeyOf(next) })
})

test('sends a notification to the new address even if it was made for the old one after the change', async () => {
  const { app: manual, id, next, slow, sendAll, confirm } = await sentByHand()
  const before = (await userById(manual.context(), id)) ?? expect.unreachable()
  await confirm()
  const message = { kind: 'transfer-paid', values: { transferId: crypto.randomUUID(), amountCents: 4_137 } } as const
  await manual.context().transact((tx) => notifyAll(tx, [{ user: before, message }], crypto.randomUUID(), manual.context()))
  await sendAll()
  expect(slow.to(next).at(-1)?.subject).toContain('41.37')
})

test('ends an export that is being prepared, so that no e-mail about it goes to the new address, and allows another one', async () => {
  const { id, me, next, token } = await asked()
  const { id: exportId } = (await app.as(me).post('/data-exports')).body
  await app.deliver(DataExportPart.of({ exportId, service: 'payouts', index: 0, last: true, json: '{}' }))
  expect((await confirmEmailChange(token)).status).toBe(200)
  for (const service of SERVICES) await app.deliver(DataExportPart.of({ exportId, service, index: 0, last: true, json: '{}' }))
  expect(await dataExports.byId(app.context(), exportId)).toMatchObject({ state: 'failed', shares: [] })
  expect((await app.emitted('data-export.changed')).filter(({ userId }) => userId === id)).not.toEqual([])
  await whenProcessed(app, next)
  expect(mailbox.to(next)).toHaveLength(1)
  expect((await app.as(me).get('/data-exports/latest')).body.latest).not.toHaveProperty('nextAt')
  expect((await app.as(me).post('/data-exports')).status).toBe(201)
  // The service's own job may run at the same time.
  await eventually(() => removeOldDataExports({ day: '2026-11-28' }, app.context()))
  expect(await dataExports.byId(app.context(), exportId)).toBeUndefined()
  expect(await dataExportParts.byId(app.context(), `${exportId}:payouts:000000`)).toBeUndefined()
})

test('invalidates links that went to the old address', async () => {
  const { email, token } = await asked()
  await mailbox.newest(email)
  await askForLink(email)
  const old = await mailbox.newest(email, 2)
  expect((await confirmEmailChange(token)).status).toBe(200)
  expect((await signInByLink(old.token)).status).toBe(410)
})

test('accepts a confirmation for 24 hours', async () => {
  const [early, late] = [await asked(), await asked()]
  app.clock.advance({ hours: 23, minutes: 59 })
  expect((await confirmEmailChange(early.token)).status).toBe(200)
  app.clock.advance({ minutes: 1 })
  expect(await confirmEmailChange(late.token)).toMatchObject(invalid)
})

test('limits requests per user, whatever address they ask for', async () => {
  const { me } = await person()
  const answers = await Promise.all(times(9, () => askForEmailChange(me, newEmail())))
  expect(countBy(answers, 'status')).toEqual({ 202: 1, 429: 8 })
  app.clock.advance({ minutes: 1 })
  expect((await askForEmailChange(me, newEmail())).body).toMatchObject({ resendAfterSeconds: 120 })
})

test('accepts a new address that differs only in case', async () => {
  const { id, email, me } = await person()
  const next = email.toUpperCase()
  await askForEmailChange(me, next)
  await whenProcessed(app, next)
  const mail = mailbox.to(email).find(({ token }) => token !== '')
  expect((await confirmEmailChange(mail?.token ?? '')).status).toBe(200)
  expect(await userById(app.context(), id)).toMatchObject({ email: next })
})

test('stores neither the link’s secret nor the password', async () => {
  const { token } = await asked()
  for (const name of ['links', 'mails', 'requests']) {
    const rows = JSON.stringify(await app.context().connection.collection(name).find().toArray())
    expect(rows).not.toContain(token)
    expect(rows).not.toContain(PASSWORD)
  }
  expect(await mails.count(app.context(), { kind: 'change-email', state: 'sent' }, 100)).toBeGreaterThan(0)
})

test.each([
  { email: 'no address', password: PASSWORD },
  { email: 'a@b.example\r\nBcc: eve@example.org', password: PASSWORD },
  { email: 'a@b.example', password: PASSWORD, userId: crypto.randomUUID() },
  { email: { $ne: '' }, password: PASSWORD },
])('rejects the request body %j', async (body) => {
  const { me } = await person()
  expect((await app.as(me).post('/email-changes', body)).status).toBe(400)
})
