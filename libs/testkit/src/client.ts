/** Speaks to a service as the gateway would for somebody, and hands back all that it answered. */
import { createPrivateKey, type KeyObject } from 'node:crypto'
import { makeSessionKeys, mintToken, type Route, routeRefusals } from '@reelfair/service-kit'
import { claimsOf, type Person, person } from './people.ts'
import { underWatch } from './round-trips.ts'
import { routeOf } from './route-of.ts'

const keys = makeSessionKeys()

/** What every service of a test is told by its environment; the tokens of `clientFor` fit it. */
export const testSecrets = { SESSION_PUBLIC_KEY: keys.publicKey, GATEWAY_SECRET: 'the-gateway-of-the-tests-0123456789' }

const privateKey: KeyObject = createPrivateKey({
  format: 'jwk',
  key: { kty: 'OKP', crv: 'Ed25519', d: keys.privateKey, x: keys.publicKey },
})

/** A person, or a word for one: the same word is the same person within one app. */
export type Who = Person | 'visitor' | 'gateway' | 'creator' | 'brand' | 'incomplete-brand' | 'admin'

export interface Answer {
  readonly status: number
  /** The JSON; `undefined` where there is none. */
  // biome-ignore lint/suspicious/noExplicitAny: a test names the fields that it expects, and fails where they are missing.
  readonly body: any
  readonly headers: Readonly<Record<string, string>>
}

interface RequestOptions {
  readonly headers?: Readonly<Record<string, string>>
  /** The Idempotency-Key. */
  readonly key?: string
}

type Send = (path: string, body?: object | string, options?: RequestOptions) => Promise<Answer>

/** The body of `get` and `del` is their query; text and bytes are sent as they are. */
export type Client = Readonly<Record<'get' | 'post' | 'put' | 'patch' | 'del', Send>>

/**
 * Makes the clients of a service.
 * @param url `http://127.0.0.1:PORT`
 * @param routes the service's; a refusal that its route does not list fails the test
 */
export function clientsOf(url: string, routes: readonly Route[] = []): (who: Who) => Client {
  const people = new Map<Who, Person>()
  const known = (word: 'creator' | 'brand' | 'incomplete-brand' | 'admin') => {
    const somebody = people.get(word) ?? (word === 'incomplete-brand' ? person('brand', false) : person(word))
    people.set(word, somebody)
    return somebody
  }
  const identify = async (who: Who): Promise<Record<string, string>> => {
    if (who === 'visitor') return {}
    if (who === 'gateway') return { 'x-gateway-secret': testSecrets.GATEWAY_SECRET }
    return { authorization: `Bearer ${await mintToken(claimsOf(typeof who === 'string' ? known(who) : who), privateKey)}` }
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

/** The documents list what a route refuses with, so what it does refuse with has to be among it. */
function requireListed(routes: readonly Route[], asked: string, code: string): void {
  const route = routeOf(routes, asked)
  const listed: readonly string[] | undefined = route && routeRefusals(route)
  if (listed && !listed.includes(code)) throw new Error(`${asked} refuses with ${code}: list it under "refuses" of its route in app.ts`)
}
