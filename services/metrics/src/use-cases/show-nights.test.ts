import { randomUUID } from 'node:crypto'
import { addDays, businessDayOf, nextInstantAt } from '@reelfair/rules'
import { person, times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { nights } from '../store/nights.ts'
import { points, startMetrics, untilPlanned } from '../testing/start-metrics.ts'

interface Night {
  readonly day: string
  readonly qualified: number
  readonly inReview: number
  readonly excluded: number
}
type Person = ReturnType<typeof person>

const { app, clock, anAccount, aSignup, aPartnership, latestTotals, publish, edit, night, work, endCampaign, endPartnership } =
  await startMetrics()
const admin = person('admin')

const nightsOf = async (brand: Person): Promise<Night[]> => (await app.as(brand).get('/nights')).body.nights
const nightOf = async (brand: Person, day: string) => (await nightsOf(brand)).find((one) => one.day === day)
const sumOf = (all: readonly Night[], part: 'qualified' | 'inReview' | 'excluded') => all.reduce((sum, one) => sum + one[part], 0)
const openReviews = async (assignmentId: string): Promise<{ id: string }[]> =>
  (await app.as(admin).get('/admin/reviews', { limit: 100 })).body.items.filter(
    (one: { assignmentId: string; decision?: object }) => one.assignmentId === assignmentId && !one.decision,
  )

async function expectAgreement(brand: Person, signups: readonly { id: string }[]) {
  const shown = await nightsOf(brand)
  const totals = await Promise.all(signups.map(({ id }) => latestTotals(id)))
  const emitted = totals.filter((one) => one !== undefined)
  expect(sumOf(shown, 'qualified')).toBe(emitted.reduce((sum, one) => sum + one.qualified, 0))
  expect(sumOf(shown, 'inReview')).toBe(emitted.reduce((sum, one) => sum + one.inReview, 0))
  const excluded = emitted.flatMap((one) => one.excluded).reduce((sum: number, one: { views: number }) => sum + one.views, 0)
  expect(sumOf(shown, 'excluded')).toBe(excluded)
  // Each night, the totals in a sign-up's history rise by the views gained that night.
  const climbed = new Map<string, number>()
  for (const { id } of signups) {
    let before = 0
    for (const { day, observed } of (await app.as(brand).get(`/assignments/${id}/history`)).body.days) {
      climbed.set(day, (climbed.get(day) ?? 0) + observed - before)
      before = observed
    }
  }
  for (const { day, qualified, inReview, excluded: out } of shown) expect(qualified + inReview + out, day).toBe(climbed.get(day) ?? 0)
}

test('returns fourteen nights without views if no night has been recorded', async () => {
  const { body, status } = await app.as(person('brand')).get('/nights')
  expect(status).toBe(200)
  expect(body.nights).toHaveLength(14)
  expect(body.nights.at(0)).toEqual({ day: '2026-11-08', qualified: 0, inReview: 0, excluded: 0 })
  expect(body.nights.at(-1)).toEqual({ day: '2026-11-21', qualified: 0, inReview: 0, excluded: 0 })
})

test('adds up the nights of all of a brand’s campaigns and partnerships, and the sums match their history and totals', async () => {
  const [brand, stranger] = [person('brand'), person('brand')]
  const accounts = [await anAccount(), await anAccount(), await anAccount()]
  const own = [await aSignup(accounts[0]!, { brand }), await aSignup(accounts[1]!, { brand })] as const
  const partnership = await aPartnership(accounts[0]!, { brand })
  const signups = [own[0], partnership, own[1]]
  const theirs = await aSignup(accounts[2]!, { brand: stranger })
  clock.advance({ minutes: 1 })
  await publish(accounts[0]!, signups[0]!.code, points([1, 300], [30, 300], [40, 800], [500, 800]))
  await publish(accounts[0]!, signups[1]!.code, points([1, 100], [500, 9_000]))
  await publish(accounts[1]!, signups[2]!.code, points([1, 50], [500, 5_000]), { logo: 'unknown' })
  await publish(accounts[2]!, theirs.code, points([1, 7_777], [500, 7_777]))
  const first = await night()
  await expectAgreement(brand, signups)
  expect(await nightOf(stranger, first)).toMatchObject({ qualified: 7_777 })
  await edit(accounts[0]!, { bio: 'Nothing here.' })
  const second = await night()
  await expectAgreement(brand, signups)
  expect((await nightOf(brand, second))?.excluded).toBeGreaterThan(500)
  await edit(accounts[0]!, { bio: 'https://alpine.example/winter' })
  await night()
  await expectAgreement(brand, signups)
  expect(await nightOf(stranger, second)).toEqual({ day: second, qualified: 0, inReview: 0, excluded: 0 })
  // The `end` and `checks` readings are included. In the `checks` reading, views awaiting the logo decision are
  // counted.
  for (const { campaignId } of own) await endCampaign(campaignId, brand.id, clock.now())
  await endPartnership(partnership.id, brand.id, clock.now())
  await work()
  await expectAgreement(brand, signups)
  expect(sumOf(await nightsOf(brand), 'inReview')).toBeGreaterThan(0)
  clock.advance({ hours: 49 })
  await work()
  await expectAgreement(brand, signups)
  expect(sumOf(await nightsOf(brand), 'inReview')).toBe(0)
  // Nights older than 14 days disappear one by one.
  clock.advance({ days: 12 })
  const shown = await nightsOf(brand)
  expect(shown.map(({ day }) => day)).not.toContain(first)
  expect(shown.at(-1)?.day).toBe(addDays(shown[0]!.day, 13))
}, 60_000)

test('applies exactly one of several concurrent decisions to the nights when the views were gained', async () => {
  const brand = person('brand')
  const account = await anAccount()
  const signup = await aSignup(account, { brand })
  await publish(account, signup.code, points([1, 500], [26, 500], [30, 700], [300, 700]), { logo: 'unknown' })
  const first = await night()
  const second = await night()
  expect(await nightOf(brand, first)).toMatchObject({ qualified: 0, inReview: 500 })
  expect(await nightOf(brand, second)).toMatchObject({ qualified: 0, inReview: 200 })
  const third = await night()
  const [review] = await openReviews(signup.id)
  const decide = () => app.as(admin).post(`/admin/reviews/${review?.id}/decision`, { verdict: 'counts', why: 'Seen.' })
  const answers = await Promise.all(times(4, decide))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  expect(await nightOf(brand, first)).toEqual({ day: first, qualified: 500, inReview: 0, excluded: 0 })
  expect(await nightOf(brand, second)).toEqual({ day: second, qualified: 200, inReview: 0, excluded: 0 })
  expect(await nightOf(brand, third)).toEqual({ day: third, qualified: 0, inReview: 0, excluded: 0 })
  await expectAgreement(brand, [signup])
})

test('shows only recorded nights, and ignores decisions on views gained before nights were recorded', async () => {
  const brand = person('brand')
  const account = await anAccount()
  const signup = await aSignup(account, { brand })
  await publish(account, signup.code, points([1, 500], [200, 500]), { logo: 'unknown' })
  const first = await night()
  const native = app.context().connection
  await native.collection('nights').deleteMany({ brandId: brand.id })
  await native.collection('videos').updateMany({ assignmentId: signup.id }, { $unset: { waiting: 1 } })
  const [review] = await openReviews(signup.id)
  expect((await app.as(admin).post(`/admin/reviews/${review?.id}/decision`, { verdict: 'counts', why: 'Seen.' })).status).toBe(200)
  expect(await latestTotals(signup.id)).toMatchObject({ qualified: 500, inReview: 0 })
  expect(await nightOf(brand, first)).toEqual({ day: first, qualified: 0, inReview: 0, excluded: 0 })
})

test('shows nights only to brands', async () => {
  for (const [who, status] of [
    ['creator', 403],
    ['admin', 403],
    ['incomplete-brand', 403],
    ['visitor', 401],
  ] as const)
    expect((await app.as(who).get('/nights')).status).toBe(status)
})

test('counts each reading only once when several workers repeatedly process the same nightly refresh', async () => {
  const [brand, campaignId] = [person('brand'), randomUUID() as string]
  const signups = await Promise.all(
    times(70, async () => {
      const account = await anAccount()
      const signup = await aSignup(account, { brand, campaignId })
      await publish(account, signup.code, points([1, 10], [500, 10]))
      return signup
    }),
  )
  const ctx = app.context()
  clock.set(nextInstantAt('00:00', clock.now()))
  const day = businessDayOf(clock.now())
  await untilPlanned(app, day)
  // On a busy machine, some accounts respond too late and are retried.
  const isAllRead = async () => (await nightOf(brand, day))?.qualified === 700
  for (let attempts = 0; attempts < 2 || (attempts < 8 && !(await isAllRead())); attempts += 1) {
    await Promise.all([work(), work(), work()])
    clock.advance({ minutes: 10, seconds: 1 })
  }
  expect(await nightOf(brand, day)).toEqual({ day, qualified: 700, inReview: 0, excluded: 0 })
  await expectAgreement(brand, signups)
  expect(await nights.count(ctx, { brandId: brand.id }, 100)).toBeLessThan(17)
}, 120_000)
