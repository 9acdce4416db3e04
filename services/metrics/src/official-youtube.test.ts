/** Runs the complete service with YouTube's own API, simulated by the sandbox. */
import { randomBytes, randomUUID } from 'node:crypto'
import { AccountVerified, SignupCreated } from '@reelfair/contracts'
import { callSocialApi, startSandbox } from '@reelfair/sandbox'
import { eventually, movableClock, person, startService } from '@reelfair/testkit'
import { afterAll, expect, test } from 'vitest'
import { metrics } from './app.ts'
import { workflowEnv } from './testing/start-metrics.ts'

const clock = movableClock('2026-11-21T12:00:00Z')
const sandbox = await startSandbox({ clock })
afterAll(() => sandbox.stop())
const { apiBase, apps } = sandbox.networks
const ACCESS_KEY = randomBytes(32).toString('base64url')
const official = { SOCIAL_YOUTUBE: 'official', YOUTUBE_API_KEY: apps.youtube.apiKey, SOCIAL_API_BASE: apiBase, ACCESS_KEY }
// Nothing listens at the workflow's address.
const app = await startService(metrics, { clock, env: { ...workflowEnv, ...official } })
const outside = callSocialApi(sandbox.url)
const SOON = { within: 20_000 }

test('counts the views of a video until it is deleted', async () => {
  const link = 'https://alpine.example/winter'
  const { id: externalId } = await outside('accounts', { network: 'youtube', username: 'lea.films', bio: link })
  const [creator, brand, signupId] = [person('creator'), person('brand'), randomUUID()]
  const account = { accountId: randomUUID(), creatorId: creator.id, network: 'youtube' as const, externalId, username: 'lea.films' }
  await app.deliver(AccountVerified.of(account, { followers: 24_000, averageViews: null, isPublic: true, version: 2 }))
  await app.deliver(
    SignupCreated.of(account, {
      signupId,
      campaignId: randomUUID(),
      brandId: brand.id,
      code: 'RF-ABCDE',
      link,
      startsAt: clock.now(),
      endsAt: new Date('2026-11-28T12:00:00Z'),
      windowDays: 14,
      version: 1,
    }),
  )
  const caption = 'Winter! RF-ABCDE, commercial collaboration'
  const { id } = await outside(`accounts/${externalId}/videos`, { caption, curve: { kind: 'organic', views: 20_000, seed: 'x' } })
  const totals = async () => (await app.emitted('views.qualified')).filter((event) => event.assignmentId === signupId)

  clock.set('2026-11-21T23:01:00Z')
  await eventually(async () => expect(await totals()).toHaveLength(1), SOON)
  const [first] = await totals()
  expect(first.observed).toBeGreaterThan(1_000)
  await outside(`videos/${id}`, {}, 'DELETE')
  clock.set('2026-11-22T23:01:00Z')
  await eventually(async () => expect(await app.emitted('refresh.completed')).toHaveLength(2), SOON)
  const videos = await app.as(creator).get('/videos')
  expect(JSON.stringify(videos.body)).toContain('video_deleted')
})
