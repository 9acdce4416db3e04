import { times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { sessions } from '../store/sessions.ts'
import { startIdentity } from '../users.fixture.ts'

const { app, user, signIn, exchange } = await startIdentity()

test('ends only the current session on sign-out and emits session.ended once', async () => {
  const { id, email } = await user('creator')
  const [here, elsewhere] = [await signIn(email), await signIn(email)]
  const [session] = await sessions.find(app.context(), { userId: id }, { limit: 10, sort: { createdAt: 1 } })
  const me = { id, role: 'creator', complete: true, sessionId: session?.id ?? '' } as const
  const answers = await Promise.all(times(5, () => app.as(me).del('/sessions/current')))
  for (const answer of answers) expect(answer).toMatchObject({ status: 204, headers: { 'x-set-session': '; max-age=0' } })
  const ended = (await app.emitted('session.ended')).filter(({ userId }) => userId === id)
  expect(ended).toEqual([{ sessionId: session?.id, userId: id }])
  expect([(await exchange(here.secret)).status, (await exchange(elsewhere.secret)).status].sort()).toEqual([200, 401])
})

test('rejects a sign-out by a visitor', async () => {
  expect((await app.as('visitor').del('/sessions/current')).status).toBe(401)
})
