import { expect, test } from 'vitest'
import type { Extent } from './every-page.ts'
import type { Role, Site } from './site.ts'

/**
 * Redirects by address and role. An unlisted role stays on the page; `nothing` means that the page is not found.
 * @source specification §2
 */
const destinations: Readonly<Record<string, Partial<Record<Role | 'visitor', string>>>> = {
  '/': { creator: '/dashboard', brand: '/brand-dashboard', newbrand: '/brand/form', admin: '/admin' },
  '/login': { creator: '/dashboard', brand: '/brand-dashboard', newbrand: '/brand/form', admin: '/admin' },
  '/signup?role=brand': { creator: '/dashboard', brand: '/brand-dashboard', newbrand: '/brand/form', admin: '/admin' },
  '/terms': {},
  '/collab/lea.kitchen': {},
  '/dashboard': { visitor: '/login?redirect=%2Fdashboard', brand: '/brand-dashboard', newbrand: '/brand/form', admin: '/admin' },
  '/balance?stripe_return=true': {
    visitor: '/login?redirect=%2Fbalance%3Fstripe_return%3Dtrue',
    creator: '/balance',
    brand: '/brand-dashboard',
    newbrand: '/brand/form',
    admin: '/admin',
  },
  '/public-campaigns?language=en': {
    visitor: '/login?redirect=%2Fpublic-campaigns%3Flanguage%3Den',
    brand: '/brand-dashboard',
    newbrand: '/brand/form',
    admin: '/admin',
  },
  '/creator-history': {
    visitor: '/login?redirect=%2Fcreator-history',
    brand: '/brand-dashboard',
    newbrand: '/brand/form',
    admin: '/admin',
  },
  '/profile': { visitor: '/login?redirect=%2Fprofile', brand: '/brand/profile', newbrand: '/brand/form', admin: '/admin' },
  '/profile/connect?state=s&code=c': {
    visitor: '/login?redirect=%2Fprofile%2Fconnect%3Fstate%3Ds%26code%3Dc',
    brand: '/brand-dashboard',
    newbrand: '/brand/form',
    admin: '/admin',
  },
  '/brand-dashboard': {
    visitor: '/login?redirect=%2Fbrand-dashboard',
    creator: '/dashboard',
    newbrand: '/brand/form?redirect=%2Fbrand-dashboard',
    admin: '/admin',
  },
  '/brand-dashboard/purchase?order=0198c0de-0000-7000-8000-000000000001': {
    visitor: '/login?redirect=%2Fbrand-dashboard%2Fpurchase%3Forder%3D0198c0de-0000-7000-8000-000000000001',
    creator: '/dashboard',
    newbrand: '/brand/form?redirect=%2Fbrand-dashboard%2Fpurchase%3Forder%3D0198c0de-0000-7000-8000-000000000001',
    admin: '/admin',
  },
  '/brand-dashboard/new-campaign/goal': {
    visitor: '/login?redirect=%2Fbrand-dashboard%2Fnew-campaign%2Fgoal',
    creator: '/dashboard',
    newbrand: '/brand/form?redirect=%2Fbrand-dashboard%2Fnew-campaign%2Fgoal',
    admin: '/admin',
  },
  '/brand-dashboard/campaigns/0198c0de-0000-7000-8000-000000000001': {
    visitor: '/login?redirect=%2Fbrand-dashboard%2Fcampaigns%2F0198c0de-0000-7000-8000-000000000001',
    creator: '/dashboard',
    brand: 'nothing',
    newbrand: '/brand/form?redirect=%2Fbrand-dashboard%2Fcampaigns%2F0198c0de-0000-7000-8000-000000000001',
    admin: '/admin',
  },
  '/partnerships/0198c0de-0000-7000-8000-000000000001': {
    visitor: '/login?redirect=%2Fpartnerships%2F0198c0de-0000-7000-8000-000000000001',
    creator: '/dashboard',
    brand: 'nothing',
    newbrand: '/brand/form?redirect=%2Fpartnerships%2F0198c0de-0000-7000-8000-000000000001',
    admin: '/admin',
  },
  '/find-creators?language=de': {
    visitor: '/login?redirect=%2Ffind-creators%3Flanguage%3Dde',
    creator: '/dashboard',
    newbrand: '/brand/form?redirect=%2Ffind-creators%3Flanguage%3Dde',
    admin: '/admin',
  },
  '/brand/form': { visitor: '/login?redirect=%2Fbrand%2Fform', creator: '/dashboard', brand: '/brand-dashboard', admin: '/admin' },
  '/brand/form?redirect=/brand-dashboard/purchase': { brand: '/brand-dashboard/purchase' },
  '/admin': { visitor: '/login?redirect=%2Fadmin', creator: 'nothing', brand: 'nothing', newbrand: 'nothing' },
  '/admin/partnerships': {
    visitor: '/login?redirect=%2Fadmin%2Fpartnerships',
    creator: 'nothing',
    brand: 'nothing',
    newbrand: 'nothing',
  },
  '/admin/reviews': { visitor: '/login?redirect=%2Fadmin%2Freviews', creator: 'nothing', brand: 'nothing', newbrand: 'nothing' },
  '/admin/transfers': { visitor: '/login?redirect=%2Fadmin%2Ftransfers', creator: 'nothing', brand: 'nothing', newbrand: 'nothing' },
  '/admin/brands/0198c0de-0000-7000-8000-000000000001/purchase': {
    visitor: '/login?redirect=%2Fadmin%2Fbrands%2F0198c0de-0000-7000-8000-000000000001%2Fpurchase',
    creator: 'nothing',
    brand: 'nothing',
    newbrand: 'nothing',
    admin: 'nothing',
  },
  '/nowhere': { visitor: '/', creator: 'nothing', brand: 'nothing', newbrand: 'nothing', admin: 'nothing' },
}

