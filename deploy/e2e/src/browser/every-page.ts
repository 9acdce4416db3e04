import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildWithRsbuild, workspaceRoot } from './build-with-rsbuild.ts'
import { faultsIn, faultsOfAxe, faultsOfPage, phrasesOf } from './inspect-page.ts'
import type { Place } from './places.ts'
import type { Role, Site, Visit } from './site.ts'
import { startWebServer, type WebServer } from './web-server.ts'

type Locale = 'en' | 'fr'

interface Look {
  readonly locale: Locale
  readonly theme: 'light' | 'dark'
  readonly width: 390 | 1440
}

/** Consecutive combinations mostly differ in two or three properties, so even the first few cover every value. */
const LOOKS: readonly Look[] = [
  { locale: 'en', theme: 'light', width: 390 },
  { locale: 'fr', theme: 'dark', width: 1440 },
  { locale: 'en', theme: 'dark', width: 390 },
  { locale: 'fr', theme: 'light', width: 1440 },
  { locale: 'en', theme: 'light', width: 1440 },
  { locale: 'fr', theme: 'dark', width: 390 },
  { locale: 'en', theme: 'dark', width: 1440 },
  { locale: 'fr', theme: 'light', width: 390 },
]

/**
 * `one`: each page in one look. `all`: every page and state in every look, and every text must differ between the two
 * languages.
 */
export type Extent = 'one' | 'all'

const album = process.env.SCREENSHOTS
async function picture(page: Page, name: string): Promise<void> {
  if (!album) return
  mkdirSync(album, { recursive: true })
  await page.screenshot({ path: join(album, `${name.replaceAll(/[^\w]+/g, '-')}.png`), fullPage: true })
}

/** Matches text that is the same in every language: names, codes, user content and provider responses. */
const DATA = new RegExp(
  [
    ...['^\\{"', '@', '^(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$', '\\+\\d{1,3}$', 'RF-[A-Z0-9]{5}'],
    ...['Fridge door', 'Ride the canal', 'Canal at 6', 'Too large', 'By keyboard', 'Breakfast, slower', 'First cup', 'Alps in a day'],
    ...['One lock, forty boats', 'Utrecht to Gouda', 'School run, no car', 'Commercial collaboration$', 'What lives in my fridge door'],
    ...['Linen under the coat', 'Alpine Oats', 'Olmo Bikes', 'Kéfiro', 'Brisa', 'Nordlys', 'kefiro', 'lea\\.films'],
    ...['Slow oats, fast morning', 'Kefir, honey, done', 'Der Löffel muss stehen', 'Filter um fünf', 'Gut feeling, episode 3'],
    ...['^Budget$', '^CPM$', '^Logo$', '^Lyon', '^France$'],
    ...['Lassi in three minutes', 'Lino anche d’inverno', 'Seven breakfasts, one jar', 'An apron that lasts', 'A week of breakfasts'],
    ...['Linen in the kitchen', 'Kefir on the trail', 'What I carry to the hut', 'Your hut, by bike', 'To the hut by bike'],
    ...['34,000 views within one hour', 'Two breakfasts a week', 'Show the fridge door', 'Brands wait too long'],
    ...['Terms', 'Reelfair', 'Instagram', 'TikTok', 'YouTube'],
  ].join('|'),
)

/** Reuses one tab per person and language, because opening a tab takes longer than loading a page. */
function tabsOf(site: Site) {
  const tabs = new Map<string, Promise<Visit>>()
  afterAll(async () => {
    for (const tab of tabs.values()) await (await tab).context.close()
  })
  return (who: Role | 'visitor', locale: Locale) => {
    const key = `${who} ${locale}`
    const tab = tabs.get(key) ?? site.visit(who, { locale })
    tabs.set(key, tab)
    return tab
  }
}

async function applyLook(page: Page, { theme, width }: Look): Promise<void> {
  await page.setViewportSize({ width, height: 900 })
  await page.emulateMedia({ colorScheme: theme })
  // Charts measure themselves in one frame and appear in the next.
  await page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
  })
}

