/** The networks' consent pages and token endpoints. Codes work once, for 60 s. */
import { createHash } from 'node:crypto'
import { type Request, type RequestHandler, type Response, Router } from 'express'
import { z } from 'zod'
import { type Html, html, sendHosted, sendNotice } from '../../pages/layout.ts'
import { localeOf, WORDS } from '../../pages/words.ts'
import { newId, type World } from '../../world.ts'
import { accountOf } from '../network.ts'
import type { Consent, NetworkName } from '../state.ts'
import {
  exchangeShortToken,
  issueConsent,
  networkOf,
  openConsentsOf,
  renewByRefreshToken,
  renewLongToken,
  revokeByToken,
  TIKTOK_REFRESH_MS,
} from './consents.ts'
import { ok, type Reply, send } from './face.ts'

const CODE_MS = 60_000
const SHOWN = 50

/** Where each network's page is, and how its parameters differ from the others'. */
const PAGES = {
  instagram: { path: '/www.instagram.com/oauth/authorize', client: 'client_id', separator: ',' },
  tiktok: { path: '/www.tiktok.com/v2/auth/authorize', client: 'client_key', separator: ',' },
  youtube: { path: '/accounts.google.com/o/oauth2/v2/auth', client: 'client_id', separator: ' ' },
} as const satisfies Readonly<Record<NetworkName, object>>

const Asked = z.object({
  client_id: z.string().optional(),
  client_key: z.string().optional(),
  redirect_uri: z.url({ protocol: /^https?$/ }),
  response_type: z.literal('code'),
  scope: z.string().min(1),
  state: z.string().min(1),
  code_challenge: z.string().optional(),
  code_challenge_method: z.literal('S256').optional(),
})
type Asked = z.infer<typeof Asked>

interface Code extends Asked {
  readonly accountId: string
  readonly scopes: readonly string[]
  readonly expiresAtMs: number
}

type Codes = Map<string, Code>

export function oauthPages(world: World): Router {
  const codes: Codes = new Map()
  const router = Router()
  for (const network of Object.keys(PAGES) as NetworkName[]) {
    router.get(PAGES[network].path, (request, response) => showChoice(world, network, request, response))
    router.post(PAGES[network].path, (request, response) => choose(world, network, codes, request, response))
  }
  return router
    .post(
      '/api.instagram.com/oauth/access_token',
      json(world, (form) => instagramCode(world, codes, form)),
    )
    .get(
      '/graph.instagram.com/access_token',
      json(world, (query) => instagramLong(world, query)),
    )
    .get(
      '/graph.instagram.com/refresh_access_token',
      json(world, (query) => instagramLong(world, query)),
    )
    .post(
      '/open.tiktokapis.com/v2/oauth/token',
      json(world, (form) => tiktokTokens(world, codes, form)),
    )
    .post(
      '/open.tiktokapis.com/v2/oauth/revoke',
      json(world, (form) => revokeTiktok(world, form)),
    )
    .post(
      '/oauth2.googleapis.com/token',
      json(world, (form) => googleTokens(world, codes, form)),
    )
    .post(
      '/oauth2.googleapis.com/revoke',
      json(world, (form) => revokeGoogle(world, form)),
    )
}

type Form = Readonly<Record<string, string | undefined>>

const json =
  (world: World, reply: (form: Form) => Reply): RequestHandler =>
  (request, response) =>
    send(world, response, reply((request.method === 'GET' ? request.query : (request.body ?? {})) as Form))

function askedOf(world: World, network: NetworkName, given: unknown): Asked | undefined {
  const { success, data } = Asked.safeParse(given)
  const origin = world.appOrigin()
  // Networks redirect only to registered addresses.
  const isOurs = success && (origin === undefined || new URL(data.redirect_uri).origin === new URL(origin).origin)
  return isOurs && data[PAGES[network].client] === world.state.social.apps[network].clientId ? data : undefined
}

function refuse(request: Request, response: Response): void {
  const locale = localeOf(request, undefined)
  sendNotice(response, 400, WORDS[locale].consent.invalid, WORDS[locale].incomplete, locale)
}

