import type { InputOf, identityRoutes } from '@reelfair/contracts'

/** Routes of identity without path parameters or query. */
type AskedRoutes = Pick<typeof identityRoutes, 'POST /sessions/token' | 'GET /session' | 'GET /public-settings'>

interface Question<Schemas> {
  readonly input: InputOf<Schemas>
  readonly headers?: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}

/**
 * Calls a route of identity once, without retries. The caller parses the response with the route's output schema.
 * @example const answer = await askIdentity(urls.identity, 'GET /session', { input: {}, headers, signal })
 */
export function askIdentity<Key extends keyof AskedRoutes>(
  identityUrl: string,
  route: Key,
  { input, headers, signal }: Question<AskedRoutes[Key]>,
): Promise<Response> {
  const [method = '', path = ''] = route.split(' ')
  const isRead = method === 'GET'
  return fetch(identityUrl + path, {
    method,
    headers: { ...headers, ...(!isRead && { 'content-type': 'application/json' }) },
    ...(!isRead && { body: JSON.stringify(input) }),
    redirect: 'error',
    signal,
  })
}
