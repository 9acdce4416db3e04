import { campaigns } from '@reelfair/campaigns/app'
import { metrics } from '@reelfair/metrics/app'
import { partnerships } from '@reelfair/partnerships/app'
import { payouts } from '@reelfair/payouts/app'
import { eventually } from '@reelfair/testkit'
import { sharedMongo } from '@reelfair/testkit/shared'
import { MongoClient } from 'mongodb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMarket } from './start-market.ts'

const SOON = { within: 30_000 }
const { apps, aCampaign, aSignUp, anInvitation, aDay, hoursUntilNoonIn } = await startMarket()
const client = await new MongoClient((await sharedMongo()).uri).connect()
afterAll(() => client.close())

interface Row {
  _id: string
  key?: string
  charged?: number
  plannedEnd?: Date
}
const rows = (service: keyof typeof apps, name: string) => client.db(`${apps.campaigns.dbPrefix}_${service}`).collection<Row>(name)

/** Pipes `recount | compute-partnerships | compute-earnings | compare-earnings`, as `npm run cli -- recompute` does. */
async function recompute({ cut, now }: { cut?: (lines: AsyncIterable<string>) => AsyncIterable<string>; now?: Date } = {}) {
  let lines: AsyncIterable<string> = noLines()
  for (const [service, name] of [
    [metrics, 'recount'],
    [partnerships, 'compute-partnerships'],
    [campaigns, 'compute-earnings'],
    [payouts, 'compare-earnings'],
  ] as const) {
    const own = apps[service.name as keyof typeof apps].context()
    const ctx = now ? { ...own, now: () => now } : own
    lines = service.commands?.find((one) => one.name === name)?.lines?.({}, ctx, cut ? cut(lines) : lines) ?? expect.unreachable(name)
  }
  const printed: string[] = []
  try {
    for await (const line of lines) printed.push(line)
  } catch (error) {
    return { printed, error: (error as Error).message }
  }
  return { printed }
}
async function* noLines(): AsyncGenerator<string> {}

let one: Awaited<ReturnType<typeof aSignUp>>
let other: Awaited<ReturnType<typeof aSignUp>>
let partnership: Awaited<ReturnType<typeof anInvitation>>
let campaignId = ''

beforeAll(async () => {
  const campaign = await aCampaign({ viewsGoal: 30_000 })
  campaignId = campaign.id
  one = await aSignUp(campaignId)
  other = await aSignUp(campaignId)
  partnership = await anInvitation({ weeklyViewsGoal: 3_000 })
  await partnership.answer('acceptance')
  await eventually(async () => expect(await partnership.history()).toMatchObject({ assignmentId: partnership.id }), SOON)
  await partnership.publish({ kind: 'points', points: [{ afterHours: 0, views: 3_100 }] })
  await one.publish({ kind: 'organic', views: 20_000, seed: 'a' })
  await other.publish({ kind: 'organic', views: 40_000, seed: 'b' })
  await other.publish({ kind: 'bot_spike', views: 9_000, seed: 'c', turnAfterHours: hoursUntilNoonIn(1) })
  let day = ''
  for (let days = 0; days < 4; days += 1) day = await aDay()
  await eventually(async () => {
    expect(await rows('campaigns', 'campaigns').findOne({ _id: campaignId })).toMatchObject({ settledThrough: day })
    const { charged, cents } = await one.receipt()
    expect(charged).toBeGreaterThan(5_000)
    expect(await one.balance()).toMatchObject({ earned: cents })
    expect(await other.balance()).toMatchObject({ earned: (await other.receipt()).cents })
    expect(await partnership.balance()).toMatchObject({ payable: 60 })
    // A day waits for the readings only, so the settlements of all four nights may still be under way.
  }, SOON)
}, 180_000)

test('confirms the views and cents of both sign-ups and of the partnership', async () => {
  const [a, b] = [await one.receipt(), await other.receipt()]
  expect(await recompute()).toEqual({
    printed: [
      `All earnings match: 2 sign-ups, ${a.charged + b.charged} views, ${a.cents + b.cents} cents; 1 partnerships, 3000 views, 60 cents, recomputed and in the ledger.`,
    ],
  })
  // The sign-ups share the views that remain on the last day.
  expect(a.days.length).toBeGreaterThan(1)
  expect(a.days.at(-1)).toHaveProperty('shared')
  for (const { revision } of a.days) expect(revision).toBeGreaterThan(0)
})

const earned = (cents: number): [string, keyof typeof apps, string, () => object, object] => [
  `a ledger entry that is off by ${cents} cent`,
  'payouts',
  'entries',
  () => ({ key: { $regex: `^earn:sign-up:${one.id}:` } }),
  { $inc: { 'postings.1.amount': cents } },
]

