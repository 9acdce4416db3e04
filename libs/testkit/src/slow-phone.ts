/** Measures a page on a simulated slow phone: empty cache, slow network and slow processor. */
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'

/** Lighthouse's mobile profile: a slow 4G connection and a processor four times slower than this machine's. */
export const SLOW_PHONE = { roundTripMs: 150, bytesPerSecond: 1_600_000 / 8, timesSlower: 4, width: 412, height: 823 } as const

/** A page counts as loaded after this much time without a network request. */
const QUIET_MS = 1_000
const LOAD_WITHIN_MS = 60_000
/** A loaded page has a heading and no visible skeleton. Skeletons below the fold may load on scroll. */
const IS_THERE =
  'document.querySelector("h1") !== null && ![...document.querySelectorAll(".rf-skeleton, [aria-busy=true]")].some((part) => part.getBoundingClientRect().top < innerHeight)'

/**
 * Main pages by role or demo user. `:campaign` represents the brand's first campaign, and `:partnership` its newest
 * partnership.
 */
export const pagesOfRoles = {
  visitor: [
    '/',
    '/fr',
    '/login',
    '/forgot-password',
    '/reset-password#token=none',
    '/auth/change-email#token=none',
    '/unsubscribe/none',
    '/signup?role=creator',
    '/verify-email',
    '/sign-in-link',
    '/auth/sign-in#token=none',
    '/second-factor',
    '/auth/confirm#token=none',
    '/contact',
    '/privacy',
    '/auth/google',
    '/collab/lea.kitchen',
    '/terms',
    '/terms/1.0',
    '/terms/accept',
  ],
  creator: ['/dashboard'],
  lea: [
    '/dashboard',
    '/public-campaigns',
    '/creator-history',
    '/creator-guide',
    '/account',
    '/notifications',
    '/balance',
    '/profile?network=instagram',
    '/profile/connect',
  ],
  kefiro: [
    '/brand-dashboard',
    '/brand-dashboard/campaigns/:campaign',
    '/partnerships/:partnership',
    '/brand-dashboard/new-campaign',
    '/brand-dashboard/purchase',
    '/find-creators',
    '/brand/profile',
  ],
  newbrand: ['/brand/form'],
  admin: ['/admin', '/admin/brands', '/admin/partnerships', '/admin/reviews', '/admin/transfers', '/admin/settings', '/admin/audit-log'],
} as const

/** Metrics of one page load. @source https://web.dev/articles/vitals */
export interface Vitals {
  /** First contentful paint, in milliseconds from the navigation. */
  readonly firstPaintMs: number
  /** Largest contentful paint, in milliseconds from the navigation. */
  readonly largestPaintMs: number
  /** The element of the largest paint, and the beginning of its text. */
  readonly largest: string
  /** Sum of all layout shifts, which is never less than the official CLS (the worst five-second window). */
  readonly layoutShift: number
  /** Time, score and moved elements of each layout shift. */
  readonly shifts: readonly string[]
}

interface Watched extends Vitals {
  readonly slowestInteractionMs: number
}

const readWatched = (page: Page): Promise<Watched> => page.evaluate('vitals')

/**
 * Makes a browser tab behave as it would on a slow phone.
 * @param timesSlower CPU slowdown factor; use 1 on a busy machine
 */
export async function slowDown(page: Page, timesSlower: number = SLOW_PHONE.timesSlower): Promise<void> {
  await page.setViewportSize({ width: SLOW_PHONE.width, height: SLOW_PHONE.height })
  const debug = await page.context().newCDPSession(page)
  await debug.send('Network.enable')
  await debug.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: SLOW_PHONE.roundTripMs,
    downloadThroughput: SLOW_PHONE.bytesPerSecond,
    uploadThroughput: SLOW_PHONE.bytesPerSecond,
  })
  await debug.send('Emulation.setCPUThrottlingRate', { rate: timesSlower })
  await page.addInitScript({ path: join(import.meta.dirname, 'watch-vitals.js') })
}

/**
 * Loads a page in a tab prepared by `slowDown`, in a browser with an empty cache.
 * @param url absolute, or relative to the base URL of the browser context
 * @example
 * await slowDown(page)
 * const { largestPaintMs, layoutShift } = await loadOnSlowPhone(page, '/dashboard')
 */
export async function loadOnSlowPhone(page: Page, url: string): Promise<Vitals> {
  let lastAt = performance.now()
  const touch = () => {
    lastAt = performance.now()
  }
  for (const event of ['request', 'requestfinished', 'requestfailed'] as const) page.on(event as 'request', touch)
  try {
    const deadline = performance.now() + LOAD_WITHIN_MS
    const waitUntilQuiet = async () => {
      for (let leftMs = QUIET_MS; leftMs > 0; leftMs = lastAt + QUIET_MS - performance.now()) await pause(leftMs)
    }
    await page.goto(url, { timeout: LOAD_WITHIN_MS })
    // Each evaluation takes 100 ms on a slow phone, so wait for a quiet network first. `waitForFunction` would violate
    // the page's content security policy.
    do {
      if (performance.now() > deadline) throw new Error(`${url} did not finish loading within ${LOAD_WITHIN_MS} ms`)
      await waitUntilQuiet()
    } while (!(await page.evaluate(IS_THERE)))
  } finally {
    for (const event of ['request', 'requestfinished', 'requestfailed'] as const) page.off(event as 'request', touch)
  }
  return readWatched(page)
}

/**
 * Opens and closes the menu, switches to the other language and back, expands the first collapsible section and selects
 * the last tab.
 * @returns the slowest interaction to next paint, in milliseconds
 */
export async function interactOnSlowPhone(page: Page): Promise<number> {
  const settle = () => page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)))')
  const press = async (selector: string, at: 'first' | 'last' = 'first') => {
    const found = page.locator(selector)[at]()
    if (!(await found.isVisible())) return
    await found.click()
    await settle()
  }
  await press('.rf-masthead-burger')
  await press('.rf-masthead-burger')
  await press('.rf-language > button', 'last')
  await press('.rf-language > button')
  await press('main details > summary')
  await press('main [role=tab]', 'last')
  await settle()
  return (await readWatched(page)).slowestInteractionMs
}