function showChoice(world: World, network: NetworkName, request: Request, response: Response): void {
  const asked = askedOf(world, network, request.query)
  if (!asked) return void refuse(request, response)
  const locale = localeOf(request, undefined)
  const words = WORDS[locale].consent
  const kept = Object.entries(asked).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)
  const accounts = [...world.state.social.accounts.values()].filter((one) => one.network === network && !one.isGone).slice(-SHOWN)
  const scopes = asked.scope
    .split(PAGES[network].separator)
    .map((scope) => html`<li><label class="choice"><input type="checkbox" name="scopes" value="${scope}" checked> ${scope}</label></li>`)
  const body: Html = html`<div class="sheet"><h1>${words.title(NAMES[network])}</h1><p>${words.lead}</p>
    <form method="post">${kept}<ul class="lines">${scopes}</ul>
      <ul class="lines accounts">${accounts.reverse().map(({ id, username }) => html`<li><button class="plain wide" name="account" value="${id}">@${username}</button></li>`)}</ul>
      <button class="plain wide" name="account" value="">${words.cancel}</button>
    </form></div>`
  sendHosted(response, locale, { title: words.title(NAMES[network]), body })
}

const NAMES = { instagram: 'Instagram', tiktok: 'TikTok', youtube: 'YouTube' } as const

function choose(world: World, network: NetworkName, codes: Codes, request: Request, response: Response): void {
  const asked = askedOf(world, network, request.body)
  if (!asked) return void refuse(request, response)
  const { account = '', scopes } = request.body as { account?: string; scopes?: string | string[] }
  const back = (answer: Readonly<Record<string, string>>, fragment = '') =>
    response.redirect(303, `${asked.redirect_uri}?${new URLSearchParams({ ...answer, state: asked.state })}${fragment}`)
  const permitted = [scopes ?? []].flat()
  const found = world.state.social.accounts.get(account)
  if (!found || found.network !== network || permitted.length === 0) return void back({ error: 'access_denied' })
  const code = newId('', 40)
  codes.set(code, { ...asked, accountId: found.id, scopes: permitted, expiresAtMs: world.nowMs() + CODE_MS })
  // Instagram appends an empty fragment.
  back({ code, ...(network === 'tiktok' && { scopes: permitted.join(',') }) }, network === 'instagram' ? '#_' : '')
}

/** A code works once, even if the request is invalid. */
function takeCode(world: World, codes: Codes, network: NetworkName, form: Form): Code | undefined {
  const code = codes.get(form.code ?? '')
  codes.delete(form.code ?? '')
  if (!code || code.expiresAtMs <= world.nowMs() || code.redirect_uri !== form.redirect_uri) return undefined
  if (accountOf(world, code.accountId).network !== network) return undefined
  const challenge = createHash('sha256')
    .update(form.code_verifier ?? '')
    .digest('base64url')
  return code.code_challenge === undefined || code.code_challenge === challenge ? code : undefined
}

const isApp = (world: World, network: NetworkName, form: Form) =>
  form[PAGES[network].client] === world.state.social.apps[network].clientId &&
  form.client_secret === world.state.social.apps[network].clientSecret

const secondsLeft = (world: World, { accessUntilMs }: Consent) => Math.floor((accessUntilMs - world.nowMs()) / 1_000)

const invalidCode: Reply = {
  status: 400,
  body: { error_type: 'OAuthException', code: 400, error_message: 'Matching code was not found or was already used' },
}
const invalidInstagramToken: Reply = {
  status: 400,
  body: { error: { message: 'Error validating access token', type: 'OAuthException', code: 190, fbtrace_id: 'sandbox' } },
}

function instagramCode(world: World, codes: Codes, form: Form): Reply {
  const code = isApp(world, 'instagram', form) && form.grant_type === 'authorization_code' && takeCode(world, codes, 'instagram', form)
  if (!code) return invalidCode
  const { accessToken, scopes } = issueConsent(world, code.accountId, 'instagram', code.scopes)
  return { status: 200, body: { data: [{ access_token: accessToken, user_id: code.accountId, permissions: scopes.join(',') }] } }
}

