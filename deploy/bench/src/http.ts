/** Requests per second of the product's routes, with all that is around them, against bare Express routes that read and write the same. */
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
/** Brands that write are others than those that read, so that a page stays what it was. */
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
  const bare = await startChild(program('serve-bare.ts'), { MONGODB_URI: uri, DATABASE: `${prefix}_campaigns` })
  atClose(bare.stop)
  const loads = { product: openLoad(product.url), bare: openLoad(bare.url) }
  atClose(loads.product.close)
  atClose(loads.bare.close)

  const brandIds = (count: number) => Array.from({ length: count }, () => randomUUID())
  const readers = brandIds(BRANDS)
  const writers = brandIds(WRITERS)
  /** Each brand's logo, uploaded before anything is measured. */
  const logos = new Map<string, string>()
  for (const sub of [...readers, ...writers]) {
    const token = await mintToken({ sub, sid: randomUUID(), role: 'brand', complete: true }, privateKey, new Date())
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'image/png' }
    const answer = await fetch(`${product.url}/media`, { method: 'POST', headers, body: new Uint8Array(logoPng()) })
    demand(answer.status === 201, 'a logo is taken')
    logos.set(sub, ((await answer.json()) as { id: string }).id)
  }
  const draftOf = (brandId: string) => ({ ...DRAFT, mediaId: logos.get(brandId) })

  /** Tokens live for seconds, and each serves many requests: as from the gateway. */
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
  const bareCalls = {
    read: readers.map((brandId): Call => ({ method: 'GET', path: `/campaigns?brandId=${brandId}` })),
    write: writers.map((brandId): Call => ({ method: 'POST', path: '/campaigns', body: JSON.stringify({ brandId, ...draftOf(brandId) }) })),
  }

  const seeds = await signedIn(readers, posts)
  await loads.product.run(seeds, BRANDS * PAGE)
  const pages: string[] = []
  for (const [at, call] of (await productCalls.read()).entries()) {
    const page = await loads.product.call(call)
    demand(page === (await loads.bare.call(bareCalls.read[at]!)), 'both answer a page with the same bytes')
    demand(JSON.parse(page).items.length === PAGE, `a page holds ${PAGE} campaigns`)
    pages.push(page)
  }
  return { loads, productCalls, bareCalls, pageBytes: Buffer.byteLength(pages[0] ?? '') }
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
      // Starting is no part of any sample.
      prepare: async () => void (await world()),
      async work(units) {
        const { loads, bareCalls } = await world()
        await loads.bare.run(bareCalls[what], units)
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
    raceOf('http-page', `GET /campaigns, a page of ${PAGE} in the order of an index`, 'read', {
      aim: 0.7,
      floor: { ratio: 0.7, cpuRatio: 0.6 },
    }),
    raceOf('http-post', 'POST /campaigns, one transaction: its logo and draft looked at, a campaign and an outbox row written', 'write', {
      aim: 0.5,
      floor: { ratio: 0.5, cpuRatio: 0.45 },
    }),
  ],
  async facts() {
    const { pageBytes } = await world()
    return [
      (await mongo()).said,
      `http: 50 kept connections from the bench's own process; a page is ${pageBytes} bytes, the same from both. Log level info, written to a pipe that is read.`,
      'product: the campaigns service as a process: token, schemas in and out, limits of size and time, access log, metrics; its events go to an in-process bus after the commit.',
      `ceiling: Express ${express.version} and mongoose in a process: the same query, or the same two reads and two writes in one transaction, and response.json; nothing else.`,
    ]
  },
  close: closeAll,
}
