import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@reelfair/testkit/engines'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { open } from '../../../test/client.ts'
import { callSocialApi, type Sandbox, startSandbox } from '../../index.ts'

const { sandbox, clock } = await open({ appOrigin: 'http://localhost:4300' })
afterAll(() => sandbox.stop())
const outside = callSocialApi(sandbox.url)

const PAGE = '/www.tiktok.com/v2/auth/authorize/'
const redirectUri = 'http://localhost:4300/connect'
const queryOf = ({ networks }: Sandbox, more: object = {}) =>
  new URLSearchParams({
    client_key: networks.apps.tiktok.clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'user.info.basic,video.list',
    state: 's-1',
    ...more,
  })

async function choose(account: string, scopes: readonly string[], of: Sandbox = sandbox): Promise<URLSearchParams> {
  const form = queryOf(of, { account })
  for (const scope of scopes) form.append('scopes', scope)
  const answer = await fetch(`${of.networks.apiBase}${PAGE}`, { method: 'POST', body: form, redirect: 'manual' })
  return new URL(answer.headers.get('location') ?? '').searchParams
}

const tokens = (code: string | null, more: object = {}, { networks }: Sandbox = sandbox) => {
  const { clientId: client_key, clientSecret: client_secret } = networks.apps.tiktok
  const form = { client_key, client_secret, grant_type: 'authorization_code', code: code ?? '', redirect_uri: redirectUri, ...more }
  return fetch(`${networks.apiBase}/open.tiktokapis.com/v2/oauth/token/`, { method: 'POST', body: new URLSearchParams(form) })
}
const readUser = (token: string, { networks }: Sandbox = sandbox) =>
  fetch(`${networks.apiBase}/open.tiktokapis.com/v2/user/info/?fields=open_id`, { headers: { authorization: `Bearer ${token}` } })

const accessToken = async (answer: Response) => ((await answer.json()) as { access_token: string }).access_token

let names = 0
const anAccount = (network = 'tiktok') => outside('accounts', { network, username: `lea.${++names}` })

test.each([
  ['another app', { client_key: 'other' }],
  ['an address that is not registered', { redirect_uri: 'https://elsewhere.example/connect' }],
  ['no state', { state: '' }],
])('shows no consent page to %s', async (_, more) => {
  const answer = await fetch(`${sandbox.networks.apiBase}${PAGE}?${queryOf(sandbox, more)}`)
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('can’t ask for access')])
})

test('lets the creator choose the account and the scopes, in French too', async () => {
  const { id } = await anAccount()
  const page = await fetch(`${sandbox.networks.apiBase}${PAGE}?${queryOf(sandbox)}`, { headers: { 'accept-language': 'fr' } })
  expect(await page.text()).toContain('Autorisez Reelfair à lire votre compte TikTok')
  expect(Object.fromEntries(await choose('', ['video.list']))).toEqual({ error: 'access_denied', state: 's-1' })
  expect(Object.fromEntries(await choose(id, []))).toEqual({ error: 'access_denied', state: 's-1' })
  expect(Object.fromEntries(await choose(id, ['video.list']))).toEqual({ code: expect.any(String), scopes: 'video.list', state: 's-1' })
})

test('accepts a code once, within a minute, with the same address and the app’s secret', async () => {
  const { id } = await anAccount()
  const code = async () => (await choose(id, ['user.info.basic'])).get('code')
  const used = await code()
  expect((await tokens(used)).status).toBe(200)
  for (const answer of [await tokens(used), await tokens(await code(), { redirect_uri: 'http://localhost:4300/other' })]) {
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ error: 'invalid_grant' })
  }
  expect(await (await tokens(await code(), { client_secret: 'wrong' })).json()).toMatchObject({ error: 'invalid_client' })
  const late = await code()
  clock.advance({ seconds: 60 })
  expect((await tokens(late)).status).toBe(400)
})

test('revokes a consent in the console', async () => {
  const { id } = await anAccount()
  const token = await accessToken(await tokens((await choose(id, ['user.info.basic'])).get('code')))
  expect((await readUser(token)).status).toBe(200)
  const page = `${sandbox.url}/social/accounts/${id}`
  expect(await (await fetch(page)).text()).toContain('Access by Reelfair')
  expect(await (await fetch(`${page}/revoke`, { method: 'POST' })).text()).toContain('Access revoked.')
  const refused = await readUser(token)
  expect([refused.status, await refused.json()]).toEqual([
    401,
    { data: {}, error: expect.objectContaining({ code: 'access_token_invalid' }) },
  ])
  expect(await outside(`accounts/${id}/consents`)).toEqual([])
})

