/** Requests campaigns while parts of the system fail, and checks that each one takes effect exactly once. */
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Local, runNamed } from '@reelfair/local'
import { countBy, eventually, times } from '@reelfair/testkit'
import { logoPng } from '@reelfair/testkit/logo'
import { MongoClient } from 'mongodb'
import { expect } from 'vitest'

const VIEWS = 1_000

/** Statuses for rate limits and outages. Any other error, including 500, is a product bug. */
const RETRYABLE = [429, 503]

export interface System {
  readonly local: Local
  readonly folder: string
}

export interface Brand {
  readonly id: string
  readonly cookie: string
  readonly mediaId: string
}

/** Retries a request with the same idempotency key until it succeeds. */
async function insist({ local }: System, method: string, path: string, cookie: string, body?: object | Buffer): Promise<Response> {
  const isFile = Buffer.isBuffer(body)
  const key = randomUUID()
  for (;;) {
    const answer = await fetch(`${local.url}/api${path}`, {
      method,
      headers: {
        cookie,
        origin: local.url,
        ...(body ? { 'content-type': isFile ? 'image/png' : 'application/json' } : {}),
        ...(method === 'GET' ? {} : { 'idempotency-key': key }),
      },
      signal: AbortSignal.timeout(30_000),
      ...(body ? { body: isFile ? new Uint8Array(body) : JSON.stringify(body) } : {}),
    }).catch(() => undefined)
    // Reads the body here, so that the loop retries truncated responses.
    const text = await answer?.text().catch(() => undefined)
    if (answer?.ok && text !== undefined) return new Response(text, { headers: answer.headers })
    if (answer && text !== undefined && !RETRYABLE.includes(answer.status)) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    await pause(50)
  }
}

export const ask = async <T>(system: System, brand: Brand, path: string): Promise<T> =>
  (await insist(system, 'GET', path, brand.cookie)).json() as Promise<T>

export async function makeBrand(system: System, credits: number): Promise<Brand> {
  const email = `${randomUUID()}@faults.example`
  const printed = await runNamed('create-user', [email, 'brand'], system.folder)
  const password = /Password \(shown only once\): (\S+)$/.exec(printed)?.[1]
  const signedIn = await insist(system, 'POST', '/identity/sessions', '', { email, password })
  const cookie = signedIn.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const { id } = (await signedIn.json()) as { id: string }
  const form = {
    brandName: 'Faults',
    contactFirstName: 'F',
    contactLastName: 'Aults',
    contactEmail: 'f@faults.example',
    termsAccepted: true,
  }
  await insist(system, 'PUT', '/identity/brand', cookie, form)
  await eventually(() => runNamed('grant-credits', [id, String(credits), 'faults'], system.folder), { within: 30_000 })
  const logo = await insist(system, 'POST', '/campaigns/media', cookie, logoPng())
  return { id, cookie, mediaId: ((await logo.json()) as { id: string }).id }
}

export async function requestCampaign(system: System, { cookie, mediaId }: Brand): Promise<string> {
  const draft = { name: 'Fault', viewsGoal: VIEWS, category: 'Food_Cooking', network: 'tiktok', link: 'https://brand.example/', mediaId }
  const answer = await insist(system, 'POST', '/campaigns/campaigns', cookie, draft)
  return ((await answer.json()) as { id: string }).id
}

interface LoadOptions {
  readonly brands: number
  readonly campaignsPerBrand: number
  /** Number of campaigns per brand that its credits cover; all others must fail. */
  readonly funded: number
  /** Called after each response with the share of finished requests, from 0 to 1. */
  meanwhile(share: number): void
}

/**
 * Brands run concurrently; each one requests its campaigns in sequence.
 * @returns a check that throws if anything is missing or duplicated; call it once all processes are running again
 */
export async function runLoad(
  system: System,
  { brands: count, campaignsPerBrand, funded, meanwhile }: LoadOptions,
): Promise<() => Promise<void>> {
  const brands: Brand[] = []
  for (let made = 0; made < count; made += 1) brands.push(await makeBrand(system, funded * VIEWS))
  let answered = 0
  const ids = await Promise.all(
    brands.map(async (brand) => {
      const own: string[] = []
      for (let asked = 0; asked < campaignsPerBrand; asked += 1) {
        own.push(await requestCampaign(system, brand))
        answered += 1
        meanwhile(answered / (count * campaignsPerBrand))
      }
      return own
    }),
  )
  return () => checkAll(system, brands, ids, funded)
}

async function checkAll(system: System, brands: readonly Brand[], ids: readonly (readonly string[])[], funded: number): Promise<void> {
  const client = await MongoClient.connect(system.local.mongoUri)
  const collection = (service: string, name: string) => client.db(`${system.local.dbPrefix}_${service}`).collection<{ _id: string }>(name)
  try {
    for (const [at, brand] of brands.entries()) {
      const brandId = brand.id
      const own = ids[at] ?? []
      const stored = await collection('campaigns', 'campaigns').find({ brandId }).toArray()
      expect(stored.map(({ _id }) => _id).sort()).toEqual([...own].sort())
      expect(countBy(stored as { _id: string; status?: string }[], 'status')).toEqual({ active: funded, failed: own.length - funded })
      const decided = await collection('payouts', 'holds').find({ brandId }).toArray()
      expect(countBy(decided as { _id: string; status?: string }[], 'status')).toEqual({ held: funded, refused: own.length - funded })
      const keys = own.map((id) => `hold:campaign:${id}`)
      expect(await collection('payouts', 'entries').countDocuments({ key: { $in: keys } })).toBe(funded)
      expect(await ask(system, brand, '/payouts/credits')).toEqual({ available: 0, held: funded * VIEWS, spent: 0 })
    }
    for (const service of ['identity', 'campaigns', 'payouts'])
      expect(await collection(service, 'outbox').countDocuments(), `the outbox of ${service}`).toBe(0)
  } finally {
    await client.close()
  }
  expect(await runNamed('check-ledger', [], system.folder)).toMatch(/sound/)
  expect(await lettersOf(system)).toEqual([])
}

const SUBSCRIBERS = ['campaigns', 'payouts', 'partnerships', 'metrics']

async function lettersOf({ folder }: System): Promise<string[]> {
  const outputs: string[] = []
  for (const service of SUBSCRIBERS) outputs.push(await runNamed(`${service}-dead-letters`, [], folder))
  return outputs.filter((one) => one !== 'No dead letters.')
}

/**
 * Kills a random process: one of the six services or the gateway.
 * @returns its name
 */
export function killAny({ folder }: System): string {
  const processes = join(folder, 'processes')
  const alive = readdirSync(processes).filter((file) => file.endsWith('.pid'))
  const chosen = alive[Math.floor(Math.random() * alive.length)]
  if (!chosen) throw new Error(`no running process in ${processes}`)
  process.kill(Number(readFileSync(join(processes, chosen), 'utf8')), 'SIGKILL')
  return basename(chosen, '.pid')
}

export function evenly(strikes: number, strike: () => void): (share: number) => void {
  const due = times(strikes, (index) => (index + 1) / (strikes + 1))
  return (share) => {
    while (due[0] !== undefined && share >= due[0]) {
      due.shift()
      strike()
    }
  }
}
