import { VerificationCode } from '@reelfair/contracts'
import { countBy, person, times } from '@reelfair/testkit'
import { beforeEach, expect, test } from 'vitest'
import { accounts } from '../store/accounts.ts'
import { attempts } from '../store/attempts.ts'
import { creatorNetworks } from '../store/creator-networks.ts'
import { startVerification, statsOf } from '../testing/start-verification.ts'

const { app, clock, workflow, add, verify, work, verified, accountOf, accountsOf } = await startVerification()
const attemptsOf = (creatorId: string) => attempts.find(app.context(), { creatorId }, { limit: 100 })
const asksOf = (creatorId: string) => workflow.requestsTo('/verify').filter(({ body }) => body.userId === creatorId)

beforeEach(() => {
  workflow.usually({ body: true })
})

test('sends the specified request to the workflow and verifies the account with its statistics', async () => {
  const creator = person('creator')
  const id = await add(creator, 'Lea.Films')
  const answer = await verify(creator, id, { userAgent: 'Mozilla/5.0' })
  expect(answer).toMatchObject({ status: 202, body: { id, status: 'verifying', verifyingSince: '2026-11-21T12:00:00.000Z' } })
  expect(await work()).toBe(2)
  const [asked] = asksOf(creator.id)
  expect(asked?.headers.authorization).toBe('Bearer token-of-the-tests-0123456789')
  expect(asked?.body).toEqual({
    userId: creator.id,
    username: 'Lea.Films',
    code: answer.body.code,
    platform: 'instagram',
    timestamp: '2026-11-21T12:00:00.000Z',
    userAgent: 'Mozilla/5.0',
    origin: 'https://reelfair.example',
  })
  expect(await accountOf(creator, id)).toMatchObject({
    status: 'verified',
    verifiedAt: '2026-11-21T12:00:00.000Z',
    followers: 24_000,
    averageViews: 8_100,
    rpmCents: 120,
    language: 'en',
    category: 'Food_Cooking',
    nextStatsAt: '2026-11-28T12:00:00.000Z',
  })
  expect(await accountOf(creator, id)).not.toHaveProperty('code')
  expect((await app.emitted('account.verified')).filter((event) => event.creatorId === creator.id)).toEqual([
    {
      accountId: id,
      creatorId: creator.id,
      network: 'instagram',
      externalId: 'ext_lea.films',
      username: 'Lea.Films',
      language: 'en',
      category: 'Food_Cooking',
      followers: 24_000,
      averageViews: 8_100,
      rpmCents: 120,
      isPublic: true,
      ageRestricted: false,
      version: 3,
    },
  ])
})

test('requests no statistics if the workflow’s response contains them, and reports unknown values as null', async () => {
  const before = workflow.requestsTo('/accounts/stats').length
  workflow.answersNext((response, { body: { username } }) => {
    const account = {
      externalId: `x_${username}`,
      username,
      followers: 3,
      averageViews: null,
      isPublic: true,
      ageRestricted: false,
      paidLabelConsent: true,
      fetchedAt: clock.now(),
    }
    response.end(JSON.stringify({ verified: true, account }))
  })
  const { creator, id } = await verified()
  expect(await accountOf(creator, id)).toMatchObject({ status: 'verified', averageViews: null, paidLabelConsent: true })
  expect(workflow.requestsTo('/accounts/stats')).toHaveLength(before)
  const [event] = (await app.emitted('account.verified')).filter((one) => one.creatorId === creator.id)
  expect(event).toMatchObject({ averageViews: null })
  expect(event).not.toHaveProperty('language')
})

