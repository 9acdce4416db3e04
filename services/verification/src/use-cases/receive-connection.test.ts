import { CONNECTION_MINUTES, MAX_ACCOUNTS_PER_NETWORK, Network } from '@reelfair/contracts'
import { unseal } from '@reelfair/service-kit'
import { countBy, person, startService } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { verification } from '../app.ts'
import { startConnecting } from '../testing/start-connecting.ts'
import { workflowEnv } from '../testing/start-verification.ts'
import { receiveConnection } from './receive-connection.ts'
import { verifyNextAccount } from './verify-next-account.ts'

const { app, clock, outside, tokenKey, logged, setLine, register, begin, visit, comeBack, consentsOf, accountsOf, connected } =
  await startConnecting()

const about = async (type: string, accountId: string) => (await app.emitted(type)).filter((data) => data.accountId === accountId)

test.each(Network.options)('adds and verifies an account on %s, and passes its token on encrypted', async (network) => {
  const creator = person('creator')
  const account = await register(network)
  const { status, body } = await comeBack(creator, await visit(creator, account))
  expect({ status, body }).toMatchObject({ status: 201, body: { outcome: 'connected', network, username: account.username } })
  const [shown] = await accountsOf(creator)
  expect(shown).toMatchObject({
    id: body.accountId,
    status: 'verified',
    followers: 9_000,
    connection: { since: clock.now().toISOString() },
  })
  expect(await about('account.added', body.accountId)).toHaveLength(1)
  expect(await about('account.verified', body.accountId)).toMatchObject([{ externalId: account.externalId, creatorId: creator.id }])
  const [access] = await about('access.renewed', body.accountId)
  const [consent] = await consentsOf(account.externalId)
  expect(access).toMatchObject({ externalId: account.externalId, version: 1, scopes: consent?.scopes })
  expect(unseal(access.sealedToken, tokenKey)).toBe(consent?.accessToken)
})

test('keeps tokens and states out of answers, events, log lines and, unencrypted, out of the database', async () => {
  const { creator, externalId, id } = await connected('tiktok')
  const [consent] = await consentsOf(externalId)
  const stored = await Promise.all((await app.database.collections()).map((one) => one.find().toArray()))
  const events = [await app.emitted('access.renewed'), await app.emitted('account.verified')]
  const seen = JSON.stringify([await accountsOf(creator), events, logged, stored])
  expect(seen).toContain(id)
  expect(seen).not.toContain(consent?.accessToken)
  expect(seen).not.toContain(consent?.refreshToken)
  const state = new URL(await begin(creator, 'tiktok')).searchParams.get('state')
  expect(JSON.stringify(await app.database.collection('connection_attempts').find().toArray())).not.toContain(state)
})

test('verifies an account whose attempt with a code is running, and the attempt then changes nothing', async () => {
  const creator = person('creator')
  const account = await register('youtube')
  const { body } = await app.as(creator).post('/accounts', { network: 'youtube', username: account.username })
  await app.as(creator).post(`/accounts/${body.id}/verification`, {})
  await comeBack(creator, await visit(creator, account))
  while (await verifyNextAccount(app.context()));
  const { items, networks } = (await app.as(creator).get('/accounts')).body
  expect(items).toMatchObject([{ id: body.id, status: 'verified' }])
  expect(items[0].failure).toBeUndefined()
  // One for the attempt, none for the connection.
  expect(networks[2]).toMatchObject({ network: 'youtube', attemptsLeft: 9 })
})

test('offers YouTube, and requires a connection on networks that we read only with consent', async () => {
  const creator = person('creator')
  const { networks } = (await app.as(creator).get('/accounts')).body
  expect(networks.map(({ connect }: { connect: string }) => connect)).toEqual(['required', 'required', 'offered'])
  const { body } = await app.as(creator).post('/accounts', { network: 'tiktok', username: 'lea.waits' })
  expect((await app.as(creator).post(`/accounts/${body.id}/verification`, {})).body.code).toBe('connection_required')
})

test('offers no connection without an app', async () => {
  const without = await startService(verification, { env: workflowEnv, clock, workers: false })
  const creator = person('creator')
  const { networks } = (await without.as(creator).get('/accounts')).body
  expect(networks.map(({ connect }: { connect?: string }) => connect)).toEqual([undefined, undefined, undefined])
  expect((await without.as(creator).post('/connections', { network: 'tiktok' })).status).toBe(404)
})

