/** Reads TikTok and YouTube through their own APIs, simulated by the sandbox. The tests send verification’s events. */
import { AccessEnded, AccessRenewed, type ConnectionEnd } from '@reelfair/contracts'
import { finalReadingAt, lastReadingAt, nextInstantAt } from '@reelfair/rules'
import { consentAsOwner, type Sandbox } from '@reelfair/sandbox'
import { seal } from '@reelfair/service-kit'
import { authorizeUrl, configuredProvider, exchangeCode, type Grant, refreshGrant, type SocialProvider } from '@reelfair/social'
import { eventually, queueMetrics } from '@reelfair/testkit'
import { describe, expect, test } from 'vitest'
import { recount } from '../cli/recount.ts'
import { accessesOf } from '../store/accesses.ts'
import { points, startMetrics, workflowEnv } from '../testing/start-metrics.ts'
import { endAssignments } from './end-assignments.ts'
import { lendAccess } from './lend-access.ts'

/** Runs once, before the next call to a network. */
let meanwhile: (() => Promise<unknown>) | undefined
const official = ({ networks: { apiBase, apps } }: Sandbox): SocialProvider => {
  const social = configuredProvider({
    ...workflowEnv,
    SOCIAL_INSTAGRAM: 'workflow',
    SOCIAL_TIKTOK: 'official',
    SOCIAL_YOUTUBE: 'official',
    YOUTUBE_API_KEY: apps.youtube.apiKey,
    YOUTUBE_DAILY_UNITS: 1_000,
    SOCIAL_API_BASE: apiBase,
  })
  return {
    ...social,
    fetchAccountStats: async (...asked) => {
      const work = meanwhile
      meanwhile = undefined
      await work?.()
      return social.fetchAccountStats(...asked)
    },
  }
}
const kit = await startMetrics('2026-11-21T12:00:00Z', official, (network) => network === 'tiktok')
const { app, clock, sandbox, ports, outside, anAccount, emitted, latestTotals, publish, night, work } = kit
const { apiBase, apps } = sandbox.networks
const request = { redirectUri: 'https://reelfair.example/profile/connect', codeVerifier: 'v'.repeat(43) }

/** A sign-up of a connected account with a video. `renew` plays verification. */
interface Connecting {
  readonly network?: 'tiktok' | 'youtube'
  readonly scopes?: readonly string[]
  readonly subject?: 'campaign' | 'partnership'
  readonly days?: number
}

async function aConnectedVideo({ network = 'tiktok', scopes, subject = 'campaign', days = 7 }: Connecting = {}) {
  const oauthApp = { network, ...apps[network], apiBase }
  const externalId = await anAccount({ network })
  const signup = await kit.measures[subject](externalId, { network, days })
  const curve = points([1, 500], [25, 500], [26, 900])
  // Only YouTube’s own API reports the label.
  if (network === 'youtube') await outside(`accounts/${externalId}/videos`, { caption: signup.code, curve, paidLabel: true })
  else await publish(externalId, signup.code, curve)
  const { accountId, creatorId, username } = signup.facts
  let version = 0
  let grant: Grant
  const emit = () => {
    const { accessToken, accessExpiresAt: expiresAt } = grant
    const sealedToken = seal(accessToken, ports.accessKey ?? expect.unreachable('no key'))
    const facts = { accountId, creatorId, network, externalId, scopes: grant.scopes, expiresAt, sealedToken }
    return app.deliver(AccessRenewed.of(facts, { version: ++version }))
  }
  const connect = async () => {
    const back = await consentAsOwner(authorizeUrl(oauthApp, { ...request, state: 's' }), externalId, scopes)
    grant = (await exchangeCode(oauthApp, { ...request, code: back.get('code') ?? '' })).grant
    await emit()
  }
  await connect()
  return {
    ...signup,
    externalId,
    connect,
    renew: async () => {
      grant = await refreshGrant(oauthApp, grant)
      await emit()
    },
    end: (endedBy: ConnectionEnd = 'creator') =>
      app.deliver(
        AccessEnded.of({ accountId, creatorId, username, network, externalId, version: ++version, endedAt: clock.now(), endedBy }),
      ),
    risks: async () => (await app.emitted('views.endangered')).filter((event) => event.assignmentId === signup.id),
    requests: async () => (await app.emitted('access.requested')).filter((event) => event.accountId === accountId),
  }
}