test('rejects another creator’s account, a request by a brand, and an invalid account id', async () => {
  const id = await add(person('creator'), 'not.yours')
  expect(await verify(person('creator'), id)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect(await app.as('brand').post(`/accounts/${id}/verification`, {})).toMatchObject({ status: 403 })
  expect(await verify(person('creator'), 'none')).toMatchObject({ status: 400 })
})

test('rejects a second verification and a removal while a verification is running', async () => {
  const creator = person('creator')
  const id = await add(creator, 'locked')
  await verify(creator, id)
  expect(await verify(creator, id)).toMatchObject({ status: 409, body: { code: 'verification_running' } })
  expect(await app.as(creator).del(`/accounts/${id}`)).toMatchObject({ status: 409, body: { code: 'verification_running' } })
  await work()
  expect(await app.as(creator).del(`/accounts/${id}`)).toMatchObject({ status: 409, body: { code: 'account_verified' } })
})

test('verifies an account again only on explicit request, and keeps it verified if the new attempt fails', async () => {
  const { creator, id } = await verified()
  expect(await verify(creator, id)).toMatchObject({ status: 409, body: { code: 'account_already_verified' } })
  workflow.usually({ body: false })
  expect(await verify(creator, id, { again: true })).toMatchObject({
    status: 202,
    body: { status: 'verifying', verifiedAt: expect.any(String) },
  })
  await work()
  expect(await accountOf(creator, id)).toMatchObject({ status: 'verified', failure: { code: 'verification_failed' } })
})

test('rejects an expired code without counting an attempt', async () => {
  const creator = person('creator')
  const id = await add(creator, 'late')
  clock.advance({ hours: 24 })
  expect(await verify(creator, id)).toMatchObject({ status: 409, body: { code: 'verification_code_over' } })
  expect((await accountsOf(creator)).networks[0]).toMatchObject({ attemptsLeft: 10 })
  await app.as(creator).put('/codes/instagram', {})
  expect((await verify(creator, id)).status).toBe(202)
})

test('stores an attempt with its browser, and the database deletes it after 365 days', async () => {
  const creator = person('creator')
  await verify(creator, await add(creator, 'kept'), { userAgent: 'Mozilla/5.0' })
  expect(await attemptsOf(creator.id)).toMatchObject([{ userAgent: 'Mozilla/5.0', startedAt: clock.now() }])
  expect(attempts.indexes).toContainEqual(expect.objectContaining({ key: { startedAt: 1 }, expireAfterSeconds: 365 * 86_400 }))
})

test('allows ten attempts per creator and network, and counts each attempt before its first call', async () => {
  workflow.usually({ body: false })
  const creator = person('creator')
  const id = await add(creator, 'ten')
  for (let left = 9; left >= 0; left--) {
    expect((await verify(creator, id)).status).toBe(202)
    expect((await accountsOf(creator)).networks[0]).toMatchObject({ network: 'instagram', attemptsLeft: left, attemptsLimit: 10 })
    await work()
  }
  const over = await app.as(creator).post(`/accounts/${id}/verification`, {}, { headers: { 'accept-language': 'fr' } })
  expect(over).toMatchObject({
    status: 409,
    body: { code: 'verification_limit_reached', detail: expect.stringContaining('Contactez l’assistance') },
  })
  expect((await verify(creator, id)).body.detail).toBe('Maximum verification attempts reached. Please contact support.')
  expect(asksOf(creator.id)).toHaveLength(10)
  expect((await verify(creator, await add(creator, 'ten', 'tiktok'))).status).toBe(202)
  const other = person('creator')
  expect((await verify(other, await add(other, 'ten'))).status).toBe(202)
})

test.each([1, 2])('lets exactly %i of 50 concurrent requests reach the workflow if that many attempts are left', async (left) => {
  workflow.usually({ body: false })
  const creator = person('creator')
  const ids = [await add(creator, 'one'), await add(creator, 'two'), await add(creator, 'three')]
  for (let used = 0; used < 10 - left; used++) {
    await verify(creator, ids[0] ?? '')
    await work()
  }
  const before = asksOf(creator.id).length
  const answers = await Promise.all(times(50, (index) => verify(creator, ids[index % 3] ?? '')))
  expect(countBy(answers, 'status')).toEqual({ 202: left, 409: 50 - left })
  await Promise.all(times(4, () => work()))
  expect(asksOf(creator.id).length - before).toBe(left)
  expect(await attemptsOf(creator.id)).toHaveLength(10)
  expect(await creatorNetworks.byId(app.context(), `${creator.id}:instagram`)).toMatchObject({ attempts: 10 })
})

test('counts one attempt when a request is repeated with the same idempotency key', async () => {
  const creator = person('creator')
  const id = await add(creator, 'repeated')
  const key = crypto.randomUUID()
  const ask = () => app.as(creator).post(`/accounts/${id}/verification`, {}, { key })
  const [first, second] = [await ask(), await ask()]
  expect(second).toMatchObject({ status: 202, body: first.body })
  expect(await attemptsOf(creator.id)).toHaveLength(1)
  await work()
})

test('never shows a creator another creator’s accounts, codes or attempts', async () => {
  const [one, other] = [person('creator'), person('creator')]
  const id = await add(one, 'mine.alone')
  await verify(one, id)
  await work()
  const seen = await accountsOf(other)
  expect(seen.items).toEqual([])
  expect(JSON.stringify(seen)).not.toContain((await app.as(one).put('/codes/instagram', {})).body.code)
  expect(seen.networks[0]).toEqual({ network: 'instagram', attemptsLeft: 10, attemptsLimit: 10 })
})

test('rejects a username or network id that another creator has verified', async () => {
  const { username } = await verified()
  const other = person('creator')
  const id = await add(other, username.toUpperCase())
  const before = workflow.asked.length
  expect(await verify(other, id)).toMatchObject({ status: 409, body: { code: 'username_taken' } })
  expect(workflow.asked).toHaveLength(before)
  // The same account on the network, with a new username.
  const renamed = await add(other, 'new.name')
  workflow.answersNext({ body: true }, { body: { ...statsOf('new.name'), externalId: `ext_${username}` } })
  await verify(other, renamed)
  await work()
  expect(await accountOf(other, renamed)).toMatchObject({ status: 'failed', failure: { code: 'account_taken' } })
})

test('lets exactly one of 20 creators verify the same account concurrently', async () => {
  const creators = times(20, () => person('creator'))
  const ids = await Promise.all(creators.map((creator) => add(creator, 'wanted', 'tiktok')))
  await Promise.all(creators.map((creator, index) => verify(creator, ids[index] ?? '')))
  await Promise.all(times(6, () => work()))
  const states = await Promise.all(creators.map((creator, index) => accountOf(creator, ids[index] ?? '')))
  expect(countBy(states, 'status')).toEqual({ verified: 1, failed: 19 })
  for (const { status, failure } of states) if (status === 'failed') expect(['username_taken', 'account_taken']).toContain(failure.code)
  expect((await app.emitted('account.verified')).filter(({ username }) => username === 'wanted')).toHaveLength(1)
})

test('lets exactly one of 20 creators verify the same username, even if the network reports different ids', async () => {
  workflow.usually((response, { body: { username } }) => {
    response.end(JSON.stringify({ verified: true, account: statsOf(username, { externalId: crypto.randomUUID() }) }))
  })
  const creators = times(20, () => person('creator'))
  const ids = await Promise.all(creators.map((creator) => add(creator, 'changes.hands', 'tiktok')))
  await Promise.all(creators.map((creator, index) => verify(creator, ids[index] ?? '')))
  await Promise.all(times(8, () => work()))
  const states = await Promise.all(creators.map((creator, index) => accountOf(creator, ids[index] ?? '')))
  expect(countBy(states, 'status')).toEqual({ verified: 1, failed: 19 })
  for (const { status, failure } of states) if (status === 'failed') expect(failure.code).toBe('username_taken')
})

test('uses an index for the queries of workers and webhooks', async () => {
  const ctx = app.context()
  expect(await attempts.explain(ctx, { dueAt: { $lte: clock.now() } }, { dueAt: 1 })).not.toContain('COLLSCAN')
  expect(await accounts.explain(ctx, { statsDueAt: { $lte: clock.now() } }, { statsDueAt: 1 })).not.toContain('COLLSCAN')
  expect(await accounts.explain(ctx, { creatorId: crypto.randomUUID(), network: 'tiktok', usernameKey: 'a' })).not.toContain('COLLSCAN')
  expect(await accounts.explain(ctx, { network: 'tiktok', usernameKey: 'a', verifiedAt: { $exists: true } })).not.toContain('COLLSCAN')
})

test('searches the bio only for codes in our own format', async () => {
  for (const { code } of await attempts.find(app.context(), {}, { limit: 1_000 }))
    expect(VerificationCode.safeParse(code).success).toBe(true)
})