test('revokes a consent for the app, by an access token that is still valid', async () => {
  const { apps, apiBase } = sandbox.networks
  const { id } = await anAccount()
  const token = await accessToken(await tokens((await choose(id, ['user.info.basic'])).get('code')))
  const revoke = (more: object = {}) => {
    const form = { client_key: apps.tiktok.clientId, client_secret: apps.tiktok.clientSecret, token, ...more }
    return fetch(`${apiBase}/open.tiktokapis.com/v2/oauth/revoke/`, { method: 'POST', body: new URLSearchParams(form) })
  }
  expect(await (await revoke({ client_secret: 'wrong' })).json()).toMatchObject({ error: 'invalid_client' })
  expect((await readUser(token)).status).toBe(200)
  const revoked = await revoke()
  expect([revoked.status, await revoked.text()]).toEqual([200, ''])
  expect((await readUser(token)).status).toBe(401)
  expect(await (await revoke()).json()).toMatchObject({ error: 'invalid_request' })
  const expired = await accessToken(await tokens((await choose(id, ['user.info.basic'])).get('code')))
  clock.advance({ hours: 2 })
  expect(await (await revoke({ token: expired })).json()).toMatchObject({ error: 'invalid_request' })
})

test('does not revoke a consent by a token of another network', async () => {
  const { id } = await anAccount()
  const token = await accessToken(await tokens((await choose(id, ['user.info.basic'])).get('code')))
  const answer = await fetch(`${sandbox.networks.apiBase}/oauth2.googleapis.com/revoke`, {
    method: 'POST',
    body: new URLSearchParams({ token }),
  })
  expect([answer.status, await answer.json()]).toEqual([400, { error: 'invalid_token', error_description: expect.any(String) }])
  expect((await readUser(token)).status).toBe(200)
})

test('answers in the form of each network', async () => {
  const { apiBase, apps } = sandbox.networks
  const youtube = (query: string, key = apps.youtube.apiKey) =>
    fetch(`${apiBase}/www.googleapis.com/youtube/v3/${query}`, { headers: { 'x-goog-api-key': key } })
  const unknown = await youtube('channels?part=id&forHandle=@nobody')
  expect([unknown.status, await unknown.json()]).toEqual([200, expect.not.objectContaining({ items: expect.anything() })])
  expect((await youtube('channels?part=id&forHandle=@nobody', 'wrong')).status).toBe(400)
  expect(await (await youtube('videos?part=id&id=v1&maxResults=50')).json()).toMatchObject({
    error: { code: 400, errors: [{ reason: 'incompatibleParameters' }] },
  })
  const { accountId, accessToken } = apps.instagram
  const fields = encodeURIComponent('business_discovery.username(nobody){id}')
  const discovered = await fetch(`${apiBase}/graph.facebook.com/v25.0/${accountId}?fields=${fields}&access_token=${accessToken}`)
  expect(await discovered.json()).toMatchObject({ error: { type: 'OAuthException', code: 110, error_subcode: 2207013 } })
  expect(JSON.parse(discovered.headers.get('x-business-use-case-usage') ?? '')).toEqual({
    [accountId]: [expect.objectContaining({ call_count: 0 })],
  })
  expect(new Date(discovered.headers.get('date') ?? '').getTime()).toBe(Math.floor(clock.now().getTime() / 1_000) * 1_000)
})

test('restores consents after a restart', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'reelfair-consents-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const first = await startSandbox({ dataDir })
  const { id } = await callSocialApi(first.url)('accounts', { network: 'tiktok', username: 'kept' })
  const code = (await choose(id, ['user.info.basic'], first)).get('code')
  const token = await accessToken(await tokens(code, {}, first))
  await first.stop()
  // Another port, because fetch may reuse a connection to the stopped sandbox.
  const second = await startSandbox({ dataDir, port: await freePort() })
  onTestFinished(() => second.stop())
  expect(second.networks.apps).toEqual(first.networks.apps)
  expect((await readUser(token, second)).status).toBe(200)
})
