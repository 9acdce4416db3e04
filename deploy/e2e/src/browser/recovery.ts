/** People recover and protect their accounts, using only the keyboard. */
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { authenticatorOf } from './authenticator.ts'
import { keyboardOf } from './keyboard.ts'
import { newCreator, newEmail } from './new-creator.ts'
import { outsideOf } from './outside.ts'
import { picture } from './picture.ts'
import type { Site } from './site.ts'

export function recovery(site: Site): void {
  const outside = outsideOf(site)

  test('a creator resets a forgotten password, then changes the password and the e-mail address', async () => {
    const { email, page, context, faults, keys, shows, open, signOut } = await newCreator(site, 'forgetful')
    const next = newEmail('moved')
    await signOut()

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
    await keys.fill('Your account password', 'fjord lantern 42')
    await keys.press('button', 'Confirm this address')
    await shows('Your e-mail address is now')
    await picture(page, 'address changed')
    await keys.press('link', 'Go to account settings')
    await page.getByRole('main').getByText(next).first().waitFor()
    expect((await outside.email(email, 6)).subject).toBe('Your e-mail address was changed')
    faults.forget(/status of 400 .*\/api\/identity\/password-resets\/confirm\)/)
    // Each change ends the old session, which the account page may still be using.
    faults.forget(/401 \(Unauthorized\) .*\/api\/identity\//)
    expect(faults.found).toEqual([])
    await context.close()
  })

  test('a creator turns two-step sign-in on, signs in with a code and a recovery code, and turns it off', async () => {
    const { email, password, page, context, faults, keys, shows, signOut } = await newCreator(site, 'careful')
    const enterPassword = async () => {
      await page.goto('/login?redirect=%2Fbalance')
      await keys.fill('E-mail', email)
      await keys.fill('Password', password)
      await keys.press('button', 'Sign in')
      await page.waitForURL('**/second-factor?redirect=%2Fbalance')
      await page.getByRole('heading', { level: 1, name: 'Enter your code' }).waitFor()
    }

    await page.goto('/account')
    await keys.press('button', 'Set up Two-step sign-in')
    await keys.fill('Current password', password)
    await keys.press('button', 'Show the QR code')
    await page.getByRole('img', { name: /^QR code for your authenticator app/ }).waitFor()
    await picture(page, 'two-step sign-in, QR code')
    const codeIn = await authenticatorOf(page)
    await keys.fill('Code from the app', await codeIn(0))
    await keys.press('button', 'Turn on')
    await shows('Save your recovery codes now.')
    const [first = '', second = ''] = await page.locator('.shell-factor-codes li').allTextContents()
    const [download] = await Promise.all([page.waitForEvent('download'), keys.press('link', 'Download')])
    expect(await readFile(await download.path(), 'utf8')).toContain(`${first}\n${second}\n`)
    await picture(page, 'two-step sign-in, recovery codes')
    await keys.press('button', 'I’ve saved the codes')
    await signOut()

    await enterPassword()
    await keys.fill('Six-digit code', '000 000')
    await keys.press('button', 'Sign in')
    await shows(/^This code is incorrect or has already been used/)
    await picture(page, 'two-step sign-in, wrong code')
    // The app's current code was used to turn on two-step sign-in, so only the next code is unused.
    await keys.fill('Six-digit code', await codeIn(30))
    await keys.press('button', 'Sign in')
    await page.waitForURL('**/balance')
    await signOut()

    await enterPassword()
    await keys.press('button', 'Use a recovery code instead')
    await keys.fill('Recovery code', first)
    await keys.press('button', 'Sign in')
    await page.waitForURL('**/balance')
    await page.goto('/account')
    await shows(/Unused recovery codes: 9 of 10/)
    await keys.press('button', 'Change Two-step sign-in')
    await keys.choose('Turn off')
    await keys.fill('Current password', password)
    await keys.fill('Code from the app, or a recovery code', second)
    await picture(page, 'two-step sign-in, turning off')
    await keys.press('button', 'Turn off two-step sign-in')
    await shows('Off. You sign in without a code.')
    // Both notices from the last step are sent at the same time.
    expect((await outside.email(email, 5)).subject).toMatch(/^(?:Two-step sign-in is off|A recovery code was used)$/)
    faults.forget(/status of 403 .*\/api\/identity\/sessions\/by-code\)/)
    // Turning it on or off ends the old session, which the account page may still be using.
    faults.forget(/401 \(Unauthorized\) .*\/api\/identity\//)
    expect(faults.found).toEqual([])
    await context.close()
  })

  test('a used reset link leads to a new one as soon as its page opens', async () => {
    const { page, context, faults } = await site.visit('visitor', { locale: 'fr' })
    const keys = keyboardOf(page)
    await page.goto('/reset-password#token=of-an-old-mail')
    await page.getByText('Ce lien ne fonctionne plus.').waitFor()
    await picture(page, 'reset, invalid link')
    await keys.press('link', 'Demander un nouveau lien')
    await page.getByRole('heading', { level: 1, name: /^Mot de passe oublié/ }).waitFor()
    faults.forget(/status of 410 .*\/api\/identity\/link-checks\)/)
    expect(faults.found).toEqual([])
    await context.close()
  })
}
