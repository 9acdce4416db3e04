/** Signs up a creator in a tab of their own, for tests that change accounts. */
import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { keyboardOf } from './keyboard.ts'
import { outsideOf } from './outside.ts'
import type { Site } from './site.ts'
import { waitForLanding } from './wait-for-landing.ts'

export const newEmail = (name: string) => `${name}.${randomBytes(4).toString('hex')}@people.example`

/** A creator who has just confirmed their address. */
export async function newCreator(site: Site, name: string) {
  const [email, password] = [newEmail(name), 'fjord lantern of old']
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
  const signOut = async () => {
    await keys.press('button', email)
    await keys.press('button', 'Sign out')
    await waitForLanding(page)
    faults.forget(/401 \(Unauthorized\)/)
  }
  await open((await outsideOf(site).email(email)).links)
  await keys.fill('Password', password)
  await keys.press('button', 'Confirm and sign in')
  await page.waitForURL('**/dashboard')
  await page.getByRole('heading', { name: 'Public campaigns' }).waitFor()
  return { email, password, page, context, faults, keys, shows, open, signOut }
}
