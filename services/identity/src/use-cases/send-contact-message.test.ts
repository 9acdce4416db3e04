import { createHash } from 'node:crypto'
import { countBy, eventually, times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { startMailbox, whenProcessed } from '../mailbox.fixture.ts'
import { assignMailsTo, mails, removeMailsTo } from '../store/mails.ts'
import { throttles } from '../store/throttles.ts'
import { emailKeyOf } from '../store/users.ts'
import { startIdentity } from '../users.fixture.ts'

const SUPPORT = 'support@reelfair.example'
const mailbox = await startMailbox({ forTest: false })
const { app, newEmail } = await startIdentity({ env: { SMTP_URL: mailbox.url } })

let writers = 0
const newNetwork = () => {
  writers += 1
  return `198.51.100.${writers}`
}
/** Each message comes from another network, unless a test names one. */
const write = (change: object, { ip = newNetwork(), locale = 'en' } = {}) =>
  app
    .as('visitor')
    .post(
      '/contact-messages',
      { name: 'Ada', email: newEmail(), topic: 'brand', message: 'Hello', ...change },
      { headers: { 'x-forwarded-for': ip, 'accept-language': locale } },
    )

const fromWriter = (email: string) =>
  mailbox.to(SUPPORT).filter(({ head }) => head.toLowerCase().includes(`reply-to: ${email.toLowerCase()}`))

test('e-mails the message to support and a copy to the writer, each with the other as its reply address', async () => {
  const email = newEmail()
  const message = 'Two lines:\n1 < 2 & "so"'
  expect(await write({ email, name: 'Ada L.', message })).toMatchObject({ status: 202, body: { email } })
  const copy = await mailbox.newest(email)
  expect(copy.head).toContain(`Reply-To: ${SUPPORT}`)
  expect(copy.body).toContain('1 < 2 & "so"')
  expect(copy.body).toContain('Two lines:<br>1 &lt; 2 &amp; &quot;so&quot;')
  const [letter] = await eventually(() => expect(fromWriter(email)).toHaveLength(1)).then(() => fromWriter(email))
  expect(letter?.subject).toBe('Message from Ada L. (brand)')
  expect(letter?.body).toContain('Two lines:')
})

test('sends both e-mails in the writer’s language', async () => {
  const email = newEmail()
  await write({ email, topic: 'creator' }, { locale: 'fr' })
  expect((await mailbox.newest(email)).subject).toBe('Copie de votre message à Reelfair')
  await eventually(() => expect(fromWriter(email).map(({ subject }) => subject)).toEqual(['Message de Ada (créateur)']))
})

test('sends a message once when it arrives 20 times concurrently and again later', async () => {
  const email = newEmail()
  const answers = await Promise.all(times(20, () => write({ email })))
  app.clock.advance({ hours: 2 })
  answers.push(await write({ email: email.toUpperCase() }))
  expect(countBy(answers, 'status')).toEqual({ 202: 21 })
  await whenProcessed(app, email)
  expect([mailbox.to(email).length, fromWriter(email).length]).toEqual([1, 1])
})

test('slows down different messages from one address, and accepts only one of 20 sent concurrently', async () => {
  const email = newEmail()
  const answers = await Promise.all(times(20, (index) => write({ email, message: `No. ${index}` })))
  expect(countBy(answers, 'status')).toEqual({ 202: 1, 429: 19 })
  expect(answers.find(({ status }) => status === 429)?.body).toMatchObject({
    code: 'contact_too_soon',
    // The accepted message may have arrived a moment later than a rejected one.
    details: { seconds: expect.toBeOneOf([30, 31]) },
  })
  app.clock.advance({ seconds: 30 })
  expect((await write({ email, message: 'Later' })).status).toBe(202)
  app.clock.advance({ seconds: 59 })
  expect((await write({ email, message: 'Too soon' })).status).toBe(429)
  app.clock.advance({ seconds: 1 })
  expect((await write({ email, message: 'Late enough' })).status).toBe(202)
})

test('limits one network to five messages a minute, whatever their addresses', async () => {
  const answers = await Promise.all(times(6, () => write({}, { ip: '203.0.113.9' })))
  expect(countBy(answers, 'status')).toEqual({ 202: 5, 429: 1 })
})

test('copies at most three messages a day to the addresses entered from one network, and still sends all to support', async () => {
  const ip = '203.0.113.19'
  const send = async () => {
    const email = newEmail()
    expect((await write({ email }, { ip })).status).toBe(202)
    app.clock.advance({ minutes: 1 })
    await eventually(() => expect(fromWriter(email)).toHaveLength(1))
    await whenProcessed(app, email)
    return mailbox.to(email).length
  }
  const copies: number[] = []
  for (const _ of times(4, () => 0)) copies.push(await send())
  expect(copies).toEqual([1, 1, 1, 0])
  app.clock.advance({ days: 1 })
  expect(await send()).toBe(1)
})

const INJECTED = '\r\nBcc: victim@evil.example'
test.each([
  ['a line break in the name', { name: `Ada${INJECTED}` }],
  ['a single line feed in the name', { name: 'Ada\nBcc: victim@evil.example' }],
  ['a NUL in the name', { name: 'Ada\0' }],
  ['a line break in the address', { email: `ada@b.example${INJECTED}` }],
  ['several addresses', { email: 'ada@b.example, victim@evil.example' }],
  ['an address with a display name', { email: 'Ada <victim@evil.example>' }],
  ['an unknown topic', { topic: `brand${INJECTED}` }],
  ['an empty message', { message: ' \n ' }],
  ['a message that is too long', { message: 'x'.repeat(4_001) }],
  ['a control character in the message', { message: 'Hi\u0007' }],
  ['a field that does not exist', { to: 'victim@evil.example' }],
])('rejects %s and sends nothing', async (_, change) => {
  const before = await mails.native(app.context().connection).countDocuments()
  expect(await write(change)).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
  expect(await mails.native(app.context().connection).countDocuments()).toBe(before)
})

test.each([
  ['the message', { message: `Hello${INJECTED}\r\n\r\n.\r\nRCPT TO:<victim@evil.example>` }],
  ['an encoded name', { name: '=?utf-8?Q?Ada=0D=0ABcc:_victim@evil.example?=' }],
])('does not let %s add a recipient', async (_, change) => {
  const email = newEmail()
  await write({ email, ...change })
  await mailbox.newest(email)
  await eventually(() => expect(fromWriter(email)).toHaveLength(1))
  expect(mailbox.received.filter(({ to }) => to.includes('evil'))).toEqual([])
  // The mailbox decodes the name, as a mail program does for display, so only the message can be checked here.
  if ('message' in change) for (const { head } of [...mailbox.to(email), ...fromWriter(email)]) expect(head).not.toMatch(/^bcc:/im)
})

test('keeps messages to support when a user with the support address changes it or is deleted', async () => {
  await write({})
  const toSupport = () => mails.find(app.context(), { toKey: emailKeyOf(SUPPORT) }, { limit: 1_000 })
  const before = await toSupport()
  await app.context().transact((tx) => assignMailsTo(tx, emailKeyOf(SUPPORT), 'user'))
  await app.context().transact((tx) => removeMailsTo(tx, emailKeyOf(SUPPORT), 'user'))
  const after = await toSupport()
  expect(after.map(({ id, userId }) => ({ id, userId }))).toEqual(before.map(({ id }) => ({ id, userId: undefined })))
  expect(after.length).toBeGreaterThan(0)
})

test('deletes the text after sending, and stores no address in throttles', async () => {
  const email = newEmail()
  const ip = '203.0.113.77'
  await write({ email, message: 'Nobody else should read this' }, { ip })
  await whenProcessed(app, email)
  await eventually(async () => {
    const rows = await mails
      .native(app.context().connection)
      .find({ values: { $exists: true } })
      .toArray()
    expect(JSON.stringify(rows)).not.toContain('Nobody else')
  })
  const stored = JSON.stringify(await throttles.native(app.context().connection).find().toArray())
  for (const known of [email, ip, createHash('sha256').update(ip).digest('base64url')]) expect(stored).not.toContain(known)
})

test('writes to the address that an admin has set', async () => {
  const change = { value: 'new@reelfair.test', reason: 'Moved', expectedVersion: 0 }
  expect((await app.as('admin').post('/admin/settings/support_email', change)).status).toBe(201)
  const email = newEmail()
  await write({ email })
  expect((await mailbox.newest('new@reelfair.test')).head.toLowerCase()).toContain(`reply-to: ${email.toLowerCase()}`)
})
