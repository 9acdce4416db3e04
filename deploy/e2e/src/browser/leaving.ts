/** People add their names, view their sessions, export their data and leave, using only the keyboard. */
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { keyboardOf } from './keyboard.ts'
import { newCreator } from './new-creator.ts'
import { outsideOf } from './outside.ts'
import { picture } from './picture.ts'
import type { Site } from './site.ts'

export function leaving(site: Site): void {
  const outside = outsideOf(site)

  test('a creator adds a name, signs out another device, downloads their data and deletes the account', async () => {
    const { email, password, page, context, faults, keys, shows } = await newCreator(site, 'leaving')
    const signIn = async (keyboard = keys, tab = page) => {
      await tab.goto('/login?redirect=%2Faccount')
      await keyboard.fill('E-mail', email)
      await keyboard.fill('Password', password)
      await keyboard.press('button', 'Sign in')
    }

    await page.goto('/account')
    await keys.press('button', 'Add Name')
    await keys.fill('First name', 'Noé')
    await keys.fill('Last name', 'Quill')
    await keys.key('Enter')
    await page.getByRole('main').getByText('Noé Quill').waitFor()

    const other = await site.visit('visitor')
    await signIn(keyboardOf(other.page), other.page)
    await other.page.waitForURL('**/account')
    await page.reload()
    await shows('2 devices are signed in.')
    await keys.press('button', /^Sign out .*/)
    await shows('Device signed out.')
    await other.page.waitForURL('**/login?**')
    await other.context.close()

    await keys.press('button', /^Prepare a file /)
    await shows(/^Ready until /)
    expect((await outside.email(email, 2)).subject).toBe('Your data is ready to download')
    await picture(page, 'account, data export ready')
    await keys.press('button', /^Download the file /)
    await keys.fill('Current password', 'wrong horse')
    await keys.press('button', 'Download')
    await shows('Incorrect password.')
    await picture(page, 'account, data export form')
    await keys.fill('Current password', password)
    const [download] = await Promise.all([page.waitForEvent('download'), keys.press('button', 'Download')])
    expect(download.suggestedFilename()).toMatch(/^reelfair-data-\d{4}-\d\d-\d\d\.json$/)
    const file = JSON.parse(await readFile(await download.path(), 'utf8'))
    expect(file.identity.account).toMatchObject([{ email, firstName: 'Noé', lastName: 'Quill' }])

    await keys.press('button', 'Delete account Delete account')
    await picture(page, 'account, deletion form')
    await keys.fill('Type your e-mail address to confirm', email)
    await keys.fill('Current password', password)
    await keys.press('button', 'Delete my account for good')
    await page.getByRole('heading', { level: 1, name: 'Goodbye' }).waitFor()
    await picture(page, 'account deleted')
    expect((await outside.email(email, 3)).subject).toBe('Your Reelfair account is deleted')
    await signIn()
    await shows('Incorrect e-mail address or password.')
    faults.forget(/status of 401 .*\/api\/identity\//)
    faults.forget(/status of 403 .*\/data-exports\/[\w-]+\/file\)/)
    expect(faults.found).toEqual([])
    await context.close()
  })
}
