import { expect, test } from 'vitest'
import type { Site } from './site.ts'

export function browserSession(site: Site): void {
  test('the session cookie is opaque, hidden from scripts, bound to this origin, and removed on sign-out', async () => {
    const { page, context, faults } = await site.visit('visitor')
    await page.goto('/login')
    await page.getByLabel('E-mail').fill(site.emailOf('brand'))
    await page.getByLabel('Password', { exact: true }).fill(site.password)
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
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

    // A second tab and an attacker with a copied cookie use the same session.
    const second = await site.newTab(context)
    await second.page.goto('/brand-dashboard')
    await second.page.getByRole('heading', { name: 'Your views' }).waitFor()
    const stolen = { cookie: `__Host-session=${cookies[0]?.value}` }
    expect((await fetch(`${site.url}/api/identity/me`, { headers: stolen })).status).toBe(200)

    await page.getByRole('button', { name: 'Alpine Oats' }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page
      .getByRole('link', { name: 'Sign in' })
      .or(page.getByRole('heading', { name: 'Sign in' }))
      .first()
      .waitFor()
    await second.page.getByText('Your session has ended.').waitFor()
    expect(new URL(second.page.url()).pathname).toBe('/login')
    await expect.poll(async () => (await fetch(`${site.url}/api/identity/me`, { headers: stolen })).status).toBe(401)
    expect((await context.cookies()).map(({ name }) => name).toSorted()).toEqual(['__Host-device', '__Host-locale'])
    // Both pages still had pending requests when the session ended.
    for (const { forget } of [faults, second.faults]) forget(/401 \(Unauthorized\)/)
    expect([...faults.found, ...second.faults.found]).toEqual([])
    await context.close()
  })

  test('explains what to do if the browser keeps no cookies', async () => {
    const { page, context, faults } = await site.visit('visitor')
    await page.route('**/api/identity/sessions', async (route) => {
      const response = await route.fetch()
      await context.clearCookies()
      await route.fulfill({ response, headers: { 'content-type': 'application/json' } })
    })
    await page.goto('/login')
    await page.getByLabel('E-mail').fill(site.emailOf('brand'))
    await page.getByLabel('Password', { exact: true }).fill(site.password)
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Your session couldn’t be started. Allow cookies for this site, then sign in again.').waitFor()
    expect(new URL(page.url()).pathname).toBe('/login')
    faults.forget(/401 \(Unauthorized\)/)
    expect(faults.found).toEqual([])
    await context.close()
  })

  test('a browser whose session is ended from another one lands on the sign-in page', async () => {
    const [far, here] = [await site.visit('newbrand'), await site.visit('visitor')]
    await far.page.goto('/account')
    await far.page.getByText('This device', { exact: true }).waitFor()
    const signIn = { data: { email: site.emailOf('newbrand'), password: site.password }, headers: { origin: site.url } }
    expect((await here.context.request.post('/api/identity/sessions', signIn)).status()).toBe(201)
    await here.page.goto('/account')
    await here.page.getByRole('button', { name: 'Sign out all other devices' }).click()
    await here.page.getByText('Only this device is signed in.').waitFor()
    await here.page.getByText('Signed out all other devices').waitFor()
    await far.page.getByText('Your session has ended.').waitFor()
    expect(new URL(far.page.url()).pathname).toBe('/login')
    // The page still had pending requests when its session ended.
    far.faults.forget(/401 \(Unauthorized\)/)
    expect([...far.faults.found, ...here.faults.found]).toEqual([])
    for (const { context } of [far, here]) await context.close()
    site.renewSession('newbrand')
  })

  test('refuses a write from another site even if it carries the session cookie, and changes nothing', async () => {
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
    const foreignHeaders = [
      { origin: 'https://evil.example' },
      { origin: site.url, 'sec-fetch-site': 'cross-site' },
      { origin: site.url, 'sec-fetch-site': 'same-site' },
      { origin: 'null' },
      {},
    ]
    for (const headers of foreignHeaders) {
      const answer = await write(headers as Record<string, string>)
      expect([answer.status, ((await answer.json()) as { code: string }).code], JSON.stringify(headers)).toEqual([403, 'foreign_origin'])
    }
    expect(await context.request.get('/api/campaigns/campaigns').then((answer) => answer.json())).toEqual(before)

    // A form needs no CORS permission, so the test submits one from a page on another site.
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
