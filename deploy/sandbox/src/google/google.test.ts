import { createHash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { open } from '../../test/client.ts'

const { sandbox, clock } = await open()
const { url, clientId, clientSecret } = sandbox.google
const verifier = randomBytes(32).toString('base64url')
const redirect_uri = 'http://localhost:4300/auth/google'

const query = {
  client_id: clientId,
  redirect_uri,
  response_type: 'code',
  scope: 'openid email profile',
  state: 'the state',
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
}

async function choose(choice: Readonly<Record<string, string>>): Promise<URLSearchParams> {
  const body = new URLSearchParams({ ...query, ...choice })
  const { status, headers } = await fetch(`${url}/authorize`, { method: 'POST', body, redirect: 'manual' })
  expect(status).toBe(303)
  const to = new URL(headers.get('location') ?? '')
  expect(to.origin + to.pathname).toBe(redirect_uri)
  expect(to.searchParams.get('state')).toBe('the state')
  return to.searchParams
}
async function exchange(code: string | null, changes: Readonly<Record<string, string>> = {}) {
  const given = { grant_type: 'authorization_code', code: code ?? '', client_id: clientId, client_secret: clientSecret, redirect_uri }
  const answer = await fetch(`${url}/token`, {
    method: 'POST',
    body: new URLSearchParams({ ...given, code_verifier: verifier, ...changes }),
  })
  return { status: answer.status, body: (await answer.json()) as { access_token?: string; error?: string } }
}
async function readPerson(choice: Readonly<Record<string, string>>) {
  const { body } = await exchange((await choose(choice)).get('code'))
  const answer = await fetch(`${url}/userinfo`, { headers: { authorization: `Bearer ${body.access_token}` } })
  return (await answer.json()) as { sub: string; email: string; email_verified: boolean }
}

test('returns each account’s id and address, and whether Google confirmed it', async () => {
  expect(await readPerson({ person: 'new' })).toMatchObject({ email: 'nina@google.reelfair.example', email_verified: true })
  expect(await readPerson({ person: 'known' })).toMatchObject({ email: 'creator@demo.reelfair.example', email_verified: true })
  expect(await readPerson({ person: 'unverified' })).toMatchObject({ email: 'brand@demo.reelfair.example', email_verified: false })
  const [before, changed] = [await readPerson({ person: 'before' }), await readPerson({ person: 'changed' })]
  expect(changed.sub).toBe(before.sub)
  expect(changed.email).not.toBe(before.email)
  const other = await readPerson({ person: 'other', email: 'Anna@Example.org', verified: 'on' })
  expect(other).toMatchObject({ email: 'Anna@Example.org', email_verified: true })
  expect((await readPerson({ person: 'other', email: 'anna@example.org' })).sub).toBe(other.sub)
})

test('a code works once, for 60 s, and only with the right secret, address and verifier', async () => {
  const code = (await choose({ person: 'new' })).get('code')
  expect((await exchange(code)).status).toBe(200)
  expect(await exchange(code)).toEqual({ status: 400, body: { error: 'invalid_grant' } })
  for (const change of [{ client_secret: 'x' }, { redirect_uri: 'http://elsewhere.example/auth/google' }, { code_verifier: 'x' }])
    expect((await exchange((await choose({ person: 'new' })).get('code'), change)).status).toBe(400)
  const late = (await choose({ person: 'new' })).get('code')
  clock.advance({ seconds: 60 })
  expect((await exchange(late)).status).toBe(400)
  expect((await fetch(`${url}/userinfo`, { headers: { authorization: 'Bearer x' } })).status).toBe(401)
})

test('reports cancellations and errors', async () => {
  expect(Object.fromEntries(await choose({ person: 'cancel' }))).toMatchObject({ error: 'access_denied' })
  expect(Object.fromEntries(await choose({ person: 'new', result: 'error' }))).toMatchObject({ error: 'server_error' })
})

test.each(['en', 'fr'])('shows the accounts in %s and rejects an incomplete request', async (language) => {
  const headers = { 'accept-language': language }
  const page = await fetch(`${url}/authorize?${new URLSearchParams(query)}`, { headers }).then((answer) => answer.text())
  expect(page).toContain(language === 'fr' ? 'Choisissez un compte Google' : 'Choose a Google account')
  expect(page.match(/name="person"/g)).toHaveLength(8)
  for (const missing of ['state', 'code_challenge', 'redirect_uri']) {
    const rest = Object.entries(query).filter(([name]) => name !== missing)
    expect((await fetch(`${url}/authorize?${new URLSearchParams(rest)}`, { headers })).status).toBe(400)
  }
})
