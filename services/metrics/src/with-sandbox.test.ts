/** Runs the complete service, with its job and workers, against the sandbox's networks. */
import { randomUUID } from 'node:crypto'
import { AccountVerified, SignupCreated } from '@reelfair/contracts'
import { callSocialApi, startSandbox } from '@reelfair/sandbox'
import { eventually, movableClock, person, startService } from '@reelfair/testkit'
import { afterAll, expect, test } from 'vitest'
import { metrics } from './app.ts'

const clock = movableClock('2026-11-21T12:00:00Z')
const sandbox = await startSandbox({ clock })
afterAll(() => sandbox.stop())
const { url, token } = sandbox.social
const app = await startService(metrics, { clock, env: { WORKFLOW_URL: url, WORKFLOW_TOKEN: token } })

const outside = callSocialApi(sandbox.url)

const SOON = { within: 20_000 }

test('measures a sign-up until its totals are final', async () => {
  const link = 'https://alpine.example/winter'
  const { id: externalId } = await outside('accounts', { network: 'instagram', username: 'lea.films', bio: link })
  const [creator, brand, signupId] = [person('creator'), person('brand'), randomUUID()]
  const account = { accountId: randomUUID(), creatorId: creator.id, network: 'instagram' as const, externalId, username: 'lea.films' }
  await app.deliver(AccountVerified.of(account, { followers: 24_000, averageViews: 8_000, isPublic: true, version: 2 }))
  await app.deliver(
    SignupCreated.of(account, {
      signupId,
      campaignId: randomUUID(),
      brandId: brand.id,
      code: 'RF-ABCDE',
      link,
      startsAt: clock.now(),
      endsAt: new Date('2026-11-23T12:00:00Z'),
      windowDays: 14,
      version: 1,
    }),
  )
  const caption = 'Winter! RF-ABCDE, commercial collaboration'
  await outside(`accounts/${externalId}/videos`, { caption, curve: { kind: 'organic', views: 20_000, seed: 'x' } })
  const emittedTotals = async () => (await app.emitted('views.qualified')).filter((event) => event.assignmentId === signupId)

  clock.set('2026-11-21T23:01:00Z')
  await eventually(async () => expect(await app.emitted('refresh.completed')).toHaveLength(1), SOON)
  const [{ qualified }] = await emittedTotals()
  expect(qualified).toBeGreaterThan(1_000)
  clock.set('2026-11-23T12:00:00Z')
  await eventually(async () => expect((await emittedTotals()).at(-1)).toMatchObject({ isFinal: 'end' }), SOON)
  clock.set('2026-11-25T23:00:00Z')
  await eventually(async () => expect((await emittedTotals()).at(-1)).toMatchObject({ isFinal: 'checks', inReview: 0, excluded: [] }), SOON)
  const final = (await emittedTotals()).at(-1)
  expect(final.qualified).toBe(final.observed)
  expect(final.qualified).toBeGreaterThan(qualified)
  await eventually(
    async () =>
      expect((await app.emitted('refresh.completed')).map(({ day }) => day)).toEqual([
        '2026-11-22',
        '2026-11-23',
        '2026-11-24',
        '2026-11-25',
        '2026-11-26',
      ]),
    SOON,
  )
})
