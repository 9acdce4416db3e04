import { logoPng } from '@reelfair/testkit/logo'
import { expect, test } from 'vitest'
import { keyboardOf } from './keyboard.ts'
import type { Site } from './site.ts'

export function keyboardOnly(site: Site): void {
  test('signs in and starts a campaign without a mouse', async () => {
    const { page, context, faults } = await site.visit('visitor')
    const keys = keyboardOf(page)
    await page.goto('/')
    // The skip link skips the page header and nothing else.
    await keys.press('link', 'Skip to content')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('content')
    await page.goto('/')
    await keys.press('link', 'Sign in')
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
    await keys.fill('E-mail', site.emailOf('brand'))
    await keys.fill('Password', site.password)
    await keys.key('Enter')
    await page.waitForURL('**/brand-dashboard')
    await page.getByRole('heading', { name: 'Your views' }).waitFor()

    await keys.press('link', 'New campaign')
    const step = (title: string) => page.getByRole('heading', { level: 1, name: title }).waitFor()
    await step('Choose a category and number of views')
    await keys.fill('Name', 'By keyboard')
    await keys.select(/Category/, 'Food')
    await keys.to('slider', /Goal/)
    await keys.key('Home')
    await keys.key('ArrowRight')
    await keys.press('button', 'Continue')
    await step('Choose your audience')
    await keys.press('button', 'Continue')
    await step('Add the banner creators will show')
    const chooser = page.waitForEvent('filechooser')
    await keys.press('button', 'Choose a file')
    await (await chooser).setFiles({ name: 'banner.png', mimeType: 'image/png', buffer: logoPng() })
    await page.getByText('Exact size').waitFor()
    await keys.press('button', 'Continue')
    await step('Choose where viewers go')
    await keys.fill(/^Link/, 'https://kefiro.example')
    // Enter submits the form, as in any form.
    await keys.key('Enter')
    await step('Review your campaign')
    await keys.press('button', 'Continue')
    await step('Reserve your credits')
    await keys.to('button', 'Reserve 2,000 credits and start')
    await keys.key('Space')
    await page.getByRole('heading', { name: '“By keyboard” is running. Creators can join now.' }).waitFor()
    await keys.press('link', 'See the campaign')
    await page.waitForURL('**/brand-dashboard')
    await page.getByRole('article', { name: 'By keyboard' }).waitFor()
    expect(faults.found).toEqual([])
    await context.close()
  })
}