test.each<[string, keyof typeof apps, string, () => object, object]>([
  earned(1),
  earned(-1),
  [
    'one extra credit used',
    'payouts',
    'entries',
    () => ({ key: { $regex: `^consume:sign-up:${one.id}:` } }),
    { $inc: { 'postings.1.amount': 1 } },
  ],
  [
    'a ledger entry for another campaign',
    'payouts',
    'entries',
    () => ({ key: { $regex: `^earn:sign-up:${one.id}:` } }),
    { $set: { 'why.subject': 'x' } },
  ],
  ['one extra observed view', 'metrics', 'observations', () => ({ assignmentId: one.id }), { $inc: { views: 1 } }],
  ['a fault that was not observed', 'metrics', 'observations', () => ({ assignmentId: one.id }), { $set: { faults: ['code_missing'] } }],
  ['one extra view in the receipt', 'campaigns', 'allocation_lines', () => ({ signUpId: one.id }), { $inc: { 'charged.after': 1 } }],
  ['one extra cent in the receipt', 'campaigns', 'allocation_lines', () => ({ signUpId: one.id }), { $inc: { 'cents.after': 1 } }],
  ['a wrong rate in the receipt', 'campaigns', 'allocation_lines', () => ({ signUpId: one.id }), { $set: { 'rateCard.centsPer1000': 20 } }],
  ['a different revision in the receipt', 'campaigns', 'allocation_lines', () => ({ signUpId: one.id }), { $inc: { revision: 1 } }],
  ['one extra cent in the sign-up', 'campaigns', 'sign_ups', () => ({ _id: one.id }), { $inc: { cents: 1 } }],
])('reports the sign-up with %s', async (_, service, name, filter, change) => {
  const collection = rows(service, name)
  const before = (await collection.findOne(filter(), { sort: { _id: 1 } })) ?? expect.unreachable()
  await collection.updateOne({ _id: before._id }, change)
  const { error, printed } = await recompute()
  await collection.replaceOne({ _id: before._id }, before)
  expect(error).toContain(`sign-up ${one.id}`)
  expect(error).not.toContain(other.id)
  expect(printed.join('\n')).toContain(`sign-up ${one.id}: `)
  expect((await recompute()).error).toBeUndefined()
})

test.each<[string, keyof typeof apps, string, () => object, object]>([
  [
    'a ledger entry that is off by one cent',
    'payouts',
    'entries',
    () => ({ key: { $regex: `^earn:partnership:${partnership.id}:` } }),
    { $inc: { 'postings.1.amount': 1 } },
  ],
  [
    'one extra credit used',
    'payouts',
    'entries',
    () => ({ key: { $regex: `^consume:partnership:${partnership.id}:` } }),
    { $inc: { 'postings.1.amount': 1 } },
  ],
  ['one extra observed view', 'metrics', 'observations', () => ({ assignmentId: partnership.id }), { $inc: { views: 1 } }],
  ['one extra qualified view', 'partnerships', 'partnerships', () => ({ _id: partnership.id }), { $inc: { 'decisions.0.qualified': 1 } }],
  ['another tier', 'partnerships', 'partnerships', () => ({ _id: partnership.id }), { $set: { 'decisions.1.tier': 75 } }],
  ['another price', 'partnerships', 'partnerships', () => ({ _id: partnership.id }), { $inc: { amountCents: 1 } }],
  ['another rate', 'partnerships', 'partnerships', () => ({ _id: partnership.id }), { $set: { 'rateCard.centsPer1000': 21 } }],
])('reports the partnership with %s', async (_, service, name, filter, change) => {
  const collection = rows(service, name)
  const before = (await collection.findOne(filter(), { sort: { _id: 1 } })) ?? expect.unreachable()
  await collection.updateOne({ _id: before._id }, change)
  const { error, printed } = await recompute()
  await collection.replaceOne({ _id: before._id }, before)
  expect(error).toContain(`partnership ${partnership.id}`)
  for (const { id } of [one, other]) expect(error).not.toContain(id)
  expect(printed.join('\n')).toContain(`partnership ${partnership.id}: `)
  expect((await recompute()).error).toBeUndefined()
})

test('reports a campaign with a wrong total, a missing ledger entry and an entry for an unknown sign-up', async () => {
  const [sums, entries] = [rows('campaigns', 'campaigns'), rows('payouts', 'entries')]
  await sums.updateOne({ _id: campaignId }, { $inc: { charged: -1 } })
  expect((await recompute()).error).toContain(`campaign ${campaignId}`)
  await sums.updateOne({ _id: campaignId }, { $inc: { charged: 1 } })

  const entry = (await entries.findOne({ key: { $regex: `^earn:sign-up:${one.id}:` } })) ?? expect.unreachable()
  await entries.deleteOne({ _id: entry._id })
  expect((await recompute()).error).toContain(`sign-up ${one.id}`)
  const unknown = crypto.randomUUID()
  await entries.insertOne({ ...entry, key: `earn:sign-up:${unknown}:2` })
  const { error } = await recompute()
  expect(error).toContain(`sign-up ${unknown}`)
  expect(error).toContain(`sign-up ${one.id}`)
  await entries.replaceOne({ _id: entry._id }, entry)
  expect((await recompute()).error).toBeUndefined()
})

test('fails when its input is cut off', async () => {
  const { error } = await recompute({
    cut: async function* (lines) {
      for await (const line of lines) if (!line.includes('"recounted"')) yield line
    },
  })
  expect(error).toContain('ends too early')
})

test('reports nothing while the metrics service deletes its data after 24 months, one collection after another', async () => {
  const signUp = await rows('metrics', 'assignments').findOne({ _id: one.id })
  const gone = (signUp?.plannedEnd ?? expect.unreachable()).getTime() + 730 * 86_400_000
  const kept = ['observations', 'videos', 'reviews', 'assignments']
  const left = async () => (await Promise.all(kept.map((name) => rows('metrics', name).countDocuments({})))).reduce((a, b) => a + b)
  expect(await left()).toBeGreaterThan(8)
  // Covers the time from before the first reading expires until after the last document has expired.
  for (let hours = -9 * 24; hours <= 4 * 24; hours += 12) {
    const now = new Date(gone + hours * 3_600_000)
    for (const name of kept) {
      // MongoDB expires documents by its server's clock, so the test deletes them itself.
      for (const { key, expireAfterSeconds } of await rows('metrics', name).indexes())
        if (expireAfterSeconds !== undefined)
          for (const field of Object.keys(key))
            await rows('metrics', name).deleteMany({ [field]: { $lte: new Date(now.getTime() - expireAfterSeconds * 1_000) } })
      expect(await recompute({ now }), `${name}, ${hours} hours from expiry`).not.toHaveProperty('error')
    }
  }
  expect(await left()).toBe(0)
})
