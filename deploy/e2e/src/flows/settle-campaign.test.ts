import { campaigns } from '@reelfair/campaigns/app'
import { AccountVerified, BrandRegistered, RefreshCompleted, ViewsQualified } from '@reelfair/contracts'
import { payouts } from '@reelfair/payouts/app'
import { eventually, movableClock, type Person, person, startService, times } from '@reelfair/testkit'
import { logoPng } from '@reelfair/testkit/logo'
import { expect, test } from 'vitest'
import { startOutside } from '../start-outside.ts'

const clock = movableClock('2026-11-21T12:00:00Z')
const { startedWith } = await startOutside('http://localhost:4000')
const patience = { env: { SETTLEMENT_PATIENCE_SECONDS: '0' } }
const campaignsApp = await startService(campaigns, { ...startedWith('campaigns'), ...patience, clock })
const payoutsApp = await startService(payouts, { ...startedWith('payouts'), clock, sharesWith: campaignsApp })

const command = (name: string, args: object) => payouts.commands?.find((one) => one.name === name)?.run(args, payoutsApp.context())
const creditsOf = async (brand: Person) => (await payoutsApp.as(brand).get('/credits')).body
const balanceOf = async (creator: Person) => (await payoutsApp.as(creator).get('/balance')).body

async function aCreator() {
  const creator = person('creator')
  const accountId = crypto.randomUUID()
  const account = {
    accountId,
    creatorId: creator.id,
    network: 'instagram',
    username: `lea.${accountId.slice(0, 8)}`,
    externalId: accountId,
  }
  const facts = { language: 'en', category: 'Food_Cooking', followers: 9_000, averageViews: 9_000, isPublic: true, version: 2 }
  await campaignsApp.deliver(AccountVerified.of({ ...account, ...facts }))
  return { creator, accountId }
}

/** Publishes one night's events from the metrics service. */
async function night(day: string, totals: readonly { id: string; revision: number; qualified: number; isFinal?: 'end' | 'checks' }[]) {
  for (const { id, revision, qualified, isFinal = false } of totals) {
    const counts = { observed: qualified, qualified, inReview: 0, defaults: [], excluded: [], videos: [] }
    await campaignsApp.deliver(ViewsQualified.of({ subject: 'campaign', assignmentId: id, revision, day, ...counts, isFinal }))
  }
  await campaignsApp.deliver(RefreshCompleted.of({ day, accounts: totals.length, failed: 0 }))
  clock.set(`${day}T01:00:01Z`)
}

test('turns charged views into used credits and payable money, and returns the unused credits', { timeout: 60_000 }, async () => {
  const brand = person('brand')
  await payoutsApp.deliver(BrandRegistered.of({ brandId: brand.id, brandName: 'Alpine', version: 1 }))
  await command('grant-credits', { brandId: brand.id, credits: 15_000, reason: 'test' })
  const logo = await campaignsApp.as(brand).post('/media', logoPng(), { headers: { 'content-type': 'image/png' } })
  const draft = { name: 'Winter', viewsGoal: 10_000, category: 'Food_Cooking', network: 'instagram', link: 'https://alpine.example' }
  const { id } = (await campaignsApp.as(brand).post('/campaigns', { ...draft, mediaId: logo.body.id })).body
  const campaign = async () => (await campaignsApp.as(brand).get(`/campaigns/${id}`)).body
  await eventually(async () => expect((await campaign()).status).toBe('active'))

  const people = await Promise.all(times(2, aCreator))
  const joined = await Promise.all(
    people.map(async ({ creator, accountId }) => {
      const { body } = await campaignsApp.as(creator).post(`/public-campaigns/${id}/sign-ups`, { accountId })
      return { creator, id: body.id as string }
    }),
  )
  const [one, other] = [joined[0] ?? expect.unreachable(), joined[1] ?? expect.unreachable()]

  await night('2026-11-22', [
    { id: one.id, revision: 1, qualified: 1_999 },
    { id: other.id, revision: 1, qualified: 3_000 },
  ])
  await eventually(async () => expect(await creditsOf(brand)).toEqual({ available: 5_000, held: 5_001, spent: 4_999 }))
  await eventually(async () =>
    expect([await balanceOf(one.creator), await balanceOf(other.creator)]).toMatchObject([{ accruing: 19 }, { accruing: 30 }]),
  )

  for (const day of ['23', '24', '25', '26', '27', '28']) {
    await night(`2026-11-${day}`, [])
    await eventually(async () => expect((await campaign()).phase).toBe('open'))
  }
  // The campaign ended on the 28th at noon; the metrics service reports its last views two days late.
  await night('2026-11-29', [{ id: one.id, revision: 2, qualified: 2_500, isFinal: 'end' }])
  await eventually(async () => expect(await campaign()).toMatchObject({ status: 'failed', phase: 'ended' }))
  await eventually(async () => expect(await balanceOf(one.creator)).toMatchObject({ accruing: 0, held: 25 }))
  await night('2026-12-01', [
    { id: one.id, revision: 3, qualified: 2_555, isFinal: 'checks' },
    { id: other.id, revision: 2, qualified: 3_000, isFinal: 'checks' },
  ])
  await eventually(async () => expect((await campaign()).phase).toBe('settled'), { within: 30_000 })
  await eventually(async () => expect(await creditsOf(brand)).toEqual({ available: 9_445, held: 0, spent: 5_555 }))
  await eventually(async () =>
    expect([await balanceOf(one.creator), await balanceOf(other.creator)]).toMatchObject([
      { payable: 25, earned: 25 },
      { payable: 30, earned: 30 },
    ]),
  )
  expect(await command('check-ledger', {})).toMatch(/sound/)
  const receipt = (await campaignsApp.as(one.creator).get(`/sign-ups/${one.id}/receipt`)).body
  expect(receipt).toMatchObject({ charged: 2_555, cents: 25, exactMilliCents: 25_550, isFinal: true })
  expect(receipt.days.map(({ granted }: { granted: number }) => granted)).toEqual([1_999, 501, 55])
})

test('returns all credits immediately when a campaign is deleted before anyone signs up for it', async () => {
  const brand = person('brand')
  await payoutsApp.deliver(BrandRegistered.of({ brandId: brand.id, brandName: 'Alpine', version: 1 }))
  await command('grant-credits', { brandId: brand.id, credits: 10_000, reason: 'test' })
  const logo = await campaignsApp.as(brand).post('/media', logoPng(), { headers: { 'content-type': 'image/png' } })
  const draft = { name: 'Winter', viewsGoal: 10_000, category: 'Food_Cooking', network: 'instagram', link: 'https://alpine.example' }
  const { id } = (await campaignsApp.as(brand).post('/campaigns', { ...draft, mediaId: logo.body.id })).body
  await eventually(async () => expect(await creditsOf(brand)).toMatchObject({ held: 10_000 }))
  expect((await campaignsApp.as(brand).del(`/campaigns/${id}`)).body).toEqual({ isGone: true })
  await eventually(async () => expect(await creditsOf(brand)).toEqual({ available: 10_000, held: 0, spent: 0 }))
})
