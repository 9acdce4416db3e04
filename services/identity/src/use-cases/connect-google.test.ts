import { countBy, type Person, times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { chosen, type GooglePerson, googlePerson, startGoogleIdentity, stateInvalid } from '../google.fixture.ts'
import { startMailbox } from '../mailbox.fixture.ts'
import { sessions } from '../store/sessions.ts'
import { users } from '../store/users.ts'
import { PASSWORD } from '../users.fixture.ts'

const mailbox = await startMailbox({ forTest: false })
const { app, google, signedIn, signIn, exchange, post, start, visit, personOf } = await startGoogleIdentity({ SMTP_URL: mailbox.url })

const proof = { password: PASSWORD }

async function connect(who: Pick<Awaited<ReturnType<typeof signedIn>>, 'as'>, person: GooglePerson, body: object = proof) {
  const { url, oauth } = await start(body, who.as, '/google/connections')
  return post('/google/callbacks', google.choose(url, person), { as: who.as, oauth })
}

const disconnect = (as: Person | 'visitor', body: object = proof) => post('/google/disconnections', body, { as })

test('a user connects and disconnects Google; the Google address may differ', async () => {
  const who = await signedIn()
  const person = googlePerson()
  const client = app.as(who.as)
  expect((await client.get('/google/connection')).body).toEqual({ available: true })
  expect((await connect(who, person)).body).toEqual({ outcome: 'connected' })
  expect((await client.get('/google/connection')).body).toEqual({ available: true, email: person.email })
  expect((await visit(person)).answer.body).toMatchObject({ me: { id: who.id } })
  for (const _ of times(2, () => 0)) expect((await disconnect(who.as)).status).toBe(204)
  expect((await client.get('/google/connection')).body).toEqual({ available: true })
  expect((await visit(person)).answer.body).toMatchObject({ outcome: 'terms' })
})

const secretOf = (answer: { readonly headers: Readonly<Record<string, string>> }) => answer.headers['x-set-session']?.split(';')[0] ?? ''

/** The user in the session that replaced an earlier one. */
async function nowSignedIn<Who extends { readonly id: string; readonly as: Person }>(who: Who) {
  const [session] = await sessions.find(app.context(), { userId: who.id }, { limit: 2 })
  return { ...who, as: { ...who.as, sessionId: session?.id ?? '' } }
}

test('connecting and disconnecting give this browser a new session, end all others, and send e-mails', async () => {
  const who = await signedIn()
  const elsewhere = await signIn(who.email)
  const person = googlePerson()
  const connected = secretOf(await connect(who, person))
  const statuses = (...secrets: string[]) => Promise.all(secrets.map(async (one) => (await exchange(one)).status))
  expect(await statuses(who.secret, elsewhere.secret, connected)).toEqual([401, 401, 200])
  const sent = await mailbox.newest(who.email)
  expect(sent.subject).toBe('A Google account was connected to your account')
  expect(sent.body).toContain(person.email)

  const again = await signIn(who.email)
  const answer = await app.as((await nowSignedIn(who)).as).post('/google/disconnections', proof, { key: crypto.randomUUID() })
  expect(answer.status).toBe(204)
  expect(await statuses(connected, again.secret, secretOf(answer))).toEqual([401, 401, 200])
  expect((await mailbox.newest(who.email, 2)).subject).toBe('Your Google account was disconnected')
  const kept = await app.context().connection.collection('requests').find().toArray()
  for (const secret of [secretOf(answer), 'disconnections']) expect(JSON.stringify(kept)).not.toContain(secret)
})

test('connecting does not count as a recent sign-in', async () => {
  const who = await signedIn()
  await connect(who, googlePerson())
  await users.native(app.context().connection).updateOne({ _id: who.id }, { $unset: { passwordHash: 1 } })
  app.clock.advance({ minutes: 10 })
  const { as } = await nowSignedIn(who)
  expect(await post(`/data-exports/${crypto.randomUUID()}/file`, {}, { as })).toMatchObject({
    status: 403,
    body: { code: 'recent_sign_in_required' },
  })
})

test('a user without a password cannot disconnect Google', async () => {
  const person = googlePerson()
  const { answer, secret } = await visit(person, chosen)
  const as = await personOf(secret)
  expect(as.id).toBe(answer.body.me.id)
  expect(await disconnect(as, {})).toMatchObject({ status: 409, body: { code: 'google_only_sign_in' } })
  // A new sign-in would not help.
  app.clock.advance({ minutes: 10 })
  expect(await disconnect(as, {})).toMatchObject({ status: 409, body: { code: 'google_only_sign_in' } })
  expect((await app.as(as).get('/google/connection')).body).toEqual({ available: true, email: person.email })
})

test('rejects another user’s callback, and a callback after signing out', async () => {
  const [who, other] = [await signedIn(), await signedIn()]
  for (const as of [other.as, 'visitor'] as const) {
    const { url, oauth } = await start(proof, who.as, '/google/connections')
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
  expect((await post('/google/connections', proof, { as: who.as })).body).toMatchObject({ code: 'google_already_connected' })
})

test('two users who connect the same Google account at the same time: one succeeds', async () => {
  const person = googlePerson()
  const pairs = await Promise.all(
    times(20, async () => {
      const who = await signedIn()
      const { url, oauth } = await start(proof, who.as, '/google/connections')
      return { as: who.as, oauth, back: google.choose(url, person) }
    }),
  )
  const answers = await Promise.all(pairs.map(({ as, oauth, back }) => post('/google/callbacks', back, { as, oauth })))
  expect(countBy(answers, 'status')).toEqual({ 200: 1, 409: 19 })
})
