/** Checks that first page loads on a slow network do not move visible content or send unnecessary requests. */
import { loadOnSlowPhone, pagesOfRoles, slowDown, type Vitals } from '@reelfair/testkit/slow-phone'
import type { BrowserContext, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Extent } from './every-page.ts'
import type { Site } from './site.ts'

/** Maximum cumulative layout shift, one fifth of the value that is considered good. */
const LAYOUT_SHIFT = 0.02
/** The shell's timeouts for fonts (shell/src/fonts.ts) and for a page with its data (shell/src/bootstrap.tsx). */
const SHELL_WAITS_MS = [1_000, 1_500]
const MAX_ATTEMPTS = 10

type Person = keyof typeof pagesOfRoles

interface Loaded extends Vitals {
  /** Number of requests per preloaded address. */
  readonly ahead: Readonly<Record<string, number>>
  /** Whether the browser requested the first screen's fonts before the last script arrived (shell/public/early.js). */
  readonly hasEarlyFonts: boolean
  /** Ignores the skeleton that is shown until the page of a redirect has loaded. */
  readonly hadPageSkeleton: boolean
  readonly hasSession: boolean
}

/**
 * Requests that need no preload: the shell's own, requests that depend on another response, and the wizard's draft,
 * which must be current.
 */
const EXEMPT =
  /^\/api\/(?:live$|metrics\/readings\/latest$|identity\/(?:notifications\/unread$|brand-logos\/)|campaigns\/(?:media\/|sign-ups\/|drafts\/current$|campaigns\/[\w-]+$|campaigns\?tab=)|metrics\/assignments\/|partnerships\/invitations\/)/

async function addressOf(path: string, { request }: Pick<BrowserContext, 'request'>): Promise<string> {
  const [, kind] = /:(campaign|partnership)$/.exec(path) ?? []
  if (kind === undefined) return path
  const { items } = await (await request.get(`/api/${kind}s/${kind}s`)).json()
  return path.replace(`:${kind}`, items[0]?.id)
}

/** Opens a tab with an empty cache and records its requests until its first write. */
async function newTab(site: Site, person: Person, path: string) {
  const { page, context, faults } = await site.visit(person)
  const address = await addressOf(path, context)
  // Blocks live updates, because they repeat all requests if the scripts load slowly.
  await page.route('**/api/live', () => undefined)
  const asked: string[] = []
  let hasWritten = false
  page.on('request', (request) => {
    hasWritten ||= request.method() !== 'GET'
    if (!hasWritten) asked.push(request.url().replace(site.url, ''))
  })
  return { page, context, faults, asked, address }
}

async function load(site: Site, person: Person, path: string): Promise<Loaded> {
  const { page, context, faults, asked, address } = await newTab(site, person, path)
  try {
    await context.addCookies([{ name: '__Host-locale', value: 'en', domain: 'localhost', path: '/', secure: true }])
    await slowDown(page, 1)
    await page.addInitScript(waitForAll, SHELL_WAITS_MS)
    const vitals = await loadOnSlowPhone(page, address)
    // The pages for e-mailed links open with a link that was never sent to anyone.
    faults.forget(/status of 410 .*\/api\/identity\/link-checks\)/)
    expect(faults.found, `${person} ${path}`).toEqual([])
    const isRedirected = new URL(page.url()).pathname !== new URL(address, site.url).pathname
    const links = page.locator('link[rel=preload]')
    const ahead = await links.evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''))
    const { fonts, lastScriptAt, isStatic } = await page.evaluate(() => {
      const files = (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).toSorted(
        (a, b) => a.responseEnd - b.responseEnd,
      )
      const scripts = [...document.querySelectorAll<HTMLScriptElement>('script[defer]')].map(({ src }) => src)
      const firstFonts = files.filter(({ name }) => /\/(?:instrument-sans-latin-wght-normal|fraunces-latin-opsz-normal)\./.test(name))
      return {
        fonts: firstFonts.map(({ startTime }) => ({ startTime })),
        isStatic: scripts.length === 0,
        lastScriptAt: files.findLast(({ name }) => scripts.includes(name))?.responseEnd ?? 0,
      }
    })
    // The landing page preloads them.
    const hasEarlyFonts = fonts.length === 2 && (isStatic || fonts.every(({ startTime }) => startTime < lastScriptAt))
    return {
      ...vitals,
      hasEarlyFonts,
      hasSession: hasSession(asked),
      hadPageSkeleton: !isRedirected && (await page.locator('.had-page-skeleton').count()) > 0,
      ahead: Object.fromEntries(ahead.map((url) => [url, asked.filter((one) => one === url).length])),
    }
  } finally {
    await context.close()
  }
}

/** Runs in the page. Prevents the shell from timing out on a busy machine, and detects a page skeleton. */
function waitForAll(shellWaitsMs: readonly number[]): void {
  const wait = window.setTimeout.bind(window) as (run: TimerHandler, ms?: number, ...given: unknown[]) => number
  window.setTimeout = ((run: TimerHandler, ms?: number, ...given: unknown[]) =>
    wait(run, shellWaitsMs.includes(ms ?? 0) ? 60_000 : ms, ...given)) as typeof window.setTimeout
  new MutationObserver(() => {
    if (document.querySelector('.rf-page-skeleton')) document.documentElement.classList.add('had-page-skeleton')
  }).observe(document, { childList: true, subtree: true })
}

