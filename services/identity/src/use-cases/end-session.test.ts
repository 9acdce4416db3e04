import { countBy, movableClock, type Person, times } from '@reelfair/testkit'
import { describe, expect, test } from 'vitest'
import { securityEvents } from '../store/security-events.ts'
import { sessions } from '../store/sessions.ts'
import { PASSWORD, startIdentity } from '../users.fixture.ts'

const clock = movableClock(new Date())
const { app, user, signIn, exchange } = await startIdentity({ clock })

/** A user with sessions in this many browsers, the current one first. */
async function signedIn(browsers: number) {
  const { id, email } = await user('creator')
  const all: { secret: string; device: string }[] = []
  for (const _ of times(browsers, (n) => n)) {
    all.push(await signIn(email))
    clock.advance({ seconds: 1 })
  }
  const stored = await sessions.find(app.context(), { userId: id }, { limit: 10 })
  const ids = stored.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime()).map((session) => session.id)
  const me: Person = { id, role: 'creator', complete: true, sessionId: ids[0] ?? '' }
  return {
    id,
    email,
    me,
    ids,
    devices: all.map(({ device }) => device),
    alive: () => Promise.all(all.map(async ({ secret }) => (await exchange(secret)).status === 200)),
    ended: async () => (await app.emitted('session.ended')).filter(({ userId }) => userId === id).map(({ sessionId }) => sessionId),
    logged: async (kind: string) =>
      (await securityEvents.find(app.context(), { userId: id }, { limit: 100 })).filter((event) => event.kind === kind).length,
  }
}

describe('sign-out', () => {
  test('ends only the current session and emits session.ended once', async () => {
    const { me, ids, alive, ended } = await signedIn(2)
    const answers = await Promise.all(times(5, () => app.as(me).del('/sessions/current')))
    for (const answer of answers) expect(answer).toMatchObject({ status: 204, headers: { 'x-set-session': '; max-age=0' } })
    expect(await ended()).toEqual([ids[0]])
    expect(await alive()).toEqual([false, true])
  })

  test.each(['/sessions/current', '/sessions/others', '/sessions', `/sessions/${crypto.randomUUID()}`])(
    'rejects DELETE %s by a visitor',
    async (path) => {
      expect((await app.as('visitor').del(path)).status).toBe(401)
    },
  )
})

describe('a chosen session', () => {
  test('ends once; the others stay', async () => {
    const { me, ids, alive, ended, logged } = await signedIn(3)
    const answers = await Promise.all(times(5, () => app.as(me).del(`/sessions/${ids[1]}`)))
    expect(countBy(answers, 'status')).toEqual({ 204: 1, 404: 4 })
    expect(await ended()).toEqual([ids[1]])
    expect(await alive()).toEqual([true, false, true])
    expect(await logged('session-ended')).toBe(1)
  })

  test('gets the same response for a retried request', async () => {
    const { me, ids, logged } = await signedIn(2)
    const key = crypto.randomUUID()
    for (const _ of times(2, (n) => n)) expect((await app.as(me).del(`/sessions/${ids[1]}`, undefined, { key })).status).toBe(204)
    expect(await logged('session-ended')).toBe(1)
  })

  test('of another user is not found', async () => {
    const [own, other] = [await signedIn(1), await signedIn(1)]
    for (const sessionId of [other.ids[0], crypto.randomUUID()])
      expect(await app.as(own.me).del(`/sessions/${sessionId}`)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(await other.alive()).toEqual([true])
    expect((await app.as(own.me).del('/sessions/nonsense')).status).toBe(400)
  })

  test('makes its browser an unknown device again, but not the current browser', async () => {
    const { me, email, ids, devices } = await signedIn(2)
    const [here = '', there = ''] = devices
    await app.as(me).del(`/sessions/${ids[1]}`)
    await app.as(me).del('/sessions/others')
    expect((await signIn(email, PASSWORD, 'visitor', there)).device).not.toBe(there)
    expect((await signIn(email, PASSWORD, 'visitor', here)).device).toBe(here)
  })
})

test('ends all other sessions, and records nothing if there are none', async () => {
  const { me, ids, alive, ended, logged } = await signedIn(3)
  const answers = await Promise.all(times(5, () => app.as(me).del('/sessions/others')))
  expect(countBy(answers, 'status')).toEqual({ 204: 5 })
  for (const answer of answers) expect(answer.headers).not.toHaveProperty('x-set-session')
  expect((await ended()).sort()).toEqual(ids.slice(1).sort())
  expect(await alive()).toEqual([true, false, false])
  expect(await logged('other-sessions-ended')).toBe(1)
})

test('signs out everywhere, including this browser', async () => {
  const [{ me, ids, alive, ended, logged }, other] = [await signedIn(3), await signedIn(1)]
  const answers = await Promise.all(times(5, () => app.as(me).del('/sessions')))
  for (const answer of answers) expect(answer).toMatchObject({ status: 204, headers: { 'x-set-session': '; max-age=0' } })
  expect((await ended()).sort()).toEqual(ids.toSorted())
  expect(await alive()).toEqual([false, false, false])
  expect(await logged('all-sessions-ended')).toBe(1)
  expect(await other.alive()).toEqual([true])
})
