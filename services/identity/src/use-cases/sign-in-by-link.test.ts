import { hashOfSecret } from '@reelfair/service-kit'
import { countBy, movableClock, times } from '@reelfair/testkit'
import { expect, test, vi } from 'vitest'
import { startMailbox, whenProcessed } from '../mailbox.fixture.ts'
import { linkOf } from '../store/links.ts'
import { mails } from '../store/mails.ts'
import { users } from '../store/users.ts'
import { PASSWORD, startIdentity } from '../users.fixture.ts'

const mailbox = await startMailbox({ forTest: false })
const { app, user, newEmail, signUp, signIn, confirm, exchange, askForLink, signInByLink } = await startIdentity({
  // The clock does not advance, so a full queue of attempts stays full.
  clock: movableClock(new Date()),
  env: { SMTP_URL: mailbox.url },
})

async function userWithLink() {
  const who = await user('creator')
  expect((await askForLink(who.email)).status).toBe(202)
  return { ...who, ...(await mailbox.newest(who.email)) }
}
const invalid = { status: 410, body: { code: 'sign_in_link_invalid', details: { minutes: 15 } } }

test('signs the owner in on a new device while the address is under attack', async () => {
  const { id, email, role } = await user('creator')
  for (const _ of times(10, (n) => n)) await signIn(email, 'wrong horse')
  await Promise.all(times(8, () => signIn(email, 'wrong horse')))
  for (const _ of times(12, (n) => n)) expect(await signIn(email)).toMatchObject({ status: 429, body: { code: 'sign_in_slowed' } })

  expect((await askForLink(email)).status).toBe(202)
  const { token } = await mailbox.newest(email)
  const entered = await signInByLink(token)
  expect(entered).toMatchObject({ status: 201, body: { id, email, role } })
  expect((await exchange(entered.secret)).status).toBe(200)
  expect((await signIn(email, PASSWORD, 'visitor', entered.device)).status).toBe(201)
  expect((await signIn(email)).status).toBe(429)
})

test('accepts exactly one of twenty concurrent sign-ins with the same link', async () => {
  const { token } = await userWithLink()
  const answers = await Promise.all(times(20, () => signInByLink(token)))
  expect(countBy(answers, 'status')).toEqual({ 201: 1, 410: 19 })
})

test('stores only the hash of a sign-in link’s secret', async () => {
  const { id, token } = await userWithLink()
  const stored = await linkOf(app.context(), id, 'sign-in')
  expect(stored).toMatchObject({ purpose: 'sign-in', tokenHash: hashOfSecret(token) })
  expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  for (const name of ['links', 'mails']) {
    const rows = await app.context().connection.collection(name).find().toArray()
    expect(JSON.stringify(rows)).not.toContain(token)
  }
})

test('accepts a sign-in link for 15 minutes', async () => {
  const [early, late] = [await userWithLink(), await userWithLink()]
  app.clock.advance({ minutes: 14, seconds: 58 })
  expect((await signInByLink(early.token)).status).toBe(201)
  app.clock.advance({ seconds: 2 })
  expect(await signInByLink(late.token)).toMatchObject(invalid)
})

test('invalidates a sign-in link when a newer one is sent', async () => {
  const { email, token } = await userWithLink()
  app.clock.advance({ minutes: 1 })
  await askForLink(email)
  const newer = await mailbox.newest(email, 2)
  expect(await signInByLink(token)).toMatchObject(invalid)
  expect((await signInByLink(newer.token)).status).toBe(201)
})

test('rejects a confirmation link at sign-in and a sign-in link at confirmation', async () => {
  const email = newEmail()
  await signUp({ email })
  const confirmation = await mailbox.newest(email)
  expect(await signInByLink(confirmation.token)).toMatchObject(invalid)
  expect((await confirm(confirmation.token)).status).toBe(201)

  const { token } = await userWithLink()
  expect((await confirm(token)).status).toBe(410)
})

test('sends an e-mail in the request’s language with a link to the sign-in page, including the redirect', async () => {
  const { email } = await user('brand')
  const headers = { 'accept-language': 'fr', 'x-forwarded-for': '198.51.100.40' }
  await app.as('visitor').post('/sign-in-links', { email, redirect: '/brand-dashboard' }, { headers })
  const { subject, body, token } = await mailbox.newest(email)
  expect(subject).toBe('Votre lien de connexion')
  expect(body).toContain(`https://reelfair.test/auth/sign-in?next=%2Fbrand-dashboard#token=${token}`)
})

test('returns the same response for every address but sends a link only to a confirmed address', async () => {
  const [unconfirmed, unknown] = [newEmail(), newEmail()]
  const { email: confirmed } = await user('creator')
  await signUp({ email: unconfirmed })
  await mailbox.newest(unconfirmed)
  const answers = [await askForLink(confirmed), await askForLink(unconfirmed), await askForLink(unknown)]
  expect(answers.map(({ status, body: { email: _, ...rest } }) => ({ status, rest }))).toEqual(
    times(3, () => ({ status: 202, rest: { resendAfterSeconds: 60 } })),
  )
  await mailbox.newest(confirmed)
  await Promise.all([whenProcessed(app, unconfirmed), whenProcessed(app, unknown)])
  expect([mailbox.to(unconfirmed).length, mailbox.to(unknown).length]).toEqual([1, 0])
})

test('stores a link request at the same cost for every address, without looking up a user', async () => {
  const quiet = await startIdentity({ workers: false })
  const { email } = await quiet.user('creator')
  const read = vi.spyOn(users, 'findOne')
  const wrote = vi.spyOn(mails, 'insert')
  const costOf = async (address: string) => {
    read.mockClear()
    wrote.mockClear()
    expect((await quiet.askForLink(address)).status).toBe(202)
    return { read: read.mock.calls.length, wrote: wrote.mock.calls.map(([, mail]) => mail.kind) }
  }
  const costs = [await costOf(email), await costOf(quiet.newEmail())]
  vi.restoreAllMocks()
  expect(costs).toEqual(times(2, () => ({ read: 0, wrote: ['sign-in-asked'] })))
})

test('doubles the cool-down after each request, up to 15 minutes', async () => {
  const email = newEmail()
  for (const minutes of [1, 2, 4, 8, 15, 15]) {
    expect((await askForLink(email)).body).toMatchObject({ resendAfterSeconds: minutes * 60 })
    app.clock.advance({ minutes, ms: -1 })
    expect(await askForLink(email)).toMatchObject({ status: 429, body: { code: 'resend_too_soon', details: { seconds: 1 } } })
    app.clock.advance({ ms: 1 })
  }
  app.clock.advance({ hours: 1 })
  expect((await askForLink(email)).body).toMatchObject({ resendAfterSeconds: 60 })
})

test.each([{ token: { $ne: '' } }, { token: '' }, { token: 'x'.repeat(129) }, {}, { token: 'x', role: 'admin' }])(
  'rejects %j',
  async (body) => {
    expect((await app.as('visitor').post('/sessions/by-link', body)).status).toBe(400)
  },
)
