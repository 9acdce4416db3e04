import { AccessRequested } from '@reelfair/contracts'
import { unseal } from '@reelfair/service-kit'
import { refreshGrant } from '@reelfair/social'
import { expireLeases, person, queueMetrics } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { unsealGrant } from '../adapters/sealed-grant.ts'
import { countCall } from '../domain/grant.ts'
import { grantOf, grantQueue } from '../store/grants.ts'
import { startConnecting } from '../testing/start-connecting.ts'
import { refreshNextStats } from './refresh-stats.ts'
import { renewDueAccess } from './renew-access.ts'
import { revokeNextConsent } from './revoke-consent.ts'

const kit = await startConnecting()
const { app, apps, clock, grantKey, tokenKey, setLine, visit, comeBack, consentsOf, revoke, accountsOf, renewAll, connected } = kit

const about = async (type: string, accountId: string) => (await app.emitted(type)).filter((data) => data.accountId === accountId)
const renewals = async (accountId: string) => (await about('access.renewed', accountId)).map(({ version }) => version)
const ends = async (accountId: string) => (await about('access.ended', accountId)).map(({ version, endedBy }) => [version, endedBy])
const request = (accountId: string, refusedVersion?: number) => app.deliver(AccessRequested.of({ accountId, refusedVersion }))

test('renews an expired token on request, and passes it on', async () => {
  const { id, externalId } = await connected('tiktok')
  clock.advance({ hours: 3 })
  await request(id)
  expect(await renewals(id)).toEqual([1])
  expect(await renewAll()).toBe(1)
  const [, access] = await about('access.renewed', id)
  const [consent] = await consentsOf(externalId)
  expect(access.version).toBe(2)
  expect(unseal(access.sealedToken, tokenKey)).toBe(consent?.accessToken)
  expect(await renewAll()).toBe(0)
})

test('answers requests that arrive twice, late or out of order with the present token', async () => {
  const { id } = await connected('tiktok')
  clock.advance({ hours: 3 })
  await request(id, 1)
  await request(id, 1)
  expect(await renewAll()).toBe(1)
  // The request for version 1 arrives again after version 2 was issued.
  await request(id, 1)
  await request(id)
  expect(await renewAll()).toBe(0)
  expect(await renewals(id)).toEqual([1, 2, 2, 2])
  await request(id, 2)
  expect(await renewAll()).toBe(1)
  expect(await renewals(id)).toEqual([1, 2, 2, 2, 3])
  await request(crypto.randomUUID())
})

test('renews a token ahead within the time left, and at once if it is needed before that', async () => {
  const { id } = await connected('tiktok')
  clock.advance({ minutes: 1 })
  const neededUntil = new Date(clock.now().getTime() + 2 * 3_600_000)
  const ahead = () => app.deliver(AccessRequested.of({ accountId: id, neededUntil }))
  await ahead()
  const { renewDueAt } = (await grantOf(app.context(), id)) ?? {}
  expect(renewDueAt?.getTime()).toBeGreaterThanOrEqual(clock.now().getTime())
  expect(renewDueAt?.getTime()).toBeLessThan(neededUntil.getTime() - 3_600_000)
  await ahead()
  clock.advance({ minutes: 60 })
  expect(await renewAll()).toBe(1)
  // The new token is valid for two hours, which is enough.
  await ahead()
  expect(await renewAll()).toBe(0)
  expect(await renewals(id)).toEqual([1, 2, 2])
  clock.advance({ hours: 3 })
  await app.deliver(AccessRequested.of({ accountId: id, neededUntil: new Date(clock.now().getTime() + 2 * 3_600_000) }))
  await request(id)
  expect(await renewAll()).toBe(1)
})

test('renews a grant once while several workers look for work', async () => {
  const { id } = await connected('tiktok')
  clock.advance({ hours: 3 })
  await request(id)
  await Promise.all([renewAll(), renewAll(), renewAll()])
  expect(await renewals(id)).toEqual([1, 2])
  expect(await ends(id)).toEqual([])
})

test.each(['instagram', 'tiktok', 'youtube'] as const)('renews unused grants on %s every 30 days', async (network) => {
  const { id } = await connected(network)
  for (let month = 0; month < 5; month += 1) {
    clock.advance({ days: 30 })
    await renewAll()
  }
  expect(await renewals(id)).toHaveLength(6)
  expect(await ends(id)).toEqual([])
})

test('notices after a refused token that the creator has removed us, repeats the end on request, and can be connected again', async () => {
  const { creator, id, ...account } = await connected('tiktok')
  await revoke(account.externalId)
  await request(id, 1)
  await renewAll()
  expect(await ends(id)).toEqual([[2, 'network']])
  const [shown] = await accountsOf(creator)
  expect(shown).toMatchObject({ status: 'verified', connection: { endedBy: 'network', endedAt: clock.now().toISOString() } })
  await request(id)
  expect(await ends(id)).toEqual([
    [2, 'network'],
    [2, 'network'],
  ])
  expect(await renewAll()).toBe(0)
  expect((await grantOf(app.context(), id))?.sealedGrant).toBeUndefined()
  expect((await comeBack(creator, await visit(creator, account))).body).toMatchObject({ outcome: 'connected', accountId: id })
  expect(await renewals(id)).toEqual([1, 3])
  expect((await accountsOf(creator))[0].connection.endedBy).toBeUndefined()
})

