import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildWithRsbuild, workspaceRoot } from './build-with-rsbuild.ts'
import { faultsOfAxe, faultsOfPage, wordsOf } from './inspect-page.ts'
import type { Role, Site, Visit } from './site.ts'
import { startWebServer, type WebServer } from './web-server.ts'

/** A page, or a page in a state that it takes some steps to reach. */
interface Place {
  readonly name: string
  readonly path: string
  readonly as?: Role
  /** Steps to the state that is meant; in either language. */
  readonly steps?: (page: Page) => Promise<unknown>
  /** Errors of the console that the state consists of. */
  readonly expected?: RegExp
}

/** By force: one that says that it is disabled answers a press by saying why. */
const submitEmpty = (page: Page) => page.locator('main form button[type=submit]').click({ force: true })
/** A service that does not answer, as the gateway says it. */
const away = (path: string) => (page: Page) =>
  page
    .route(`**/api/${path}`, (route) =>
      route.fulfill({ status: 503, contentType: 'application/problem+json', body: JSON.stringify({ code: 'unavailable', detail: '…' }) }),
    )
    .then(() => page.reload())

/** What a service answers from now on. */
const answered = (path: string, body: object) => (page: Page) =>
  page.route(`**/api/${path}`, (route) => route.fulfill({ json: body })).then(() => page.reload())

const ORDER = '0198c0de-0000-7000-8000-000000000001'
const ordered = (status: 'open' | 'processing' | 'paid' | 'failed' | 'expired', payment?: 'none' | 'received') =>
  answered(`payouts/credit-orders/${ORDER}`, {
    id: ORDER,
    package: 'growth',
    credits: 50_000,
    priceCents: 1_400,
    status,
    ...(payment && { payment }),
    createdAt: '2026-11-21T10:00:00.000Z',
    ...(status === 'open' && { url: 'https://checkout.stripe.com/c/pay/1' }),
  })

/** As the page before left it; nobody comes here by an address. */
const waitsForMail = async (page: Page) => {
  await page.evaluate(() =>
    history.replaceState({ usr: { email: 'ida@olmo.example', role: 'brand', resendAt: Date.now() + 60_000 }, key: 'mail', idx: 0 }, ''),
  )
  await page.reload()
}

/** Money at every station but the last, and no account that it could go to. */
const heldWithoutAccount = async (page: Page) => {
  await page.route('**/api/payouts/payout-account', (route) => route.fulfill({ json: { status: 'none', requirements: [], nextStep: '…' } }))
  const until = new Date(Date.now() + 86_400_000).toISOString()
  const holding = { id: ORDER, amount: 1_240, subject: 'Fridge door', reason: 'final_checks', until }
  const stations = { accruing: 618, held: 1_240, payable: 4_137, inTransfer: 2_500, paid: 0 }
  await answered('payouts/balance', { ...stations, earned: 8_495, minimumTransfer: 100, holdings: [holding] })(page)
}

const ask = (name: RegExp) => async (page: Page) => {
  await page.getByRole('main').getByRole('button', { name }).first().click()
  await page.getByRole('dialog').waitFor()
}

const places: readonly Place[] = [
  { name: 'landing', path: '/' },
  {
    name: 'landing for creators',
    path: '/',
    steps: (page) =>
      page
        .getByText(/^(I’m a creator|.*(créatrice|créateur).*)$/)
        .first()
        .click(),
  },
  { name: 'sign-in', path: '/login' },
  { name: 'sign-in, sent empty', path: '/login', steps: submitEmpty },
  { name: 'sign-up', path: '/signup?role=creator' },
  { name: 'sign-up of brands, sent empty', path: '/signup?role=brand', steps: submitEmpty },
  { name: 'waiting for the mail', path: '/verify-email' },
  { name: 'waiting for the mail that was sent', path: '/verify-email', steps: waitsForMail },
  {
    name: 'confirmation by a dead link',
    path: '/auth/confirm#token=of-an-old-mail',
    steps: async (page) => {
      await page.locator('main input').fill('correct horse')
      await submitEmpty(page)
      await page.getByRole('alert').getByText(/24/).waitFor()
    },
    expected: /410|400/,
  },
  { name: 'confirmation', path: '/auth/confirm#token=of-a-mail' },
  { name: 'confirmation, sent empty', path: '/auth/confirm#token=of-a-mail', steps: submitEmpty },
  { name: 'confirmation by half a link', path: '/auth/confirm' },
  { name: 'nothing here', path: '/nowhere', as: 'brand' },
  { name: 'brand dashboard', path: '/brand-dashboard', as: 'brand' },
  {
    name: 'brand dashboard, failed campaigns',
    path: '/brand-dashboard',
    as: 'brand',
    steps: (page) => page.getByRole('tab').last().click(),
  },
  { name: 'new campaign', path: '/brand-dashboard/new-campaign', as: 'brand' },
  { name: 'new campaign, sent empty', path: '/brand-dashboard/new-campaign', as: 'brand', steps: submitEmpty },
  { name: 'purchase', path: '/brand-dashboard/purchase', as: 'brand' },
  ...(['open', 'processing', 'paid', 'failed', 'expired'] as const).map((status) => ({
    name: `purchase, an order that is ${status}`,
    path: `/brand-dashboard/purchase?order=${ORDER}`,
    as: 'brand' as const,
    steps: ordered(status),
    expected: /404/,
  })),
  {
    name: 'purchase, cancelled',
    path: `/brand-dashboard/purchase?order=${ORDER}&cancelled=true`,
    as: 'brand',
    steps: ordered('open', 'none'),
    expected: /404/,
  },
  {
    name: 'purchase, not paid yet',
    path: `/brand-dashboard/purchase?order=${ORDER}`,
    as: 'brand',
    steps: ordered('open', 'none'),
    expected: /404/,
  },
  {
    name: 'purchase, paid and not booked yet',
    path: `/brand-dashboard/purchase?order=${ORDER}`,
    as: 'brand',
    steps: ordered('processing', 'received'),
    expected: /404/,
  },
  { name: 'purchase, another’s order', path: `/brand-dashboard/purchase?order=${ORDER}`, as: 'brand', expected: /404/ },
  { name: 'registration', path: '/brand/form', as: 'newbrand' },
  {
    name: 'registration, sent empty',
    path: '/brand/form',
    as: 'newbrand',
    // Its button is disabled until the terms are accepted.
    steps: (page) =>
      page
        .getByRole('checkbox')
        .check()
        .then(() => submitEmpty(page)),
  },
  { name: 'creator dashboard', path: '/dashboard', as: 'creator' },
  { name: 'creator dashboard, a service away', path: '/dashboard', as: 'creator', steps: away('verification/accounts'), expected: /503/ },
  { name: 'accounts', path: '/profile', as: 'creator' },
  { name: 'balance', path: '/balance', as: 'creator' },
  { name: 'balance, held and no account', path: '/balance', as: 'creator', steps: heldWithoutAccount },
  { name: 'balance, the question', path: '/balance', as: 'creator', steps: ask(/^(?:Transfer|Virer) \d/) },
  { name: 'administration', path: '/admin', as: 'admin' },
  { name: 'transfers', path: '/admin/transfers', as: 'admin' },
  { name: 'transfers, the question', path: '/admin/transfers', as: 'admin', steps: ask(/^(?:Process the queue|Traiter la file)$/) },
]

