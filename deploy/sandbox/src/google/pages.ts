/** Google's side of a sign-in: a page with accounts to choose from, and the endpoints that our server calls. */
import { createHash } from 'node:crypto'
import { type Request, type Response, Router } from 'express'
import { z } from 'zod'
import { type Html, html, sendHosted, sendNotice } from '../pages/layout.ts'
import { type Locale, localeOf, WORDS } from '../pages/words.ts'
import { newId, type World } from '../world.ts'
import { type GooglePerson, PEOPLE, type PersonId, personOf } from './people.ts'

/** What happens after the choice. `slow`: the token arrives after 30 s. `error`: Google returns an error. */
const RESULTS = ['ok', 'slow', 'error'] as const
const CODE_MS = 60_000
const SLOW_MS = 30_000
const MAX_KEPT = 1_000

const Asked = z.object({
  client_id: z.string(),
  redirect_uri: z.url({ protocol: /^https?$/ }).refine((url) => new URL(url).pathname === '/auth/google'),
  response_type: z.literal('code'),
  scope: z.string().includes('email'),
  state: z.string().min(1),
  code_challenge: z.string().min(43),
  code_challenge_method: z.literal('S256'),
})
type Asked = z.infer<typeof Asked>

const Choice = z.object({
  person: z.string(),
  email: z.string().default(''),
  verified: z.string().optional(),
  result: z.enum(RESULTS).default('ok'),
})
const Exchange = z.object({
  grant_type: z.literal('authorization_code'),
  code: z.string(),
  client_id: z.string(),
  client_secret: z.string(),
  redirect_uri: z.string(),
  code_verifier: z.string(),
})

interface Grant extends Asked {
  readonly person: GooglePerson
  readonly isSlow: boolean
  readonly expiresAtMs: number
}

export function googlePages(world: World): Router {
  const router = Router()
  const grants = new Map<string, Grant>()
  const tokens = new Map<string, GooglePerson>()
  const { clientId } = world.state.google

  const asked = (request: Request, given: unknown, response: Response): Asked | undefined => {
    const { success, data } = Asked.safeParse(given)
    if (success && data.client_id === clientId) return data
    const locale = localeOf(request, undefined)
    sendNotice(response, 400, WORDS[locale].google.invalid, WORDS[locale].incomplete, locale)
    return undefined
  }
  router.get('/google/authorize', (request, response) => {
    const query = asked(request, request.query, response)
    const locale = localeOf(request, undefined)
    if (query) sendHosted(response, locale, { title: WORDS[locale].google.title, body: chooser(query, locale) })
  })
  router.post('/google/authorize', (request, response) => {
    const query = asked(request, request.body, response)
    if (!query) return
    const { person: id, email, verified, result } = Choice.parse(request.body)
    const person = id in PEOPLE ? PEOPLE[id as PersonId] : personOf(email.trim(), verified === 'on')
    const back = (answer: Readonly<Record<string, string>>) =>
      response.redirect(303, `${query.redirect_uri}?${new URLSearchParams({ ...answer, state: query.state })}`)
    if (id === 'cancel') return back({ error: 'access_denied' })
    if (result === 'error') return back({ error: 'server_error' })
    const code = newId('4/')
    keep(grants, code, { ...query, person, isSlow: result === 'slow', expiresAtMs: world.nowMs() + CODE_MS })
    back({ code, scope: query.scope })
  })
  router.post('/google/token', (request, response) => {
    const { success, data } = Exchange.safeParse(request.body)
    const grant = success ? grants.get(data.code) : undefined
    // A code works once, even if the request is invalid.
    if (success) grants.delete(data.code)
    if (!success || !grant || !fits(world, grant, data)) return void response.status(400).json({ error: 'invalid_grant' })
    const token = newId('ya29.')
    keep(tokens, token, grant.person)
    const answer = () => response.json({ access_token: token, token_type: 'Bearer', expires_in: 3_599, scope: grant.scope })
    if (grant.isSlow) setTimeout(answer, SLOW_MS).unref()
    else answer()
  })
  router.get('/google/userinfo', ({ headers }, response) => {
    const person = tokens.get((headers.authorization ?? '').replace(/^Bearer /, ''))
    if (!person) return void response.status(401).json({ error: 'invalid_token' })
    const { sub, name, email, isVerified } = person
    response.json({ sub, name, email, email_verified: isVerified })
  })
  return router
}

function fits(world: World, grant: Grant, given: z.infer<typeof Exchange>): boolean {
  const { clientId, clientSecret } = world.state.google
  return (
    grant.expiresAtMs > world.nowMs() &&
    given.client_id === clientId &&
    given.client_secret === clientSecret &&
    given.redirect_uri === grant.redirect_uri &&
    createHash('sha256').update(given.code_verifier).digest('base64url') === grant.code_challenge
  )
}

function keep<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.set(key, value)
  const [oldest] = map.keys()
  if (map.size > MAX_KEPT && oldest !== undefined) map.delete(oldest)
}

function chooser(query: Asked, locale: Locale): Html {
  const words = WORDS[locale].google
  const kept = Object.entries(query).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)
  const people = Object.entries(PEOPLE).map(
    ([id, { name, email }]) =>
      html`<li><button class="plain wide" name="person" value="${id}" formnovalidate>${name}, ${email}</button><p class="small">${words.people[id as PersonId]}</p></li>`,
  )
  const results = RESULTS.map((result) => html`<option value="${result}">${words.results[result]}</option>`)
  return html`<div class="sheet"><h1>${words.title}</h1><p>${words.lead}</p>
    <form method="post" action="/google/authorize">${kept}
      <label for="result">${words.result}</label><select id="result" name="result">${results}</select>
      <ul class="lines accounts">${people}</ul>
      <label for="email">${words.other}</label><input id="email" name="email" type="email" autocomplete="off" required>
      <label class="choice"><input type="checkbox" name="verified" checked> ${words.verified}</label>
      <button class="wide" name="person" value="other">${words.use}</button>
      <button class="plain wide" name="person" value="cancel" formnovalidate>${words.cancel}</button>
    </form></div>`
}
