/** Runs `npm run cli -- recompute` with a bounded heap: ten times as many receipts must not require a larger heap. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { eventually, insertInBulk } from '@reelfair/testkit'
import { sharedMongo } from '@reelfair/testkit/shared'
import { type Document, MongoClient } from 'mongodb'
import { afterAll, expect, test } from 'vitest'
import { startMarket } from './start-market.ts'

/** Number of copies of one real campaign with two sign-ups and of one real partnership, with readings and receipts. */
const SMALL = 1_000
const LARGE = 10_000
const NIGHTS = 10
/** The code of the six services and the MongoDB driver uses about two thirds of this heap. */
const HEAP_MB = 96

const { apps, aCampaign, aSignUp, anInvitation, aDay } = await startMarket()
const { uri } = await sharedMongo()
const client = await new MongoClient(uri).connect()
const folder = mkdtempSync(join(tmpdir(), 'reelfair-recompute-'))
afterAll(async () => {
  await client.close()
  rmSync(folder, { recursive: true, force: true })
})

const { dbPrefix } = apps.campaigns
const READ = {
  metrics: ['assignments', 'observations'],
  partnerships: ['partnerships'],
  campaigns: ['campaigns', 'sign_ups', 'allocation_lines'],
  payouts: ['entries'],
}
const collections = Object.entries(READ).flatMap(([service, names]) =>
  names.map((name) => client.db(`${dbPrefix}_${service}`).collection<Document & { _id: string }>(name)),
)

const UUID = /([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-)[0-9a-f]{12}/g

/** Derives new ids from `number`, so that references between collections still match. */
function copyOf(template: Document & { _id: string }, number: number): Document & { _id: string } {
  const mark = number.toString(16).padStart(12, '0')
  const copied = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replaceAll(UUID, `$1${mark}`)
    if (Array.isArray(value)) return value.map(copied)
    if (value === null || typeof value !== 'object' || value instanceof Date) return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, copied(inner)]))
  }
  const copy = copied(template) as Document & { _id: string }
  // A video's id comes from the network and is not a UUID.
  if (copy._id === template._id) copy._id += `:${mark}`
  if (typeof copy.code === 'string') copy.code += mark
  return copy
}

function* copiesOf(templates: readonly (Document & { _id: string })[], from: number, to: number) {
  for (let number = from; number < to; number += 1) for (const template of templates) yield copyOf(template, number)
}

async function recompute() {
  const cli = resolve(import.meta.dirname, '../../../local/src/cli.ts')
  const began = performance.now()
  const child = spawn(process.execPath, [`--max-old-space-size=${HEAP_MB}`, '--max-semi-space-size=8', cli, 'recompute'], {
    env: { ...process.env, MONGODB_URI: uri, DB_PREFIX: dbPrefix, AMQP_URL: undefined, REELFAIR_FOLDER: folder },
  })
  let peakMb = 0
  const watch = setInterval(() => {
    try {
      // VmHWM is the peak resident memory so far.
      const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? []
      peakMb = Math.max(peakMb, Number(kilobytes ?? 0) / 1_024)
    } catch {
      // The process has just exited.
    }
  }, 50)
  const [printed, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  clearInterval(watch)
  return { printed, errors, code, peakMb: Math.round(peakMb), seconds: Math.round((performance.now() - began) / 1_000) }
}

test('recomputes ten times as many receipts in the same heap, with at most 40 MB more memory', { timeout: 1_800_000 }, async () => {
  const campaign = await aCampaign({ viewsGoal: 200_000 })
  const one = await aSignUp(campaign.id)
  const other = await aSignUp(campaign.id)
  const partnership = await anInvitation({ weeklyViewsGoal: 20_000 })
  await partnership.answer('acceptance')
  await eventually(async () => expect(await partnership.history()).toMatchObject({ assignmentId: partnership.id }))
  await partnership.publish({ kind: 'points', points: [{ afterHours: 24, views: 12_400 }] })
  await one.publish({ kind: 'organic', views: 40_000, seed: 'a' })
  await other.publish({ kind: 'organic', views: 20_000, seed: 'b' })
  for (let nights = 0; nights < NIGHTS; nights += 1) await aDay()
  await eventually(async () => {
    expect(await client.db(`${dbPrefix}_campaigns`).collection('campaigns').findOne()).toMatchObject({ settledAt: expect.any(Date) })
    for (const signUp of [one, other]) {
      const { charged, cents } = await signUp.receipt()
      expect(charged).toBeGreaterThan(5_000)
      expect(await signUp.balance()).toMatchObject({ earned: cents })
    }
    expect(await partnership.balance()).toMatchObject({ earned: 200, payable: 200 })
  })
  const templates = await Promise.all(collections.map(async (collection) => [collection, await collection.find().toArray()] as const))

  const measured = []
  let made = 1
  for (const campaigns of [SMALL, LARGE]) {
    for (const [collection, rows] of templates) await insertInBulk(collection, copiesOf(rows, made, campaigns))
    made = campaigns
    const { printed, errors, code, ...took } = await recompute()
    expect({ code, errors }).toEqual({ code: 0, errors: '' })
    expect(printed).toMatch(new RegExp(`All earnings match: ${2 * campaigns} sign-ups, .*; ${campaigns} partnerships, `))
    const counts = await Promise.all(collections.map(async (collection) => [collection.collectionName, await collection.countDocuments()]))
    measured.push({ ...Object.fromEntries(counts), ...took })
  }
  process.stdout.write(`recompute: ${JSON.stringify(measured)}\n`)
  const [small, large] = measured
  expect(large?.observations).toBeGreaterThanOrEqual(150_000)
  expect((large?.peakMb ?? 0) - (small?.peakMb ?? 0)).toBeLessThan(40)
})
