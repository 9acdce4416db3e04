import { movableClock, times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { sessions } from '../store/sessions.ts'
import { startIdentity } from '../users.fixture.ts'

const clock = movableClock(new Date())
const { app, user, signIn, exchange } = await startIdentity({ clock })

test('returns a token and its user to the gateway', async () => {
  const { id, email } = await user('admin')
  const { secret } = await signIn(email)
  expect(await exchange(secret)).toMatchObject({ status: 200, body: { me: { id, email, role: 'admin', complete: true } } })
})

test.each(['creator', 'brand', 'admin', 'visitor'] as const)('hides the token route from the role %s', async (who) => {
  expect(await app.as(who).post('/sessions/token', { secret: 'x' })).toMatchObject({ status: 404, body: { code: 'not_found' } })
})

test.each([
  ['unknown', 'x'.repeat(43), 401],
  ['empty', '', 400],
  ['far too long', 'x'.repeat(129), 400],
] as const)('rejects a secret that is %s', async (_, secret, status) => expect((await exchange(secret)).status).toBe(status))

test('ends a session after 30 days even if it is used every day', async () => {
  const { email } = await user('creator')
  const { secret } = await signIn(email)
  for (const _ of times(29, () => 0)) {
    clock.advance({ days: 1 })
    expect((await exchange(secret)).status).toBe(200)
  }
  clock.advance({ days: 1, ms: -1 })
  expect((await exchange(secret)).status).toBe(200)
  clock.advance({ ms: 1 })
  expect(await exchange(secret)).toMatchObject({ status: 401, body: { code: 'not_signed_in' } })
})

test('ends a session after 14 days without use', async () => {
  const { email } = await user('creator')
  const [kept, lost] = [await signIn(email), await signIn(email)]
  clock.advance({ days: 14, ms: -1 })
  expect((await exchange(kept.secret)).status).toBe(200)
  clock.advance({ ms: 1 })
  expect((await exchange(kept.secret)).status).toBe(200)
  expect((await exchange(lost.secret)).status).toBe(401)
})

test('answers concurrent exchanges but records the session’s use only once', async () => {
  const { id, email } = await user('creator')
  const { secret } = await signIn(email)
  clock.advance({ hours: 2 })
  const answers = await Promise.all(times(20, () => exchange(secret)))
  expect(answers.map(({ status }) => status)).toEqual(times(20, () => 200))
  expect(await sessions.find(app.context(), { userId: id }, { limit: 10 })).toMatchObject([{ usedAt: clock.now(), version: 2 }])
})