const taskOf = ({ externalId }: { externalId: string }, run: string) => app.database.collection('tasks').findOne({ externalId, run })

const later = async (seconds: number) => {
  clock.advance({ seconds })
  await work()
}

test('requests a new token once a minute, waits for it without using up attempts, and counts the views', async () => {
  const video = await aConnectedVideo()
  const { failures } = await queueMetrics(app, 'readings')
  const day = await night()
  expect(await video.requests()).toEqual([{ accountId: video.facts.accountId }])
  for (let waits = 0; waits < 12; waits += 1) await later(10)
  expect(await video.requests()).toHaveLength(2)
  expect(await emitted(video.id)).toEqual([])
  expect(await taskOf(video, day)).toMatchObject({ state: 'open', tries: 0, fault: 'awaiting_access' })
  expect(await queueMetrics(app, 'readings')).toMatchObject({ failures })
  await video.renew()
  await later(30)
  expect(await latestTotals(video.id)).toMatchObject({ observed: 500 })
  expect((await app.emitted('refresh.completed')).find((event) => event.day === day)).toMatchObject({ failed: 0 })
  await video.end()
})

test('requests tokens that would expire during the night an hour before it, and then reads without waiting', async () => {
  const video = await aConnectedVideo()
  const youtube = await aConnectedVideo({ network: 'youtube' })
  clock.set(nextInstantAt('23:00', clock.now()))
  const neededUntil = nextInstantAt('01:00', clock.now()).toISOString()
  await eventually(async () => expect(await video.requests()).toEqual([{ accountId: video.facts.accountId, neededUntil }]), {
    within: 20_000,
  })
  await video.renew()
  await night()
  expect(await latestTotals(video.id)).toMatchObject({ observed: 500 })
  expect(await video.requests()).toHaveLength(1)
  expect((await youtube.requests()).filter((one) => one.neededUntil)).toEqual([])
  for (const one of [video, youtube]) await one.end()
})

test('gives up for the night if no token arrives', async () => {
  const video = await aConnectedVideo()
  const { failures } = await queueMetrics(app, 'readings')
  const day = await night()
  for (let waits = 0; waits < 11; waits += 1) await later(600)
  expect(await emitted(video.id)).toEqual([])
  expect(await taskOf(video, day)).toMatchObject({ state: 'failed', fault: 'awaiting_access' })
  expect((await queueMetrics(app, 'readings')).failures).toBeGreaterThan(failures)
  await video.end()
})

test('counts YouTube’s public figures without a token after ten minutes, and the last known label stands', async () => {
  const video = await aConnectedVideo({ network: 'youtube' })
  await night()
  await video.renew()
  await later(30)
  expect(await latestTotals(video.id)).toMatchObject({ observed: 500, qualified: 0, inReview: 500 })
  const day = await night()
  for (let waits = 0; waits < 10; waits += 1) await later(30)
  expect(await taskOf(video, day)).toMatchObject({ state: 'open', fault: 'awaiting_access' })
  expect(await latestTotals(video.id)).toMatchObject({ observed: 500 })
  await later(300)
  expect(await taskOf(video, day)).toMatchObject({ state: 'done' })
  expect(await latestTotals(video.id)).toMatchObject({ observed: 900, inReview: 900, excluded: [] })
  await video.end()
})

test('names the refused token in its request, and reads with the next one', async () => {
  const video = await aConnectedVideo()
  await night()
  await video.renew()
  // The creator revokes the consent and gives it again, so TikTok refuses a token that has not expired.
  clock.advance({ minutes: 2 })
  await outside(`accounts/${video.externalId}/consents`, {}, 'DELETE')
  await later(5)
  expect((await video.requests()).at(-1)).toEqual({ accountId: video.facts.accountId, refusedVersion: 2 })
  await video.connect()
  await later(30)
  expect(await latestTotals(video.id)).toMatchObject({ observed: 500 })
  await video.end()
})