function instagramLong(world: World, { grant_type: grantType, client_secret: secret, access_token: token = '' }: Form): Reply {
  const isExchange = grantType === 'ig_exchange_token' && secret === world.state.social.apps.instagram.clientSecret
  const consent = isExchange
    ? exchangeShortToken(world, token)
    : grantType === 'ig_refresh_token'
      ? renewLongToken(world, token)
      : undefined
  if (!consent) return invalidInstagramToken
  return { status: 200, body: { access_token: consent.accessToken, token_type: 'bearer', expires_in: secondsLeft(world, consent) } }
}

/** The consent of a code or a refresh token. */
function consentBy(world: World, codes: Codes, network: NetworkName, form: Form): Consent | undefined {
  if (form.grant_type === 'refresh_token') return renewByRefreshToken(world, network, form.refresh_token ?? '')
  const code = form.grant_type === 'authorization_code' ? takeCode(world, codes, network, form) : undefined
  return code && issueConsent(world, code.accountId, network, code.scopes)
}

const tiktokFault = (error: string, description: string): Reply => ({
  status: 400,
  body: { error, error_description: description, log_id: newId('', 32) },
})

function tiktokTokens(world: World, codes: Codes, form: Form): Reply {
  if (!isApp(world, 'tiktok', form)) return tiktokFault('invalid_client', 'Client key or secret is incorrect.')
  const consent = consentBy(world, codes, 'tiktok', form)
  if (!consent) return tiktokFault('invalid_grant', 'The code or refresh token is invalid or expired.')
  const body = {
    access_token: consent.accessToken,
    expires_in: secondsLeft(world, consent),
    open_id: consent.accountId,
    refresh_token: consent.refreshToken,
    refresh_expires_in: Math.floor((consent.issuedMs + TIKTOK_REFRESH_MS - world.nowMs()) / 1_000),
    scope: consent.scopes.join(','),
    token_type: 'Bearer',
  }
  return { status: 200, body, headers: { 'cache-control': 'no-store' } }
}

function googleTokens(world: World, codes: Codes, form: Form): Reply {
  if (!isApp(world, 'youtube', form)) return { status: 401, body: { error: 'invalid_client', error_description: 'Unauthorized' } }
  const consent = consentBy(world, codes, 'youtube', form)
  if (!consent) return { status: 400, body: { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' } }
  const body = {
    access_token: consent.accessToken,
    expires_in: secondsLeft(world, consent),
    scope: consent.scopes.join(' '),
    token_type: 'Bearer',
    // Sent only with the first token.
    ...(form.grant_type === 'authorization_code' && { refresh_token: consent.refreshToken }),
  }
  return { status: 200, body }
}

/** TikTok revokes by an access token that is still valid, and responds without a body. */
function revokeTiktok(world: World, form: Form): Reply {
  if (!isApp(world, 'tiktok', form)) return tiktokFault('invalid_client', 'Client key or secret is incorrect.')
  const isRevoked = revokeByToken(world, 'tiktok', (one) => one.accessToken === form.token && one.accessUntilMs > world.nowMs())
  return isRevoked ? { status: 200 } : tiktokFault('invalid_request', 'Token is invalid or expired.')
}

/** Google revokes by either token, even if the access token has expired. */
function revokeGoogle(world: World, { token }: Form): Reply {
  const isRevoked = revokeByToken(world, 'youtube', (one) => one.accessToken === token || one.refreshToken === token)
  return isRevoked ? ok({}) : { status: 400, body: { error: 'invalid_token', error_description: 'Token expired or revoked' } }
}

/** Shown in the console, to revoke a consent as its creator would on the network. */
export const consentsView = (world: World, accountId: string): Html | false => {
  const open = openConsentsOf(world, accountId)
  const [first] = open
  return (
    first !== undefined &&
    html`<h2 id="consents">Access by Reelfair</h2>
    <ul>${open.map((one) => html`<li>${one.scopes.join(', ')}; ${NAMES[networkOf(world, one)]} access token until ${new Date(one.accessUntilMs).toISOString().slice(0, 16).replace('T', ' ')} UTC</li>`)}</ul>
    <form method="post" action="/social/accounts/${accountId}/revoke"><button class="plain">Revoke access</button></form>`
  )
}
