/** The landing page as visitors see it: without scripts, in both languages, for both sides. */
import { figurePlace, printFigures } from '@reelfair/rules/figures'
import { loadOnSlowPhone, slowDown } from '@reelfair/testkit/slow-phone'
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Extent } from './every-page.ts'
import { faultsOfAxe } from './inspect-page.ts'
import type { Site } from './site.ts'

const PAGES = [
  ['/', 'en', 'brand'],
  ['/?role=creator', 'en', 'creator'],
  ['/fr', 'fr', 'brand'],
  ['/fr?role=creator', 'fr', 'creator'],
] as const
/** One fifth of the value that is considered good. */
const LAYOUT_SHIFT = 0.02

const SECTIONS = {
  brand: ['how', 'prices', 'charged', 'receipt', 'questions'],
  creator: ['how', 'pay', 'receipt', 'payment', 'questions'],
} as const

/** @param extent `one`: loads one page per language and side on a slow network; `all`: every page */
export function landing(site: Site, extent: Extent): void {
  /** A visitor who has never been here: no cookie and no stored choice. */
  async function firstVisit(options: BrowserContextOptions, use: (page: Page) => Promise<void>): Promise<void> {
    const context = await site.newContext(options)
    try {
      await use(await context.newPage())
    } finally {
      await context.close()
    }
  }

  test.for(PAGES)('shows everything without scripts at %s', async ([path, locale, side]) => {
    await firstVisit({ javaScriptEnabled: false, locale: 'en-GB' }, async (page) => {
      await page.goto(path)
      const visible = (selector: string) => page.locator(selector).first().isVisible()
      expect(await page.locator('html').getAttribute('lang')).toBe(locale)
      for (const section of SECTIONS[side]) expect([section, await visible(`#${section} h2`)]).toEqual([section, true])
      expect(await page.locator('#receipt article').textContent()).toMatch(locale === 'en' ? /€41\.37/ : /41,37\s€/)
      const price = await page.locator('.landing-price').first().textContent()
      expect(price).toBe({ en: { brand: '€3', creator: '€0.10' }, fr: { brand: '3\u00a0€', creator: '0,10\u00a0€' } }[locale][side])
      expect(await page.locator('.rf-leaders-notes li').count()).toBe(5)
      expect(await visible('.rf-leaders-notes li:last-child')).toBe(true)
      for (const width of [761, 961, 1201]) {
        await page.setViewportSize({ width, height: 900 })
        const { scrollWidth, clientWidth } = await page.evaluate(() => {
          const { scrollWidth, clientWidth } = document.documentElement
          return { scrollWidth, clientWidth }
        })
        expect([width, scrollWidth - clientWidth]).toEqual([width, 0])
      }
      // Controls that need a script are hidden.
      expect(await visible('.landing-theme, .landing-receipt-try, [data-line=recompute] button')).toBe(false)
      await page.locator('summary').last().click()
      expect(await page.locator('details').last().locator('p').isVisible()).toBe(true)

      await page.locator('.landing-sides a:not([aria-current])').click()
      const other = side === 'brand' ? 'creator' : 'brand'
      expect(new URL(page.url()).search).toBe(`?role=${other}`)
      expect(await visible(`#${side === 'brand' ? 'payment' : 'prices'}`)).toBe(true)
      await page.locator('.landing-language a:not([aria-current])').click()
      expect(new URL(page.url()).pathname).toBe(locale === 'en' ? '/fr' : '/')
      expect(await visible(`a[href="/signup?role=${other}"]`)).toBe(true)
    })
  })

  test('opens its menu on phones without scripts', async () => {
    await firstVisit({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } }, async (page) => {
      await page.goto('/?role=creator')
      const links = ['/contact?topic', '/login?role', '/signup?role'].map((to) => page.locator(`#menu a[href="${to}=creator"]`))
      for (const link of links) expect(await link.isVisible()).toBe(false)
      await page.getByRole('button', { name: 'Menu' }).click()
      for (const link of links) expect(await link.isVisible()).toBe(true)
    })
  })

  test.for([
    ['fr-FR', [], '/fr'],
    ['en-GB', [], '/'],
    ['fr-FR', ['en'], '/'],
    ['en-GB', ['fr'], '/fr'],
  ] as const)('leads a browser in %s with the cookie %o to %s', async ([locale, cookies, expected]) => {
    await firstVisit({ locale }, async (page) => {
      await page
        .context()
        .addCookies(cookies.map((value) => ({ name: '__Host-locale', value, domain: 'localhost', path: '/', secure: true })))
      await page.goto('/')
      expect(new URL(page.url()).pathname).toBe(expected)
      // Sign-up continues in the language of the page.
      await page.locator('header a[href^="/signup"]').first().click()
      await page.locator('main form').waitFor()
      expect(await page.locator('html').getAttribute('lang')).toBe(expected === '/fr' ? 'fr' : 'en')
    })
  })

  test('a French user signs out to the landing page, and the next user of the browser keeps English', async () => {
    const asBrand = await site.visit('brand')
    const asCreator = await site.visit('creator')
    const store = async ({ request }: BrowserContext, locale: 'en' | 'fr') =>
      request.put('/api/identity/account/language', { data: { locale }, headers: { origin: site.url } })
    await store(asBrand.context, 'fr')
    await store(asCreator.context, 'en')
    await firstVisit({ locale: 'en-GB' }, async (page) => {
      const signIn = async (role: 'brand' | 'creator', button: string) => {
        await page.getByLabel('E-mail').fill(site.emailOf(role))
        await page.locator('input[type=password]').fill(site.password)
        await page.getByRole('main').getByRole('button', { name: button, exact: true }).click()
      }
      await page.goto('/login')
      await signIn('brand', 'Sign in')
      await page.getByRole('button', { name: 'Alpine Oats' }).click()
      await page.getByRole('button', { name: 'Se déconnecter' }).click()
      await page.waitForURL('**/fr')
      await page.locator('header a[href^="/login"]').first().click()
      await signIn('creator', 'Se connecter')
      await page.waitForURL('**/dashboard')
      await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('en')
    })
    const me = await asCreator.context.request.get('/api/identity/me')
    expect(await me.json()).toMatchObject({ locale: 'en' })
    await store(asBrand.context, 'en')
    for (const { context } of [asBrand, asCreator]) await context.close()
  })

  test.for([
    ['creator', '/dashboard'],
    ['brand', '/brand-dashboard'],
    ['newbrand', '/brand/form'],
    ['admin', '/admin'],
  ] as const)('leads a signed-in %s to %s without loading the landing page', async ([who, home]) => {
    const { page, context } = await site.visit(who)
    const documents: string[] = []
    page.on('response', (answer) => {
      if (answer.request().isNavigationRequest()) documents.push(`${answer.status()} ${new URL(answer.url()).pathname}`)
    })
    await page.goto('/fr')
    expect(documents).toEqual(['302 /fr', `200 ${home}`])
    await context.close()
  })

  test.for(PAGES.filter((_, at) => extent === 'all' || at === 0 || at === 3))(
    'has no accessibility fault, no console message and no layout shift at %s',
    async ([path]) => {
      await firstVisit({ locale: 'en-GB', reducedMotion: 'reduce' }, async (page) => {
        const messages: string[] = []
        page.on('console', (message) => messages.push(message.text()))
        page.on('pageerror', (error) => messages.push(error.message))
        await slowDown(page, 1)
        const { layoutShift, shifts } = await loadOnSlowPhone(page, path)
        expect(layoutShift, shifts.join('\n')).toBeLessThanOrEqual(LAYOUT_SHIFT)
        expect(await faultsOfAxe(page)).toEqual([])
        expect(messages).toEqual([])
      })
    },
  )

  test('fetches the shell only when a visitor moves towards sign-up', async () => {
    await firstVisit({ locale: 'en-GB' }, async (page) => {
      const scripts: string[] = []
      page.on('request', (request) => {
        if (request.url().endsWith('.js')) scripts.push(new URL(request.url()).pathname)
      })
      const messages: string[] = []
      page.on('console', (message) => messages.push(message.text()))
      await page.goto('/', { waitUntil: 'networkidle' })
      expect(scripts).toHaveLength(1)
      await page.locator('header a[href^="/signup"]').first().hover()
      await expect.poll(() => scripts.length).toBeGreaterThan(2)
      const ahead = scripts.length
      await page.locator('header a[href^="/signup"]').first().click()
      await page.locator('main form').waitFor()
      expect(messages).toEqual([])
      // Sign-up needs no shell scripts other than those and the one that runs early.
      const late = new Set(scripts.slice(ahead).filter((path) => !scripts.slice(0, ahead).includes(path)))
      expect([...late].filter((path) => path !== '/early.js' && !path.startsWith('/remotes/'))).toEqual([])
    })
  })

  test('recomputes the example receipt and draws its leaders', async () => {
    await firstVisit({ locale: 'fr-FR', viewport: { width: 1440, height: 900 } }, async (page) => {
      await page.goto('/fr?role=creator')
      await expect.poll(() => page.locator('.rf-leaders-lines path').count()).toBe(5)
      await page.getByRole('textbox').fill('219 880')
      await page.getByRole('button', { name: 'Recalculer' }).click()
      await page.getByText('Le total recalculé est différent.').waitFor()
      expect(await page.getByRole('status').textContent()).toMatch(/51,37\s€/)
    })
  })

  test('offers no recomputation while the gateway does not know the rate', async () => {
    await firstVisit({}, async (page) => {
      await page.goto('/?role=creator')
      const controls = page.getByRole('button', { name: 'Recompute' }).or(page.getByRole('textbox'))
      expect(await controls.count()).toBe(2)
      await page
        .locator('.landing-receipt')
        .evaluate((receipt, rate) => receipt.setAttribute('data-rate', rate), printFigures(figurePlace('campaign-cents'), undefined, 'en'))
      expect(await controls.count()).toBe(0)
    })
  })

  test('serves its preview pictures, sitemap and robots.txt at the public address', async () => {
    await firstVisit({}, async (page) => {
      for (const [path, locale, side] of PAGES) {
        await page.goto(path)
        const picture = (await page.locator('meta[property="og:image"]').getAttribute('content')) ?? ''
        expect(picture).toBe(`${site.url}/social-${locale}-${side}.png`)
        const size = await page.evaluate(
          (src) =>
            new Promise((done) => {
              const image = new Image()
              image.onload = () => done([image.naturalWidth, image.naturalHeight])
              image.onerror = done
              image.src = src
            }),
          picture,
        )
        expect(size).toEqual([1200, 630])
      }
    })
    expect(await (await fetch(`${site.url}/robots.txt`)).text()).toContain(`Sitemap: ${site.url}/sitemap.xml`)
    expect(await (await fetch(`${site.url}/sitemap.xml`)).text()).toContain(`<loc>${site.url}/fr?role=creator</loc>`)
  })
}
