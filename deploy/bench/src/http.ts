/** Compares the product's routes, middleware included, with plain Express routes that do the same reads and writes. */
import { randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { makeSessionKeys, mintToken, PrivateKey } from '@reelfair/service-kit'
import { smallLimits } from '@reelfair/testkit/engines'
import { logoPng } from '@reelfair/testkit/logo'
import { startChild } from './child.ts'
import { atClose, closeAll, once } from './closing.ts'
import { mongo } from './engines.ts'
import type { Race, Suite } from './harness.ts'
import { demand } from './items.ts'
import { type Call, openLoad } from './load.ts'
import { sized } from './sizes.ts'

const BRANDS = sized(20, 2)
const PAGE = 20
/** Writers and readers are different brands, so that the readers' pages stay the same. */
const WRITERS = sized(20, 2)

const DRAFT = {
  name: 'A campaign of the bench',
  viewsGoal: 10_000,
  category: 'Gaming_Esports',
  language: 'en',
  network: 'tiktok',
  link: 'https://example.com/a-product',
  zones: ['EU'],
  duration: '1w',
}

const program = (name: string) => join(import.meta.dirname, name)

const world = once(async () => {
  const { uri } = await mongo()
  const prefix = `bench-${randomUUID().slice(0, 8)}`
  const keys = makeSessionKeys()
  const privateKey = PrivateKey.parse(keys.privateKey)
  const env = {
    ...smallLimits,
    MONGODB_URI: uri,
    DB_PREFIX: prefix,
    SESSION_PUBLIC_KEY: keys.publicKey,
    GATEWAY_SECRET: randomUUID(),
    LOG_LEVEL: 'info',
  }
  const product = await startChild(program('serve-campaigns.ts'), env)
  atClose(product.stop)
  const baseline = await startChild(program('serve-baseline.ts'), { MONGODB_URI: uri, DATABASE: `${prefix}_campaigns` })
  atClose(baseline.stop)
  const loads = { product: openLoad(product.url), baseline: openLoad(baseline.url) }
  atClose(loads.product.close)
  atClose(loads.baseline.close)

  const brandIds = (count: number) => Array.from({ length: count }, () => randomUUID())
  const readers = brandIds(BRANDS)
  const writers = brandIds(WRITERS)
  /** Logo ids by brand; the logos are uploaded before anything is measured. */
  const logos = new Map<string, string>()
  for (const sub of [...readers, ...writers]) {
    const token = await mintToken({ sub, sid: randomUUID(), role: 'brand', complete: true }, privateKey, new Date())
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'image/png' }
    const answer = await fetch(`${product.url}/media`, { method: 'POST', headers, body: new Uint8Array(logoPng()) })
    demand(answer.status === 201, 'a successful logo upload')
    logos.set(sub, ((await answer.json()) as { id: string }).id)
  }
  const draftOf = (brandId: string) => ({ ...DRAFT, mediaId: logos.get(brandId) })

  /** As in the gateway, a token is valid for seconds and serves many requests. */
  const signedIn = (ids: readonly string[], callOf: (brandId: string) => Call) =>
    Promise.all(
      ids.map(async (sub): Promise<Call> => {
        const token = await mintToken({ sub, sid: randomUUID(), role: 'brand', complete: true }, privateKey, new Date())
        return { ...callOf(sub), headers: { authorization: `Bearer ${token}`, 'x-request-id': randomUUID(), 'accept-language': 'en' } }
      }),
    )
  const posts = (brandId: string): Call => ({ method: 'POST', path: '/campaigns', body: JSON.stringify(draftOf(brandId)) })
  const productCalls = {
    read: () => signedIn(readers, () => ({ method: 'GET', path: `/campaigns?limit=${PAGE}` })),
    write: () => signedIn(writers, posts),
  }
  const baselineCalls = {
    read: readers.map((brandId): Call => ({ method: 'GET', path: `/campaigns?brandId=${brandId}` })),
    write: writers.map((brandId): Call => ({ method: 'POST', path: '/campaigns', body: JSON.stringify({ brandId, ...draftOf(brandId) }) })),
  }

  const seeds = await signedIn(readers, posts)
  await loads.product.run(seeds, BRANDS * PAGE)
  const pages: string[] = []
  for (const [at, call] of (await productCalls.read()).entries()) {
    const page = await loads.product.call(call)
    demand(page === (await loads.baseline.call(baselineCalls.read[at]!)), 'identical pages from the product and the baseline')
    demand(JSON.parse(page).items.length === PAGE, `${PAGE} campaigns on a page`)
    pages.push(page)
  }
  return { loads, productCalls, baselineCalls, pageBytes: Buffer.byteLength(pages[0] ?? '') }
})

function raceOf(name: string, unit: string, what: 'read' | 'write', goal: Pick<Race, 'aim' | 'floor'>): Race {
  let calls: readonly Call[] = []
  return {
    kind: 'race',
    name,
    unit,
    ...goal,
    sampleMs: 1_000,
    ceiling: {
      // Excludes startup from the samples.
      prepare: async () => void (await world()),
      async work(units) {
        const { loads, baselineCalls } = await world()
        await loads.baseline.run(baselineCalls[what], units)
      },
    },
    product: {
      prepare: async () => {
        calls = await (await world()).productCalls[what]()
      },
      async work(units) {
        const { loads } = await world()
        await loads.product.run(calls, units)
      },
    },
  }
}

const express = createRequire(import.meta.url)('express/package.json') as { version: string }

export const http: Suite = {
  entries: [
    raceOf('http-page', `GET /campaigns, a page of ${PAGE} in index order`, 'read', {
      aim: 0.7,
      floor: { ratio: 0.7, cpuRatio: 0.6 },
    }),
    raceOf('http-post', 'POST /campaigns, one transaction: reads the logo and the draft, writes a campaign and an outbox row', 'write', {
      aim: 0.5,
      floor: { ratio: 0.5, cpuRatio: 0.45 },
    }),
  ],
  async facts() {
    const { pageBytes } = await world()
    return [
      (await mongo()).description,
      `http: 50 keep-alive connections from the bench's own process; a page is ${pageBytes} bytes, identical on both sides. Log level info; the bench reads the log pipe.`,
      'product: the campaigns service as a separate process with tokens, input and output schemas, size and time limits, access log and metrics; its events go to an in-process bus after the commit.',
      `ceiling: Express ${express.version} and mongoose in a separate process: the same query, or the same two reads and two writes in one transaction, and response.json; nothing else.`,
    ]
  },
  close: closeAll,
}
