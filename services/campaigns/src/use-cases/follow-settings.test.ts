/** The settings and Terms that campaigns follow, and how long each campaign and sign-up keeps them. */
import { RefreshCompleted, SettingChanged, type SettingKey } from '@reelfair/contracts'
import { movableClock, startService } from '@reelfair/testkit'
import { beforeEach, expect, test } from 'vitest'
import { campaigns } from '../app.ts'
import { computeEarnings } from '../cli/compute-earnings.ts'
import { aCreatorWithAccount, aRunningCampaign, aSignUp, viewsQualified } from '../testing/a-campaign.ts'
import { settleDay } from './settle-day.ts'

const clock = movableClock('2026-11-21T12:00:00Z')
const app = await startService(campaigns, { clock, env: { SETTLEMENT_PATIENCE_SECONDS: '0' }, workers: false })

const setting = (key: SettingKey, value: unknown, validFrom: string, version = 1) => SettingChanged.of({ key, value, validFrom, version })
const card = (campaignCentsPer1000: number) => ({ campaignCentsPer1000, partnershipCentsPer1000: 20 })
const MIDNIGHT = '2026-11-21T23:00:00.000Z'

beforeEach(async () => {
  for (const name of ['settings', 'campaigns', 'sign_ups', 'allocation_lines']) await app.database.collection(name).deleteMany({})
  clock.set('2026-11-21T12:00:00Z')
})

test('a campaign keeps the rate card in force when it was created', async () => {
  await app.deliver(setting('rate_card', card(12), MIDNIGHT))
  clock.set('2026-11-21T22:59:59Z')
  const before = await aRunningCampaign(app)
  clock.set('2026-11-21T23:00:00Z')
  const after = await aRunningCampaign(app)
  expect(await before.show()).toMatchObject({ rateCard: { validFrom: '2025-08-23', centsPer1000: 10 }, cashprizeCents: 100 })
  expect(await after.show()).toMatchObject({ rateCard: { validFrom: '2026-11-22', centsPer1000: 12 }, cashprizeCents: 120 })
  expect((await aSignUp(app, before.id)).signUp.terms.rateCard.centsPer1000).toBe(10)
})

test.each([
  ['twice', [1, 1, 2]],
  ['out of order', [2, 1]],
])('follows the newest version after events that arrive %s', async (_, order) => {
  const events = [setting('rate_card', card(12), MIDNIGHT), setting('rate_card', card(11), MIDNIGHT, 2)]
  for (const n of order) await app.deliver(events[n - 1] ?? expect.unreachable())
  clock.set(MIDNIGHT)
  expect((await (await aRunningCampaign(app)).show()).rateCard.centsPer1000).toBe(11)
})

/** Recomputes all sign-ups from their counts, as the command `recompute` does. */
async function recompute(counted: readonly { id: string; qualified: number }[]) {
  const lines = counted
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .map(({ id, qualified }) => ({ assignmentId: id, subject: 'campaign', revision: 1, totals: { qualified, inReview: 0, defaults: [] } }))
  async function* recounted() {
    for (const line of [...lines, { recounted: lines.length, differ: 0 }]) yield JSON.stringify(line)
  }
  const printed = []
  for await (const line of computeEarnings.lines({}, app.context(), recounted())) printed.push(JSON.parse(line))
  return new Map<string, { cents: number; faults: string[] }>(printed.map((line) => [line.signUpId, line]))
}

test('recompute uses each campaign’s own card, even one that a late event has replaced', async () => {
  await app.deliver(setting('rate_card', card(12), MIDNIGHT))
  const old = await aSignUp(app, (await aRunningCampaign(app)).id)
  clock.set('2026-11-22T12:00:00Z')
  const present = await aSignUp(app, (await aRunningCampaign(app)).id)
  clock.set('2026-11-23T12:00:00Z')
  const late = await aSignUp(app, (await aRunningCampaign(app)).id)
  clock.set('2026-11-23T13:00:00Z')
  await app.deliver(setting('rate_card', card(15), '2026-11-22T23:00:00.000Z', 2))
  const newest = await aSignUp(app, (await aRunningCampaign(app)).id)
  const all = [old, present, late, newest].map(({ id }) => ({ id, qualified: 2_000 }))
  for (const { id, qualified } of all) await app.deliver(viewsQualified(id, 1, { qualified }))
  for (const day of ['2026-11-22', '2026-11-23', '2026-11-24']) {
    await app.deliver(RefreshCompleted.of({ day, accounts: 1, failed: 0 }))
    await settleDay({ day }, app.context())
  }
  const found = await recompute(all)
  expect(all.map(({ id }) => found.get(id))).toMatchObject([20, 24, 24, 30].map((cents) => ({ cents, faults: [] })))
  // A card that was never in force is a fault.
  await app.database.collection('allocation_lines').updateMany({ signUpId: old.id }, { $set: { 'rateCard.centsPer1000': 12 } })
  expect((await recompute(all)).get(old.id)?.faults.join()).toContain('cents per 1,000 views 12, recomputed 10')
})

test('a sign-up keeps the number of days that applied when it was made', async () => {
  await app.deliver(setting('video_window_days', 9, MIDNIGHT))
  const campaign = await aRunningCampaign(app, { duration: '1 month' })
  const before = await aSignUp(app, campaign.id)
  clock.set(MIDNIGHT)
  const after = await aSignUp(app, campaign.id)
  expect([before.signUp.terms.windowDays, after.signUp.terms.windowDays]).toEqual([14, 9])
  const created = await app.emitted('signup.created')
  expect([before, after].map(({ id }) => created.find(({ signupId }) => signupId === id)?.windowDays)).toEqual([14, 9])
  expect((await app.as('creator').get('/public-campaigns')).body.windowDays).toBe(9)
})

test('a sign-up accepts the newest Terms from the day of their publication, and an earlier one keeps its version', async () => {
  const campaign = await aRunningCampaign(app)
  clock.set('2026-11-21T22:59:59Z')
  const before = await aSignUp(app, campaign.id)
  clock.set(MIDNIGHT)
  const after = await aSignUp(app, campaign.id)
  expect([before.signUp.terms.termsVersion, after.signUp.terms.termsVersion]).toEqual(['1.0', '1.1'])
  const [kept] = (await app.as(before.creator).get('/sign-ups')).body.items
  expect(kept.terms.termsVersion).toBe('1.0')
})

test('opens and closes networks for sign-ups', async () => {
  const campaign = await aRunningCampaign(app, { network: 'tiktok' })
  const { joins } = await aCreatorWithAccount(app, { network: 'tiktok' })
  const listed = async () => (await app.as('creator').get('/public-campaigns')).body.items.length
  expect([await listed(), (await joins(campaign.id)).body.details.reasons]).toEqual([0, ['network_not_public']])
  await app.deliver(setting('public_campaign_networks', ['tiktok'], MIDNIGHT))
  expect(await listed()).toBe(0)
  clock.set(MIDNIGHT)
  expect([await listed(), (await joins(campaign.id)).status]).toEqual([1, 201])
})
