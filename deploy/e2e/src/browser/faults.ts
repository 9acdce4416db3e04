/** What a page complains about while one looks at it. */
import type { Page } from 'playwright-core'

export interface Faults {
  /** Errors and warnings of the console, exceptions nobody caught, breaches of the content policy; each with its place. */
  readonly found: readonly string[]
  /** Takes those away that a test provoked. */
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
