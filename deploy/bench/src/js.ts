/** Uses a browser's network log to measure how much JavaScript a first visit to the built apps loads. */
import { freePort, startLocal } from '@reelfair/local'
import type { Page, Request } from 'playwright-core'
import { browser, signIn } from './browser.ts'
import { atClose, closeAll, newFolder, once } from './closing.ts'
import type { Limit, Suite } from './harness.ts'
import { demand } from './items.ts'
import { sized } from './sizes.ts'

const LANDING_KB = 12
const SHELL_KB = 160
const REMOTE_KB = 35
/** A page counts as loaded after this long without a new request. */
const QUIET_MS = sized(1_500, 300)
const LOAD_WITHIN_MS = 60_000

const FIRST_PAGES = { creator: '/dashboard', brand: '/brand-dashboard', admin: '/admin' } as const
type Remote = keyof typeof FIRST_PAGES
const REMOTES = Object.keys(FIRST_PAGES) as Remote[]

const local = once(async () => {
  const running = await startLocal({ folder: newFolder(), port: await freePort() })
  atClose(() => running.stop())
  return running
})

interface Script {
  readonly path: string
  readonly bytes: number
}

async function scriptsOf(page: Page, url: string): Promise<Script[]> {
  const finished: Request[] = []
  let lastAt = performance.now()
  page.on('request', () => {
    lastAt = performance.now()
  })
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script') finished.push(request)
  })
  await page.goto(url, { timeout: LOAD_WITHIN_MS })
  await page.locator('h1').first().waitFor({ timeout: LOAD_WITHIN_MS })
  while (performance.now() - lastAt < QUIET_MS) await page.waitForTimeout(100)
  return Promise.all(
    finished.map(async (request) => {
      const path = new URL(request.url()).pathname
      const answer = await request.response()
      demand(answer?.ok() ?? false, `${path} to load`)
      const bytes = (await request.sizes()).responseBodySize
      // The gateway sends files uncompressed if brotli would enlarge them.
      demand((await answer?.headerValue('content-encoding')) === 'br' || bytes < 1_000, `${path} to be sent as brotli`)
      return { path, bytes }
    }),
  )
}

const kilobytes = (scripts: readonly Script[]) => scripts.reduce((sum, { bytes }) => sum + bytes, 0) / 1000

/** Scripts loaded on the first visit to a public page. */
async function visited(path: '/' | '/login'): Promise<number> {
  const context = await (await browser()).newContext({ locale: 'en-GB' })
  try {
    const page = await context.newPage()
    const scripts = await scriptsOf(page, `${(await local()).url}${path}`)
    const blocking = await page.evaluate(() =>
      (performance.getEntriesByType('resource') as unknown as { name: string; renderBlockingStatus?: string }[])
        .filter(({ renderBlockingStatus }) => renderBlockingStatus === 'blocking')
        .map(({ name }) => name),
    )
    if (path === '/') demand(blocking.length === 0 && scripts.length > 0, `nothing to block the landing page, got ${blocking.join(', ')}`)
    return kilobytes(scripts)
  } finally {
    await context.close()
  }
}

async function dashboard(remote: Remote): Promise<number> {
  const { url, signIns } = await local()
  const user = signIns.find(({ email }) => email.startsWith(`${remote}@`))
  if (!user) throw new Error(`no demo user can sign in as ${remote}`)
  const context = await (await browser()).newContext()
  try {
    await signIn(context, url, user)
    const page = await context.newPage()
    const scripts = (await scriptsOf(page, `${url}${FIRST_PAGES[remote]}`)).filter(({ path }) => path.startsWith('/remotes/'))
    demand(scripts.length > 0 && scripts.every(({ path }) => path.startsWith(`/remotes/${remote}/`)), `only scripts of ${remote}`)
    return kilobytes(scripts)
  } finally {
    await context.close()
  }
}

const firstLoad: Limit = {
  kind: 'limit',
  name: 'js',
  unit: `brotli bytes of all scripts of a first visit, until ${QUIET_MS / 1000} s pass without a request`,
  measure: 'KB',
  limits: {
    'the landing page, nothing blocking': LANDING_KB,
    'the shell, on the sign-in page': SHELL_KB,
    ...Object.fromEntries(REMOTES.map((remote) => [`${remote}, on its first page`, REMOTE_KB])),
  },
  unaffectedByLoad: true,
  needed: 1,
  async attempt() {
    const figures: Record<string, number> = {
      'the landing page, nothing blocking': await visited('/'),
      'the shell, on the sign-in page': await visited('/login'),
    }
    for (const remote of REMOTES) figures[`${remote}, on its first page`] = await dashboard(remote)
    return figures
  },
}

export const js: Suite = {
  entries: [firstLoad],
  facts: async () => [
    `js: Chromium ${(await browser()).version()}, the built apps behind the gateway, which compresses them with brotli; 1 KB is 1,000 bytes, and headers are not counted.`,
  ],
  close: closeAll,
}
