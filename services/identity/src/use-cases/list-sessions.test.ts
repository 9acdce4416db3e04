import { movableClock, type Person } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { sessions } from '../store/sessions.ts'
import { PASSWORD, startIdentity } from '../users.fixture.ts'

const clock = movableClock(new Date())
const { app, user, signIn, exchange, address } = await startIdentity({ clock })

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0'
const SAFARI = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile/15E148 Safari/604.1'

async function signInWith(email: string, userAgent: string) {
  const headers = { ...address(), 'user-agent': userAgent }
  const answer = await app.as('visitor').post('/sessions', { email, password: PASSWORD }, { headers })
  return answer.headers['x-set-session']?.split(';')[0] ?? ''
}

/** The user in the oldest session. */
async function oldestSession(id: string): Promise<Person> {
  const [session] = await sessions.find(app.context(), { userId: id }, { limit: 10 })
  return { id, role: 'creator', complete: true, sessionId: session?.id ?? '' }
}

test('lists the user’s sessions with browser and last use, the current one first', async () => {
  const [{ id, email }, other] = [await user('creator'), await user('creator')]
  await signIn(other.email)
  const startedAt = clock.now().toISOString()
  await signInWith(email, FIREFOX)
  const me = await oldestSession(id)
  clock.advance({ days: 1 })
  const phone = await signInWith(email, SAFARI)
  const phoneStartedAt = clock.now().toISOString()
  clock.advance({ hours: 2 })
  await exchange(phone)
  const phoneUsedAt = clock.now().toISOString()
  await signInWith(email, 'curl/8')
  const byPassword = { cause: 'sign-in-password', isNewDevice: false }
  const newDevice = { ...byPassword, isNewDevice: true }
  const unknown = { device: 'Unknown device', isMobile: false, isCurrent: false, startedAt: phoneUsedAt, usedAt: phoneUsedAt, ...newDevice }
  const { status, body } = await app.as(me).get('/sessions')
  expect(status).toBe(200)
  expect(body.items.map(({ device }: { device: string }) => device)[0]).toBe('Firefox on Windows')
  expect(body.items).toHaveLength(3)
  expect(body.items).toEqual(
    expect.arrayContaining([
      { id: me.sessionId, device: 'Firefox on Windows', isMobile: false, isCurrent: true, startedAt, usedAt: startedAt, ...byPassword },
      {
        id: expect.any(String),
        device: 'Safari on iPhone',
        isMobile: true,
        isCurrent: false,
        startedAt: phoneStartedAt,
        usedAt: phoneUsedAt,
        ...newDevice,
      },
      { id: expect.any(String), ...unknown },
    ]),
  )
  const inFrench = await app.as(me).get('/sessions', undefined, { headers: { 'accept-language': 'fr' } })
  expect(inFrench.body.items[0].device).toBe('Firefox sur Windows')
})

test('after a password change, still shows how the session began', async () => {
  const { id, email } = await user('creator')
  await signIn(email)
  const me = await oldestSession(id)
  const [session] = await sessions.find(app.context(), { userId: id }, { limit: 10 })
  if (!session) throw new Error('the session is missing')
  await app.context().transact((tx) => sessions.save(tx, { ...session, cause: 'sign-in-google' }))
  clock.advance({ hours: 1 })
  const change = { currentPassword: PASSWORD, password: 'a ferry at noon 3' }
  expect(await app.as(me).put('/password', change, { headers: address() })).toMatchObject({ status: 200 })
  const after = await sessions.find(app.context(), { userId: id }, { limit: 10 })
  expect(after.filter(({ endsAt }) => endsAt > clock.now())).toMatchObject([
    { cause: 'sign-in-google', isNewDevice: session.isNewDevice, createdAt: clock.now() },
  ])
})

test('leaves out sessions that have ended', async () => {
  const { id, email } = await user('creator')
  await signIn(email)
  const me = await oldestSession(id)
  clock.advance({ days: 14 })
  await signIn(email)
  const { items } = (await app.as(me).get('/sessions')).body
  expect(items).toHaveLength(1)
  expect(items[0].isCurrent).toBe(false)
})

test('rejects visitors', async () => expect((await app.as('visitor').get('/sessions')).body.code).toBe('not_signed_in'))
