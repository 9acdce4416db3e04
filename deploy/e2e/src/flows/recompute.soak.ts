/** `npm run cli -- recompute` on very many receipts, as an operator runs it: in a process whose heap is bounded, and no larger for ten times as many. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { eventually } from '@reelfair/testkit'
import { sharedMongo } from '@reelfair/testkit/shared'
import { type Document, MongoClient } from 'mongodb'
import { afterAll, expect, test } from 'vitest'
import { startMarket } from './start-market.ts'

/** What one campaign that was really lived is copied to: each copy has two sign-ups with the readings and lines of all nights. */
const SMALL = 1_000
const LARGE = 10_000
const NIGHTS = 10
/** The six services and the driver alone take about two thirds of it. */
const HEAP_MB = 96
const WRITTEN_TOGETHER = 2_000

const { apps, aCampaign, aSignUp, aDay } = await startMarket()
const { uri } = await sharedMongo()
const client = await new MongoClient(uri).connect()
const folder = mkdtempSync(join(tmpdir(), 'reelfair-recompute-'))
afterAll(async () => {
  await client.close()
  rmSync(folder, { recursive: true, force: true })
})

const { dbPrefix } = apps.campaigns
const READ = { metrics: ['assignments', 'observations'], campaigns: ['campaigns', 'sign_ups', 'credits'], payouts: ['entries'] }
const collections = Object.entries(READ).flatMap(([service, names]) =>
  names.map((name) => client.db(`${dbPrefix}_${service}`).collection<Document & { _id: string }>(name)),
)

const UUID = /([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-)[0-9a-f]{12}/g

/** The same with other ids, which are the same ones in all collections. */
function copyOf(template: Document & { _id: string }, number: number): Document & { _id: string } {
  const mark = number.toString(16).padStart(12, '0')
  const copied = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replaceAll(UUID, `$1${mark}`)
    if (Array.isArray(value)) return value.map(copied)
    if (value === null || typeof value !== 'object' || value instanceof Date) return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, copied(inner)]))
  }
  const copy = copied(template) as Document & { _id: string }
  // A video is named by its network.
  if (copy._id === template._id) copy._id += `:${mark}`
  if (typeof copy.code === 'string') copy.code += mark
  return copy
}

async function fill(templates: ReadonlyMap<unknown, (Document & { _id: string })[]>, from: number, to: number) {
  for (const collection of collections) {
    let rows: (Document & { _id: string })[] = []
    for (let number = from; number < to; number += 1) {
      rows.push(...(templates.get(collection) ?? []).map((one) => copyOf(one, number)))
      if (rows.length < WRITTEN_TOGETHER && number < to - 1) continue
      await collection.insertMany(rows)
      rows = []
    }
  }
}

/** The command in a process of its own; its memory is asked for as long as it lives. */
async function recompute() {
  const cli = resolve(import.meta.dirname, '../../../local/src/cli.ts')
  const began = performance.now()
  const child = spawn(process.execPath, [`--max-old-space-size=${HEAP_MB}`, '--max-semi-space-size=8', cli, 'recompute'], {
    env: { ...process.env, MONGODB_URI: uri, DB_PREFIX: dbPrefix, AMQP_URL: undefined, REELFAIR_FOLDER: folder },
  })
  let peakMb = 0
  const watch = setInterval(() => {
    try {
      // The highest there ever was.
      const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? []
      peakMb = Math.max(peakMb, Number(kilobytes ?? 0) / 1_024)
    } catch {
      // It has just ended.
    }
  }, 50)
  const [printed, said, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  clearInterval(watch)
  return { printed, said, code, peakMb: Math.round(peakMb), seconds: Math.round((performance.now() - began) / 1_000) }
}

test('ten times as many receipts are recomputed within the same bounded heap, and in no more memory', { timeout: 1_800_000 }, async () => {
  const campaign = await aCampaign({ viewsGoal: 200_000 })
  const one = await aSignUp(campaign.id)
  const other = await aSignUp(campaign.id)
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
  })
  const templates = new Map<unknown, (Document & { _id: string })[]>()
  for (const collection of collections) templates.set(collection, await collection.find().toArray())

  const measured = []
  let made = 1
  for (const campaigns of [SMALL, LARGE]) {
    await fill(templates, made, campaigns)
    made = campaigns
    const { printed, said, code, ...took } = await recompute()
    expect({ code, said }).toEqual({ code: 0, said: '' })
    expect(printed).toContain(`The earnings are what was observed: ${2 * campaigns} sign-ups`)
    const counts = await Promise.all(collections.map(async (collection) => [collection.collectionName, await collection.countDocuments()]))
    measured.push({ ...Object.fromEntries(counts), ...took })
  }
  process.stdout.write(`recompute: ${JSON.stringify(measured)}\n`)
  const [small, large] = measured
  expect(large?.observations).toBeGreaterThanOrEqual(150_000)
  expect((large?.peakMb ?? 0) - (small?.peakMb ?? 0)).toBeLessThan(40)
})