const looks = (['light', 'dark'] as const).flatMap((theme) => ([390, 1440] as const).map((width) => ({ theme, width })))
type Locale = 'en' | 'fr'

/** `SCREENSHOTS=/tmp/shots`: keeps a picture of each. */
const album = process.env.SCREENSHOTS
async function picture(page: Page, name: string): Promise<void> {
  if (!album) return
  mkdirSync(album, { recursive: true })
  await page.screenshot({ path: join(album, `${name.replaceAll(/[^\w]+/g, '-')}.png`), fullPage: true })
}

/** Names, codes, the provider's own answers and such, which are the same in every language. */
const DATA =
  /^\{"|Fridge door|Ride the canal|Canal at 6|Too large|By keyboard|Demo Brand|lea\.films|Kéfiro|Terms|@|kefiro|Reelfair|Instagram|TikTok|YouTube|\+\d{1,3}$/

export function everyPage(site: Site): void {
  // No production build of the shell holds the page of all components.
  let design: WebServer
  beforeAll(async () => {
    await buildWithRsbuild(join(workspaceRoot, 'libs/ui'))
    design = await startWebServer(join(workspaceRoot, 'libs/ui/dist/design'))
  }, 60_000)
  afterAll(() => design.stop())

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

  describe.each(looks)('$theme, $width', ({ theme, width }) => {
    // A tab for each person and language, which goes from page to page: opening one takes longer than a page.
    const tabs = new Map<string, Promise<Visit>>()
    const tabOf = (who: Role | 'visitor', locale: Locale) => {
      const key = `${who} ${locale}`
      const tab = tabs.get(key) ?? site.visit(who, { theme, width, locale })
      tabs.set(key, tab)
      return tab
    }
    afterAll(async () => {
      for (const tab of tabs.values()) await (await tab).context.close()
    })

    // Pages in every look; their further states in two looks, which differ in both.
    const both = (theme === 'light') === (width === 390)
    test.for(places.filter(({ steps }) => both || !steps))('$name', async ({ name, path, as, steps, expected }) => {
      const look = async (locale: Locale) => {
        const { page, faults } = await tabOf(as ?? 'visitor', locale)
        faults.forget(/^/)
        await page.goto(path)
        await settled(page)
        if (steps) {
          await steps(page)
          await settled(page)
        }
        await picture(page, `${name} ${locale} ${theme} ${width}`)
        if (expected) faults.forget(expected)
        const found = [...faults.found, ...(await faultsOfPage(page, locale)), ...(await faultsOfAxe(page))]
        const words = await wordsOf(page)
        await page.unrouteAll()
        return { found, words }
      }
      const [english, french] = await Promise.all([look('en'), look('fr')])
      expect({ english: english.found, french: french.found }).toEqual({ english: [], french: [] })
      expect([...french.words].filter((text) => english.words.has(text) && !DATA.test(text))).toEqual([])
    })

    test.for(['all', 'dense'])('design, %s', async (part) => {
      const look = async (locale: Locale) => {
        const { page, faults } = await tabOf('visitor', locale)
        faults.forget(/^/)
        await page.goto(`${design.url}/index.html?${part === 'dense' ? 'only=dense&' : ''}theme=${theme}&lang=${locale}`)
        await page.locator('h1').first().waitFor({ state: 'attached' })
        // Nobody made an icon for this page.
        faults.forget(/favicon\.ico/)
        await picture(page, `design ${part} ${locale} ${theme} ${width}`)
        return [...faults.found, ...(await faultsOfPage(page, locale)), ...(await faultsOfAxe(page))]
      }
      const [english, french] = await Promise.all([look('en'), look('fr')])
      expect({ english, french }).toEqual({ english: [], french: [] })
    })
  })
}

/** Everything that loads has loaded: no skeleton is left, fonts are there. */
async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor({ state: 'attached' })
  await page.waitForFunction(() => !document.querySelector('.rf-skeleton, [aria-busy=true]') && document.fonts.status === 'loaded')
}
