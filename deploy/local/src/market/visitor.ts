import { setTimeout as pause } from 'node:timers/promises'
import { UserError } from '../user-error.ts'

type Body = object | Uint8Array | undefined

export interface Visitor {
  readonly id: string
  /** Whether the registration form has been saved. */
  readonly complete: boolean
  get<Answer>(path: string): Promise<Answer>
  post<Answer>(path: string, body: object): Promise<Answer>
  put<Answer>(path: string, body: object): Promise<Answer>
  upload<Answer>(path: string, file: Uint8Array): Promise<Answer>
  signOut(): Promise<void>
}

export class RequestFailed extends UserError {
  readonly status: number

  constructor(request: string, status: number, text: string) {
    super(`${request} returned ${status}: ${text}`)
    this.status = status
  }
}

const IDEMPOTENT = new Set(['GET', 'PUT', 'DELETE'])

async function ask<Answer>(url: string, method: string, path: string, body: Body, headers: Record<string, string> = {}): Promise<Answer> {
  const isFile = body instanceof Uint8Array
  const send = () =>
    fetch(`${url}${path}`, {
      method,
      headers: { ...headers, ...(body ? { 'content-type': isFile ? 'image/png' : 'application/json' } : {}) },
      ...(body ? { body: isFile ? new Uint8Array(body) : JSON.stringify(body) } : {}),
    })
  let answer = await send()
  const deadline = performance.now() + WITHIN_MS
  // The gateway returns 503 if a busy service exceeds its time limit.
  while (answer.status === 503 && IDEMPOTENT.has(method) && performance.now() < deadline) {
    await answer.body?.cancel()
    await pause(POLL_MS)
    answer = await send()
  }
  const text = await answer.text()
  if (!answer.ok) throw new RequestFailed(`${method} ${path}`, answer.status, text)
  return (text === '' ? undefined : JSON.parse(text)) as Answer
}

export async function visit(url: string, email: string, password: string): Promise<Visitor> {
  const signedIn = await fetch(`${url}/api/identity/sessions`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  if (!signedIn.ok) throw new RequestFailed(`Signing in as ${email}`, signedIn.status, await signedIn.text())
  const { id, complete } = (await signedIn.json()) as { id: string; complete: boolean }
  const cookie = signedIn.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const send = <Answer>(method: string, path: string, body?: Body) => ask<Answer>(url, method, `/api${path}`, body, { origin: url, cookie })
  return {
    id,
    complete,
    get: (path) => send('GET', path),
    post: (path, body) => send('POST', path, body),
    put: (path, body) => send('PUT', path, body),
    upload: (path, file) => send('POST', path, file),
    signOut: () =>
      send<void>('DELETE', '/identity/sessions/current').catch((error: unknown) => {
        // The session has already ended, perhaps because an earlier attempt's response timed out.
        if (!(error instanceof RequestFailed && error.status === 401)) throw error
      }),
  }
}

export const sandboxClient = (url: string) => ({
  get: <Answer>(path: string) => ask<Answer>(url, 'GET', path, undefined),
  post: <Answer>(path: string, body: object) => ask<Answer>(url, 'POST', path, body),
  patch: <Answer>(path: string, body: object) => ask<Answer>(url, 'PATCH', path, body),
})
export type SandboxClient = ReturnType<typeof sandboxClient>

const FIRST_POLL_AFTER_MS = 10
/** Polling interval. Including the response times, this stays below the limit of 600 reads per minute per user. */
const POLL_MS = 100
const WITHIN_MS = 60_000

/** Status codes from a service that has not received an event about the user yet. */
const NOT_YET = new Set([403, 404, 409, 422])

/**
 * Polls until an event's effect is visible. Until then, requests may be rejected.
 * @param what A condition that completes the sentence “waiting until …”
 * @throws UserError that names the condition if it is not met in time
 */
export async function until<Found>(what: string, look: () => Promise<Found | undefined | false>): Promise<Found> {
  const deadline = performance.now() + WITHIN_MS
  for (let wait = FIRST_POLL_AFTER_MS; ; wait = Math.min(wait * 2, POLL_MS)) {
    let refused = ''
    const found = await look().catch((error: unknown) => {
      if (!(error instanceof RequestFailed && NOT_YET.has(error.status))) throw error
      refused = ` ${error.message}`
      return undefined
    })
    if (found) return found
    if (performance.now() > deadline)
      throw new UserError(`The demo could not be created: gave up after ${WITHIN_MS / 1000} s of waiting until ${what}.${refused}`)
    await pause(wait)
  }
}