/** A busy gateway may omit the session, and the page then requests it. */
const hasSession = (asked: readonly string[]) => !asked.includes('/api/identity/session')

/** Shell pages for signed-in people. These pages load their data only when they render. */
const OWN_PAGES: readonly string[] = ['/account', '/notifications']
const isOfRemote = (person: Person, path: string) => person !== 'visitor' && !OWN_PAGES.includes(path)

/** The gateway's links include this address; the shell's own links, for its messages, are in every page. */
const hasGatewayLinks = ({ ahead }: Loaded) => '/remotes.json' in ahead

/** Retries until the page has its session and the gateway's links, because a busy gateway omits either after 0.5 s. */
async function loadInTime(site: Site, person: Person, path: string): Promise<Loaded> {
  for (let attempts = 1; ; attempts += 1) {
    const loaded = await load(site, person, path)
    const hasHeadStart = loaded.hasSession && (hasGatewayLinks(loaded) || !isOfRemote(person, path))
    if ((hasHeadStart && loaded.hasEarlyFonts) || attempts === MAX_ATTEMPTS) return loaded
  }
}

/** Requests a page without preloads; the gateway omits them while the visitor's language is unknown. */
async function requestsWithoutPreload(site: Site, person: Person, path: string): Promise<string[]> {
  for (let attempts = 1; ; attempts += 1) {
    const { page, context, asked, address } = await newTab(site, person, path)
    try {
      await slowDown(page, 1)
      await loadOnSlowPhone(page, address)
      if (hasSession(asked) || attempts === MAX_ATTEMPTS)
        return [...new Set(asked)].filter((url) => url.startsWith('/api/') && !EXEMPT.test(url)).toSorted()
    } finally {
      await context.close()
    }
  }
}

/** One shell page and one app page. `landing.ts` loads the landing page. */
const CHOSEN = ['/login', '/brand-dashboard']

/** @param extent `one`: the chosen pages; `all`: every page of every role */
export function onSlowPhone(site: Site, extent: Extent): void {
  const pages = Object.entries(pagesOfRoles).flatMap(([person, paths]) =>
    paths.filter((path) => extent === 'all' || CHOSEN.includes(path)).map((path) => ({ person: person as Person, path })),
  )

  // Tabs mostly wait for the network, so they load concurrently.
  test.concurrent.for(pages)(
    '$path of $person loads without layout shift and preloads exactly what it requests',
    async ({ person, path }, { expect }) => {
      const { layoutShift, shifts, ahead, hasEarlyFonts, hadPageSkeleton } = await loadInTime(site, person, path)
      expect(layoutShift, shifts.join('\n')).toBeLessThanOrEqual(LAYOUT_SHIFT)
      expect(hasEarlyFonts).toBe(true)
      if (person !== 'visitor' && !isOfRemote(person, path)) return
      expect(hadPageSkeleton).toBe(false)
      if (person === 'visitor') return
      const reads = Object.keys(ahead).filter((url) => url.startsWith('/api/') && !EXEMPT.test(url))
      expect(Object.values(ahead)).toEqual(Object.keys(ahead).map(() => 1))
      expect(reads.toSorted()).toEqual(await requestsWithoutPreload(site, person, path))
      expect(Object.keys(ahead).length).toBeGreaterThan(4)
    },
  )

  test.for([
    ['fail', (route: Route) => route.abort()],
    ['never arrive', () => undefined],
  ] as const)('shows a page without fonts when they %s', async ([, answer]) => {
    const { page, context } = await site.visit('visitor')
    await page.route('**/*.woff2', answer)
    // The `load` event would wait for fonts that never arrive.
    await page.goto('/login', { waitUntil: 'commit' })
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.locator('#start').count()).toBe(0)
    await context.close()
  })

  test('requests the messages of a lazy page in parallel with its code, in one language', async () => {
    const { page, context } = await site.visit('visitor')
    await page.goto('/login')
    const next = page.getByRole('main').getByRole('link', { name: 'Sign up', exact: true })
    await next.waitFor()
    const held: Route[] = []
    await page.route('**/static/js/async/**', (route) => void held.push(route))
    await next.click()
    await expect.poll(() => held.length).toBeGreaterThan(1)
    // All requests start in one task, but the browser reports them one by one.
    await page.waitForTimeout(1_000)
    const ahead = [...held]
    await Promise.all(ahead.map((route) => route.continue()))
    await page.getByText('Next steps').first().waitFor()
    const files = await Promise.all(ahead.map(async (route) => (await (await route.request().response())?.text()) ?? ''))
    expect(files.some((file) => file.includes('Next steps'))).toBe(true)
    expect(files.filter((file) => file.includes('Les prochaines étapes'))).toEqual([])
    // No request waited for the code to arrive.
    expect(held).toEqual(ahead)
    await context.close()
  })

  test("moves the focus to the heading in the URL's hash", async () => {
    const { page, context } = await site.visit('visitor')
    await page.goto('/terms#campaign-legal')
    const heading = page.locator('#campaign-legal').locator('h1, h2, h3').first()
    await heading.waitFor()
    await expect.poll(() => heading.evaluate((element) => element === document.activeElement)).toBe(true)
    await context.close()
  })
}
