import { expect, test } from 'vitest'
import type { Site } from './site.ts'

export function sessionOfBrowser(site: Site): void {
  test('its cookie is opaque, out of reach of scripts, bound to this origin, and gone after the sign-out', async () => {
    const { page, context, faults } = await site.visit('visitor')
    await page.goto('/login')
    await page.getByLabel('E-mail').fill(site.emailOf('brand'))
    await page.getByLabel('Password', { exact: true }).fill(site.password)
    await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
    await page.waitForURL('**/brand-dashboard')
    const cookies = (await context.cookies()).filter(({ name }) => name !== '__Host-locale')
    expect(cookies).toMatchObject(
      ['__Host-session', '__Host-device'].map((name) => ({
        name,
        domain: 'localhost',
        path: '/',
        secure: true,
        httpOnly: true,
        sameSite: 'Lax',
      })),
    )
    expect(cookies[0]?.value).toMatch(/^[\w-]{43}$/)
    expect(await page.evaluate(() => document.cookie)).toBe('__Host-locale=en')

    // The same session in a second tab, and in somebody's hand who copied the cookie.
    const second = await site.newTab(context)
    await second.page.goto('/brand-dashboard')
    await second.page.getByRole('heading', { name: 'Your views' }).waitFor()
    const stolen = { cookie: `__Host-session=${cookies[0]?.value}` }
    expect((await fetch(`${site.url}/api/identity/me`, { headers: stolen })).status).toBe(200)

    await page.getByRole('button', { name: 'Alpine Oats' }).click()
    await page.getByRole('button', { name: 'Log out' }).click()
    await page
      .getByRole('link', { name: 'Log in' })
      .or(page.getByRole('heading', { name: 'Log in' }))
      .first()
      .waitFor()
    await second.page.getByText('Your session has ended.').waitFor()
    expect(new URL(second.page.url()).pathname).toBe('/login')
    await expect.poll(async () => (await fetch(`${site.url}/api/identity/me`, { headers: stolen })).status).toBe(401)
    // The device stays known; its cookie opens nothing.
    expect((await context.cookies()).map(({ name }) => name).toSorted()).toEqual(['__Host-device', '__Host-locale'])
    // What the pages were still asking for when the session ended.
    for (const { forget } of [faults, second.faults]) forget(/401 \(Unauthorized\)/)
    expect([...faults.found, ...second.faults.found]).toEqual([])
    await context.close()
  })

  test('a write from another site is refused and changes nothing, with the session’s own cookie in it', async () => {
    const { context } = await site.visit('brand')
    const [session] = await context.cookies()
    const before = await context.request.get('/api/campaigns/campaigns').then((answer) => answer.json())
    const write = (headers: Record<string, string>) =>
      fetch(`${site.url}/api/campaigns/campaigns`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie: `__Host-session=${session?.value}`, ...headers },
        body: JSON.stringify({
          name: 'Forged',
          viewsGoal: 1_000,
          category: 'Food_Cooking',
          network: 'tiktok',
          link: 'https://evil.example',
        }),
      })
    const strangers = [
      { origin: 'https://evil.example' },
      { origin: site.url, 'sec-fetch-site': 'cross-site' },
      { origin: site.url, 'sec-fetch-site': 'same-site' },
      { origin: 'null' },
      {},
    ]
    for (const headers of strangers) {
      const answer = await write(headers as Record<string, string>)
      expect([answer.status, ((await answer.json()) as { code: string }).code], JSON.stringify(headers)).toEqual([403, 'foreign_origin'])
    }
    expect(await context.request.get('/api/campaigns/campaigns').then((answer) => answer.json())).toEqual(before)

    // A page of another site, in a real browser: a form needs no permission to be sent.
    const foreign = await context.newPage()
    await foreign.route('http://evil.localhost/', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<form method="post" enctype="text/plain" action="${site.url}/api/campaigns/campaigns"><input name="a"><button>go</button></form>`,
      }),
    )
    await foreign.goto('http://evil.localhost/')
    const [answer] = await Promise.all([
      foreign.waitForResponse((response) => response.url().endsWith('/api/campaigns/campaigns')),
      foreign.getByRole('button').click(),
    ])
    expect(answer.status()).toBe(403)
    expect(await context.request.get('/api/campaigns/campaigns').then((answer) => answer.json())).toEqual(before)
    await context.close()
  })
}
