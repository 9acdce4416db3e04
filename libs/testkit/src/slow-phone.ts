/** A page as somebody with a slow phone meets it: nothing cached, a slow network, a slow processor; and how it felt. */
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'

/** Lighthouse's phone: a slow 4G connection and a processor a quarter as fast as this machine's. */
export const SLOW_PHONE = { roundTripMs: 150, bytesPerSecond: 1_600_000 / 8, timesSlower: 4, width: 412, height: 823 } as const

/** A page counts as loaded once it has asked for nothing during this time. */
const QUIET_MS = 1_000
const LOAD_WITHIN_MS = 60_000
/** Runs in the page: it has a heading, and no skeleton in the window. Skeletons below the window may wait for the reader. */
const IS_THERE =
  'document.querySelector("h1") !== null && ![...document.querySelectorAll(".rf-skeleton, [aria-busy=true]")].some((part) => part.getBoundingClientRect().top < innerHeight)'

/** Every page of every role, for the people of the demo's market; `:campaign` is the first of the brand's campaigns. */
export const pagesOfRoles = {
  visitor: [
    '/',
    '/login',
    '/signup?role=creator',
    '/verify-email',
    '/sign-in-link',
    '/auth/sign-in#token=none',
    '/auth/confirm#token=none',
    '/terms',
    '/terms/1.0',
  ],
  creator: ['/dashboard'],
  lea: ['/dashboard', '/public-campaigns', '/creator-history', '/balance', '/profile?network=instagram'],
  kefiro: ['/brand-dashboard', '/brand-dashboard/campaigns/:campaign', '/brand-dashboard/new-campaign', '/brand-dashboard/purchase'],
  newbrand: ['/brand/form'],
  admin: ['/admin', '/admin/reviews', '/admin/transfers'],
} as const

/** What a person sees of a load. https://web.dev/articles/vitals */
export interface Vitals {
  /** First contentful paint, in milliseconds from the navigation. */
  readonly firstPaintMs: number
  /** Largest contentful paint, in milliseconds from the navigation. */
  readonly largestPaintMs: number
  /** What was painted largest: its element and the beginning of its text. */
  readonly largest: string
  /** Cumulative layout shift: the sum of all, which is never less than the web's own figure (its worst five seconds). */
  readonly layoutShift: number
  /** Each shift: when, how much, and which elements moved. */
  readonly shifts: readonly string[]
}

interface Watched extends Vitals {
  readonly slowestInteractionMs: number
}

const readWatched = (page: Page): Promise<Watched> => page.evaluate('vitals')

/** Makes this tab one of a slow phone. @param timesSlower 1 leaves the processor as fast as it is: a busy machine is slow enough by itself */
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
 * Loads a page in a tab that `slowDown` has slowed down and whose browser has nothing cached.
 * @param url absolute, or below the base address of the tab's context
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
    // Each evaluation takes a slow phone 100 ms, so a loading page is left alone. Not `waitForFunction`: the page's
    // policy refuses what it evaluates.
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
 * What a person does on any page, one after the other: the menu opens and closes, the language changes and changes back, everything that folds unfolds.
 * @returns interaction to next paint, in milliseconds: the slowest of them
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