test('does not request another token if TikTok refuses a new one', async () => {
  const video = await aConnectedVideo({ scopes: ['user.info.basic', 'user.info.profile', 'user.info.stats'] })
  const day = await night()
  await video.renew()
  const before = await video.requests()
  await later(5)
  expect(await video.requests()).toEqual(before)
  expect(await taskOf(video, day)).toMatchObject({ state: 'failed', fault: 'needs_consent' })
  // The creator’s decision is not an outage.
  expect((await app.emitted('refresh.completed')).find((event) => event.day === day)).toMatchObject({ failed: 0 })
  await video.end()
})

test('warns of a disconnected account, and counts the views gained meanwhile once it is connected again', async () => {
  const video = await aConnectedVideo()
  await night()
  await video.renew()
  await later(30)
  await video.end()
  const { failures } = await queueMetrics(app, 'readings')
  const asked = await video.requests()
  const day = await night()
  expect(await latestTotals(video.id)).toMatchObject({ observed: 500, inReview: 500, videos: [{ faults: ['account_disconnected'] }] })
  const deadline = lastReadingAt(video.endsAt).toISOString()
  expect(await video.risks()).toMatchObject([{ reason: 'account_disconnected', views: 500, finalReadingAt: deadline }])
  expect(await video.requests()).toEqual(asked)
  // The creator’s decision is not an outage.
  expect(await taskOf(video, day)).toMatchObject({ state: 'done' })
  expect(await queueMetrics(app, 'readings')).toEqual({ depth: 0, oldestAge: 0, failures })
  clock.advance({ hours: 23 })
  await video.connect()
  await night()
  await video.renew()
  await later(30)
  expect(await latestTotals(video.id)).toMatchObject({ observed: 900, inReview: 900, excluded: [], videos: [{ faults: [] }] })
  await video.end()
})

/** Both nights before the final reading have passed. The video has 500 views. */
async function atFinalReading(subject: 'campaign' | 'partnership', before?: (video: ConnectedVideo) => Promise<unknown>) {
  const video = await aConnectedVideo({ subject, days: 2 })
  await night()
  await video.renew()
  await later(30)
  await before?.(video)
  clock.set(new Date(video.endsAt.getTime() + 60_000))
  await work()
  clock.set(finalReadingAt(video.endsAt))
  for (let attempts = 0; attempts < 4; attempts += 1) await later(600)
  return video
}
type ConnectedVideo = Awaited<ReturnType<typeof aConnectedVideo>>
const KEPT = { observed: 500, qualified: 500, excluded: [] }

const atDeadline = async ({ endsAt }: ConnectedVideo) => {
  clock.set(lastReadingAt(endsAt))
  for (let attempts = 0; attempts < 2; attempts += 1) await later(600)
}

