/** Compares the product's routes, including middleware, with plain Express routes that do the same reads and writes. */
import { randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'
import { logoPng } from '@reelfair/testkit/logo'
import { raceOfCalls, signedIn, startCampaigns } from './campaigns.ts'
import { closeAll, once } from './closing.ts'
import { mongo } from './engines.ts'
import type { Suite } from './harness.ts'
import { demand } from './items.ts'
import type { Call } from './load.ts'
import { sized } from './sizes.ts'

const BRANDS = sized(20, 2)
const PAGE = 20
/**
 * Writers and readers are different brands, so that the readers' pages stay the same. Far more writers than concurrent
 * requests: a transaction locks its brand, and nobody starts several campaigns at the same moment.
 */
const WRITERS = sized(500, 2)

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

const ids = (count: number) => Array.from({ length: count }, () => randomUUID())

async function uploadLogos({ url, tokenOf }: Awaited<ReturnType<typeof startCampaigns>>, brandIds: readonly string[]) {
  const logos = new Map<string, string>()
  for (const brandId of brandIds) {
    const headers = { authorization: `Bearer ${await tokenOf('brand', brandId)}`, 'content-type': 'image/png' }
    const answer = await fetch(`${url}/media`, { method: 'POST', headers, body: new Uint8Array(logoPng()) })
    demand(answer.status === 201, 'a successful logo upload')
    logos.set(brandId, ((await answer.json()) as { id: string }).id)
  }
  return (brandId: string) => ({ ...DRAFT, mediaId: logos.get(brandId) })
}

const world = once(async () => {
  const campaigns = await startCampaigns()
  const { loads } = campaigns
  const [readers, writers] = [ids(BRANDS), ids(WRITERS)]
  const draftOf = await uploadLogos(campaigns, [...readers, ...writers])
  const posts = (brandId: string): Call => ({ method: 'POST', path: '/campaigns', body: JSON.stringify(draftOf(brandId)) })
  const read = {
    loads,
    productCalls: () => signedIn(campaigns, 'brand', readers, () => ({ method: 'GET', path: `/campaigns?limit=${PAGE}` })),
    baselineCalls: readers.map((brandId): Call => ({ method: 'GET', path: `/campaigns?brandId=${brandId}` })),
  }
  const write = {
    loads,
    productCalls: () => signedIn(campaigns, 'brand', writers, posts),
    baselineCalls: writers.map(
      (brandId): Call => ({ method: 'POST', path: '/campaigns', body: JSON.stringify({ brandId, ...draftOf(brandId) }) }),
    ),
  }

  await loads.product.run(await signedIn(campaigns, 'brand', readers, posts), BRANDS * PAGE)
  let pageBytes = 0
  for (const [at, call] of (await read.productCalls()).entries()) {
    const page = await loads.product.call(call)
    demand(page === (await loads.baseline.call(read.baselineCalls[at]!)), 'identical pages from the product and the baseline')
    demand(JSON.parse(page).items.length === PAGE, `${PAGE} campaigns on a page`)
    pageBytes = Buffer.byteLength(page)
  }
  return { read, write, pageBytes }
})

const express = createRequire(import.meta.url)('express/package.json') as { version: string }

export const http: Suite = {
  entries: [
    raceOfCalls(async () => (await world()).read, {
      name: 'http-page',
      unit: `GET /campaigns, a page of ${PAGE} in index order`,
      aim: 0.7,
      floor: { ratio: 0.7, cpuRatio: 0.6 },
    }),
    raceOfCalls(async () => (await world()).write, {
      name: 'http-post',
      unit: 'POST /campaigns, one transaction: a lock on the brand, four reads, then a campaign and an outbox row in one write',
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
      `ceiling: Express ${express.version} and mongoose in a separate process: the same query, or the same reads and writes in one transaction, and response.json; nothing else.`,
    ]
  },
  close: closeAll,
}