test('ends a connection that lacks a permission, without blaming the creator, and revokes the rest of the consent', async () => {
  const { id, externalId } = await connected('tiktok')
  clock.advance({ hours: 3 })
  await kit.outside(`accounts/${externalId}/consents`, { scopes: ['user.info.basic'] }, 'PATCH')
  await request(id)
  await renewAll()
  expect(await ends(id)).toEqual([[2, 'permission']])
  expect(await renewals(id)).toEqual([1])
  expect(await revokeNextConsent(app.context())).toBe(true)
  expect(await consentsOf(externalId)).toEqual([])
})

test('ends a connection to Instagram whose token is refused before it can be renewed', async () => {
  const { id, externalId } = await connected('instagram')
  await revoke(externalId)
  await request(id, 1)
  expect(await ends(id)).toEqual([[2, 'network']])
})

test('tells an interrupted renewal from a removal, after the process was killed between response and database', async () => {
  const { creator, id, ...account } = await connected('tiktok')
  clock.advance({ hours: 3 })
  await request(id)
  const [claimed] = await grantQueue.claim(app.context(), 1, (due) => due.map(countCall))
  if (!claimed?.sealedGrant || !grantKey || !apps.tiktok) throw new Error('not claimed')
  await refreshGrant(apps.tiktok, unsealGrant(claimed.sealedGrant, grantKey))
  await expireLeases(app)
  await renewAll()
  expect(await ends(id)).toEqual([[2, 'interrupted']])
  expect((await accountsOf(creator))[0].connection).toMatchObject({ endedBy: 'interrupted' })
  expect((await comeBack(creator, await visit(creator, account))).body.outcome).toBe('connected')
})

test('ends a connection as interrupted if the network’s response is lost on the way', async () => {
  const { id } = await connected('tiktok')
  clock.advance({ hours: 3 })
  await request(id)
  setLine('deaf')
  await renewDueAccess(app.context())
  setLine('up')
  clock.advance({ minutes: 1 })
  await renewAll()
  expect(await ends(id)).toEqual([[2, 'interrupted']])
})

test('keeps a connection to YouTube after a lost response, because Google does not replace the token', async () => {
  const { id, externalId } = await connected('youtube')
  clock.advance({ hours: 3 })
  await request(id)
  setLine('deaf')
  await renewDueAccess(app.context())
  setLine('up')
  clock.advance({ minutes: 1 })
  await renewAll()
  expect(await renewals(id)).toEqual([1, 2])
  await revoke(externalId)
  await request(id, 2)
  await renewAll()
  expect(await ends(id)).toEqual([[3, 'network']])
})

test('keeps connections during an outage of any length, with growing pauses that requests do not shorten', async () => {
  const { id } = await connected('youtube')
  clock.advance({ hours: 3 })
  await request(id)
  setLine('down')
  let calls = 0
  for (let minute = 0; minute < 120; minute += 1) {
    calls += await renewAll()
    await request(id)
    clock.advance({ minutes: 1 })
  }
  expect(calls).toBeGreaterThan(20)
  expect(calls).toBeLessThan(40)
  expect(await queueMetrics(app, 'grants')).toMatchObject({ depth: 1 })
  setLine('up')
  clock.advance({ minutes: 6 })
  await renewAll()
  expect(await renewals(id)).toEqual([1, 2])
  expect(await queueMetrics(app, 'grants')).toMatchObject({ depth: 0, oldestAge: 0 })
})

test('discards a renewal whose connection the creator ended in the meantime, and revokes the consent', async () => {
  const { creator, id, externalId } = await connected('tiktok')
  clock.advance({ hours: 3 })
  await request(id)
  kit.duringNextCall(() => app.as(creator).del(`/accounts/${id}/connection`))
  expect(await renewAll()).toBe(1)
  expect(await ends(id)).toEqual([[2, 'creator']])
  expect(await renewals(id)).toEqual([1])
  expect((await grantOf(app.context(), id))?.sealedGrant).toBeUndefined()
  expect(await consentsOf(externalId)).toEqual([])
})

test('discards a renewal whose account the creator connected again in the meantime', async () => {
  const { creator, id, ...account } = await connected('youtube')
  clock.advance({ hours: 3 })
  await request(id)
  kit.duringNextCall(async () => comeBack(creator, await visit(creator, account)))
  expect(await renewAll()).toBe(1)
  expect(await renewals(id)).toEqual([1, 2])
  const [, access] = await about('access.renewed', id)
  const consents = await consentsOf(account.externalId)
  expect(consents.map(({ accessToken }) => accessToken).indexOf(unseal(access.sealedToken, tokenKey) ?? '')).toBe(1)
})

