import { expect, test } from 'vitest'
import { authorizeUrl, exchangeCode, missingScopes, type OauthApp, refreshGrant, revokeGrant } from './oauth.ts'
import type { Grant } from './provider.ts'
import { type Exchange, RECORDED_AT, replay } from './replay.fixture.ts'

const request = { redirectUri: 'https://reelfair.example/connect', codeVerifier: 'v'.repeat(43) }
const secret = { clientId: 'client', clientSecret: 'secret-of-the-tests' }
const after = (seconds: number) => new Date(RECORDED_AT.getTime() + seconds * 1_000)

function start(network: OauthApp['network'], ...exchanges: Exchange[]) {
  const recorded = replay(...exchanges)
  return { ...recorded, app: { network, ...secret, fetch: recorded.fetch } satisfies OauthApp }
}

const TIKTOK = 'POST https://open.tiktokapis.com/v2/oauth/token/'
const tiktokTokens = (number: number): Exchange => ({
  request: TIKTOK,
  body: {
    access_token: `act.${number}`,
    expires_in: 7_200,
    open_id: '-000lea',
    refresh_expires_in: 15_552_000,
    refresh_token: `rft.${number}`,
    scope: 'user.info.basic,video.list',
    token_type: 'Bearer',
  },
})
const refused = (address: string): Exchange => ({
  request: address,
  status: 400,
  body: { error: 'invalid_grant', error_description: 'Refresh token is invalid or expired.', log_id: '2026112112' },
})
const grantOf = (number: number): Grant => ({
  accessToken: `act.${number}`,
  refreshToken: `rft.${number}`,
  accessExpiresAt: after(7_200),
  scopes: ['user.info.basic', 'video.list'],
})

test.each([
  [
    'instagram',
    'https://www.instagram.com/oauth/authorize',
    { client_id: 'client', scope: 'instagram_business_basic,instagram_business_manage_insights' },
  ],
  [
    'tiktok',
    'https://www.tiktok.com/v2/auth/authorize/',
    { client_key: 'client', scope: 'user.info.basic,user.info.profile,user.info.stats,video.list' },
  ],
  [
    'youtube',
    'https://accounts.google.com/o/oauth2/v2/auth',
    {
      client_id: 'client',
      access_type: 'offline',
      code_challenge_method: 'S256',
      // SHA-256 of the verifier, computed separately.
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    },
  ],
] as const)('sends the creator to %s', (network, address, expected) => {
  const url = new URL(authorizeUrl({ network, ...secret }, { ...request, state: 's-1' }))
  expect(`${url.origin}${url.pathname}`).toBe(address)
  const query = Object.fromEntries(url.searchParams)
  expect(query).toMatchObject({ ...expected, response_type: 'code', redirect_uri: request.redirectUri, state: 's-1' })
  expect(url.href).not.toContain(secret.clientSecret)
  expect(url.href).not.toContain(request.codeVerifier)
})

test('exchanges TikTok’s code for a grant', async () => {
  const { app, sent } = start('tiktok', tiktokTokens(1))
  expect(await exchangeCode(app, { ...request, code: 'c-1' })).toEqual({ externalId: '-000lea', grant: grantOf(1) })
  expect(sent[0]?.body).toEqual({
    client_key: 'client',
    client_secret: secret.clientSecret,
    grant_type: 'authorization_code',
    code: 'c-1',
    redirect_uri: request.redirectUri,
  })
})

test('replaces TikTok’s refresh token at each renewal', async () => {
  const { app, sent } = start('tiktok', tiktokTokens(2), tiktokTokens(3))
  const renewed = await refreshGrant(app, grantOf(1))
  expect(renewed).toEqual(grantOf(2))
  await refreshGrant(app, renewed)
  expect(sent.map(({ body }) => body)).toMatchObject([{ refresh_token: 'rft.1' }, { refresh_token: 'rft.2' }])
})

test('needs a new consent if a renewed grant was lost before it was stored', async () => {
  const { app, sent } = start('tiktok', tiktokTokens(2), refused(TIKTOK))
  await refreshGrant(app, grantOf(1))
  // The process died here, so the next one still has the first refresh token, which TikTok has replaced.
  await expect(refreshGrant(app, grantOf(1))).rejects.toMatchObject({ kind: 'needs_consent', status: 400, isTransient: false })
  expect(sent.map(({ body }) => body)).toMatchObject([{ refresh_token: 'rft.1' }, { refresh_token: 'rft.1' }])
})

test('exchanges Instagram’s code twice, for a token of 60 days', async () => {
  const { app, sent } = start(
    'instagram',
    {
      request: 'POST https://api.instagram.com/oauth/access_token',
      body: { data: [{ access_token: 'IGshort', user_id: '7700', permissions: 'instagram_business_basic' }] },
    },
    {
      request: 'GET https://graph.instagram.com/access_token',
      body: { access_token: 'IGlong', token_type: 'bearer', expires_in: 5_183_944 },
    },
    { request: 'GET https://graph.instagram.com/v25.0/me', body: { user_id: '17841400000000017', id: '7700' } },
  )
  expect(await exchangeCode(app, { ...request, code: 'c-1' })).toEqual({
    externalId: '17841400000000017',
    grant: { accessToken: 'IGlong', accessExpiresAt: after(5_183_944), scopes: ['instagram_business_basic'] },
  })
  expect(sent[1]?.query).toMatchObject({ grant_type: 'ig_exchange_token', access_token: 'IGshort' })
  expect(sent[2]?.headers).toMatchObject({ authorization: 'Bearer IGlong' })
})