/** Loads each page once per language, then changes its theme and width in place. */
export function inspectPlaces(site: Site, places: readonly Place[], extent: Extent): void {
  const tabOf = tabsOf(site)

  /** All of `inLooks` must have the same language. */
  async function inspect({ name, path, as, steps, expected }: Place, inLooks: readonly Look[]) {
    const [first] = inLooks
    if (!first) return { found: [], words: new Set<string>() }
    const { page, faults } = await tabOf(as ?? 'visitor', first.locale)
    faults.forget(/^/)
    try {
      await applyLook(page, first)
      await page.goto(path)
      await waitUntilLoaded(page)
      if (steps) {
        await steps(page)
        await waitUntilLoaded(page)
      }
      const found: string[] = []
      const words = new Set<string>()
      for (const look of inLooks) {
        if (look !== first) {
          const open = await page.getByRole('dialog').count()
          await applyLook(page, look)
          await waitUntilLoaded(page)
          if ((await page.getByRole('dialog').count()) !== open) found.push('a dialog opened or closed when the look changed')
        }
        await picture(page, `${name} ${look.locale} ${look.theme} ${look.width}`)
        for (const fault of await faultsIn(page, look.locale)) found.push(`${look.theme}, ${look.width}: ${fault}`)
        for (const text of await phrasesOf(page)) words.add(text)
      }
      if (expected) faults.forget(expected)
      return { found: [...faults.found, ...found], words }
    } catch (error) {
      throw await faults.explain(error)
    } finally {
      await page.unrouteAll()
    }
  }

  const looksOf = ({ wide }: Place, at: number) => {
    const possible = LOOKS.filter(({ width }) => !wide || width === 1440)
    return extent === 'all' ? possible : [possible[at % possible.length] as Look]
  }
  const inspected = places.filter(({ inSoak }) => extent === 'all' || !inSoak)
  test.for(inspected.map((place, at) => ({ ...place, looks: looksOf(place, at) })))('$name', async ({ looks: inLooks, ...place }) => {
    const of = (locale: Locale) => inLooks.filter((look) => look.locale === locale)
    const [english, french] = await Promise.all([inspect(place, of('en')), inspect(place, of('fr'))])
    expect({ english: english.found, french: french.found }).toEqual({ english: [], french: [] })
    expect([...french.words].filter((text) => english.words.has(text) && !DATA.test(text))).toEqual([])
  })
}

export function detectsFaults(site: Site): void {
  test('detects each known fault of a page', async () => {
    const { page, context, faults } = await site.visit('visitor')
    await page.goto('/login')
    await waitUntilLoaded(page)
    await page.evaluate(() => {
      document.documentElement.lang = 'de'
      document.title = ''
      document.body.innerHTML =
        '<h1>One</h1><h1>Two</h1><p>next-first-note</p><p>Hello {{name}}</p><img src="/mark.svg"><input autocomplete="cc-number"><label>Numéro de carte<input></label><script>alert()</script>'
      // Uses a script, because the content security policy blocks inline styles in the markup.
      for (const wide of document.querySelectorAll('p')) wide.style.width = '3000px'
      document.body.append(Object.assign(document.createElement('script'), { textContent: 'console.log("inline")' }))
    })
    const found = (await faultsOfPage(page, 'en')).join('\n')
    for (const fault of [
      '"de"',
      'no title',
      '2 h1',
      'px wider than 1440',
      'the key "next-first-note"',
      'Hello {{name}}',
      '"cc-number" asks for a card',
      'carte" asks for a card',
    ])
      expect(found).toContain(fault)
    expect((await faultsOfAxe(page)).join('\n')).toContain('axe image-alt')
    expect(faults.found.join('\n')).toMatch(/Content Security Policy/)
    await context.close()
  })
}

export function inspectComponents(site: Site, extent: Extent): void {
  // The shell's production build excludes the design page, so this test builds the page separately.
  let design: WebServer
  beforeAll(async () => {
    await buildWithRsbuild(join(workspaceRoot, 'libs/ui'))
    design = await startWebServer(join(workspaceRoot, 'libs/ui/dist/design'))
  }, 60_000)
  afterAll(() => design.stop())

  const tabOf = tabsOf(site)
  const parts = [
    { part: 'all', looks: extent === 'all' ? LOOKS : LOOKS.slice(0, 1) },
    { part: 'dense', looks: extent === 'all' ? LOOKS : LOOKS.slice(1, 2) },
  ]
  test.for(parts.flatMap(({ part, looks: inLooks }) => inLooks.map((look) => ({ part, ...look }))))(
    'design, $part, $locale, $theme, $width',
    async ({ part, ...look }) => {
      const { page, faults } = await tabOf('visitor', look.locale)
      faults.forget(/^/)
      await applyLook(page, look)
      await page.goto(`${design.url}/index.html?${part === 'dense' ? 'only=dense&' : ''}theme=${look.theme}&lang=${look.locale}`)
      await page.locator('h1').first().waitFor({ state: 'attached' })
      faults.forget(/favicon\.ico/)
      await picture(page, `design ${part} ${look.locale} ${look.theme} ${look.width}`)
      expect([...faults.found, ...(await faultsIn(page, look.locale))]).toEqual([])
    },
  )
}

/** Waits until fonts have loaded and all skeletons are gone. Scrolls to parts that load only near the viewport. */
async function waitUntilLoaded(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor({ state: 'attached' })
  await page.waitForFunction(() => {
    const waiting = document.querySelector('.rf-skeleton, [aria-busy=true]')
    waiting?.scrollIntoView()
    return !waiting && document.fonts.status === 'loaded'
  })
  await page.evaluate(() => scrollTo(0, 0))
}
