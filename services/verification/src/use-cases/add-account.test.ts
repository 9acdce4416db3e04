import { countBy, movableClock, person, startService, times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { verification } from '../app.ts'
import { MAX_ADDED_PER_DAY } from '../domain/creator-network.ts'
import { accounts } from '../store/accounts.ts'
import { creatorNetworks } from '../store/creator-networks.ts'
import { workflowEnv } from '../testing/start-verification.ts'

const clock = movableClock('2026-11-21T12:00:00Z')
const app = await startService(verification, { env: workflowEnv, clock })
const addedOf = async (creatorId: string) => (await app.emitted('account.added')).filter((event) => event.creatorId === creatorId)

test('adds an account, returns the code for its bio and emits `account.added`', async () => {
  const creator = person('creator')
  const answer = await app.as(creator).post('/accounts', { network: 'instagram', username: 'Lea.Films' })
  expect(answer).toMatchObject({
    status: 201,
    body: { network: 'instagram', username: 'Lea.Films', status: 'unverified', codeExpiresAt: '2026-11-22T12:00:00.000Z' },
  })
  expect(answer.body.code).toMatch(/^[A-HJ-NP-Z2-9]{7}$/)
  expect(await addedOf(creator.id)).toEqual([
    { accountId: answer.body.id, creatorId: creator.id, network: 'instagram', username: 'Lea.Films', version: 1 },
  ])
})

test('shares one code between a creator’s accounts on a network, but not with other networks or creators', async () => {
  const me = app.as(person('creator'))
  const codes: string[] = []
  for (const [network, username] of [
    ['tiktok', 'lea'],
    ['tiktok', 'lea2'],
    ['youtube', 'lea'],
  ]) {
    codes.push((await me.post('/accounts', { network, username })).body.code)
  }
  codes.push((await app.as(person('creator')).post('/accounts', { network: 'tiktok', username: 'max' })).body.code)
  expect(codes[0]).toBe(codes[1])
  expect(new Set(codes).size).toBe(3)
})

test.each([
  [{ network: 'instagram', username: ' lea' }, 'username_spaces'],
  [{ network: 'instagram', username: '@lea' }, 'username_address'],
  [{ network: 'tiktok', username: 'a' }, 'username_characters'],
  [{ network: 'tiktok', username: '' }, 'invalid_input'],
  [{ network: 'tiktok', username: 'x'.repeat(201) }, 'invalid_input'],
  [{ network: 'tiktok', username: { $ne: '' } }, 'invalid_input'],
  [{ network: 'myspace', username: 'lea' }, 'invalid_input'],
  [{ username: 'lea' }, 'invalid_input'],
  [{ network: 'tiktok', username: 'lea', status: 'verified' }, 'invalid_input'],
  [{ network: 'tiktok', username: 'lea', creatorId: '019aa5b0-6c1e-7000-8d2c-4f1f0a3b9c7e' }, 'invalid_input'],
])('rejects %j with %s and stores nothing', async (body, code) => {
  const creator = person('creator')
  expect(await app.as(creator).post('/accounts', body)).toMatchObject({ status: 400, body: { code } })
  expect(await accounts.count(app.context(), { creatorId: creator.id }, 10)).toBe(0)
})

test('describes an error in the user’s language', async () => {
  const answer = await app
    .as('creator')
    .post('/accounts', { network: 'tiktok', username: '@lea' }, { headers: { 'accept-language': 'fr' } })
  expect(answer.body.detail).toBe('Saisissez uniquement le nom d’utilisateur, sans @ ni lien.')
})

test('rejects a username that the creator has added with different capitalisation, but accepts it from another creator', async () => {
  const me = app.as(person('creator'))
  expect((await me.post('/accounts', { network: 'tiktok', username: 'lea' })).status).toBe(201)
  expect(await me.post('/accounts', { network: 'tiktok', username: 'LEA' })).toMatchObject({
    status: 409,
    body: { code: 'account_exists' },
  })
  expect((await app.as(person('creator')).post('/accounts', { network: 'tiktok', username: 'lea' })).status).toBe(201)
})

test('rejects a fourth account on a network but accepts an account on another network', async () => {
  const me = app.as(person('creator'))
  for (const username of ['one', 'two', 'three']) expect((await me.post('/accounts', { network: 'tiktok', username })).status).toBe(201)
  const fourth = await me.post('/accounts', { network: 'tiktok', username: 'four' })
  expect(fourth).toMatchObject({ status: 409, body: { code: 'account_limit_reached', details: { limit: 3 } } })
  expect((await me.post('/accounts', { network: 'instagram', username: 'four' })).status).toBe(201)
})

test('adds at most 20 accounts per network per business day, even after removals and with concurrent requests', async () => {
  const me = app.as(person('creator'))
  const add = (username: string, headers = {}) => me.post('/accounts', { network: 'tiktok', username }, { headers })
  for (const username of times(MAX_ADDED_PER_DAY - 1, (index) => `lea${index}`)) {
    const { status, body } = await add(username)
    expect([status, (await me.del(`/accounts/${body.id}`)).status]).toEqual([201, 204])
  }
  expect(countBy(await Promise.all(['one', 'two', 'three'].map((username) => add(username))), 'status')).toEqual({ 201: 1, 409: 2 })
  expect((await add('four')).body).toMatchObject({
    code: 'account_additions_reached',
    details: { limit: MAX_ADDED_PER_DAY },
    detail: expect.stringContaining('Try again tomorrow'),
  })
  expect((await add('four', { 'accept-language': 'fr' })).body.detail).toContain('Réessayez demain')
  expect((await me.post('/accounts', { network: 'instagram', username: 'four' })).status).toBe(201)
  clock.advance({ days: 1 })
  expect((await add('four')).status).toBe(201)
})

test('adds exactly three of 30 different accounts requested concurrently', async () => {
  const creator = person('creator')
  const answers = await Promise.all(times(30, (index) => app.as(creator).post('/accounts', { network: 'tiktok', username: `lea${index}` })))
  expect(countBy(answers, 'status')).toEqual({ 201: 3, 409: 27 })
  expect(await addedOf(creator.id)).toHaveLength(3)
  expect(await creatorNetworks.byId(app.context(), `${creator.id}:tiktok`)).toMatchObject({ accounts: 3 })
})

test('adds one account for 30 identical concurrent requests', async () => {
  const creator = person('creator')
  const answers = await Promise.all(times(30, () => app.as(creator).post('/accounts', { network: 'youtube', username: 'lea' })))
  expect(countBy(answers, 'status')).toEqual({ 201: 1, 409: 29 })
  expect(await creatorNetworks.byId(app.context(), `${creator.id}:youtube`)).toMatchObject({ accounts: 1 })
})

test('returns the first response to a repeated request with the same idempotency key', async () => {
  const creator = person('creator')
  const key = crypto.randomUUID()
  const [first, second] = [
    await app.as(creator).post('/accounts', { network: 'youtube', username: 'lea' }, { key }),
    await app.as(creator).post('/accounts', { network: 'youtube', username: 'lea' }, { key }),
  ]
  expect(second).toMatchObject({ status: 201, body: first.body })
  expect(await addedOf(creator.id)).toHaveLength(1)
})
