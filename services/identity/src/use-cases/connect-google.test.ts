import { countBy, times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { chosen, type GooglePerson, googlePerson, startGoogleIdentity, stateInvalid } from '../google.fixture.ts'
import { PASSWORD } from '../users.fixture.ts'

const { app, google, signedIn, post, start, visit } = await startGoogleIdentity()

async function connect(who: Awaited<ReturnType<typeof signedIn>>, person: GooglePerson, body: object = {}) {
  const { url, oauth } = await start(body, who.as, '/google/connections')
  return post('/google/callbacks', google.choose(url, person), { as: who.as, oauth })
}

test('a user connects and disconnects Google; the Google address may differ', async () => {
  const who = await signedIn()
  const person = googlePerson()
  const client = app.as(who.as)
  expect((await client.get('/google/connection')).body).toEqual({ available: true, hasPassword: true })
  expect((await connect(who, person)).body).toEqual({ outcome: 'connected' })
  expect((await client.get('/google/connection')).body).toEqual({ available: true, hasPassword: true, email: person.email })
  expect((await visit(person)).answer.body).toMatchObject({ me: { id: who.id } })
  expect((await client.del('/google/connection')).status).toBe(204)
  expect((await client.del('/google/connection')).status).toBe(204)
  expect((await client.get('/google/connection')).body).toEqual({ available: true, hasPassword: true })
  expect((await visit(person)).answer.body).toMatchObject({ outcome: 'terms' })
})

test('a user without a password cannot disconnect Google', async () => {
  const person = googlePerson()
  const { answer } = await visit(person, chosen)
  const client = app.as({ id: answer.body.me.id, role: 'creator', complete: true, sessionId: crypto.randomUUID() })
  expect(await client.del('/google/connection')).toMatchObject({ status: 409, body: { code: 'google_only_sign_in' } })
  expect((await client.get('/google/connection')).body).toEqual({ available: true, hasPassword: false, email: person.email })
})

test('ten minutes after the sign-in, connecting requires the right password', async () => {
  const who = await signedIn()
  app.clock.advance({ minutes: 10 })
  const ask = (body: object) => post('/google/connections', body, { as: who.as })
  expect(await ask({})).toMatchObject({ status: 403, body: { code: 'fresh_sign_in_required' } })
  expect(await ask({ password: 'wrong horse' })).toMatchObject({ status: 403, body: { code: 'wrong_password' } })
  expect((await connect(who, googlePerson(), { password: PASSWORD })).body).toEqual({ outcome: 'connected' })
})

test('rejects visitors, another user’s callback, and a callback after signing out', async () => {
  expect(await post('/google/connections', {})).toMatchObject({ status: 401, body: { code: 'not_signed_in' } })
  const [who, other] = [await signedIn(), await signedIn()]
  for (const as of [other.as, 'visitor'] as const) {
    const { url, oauth } = await start({}, who.as, '/google/connections')
    expect(await post('/google/callbacks', google.choose(url, googlePerson()), { as, oauth })).toMatchObject(stateInvalid)
  }
  expect((await app.as(who.as).get('/google/connection')).body).not.toHaveProperty('email')
})

test('rejects an unconfirmed Google address, and a Google account that belongs to another user', async () => {
  const who = await signedIn()
  expect((await connect(who, googlePerson({ email_verified: false }))).body).toMatchObject({ code: 'google_email_unverified' })
  const taken = googlePerson()
  await visit(taken, chosen)
  expect((await connect(who, taken)).body).toMatchObject({ code: 'google_connected_elsewhere' })
  await connect(who, googlePerson())
  expect((await post('/google/connections', {}, { as: who.as })).body).toMatchObject({ code: 'google_already_connected' })
})

test('two users who connect the same Google account at the same time: one succeeds', async () => {
  const person = googlePerson()
  const pairs = await Promise.all(
    times(20, async () => {
      const who = await signedIn()
      const { url, oauth } = await start({}, who.as, '/google/connections')
      return { as: who.as, oauth, back: google.choose(url, person) }
    }),
  )
  const answers = await Promise.all(pairs.map(({ as, oauth, back }) => post('/google/callbacks', back, { as, oauth })))
  expect(countBy(answers, 'status')).toEqual({ 200: 1, 409: 19 })
})
