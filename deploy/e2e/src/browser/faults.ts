import type { Page } from 'playwright-core'

export interface Faults {
  /** Console errors and warnings, uncaught exceptions and CSP violations, each with its location. */
  readonly found: readonly string[]
  /** Removes faults that a test caused on purpose. */
  forget(expected: RegExp): void
}

export function watchFaults(page: Page): Faults {
  const found: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) found.push(`${message.type()}: ${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => found.push(`exception: ${error.stack ?? error.message}`))
  page.on('crash', () => found.push('the page crashed'))
  return {
    found,
    forget: (expected) => {
      found.splice(0, found.length, ...found.filter((fault) => !expected.test(fault)))
    },
  }
}