test.each(['tiktok', 'youtube'] as const)(
  'disconnects: deletes the tokens, revokes them on %s, and keeps the account verified',
  async (network) => {
    const { creator, id, externalId } = await connected(network)
    const disconnect = () => app.as(creator).del(`/accounts/${id}/connection`)
    expect((await disconnect()).status).toBe(204)
    expect((await disconnect()).status).toBe(204)
    expect(await consentsOf(externalId)).toEqual([])
    expect(await ends(id)).toEqual([[2, 'creator']])
    expect(await accountsOf(creator)).toMatchObject([{ status: 'verified', connection: { endedBy: 'creator' } }])
    expect(await renewAll()).toBe(0)
  },
)

test('reads no paid-content label after a disconnection', async () => {
  const { creator, id } = await connected('youtube')
  expect((await accountsOf(creator))[0]).toMatchObject({ paidLabelConsent: true })
  await app.as(creator).del(`/accounts/${id}/connection`)
  expect((await accountsOf(creator))[0]).toMatchObject({ paidLabelConsent: false })
})

test('revokes a consent once the network responds again', async () => {
  const { creator, id, externalId } = await connected('youtube')
  setLine('down')
  await app.as(creator).del(`/accounts/${id}/connection`)
  expect(await consentsOf(externalId)).toHaveLength(1)
  setLine('up')
  expect(await consentsOf(externalId)).toHaveLength(1)
  clock.advance({ minutes: 1 })
  expect(await consentsOf(externalId)).toEqual([])
  expect(await app.database.collection('revocations').countDocuments()).toBe(0)
})

test('keeps the consent of an account that was connected again before the network responded', async () => {
  const { creator, id, ...account } = await connected('youtube')
  setLine('down')
  await app.as(creator).del(`/accounts/${id}/connection`)
  await consentsOf(account.externalId)
  setLine('up')
  await comeBack(creator, await visit(creator, account))
  clock.advance({ minutes: 1 })
  expect(await consentsOf(account.externalId)).toHaveLength(2)
  expect(await app.database.collection('revocations').countDocuments()).toBe(0)
})

test('disconnects while the network is down, and on Instagram, which lets only the creator revoke', async () => {
  const { creator, id } = await connected('youtube')
  setLine('down')
  expect((await app.as(creator).del(`/accounts/${id}/connection`)).status).toBe(204)
  setLine('up')
  expect(await ends(id)).toEqual([[2, 'creator']])
  const instagram = await connected('instagram')
  expect((await app.as(instagram.creator).del(`/accounts/${instagram.id}/connection`)).status).toBe(204)
  expect(await consentsOf(instagram.externalId)).toHaveLength(1)
})

test('hides another creator’s connection', async () => {
  const { id } = await connected('tiktok')
  expect((await app.as(person('creator')).del(`/accounts/${id}/connection`)).status).toBe(404)
  expect(await ends(id)).toEqual([])
})

test('refreshes statistics after renewing an expired token, however often the refresh had to wait', async () => {
  const { creator, id, externalId } = await connected('tiktok')
  clock.advance({ days: 8 })
  await kit.outside(`accounts/${externalId}`, { followers: 12_000 }, 'PATCH')
  expect((await app.as(creator).post(`/accounts/${id}/stats`, {})).body.connection).toBeDefined()
  for (let turn = 0; turn < 6; turn += 1) {
    await refreshNextStats(app.context())
    clock.advance({ seconds: 5 })
  }
  expect((await accountsOf(creator))[0]).toMatchObject({ followers: 9_000 })
  await renewAll()
  await refreshNextStats(app.context())
  expect((await accountsOf(creator))[0]).toMatchObject({ followers: 12_000 })
})

test('refreshes statistics of YouTube without a token after five minutes', async () => {
  const { creator, id, externalId } = await connected('youtube')
  clock.advance({ days: 8 })
  await kit.outside(`accounts/${externalId}`, { followers: 12_000 }, 'PATCH')
  await app.as(creator).post(`/accounts/${id}/stats`, {})
  await refreshNextStats(app.context())
  expect((await accountsOf(creator))[0]).toMatchObject({ followers: 9_000 })
  clock.advance({ minutes: 5 })
  await refreshNextStats(app.context())
  expect((await accountsOf(creator))[0]).toMatchObject({ followers: 12_000, paidLabelConsent: true })
})

test('gives up refreshing statistics if no token arrives, and after a removal', async () => {
  const { creator, id, externalId } = await connected('tiktok')
  clock.advance({ days: 8 })
  await app.as(creator).post(`/accounts/${id}/stats`, {})
  for (let turn = 0; turn < 80; turn += 1) {
    await refreshNextStats(app.context())
    clock.advance({ seconds: 5 })
  }
  expect((await accountsOf(creator))[0].statsFailure.code).toBe('stats_failed')
  await renewAll()
  await revoke(externalId)
  await app.as(creator).post(`/accounts/${id}/stats`, {})
  await refreshNextStats(app.context())
  await renewAll()
  clock.advance({ seconds: 5 })
  await refreshNextStats(app.context())
  expect((await accountsOf(creator))[0]).toMatchObject({
    statsFailure: { code: 'connection_required' },
    connection: { endedBy: 'network' },
  })
})
