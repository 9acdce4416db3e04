import type { Page, Request } from 'playwright-core'

export interface Faults {
  /** Console errors and warnings, uncaught exceptions and CSP violations, each with its location. */
  readonly found: readonly string[]
  /** Removes faults that a test caused on purpose. */
  forget(expected: RegExp): void
  /** Explains a failed wait: what the page shows, its faults, and the requests that have no complete response. */
  explain(error: unknown): Promise<Error>
}

export function watchFaults(page: Page): Faults {
  const found: string[] = []
  const pending = new Set<Request>()
  page.on('request', (request) => pending.add(request))
  page.on('requestfinished', (request) => pending.delete(request))
  page.on('requestfailed', (request) => pending.delete(request))
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
    explain: async (error) => {
      const text = await page.locator('body').ariaSnapshot({ timeout: 1_000 }).catch(String)
      const urls = [...pending].map((request) => `${request.method()} ${request.url()}`)
      const facts = [`${page.url()} shows: ${text}`, `faults: ${found.join('\n')}`, `pending requests: ${urls.join(', ')}`]
      return new Error([error instanceof Error ? error.message : String(error), ...facts].join('\n'), { cause: error })
    },
  }
}