describe.each(['campaign', 'partnership'] as const)('the final reading of a %s', (subject) => {
  test.each(['creator', 'network'] as const)('waits for a connection that the %s ended, and then takes off all views', async (by) => {
    const video = await atFinalReading(subject, ({ end }) => end(by))
    const waiting = await latestTotals(video.id)
    expect(waiting).toMatchObject({ isFinal: 'end', observed: 500, excluded: [], videos: [{ faults: ['account_disconnected'] }] })
    clock.set(new Date(lastReadingAt(video.endsAt).getTime() - 60_000))
    await work()
    expect(await latestTotals(video.id)).toEqual(waiting)
    await atDeadline(video)
    const final = await latestTotals(video.id)
    const excluded = [{ reason: 'account_disconnected', views: 500 }]
    expect(final).toMatchObject({ isFinal: 'checks', observed: 500, qualified: 0, inReview: 0, excluded, removed: 500 })
    expect(final).not.toHaveProperty('finalReadingMissing')
    expect((await recount.run({}, app.context())).split('\n').at(-1)).toContain('"differ":0')
  })

  test('loses nothing if the account is connected again at the last minute', async () => {
    const video = await atFinalReading(subject, ({ end }) => end())
    clock.set(new Date(lastReadingAt(video.endsAt).getTime() - 60_000))
    await work()
    await video.connect()
    await atDeadline(video)
    const final = await latestTotals(video.id)
    expect(final).toMatchObject({ isFinal: 'checks', inReview: 0, excluded: [], videos: [{ faults: [] }] })
    expect(final.qualified).toBeGreaterThan(500)
    expect(final).not.toHaveProperty('removed')
    await video.end()
  })

  test('warns if the account is disconnected while the final reading waits, and only once', async () => {
    const video = await atFinalReading(subject)
    expect(await latestTotals(video.id)).toMatchObject({ isFinal: 'end', videos: [{ faults: [] }] })
    await video.end()
    for (let attempts = 0; attempts < 3; attempts += 1) await later(600)
    expect(await latestTotals(video.id)).toMatchObject({ ...KEPT, isFinal: 'end', videos: [{ faults: ['account_disconnected'] }] })
    const deadline = lastReadingAt(video.endsAt).toISOString()
    expect(await video.risks()).toMatchObject([{ reason: 'account_disconnected', views: 500, finalReadingAt: deadline }])
    await video.connect()
    await later(600)
    expect(await latestTotals(video.id)).toMatchObject({ isFinal: 'checks', excluded: [], videos: [{ faults: [] }] })
    await video.end()
  })

  test('reports a missing reading, not 0 views, if the account was disconnected before any video was seen', async () => {
    const video = await aConnectedVideo({ subject, days: 2 })
    await video.end()
    clock.set(new Date(video.endsAt.getTime() + 60_000))
    await work()
    clock.set(finalReadingAt(video.endsAt))
    for (let attempts = 0; attempts < 4; attempts += 1) await later(600)
    await atDeadline(video)
    expect(await latestTotals(video.id)).toMatchObject({ isFinal: 'checks', observed: 0, finalReadingMissing: true })
  })

  test.each(['interrupted', 'permission'] as const)('keeps the last known figures if a connection ended by %s', async (by) => {
    const video = await atFinalReading(subject, ({ end }) => end(by))
    expect(await latestTotals(video.id)).toMatchObject({ isFinal: 'end', videos: [{ faults: [] }] })
    await atDeadline(video)
    expect(await latestTotals(video.id)).toMatchObject({ ...KEPT, isFinal: 'checks', finalReadingMissing: true })
    expect(await video.risks()).toEqual([])
  })

  test('keeps the last known figures if no token can be had', async () => {
    const expired = await atFinalReading(subject)
    await atDeadline(expired)
    expect(await latestTotals(expired.id)).toMatchObject({ ...KEPT, isFinal: 'checks', finalReadingMissing: true })
  })
})

test('still names the refused token if the transaction that records the reading is repeated', async () => {
  const [video, other] = [await aConnectedVideo(), await aConnectedVideo()]
  await night()
  await Promise.all([video.renew(), other.renew()])
  clock.advance({ minutes: 2 })
  await outside(`accounts/${video.externalId}/consents`, {}, 'DELETE')
  meanwhile = async () => {
    await kit.endCampaign(other.subjectId, other.brand.id, clock.now())
    await endAssignments(app.context())
  }
  await later(5)
  expect((await video.requests()).at(-1)).toEqual({ accountId: video.facts.accountId, refusedVersion: 2 })
  await video.end()
})

test('reports a token that was encrypted with another key', async () => {
  const { externalId } = await aConnectedVideo()
  const [copy] = (await accessesOf(app.context(), [`tiktok:${externalId}`])).values()
  const { accessOf } = lendAccess(
    { ...(copy ?? expect.unreachable()), sealedToken: 'A'.repeat(60) },
    { key: ports.accessKey ?? expect.unreachable(), now: clock.now, waits: true },
  )
  await expect(accessOf('tiktok', externalId)).rejects.toThrow('may have another ACCESS_KEY')
})

test('never stores a token in plain text', async () => {
  const { externalId } = await aConnectedVideo()
  const [consent] = await outside<{ accessToken: string }[]>(`accounts/${externalId}/consents`)
  const stored = JSON.stringify(await app.database.collection('accesses').find({}).toArray())
  expect(stored).toContain(`tiktok:${externalId}`)
  expect(stored).not.toContain(consent?.accessToken ?? expect.unreachable('no consent'))
})
