/** Verification and metrics read TikTok and Instagram through the networks' own APIs, simulated by the sandbox. */
import { randomBytes } from 'node:crypto'
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
