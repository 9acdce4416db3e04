/** Verification and metrics read TikTok and Instagram through the networks' own APIs, simulated by the sandbox. */
import { randomBytes } from 'node:crypto'
import { businessDayOf, instantOf, lastReadingAt, latestSettlementAt, nextDay } from '@reelfair/rules'
import { consentAsOwner, type Sandbox } from '@reelfair/sandbox'
import { eventually, type Person, person, startService } from '@reelfair/testkit'
import { verification } from '@reelfair/verification/app'
import { expect, test } from 'vitest'
import { startMarket } from './start-market.ts'

const ACCESS_KEY = randomBytes(32).toString('base64url')
const official = ({ networks: { apiBase, apps } }: Sandbox) => ({
  ACCESS_KEY,
  SOCIAL_API_BASE: apiBase,
  SOCIAL_INSTAGRAM: 'official',
  INSTAGRAM_ACCOUNT_ID: apps.instagram.accountId,
  INSTAGRAM_ACCESS_TOKEN: apps.instagram.accessToken,
  INSTAGRAM_CLIENT_ID: apps.instagram.clientId,
  INSTAGRAM_CLIENT_SECRET: apps.instagram.clientSecret,
  SOCIAL_TIKTOK: 'official',
  TIKTOK_CLIENT_KEY: apps.tiktok.clientId,
  TIKTOK_CLIENT_SECRET: apps.tiktok.clientSecret,
})
const { apps, clock, outside, startedWith, anInvitation, aDay } = await startMarket(official)
const verificationApp = await startService(verification, { ...startedWith('verification'), sharesWith: apps.campaigns })
const videosFor = async (reader: Person, assignmentId: string) =>
  (await apps.metrics.as(reader).get(`/assignments/${assignmentId}/videos`)).body.items
const SOON = { within: 30_000 }

/** Creates an account on the network, which the creator connects on the network's page. */
async function aConnectedAccount(network: string) {
  const creator = person('creator')
  const api = verificationApp.as(creator)
  const username = `lea.${creator.id.slice(0, 8)}`
  const { id: externalId } = await outside('accounts', { network, username, bio: 'https://alpine.example' })
  const connect = async () => {
    const { url } = (await api.post('/connections', { network })).body
    const { state, code } = Object.fromEntries(await consentAsOwner(url, externalId))
    const { body } = await api.post('/connections/callbacks', { state, code })
    expect(body).toMatchObject({ outcome: 'connected', network, username })
    return body.accountId as string
  }
  const accountId = await connect()
  return {
    account: { creator, accountId, externalId },
    connect,
    connection: async () => (await api.get('/accounts')).body.items[0]?.connection,
    tokens: async () => (await outside<{ accessToken: string }[]>(`accounts/${externalId}/consents`)).map(({ accessToken }) => accessToken),
    disconnect: async () => expect((await api.del(`/accounts/${accountId}/connection`)).status).toBe(204),
    revoke: () => outside(`accounts/${externalId}/consents`, {}, 'DELETE'),
    ended: async () => (await verificationApp.emitted('access.ended')).filter((event) => event.accountId === accountId),
  }
}

/** 1,000 views a day. */
const STEADY = {
  kind: 'points',
  points: [
    { afterHours: 0, views: 0 },
    { afterHours: 240, views: 10_000 },
  ],
}

