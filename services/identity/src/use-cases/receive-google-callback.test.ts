import { countBy, times } from '@reelfair/testkit'
import { describe, expect, test } from 'vitest'
import { chosen, googlePerson, startGoogleIdentity, stateInvalid } from '../google.fixture.ts'
import { googleAttempts } from '../store/google-attempts.ts'
import { startIdentity } from '../users.fixture.ts'

const { app, google, user, signIn, exchange, signedIn, post, start, visit } = await startGoogleIdentity()

describe('the state', () => {
  test('works only in the browser that started the sign-in', async () => {
    const attacker = await start(chosen)
    const victim = await start(chosen)
    const back = google.choose(attacker.url, googlePerson())
    for (const oauth of [undefined, victim.oauth, 'x'.repeat(43)])
      expect(await post('/google/callbacks', back, oauth === undefined ? {} : { oauth })).toMatchObject(stateInvalid)
    expect((await post('/google/callbacks', back, { oauth: attacker.oauth })).status).toBe(201)
  })

  test('does not accept another sign-in’s code, because of PKCE', async () => {
    const [one, other] = [await start(chosen), await start(chosen)]
    const { code } = google.choose(one.url, googlePerson())
    const { state } = google.choose(other.url, googlePerson())
    expect(await post('/google/callbacks', { state, code }, { oauth: other.oauth })).toMatchObject({
      status: 502,
      body: { code: 'google_failed' },
    })
  })

  test('works once: one of 20 concurrent callbacks succeeds and Google is asked once', async () => {
    const { url, oauth } = await start(chosen)
    const back = google.choose(url, googlePerson())
    const before = google.requests()
    const answers = await Promise.all(times(20, () => post('/google/callbacks', back, { oauth })))
    expect(countBy(answers, 'status')).toEqual({ 201: 1, 410: 19 })
    expect(google.requests() - before).toBe(2)
    expect(await post('/google/callbacks', back, { oauth })).toMatchObject(stateInvalid)
  })

  test('accepts no code that was used before', async () => {
    const { back } = await visit(googlePerson(), chosen)
    const { url, oauth } = await start(chosen)
    const { state } = google.choose(url, googlePerson())
    expect((await post('/google/callbacks', { state, code: back.code }, { oauth })).body).toMatchObject({ code: 'google_failed' })
  })

  test('expires after ten minutes', async () => {
    const { url, oauth } = await start(chosen)
    const back = google.choose(url, googlePerson())
    app.clock.advance({ minutes: 10 })
    expect(await post('/google/callbacks', back, { oauth })).toMatchObject(stateInvalid)
  })

  test('is sent with an S256 challenge; only hashes and an encrypted verifier are stored', async () => {
    const { url, oauth } = await start(chosen)
    const { searchParams } = new URL(url)
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'test-client',
      redirect_uri: 'https://reelfair.test/auth/google',
      scope: 'openid email profile',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      prompt: 'select_account',
    })
    const rows = await googleAttempts.native(app.context().connection).find().toArray()
    const stored = JSON.stringify(rows)
    for (const secret of [oauth, searchParams.get('state') ?? '', searchParams.get('code_challenge') ?? '']) {
      expect(secret).not.toBe('')
      expect(stored).not.toContain(secret)
    }
  })

  test.each(['https://elsewhere.example', '//elsewhere.example', '/\\elsewhere.example', '/..//elsewhere.example', 'javascript:alert(1)'])(
    'is not given for a redirect to %s',
    async (redirect) => expect((await post('/google/sign-ins', { ...chosen, redirect })).status).toBe(400),
  )
})

describe('a session', () => {
  test('planted before the sign-in is useless: a new secret is set and the browser’s previous session ends', async () => {
    const planted = await signedIn()
    const { secret } = await visit(googlePerson(), chosen, planted.as)
    expect(secret).not.toBe(planted.secret)
    expect((await exchange(planted.secret)).status).toBe(401)
    expect((await exchange(secret)).status).toBe(200)
  })

  test('of one person: 100 concurrent callbacks create one user', { timeout: 120_000 }, async () => {
    const person = googlePerson()
    const visits = await Promise.all(
      times(100, async () => {
        const { url, oauth } = await start(chosen)
        return { oauth, back: google.choose(url, person) }
      }),
    )
    const answers = await Promise.all(visits.map(({ oauth, back }) => post('/google/callbacks', back, { oauth })))
    expect(countBy(answers, 'status')).toEqual({ 201: 100 })
    expect(new Set(answers.map(({ body }) => body.me.id)).size).toBe(1)
    const all = await app.context().connection.collection('users').find({ 'google.sub': person.sub }).toArray()
    expect(all).toHaveLength(1)
    const registered = (await app.emitted('creator.registered')).filter(({ email }) => email === person.email)
    expect(registered).toHaveLength(1)
    const sessions = await app
      .context()
      .connection.collection<{ userId: string }>('sessions')
      .find({ userId: answers[0]?.body.me.id })
      .toArray()
    expect(sessions).toHaveLength(20)
  })
})

describe('Google', () => {
  test('reports that the user cancelled: role and redirect are kept, and the state is used up', async () => {
    const { url, oauth } = await start({ ...chosen, redirect: '/balance' })
    const { state } = google.choose(url, googlePerson())
    expect(await post('/google/callbacks', { state, error: 'access_denied' }, { oauth })).toMatchObject({
      status: 200,
      body: { outcome: 'cancelled', purpose: 'sign-in', role: 'creator', redirect: '/balance' },
    })
    expect(await post('/google/callbacks', { state, error: 'access_denied' }, { oauth })).toMatchObject(stateInvalid)
  })

  test.each([{ error: 'server_error' }, {}])('reports a failure: %j', async (given) => {
    const { url, oauth } = await start(chosen)
    const { state } = google.choose(url, googlePerson())
    expect((await post('/google/callbacks', { state, ...given }, { oauth })).body).toMatchObject({ code: 'google_failed' })
  })

  test.each([
    ['error', 502, 'google_failed'],
    ['cut', 503, 'google_unavailable'],
    ['broken', 502, 'google_failed'],
  ] as const)('fails with a code if its servers respond with %s', async (mood, status, code) => {
    const { url, oauth } = await start(chosen)
    const back = google.choose(url, googlePerson())
    google.mood = mood
    const answer = await post('/google/callbacks', back, { oauth })
    google.mood = 'answer'
    expect(answer).toMatchObject({ status, body: { code } })
  })

  test('delays only its own users while it does not respond', { timeout: 30_000 }, async () => {
    const { email } = await user('creator')
    const { url, oauth } = await start(chosen)
    const back = google.choose(url, googlePerson())
    google.mood = 'silent'
    const waiting = Promise.all([post('/google/callbacks', back, { oauth })])
    const began = performance.now()
    expect((await signIn(email)).status).toBe(201)
    expect(performance.now() - began).toBeLessThan(4_000)
    const [answer] = await waiting
    google.mood = 'answer'
    expect(answer).toMatchObject({ status: 503, body: { code: 'google_unavailable' } })
    expect((await visit(googlePerson(), chosen)).answer.status).toBe(201)
  })
})

test('without a client id, the routes do not exist', async () => {
  const { app: without } = await startIdentity()
  expect((await without.as('visitor').post('/google/sign-ins', {})).status).toBe(404)
})

test('a client id without a secret prevents startup', async () => {
  await expect(startIdentity({ env: { GOOGLE_CLIENT_ID: 'x' } })).rejects.toThrow('GOOGLE_CLIENT_SECRET')
})
