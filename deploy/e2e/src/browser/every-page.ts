import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildWithRsbuild, workspaceRoot } from './build-with-rsbuild.ts'
import { faultsOfAxe, faultsOfPage, wordsOf } from './inspect-page.ts'
import type { Place } from './places.ts'
import type { Role, Site, Visit } from './site.ts'
import { startWebServer, type WebServer } from './web-server.ts'

type Locale = 'en' | 'fr'

/** How a page may come to its reader. */
interface Look {
  readonly locale: Locale
  readonly theme: 'light' | 'dark'
  readonly width: 390 | 1440
}

/** All of them; two that follow each other differ in two things or three. */
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

/** `one`: each page in one of the looks, the next page in the next one. `all`: all their states in all looks, and no text may be the same in both languages. */
export type Extent = 'one' | 'all'

/** `SCREENSHOTS=/tmp/shots`: keeps a picture of each. */
const album = process.env.SCREENSHOTS
async function picture(page: Page, name: string): Promise<void> {
  if (!album) return
  mkdirSync(album, { recursive: true })
  await page.screenshot({ path: join(album, `${name.replaceAll(/[^\w]+/g, '-')}.png`), fullPage: true })
}

/** Names, codes, what people wrote, the provider's own answers and such, which are the same in every language. */
const DATA = new RegExp(
  [
    ...['^\\{"', '@', '\\+\\d{1,3}$', 'RF-[A-Z0-9]{5}'],
    ...['Fridge door', 'Ride the canal', 'Canal at 6', 'Too large', 'By keyboard', 'Breakfast, slower', 'First cup', 'Alps in a day'],
    ...['One lock, forty boats', 'Utrecht to Gouda', 'School run, no car', 'Commercial collaboration$', 'What lives in my fridge door'],
    ...['Linen under the coat', 'Alpine Oats', 'Olmo Bikes', 'Kéfiro', 'Brisa', 'Nordlys', 'kefiro', 'lea\\.films'],
    ...['Slow oats, fast morning', 'Kefir, honey, done', 'Der Löffel muss stehen', 'Filter um fünf', 'Gut feeling, episode 3'],
    ...['Lassi in three minutes', 'Lino anche d’inverno'],
    ...['34,000 views within one hour', 'Two breakfasts a week', 'Show the fridge door'],
    ...['Terms', 'Reelfair', 'Instagram', 'TikTok', 'YouTube'],
  ].join('|'),
)

/** A tab for each person and language, which goes from page to page: opening one takes longer than a page. */
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

async function turnTo(page: Page, { theme, width }: Look): Promise<void> {
  await page.setViewportSize({ width, height: 900 })
  await page.emulateMedia({ colorScheme: theme })
  // Charts measure themselves in the next frame and are drawn in the one after it.
  await page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
  })
}

/** Goes to these places. A page comes once in each language, and is turned to the other looks where it stands. */
export function lookAt(site: Site, places: readonly Place[], extent: Extent): void {
  const tabOf = tabsOf(site)

  /** Goes there in the first of these looks, which are of one language. */
  async function seen({ name, path, as, steps, expected }: Place, inLooks: readonly Look[]) {
    const [first] = inLooks
    if (!first) return { found: [], words: new Set<string>() }
    const { page, faults } = await tabOf(as ?? 'visitor', first.locale)
    faults.forget(/^/)
    try {
      await turnTo(page, first)
      await page.goto(path)
      await settled(page)
      if (steps) {
        await steps(page)
        await settled(page)
      }
      const found: string[] = []
      const words = new Set<string>()
      for (const look of inLooks) {
        if (look !== first) {
          const open = await page.getByRole('dialog').count()
          await turnTo(page, look)
          await settled(page)
          if ((await page.getByRole('dialog').count()) !== open) found.push('what was open is not open any more, or the other way round')
        }
        await picture(page, `${name} ${look.locale} ${look.theme} ${look.width}`)
        const all = [...(await faultsOfPage(page, look.locale)), ...(await faultsOfAxe(page))]
        for (const fault of all) found.push(`${look.theme}, ${look.width}: ${fault}`)
        for (const text of await wordsOf(page)) words.add(text)
      }
      if (expected) faults.forget(expected)
      return { found: [...faults.found, ...found], words }
    } finally {
      await page.unrouteAll()
    }
  }

  const seenNow = places.filter(({ inSoak }) => extent === 'all' || !inSoak)
  test.for(seenNow.map((place, at) => ({ ...place, looks: extent === 'all' ? LOOKS : [LOOKS[at % LOOKS.length] as Look] })))(
    '$name',
    async ({ looks: inLooks, ...place }) => {
      const of = (locale: Locale) => inLooks.filter((look) => look.locale === locale)
      const [english, french] = await Promise.all([seen(place, of('en')), seen(place, of('fr'))])
      expect({ english: english.found, french: french.found }).toEqual({ english: [], french: [] })
      expect([...french.words].filter((text) => english.words.has(text) && !DATA.test(text))).toEqual([])
    },
  )
}

/** That a fault would be seen. */
export function faultsAreSeen(site: Site): void {
  test('what is wrong with a page is seen', async () => {
    const { page, context, faults } = await site.visit('visitor')
    await page.goto('/login')
    await settled(page)
    await page.evaluate(() => {
      document.documentElement.lang = 'de'
      document.title = ''
      document.body.innerHTML =
        '<h1>One</h1><h1>Two</h1><p>next-first-note</p><p>Hello {{name}}</p><img src="/mark.svg"><input autocomplete="cc-number"><label>Numéro de carte<input></label><script>alert()</script>'
      // By script, for a style in the markup is not taken by the content policy.
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

/** The page of all components. */
export function everyComponent(site: Site, extent: Extent): void {
  // No production build of the shell holds it.
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
      await turnTo(page, look)
      await page.goto(`${design.url}/index.html?${part === 'dense' ? 'only=dense&' : ''}theme=${look.theme}&lang=${look.locale}`)
      await page.locator('h1').first().waitFor({ state: 'attached' })
      // Nobody made an icon for this page.
      faults.forget(/favicon\.ico/)
      await picture(page, `design ${part} ${look.locale} ${look.theme} ${look.width}`)
      expect([...faults.found, ...(await faultsOfPage(page, look.locale)), ...(await faultsOfAxe(page))]).toEqual([])
    },
  )
}

/** Everything that loads has loaded: no skeleton is left, fonts are there. What waits until the reader comes near is come near to. */
async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor({ state: 'attached' })
  await page.waitForFunction(() => {
    const waiting = document.querySelector('.rf-skeleton, [aria-busy=true]')
    waiting?.scrollIntoView()
    return !waiting && document.fonts.status === 'loaded'
  })
  await page.evaluate(() => scrollTo(0, 0))
}
