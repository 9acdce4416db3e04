/** People reset a forgotten password and change their e-mail address, using only the keyboard. */
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { keyboardOf } from './keyboard.ts'
import { outsideOf } from './outside.ts'
import { picture } from './picture.ts'
import type { Site } from './site.ts'
import { waitForLanding } from './wait-for-landing.ts'

const newEmail = (name: string) => `${name}.${randomBytes(4).toString('hex')}@people.example`

export function recovery(site: Site): void {
  const outside = outsideOf(site)

  test('a creator resets a forgotten password, then changes the password and the e-mail address', async () => {
    const [email, next] = [newEmail('forgetful'), newEmail('moved')]
    const password = 'fjord lantern of old'
    const answer = await fetch(`${site.url}/api/identity/users`, {
      method: 'POST',
      headers: { origin: site.url, 'content-type': 'application/json' },
      body: JSON.stringify({ email, password, role: 'creator', termsAccepted: true }),
    })
    expect(answer.status, await answer.text()).toBe(201)

    const { page, context, faults } = await site.visit('visitor')
    const keys = keyboardOf(page)
    const shows = (text: string | RegExp) => page.getByText(text).first().waitFor()
    const open = async ([link = '']: readonly string[]) => {
      // The token follows `#`, so the browser does not reload the page for another token.
      await page.goto('about:blank')
      await page.goto(link)
    }
    await open((await outside.email(email)).links)
    await keys.fill('Password', password)
    await keys.press('button', 'Confirm and sign in')
    await page.waitForURL('**/dashboard')
    await page.getByRole('heading', { name: 'Public campaigns' }).waitFor()
    await keys.press('button', email)
    await keys.press('button', 'Sign out')
    await waitForLanding(page)
    faults.forget(/401 \(Unauthorized\)/)

    await page.goto('/login')
    await keys.press('link', 'Forgot your password?')
    await page.getByRole('heading', { level: 1, name: 'Forgot your password?' }).waitFor()
    await keys.fill('E-mail', email)
    await keys.press('button', 'Email me a reset link')
    await shows('If there’s an account for this address, we’ve emailed a reset link to')
    await picture(page, 'reset link sent')
    const letter = await outside.email(email, 2)
    expect(letter.subject).toBe('Reset your password')
    await open(letter.links)
    await page.getByRole('heading', { level: 1, name: 'Choose a new password' }).waitFor()
    await keys.fill('New password', 'password')
    await keys.fill('Repeat the new password', 'password')
    await shows('Strength: too easy to guess')
    await keys.press('button', 'Save and sign in')
    await shows('This password is too common. Please choose another one.')
    await picture(page, 'reset, common password')
    await keys.fill('New password', 'fjord lantern 41')
    await keys.fill('Repeat the new password', 'fjord lantern 41')
    await keys.press('button', 'Save and sign in')
    await page.waitForURL('**/dashboard')
    expect((await outside.email(email, 3)).subject).toBe('Your password was changed')

    await page.goto('/account')
    await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor()
    await picture(page, 'account')
    await keys.press('button', 'Change Password')
    await keys.fill('Current password', 'fjord lantern 41')
    await keys.fill('New password', 'fjord lantern 42')
    await keys.key('Enter')
    await shows('Password changed. All other sessions have ended.')
    await keys.press('button', 'Change E-mail address')
    await keys.fill('New e-mail address', next)
    await keys.fill('Current password', 'fjord lantern 42')
    await picture(page, 'account, new address')
    await keys.key('Enter')
    await shows(`If no other account uses this address, we’ve emailed a link to ${next}.`)
    await open((await outside.email(next)).links)
    await keys.fill('Password of your account', 'fjord lantern 42')
    await keys.press('button', 'Confirm this address')
    await shows('Your e-mail address is now')
    await picture(page, 'address changed')
    await keys.press('link', 'Go to account settings')
    await page.getByRole('main').getByText(next).first().waitFor()
    expect((await outside.email(email, 6)).subject).toBe('Your e-mail address was changed')
    faults.forget(/status of 400 .*\/api\/identity\/password-resets\/confirm\)/)
    // Each change ends the old session, and the account page may still be reading with it.
    faults.forget(/401 \(Unauthorized\) .*\/api\/identity\//)
    expect(faults.found).toEqual([])
    await context.close()
  })

  test('a used reset link leads to a new one', async () => {
    const { page, context, faults } = await site.visit('visitor', { locale: 'fr' })
    const keys = keyboardOf(page)
    await page.goto('/reset-password#token=of-an-old-mail')
    await keys.fill('Nouveau mot de passe', 'fjord lantern 41')
    await keys.fill('Confirmer le nouveau mot de passe', 'fjord lantern 41')
    await keys.press('button', 'Enregistrer et se connecter')
    await page.getByText('Ce lien ne fonctionne plus.').waitFor()
    await picture(page, 'reset, invalid link')
    await keys.press('link', 'Demander un nouveau lien')
    await page.getByRole('heading', { level: 1, name: /^Mot de passe oublié/ }).waitFor()
    faults.forget(/status of 410 .*\/api\/identity\/password-resets\/confirm\)/)
    expect(faults.found).toEqual([])
    await context.close()
  })
}
