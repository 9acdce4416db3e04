import { movableClock, times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { startIdentity } from '../people.fixture.ts'
import { sessions } from '../store/sessions.ts'

const clock = movableClock(new Date())
const { app, user, signIn, exchange } = await startIdentity({ clock })

test('the gateway gets a token and who it is for', async () => {
  const { id, email } = await user('admin')
  const { secret } = await signIn(email)
  expect(await exchange(secret)).toMatchObject({ status: 200, body: { me: { id, email, role: 'admin', complete: true } } })
})

test.each(['creator', 'brand', 'admin', 'visitor'] as const)('a %s cannot even see the route', async (who) => {
  expect(await app.as(who).post('/sessions/token', { secret: 'x' })).toMatchObject({ status: 404, body: { code: 'not_found' } })
})

test.each([
  ['unknown', 'x'.repeat(43), 401],
  ['empty', '', 400],
  ['far too long', 'x'.repeat(129), 400],
] as const)('a secret that is %s gets nothing', async (_, secret, status) => expect((await exchange(secret)).status).toBe(status))

test('a session used every day lasts 30 days and not a moment longer', async () => {
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

test('a session that is not used for 14 days is over', async () => {
  const { email } = await user('creator')
  const [kept, lost] = [await signIn(email), await signIn(email)]
  clock.advance({ days: 14, ms: -1 })
  expect((await exchange(kept.secret)).status).toBe(200)
  clock.advance({ ms: 1 })
  expect((await exchange(kept.secret)).status).toBe(200)
  expect((await exchange(lost.secret)).status).toBe(401)
})

test('many exchanges at once all answer, and note the use once', async () => {
  const { id, email } = await user('creator')
  const { secret } = await signIn(email)
  clock.advance({ hours: 2 })
  const answers = await Promise.all(times(20, () => exchange(secret)))
  expect(answers.map(({ status }) => status)).toEqual(times(20, () => 200))
  expect(await sessions.find(app.context(), { userId: id }, { limit: 10 })).toMatchObject([{ usedAt: clock.now(), version: 2 }])
})
