import { countBy, movableClock, type Person, times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { googlePerson } from '../google.fixture.ts'
import { startMailbox } from '../mailbox.fixture.ts'
import { startFactorIdentity } from '../second-factor.fixture.ts'
import { securityEvents } from '../store/security-events.ts'
import { PASSWORD } from '../users.fixture.ts'

const NEW = 'fjord lantern 41'
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0'

const mailbox = await startMailbox({ forTest: false })
const clock = movableClock('2026-11-21T12:00:00Z')
const identity = await startFactorIdentity({ SMTP_URL: mailbox.url }, { clock })
const { app, user, newEmail, signUp, signIn, confirm, signedIn, post, visit, start, google, withFactor, code } = identity
const { askForLink, signInByLink, askForReset, resetPassword, changePassword, askForEmailChange, confirmEmailChange } = identity

const as = (id: string): Person => ({ id, role: 'creator', complete: true, sessionId: crypto.randomUUID() })
const log = async (id: string, query = '') => (await app.as(as(id)).get(`/security-events${query}`)).body
const kindsOf = async (id: string) => (await log(id)).items.map(({ kind }: { kind: string }) => kind)

test('names each way to sign in', async () => {
  const email = newEmail()
  await signUp({ email })
  const { body } = await confirm((await mailbox.newest(email)).token)
  clock.advance({ minutes: 2 })
  await signIn(email)
  clock.advance({ minutes: 2 })
  await askForLink(email)
  await signInByLink((await mailbox.newest(email, 2)).token)
  clock.advance({ minutes: 2 })
  await visit(googlePerson({ email }))
  const kinds: string[] = await kindsOf(body.id)
  expect(kinds.slice(0, 2).sort()).toEqual(['google-connected', 'sign-in-google'])
  expect(kinds.slice(2)).toEqual(['sign-in-link', 'sign-in-password', 'sign-in-password'])
})

test('stores the time, address and browser, but no secret', async () => {
  const { id, email } = await user('creator')
  const headers = { 'user-agent': FIREFOX, 'x-forwarded-for': '198.51.100.7' }
  const answer = await app.as('visitor').post('/sessions', { email, password: PASSWORD }, { headers })
  const { items } = await log(id)
  expect(items).toEqual([
    {
      id: expect.any(String),
      kind: 'sign-in-password',
      at: clock.now().toISOString(),
      device: 'Firefox on Windows',
      ip: '198.51.100.7',
      count: 1,
    },
  ])
  const inFrench = await app.as(as(id)).get('/security-events', undefined, { headers: { 'accept-language': 'fr' } })
  expect(inFrench.body.items[0].device).toBe('Firefox sur Windows')
  const stored = JSON.stringify(await securityEvents.find(app.context(), { userId: id }, { limit: 10 }))
  const secrets = [answer.headers['x-set-session'], answer.headers['x-set-device']].map((header = '') => header.split(';')[0] ?? '')
  for (const secret of [PASSWORD, FIREFOX, ...secrets]) expect(stored).not.toContain(secret)
})

test('records password changes', async () => {
  const { id, email } = await user('creator')
  await changePassword(as(id), 'wrong horse', NEW)
  expect(await kindsOf(id)).toEqual(['wrong-password'])
  clock.advance({ minutes: 2 })
  await changePassword(as(id), PASSWORD, NEW)
  clock.advance({ minutes: 2 })
  await askForReset(email)
  await resetPassword((await mailbox.newest(email, 2)).token, PASSWORD)
  expect(await kindsOf(id)).toEqual(['password-reset', 'password-changed', 'wrong-password'])
})

test('records a request to change the address, and the change once it is confirmed', async () => {
  const { id } = await user('creator')
  const next = newEmail()
  await askForEmailChange(as(id), next)
  const { token } = await mailbox.newest(next)
  expect(await kindsOf(id)).toEqual(['email-change-requested'])
  clock.advance({ seconds: 1 })
  await confirmEmailChange(token)
  await confirmEmailChange(token)
  expect(await kindsOf(id)).toEqual(['email-changed', 'email-change-requested'])
})

test('records that Google was connected and disconnected', async () => {
  const who = await signedIn()
  const { url, oauth } = await start({ password: PASSWORD }, who.as, '/google/connections')
  clock.advance({ seconds: 1 })
  await post('/google/callbacks', google.choose(url, googlePerson()), { as: who.as, oauth })
  clock.advance({ seconds: 1 })
  for (const _ of times(2, () => 0)) await post('/google/disconnections', { password: PASSWORD }, { as: who.as })
  expect(await kindsOf(who.id)).toEqual(['google-disconnected', 'google-connected', 'sign-in-password'])
})

test('records a sign-out once, even if it is repeated', async () => {
  const who = await signedIn()
  clock.advance({ seconds: 1 })
  const answers = await Promise.all(times(5, () => app.as(who.as).del('/sessions/current')))
  expect(countBy(answers, 'status')).toEqual({ 204: 5 })
  expect(await kindsOf(who.id)).toEqual(['signed-out', 'sign-in-password'])
})

test('records a request for a data export or a deletion once', async () => {
  const { id, email } = await user('creator')
  for (const _ of times(2, () => 0)) await app.as(as(id)).post('/data-exports')
  clock.advance({ seconds: 1 })
  for (const _ of times(2, () => 0)) await post('/account/deletion', { email, password: PASSWORD }, { as: as(id) })
  expect(await kindsOf(id)).toEqual(['deletion-requested', 'data-export-requested'])
})

test('combines a day’s wrong passwords and wrong codes within sessions into one entry each', async () => {
  const { id, as: me, appSecret } = await withFactor()
  clock.set('2027-02-01T12:00:00Z')
  const right = code(appSecret)
  const ask = (proof: object) => post(`/data-exports/${crypto.randomUUID()}/file`, { password: PASSWORD, ...proof }, { as: me })
  await Promise.all(times(3, () => ask({ password: 'wrong horse', code: right })))
  clock.advance({ seconds: 1 })
  await Promise.all(times(2, () => ask({ code: 'AAAA-AAAA-AAAA-AAAA' })))
  // Neither is a guess.
  await ask({})
  await ask({ password: undefined })
  const failures = [
    { kind: 'wrong-code', count: 2 },
    { kind: 'wrong-password', count: 3 },
  ]
  expect((await log(id)).items.slice(0, 2)).toMatchObject(failures)
  clock.advance({ days: 1 })
  await ask({ password: 'wrong horse' })
  expect((await log(id)).items.slice(0, 3)).toMatchObject([{ kind: 'wrong-password', count: 1 }, ...failures])
})

test('combines a day’s failed sign-ins into one entry', async () => {
  const { id, email } = await user('creator')
  clock.set('2027-03-01T12:00:00Z')
  for (const _ of times(3, () => 0)) await signIn(email, 'wrong horse')
  const { oauth } = await visit(googlePerson({ email, email_verified: false }))
  await post('/google/links', { password: 'wrong horse' }, { oauth })
  clock.advance({ hours: 1 })
  await Promise.all(times(4, () => signIn(email, 'wrong horse')))
  const at = clock.now().toISOString()
  clock.advance({ days: 1 })
  await signIn(email, 'wrong horse')
  expect((await log(id)).items).toMatchObject([
    { kind: 'sign-in-failed', count: 1 },
    { kind: 'sign-in-failed', count: 8, at },
  ])
})

test('records no failed sign-ins for unknown and unconfirmed addresses', async () => {
  const before = await securityEvents.count(app.context(), {}, 1_000)
  const unconfirmed = newEmail()
  await signUp({ email: unconfirmed })
  for (const email of [unconfirmed, newEmail()]) expect((await signIn(email, 'wrong horse')).status).toBe(401)
  expect(await securityEvents.count(app.context(), {}, 1_000)).toBe(before)
})

test('shows only the reader’s own events, page by page, newest first', async () => {
  const [own, other] = [await user('creator'), await user('creator')]
  await signIn(other.email)
  for (const _ of times(5, () => 0)) {
    await signIn(own.email)
    clock.advance({ minutes: 1 })
  }
  const first = await log(own.id, '?limit=3')
  const second = await log(own.id, `?limit=3&cursor=${first.next}`)
  const all: { at: string }[] = [...first.items, ...second.items]
  expect(all.map(({ at }) => at)).toEqual(
    all
      .map(({ at }) => at)
      .sort()
      .reverse(),
  )
  expect([first.items.length, second.items.length, second.next]).toEqual([3, 2, undefined])
  expect((await log(other.id)).items).toHaveLength(1)
})

test('rejects visitors and invalid cursors', async () => {
  expect((await app.as('visitor').get('/security-events')).body.code).toBe('not_signed_in')
  const { id } = await user('creator')
  for (const query of ['cursor=nonsense', 'limit=101', 'limit=0', 'userId=x'])
    expect(await app.as(as(id)).get(`/security-events?${query}`)).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
})
