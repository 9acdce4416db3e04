/** An admin changes settings and reads the audit log, using only the keyboard. */
import { expect, test } from 'vitest'
import { keyboardOf } from './keyboard.ts'
import { picture } from './picture.ts'
import type { Site } from './site.ts'

export function settings(site: Site): void {
  test('an admin changes a setting, is refused an insolvent price, and finds both the change and its reason in the log', async () => {
    const { page, context, faults } = await site.visit('admin')
    const keys = keyboardOf(page)
    const dialog = page.getByRole('dialog')
    await page.goto('/admin/settings')
    await page.setViewportSize({ width: 390, height: 900 })
    const cells = page.getByRole('row', { name: /^Hours to decide a review/ }).getByRole('cell')
    await cells.last().waitFor()
    const tops = await cells.evaluateAll((all) => all.map((cell) => cell.getBoundingClientRect().top))
    expect(tops, 'on phones, the actions follow all facts').toEqual(tops.toSorted((one, other) => one - other))
    await picture(page, 'settings')
    await page.setViewportSize({ width: 1440, height: 900 })
    await keys.press('button', 'Change: Hours to decide a review')
    await dialog.waitFor()
    await keys.fill('Hours to decide a review', '60')
    await keys.fill('Reason', 'Brands wait too long')
    await picture(page, 'settings, change')
    await keys.press('button', 'Save the change')
    await page.getByText('Saved: Hours to decide a review').first().waitFor()
    await page.getByRole('main').getByText('60 hours').first().waitFor()

    await keys.press('button', 'Change: Credit packages')
    await dialog.waitFor()
    await keys.fill('Enterprise: price excl. tax', '1')
    await keys.fill('Reason', 'Promotion')
    await keys.press('button', 'Review the change')
    await dialog.getByText(/^This moves money/).waitFor()
    await keys.press('button', 'Save the change')
    await dialog.getByText(/ short\.$/).waitFor()
    await picture(page, 'settings, insolvent price')
    await keys.press('button', 'Cancel')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('main').getByText('Enterprise 500,000 for €125.00').first().waitFor()

    await keys.press('link', 'Audit log')
    await page.waitForURL('**/admin/audit-log')
    await page.getByRole('cell', { name: 'Brands wait too long' }).waitFor()
    expect(await page.getByText('Promotion').count()).toBe(0)
    await picture(page, 'audit log')
    faults.forget(/status of 4\d\d .*\/api\/identity\/admin\/settings\/packages\)/)
    expect(faults.found).toEqual([])
    await context.close()
  })
}
