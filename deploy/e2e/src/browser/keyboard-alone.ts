import { expect, test } from 'vitest'
import { keyboardOf } from './keyboard.ts'
import type { Site } from './site.ts'

export function keyboardAlone(site: Site): void {
  test('signs in and asks for a campaign', async () => {
    const { page, context, faults } = await site.visit('visitor')
    const keys = keyboardOf(page)
    await page.goto('/')
    await keys.press('link', 'Log in')
    await page.getByRole('heading', { level: 1, name: 'Log in' }).waitFor()
    await keys.fill('E-mail', site.emailOf('brand'))
    await keys.fill('Password', site.password)
    await keys.key('Enter')
    await page.waitForURL('**/brand-dashboard')
    await page.getByRole('heading', { name: 'Your views' }).waitFor()

    await keys.press('link', 'New campaign')
    await page.getByRole('heading', { level: 1, name: 'New campaign' }).waitFor()
    await keys.fill('Name', 'By keyboard')
    await keys.to('slider', /Views goal/)
    await keys.key('Home')
    await keys.key('ArrowRight')
    await keys.select(/Category/, 'Food')
    await keys.fill(/^Link/, 'https://kefiro.example')
    await keys.to('button', 'Set aside 2,000 credits and start')
    await keys.key('Space')
    await page.waitForURL('**/brand-dashboard')
    await page.getByRole('article', { name: 'By keyboard' }).waitFor()
    expect(faults.found).toEqual([])
    await context.close()
  })
}
