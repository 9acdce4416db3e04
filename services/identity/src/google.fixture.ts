import { createHash, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Role } from '@reelfair/contracts'
import { movableClock, type Person, type TestOptions } from '@reelfair/testkit'
import { afterAll, expect } from 'vitest'
import { ORIGIN, startIdentity } from './users.fixture.ts'

export interface GooglePerson {
  readonly sub: string
  readonly email: string
  readonly email_verified: boolean
}

/** How Google's servers respond. `cut`: they close the connection. `silent`: they never respond. */
type Mood = 'answer' | 'error' | 'broken' | 'cut' | 'silent'

const CLIENT = { GOOGLE_CLIENT_ID: 'test-client', GOOGLE_CLIENT_SECRET: 'test-client-secret' }

export const googlePerson = (given: Partial<GooglePerson> = {}): GooglePerson => ({
  sub: randomUUID(),
  email: `Person.${randomUUID()}@Example.org`,
  email_verified: true,
  ...given,
})

/** Simulates Google's token and userinfo endpoints, with single-use codes and a PKCE check. */
async function startGoogle() {
  const codes = new Map<string, { person: GooglePerson; challenge: string }>()
  const tokens = new Map<string, GooglePerson>()
  let mood: Mood = 'answer'
  let requestCount = 0
  const server = createServer(async (request, response) => {
    requestCount += 1
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (mood === 'cut') return void request.destroy()
    if (mood === 'silent') return
    if (mood === 'error') return void send(500, { error: 'internal' })
    if (mood === 'broken') return void send(200, { access_token: 'x' })
    if (request.url === '/userinfo') {
      const person = tokens.get(String(request.headers.authorization).replace('Bearer ', ''))
      return void (person ? send(200, person) : send(401, { error: 'invalid_token' }))
    }
    let body = ''
    for await (const chunk of request) body += chunk
    const form = new URLSearchParams(body)
    const known = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    const isRight =
      known?.challenge ===
        createHash('sha256')
          .update(form.get('code_verifier') ?? '')
          .digest('base64url') &&
      form.get('client_secret') === CLIENT.GOOGLE_CLIENT_SECRET &&
      form.get('redirect_uri') === `${ORIGIN}/auth/google`
    if (!known || !isRight) return void send(400, { error: 'invalid_grant', error_description: 'Bad Request' })
    const token = randomUUID()
    tokens.set(token, known.person)
    send(200, { access_token: token, token_type: 'Bearer', expires_in: 3600 })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    env: {
      ...CLIENT,
      GOOGLE_AUTHORIZATION_URL: `${url}/authorize`,
      GOOGLE_TOKEN_URL: `${url}/token`,
      GOOGLE_USERINFO_URL: `${url}/userinfo`,
    },
    /** Returns what Google sends back after the person's choice on its page. */
    choose(authorizeUrl: string, person: GooglePerson): { state: string; code: string } {
      const { searchParams } = new URL(authorizeUrl)
      const code = randomUUID()
      codes.set(code, { person, challenge: searchParams.get('code_challenge') ?? '' })
      return { state: searchParams.get('state') ?? '', code }
    },
    requests: () => requestCount,
    set mood(next: Mood) {
      mood = next
    },
  }
}

const cookieOf = (answer: { readonly headers: Readonly<Record<string, string>> }, name: string) =>
  answer.headers[`x-set-${name}`]?.split(';')[0] ?? ''

/** A role and accepted Terms, so that a new user needs no further step. */
export const chosen = { role: 'creator', termsAccepted: true }

export const stateInvalid = { status: 410, body: { code: 'google_state_invalid' } }

interface Visitor {
  readonly as?: Person | 'visitor'
  readonly oauth?: string
  readonly challenge?: string
  readonly device?: string
}

/** Starts identity with a simulated Google. The clock moves only when a test advances it. */
export async function startGoogleIdentity(env: Readonly<Record<string, string>> = {}, options: TestOptions = {}) {
  const google = await startGoogle()
  const identity = await startIdentity({ clock: movableClock(new Date()), ...options, env: { ...env, ...google.env } })
  const { app, address, user, signIn, exchange } = identity
  const post = (path: string, body: object, { as = 'visitor', ...cookies }: Visitor = {}) => {
    const secrets = Object.fromEntries(Object.entries(cookies).map(([name, secret]) => [`x-${name}`, secret]))
    return app.as(as).post(path, body, { headers: { ...address(), ...secrets } })
  }

  async function start(body: object = {}, as: Person | 'visitor' = 'visitor', path = '/google/sign-ins') {
    const started = await post(path, body, { as })
    expect(started.status).toBe(201)
    return { url: String(started.body.url), oauth: cookieOf(started, 'oauth') }
  }
  /** The user of a session, as the gateway sees it. */
  async function personOf(secret: string): Promise<Person> {
    const { body } = await exchange(secret)
    const { sub, sid, role, complete } = JSON.parse(Buffer.from(String(body.token).split('.')[1] ?? '', 'base64url').toString())
    return { id: sub, role, complete, sessionId: sid }
  }
  return {
    ...identity,
    google,
    post,
    start,
    /** From the button to the return from Google. */
    async visit(person: GooglePerson, body: object = {}, as: Person | 'visitor' = 'visitor') {
      const { url, oauth } = await start(body, as)
      const back = google.choose(url, person)
      const answer = await post('/google/callbacks', back, { as, oauth })
      return { answer, oauth, back, secret: cookieOf(answer, 'session'), challenge: cookieOf(answer, 'challenge') }
    },
    personOf,
    /** A confirmed user who has just signed in with a password. */
    async signedIn(role: Role = 'creator') {
      const who = await user(role)
      const { secret, device } = await signIn(who.email)
      return { ...who, secret, device, as: await personOf(secret) }
    },
  }
}
