import { logoPng } from '@reelfair/testkit/logo'
import { expect, test } from 'vitest'
import { keyboardOf } from './keyboard.ts'
import type { Site } from './site.ts'

export function keyboardAlone(site: Site): void {
  test('signs in and asks for a campaign', async () => {
    const { page, context, faults } = await site.visit('visitor')
    const keys = keyboardOf(page)
    await page.goto('/')
    // Over the head of the page, and over nothing else.
    await keys.press('link', 'Skip to content')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('content')
    await page.goto('/')
    await keys.press('link', 'Log in')
    await page.getByRole('heading', { level: 1, name: 'Log in' }).waitFor()
    await keys.fill('E-mail', site.emailOf('brand'))
    await keys.fill('Password', site.password)
    await keys.key('Enter')
    await page.waitForURL('**/brand-dashboard')
    await page.getByRole('heading', { name: 'Your views' }).waitFor()

    await keys.press('link', 'New campaign')
    const step = (title: string) => page.getByRole('heading', { level: 1, name: title }).waitFor()
    await step('What it is about, and how many views')
    await keys.fill('Name', 'By keyboard')
    await keys.select(/Category/, 'Food')
    await keys.to('slider', /Views goal/)
    await keys.key('Home')
    await keys.key('ArrowRight')
    await keys.press('button', 'Continue')
    await step('Who should see it')
    await keys.press('button', 'Continue')
    await step('The banner creators will place')
    const chooser = page.waitForEvent('filechooser')
    await keys.press('button', 'Choose a file')
    await (await chooser).setFiles({ name: 'banner.png', mimeType: 'image/png', buffer: logoPng() })
    await page.getByText('Size is exact').waitFor()
    await keys.press('button', 'Continue')
    await step('Where viewers are sent')
    await keys.fill(/^Link/, 'https://kefiro.example')
    // As in any form.
    await keys.key('Enter')
    await step('All of it, once more')
    await keys.press('button', 'Continue')
    await step('Set the credits aside')
    await keys.to('button', 'Set aside 2,000 credits and start')
    await keys.key('Space')
    await page.getByRole('heading', { name: '“By keyboard” is running. Creators can join now.' }).waitFor()
    await keys.press('link', 'See the campaign')
    await page.waitForURL('**/brand-dashboard')
    await page.getByRole('article', { name: 'By keyboard' }).waitFor()
    expect(faults.found).toEqual([])
    await context.close()
  })
}
