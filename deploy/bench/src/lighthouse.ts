/** Runs Lighthouse, as on a phone, on the landing page and on the same page served as static files. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync } from 'node:zlib'
import { freePort, startLocal } from '@reelfair/local'
import { chromiumProgram, NO_CHROMIUM } from '@reelfair/testkit/engines'
import lighthouse, { type RunnerResult } from 'lighthouse'
import { chromium } from 'playwright-core'
import { atClose, closeAll, newFolder, once } from './closing.ts'
import type { Limit, Suite } from './harness.ts'
import { demand } from './items.ts'

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Category = (typeof CATEGORIES)[number]

const local = once(async () => {
  const running = await startLocal({ folder: newFolder(), port: await freePort() })
  atClose(() => running.stop())
  return running
})

/** Lighthouse opens its own tabs through the debugging port. */
const debuggingPort = once(async () => {
  const executablePath = chromiumProgram()
  if (!executablePath) throw new Error(NO_CHROMIUM)
  const port = await freePort()
  const started = await chromium.launch({ executablePath, args: ['--no-sandbox', `--remote-debugging-port=${port}`] })
  atClose(() => started.close())
  return port
})

const KEPT_HEADERS = ['content-type', 'content-encoding', 'cache-control'] as const

/** Serves copies of the gateway's responses from memory, without any work per request. */
const staticCopy = once(async () => {
  const { url } = await local()
  const copies = new Map<string, { headers: Record<string, string>; body: Buffer }>()
  const copy = async (path: string): Promise<string> => {
    const answer = await fetch(url + path, { headers: { 'accept-encoding': 'identity' } })
    demand(answer.ok, `${path} to load`)
    const headers = KEPT_HEADERS.flatMap((name) => (answer.headers.has(name) ? [[name, answer.headers.get(name) ?? '']] : []))
    const text = Buffer.from(await answer.arrayBuffer())
    copies.set(path, { headers: Object.fromEntries(headers), body: text })
    return text.toString()
  }
  const html = await copy('/')
  const files = [...new Set(html.match(/\/(?:static\/[\w./-]+|mark\.svg)/g))]
  for (const path of [...files, '/robots.txt']) await copy(path)
  compressAll(copies)
  const server = createServer((req, res) => {
    const found = copies.get(req.url ?? '/')
    if (found) res.writeHead(200, { ...found.headers, 'content-length': found.body.length }).end(found.body)
    else res.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atClose(() => server.close())
  return `http://localhost:${(server.address() as AddressInfo).port}`
})

function compressAll(copies: Map<string, { headers: Record<string, string>; body: Buffer }>): void {
  for (const one of copies.values()) {
    if (!/text|javascript|svg/.test(one.headers['content-type'] ?? '')) continue
    one.body = brotliCompressSync(one.body)
    one.headers['content-encoding'] = 'br'
  }
}

async function run(url: string): Promise<RunnerResult['lhr']> {
  const result = await lighthouse(url, {
    port: await debuggingPort(),
    logLevel: 'error',
    onlyCategories: [...CATEGORIES],
    formFactor: 'mobile',
    throttlingMethod: 'simulate',
  })
  if (!result) throw new Error('Lighthouse returned no result')
  demand(result.lhr.runtimeError === undefined, `Lighthouse to load ${url}, got ${result.lhr.runtimeError?.message}`)
  return result.lhr
}

const nameOf = (category: Category) => `${category}: points below 100`
const largestPaint = (report: RunnerResult['lhr']) => report.audits['largest-contentful-paint']?.numericValue ?? Number.NaN

/** @source issue 15 */
const limits = {
  [nameOf('performance')]: 5,
  [nameOf('accessibility')]: 0,
  [nameOf('best-practices')]: 0,
  [nameOf('seo')]: 0,
  'largest paint, as a multiple of the same page as static files': 1.6,
  'largest paint (ms)': Number.POSITIVE_INFINITY,
}

const landingPage: Limit = {
  kind: 'limit',
  name: 'lighthouse',
  unit: 'points of 100 that the landing page lacks, and its largest contentful paint, by Lighthouse’s mobile profile',
  measure: '(points, multiple or ms)',
  limits,
  needed: 3,
  async attempt() {
    const { url } = await local()
    const product = await run(`${url}/`)
    const copied = await run(`${await staticCopy()}/`)
    const missing = CATEGORIES.map((category) => [nameOf(category), Math.round(100 - (product.categories[category]?.score ?? 0) * 100)])
    return {
      ...Object.fromEntries(missing),
      'largest paint, as a multiple of the same page as static files': largestPaint(product) / largestPaint(copied),
      'largest paint (ms)': largestPaint(product),
    }
  },
}

export const lighthouses: Suite = {
  entries: [landingPage],
  facts: async () => ['lighthouse: the landing page in English for brands, mobile, simulated throttling, behind the gateway.'],
  close: closeAll,
}