test('renews Instagram’s access token by itself, until Instagram refuses it', async () => {
  const address = 'GET https://graph.instagram.com/refresh_access_token'
  const { app, sent } = start(
    'instagram',
    { request: address, body: { access_token: 'IGnew', token_type: 'bearer', expires_in: 5_184_000 } },
    { request: address, status: 400, body: { error: { message: 'expired', type: 'OAuthException', code: 190, fbtrace_id: 'x' } } },
  )
  const renewed = await refreshGrant(app, { accessToken: 'IGold', accessExpiresAt: after(60), scopes: ['instagram_business_basic'] })
  expect(renewed).toEqual({ accessToken: 'IGnew', accessExpiresAt: after(5_184_000), scopes: ['instagram_business_basic'] })
  expect(sent[0]?.query).toEqual({ grant_type: 'ig_refresh_token', access_token: 'IGold' })
  await expect(refreshGrant(app, renewed)).rejects.toMatchObject({ kind: 'needs_consent' })
})

test('keeps Google’s refresh token, which a renewal does not repeat', async () => {
  const tokens = {
    access_token: 'ya29.1',
    expires_in: 3_599,
    scope: 'https://www.googleapis.com/auth/youtube.readonly',
    token_type: 'Bearer',
  }
  const { app, sent } = start(
    'youtube',
    { request: 'POST https://oauth2.googleapis.com/token', body: { ...tokens, refresh_token: '1//a' } },
    {
      request: 'GET https://www.googleapis.com/youtube/v3/channels',
      body: { kind: 'youtube#channelListResponse', items: [{ id: 'UC_lea' }] },
    },
    { request: 'POST https://oauth2.googleapis.com/token', body: { ...tokens, access_token: 'ya29.2' } },
    refused('POST https://oauth2.googleapis.com/token'),
  )
  const { externalId, grant } = await exchangeCode(app, { ...request, code: 'c-1' })
  expect(externalId).toBe('UC_lea')
  expect(sent[0]?.body).toMatchObject({ code_verifier: request.codeVerifier })
  expect(await refreshGrant(app, grant)).toMatchObject({ accessToken: 'ya29.2', refreshToken: '1//a' })
  await expect(refreshGrant(app, grant)).rejects.toMatchObject({ kind: 'needs_consent' })
})

test('refuses the consent of a Google account without a channel', async () => {
  const tokens = { access_token: 'ya29.1', expires_in: 3_599, scope: '', refresh_token: '1//a' }
  const { app } = start(
    'youtube',
    { request: 'POST https://oauth2.googleapis.com/token', body: tokens },
    { request: 'GET https://www.googleapis.com/youtube/v3/channels', body: { kind: 'youtube#channelListResponse' } },
  )
  await expect(exchangeCode(app, { ...request, code: 'c-1' })).rejects.toMatchObject({ kind: 'not_found' })
})

test('does not accept a code that Instagram refuses', async () => {
  const { app } = start('instagram', {
    request: 'POST https://api.instagram.com/oauth/access_token',
    status: 400,
    body: { error_type: 'OAuthException', code: 400, error_message: 'Matching code was not found or was already used' },
  })
  await expect(exchangeCode(app, { ...request, code: 'c-1' })).rejects.toMatchObject({ kind: 'needs_consent', status: 400 })
})

const TIKTOK_REVOKE = 'POST https://open.tiktokapis.com/v2/oauth/revoke/'
const GOOGLE_REVOKE = 'POST https://oauth2.googleapis.com/revoke'

test('revokes TikTok’s consent with a fresh access token', async () => {
  const { app, sent } = start('tiktok', tiktokTokens(2), { request: TIKTOK_REVOKE, body: {} })
  expect(await revokeGrant(app, grantOf(1))).toBe(true)
  expect(sent[1]?.body).toEqual({ client_key: 'client', client_secret: secret.clientSecret, token: 'act.2' })
})

test('revokes Google’s consent with the refresh token', async () => {
  const { app, sent } = start('youtube', { request: GOOGLE_REVOKE, body: {} })
  expect(await revokeGrant(app, grantOf(1))).toBe(true)
  expect(sent[0]?.body).toEqual({ token: 'rft.1' })
})

test.each([
  ['tiktok', refused(TIKTOK)],
  ['youtube', { request: GOOGLE_REVOKE, status: 400, body: { error: 'invalid_token', error_description: 'Token expired or revoked' } }],
] as const)('counts a consent that %s no longer knows as revoked', async (network, exchange) => {
  expect(await revokeGrant(start(network, exchange).app, grantOf(1))).toBe(true)
})

test('does not claim a revocation during an outage, and cannot revoke on Instagram', async () => {
  const { app } = start('youtube', { request: GOOGLE_REVOKE, status: 503, body: {} })
  await expect(revokeGrant(app, grantOf(1))).rejects.toMatchObject({ kind: 'server_error' })
  const instagram = start('instagram')
  expect(await revokeGrant(instagram.app, grantOf(1))).toBe(false)
  expect(instagram.sent).toEqual([])
})

test('names the permissions that the creator did not give', () => {
  expect(missingScopes('tiktok', { scopes: ['video.list', 'user.info.basic', 'user.info.profile'] })).toEqual(['user.info.stats'])
  expect(missingScopes('instagram', { scopes: ['instagram_business_basic', 'instagram_business_manage_insights'] })).toEqual([])
  expect(missingScopes('youtube', { scopes: [] })).toEqual(['https://www.googleapis.com/auth/youtube.readonly'])
})
