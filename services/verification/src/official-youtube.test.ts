/** Runs the complete service with YouTube's own API, simulated by the sandbox. */
import { randomBytes } from 'node:crypto'
import { callSocialApi, startSandbox } from '@reelfair/sandbox'
import { eventually, movableClock, person, startService } from '@reelfair/testkit'
import { afterAll, expect, test } from 'vitest'
import { verification } from './app.ts'
import { workflowEnv } from './testing/start-verification.ts'

const clock = movableClock('2026-11-21T12:00:00Z')
const sandbox = await startSandbox({ clock })
afterAll(() => sandbox.stop())
const { apiBase, apps } = sandbox.networks
const ACCESS_KEY = randomBytes(32).toString('base64url')
const official = { SOCIAL_YOUTUBE: 'official', YOUTUBE_API_KEY: apps.youtube.apiKey, SOCIAL_API_BASE: apiBase, ACCESS_KEY }
// Nothing listens at the workflow's address.
const app = await startService(verification, { clock, env: { ...workflowEnv, ...official } })
const outside = callSocialApi(sandbox.url)

test('verifies a channel and refreshes its statistics without the workflow', async () => {
  const creator = person('creator')
  const { id: externalId } = await outside('accounts', { network: 'youtube', username: 'lea.films', followers: 24_123 })
  const curve = { kind: 'points', points: [{ afterHours: 1, views: 800 }] }
  await outside(`accounts/${externalId}/videos`, { caption: 'Soup', curve })
  clock.advance({ hours: 1 })
  const { body } = await app.as(creator).post('/accounts', { network: 'youtube', username: 'Lea.Films' })
  await outside(`accounts/${externalId}`, { bio: `Kitchen. ${body.code}` }, 'PATCH')
  await app.as(creator).post(`/accounts/${body.id}/verification`, {})
  const state = async () => (await app.as(creator).get('/accounts')).body.items[0]
  // YouTube rounds the number of subscribers.
  await eventually(async () => expect(await state()).toMatchObject({ status: 'verified', followers: 24_100, averageViews: 800 }))
  const [verified] = await app.emitted('account.verified')
  expect(verified).toMatchObject({ externalId })
  clock.advance({ days: 8 })
  await outside(`accounts/${externalId}`, { username: 'lea.cinema', followers: 30_000 }, 'PATCH')
  await app.as(creator).post(`/accounts/${body.id}/stats`, {})
  await eventually(async () => expect(await state()).toMatchObject({ username: 'lea.cinema', followers: 30_000 }))
})

test('explains why a channel is not verified', async () => {
  const creator = person('creator')
  const { body } = await app.as(creator).post('/accounts', { network: 'youtube', username: 'nobody' })
  await app.as(creator).post(`/accounts/${body.id}/verification`, {})
  await eventually(async () =>
    expect((await app.as(creator).get('/accounts')).body.items[0]).toMatchObject({ failure: { code: 'verification_no_such_account' } }),
  )
})
