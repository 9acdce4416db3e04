import type { UserSessions } from '@reelfair/contracts'
import { eventually, movableClock, times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { googlePerson, startGoogleIdentity } from '../google.fixture.ts'
import { startMailbox, whenProcessed } from '../mailbox.fixture.ts'
import { devices, devicesOf } from '../store/devices.ts'
import { sessions } from '../store/sessions.ts'
import { PASSWORD } from '../users.fixture.ts'

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0'
const SAFARI = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15'

const mailbox = await startMailbox({ forTest: false, signIns: true })
const clock = movableClock(new Date())
const identity = await startGoogleIdentity({ SMTP_URL: mailbox.url }, { clock })
const { app, user, newEmail, signUp, signIn, signInByLink, confirm, askForLink, askForReset, visit, address } = identity

interface From {
  readonly userAgent?: string
  readonly device?: string | undefined
  readonly ip?: Readonly<Record<string, string>>
}

async function enter(email: string, { userAgent = FIREFOX, device, ip = address() }: From = {}) {
  const headers = { ...ip, 'user-agent': userAgent, ...(device && { 'x-device': device }) }
  const answer = await app.as('visitor').post('/sessions', { email, password: PASSWORD }, { headers })
  expect(answer.status).toBe(201)
  return answer.headers['x-set-device']?.split(';')[0]
}

async function person() {
  const { id, email } = await user('creator')
  const client = app.as({ id, role: 'creator', complete: true, sessionId: crypto.randomUUID() })
  const bell = async (): Promise<{ kind: string; title: string; text: string; link: object }[]> =>
    (await client.get('/notifications')).body.items
  const mailCount = async () => {
    await whenProcessed(app, email)
    return mailbox.to(email).filter(({ subject }) => subject.startsWith('New sign-in')).length
  }
  return { id, email, bell, mailCount, choose: (mail: boolean) => client.put('/notifications/choices', { group: 'security', mail }) }
}

test('notifies in the bell and by e-mail of a sign-in from an unknown browser, but not of the very first sign-in', async () => {
  const { email, bell, mailCount } = await person()
  await enter(email)
  expect(await bell()).toEqual([])
  clock.advance({ minutes: 1 })
  await enter(email, { userAgent: SAFARI })
  expect(await bell()).toMatchObject([
    { kind: 'new-sign-in', title: 'New sign-in: Safari on macOS', link: { href: '/account#sessions', label: 'Review sessions' } },
  ])
  const { subject, body, head } = await mailbox.newest(email)
  expect(subject).toBe('New sign-in: Safari on macOS')
  expect(body).toContain('https://reelfair.test/account#sessions')
  expect(head).not.toContain('List-Unsubscribe')
  expect(await mailCount()).toBe(1)
})

test('does not notify of sign-ins from a known browser', async () => {
  const { email, bell, mailCount } = await person()
  const device = await enter(email)
  await enter(email, { device })
  expect(await bell()).toEqual([])
  expect(await mailCount()).toBe(0)
})

test('forgets a browser 400 days after its last sign-in, when its cookie ends too', async () => {
  const { id, email } = await person()
  const headers = { ...address(), 'user-agent': FIREFOX }
  const answer = await app.as('visitor').post('/sessions', { email, password: PASSWORD }, { headers })
  expect(answer.headers['x-set-device']).toMatch(/; max-age=34560000$/)
  const [known] = await devicesOf(app.context(), id)
  expect(Number(known?.endsAt) - Number(known?.usedAt)).toBe(400 * 86_400_000)
  expect(devices.indexes).toContainEqual(expect.objectContaining({ key: { endsAt: 1 }, expireAfterSeconds: 0 }))
})

/** Resets the password in a browser. Ignores the response. */
async function reset(email: string, { userAgent = FIREFOX, device, ip = address() }: From) {
  await askForReset(email)
  const { token } = await eventually(() => mailbox.to(email).find(({ body }) => body.includes('/reset-password#')) ?? Promise.reject(email))
  const headers = { ...ip, 'user-agent': userAgent, ...(device && { 'x-device': device }) }
  const answer = await app.as('visitor').post('/password-resets/confirm', { token, password: PASSWORD }, { headers })
  expect(answer.status).toBe(201)
}

test('does not report a sign-in that repeats a password reset whose response was lost, but one from elsewhere', async () => {
  const { email, bell } = await person()
  await enter(email)
  const from = { userAgent: SAFARI, ip: address() }
  await reset(email, from)
  clock.advance({ minutes: 9 })
  await enter(email, from)
  expect(await bell()).toEqual([])
  await enter(email, { userAgent: SAFARI })
  expect(await bell()).toHaveLength(1)
})

test('after a password reset, only its browser stays known; the e-mail about the password names it', async () => {
  const { email, bell } = await person()
  const [mine, other] = [await enter(email), await enter(email)]
  const before = await bell()
  await reset(email, { userAgent: SAFARI, device: mine })
  await whenProcessed(app, email)
  const about = mailbox.to(email).find(({ subject }) => subject === 'Your password was changed')
  expect(about?.body).toContain('Paris time (Safari on macOS)')
  await enter(email, { device: mine })
  expect(await bell()).toEqual(before)
  await enter(email, { device: other })
  expect(await bell()).toHaveLength(before.length + 1)
})

test('after a password change, only its browser stays known', async () => {
  const { id, email, bell } = await person()
  const [mine, other] = [await enter(email), await enter(email)]
  const before = await bell()
  const [session] = await sessions.find(app.context(), { userId: id }, { limit: 1 })
  const me = { id, role: 'creator', complete: true, sessionId: session?.id ?? '' } as const
  const headers = { ...address(), 'user-agent': FIREFOX, ...(mine && { 'x-device': mine }) }
  const changed = await app.as(me).put('/password', { currentPassword: PASSWORD, password: PASSWORD }, { headers })
  expect(changed.status).toBe(200)
  await enter(email, { device: mine })
  expect(await bell()).toEqual(before)
  await enter(email, { device: other })
  expect(await bell()).toHaveLength(before.length + 1)
})

test('notifies once of repeated and concurrent sign-ins from the same address and browser', async () => {
  const { email, bell, mailCount } = await person()
  await enter(email)
  clock.advance({ hours: 1 })
  const from = { userAgent: SAFARI, ip: address() }
  await Promise.all(times(8, () => enter(email, from)))
  clock.advance({ minutes: 9 })
  await enter(email, from)
  expect(await bell()).toHaveLength(1)
  expect(await mailCount()).toBe(1)
})

test('does not report a repeat of the very first sign-in from the same address and browser within ten minutes', async () => {
  const { email, bell, mailCount } = await person()
  const from = { ip: address() }
  await Promise.all(times(3, () => enter(email, from)))
  clock.advance({ minutes: 9 })
  await enter(email, from)
  expect(await bell()).toEqual([])
  expect(await mailCount()).toBe(0)
})

test.each([
  ['later', { minutes: 11 }, {}],
  ['from another browser', { minutes: 1 }, { userAgent: SAFARI }],
  ['from another address', { minutes: 1 }, { ip: address() }],
])('reports a sign-in %s despite the very first one', async (_, pause, other) => {
  const { email, bell } = await person()
  const from = { ip: address() }
  await enter(email, from)
  clock.advance(pause)
  await enter(email, { ...from, ...other })
  expect(await bell()).toHaveLength(1)
})

test('notifies of every other browser, every other address, and later sign-ins without the cookie', async () => {
  const { email, bell } = await person()
  await enter(email)
  const ip = address()
  await enter(email, { ip })
  await enter(email, { ip, userAgent: SAFARI })
  await enter(email)
  clock.advance({ minutes: 11 })
  await enter(email, { ip, userAgent: SAFARI })
  expect(await bell()).toHaveLength(4)
})

test('a failed sign-in from the same address does not hide the notification', async () => {
  const { email, bell } = await person()
  await enter(email)
  const headers = { ...address(), 'user-agent': SAFARI }
  await app.as('visitor').post('/sessions', { email, password: 'wrong horse' }, { headers })
  await enter(email, { userAgent: SAFARI, ip: headers })
  expect(await bell()).toHaveLength(1)
})

test('a sign-in from a known browser does not hide one from an unknown browser of the same kind at the same address', async () => {
  const { email, bell, mailCount } = await person()
  const from = { userAgent: SAFARI, ip: address() }
  const device = await enter(email, from)
  clock.advance({ minutes: 11 })
  await enter(email, { ...from, device })
  await enter(email, from)
  expect(await bell()).toHaveLength(1)
  expect(await mailCount()).toBe(1)
})

test('notifies of sign-ins by link and with Google', async () => {
  const { email, bell } = await person()
  await signIn(email)
  await askForLink(email)
  await whenProcessed(app, email)
  await signInByLink(mailbox.to(email).at(-1)?.token ?? '')
  await visit(googlePerson({ email }))
  expect((await bell()).map(({ kind }) => kind)).toEqual(['new-sign-in', 'new-sign-in'])
})

test('the list of sessions says how each was started, and which browser was new', async () => {
  const { id, email } = await person()
  const device = await enter(email)
  // Connects Google, which ends the session.
  await visit(googlePerson({ email }))
  await askForLink(email)
  await whenProcessed(app, email)
  await signInByLink(mailbox.to(email).at(-1)?.token ?? '')
  await enter(email, { device })
  const me = { id, role: 'creator', complete: true, sessionId: crypto.randomUUID() } as const
  const { items } = (await app.as(me).get('/sessions')).body as UserSessions
  expect(items.map(({ cause, isNewDevice }) => `${cause} ${isNewDevice}`).sort()).toEqual([
    'sign-in-google true',
    'sign-in-link true',
    'sign-in-password false',
  ])
})

test('does not notify a new user who confirms the address', async () => {
  const email = newEmail()
  await signUp({ email })
  const { status, body } = await confirm((await mailbox.newest(email)).token)
  expect(status).toBe(201)
  await whenProcessed(app, email)
  expect(mailbox.to(email)).toHaveLength(1)
  await signIn(email)
  const client = app.as({ id: body.id, role: 'creator', complete: true, sessionId: crypto.randomUUID() })
  expect((await client.get('/notifications')).body.items).toHaveLength(1)
})

test('cannot be switched off', async () => {
  const { choose } = await person()
  expect((await choose(false)).body.code).toBe('notification_required')
})
