/** Obtains a creator's consent from a network, and renews it. Stores nothing; the caller keeps the grant. */
import { createHash } from 'node:crypto'
import type { Network } from '@reelfair/contracts'
import { z } from 'zod'
import { type Answered, callHttp, type HttpResponse } from './call-http.ts'
import { hostUrl } from './official.ts'
import { type Grant, SocialFault } from './provider.ts'
import { ExternalId, known } from './shapes.ts'

/** Our app, as registered with a network. */
export interface OauthApp {
  readonly network: Network
  readonly clientId: string
  readonly clientSecret: string
  /** Replaces the `https://` before every host, for example to call the sandbox. */
  readonly apiBase?: string | undefined
  /** Defaults to the global `fetch`. */
  readonly fetch?: typeof fetch
}

/** The same values are needed to begin and to finish. */
export interface ConsentRequest {
  readonly redirectUri: string
  /** Random text of 43 to 128 characters, kept secret until the exchange (PKCE, RFC 7636). */
  readonly codeVerifier: string
}

export interface Consent {
  readonly grant: Grant
  /** The account whose owner consented. */
  readonly externalId: string
}

const TIKTOK_SCOPES = ['user.info.basic', 'user.info.profile', 'user.info.stats', 'video.list']
const INSTAGRAM_SCOPES = ['instagram_business_basic', 'instagram_business_manage_insights']
const YOUTUBE_SCOPES = ['https://www.googleapis.com/auth/youtube.readonly']

const Seconds = z.int().min(0)
const Token = z.string().min(1).max(4_000)
const scopesFrom = (separator: string) => z.string().transform((text) => text.split(separator).filter(Boolean))

/** OAuth 2.0 errors; errors of the Graph API and of Instagram's code exchange, which have no error word. */
const OauthError = z.union([
  z.object({ error: z.string() }),
  z.object({ error: z.object({ code: z.int() }) }),
  z.object({ error_type: z.literal('OAuthException'), code: z.int() }).transform(({ code }) => ({ error: { code } })),
])
const REFUSED = ['invalid_grant', 'invalid_token', 'access_denied', 190, 400]

/** A code or token that the network no longer accepts: used, expired, replaced by a newer one, or revoked. */
function faultOf({ status, body }: HttpResponse): SocialFault | undefined {
  const error = OauthError.safeParse(body).data?.error
  if (error === undefined) return undefined
  return REFUSED.includes(typeof error === 'string' ? error : error.code) ? new SocialFault('needs_consent', { status }) : undefined
}

interface Ask<Answer extends z.ZodType> {
  readonly host: string
  readonly path: string
  readonly form?: Readonly<Record<string, string>>
  readonly accessToken?: string
  readonly answer: Answer
}

