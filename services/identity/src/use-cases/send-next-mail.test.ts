import { keyFor, makeSessionKeys, PrivateKey, seal } from '@reelfair/service-kit'
import { eventually, expireLeases, failUntilSetAside, operate, queueMetrics, recordingLog, setAside, times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import type { Mailer } from '../adapters/mailer.ts'
import { identity } from '../app.ts'
import { startMailbox } from '../mailbox.fixture.ts'
import { mails } from '../store/mails.ts'
import { sessions } from '../store/sessions.ts'
import { PASSWORD, startIdentity } from '../users.fixture.ts'
import { sendNextMail } from './send-next-mail.ts'
import { sendNotice } from './send-notice.ts'

/** Identity without its worker loop, so that tests run each step themselves. Each test deletes earlier e-mails. */
const mailbox = await startMailbox({ forTest: false })
const startWith = (url: string) => startIdentity({ env: { SMTP_URL: url }, workers: false })
const shared = await startWith(mailbox.url)

/** Signs a user up, so that one e-mail is waiting. */
async function start(service = shared) {
  const { app, newEmail, signUp } = service
  await mails.native(app.context().connection).deleteMany({})
  mailbox.received.length = 0
  mailbox.mood = 'take'
  const email = newEmail()
  await signUp({ email })
  const row = async () => {
    const [mail] = await mails.find(app.context(), {}, { limit: 10 })
    if (!mail) throw new Error('no e-mail stored')
    return mail
  }
  return { ...service, email, row, work: () => sendNextMail(app.context()) }
}

test('sends a waiting e-mail once and deletes the secret of its link', async () => {
  const { work, row } = await start()
  expect([await work(), await work()]).toEqual([true, false])
  expect(mailbox.received).toHaveLength(1)
  const sent = await row()
  expect(sent).toMatchObject({ state: 'sent', attempts: 1 })
  expect(sent).not.toHaveProperty('sealedToken')
  expect(mailbox.received[0]?.messageId).toBe(`<${sent.id}@reelfair.test>`)
})

test('retries an e-mail after increasing pauses while the mail server is down', async () => {
  const down = await startMailbox()
  const { work, row, app, confirm, email } = await start(await startWith(down.url))
  await down.stop()
  const pauses: number[] = []
  for (const _ of times(4, (n) => n)) {
    const before = app.clock.now().getTime()
    await work()
    const { dueAt, problem } = await row()
    expect(problem).toMatch(/^E[A-Z]+$/)
    pauses.push(Math.round((dueAt.getTime() - before) / 1_000))
    expect(await work()).toBe(false)
    app.clock.set(dueAt)
  }
  expect(pauses).toEqual([1, 2, 4, 8])
  const again = await startMailbox({ port: down.port })
  await work()
  expect(again.received).toHaveLength(1)
  expect((await confirm((await again.newest(email)).token)).status).toBe(201)
})

test('retries an e-mail after a temporary error but not after a permanent one', async () => {
  const { work, row, app } = await start()
  mailbox.mood = 'later'
  await work()
  expect(await row()).toMatchObject({ state: 'waiting', problem: 'EENVELOPE 451' })
  app.clock.advance({ seconds: 2 })
  mailbox.mood = 'refuse'
  await work()
  expect(await row()).toMatchObject({ state: 'given-up', problem: 'EENVELOPE 550' })
  app.clock.advance({ days: 1 })
  expect(await work()).toBe(false)
})

test('resends an e-mail with the same Message-ID and link when the server’s confirmation is lost', async () => {
  const { work, app, confirm } = await start()
  mailbox.mood = 'cut'
  await work()
  app.clock.advance({ seconds: 2 })
  await work()
  const [first, second] = mailbox.received
  expect(mailbox.received).toHaveLength(2)
  expect(second).toMatchObject({ messageId: first?.messageId, token: first?.token })
  expect((await confirm(first?.token ?? '')).status).toBe(201)
})

test('sends an e-mail only once when eight workers run concurrently', async () => {
  const { work } = await start()
  await Promise.all(times(8, work))
  expect(mailbox.received).toHaveLength(1)
})

test('sends all other e-mails when one always fails, and sets that one aside until an operator requeues it', async () => {
  const { app, row, signUp, newEmail } = await start()
  const { id } = await row()
  app.clock.advance({ seconds: 1 })
  await signUp({ email: newEmail() })
  const native = mails.native(app.context().connection)
  await native.updateOne({ _id: id }, { $set: { locale: 'xx' } })
  const { log, alarms } = recordingLog()
  const { connection, ...context } = app.context()
  const work = () => sendNextMail({ ...context, connection, log })
  while (await work()) {}
  expect(mailbox.received).toHaveLength(1)
  await failUntilSetAside(app, work)
  expect(alarms()).toEqual([setAside('mails', id)])
  await native.updateOne({ _id: id }, { $set: { locale: 'en' } })
  expect(await operate(identity, app, 'identity-queue-retry', { queue: 'mails', item: id })).toBe('1 put back.')
  expect(await work()).toBe(true)
  expect(mailbox.received).toHaveLength(2)
})

test.each(['before it sends an e-mail', 'after the server accepts the e-mail'])(
  'resends an e-mail with the same Message-ID and link when a process dies %s',
  async (when) => {
    const { work, app, row, confirm } = await start()
    const context = app.context()
    const died = Promise.withResolvers<void>()
    const mailer: Mailer = {
      send: async (mail) => {
        if (when === 'after the server accepts the e-mail') await context.ports.mailer.send(mail)
        died.resolve()
        return new Promise<never>(() => {})
      },
    }
    const { connection } = context
    void sendNextMail({ ...context, connection, ports: { ...context.ports, mailer } })
    await died.promise
    expect(await row()).toMatchObject({ state: 'waiting', attempts: 1 })
    // Leases use the machine's clock, so moving the product's clock does not end a lease.
    app.clock.advance({ hours: 2 })
    expect(await work()).toBe(false)
    await expireLeases(app)
    expect([await work(), await work()]).toEqual([true, false])
    expect(await row()).toMatchObject({ state: 'sent', attempts: 2 })
    expect(mailbox.received).toHaveLength(when === 'after the server accepts the e-mail' ? 2 : 1)
    // Mailboxes can recognise the duplicate by its Message-ID, and both copies have the same valid link.
    expect(new Set(mailbox.received.map(({ messageId, token }) => `${messageId} ${token}`)).size).toBe(1)
    expect((await confirm(mailbox.received[0]?.token ?? '')).status).toBe(201)
  },
)

test('retries every five minutes during a long outage and sends the e-mail afterwards', async () => {
  const { work, app, row } = await start()
  mailbox.mood = 'later'
  for (const _ of times(12, (n) => n)) {
    app.clock.set((await row()).dueAt)
    await work()
  }
  const { state, dueAt } = await row()
  expect(state).toBe('waiting')
  expect(Math.round((dueAt.getTime() - app.clock.now().getTime()) / 1_000)).toBe(300)
  mailbox.mood = 'take'
  app.clock.set(dueAt)
  await work()
  expect(mailbox.received).toHaveLength(1)
})

test('drops a confirmation e-mail whose link has expired', async () => {
  const { work, app, row } = await start()
  app.clock.advance({ hours: 24 })
  await work()
  expect(await row()).toMatchObject({ state: 'dropped' })
  expect(mailbox.received).toEqual([])
})

test.each([
  ['sends one new link', 23],
  ['drops the request', 24],
])('%s after an outage of %s hours that outlasts a reset link', async (_, hours) => {
  const { work, app, user } = await start()
  while (await work());
  const { email } = await user('creator')
  mailbox.mood = 'later'
  await app.as('visitor').post('/password-resets', { email })
  while (await work());
  app.clock.advance({ hours })
  mailbox.mood = 'take'
  while (await work());
  const late = mailbox.to(email)
  expect(late).toHaveLength(hours < 24 ? 1 : 0)
  for (const { token } of late)
    expect((await app.as('visitor').post('/password-resets/confirm', { token, password: 'fjord lantern 41' })).status).toBe(201)
})

/** A user whose mail server temporarily rejects e-mails. */
async function outage() {
  const started = await start()
  const { work, user, app } = started
  const workAll = async () => {
    while (await work());
  }
  await workAll()
  const { id, email } = await user('creator')
  mailbox.mood = 'later'
  return {
    ...started,
    id,
    email,
    async during(minutes: number) {
      await workAll()
      // Failed e-mails are retried at most five minutes later.
      for (let left = minutes; left > 0; left -= 5) {
        app.clock.advance({ minutes: Math.min(5, left) })
        await workAll()
      }
    },
    async afterwards() {
      mailbox.mood = 'take'
      app.clock.advance({ minutes: 5 })
      await workAll()
      return mailbox.to(email)
    },
  }
}

test.each([5, 40])('sends one link that works after two requests %s minutes before the end of an outage', async (minutes) => {
  const { email, askForReset, resetPassword, during, afterwards } = await outage()
  await askForReset(email)
  await during(15)
  await askForReset(email)
  await during(minutes)
  const received = await afterwards()
  expect(received.map(({ subject }) => subject)).toEqual(['Reset your password'])
  expect((await resetPassword(received[0]?.token ?? '', 'fjord lantern 41')).status).toBe(201)
})

test.each(['askForReset', 'askForLink'] as const)(
  'shows an outage in the queue’s metrics, even if it outlasts the link: %s',
  async (ask) => {
    const { app, email, during, afterwards, ...asks } = await outage()
    const { failures } = await queueMetrics(app, 'mails')
    await asks[ask](email)
    await during(55)
    expect(await queueMetrics(app, 'mails')).toEqual({
      depth: 1,
      oldestAge: 55 * 60,
      failures: expect.toSatisfy((now) => now >= failures + 11),
    })
    await afterwards()
    expect(await queueMetrics(app, 'mails')).toMatchObject({ depth: 0, oldestAge: 0 })
  },
)

test('measures a link that is requested again hours later from that request, not from the first link', async () => {
  const { work, app, email, resend } = await start()
  await work()
  app.clock.advance({ hours: 3 })
  mailbox.mood = 'later'
  await resend(email)
  while (await work());
  expect(await queueMetrics(app, 'mails')).toMatchObject({ depth: 1, oldestAge: 0 })
  app.clock.advance({ minutes: 1 })
  while (await work());
  expect(await queueMetrics(app, 'mails')).toMatchObject({ depth: 1, oldestAge: 60 })
})

test('counts a refused e-mail as a failure, but not the cool-down before another link', async () => {
  const { work, app, email, resend } = await start()
  const { failures } = await queueMetrics(app, 'mails')
  await work()
  await resend(email)
  while (await work());
  expect(await queueMetrics(app, 'mails')).toEqual({ depth: 0, oldestAge: 0, failures })
  app.clock.advance({ minutes: 1 })
  mailbox.mood = 'refuse'
  while (await work());
  expect(await queueMetrics(app, 'mails')).toEqual({ depth: 0, oldestAge: 0, failures: failures + 1 })
})

test.each([1, 40])('sends no sign-in link that a new password invalidated %s minutes after the request', async (minutes) => {
  const { app, id, email, askForLink, signIn, changePassword, during, afterwards } = await outage()
  await askForLink(email)
  await during(minutes)
  await signIn(email)
  const [session] = await sessions.find(app.context(), { userId: id }, { limit: 1 })
  const me = { id, role: 'creator', complete: true, sessionId: session?.id ?? '' } as const
  expect((await changePassword(me, PASSWORD, 'fjord lantern 41')).status).toBe(200)
  await during(40)
  expect((await afterwards()).map(({ subject }) => subject)).toEqual(['Your password was changed'])
})

test('renews a confirmation that was requested again, even after a key change', async () => {
  const { work, app, email, resend, confirm } = await start()
  await work()
  await resend(email)
  app.clock.advance({ minutes: 1 })
  mailbox.mood = 'later'
  while (await work());
  const sealedToken = seal('a lost secret', keyFor(PrivateKey.parse(makeSessionKeys().privateKey), 'identity: text of waiting mails'))
  await mails.native(app.context().connection).updateOne({ kind: 'confirm', state: 'waiting' }, { $set: { sealedToken } })
  mailbox.mood = 'take'
  app.clock.advance({ minutes: 1 })
  while (await work());
  app.clock.advance({ minutes: 1 })
  while (await work());
  expect(mailbox.to(email)).toHaveLength(2)
  expect((await confirm((await mailbox.newest(email, 2)).token)).status).toBe(201)
})

test('replaces a waiting e-mail after a key change with a single e-mail that contains a new link', async () => {
  const { work, app, row, email, confirm } = await start()
  const native = mails.native(app.context().connection)
  const { id } = await row()
  await native.updateOne(
    { _id: id },
    {
      $set: {
        sealedToken: seal('a lost secret', keyFor(PrivateKey.parse(makeSessionKeys().privateKey), 'identity: text of waiting mails')),
      },
    },
  )
  expect([await work(), mailbox.received.length]).toEqual([true, 0])
  expect(await row()).toMatchObject({ id, state: 'waiting', kind: 'resend' })
  app.clock.advance({ minutes: 1 })
  while (await work());
  expect(mailbox.received).toHaveLength(1)
  expect((await confirm((await mailbox.newest(email)).token)).status).toBe(201)
  const states = (await native.find().toArray()).map(({ kind, state }) => `${kind} ${state}`)
  expect(states.sort()).toEqual(['confirm sent', 'resend dropped'])
})

test('sends e-mails from the worker loop of a running service', async () => {
  mailbox.received.length = 0
  mailbox.mood = 'take'
  const { newEmail, signUp } = await startIdentity({ env: { SMTP_URL: mailbox.url } })
  await Promise.all(times(5, () => signUp({ email: newEmail() })))
  await eventually(() => expect(mailbox.received).toHaveLength(5))
})

test('sends a notice once, retries it with the same Message-ID, and deletes its values', async () => {
  const { work, app, email } = await start()
  await work()
  const values = { at: app.clock.now().toISOString(), device: 'Firefox' }
  await app.context().transact((tx) => sendNotice(tx, 'password-changed', { to: email, locale: 'fr', values }, app.context()))
  mailbox.mood = 'cut'
  await work()
  app.clock.advance({ seconds: 2 })
  expect([await work(), await work()]).toEqual([true, false])
  const [, first, second] = mailbox.received
  expect(second).toMatchObject({ subject: 'Votre mot de passe a été modifié', messageId: first?.messageId })
  expect(mailbox.received).toHaveLength(3)
  const sent = await mails.findOne(app.context(), { kind: 'password-changed' })
  expect(sent).toMatchObject({ state: 'sent', to: email })
  expect(sent).not.toHaveProperty('values')
})

test('drops a notice after an outage of seven days', async () => {
  const { work, app, email } = await start()
  await work()
  const values = { at: app.clock.now().toISOString(), device: 'Firefox' }
  await app.context().transact((tx) => sendNotice(tx, 'password-changed', { to: email, locale: 'en', values }, app.context()))
  app.clock.advance({ days: 7 })
  expect(await work()).toBe(true)
  expect(await mails.findOne(app.context(), { kind: 'password-changed' })).toMatchObject({ state: 'dropped' })
  expect(mailbox.received).toHaveLength(1)
})

/** A message from the contact page, and a way to find the stored e-mail addressed to support. */
async function contact() {
  const started = await start()
  const { app, newEmail, work } = started
  const workAll = async () => {
    while (await work());
  }
  await workAll()
  mailbox.received.length = 0
  const message = { name: 'Ada', email: newEmail(), topic: 'brand', message: 'Please call me' }
  expect((await app.as('visitor').post('/contact-messages', message)).status).toBe(202)
  const stored = async () => (await mails.findOne(app.context(), { kind: 'contact-message' })) ?? expect.unreachable()
  return { ...started, workAll, stored, toSupport: () => mailbox.to('support@reelfair.example').map(({ body }) => body) }
}
/** The rows that the database removes 30 days after `createdAt`. */
const expiring = (app: typeof shared.app) => {
  const { partialFilterExpression = {} } = mails.indexes.find(({ expireAfterSeconds }) => expireAfterSeconds === 30 * 86_400) ?? {}
  return mails
    .native(app.context().connection)
    .find({ ...partialFilterExpression, kind: 'contact-message' })
    .toArray()
}

test('keeps a message to support that an outage has set aside, sends it when an operator retries it, and then deletes its text', async () => {
  const { app, stored, toSupport, workAll } = await contact()
  mailbox.mood = 'later'
  const { id } = await stored()
  for (const _ of times(40, () => 0)) {
    await workAll()
    app.clock.advance({ days: 1 })
  }
  expect(await stored()).toMatchObject({ state: 'waiting', values: { message: 'Please call me' } })
  expect(await expiring(app)).toEqual([])
  mailbox.mood = 'take'
  await workAll()
  expect(toSupport()).toEqual([])
  expect(await operate(identity, app, 'identity-queue-retry', { queue: 'mails', item: id })).toBe('1 put back.')
  await workAll()
  expect(toSupport()).toEqual([expect.stringContaining('Please call me')])
  expect(await stored()).not.toHaveProperty('values')
  expect(await expiring(app)).toHaveLength(1)
})

test('sets a message to support aside when the mailbox refuses it, and sends it to the corrected address', async () => {
  const { app, workAll, stored, toSupport } = await contact()
  mailbox.mood = 'refuse'
  const { log, alarms } = recordingLog()
  const { connection, ...context } = app.context()
  const { id } = await stored()
  await failUntilSetAside(app, async () => {
    while (await sendNextMail({ ...context, connection, log }));
  })
  expect(alarms()).toEqual([setAside('mails', id)])
  expect(await operate(identity, app, 'identity-queue-dead')).toContain(`mails  ${id}  Error: refused by the mail server: EENVELOPE 550`)
  expect(await stored()).toMatchObject({ state: 'waiting', values: { message: 'Please call me' } })
  const change = { value: 'help@reelfair.test', reason: 'Mailbox closed', expectedVersion: 0 }
  expect((await app.as('admin').post('/admin/settings/support_email', change)).status).toBe(201)
  mailbox.mood = 'take'
  expect(await operate(identity, app, 'identity-queue-retry', { queue: 'mails', item: id })).toBe('1 put back.')
  await workAll()
  expect(toSupport()).toEqual([])
  expect(mailbox.to('help@reelfair.test').map(({ body }) => body)).toEqual([expect.stringContaining('Please call me')])
  expect((await stored()).state).toBe('sent')
})

test('sets a message to support aside once it has failed temporarily for three days, so that an operator can discard it', async () => {
  const { app, workAll, stored } = await contact()
  mailbox.mood = 'later'
  const { id } = await stored()
  for (const _ of times(11, () => 0)) {
    await workAll()
    app.clock.advance({ hours: 6 })
  }
  app.clock.advance({ hours: 5 })
  await workAll()
  expect((await stored()).queue).toMatchObject({ failures: 0 })
  app.clock.advance({ hours: 1 })
  await failUntilSetAside(app, workAll)
  expect(await operate(identity, app, 'identity-queue-dead')).toContain(`mails  ${id}  Error: not sent for days: EENVELOPE 451`)
  expect(await stored()).toMatchObject({ state: 'waiting', values: { message: 'Please call me' } })
  expect(await operate(identity, app, 'identity-queue-discard', { queue: 'mails', item: id })).toBe('Deleted.')
})

test('lets an operator discard a message to support that the mailbox refuses, but no message that is not set aside', async () => {
  const { app, stored } = await contact()
  mailbox.mood = 'refuse'
  const { id } = await stored()
  const discard = () => operate(identity, app, 'identity-queue-discard', { queue: 'mails', item: id })
  expect(await discard()).toBe('No such item is set aside.')
  expect(await stored()).toMatchObject({ state: 'waiting' })
  await failUntilSetAside(app, async () => {
    while (await sendNextMail(app.context()));
  })
  expect(await discard()).toBe('Deleted.')
  expect(await mails.findOne(app.context(), { id })).toBeUndefined()
  expect(await operate(identity, app, 'identity-queue-dead')).not.toContain(id)
})
