import type { Page } from 'playwright-core'

/**
 * Waits for the landing page after a sign-out. It is a document of its own, without deferred scripts; a navigation that
 * starts before it has loaded would be interrupted.
 */
export const waitForLanding = (page: Page) =>
  page.waitForFunction(
    () => document.readyState === 'complete' && !document.querySelector('script[defer]') && document.querySelector('h1') !== null,
  )