test('changes nothing if the creator declines', async () => {
  const creator = person('creator')
  const account = await register('tiktok')
  const { state } = await visit(creator, account)
  expect((await comeBack(creator, { state })).body).toEqual({ outcome: 'declined', network: 'tiktok' })
  expect((await comeBack(creator, { state })).body.code).toBe('connection_invalid')
  expect(await accountsOf(creator)).toEqual([])
})

test.each([
  ['server_error', { status: 503, body: { code: 'connection_unavailable' } }],
  ['temporarily_unavailable', { status: 503, body: { code: 'connection_unavailable' } }],
  ['access_denied', { status: 201, body: { outcome: 'declined' } }],
])('answers the network’s error %s', async (error, answer) => {
  const creator = person('creator')
  const { state } = await visit(creator, await register('tiktok'))
  expect(await comeBack(creator, { state, error })).toMatchObject(answer)
  expect((await comeBack(creator, { state, error })).body.code).toBe('connection_invalid')
})

test('accepts a state once, from the creator who began, and for 15 minutes', async () => {
  const [creator, other] = [person('creator'), person('creator')]
  const account = await register('tiktok')
  const parameters = await visit(creator, account)
  expect((await comeBack(other, parameters)).body.code).toBe('connection_invalid')
  expect((await comeBack(creator, { ...parameters, state: 'x' })).body.code).toBe('connection_invalid')
  const both = await Promise.all([comeBack(creator, parameters), comeBack(creator, parameters)])
  expect(both.map(({ body }) => body.outcome ?? body.code).sort()).toEqual(['connected', 'connection_invalid'])
  const late = await visit(creator, account)
  clock.advance({ minutes: CONNECTION_MINUTES })
  expect((await comeBack(creator, late)).body.code).toBe('connection_invalid')
  expect(await app.database.collection('connection_attempts').countDocuments({ creatorId: { $in: [creator.id, other.id] } })).toBe(0)
})

test('refuses a code that the network refuses', async () => {
  const creator = person('creator')
  for (const network of Network.options) {
    const { state } = await visit(creator, await register(network))
    expect((await comeBack(creator, { state, code: 'unknown' })).body.code).toBe('connection_failed')
  }
  expect(await accountsOf(creator)).toEqual([])
})

test('asks the creator to come back later while the network is down or its response is lost', async () => {
  const creator = person('creator')
  const account = await register('tiktok')
  for (const line of ['down', 'deaf'] as const) {
    const parameters = await visit(creator, account)
    setLine(line)
    const { status, body } = await comeBack(creator, parameters)
    setLine('up')
    expect([status, body.code]).toEqual([503, 'connection_unavailable'])
  }
  expect((await comeBack(creator, await visit(creator, account))).body.outcome).toBe('connected')
})

test('revokes the consent if the account cannot be read', async () => {
  const creator = person('creator')
  const account = await register('tiktok')
  const parameters = await visit(creator, account)
  await outside('faults', { kind: 'error', on: 'stats', network: 'tiktok', times: 1 })
  expect((await comeBack(creator, parameters)).body.code).toBe('connection_unavailable')
  expect(await consentsOf(account.externalId)).toEqual([])
  expect(await accountsOf(creator)).toEqual([])
})

test('connects again after the process died between the network’s response and the database', async () => {
  const creator = person('creator')
  const account = await register('tiktok')
  const { state, code } = await visit(creator, account)
  let transactions = 0
  const ctx = app.context()
  const dying = {
    ...ctx,
    actor: { kind: 'user' as const, id: creator.id, role: 'creator' as const, complete: true, sessionId: 's' },
    transact: (async (work) => {
      if (++transactions > 1) throw new Error('killed')
      return ctx.transact(work)
    }) as typeof ctx.transact,
  }
  await expect(receiveConnection({ state, code }, dying)).rejects.toThrow('killed')
  expect(await consentsOf(account.externalId)).toHaveLength(1)
  expect((await comeBack(creator, { state, code })).body.code).toBe('connection_invalid')
  expect(await accountsOf(creator)).toEqual([])
  expect((await comeBack(creator, await visit(creator, account))).body.outcome).toBe('connected')
})

