/** Somebody who uses Reelfair as a browser does, and whoever stands for the world outside: by HTTP alone. */
import { setTimeout as pause } from 'node:timers/promises'
import { Sentence } from '../sentence.ts'

type Body = object | Uint8Array | undefined

/** An answer of the site’s, read as what the caller knows it to be. */
export interface Visitor {
  readonly id: string
  get<Answer>(path: string): Promise<Answer>
  post<Answer>(path: string, body: object): Promise<Answer>
  put<Answer>(path: string, body: object): Promise<Answer>
  /** Sends a PNG as it is. */
  upload<Answer>(path: string, file: Uint8Array): Promise<Answer>
  leave(): Promise<void>
}

/** One who was refused: what was asked for, and the answer. */
export class NotAnswered extends Sentence {
  readonly status: number

  constructor(asked: string, status: number, text: string) {
    super(`${asked} was answered ${status}: ${text}`)
    this.status = status
  }
}

/** Safe to retry. */
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
  // A busy service may take longer than the gateway waits.
  while (answer.status === 503 && IDEMPOTENT.has(method) && performance.now() < deadline) {
    await answer.body?.cancel()
    await pause(LOOK_AGAIN_MS)
    answer = await send()
  }
  const text = await answer.text()
  if (!answer.ok) throw new NotAnswered(`${method} ${path}`, answer.status, text)
  return (text === '' ? undefined : JSON.parse(text)) as Answer
}

/** @throws NotAnswered 401 with another password */
export async function visit(url: string, email: string, password: string): Promise<Visitor> {
  const signedIn = await fetch(`${url}/api/identity/sessions`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  if (!signedIn.ok) throw new NotAnswered(`The sign-in of ${email}`, signedIn.status, await signedIn.text())
  const { id } = (await signedIn.json()) as { id: string }
  const cookie = signedIn.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const send = <Answer>(method: string, path: string, body?: Body) => ask<Answer>(url, method, `/api${path}`, body, { origin: url, cookie })
  return {
    id,
    get: (path) => send('GET', path),
    post: (path, body) => send('POST', path, body),
    put: (path, body) => send('PUT', path, body),
    upload: (path, file) => send('POST', path, file),
    leave: () =>
      send<void>('DELETE', '/identity/sessions/current').catch((error: unknown) => {
        // The session has ended, perhaps by an earlier try whose answer came too late.
        if (!(error instanceof NotAnswered && error.status === 401)) throw error
      }),
  }
}

/** The sandbox's JSON. */
export const outsideAt = (url: string) => ({
  get: <Answer>(path: string) => ask<Answer>(url, 'GET', path, undefined),
  post: <Answer>(path: string, body: object) => ask<Answer>(url, 'POST', path, body),
  patch: <Answer>(path: string, body: object) => ask<Answer>(url, 'PATCH', path, body),
})
export type Outdoors = ReturnType<typeof outsideAt>

const LOOK_FIRST_AFTER_MS = 10
/** At most the 600 reads a minute that a person may make, so that a long wait does not end in a 429. */
const LOOK_AGAIN_MS = 100
const WITHIN_MS = 60_000

/** Refusals by whoever has not heard of somebody yet. */
const NOT_YET = new Set([403, 404, 409, 422])

/** Waits for what comes by events, a moment later; until then it may be refused. @throws Sentence that names what did not come */
export async function until<Found>(what: string, look: () => Promise<Found | undefined | false>): Promise<Found> {
  const deadline = performance.now() + WITHIN_MS
  for (let wait = LOOK_FIRST_AFTER_MS; ; wait = Math.min(wait * 2, LOOK_AGAIN_MS)) {
    let refused = ''
    const found = await look().catch((error: unknown) => {
      if (!(error instanceof NotAnswered && NOT_YET.has(error.status))) throw error
      refused = ` ${error.message}`
      return undefined
    })
    if (found) return found
    if (performance.now() > deadline)
      throw new Sentence(`The demo could not be made. This did not happen within ${WITHIN_MS / 1000} s: ${what}.${refused}`)
    await pause(wait)
  }
}
