/** Partnerships are measured like sign-ups, so each rule is tested for both. */
import { PartnershipStarted, Subject } from '@reelfair/contracts'
import { finalReadingAt } from '@reelfair/rules'
import { person } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { recount } from '../cli/recount.ts'
import { assignmentById } from '../store/assignments.ts'
import { points, startMetrics } from '../testing/start-metrics.ts'

const world = await startMetrics()
const { app, clock, anAccount, aSignup, aPartnership, measures, ends, latestTotals, emitted, outside, publish, edit, night, work } = world
const MENTION = 'Commercial collaboration'
const curve = points([1, 500], [400, 500])
const stateOf = (id: string) => assignmentById(app.context(), id)
const hoursAgo = (hours: number) => new Date(clock.now().getTime() - hours * 3_600_000).toISOString()
const excludedFor = (reason: string) => ({ qualified: 0, inReview: 0, excluded: [{ reason, views: 500 }] })
const forBoth = <Case extends readonly unknown[]>(cases: readonly Case[]) =>
  cases.flatMap((one) => Subject.options.map((subject) => [subject, ...one] as const))

interface Given {
  readonly account?: object
  readonly video?: () => object
  readonly caption?: (code: string) => string
}

test.each(
  forBoth<readonly [name: string, totals: object | undefined, given: Given]>([
    ['a video with its code', { qualified: 500, inReview: 0, excluded: [] }, {}],
    ['a video without a code', undefined, { caption: () => MENTION }],
    ['a missing mention', excludedFor('mention_missing'), { caption: (code) => code }],
    ['a missing logo', excludedFor('logo_absent'), { video: () => ({ logo: { present: false } }) }],
    ['an unrecognised logo', { qualified: 0, inReview: 500 }, { video: () => ({ logo: 'unknown' }) }],
    ['a missing link', excludedFor('link_not_in_bio'), { account: { bio: 'Hello' } }],
    ['an age-restricted account', excludedFor('account_age_restricted'), { account: { ageRestricted: true } }],
    ['a long video', excludedFor('not_short_vertical'), { video: () => ({ durationS: 181 }) }],
    ['an earlier video', excludedFor('published_before_sign_up'), { video: () => ({ publishedAt: hoursAgo(24) }) }],
  ]),
)('measures a %s: %s', async (subject, _, totals, { account = {}, video = () => ({}), caption = (code) => `${code} ${MENTION}` }) => {
  const externalId = await anAccount(account)
  const { id, subjectId, code, creator } = await measures[subject](externalId, { days: 2 })
  const published = await outside<{ id: string }>(`accounts/${externalId}/videos`, { caption: caption(code), curve, ...video() })
  await night()
  const event = await latestTotals(id)
  if (!totals) return expect(event).toBeUndefined()
  expect(event).toMatchObject({ subject, assignmentId: id, observed: 500, isFinal: false, ...totals })
  expect(event.videos).toMatchObject([{ videoId: published.id, publishedAt: expect.stringMatching(/Z$/) }])
  const { items } = (await app.as(creator).get('/videos')).body
  expect(items).toMatchObject([{ subject, subjectId, assignmentId: id, videoId: published.id }])
})

test.each(Subject.options)('opens and decides reviews of a %s, and tells both sides', async (subject) => {
  const externalId = await anAccount()
  const { id, subjectId, code, creator, brand } = await measures[subject](externalId)
  await publish(externalId, code, curve, { logo: 'unknown' })
  await night()
  const facts = { subject, subjectId, assignmentId: id, brandId: brand.id, creatorId: creator.id, kind: 'logo', views: 500 }
  const eventsOf = async (type: string) => (await app.emitted(type)).filter(({ assignmentId }) => assignmentId === id)
  const [opened] = await eventsOf('review.opened')
  expect(opened).toMatchObject(facts)
  await app.as(brand).post(`/reviews/${opened.reviewId}/approval`, {})
  expect(await eventsOf('review.decided')).toMatchObject([{ ...facts, verdict: 'counts', by: 'brand' }])
  expect((await app.as(brand).get('/reviews')).body.items).toMatchObject([{ subject, subjectId }])
  expect(await latestTotals(id)).toMatchObject({ qualified: 500, inReview: 0 })
})

test.each(Subject.options)('warns the creator of views at risk in a %s', async (subject) => {
  const externalId = await anAccount()
  const { id, subjectId, code, creator, endsAt } = await measures[subject](externalId)
  await publish(externalId, code, curve)
  await night()
  await edit(externalId, { isPublic: false })
  await night()
  const risks = (await app.emitted('views.endangered')).filter(({ assignmentId }) => assignmentId === id)
  const finalReading = { reason: 'account_private', views: 500, finalReadingAt: finalReadingAt(endsAt).toISOString() }
  expect(risks).toMatchObject([{ subject, subjectId, creatorId: creator.id, ...finalReading }])
})

test.each(Subject.options)('ends a %s early, reads it then and in its final reading, and counts no later views', async (subject) => {
  const externalId = await anAccount()
  const { id, subjectId, code, brand } = await measures[subject](externalId)
  clock.advance({ minutes: 1 })
  await publish(externalId, code, points([100, 10_000]))
  clock.advance({ hours: 40 })
  const endedAt = clock.now()
  for (const _ of [1, 2]) await ends[subject](subjectId, brand.id, endedAt)
  await work()
  expect(await latestTotals(id)).toMatchObject({ isFinal: 'end', observed: 4_000, qualified: 4_000 })
  expect(await stateOf(id)).toMatchObject({ endsAt: endedAt, finalDueAt: finalReadingAt(endedAt) })
  clock.set(finalReadingAt(endedAt))
  await work()
  expect(await latestTotals(id)).toMatchObject({ isFinal: 'checks', observed: 4_000, qualified: 4_000 })
  expect(await stateOf(id)).toMatchObject({ isOpen: false, final: 'checks' })
})

