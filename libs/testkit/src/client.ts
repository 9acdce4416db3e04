/** Sends requests to a service as the gateway would, on behalf of a test user. */
import { createPrivateKey, type KeyObject, randomBytes } from 'node:crypto'
import { TOKEN_SECONDS } from '@reelfair/contracts'
import { makeSessionKeys, mintToken, type Route } from '@reelfair/service-kit'
import { routeRefusals } from '@reelfair/service-kit/testing'
import { claimsOf, type Person, person } from './people.ts'
import { underWatch } from './round-trips.ts'
import { routeOf } from './route-of.ts'

const keys = makeSessionKeys()

/** Secrets that match the tokens and headers of `clientsOf`. */
export const testSecrets = {
  SESSION_PUBLIC_KEY: keys.publicKey,
  GATEWAY_SECRET: 'the-gateway-of-the-tests-0123456789',
  ACCESS_KEY: randomBytes(32).toString('base64url'),
}

const privateKey: KeyObject = createPrivateKey({
  format: 'jwk',
  key: { kty: 'OKP', crv: 'Ed25519', d: keys.privateKey, x: keys.publicKey },
})

/** Within one app, a role name always refers to the same user. */
export type Caller = Person | 'visitor' | 'gateway' | 'creator' | 'brand' | 'incomplete-brand' | 'admin'

export interface Answer {
  readonly status: number
  /** Parsed JSON. Undefined if the response has no body. */
  // biome-ignore lint/suspicious/noExplicitAny: a test names the fields that it expects, and fails where they are missing.
  readonly body: any
  readonly headers: Readonly<Record<string, string>>
}

interface RequestOptions {
  readonly headers?: Readonly<Record<string, string>>
  /** Value of the `Idempotency-Key` header. */
  readonly key?: string
}

type Send = (path: string, body?: object | string, options?: RequestOptions) => Promise<Answer>

/** `get` and `del` send the body as a query string. All methods send strings and bytes unchanged. */
export type Client = Readonly<Record<'get' | 'post' | 'put' | 'patch' | 'del', Send>>

const TOKEN_KEPT_MS = (TOKEN_SECONDS * 1_000) / 2
const tokens = new WeakMap<Person, { readonly token: Promise<string>; readonly until: number }>()

/** As behind the gateway, a user's requests share a token, so that services verify it once. */
function tokenOf(who: Person): Promise<string> {
  const kept = tokens.get(who)
  if (kept && kept.until > Date.now()) return kept.token
  const token = mintToken(claimsOf(who), privateKey)
  tokens.set(who, { token, until: Date.now() + TOKEN_KEPT_MS })
  return token
}

/**
 * Returns a function that creates a client for each caller.
 * @param url `http://127.0.0.1:PORT`
 * @param routes the service's routes; a test fails if a route returns a refusal code that it does not list
 */
export function clientsOf(url: string, routes: readonly Route[] = []): (who: Caller) => Client {
  const people = new Map<Caller, Person>()
  const userFor = (word: 'creator' | 'brand' | 'incomplete-brand' | 'admin') => {
    const user = people.get(word) ?? (word === 'incomplete-brand' ? person('brand', false) : person(word))
    people.set(word, user)
    return user
  }
  const identify = async (who: Caller): Promise<Record<string, string>> => {
    if (who === 'visitor') return {}
    if (who === 'gateway') return { 'x-gateway-secret': testSecrets.GATEWAY_SECRET }
    return { authorization: `Bearer ${await tokenOf(typeof who === 'string' ? userFor(who) : who)}` }
  }
  return (who) => {
    const send =
      (method: string): Send =>
      async (path, body, { headers = {}, key } = {}) => {
        const inQuery = method === 'GET' || method === 'DELETE'
        const query =
          inQuery && typeof body === 'object'
            ? `?${new URLSearchParams(Object.entries(body).map(([name, value]): [string, string] => [name, String(value)]))}`
            : ''
        const identity = await identify(who)
        const answer = await underWatch(`${method} ${path}`, () =>
          fetch(`${url}${path}${query}`, {
            method,
            headers: {
              ...identity,
              ...(body === undefined || inQuery ? {} : { 'content-type': 'application/json' }),
              ...(key === undefined ? {} : { 'idempotency-key': key }),
              ...headers,
            },
            ...(body === undefined || inQuery
              ? {}
              : { body: typeof body === 'string' ? body : body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body) }),
          }),
        )
        const text = await answer.text()
        const isJson = /\bjson\b/.test(answer.headers.get('content-type') ?? '')
        const answered = isJson ? JSON.parse(text) : text || undefined
        if (answer.status >= 400) requireListed(routes, `${method} ${path}`, answered?.code)
        return { status: answer.status, body: answered, headers: Object.fromEntries(answer.headers) }
      }
    return { get: send('GET'), post: send('POST'), put: send('PUT'), patch: send('PATCH'), del: send('DELETE') }
  }
}

/** The API documentation lists the refusal codes of each route, so `app.ts` must declare every code. */
function requireListed(routes: readonly Route[], asked: string, code: string): void {
  const route = routeOf(routes, asked)
  const listed: readonly string[] | undefined = route && routeRefusals(route)
  if (listed && !listed.includes(code)) throw new Error(`${asked} refuses with ${code}: list it under "refuses" of its route in app.ts`)
}