test('refuses and revokes a consent without all permissions, and keeps an earlier complete one', async () => {
  const creator = person('creator')
  const account = await register('tiktok')
  const partial = async () => (await comeBack(creator, await visit(creator, account, ['user.info.basic', 'user.info.profile']))).body.code
  expect(await partial()).toBe('connection_permissions_missing')
  expect(await consentsOf(account.externalId)).toEqual([])
  expect(await accountsOf(creator)).toEqual([])
  await comeBack(creator, await visit(creator, account))
  expect(await partial()).toBe('connection_permissions_missing')
  const consents = await consentsOf(account.externalId)
  expect(consents.map(({ scopes }) => scopes.length)).toContain(4)
  expect((await accountsOf(creator))[0].connection.endedAt).toBeUndefined()
})

test('refuses an account that belongs to another creator, whose connection stays', async () => {
  const { creator, ...account } = await connected('tiktok')
  const other = person('creator')
  expect((await comeBack(other, await visit(other, account))).body.code).toBe('account_taken')
  expect(await accountsOf(other)).toEqual([])
  expect((await accountsOf(creator))[0].connection.endedAt).toBeUndefined()
  expect((await consentsOf(account.externalId)).length).toBeGreaterThan(0)
})

test('refuses a username that another creator has verified', async () => {
  const { username, externalId } = await connected('youtube')
  await outside(`accounts/${externalId}`, { username: `${username}.old` }, 'PATCH')
  const other = person('creator')
  const account = await register('youtube', { username })
  expect((await comeBack(other, await visit(other, account))).body.code).toBe('username_taken')
  expect(await consentsOf(account.externalId)).toEqual([])
})

test('lets one of two creators connect an account concurrently', async () => {
  const [one, other] = [person('creator'), person('creator')]
  const account = await register('tiktok')
  const parameters = [await visit(one, account), await visit(other, account)]
  const answers = await Promise.all([comeBack(one, parameters[0] ?? {}), comeBack(other, parameters[1] ?? {})])
  expect(
    countBy(
      answers.map(({ body }) => ({ code: body.outcome ?? body.code })),
      'code',
    ),
  ).toEqual({ connected: 1, account_taken: 1 })
})

test('refuses a fourth account on a network, and revokes the consent', async () => {
  const creator = person('creator')
  for (let added = 0; added < MAX_ACCOUNTS_PER_NETWORK; added += 1) await comeBack(creator, await visit(creator, await register('tiktok')))
  const fourth = await register('tiktok')
  expect((await comeBack(creator, await visit(creator, fourth))).body.code).toBe('account_limit_reached')
  expect(await consentsOf(fourth.externalId)).toEqual([])
})

test('connects a renamed account again under its new name', async () => {
  const { creator, id, ...account } = await connected('youtube')
  const username = `${account.username}.new`
  await outside(`accounts/${account.externalId}`, { username }, 'PATCH')
  // The creator added the new name by hand.
  await app.as(creator).post('/accounts', { network: 'youtube', username })
  expect((await comeBack(creator, await visit(creator, account))).body).toMatchObject({ outcome: 'connected', accountId: id, username })
  expect(await accountsOf(creator)).toMatchObject([{ id, username, status: 'verified' }])
})

test('lets only creators connect accounts', async () => {
  for (const who of ['brand', 'admin'] as const)
    expect((await app.as(person(who)).post('/connections', { network: 'tiktok' })).body.code).toBe('not_allowed')
})

test('stores no consent where the workflow reads the network, and revokes it there', async () => {
  const byWorkflow = await startConnecting(({ social }) => ({
    SOCIAL_TIKTOK: 'workflow',
    WORKFLOW_URL: social.url,
    WORKFLOW_TOKEN: social.token,
  }))
  const { app, register, visit, comeBack, consentsOf, accountsOf } = byWorkflow
  const creator = person('creator')
  const account = await register('tiktok')
  const { body } = await comeBack(creator, await visit(creator, account))
  expect(body).toMatchObject({ outcome: 'verified', network: 'tiktok', username: account.username })
  expect(await accountsOf(creator)).toMatchObject([{ id: body.accountId, status: 'verified' }])
  expect((await accountsOf(creator))[0]).not.toHaveProperty('connection')
  expect(await consentsOf(account.externalId)).toEqual([])
  expect(await app.database.collection('grants').countDocuments()).toBe(0)
  expect(await app.emitted('access.renewed')).toEqual([])
})