test('measures a partnership once, even when its start is delivered several times', async () => {
  const { id, subjectId, endsAt, facts } = await aPartnership('tt_1')
  await app.deliver(PartnershipStarted.of(facts), { times: 2 })
  await app.deliver(PartnershipStarted.of(facts, { code: 'RF-ZZZZZ' }))
  expect(subjectId).toBe(id)
  const subject = { subject: 'partnership', subjectId: id, accountKey: 'tiktok:tt_1', code: facts.code }
  const dates = { signedUpAt: facts.startsAt, endsAt, plannedEnd: endsAt, finalDueAt: endsAt }
  expect(await stateOf(id)).toMatchObject({ ...subject, ...dates, isOpen: true, version: 1 })
})

test('applies the end of a partnership that arrives before its start, but not one after the planned end', async () => {
  const [early, late] = [crypto.randomUUID(), crypto.randomUUID()]
  const endedAt = clock.now()
  await ends.partnership(early, crypto.randomUUID(), endedAt)
  await ends.partnership(late, crypto.randomUUID(), new Date(endedAt.getTime() + 30 * 86_400_000))
  await work()
  const started = [await aPartnership('tt_2', { partnershipId: early }), await aPartnership('tt_3', { partnershipId: late })]
  expect(await stateOf(early)).toMatchObject({ endsAt: endedAt, plannedEnd: started[0]?.endsAt, finalDueAt: endedAt })
  expect(await stateOf(late)).toMatchObject({ endsAt: started[1]?.endsAt })
})

test.each([
  ['sign-up', 0],
  ['partnership', 1],
] as const)('counts a video for the %s whose code comes first', async (_, first) => {
  const externalId = await anAccount()
  const creator = person('creator')
  const both = [await aSignup(externalId, { creator }), await aPartnership(externalId, { creator })] as const
  const [own, other] = [both[first], both[1 - first] ?? both[0]]
  await publish(externalId, `${own.code} ${other.code}`, curve)
  await night()
  expect(await latestTotals(own.id)).toMatchObject({ qualified: 500 })
  expect(await emitted(other.id)).toEqual([])
})

test.each(Subject.options)('counts no video of a %s in which the code of another creator’s partnership comes first', async (subject) => {
  const [mine, theirs] = [await anAccount(), await anAccount()]
  const [own, stranger] = [await measures[subject](mine), await aPartnership(theirs)]
  await publish(mine, `${stranger.code} ${own.code}`, curve)
  await night()
  for (const { id } of [own, stranger]) expect(await emitted(id)).toEqual([])
})

test('shows a partnership’s videos to both sides, and its code only to the creator', async () => {
  const externalId = await anAccount()
  const { id, code, creator, brand } = await aPartnership(externalId)
  await publish(externalId, `Look! ${code}`, curve)
  await night()
  const captionFor = async (who: typeof creator | typeof brand) =>
    (await app.as(who).get(`/assignments/${id}/videos`)).body.items[0].caption
  expect(await captionFor(creator)).toBe(`Look! ${code} ${MENTION}`)
  expect(await captionFor(brand)).toBe(`Look! ${MENTION}`)
  expect((await app.as(person('brand')).get(`/assignments/${id}/videos`)).status).toBe(404)
})

test('keeps one line per day of what a partnership asks of the account, even without a video', async () => {
  const externalId = await anAccount()
  const { id, creator, brand } = await aPartnership(externalId)
  const signup = await aSignup(externalId)
  const days = [await night()]
  await edit(externalId, { bio: 'Nothing here' })
  days.push(await night())
  await edit(externalId, { bio: 'https://alpine.example/winter', isPublic: false, ageRestricted: true })
  days.push(await night())
  const lines = [
    { linkOk: true, isPublic: true, ageRestricted: false },
    { linkOk: false, isPublic: true, ageRestricted: false },
    { linkOk: true, isPublic: false, ageRestricted: true },
  ].map((line, index) => ({ ...line, day: days[index], at: expect.any(String) }))
  const complianceFor = async (who: typeof creator | typeof brand, of = id) =>
    (await app.as(who).get(`/assignments/${of}/history`)).body.compliance
  for (const who of [creator, brand]) expect(await complianceFor(who)).toEqual(lines)
  expect(await complianceFor(signup.creator, signup.id)).toEqual([])
  // The reading at the end replaces that day's line.
  clock.advance({ hours: 1 })
  await edit(externalId, { isPublic: true, ageRestricted: false })
  await ends.partnership(id, brand.id, clock.now())
  await work()
  const last = { ...lines[0], day: days[2], at: clock.now().toISOString() }
  expect(await complianceFor(creator)).toEqual([...lines.slice(0, 2), last])
})

test('notes an account that is gone as unknown', async () => {
  const externalId = await anAccount()
  const { id, code, creator } = await aPartnership(externalId)
  await publish(externalId, code, curve)
  await night()
  await edit(externalId, { isGone: true })
  const day = await night()
  for (let retries = 0; retries < 3; retries += 1) {
    clock.advance({ minutes: 11 })
    await work()
  }
  const { compliance } = (await app.as(creator).get(`/assignments/${id}/history`)).body
  expect(compliance).toHaveLength(2)
  expect(compliance[1]).toMatchObject({ day, linkOk: null, isPublic: null, ageRestricted: null })
})

test('recounts partnerships and sign-ups alike', async () => {
  const lines = (await recount.run({}, app.context())).split('\n').map((line) => JSON.parse(line))
  expect(lines.at(-1)).toMatchObject({ differ: 0 })
  for (const subject of Subject.options) expect(lines.filter((line) => line.subject === subject).length).toBeGreaterThan(10)
})
