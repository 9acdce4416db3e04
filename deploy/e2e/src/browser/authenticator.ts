import { totp } from '@reelfair/testkit/totp'
import type { Page } from 'playwright-core'

/**
 * Sets up an authenticator app with the key that the page shows beside the QR code.
 * @returns the code that the app will show in `seconds`
 */
export async function authenticatorOf(page: Page): Promise<(seconds: number) => Promise<string>> {
  const key = (await page.locator('.shell-factor-key').textContent()) ?? ''
  return async (seconds) => {
    // Uses the services' clock, because the sandbox may have moved it.
    const date = (await page.request.get('/api/identity/session')).headers().date ?? ''
    return totp(key, new Date(Date.parse(date) + seconds * 1_000))
  }
}