const ask = <Answer extends z.ZodType>(
  { apiBase, fetch }: OauthApp,
  { host, path, form, accessToken, answer }: Ask<Answer>,
): Promise<Answered<z.infer<Answer>>> =>
  callHttp({
    method: form ? 'POST' : 'GET',
    url: `${hostUrl(apiBase, host)}${path}`,
    body: form && new URLSearchParams(form),
    headers: accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` },
    answer,
    faultOf,
    fetch,
  })

const later = (at: Date, seconds: number) => new Date(at.getTime() + seconds * 1_000)

/** One network's way of obtaining, renewing and revoking a consent. */
interface Flow {
  readonly scopes: readonly string[]
  authorizeUrl(app: OauthApp, request: ConsentRequest & { readonly state: string }): string
  exchange(app: OauthApp, request: ConsentRequest & { readonly code: string }): Promise<Consent>
  refresh(app: OauthApp, grant: Grant): Promise<Grant>
  /** Missing if only the network's own settings can revoke a consent. */
  revoke?(app: OauthApp, grant: Grant): Promise<void>
}

const address = (app: OauthApp, host: string, path: string, query: Readonly<Record<string, string>>) =>
  `${hostUrl(app.apiBase, host)}${path}?${new URLSearchParams({ response_type: 'code', ...query })}`

const TiktokTokens = z.object({
  access_token: Token,
  expires_in: Seconds,
  refresh_token: Token,
  open_id: ExternalId,
  scope: scopesFrom(','),
})

async function tiktokTokens(app: OauthApp, grantType: Readonly<Record<string, string>>): Promise<Consent> {
  const form = { client_key: app.clientId, client_secret: app.clientSecret, ...grantType }
  const { data, at } = await ask(app, { host: 'open.tiktokapis.com', path: '/v2/oauth/token/', form, answer: TiktokTokens })
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds, scope: scopes } = data
  return { externalId: data.open_id, grant: { accessToken, refreshToken, accessExpiresAt: later(at, seconds), scopes } }
}

/** TikTok replaces the refresh token at each renewal. It accepts a code verifier only from apps on devices. */
const tiktok: Flow = {
  scopes: TIKTOK_SCOPES,
  authorizeUrl: (app, { redirectUri, state }) =>
    address(app, 'www.tiktok.com', '/v2/auth/authorize/', {
      client_key: app.clientId,
      scope: TIKTOK_SCOPES.join(','),
      redirect_uri: redirectUri,
      state,
    }),
  exchange: (app, { code, redirectUri }) => tiktokTokens(app, { grant_type: 'authorization_code', code, redirect_uri: redirectUri }),
  refresh: async (app, { refreshToken = '' }) =>
    (await tiktokTokens(app, { grant_type: 'refresh_token', refresh_token: refreshToken })).grant,
  async revoke(app, grant) {
    // Only an access token can revoke the consent, and the stored one has usually expired.
    const { accessToken } = await this.refresh(app, grant)
    const form = { client_key: app.clientId, client_secret: app.clientSecret, token: accessToken }
    await ask(app, { host: 'open.tiktokapis.com', path: '/v2/oauth/revoke/', form, answer: z.unknown() })
  },
}

const InstagramShort = z.object({ access_token: Token, permissions: z.union([z.array(z.string()), scopesFrom(',')]) })
const InstagramLong = z.object({ access_token: Token, expires_in: Seconds })
const InstagramUser = z.object({ user_id: ExternalId })

async function instagramToken(
  app: OauthApp,
  path: string,
  query: Readonly<Record<string, string>>,
  scopes: readonly string[],
): Promise<Grant> {
  const asked = { host: 'graph.instagram.com', path: `/${path}?${new URLSearchParams(query)}`, answer: InstagramLong }
  const { data, at } = await ask(app, asked)
  return { accessToken: data.access_token, accessExpiresAt: later(at, data.expires_in), scopes }
}

/** Instagram has no refresh tokens: an access token lasts 60 days and renews itself, once it is a day old. */
const instagram: Flow = {
  scopes: INSTAGRAM_SCOPES,
  authorizeUrl: (app, { redirectUri, state }) =>
    address(app, 'www.instagram.com', '/oauth/authorize', {
      client_id: app.clientId,
      scope: INSTAGRAM_SCOPES.join(','),
      redirect_uri: redirectUri,
      state,
    }),
  async exchange(app, { code, redirectUri }) {
    const secret = { client_secret: app.clientSecret }
    const form = { client_id: app.clientId, ...secret, grant_type: 'authorization_code', redirect_uri: redirectUri, code }
    // Documented both with and without `data`.
    const answer = z.union([InstagramShort, z.object({ data: z.tuple([InstagramShort]) }).transform(({ data: [short] }) => short)])
    const { data: short } = await ask(app, { host: 'api.instagram.com', path: '/oauth/access_token', form, answer })
    const query = { grant_type: 'ig_exchange_token', ...secret, access_token: short.access_token }
    const grant = await instagramToken(app, 'access_token', query, short.permissions)
    const me = { host: 'graph.instagram.com', path: '/v25.0/me?fields=user_id', accessToken: grant.accessToken, answer: InstagramUser }
    return { grant, externalId: (await ask(app, me)).data.user_id }
  },
  refresh: (app, { accessToken, scopes }) =>
    instagramToken(app, 'refresh_access_token', { grant_type: 'ig_refresh_token', access_token: accessToken }, scopes),
}

const GoogleTokens = z.object({ access_token: Token, expires_in: Seconds, refresh_token: known(Token), scope: scopesFrom(' ') })
const OwnChannel = z.object({ items: z.array(z.object({ id: ExternalId })).default([]) })

async function googleTokens(app: OauthApp, grantType: Readonly<Record<string, string>>): Promise<Grant> {
  const form = { client_id: app.clientId, client_secret: app.clientSecret, ...grantType }
  const { data, at } = await ask(app, { host: 'oauth2.googleapis.com', path: '/token', form, answer: GoogleTokens })
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds, scope: scopes } = data
  return { accessToken, refreshToken, accessExpiresAt: later(at, seconds), scopes }
}

/** Google keeps the refresh token until the owner revokes the consent. */
const youtube: Flow = {
  scopes: YOUTUBE_SCOPES,
  authorizeUrl: (app, { redirectUri, state, codeVerifier }) =>
    address(app, 'accounts.google.com', '/o/oauth2/v2/auth', {
      client_id: app.clientId,
      scope: YOUTUBE_SCOPES.join(' '),
      redirect_uri: redirectUri,
      state,
      access_type: 'offline',
      // Without it, Google sends a refresh token only the first time.
      prompt: 'consent',
      code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
      code_challenge_method: 'S256',
    }),
  async exchange(app, { code, redirectUri, codeVerifier }) {
    const asked = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: codeVerifier }
    const grant = await googleTokens(app, asked)
    const path = '/youtube/v3/channels?part=id&mine=true'
    const { data } = await ask(app, { host: 'www.googleapis.com', path, accessToken: grant.accessToken, answer: OwnChannel })
    const [channel] = data.items
    if (!channel) throw new SocialFault('not_found')
    return { grant, externalId: channel.id }
  },
  async refresh(app, { refreshToken = '' }) {
    const renewed = await googleTokens(app, { grant_type: 'refresh_token', refresh_token: refreshToken })
    return { ...renewed, refreshToken: renewed.refreshToken ?? refreshToken }
  },
  async revoke(app, { accessToken, refreshToken = accessToken }) {
    await ask(app, { host: 'oauth2.googleapis.com', path: '/revoke', form: { token: refreshToken }, answer: z.unknown() })
  },
}

const flows: Readonly<Record<Network, Flow>> = { instagram, tiktok, youtube }

/**
 * The address where the creator consents. The network sends the creator back to `redirectUri` with `code` and `state`.
 * @param request.state random text that only this creator's session knows
 */
export const authorizeUrl = (app: OauthApp, request: ConsentRequest & { readonly state: string }): string =>
  flows[app.network].authorizeUrl(app, request)

/**
 * Exchanges the code for a grant. A code works once.
 * @throws SocialFault `needs_consent` if the network refuses the code
 */
export const exchangeCode = (app: OauthApp, request: ConsentRequest & { readonly code: string }): Promise<Consent> =>
  flows[app.network].exchange(app, request)

/**
 * Renews the grant. The result replaces the grant, including its refresh token. TikTok then refuses the previous
 * refresh token, so losing the result before storing it ends the consent.
 * @throws SocialFault `needs_consent` if the network refuses the refresh token; only the creator can then consent again
 */
export const refreshGrant = (app: OauthApp, grant: Grant): Promise<Grant> => flows[app.network].refresh(app, grant)

/**
 * Revokes the consent at the network, if the network lets apps do so. A consent that the network no longer accepts
 * counts as revoked.
 * @returns false if the creator must remove our app in the network's settings, as on Instagram
 * @throws SocialFault if the network does not confirm it
 */
export async function revokeGrant(app: OauthApp, grant: Grant): Promise<boolean> {
  const flow = flows[app.network]
  if (!flow.revoke) return false
  try {
    await flow.revoke(app, grant)
  } catch (error) {
    if (!(error instanceof SocialFault && error.kind === 'needs_consent')) throw error
  }
  return true
}

/** The permissions that the creator did not give, of those that `authorizeUrl` asks for. */
export const missingScopes = (network: Network, { scopes }: Pick<Grant, 'scopes'>): readonly string[] =>
  flows[network].scopes.filter((scope) => !scopes.includes(scope))
