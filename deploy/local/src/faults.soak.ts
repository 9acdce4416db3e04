/** The distributed system while its parts are killed: whatever was answered takes effect exactly once. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { mintToken, PrivateKey } from '@reelfair/service-kit'
import { eventually, times } from '@reelfair/testkit'
import { type Engine, freePort } from '@reelfair/testkit/engines'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runNamed } from './run-commands.ts'
import { type Local, startLocal } from './start-local.ts'

const BRANDS = 10
const CAMPAIGNS_PER_BRAND = 100
const VIEWS = 1_000
const GRANT = 200_000

const folder = mkdtempSync(join(tmpdir(), 'reelfair-faults-'))
let local: Local
beforeAll(async () => {
  const web = { SHELL_APP: folder, REMOTE_CREATOR: folder, REMOTE_BRAND: folder, REMOTE_ADMIN: folder }
  local = await startLocal({ folder, port: await freePort(), distributed: true, empty: true, web })
})
afterAll(async () => {
  await local.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** A request to a service as the gateway would send it; what does not answer, or has no time, is asked again with the same key. */
async function insist(service: string, brandId: string, method: string, path: string, body?: object): Promise<unknown> {
  const key = randomUUID()
  for (;;) {
    const token = await mintToken(
      { sub: brandId, sid: brandId, role: 'brand', complete: true },
      PrivateKey.parse(local.secrets.sessionPrivateKey),
      new Date(),
    )
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...(method === 'GET' ? {} : { 'idempotency-key': key }),
    }
    const answer = await fetch(`${local.services[service]!.url}${path}`, {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    }).catch(() => undefined)
    const text = await answer?.text().catch(() => undefined)
    if (answer?.ok && text !== undefined) return JSON.parse(text)
    if (answer && ![429, 500, 503].includes(answer.status)) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    await pause(50)
  }
}

/** A brand with credits, registered by the way that every brand goes. */
async function makeBrand(): Promise<string> {
  const said = await runNamed('create-user', [`${randomUUID()}@faults.example`, 'brand', randomUUID()], folder)
  const id = /id ([\da-f-]{36})/.exec(said)![1]!
  const form = {
    brandName: 'Faults',
    contactFirstName: 'F',
    contactLastName: 'Aults',
    contactEmail: 'f@faults.example',
    termsAccepted: true,
  }
  await insist('identity', id, 'PUT', '/brand', form)
  await eventually(() => runNamed('grant-credits', [id, String(GRANT), 'faults'], folder), { within: 30_000 })
  return id
}

const killService = () => {
  const all = Object.values(local.services)
  const pid = all[Math.floor(Math.random() * all.length)]?.pid?.()
  if (pid !== undefined) process.kill(pid, 'SIGKILL')
}

const killTenServices = () =>
  inTurn(
    times(10, () => async () => {
      await pause(700)
      killService()
    }),
  )

const without = async (engine: Pick<Engine, 'kill' | 'restart'> | undefined, ms: number) => {
  await engine?.kill?.()
  await pause(ms)
  await engine?.restart?.()
}

test.for([
  ['any service is killed ten times', killTenServices],
  ['RabbitMQ is away for 20 s', () => without(local.broker, 20_000)],
  ['the database is away for 10 s', () => without(local.database, 10_000)],
] as const)('each campaign is there once and has its credits held once, though %s', async ([, fault]) => {
  const brands = []
  for (let made = 0; made < BRANDS; made++) brands.push(await makeBrand())

  const draft = { name: 'Fault', viewsGoal: VIEWS, category: 'Food_Cooking', network: 'tiktok', link: 'https://brand.example/' }
  const posting = Promise.all(
    brands.map((brand) => inTurn(times(CAMPAIGNS_PER_BRAND, () => () => insist('campaigns', brand, 'POST', '/campaigns', draft)))),
  )
  await Promise.all([posting, fault()])

  for (const brand of brands) {
    await eventually(
      async () => {
        const { items, next } = (await insist('campaigns', brand, 'GET', '/campaigns?limit=100')) as {
          items: { status: string }[]
          next?: string
        }
        expect(next).toBeUndefined()
        expect(items.map(({ status }) => status)).toEqual(times(CAMPAIGNS_PER_BRAND, () => 'active'))
      },
      { within: 120_000 },
    )
    const held = CAMPAIGNS_PER_BRAND * VIEWS
    expect(await insist('payouts', brand, 'GET', '/credits')).toMatchObject({ available: GRANT - held, held })
  }
  expect(await runNamed('check-ledger', [], folder)).toMatch(/sound/)
  for (const service of ['campaigns', 'payouts', 'partnerships', 'metrics'])
    expect(await runNamed(`${service}-dead-letters`, [], folder)).toBe('No dead letters.')
})

async function inTurn(works: (() => Promise<unknown>)[]): Promise<void> {
  for (const work of works) await work()
}