/** Redirect targets that an attacker could put into a link to send people to another site. */
const HOSTILE = [
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '///evil.example',
  '/..//evil.example',
  '/\t/evil.example',
  '\t//evil.example',
  'evil.example',
  'javascript:alert(document.domain)',
  'data:text/html,<script>alert(1)</script>',
  'http:evil.example',
  '/%2e%2e//evil.example',
]

const PEOPLE = ['visitor', 'creator', 'brand', 'newbrand', 'admin'] as const

/** @param extent `one`: each person opens a quarter of the addresses; together they open all of them */
export function guards(site: Site, extent: Extent): void {
  test.for(PEOPLE)('redirects %s to the right page', async (who) => {
    const chosen = Object.entries(destinations).filter((_, at) => extent === 'all' || (at + PEOPLE.indexOf(who)) % 4 === 0)
    const { page, context, faults } = await site.visit(who)
    const actual: Record<string, string> = {}
    const expected: Record<string, string> = {}
    for (const [from, to] of chosen) {
      if (from === '/brand/form?redirect=/brand-dashboard/purchase' && who !== 'brand') continue
      const wanted = to[who] ?? from
      expected[from] = wanted
      await page.goto(from)
      await page.locator('h1').first().waitFor({ state: 'attached' })
      const nothing = page.getByRole('heading', { level: 1, name: 'Page not found' })
      const here = async () => {
        const { pathname, search } = new URL(page.url())
        return (await nothing.count()) > 0 ? 'nothing' : pathname + search
      }
      // Polls the address, because the skeleton of a wrong page also has a heading.
      await expect
        .poll(here, { timeout: 10_000 })
        .toBe(wanted)
        .catch(() => {})
      actual[from] = await here()
    }
    expect(actual).toEqual(expected)
    faults.forget(/status of 404 .*(?:credit-orders|campaigns\/campaigns|partnerships\/partnerships|identity\/brand)/)
    expect(faults.found).toEqual([])
    await context.close()
  })

  test.for([
    ['visitor', '/login', [], ['Contact', 'Sign up']],
    [
      'admin',
      '/admin',
      ['Overview', 'Brands', 'Partnerships', 'Reviews'],
      ['Overview', 'Brands', 'Partnerships', 'Reviews', 'Transfers', 'Settings'],
    ],
  ] as const)('shows a %s at %s on a phone every item of the navigation in the menu', async ([who, at, tabs, items]) => {
    const { page, context, faults } = await site.visit(who, { width: 390 })
    await page.goto(at)
    const menu = page.locator('.rf-masthead-panel')
    await page.getByRole('button', { name: 'Menu' }).click()
    for (const name of items) expect([name, await menu.getByRole('link', { name, exact: true }).isVisible()]).toEqual([name, true])
    expect(await page.locator('.rf-tab-bar a').allInnerTexts()).toEqual(tabs)
    expect(faults.found).toEqual([])
    await context.close()
  })

  test.for([
    ['/login', extent === 'all' ? HOSTILE : HOSTILE.slice(0, 2)],
    ['/signup', extent === 'all' ? HOSTILE : HOSTILE.slice(2, 4)],
    ['/brand/form', extent === 'all' ? HOSTILE : HOSTILE.slice(5, 6)],
  ] as const)('%s never redirects to another site', async ([path, redirects]) => {
    const { page, context, faults } = await site.visit('brand')
    const origins = new Set<string>()
    page.on('framenavigated', (frame) => origins.add(new URL(frame.url()).origin))
    for (const redirect of redirects) {
      await page.goto(`${path}?redirect=${encodeURIComponent(redirect)}`)
      await page.waitForURL((url) => url.pathname !== path)
      await page.locator('h1').first().waitFor({ state: 'attached' })
    }
    expect([...origins]).toEqual([site.url])
    expect(faults.found).toEqual([])
    await context.close()
  })

  test('rejects a sign-up with a redirect to another site, so that no e-mail can link to it', async () => {
    const answer = await fetch(`${site.url}/api/identity/users`, {
      method: 'POST',
      headers: { origin: site.url, 'content-type': 'application/json' },
      body: JSON.stringify({
        email: 'victim@people.example',
        password: 'fjord lantern 7',
        role: 'creator',
        termsAccepted: true,
        redirect: '/\\evil.example',
      }),
    })
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([400, 'invalid_input'])
  })
}
