import { SettingChanged } from '@reelfair/contracts'
import { finalReadingAt, settlementDayOf } from '@reelfair/rules'
import { person, times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { refusedCodes } from '../testing/error-codes.ts'
import { points, startMetrics } from '../testing/start-metrics.ts'

const { app, clock, anAccount, aSignup, endCampaign, latestTotals, publish, night, work } = await startMetrics()
const admin = person('admin')

const openReviews = async (assignmentId: string) =>
  (await app.as(admin).get('/admin/reviews', { limit: 100 })).body.items.filter(
    (review: { assignmentId: string; decision?: object }) => review.assignmentId === assignmentId && !review.decision,
  )

/** The video gains most of its views from bots on the second night. */
async function aBotSpike() {
  const account = await anAccount({ averageViews: 3_000, followers: 9_000 })
  const signup = await aSignup(account)
  await publish(account, signup.code, { kind: 'bot_spike', views: 60_000, seed: 'bots', turnAfterHours: 30 })
  await night()
  await night()
  const [review] = await openReviews(signup.id)
  return { ...signup, review }
}

async function anUnknownLogo(curve: object = points([1, 500], [200, 500])) {
  const account = await anAccount()
  const signup = await aSignup(account)
  await publish(account, signup.code, curve, { logo: 'unknown' })
  await night()
  const [review] = await openReviews(signup.id)
  return { ...signup, review }
}

const decide = (reviewId: string, body: object, who = admin) => app.as(who).post(`/admin/reviews/${reviewId}/decision`, body)

test('opens a review with evidence for a bot spike, and shows the review to both the creator and the brand', async () => {
  const { id, review, creator, brand } = await aBotSpike()
  const { qualified, inReview, defaults } = await latestTotals(id)
  expect(inReview).toBeGreaterThan(40_000)
  const day = settlementDayOf(new Date(review.decideBy))
  expect(defaults).toEqual([{ day, counts: 0, excluded: inReview, isApplied: false }])
  expect(qualified).toBeGreaterThan(0)
  expect(review).toMatchObject({ kind: 'growth', views: inReview, byDefault: 'excluded', username: 'lea' })
  const [{ views, newViews, evidence }] = review.readings
  expect(newViews).toBe(inReview)
  expect(views).toBe(qualified + inReview)
  expect(new Set(evidence.map(({ signal }: { signal: string }) => signal)).size).toBeGreaterThanOrEqual(2)
  expect((await app.emitted('review.opened')).filter((event) => event.assignmentId === id)).toMatchObject([
    { reviewId: review.id, kind: 'growth', brandId: brand.id, creatorId: creator.id },
  ])
  for (const who of [creator, brand])
    expect((await app.as(who).get(`/assignments/${id}/reviews`)).body.items).toMatchObject([{ id: review.id }])
})

test('a review keeps the period that was in force when it opened', async () => {
  const setting = (version: number, value: number) => SettingChanged.of({ key: 'review_hours', value, validFrom: clock.now(), version })
  const hoursOf = ({ openedAt, decideBy }: { openedAt: string; decideBy: string }) =>
    (Date.parse(decideBy) - Date.parse(openedAt)) / 3_600_000
  const before = await anUnknownLogo()
  // The events arrive twice and out of order.
  for (const event of [setting(2, 24), setting(1, 48), setting(2, 24)]) await app.deliver(event)
  const after = await anUnknownLogo()
  expect([hoursOf(before.review), hoursOf(after.review)]).toEqual([72, 24])
  expect((await openReviews(before.id)).map(hoursOf)).toEqual([72])
  await app.deliver(setting(3, 72))
})

test('shows admins the network’s picture of the video', async () => {
  const { review } = await anUnknownLogo()
  expect(review.thumbnailUrl).toMatch(/^http:.*\/social\/pictures\/.*\.webp$/)
})

test('counts all views in review exactly once after an admin’s approval, and stores the decision', async () => {
  const { id, review } = await aBotSpike()
  const before = await latestTotals(id)
  const answer = await decide(review.id, { verdict: 'counts', why: 'A famous person shared it.' })
  expect(answer).toMatchObject({
    status: 200,
    body: { decision: { verdict: 'counts', by: 'admin', why: 'A famous person shared it.' }, views: before.inReview },
  })
  expect(await latestTotals(id)).toMatchObject({
    revision: before.revision + 1,
    observed: before.observed,
    qualified: before.observed,
    inReview: 0,
    excluded: [],
  })
  expect((await app.emitted('review.decided')).filter(({ reviewId }) => reviewId === review.id)).toMatchObject([
    { verdict: 'counts', by: 'admin' },
  ])
  const again = await decide(review.id, { verdict: 'excluded', why: 'Changed my mind.' })
  expect(again).toMatchObject({ status: 409, body: { code: 'review_decided' } })
  expect(await latestTotals(id)).toMatchObject({ revision: before.revision + 1, qualified: before.observed })
})

test('excludes views in review after an admin’s refusal, but counts later views', async () => {
  const { id, review } = await aBotSpike()
  const before = await latestTotals(id)
  await decide(review.id, { verdict: 'excluded', why: 'A click farm.' })
  expect(await latestTotals(id)).toMatchObject({
    inReview: 0,
    qualified: before.qualified,
    excluded: [{ reason: 'not_human', views: before.inReview }],
  })
  await night()
  const after = await latestTotals(id)
  expect(after.qualified).toBeGreaterThan(before.qualified)
  expect(after.excluded).toEqual([{ reason: 'not_human', views: before.inReview }])
})

test('accepts exactly one of six concurrent decisions', async () => {
  const { id, review } = await aBotSpike()
  const { revision } = await latestTotals(id)
  const answers = await Promise.all(times(6, (index) => decide(review.id, { verdict: index % 2 ? 'counts' : 'excluded', why: 'So.' })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
  expect(refusedCodes(answers)).toEqual(['review_decided'])
  expect((await latestTotals(id)).revision).toBe(revision + 1)
})

test('applies defaults after 72 hours: excludes non-human growth and counts an unrecognised logo', async () => {
  const [bots, logo] = [await aBotSpike(), await anUnknownLogo()]
  const { inReview } = await latestTotals(bots.id)
  expect(await latestTotals(logo.id)).toMatchObject({
    qualified: 0,
    inReview: 500,
    defaults: [{ day: settlementDayOf(new Date(logo.review.decideBy)), counts: 500, excluded: 0, isApplied: false }],
  })
  clock.set(new Date(new Date(bots.review.decideBy).getTime() - 1))
  await work()
  expect(await latestTotals(bots.id)).toMatchObject({ inReview })
  clock.advance({ ms: 1 })
  // No worker has applied the default yet.
  const overdue = await decide(bots.review.id, { verdict: 'counts', why: 'Too late.' })
  expect(overdue).toMatchObject({ status: 409, body: { code: 'review_overdue' } })
  await work()
  expect(await latestTotals(bots.id)).toMatchObject({
    inReview: 0,
    excluded: [{ reason: 'not_human', views: inReview }],
    defaults: [{ day: settlementDayOf(new Date(bots.review.decideBy)), counts: 0, excluded: inReview, isApplied: true }],
  })
  const late = await decide(bots.review.id, { verdict: 'counts', why: 'Too late.' })
  expect(late).toMatchObject({ status: 409, body: { code: 'review_decided' } })
  clock.set(logo.review.decideBy)
  await work()
  expect(await latestTotals(logo.id)).toMatchObject({ qualified: 500, inReview: 0 })
  const { body } = await app.as(bots.creator).get(`/assignments/${bots.id}/reviews`)
  expect(body.items[0].decision).toMatchObject({ by: 'default', why: 'No decision was made in time, so the views don’t count.' })
})

test('brings the deadline forward to the final reading when a campaign ends early', async () => {
  const { id, campaignId, brand, review } = await anUnknownLogo()
  // The final reading is on the second night, before the 72 hours have passed.
  const due = finalReadingAt(clock.now())
  expect(due.getTime()).toBeLessThan(Date.parse(review.decideBy))
  await endCampaign(campaignId, brand.id, clock.now())
  await work()
  expect(await openReviews(id)).toMatchObject([{ id: review.id, decideBy: due.toISOString() }])
  clock.set(due)
  const late = await decide(review.id, { verdict: 'counts', why: 'Too late.' })
  expect(late).toMatchObject({ status: 409, body: { code: 'review_overdue' } })
})

test('lets a brand approve its own logo, but not decide growth reviews or another brand’s reviews', async () => {
  const [{ id, review, brand }, bots] = [await anUnknownLogo(), await aBotSpike()]
  expect((await app.as(brand).get('/reviews')).body.items).toMatchObject([{ id: review.id, kind: 'logo', views: 500 }])
  const approve = (reviewId: string, who = brand) => app.as(who).post(`/reviews/${reviewId}/approval`, {})
  expect(await approve(review.id, person('brand'))).toMatchObject({ status: 404 })
  expect(await approve(bots.review.id, bots.brand)).toMatchObject({ status: 403, body: { code: 'not_allowed' } })
  expect((await approve(review.id)).body).toMatchObject({
    decision: { verdict: 'counts', by: 'brand', why: 'The brand recognised its logo.' },
  })
  expect(await approve(review.id)).toMatchObject({ status: 409, body: { code: 'review_decided' } })
  expect(await latestTotals(id)).toMatchObject({ qualified: 500, inReview: 0, videos: [{ logo: 'verified' }] })
  await night()
  expect(await latestTotals(id)).toMatchObject({ qualified: 500, inReview: 0, videos: [{ logo: 'verified' }] })
})

test('excludes views with the reason given for a refused logo, and rejects an approval with a reason', async () => {
  const { id, review } = await anUnknownLogo()
  expect(await decide(review.id, { verdict: 'counts', why: 'Seen.', reason: 'logo_too_small' })).toMatchObject({ status: 400 })
  await decide(review.id, { verdict: 'excluded', why: 'Tiny.', reason: 'logo_too_small' })
  expect(await latestTotals(id)).toMatchObject({ excluded: [{ reason: 'logo_too_small', views: 500 }], videos: [{ logo: 'not_verified' }] })
})

test('lists open reviews first, by deadline and in pages, for admins only', async () => {
  const pages: { id: string; decision?: object; decideBy: string }[] = []
  let cursor: string | undefined
  do {
    const { body } = await app.as(admin).get('/admin/reviews', { limit: 3, ...(cursor && { cursor }) })
    pages.push(...body.items)
    cursor = body.next
  } while (cursor)
  expect(new Set(pages.map(({ id }) => id)).size).toBe(pages.length)
  const open = pages.findIndex(({ decision }) => decision)
  expect(open).toBeGreaterThan(0)
  expect(pages.slice(open).every(({ decision }) => decision)).toBe(true)
  const due = pages.slice(0, open).map(({ decideBy }) => decideBy)
  expect(due).toEqual(due.toSorted())
  expect((await app.as('creator').get('/admin/reviews')).status).toBe(403)
  expect((await decide(pages[0]!.id, { verdict: 'counts', why: 'x' }, person('brand') as never)).status).toBe(403)
  expect((await decide(crypto.randomUUID(), { verdict: 'counts', why: 'x' })).status).toBe(404)
  expect((await decide(pages[0]!.id, { verdict: 'counts', why: '  ' })).status).toBe(400)
})

test('adds new views to an open review', async () => {
  const { id, review } = await anUnknownLogo(points([1, 500], [200, 700]))
  const first = (await latestTotals(id)).inReview
  await night()
  const [same] = await openReviews(id)
  expect(same).toMatchObject({ id: review.id, views: (await latestTotals(id)).inReview })
  expect(same.views).toBeGreaterThan(first)
  expect(same.readings).toHaveLength(2)
  expect((await app.emitted('review.opened')).filter((event) => event.assignmentId === id)).toHaveLength(1)
  // Screens that show the review subscribe to this event.
  expect((await app.emitted('review.grown')).filter((event) => event.assignmentId === id)).toMatchObject([
    { reviewId: review.id, views: same.views },
  ])
})

test('shows a refused logo as a fault to both the creator and the brand until a reading recognises the logo', async () => {
  const { id, review, creator, brand } = await anUnknownLogo()
  await decide(review.id, { verdict: 'excluded', why: 'Nothing to see.' })
  const faultsFor = async (who: typeof creator) => (await app.as(who).get(`/assignments/${id}/videos`)).body.items[0].faults
  const absent = [{ reason: 'logo_absent', fix: 'show_logo' }]
  expect(await latestTotals(id)).toMatchObject({ videos: [{ faults: ['logo_absent'] }] })
  for (const who of [creator, brand]) expect(await faultsFor(who)).toEqual(absent)
  await night()
  expect(await faultsFor(creator)).toEqual(absent)
})