test.each([
  // TikTok's tokens expire after two hours, Instagram's after 60 days.
  { network: 'tiktok', nights: 2, tokenCount: 3 },
  { network: 'instagram', nights: 1, tokenCount: 1 },
])(
  'counts a video on $network with the creator’s consent, not while it is revoked, and again afterwards',
  {
    timeout: 240_000,
  },
  async ({ network, nights, tokenCount }) => {
    const { account, connect, connection, tokens, revoke, ended } = await aConnectedAccount(network)
    const { id, brand, answer, publish, history } = await anInvitation({ account, weeklyViewsGoal: 50_000 })
    expect((await answer('acceptance')).status).toBe(201)
    await eventually(async () => expect(await history()).toMatchObject({ observed: 0 }), SOON)
    // The networks round the time of publication down to a second.
    clock.advance({ seconds: 1 })
    await publish(STEADY)

    const seen = new Set(await tokens())
    let counted = 0
    for (let night = 1; night <= nights; night += 1) {
      await aDay()
      const { observed } = await history()
      expect(observed).toBeGreaterThan(counted)
      counted = observed
      for (const token of await tokens()) seen.add(token)
    }
    expect(seen.size).toBe(tokenCount)

    await revoke()
    await aDay()
    await eventually(async () => expect(await ended()).toMatchObject([{ endedBy: 'network' }]), SOON)
    expect(await connection()).toMatchObject({ endedBy: 'network' })
    expect(await history()).toMatchObject({ observed: counted, excluded: [] })
    const disconnected = [{ faults: [{ reason: 'account_disconnected', fix: 'connect_account' }] }]
    for (const reader of [account.creator, brand]) expect(await videosFor(reader, id)).toMatchObject(disconnected)

    expect(await connect()).toBe(account.accountId)
    expect(await connection()).not.toHaveProperty('endedAt')
    await aDay()
    expect((await history()).observed).toBeGreaterThan(counted + 1_500)
    expect(await history()).toMatchObject({ excluded: [] })
    expect(await videosFor(brand, id)).toMatchObject([{ faults: [] }])
  },
)

/** As `aDay`, but time passes until the refresh is over, because a final reading without a connection is retried. */
async function aNight(): Promise<string> {
  const day = nextDay(businessDayOf(clock.now()))
  clock.set(instantOf(day, '00:01'))
  await eventually(async () => {
    clock.advance({ seconds: 10 })
    expect((await apps.metrics.emitted('refresh.completed')).some((event) => event.day === day)).toBe(true)
  }, SOON)
  return day
}

test('pays nothing for a partnership whose creator disconnects before the final reading', { timeout: 240_000 }, async () => {
  const { account, disconnect } = await aConnectedAccount('tiktok')
  const { id, answer, publish, partnership, credits, balance } = await anInvitation({ account, weeklyViewsGoal: 1_000 })
  expect((await answer('acceptance')).status).toBe(201)
  await eventually(async () => expect(await partnership()).toMatchObject({ status: 'active' }), SOON)
  clock.advance({ seconds: 1 })
  await publish(STEADY)
  for (let nights = 0; nights < 2; nights += 1) await aDay()
  await disconnect()
  // The videos count until the final reading: their logo's review ends by default, and the goal is reached.
  for (let nights = 0; (await partnership()).status === 'active'; nights += 1) {
    expect(nights).toBeLessThan(8)
    const run = { job: 'settle-day', day: await aNight(), state: 'done' }
    clock.set(instantOf(run.day, '03:00'))
    await eventually(async () => expect(await apps.partnerships.database.collection('job_runs').countDocuments(run)).toBe(1), SOON)
  }
  expect(await partnership()).toMatchObject({ status: 'completed' })
  await eventually(async () => expect(await balance()).toMatchObject({ held: 20 }), SOON)
  const { endedAt } = await partnership()
  const deadline = lastReadingAt(new Date(endedAt))
  while (businessDayOf(clock.now()) < businessDayOf(deadline)) {
    const day = await aNight()
    if (day < businessDayOf(deadline)) clock.set(instantOf(day, '03:00'))
  }
  expect(await balance()).toMatchObject({ held: 20 })
  const finals = async () =>
    (await apps.metrics.emitted('views.qualified')).filter((event) => event.assignmentId === id && event.isFinal === 'checks')
  clock.set(deadline)
  await eventually(async () => {
    clock.advance({ seconds: 30 })
    expect(await finals()).toMatchObject([{ qualified: 0, excluded: [{ reason: 'account_disconnected' }] }])
  }, SOON)
  clock.set(latestSettlementAt(new Date(endedAt)))
  await eventually(async () => expect(await partnership()).toMatchObject({ status: 'failed' }), SOON)
  await eventually(async () => expect(await balance()).toMatchObject({ held: 0, payable: 0, inTransfer: 0, paid: 0 }), SOON)
  await eventually(async () => expect(await credits()).toMatchObject({ available: 1_000, held: 0, spent: 0 }), SOON)
})
