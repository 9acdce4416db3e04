/** All earnings anew, across the services: from what was observed to what the ledger holds; one wrong number anywhere is named. */
import { campaigns } from '@reelfair/campaigns/app'
import { metrics } from '@reelfair/metrics/app'
import { payouts } from '@reelfair/payouts/app'
import { eventually } from '@reelfair/testkit'
import { sharedMongo } from '@reelfair/testkit/shared'
import { MongoClient } from 'mongodb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMarket } from './start-market.ts'

const { apps, aCampaign, aSignUp, aDay } = await startMarket()
const client = await new MongoClient((await sharedMongo()).uri).connect()
afterAll(() => client.close())

interface Row {
  _id: string
  key?: string
  charged?: number
  plannedEnd?: Date
}
const rows = (service: keyof typeof apps, name: string) => client.db(`${apps.campaigns.dbPrefix}_${service}`).collection<Row>(name)

/** `recount | reckon | compare-earnings`, as `npm run cli -- recompute` has it. */
async function recompute({ cut, now }: { cut?: (lines: AsyncIterable<string>) => AsyncIterable<string>; now?: Date } = {}) {
  let lines: AsyncIterable<string> = noLines()
  for (const [service, name] of [
    [metrics, 'recount'],
    [campaigns, 'reckon'],
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
let campaignId = ''

beforeAll(async () => {
  const campaign = await aCampaign({ viewsGoal: 30_000 })
  campaignId = campaign.id
  one = await aSignUp(campaignId)
  other = await aSignUp(campaignId)
  await one.publish({ kind: 'organic', views: 20_000, seed: 'a' })
  await other.publish({ kind: 'organic', views: 40_000, seed: 'b' })
  await other.publish({ kind: 'bot_spike', views: 9_000, seed: 'c', turnAfterHours: 30 })
  let day = ''
  for (let days = 0; days < 4; days += 1) day = await aDay()
  await eventually(async () => {
    expect(await rows('campaigns', 'campaigns').findOne({ _id: campaignId })).toMatchObject({ settledThrough: day })
    const { charged, cents } = await one.receipt()
    expect(charged).toBeGreaterThan(5_000)
    expect(await one.balance()).toMatchObject({ earned: cents })
    expect(await other.balance()).toMatchObject({ earned: (await other.receipt()).cents })
  })
}, 180_000)

test('nothing is wrong: both sign-ups, their views and cents', async () => {
  const [a, b] = [await one.receipt(), await other.receipt()]
  expect(await recompute()).toEqual({
    printed: [
      `The earnings are what was observed: 2 sign-ups, ${a.charged + b.charged} views, ${a.cents + b.cents} cents, reckoned anew and in the ledger.`,
    ],
  })
  // The goal is reached within days, so the last one was shared.
  expect(a.days.length).toBeGreaterThan(1)
  expect(a.days.at(-1)).toHaveProperty('shared')
  for (const { revision } of a.days) expect(revision).toBeGreaterThan(0)
})

const earned = (cents: number): [string, keyof typeof apps, string, () => object, object] => [
  `${cents} cent more in an entry of the ledger`,
  'payouts',
  'entries',
  () => ({ key: { $regex: `^earn:sign-up:${one.id}:` } }),
  { $inc: { 'postings.1.amount': cents } },
]

test.each<[string, keyof typeof apps, string, () => object, object]>([
  earned(1),
  earned(-1),
  [
    'one credit more used',
    'payouts',
    'entries',
    () => ({ key: { $regex: `^consume:sign-up:${one.id}:` } }),
    { $inc: { 'postings.1.amount': 1 } },
  ],
  [
    'an entry for another campaign',
    'payouts',
    'entries',
    () => ({ key: { $regex: `^earn:sign-up:${one.id}:` } }),
    { $set: { 'why.subject': 'x' } },
  ],
  ['a view more observed', 'metrics', 'observations', () => ({ assignmentId: one.id }), { $inc: { views: 1 } }],
  ['a fault that was not there', 'metrics', 'observations', () => ({ assignmentId: one.id }), { $set: { faults: ['code_missing'] } }],
  ['a view more in the receipt', 'campaigns', 'credits', () => ({ signUpId: one.id }), { $inc: { 'charged.after': 1 } }],
  ['a cent more in the receipt', 'campaigns', 'credits', () => ({ signUpId: one.id }), { $inc: { 'cents.after': 1 } }],
  ['a dearer rate card in the receipt', 'campaigns', 'credits', () => ({ signUpId: one.id }), { $set: { 'rateCard.centsPer1000': 20 } }],
  ['another revision in the receipt', 'campaigns', 'credits', () => ({ signUpId: one.id }), { $inc: { revision: 1 } }],
  ['a cent more of the sign-up', 'campaigns', 'sign_ups', () => ({ _id: one.id }), { $inc: { cents: 1 } }],
])('%s: it fails and names the sign-up', async (_, service, name, filter, change) => {
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

test('a campaign whose sums do not fit, an entry that is gone and one of nobody’s sign-up are named', async () => {
  const [sums, entries] = [rows('campaigns', 'campaigns'), rows('payouts', 'entries')]
  await sums.updateOne({ _id: campaignId }, { $inc: { charged: -1 } })
  expect((await recompute()).error).toContain(`campaign ${campaignId}`)
  await sums.updateOne({ _id: campaignId }, { $inc: { charged: 1 } })

  const entry = (await entries.findOne({ key: { $regex: `^earn:sign-up:${one.id}:` } })) ?? expect.unreachable()
  await entries.deleteOne({ _id: entry._id })
  expect((await recompute()).error).toContain(`sign-up ${one.id}`)
  const nobody = crypto.randomUUID()
  await entries.insertOne({ ...entry, key: `earn:sign-up:${nobody}:2` })
  const { error } = await recompute()
  expect(error).toContain(`sign-up ${nobody}`)
  expect(error).toContain(`sign-up ${one.id}`)
  await entries.replaceOne({ _id: entry._id }, entry)
  expect((await recompute()).error).toBeUndefined()
})

test('whoever is cut off in the middle has not agreed', async () => {
  const { error } = await recompute({
    cut: async function* (lines) {
      for await (const line of lines) if (!line.includes('"recounted"')) yield line
    },
  })
  expect(error).toContain('end too early')
})

test('while metrics’ figures are removed after 24 months, one collection after the other, no sound receipt is doubted', async () => {
  const signUp = await rows('metrics', 'assignments').findOne({ _id: one.id })
  const gone = (signUp?.plannedEnd ?? expect.unreachable()).getTime() + 730 * 86_400_000
  const kept = ['observations', 'videos', 'reviews', 'assignments']
  const left = async () => (await Promise.all(kept.map((name) => rows('metrics', name).countDocuments({})))).reduce((a, b) => a + b)
  expect(await left()).toBeGreaterThan(8)
  // From before the first reading is old enough until after the last document of the sign-ups is.
  for (let hours = -9 * 24; hours <= 4 * 24; hours += 12) {
    const now = new Date(gone + hours * 3_600_000)
    for (const name of kept) {
      // What MongoDB does by itself, by its own clock.
      for (const { key, expireAfterSeconds } of await rows('metrics', name).indexes())
        if (expireAfterSeconds !== undefined)
          for (const field of Object.keys(key))
            await rows('metrics', name).deleteMany({ [field]: { $lte: new Date(now.getTime() - expireAfterSeconds * 1_000) } })
      expect(await recompute({ now }), `${name}, ${hours} hours from their end`).not.toHaveProperty('error')
    }
  }
  expect(await left()).toBe(0)
})
