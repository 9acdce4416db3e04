/** For tests of screens: a screen as an app shows it, in a browser that jsdom is not quite, with answers as services give them. */
import { type ErrorCode, type ErrorDetails, errorTable, type Locale, type Problem, sentenceOf } from '@reelfair/contracts'
import { Toasts, UiProvider } from '@reelfair/ui'
import { timeoutManager } from '@tanstack/react-query'
import { configure, fireEvent, getConfig, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { vi } from 'vitest'
import { sentenceOfError } from '../api/api-error.ts'
import { RETRIES, retryDelay } from '../api/query-client.ts'
import { setLocale } from '../i18n/i18n.ts'
import { WebKitProvider } from '../provider.tsx'

export { playStreams } from './played-stream.ts'

// jsdom has none of these.
vi.stubGlobal('scrollTo', () => undefined)
vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }))
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
)

/** The longest wait before a request that may pass is asked again by itself. */
const LONGEST_WAIT_MS = retryDelay(RETRIES - 1)
// How long it lasts proves nothing on a screen (`api.test.tsx` has it); that it comes and ends stays as it is.
const shortened = (ms: number) => (ms > LONGEST_WAIT_MS ? ms : ms / 50)
timeoutManager.setTimeoutProvider<ReturnType<typeof setTimeout>>({
  setTimeout: (callback, ms) => setTimeout(callback, shortened(ms)),
  clearTimeout: (timer) => clearTimeout(timer),
  setInterval: (callback, ms) => setInterval(callback, ms),
  clearInterval: (timer) => clearInterval(timer),
})

// A query that is asked again and again until it finds something draws the whole page as text each time it does not, and throws that
// away. Here it is drawn once, when the time is up.
const { getElementError } = getConfig()
configure({
  getElementError: (message, container) => {
    if (!message || !Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics')) return getElementError(message, container)
    return Object.assign(new Error(message), { name: 'TestingLibraryElementError' })
  },
})

/**
 * Puts a text into a field at once, as a password manager does. Where typing is what a test is about, `userEvent.type` types it:
 * letter by letter that draws the screen a dozen times.
 * @example fill(screen.getByLabelText('Name'), 'Winter breakfast')
 */
export const fill = (field: Element, text: string): boolean => fireEvent.change(field, { target: { value: text } })

/**
 * Shows a screen at an address, with the toasts beside it.
 * @example showPage(<BalancePage />, { address: '/balance?stripe_return=true', locale: 'fr' })
 */
export function showPage(page: ReactNode, { address = '/', locale = 'en' }: { address?: string; locale?: Locale } = {}): void {
  setLocale(locale)
  render(
    <UiProvider locale={locale} errorSentence={sentenceOfError}>
      <WebKitProvider>
        <MemoryRouter initialEntries={[address]}>{page}</MemoryRouter>
      </WebKitProvider>
      <Toasts />
    </UiProvider>,
  )
}

/**
 * The answer with which a service refuses.
 * @example refusal('transfer_below_minimum', 'fr', { minimum: 100, payable: 99 })
 */
export function refusal(code: ErrorCode, locale: Locale, details: ErrorDetails = {}, fields?: Problem['fields']): Response {
  const { status } = errorTable[code]
  const detail = sentenceOf(code, details, locale)
  const body = { type: 'about:blank', status, code, title: code, detail, requestId: 'r', details, fields }
  return Response.json(body, { status, headers: { 'content-type': 'application/problem+json' } })
}

/**
 * Each row of a table once in each language, which comes first.
 * @example test.each(inBothLanguages(rows))('in %s: %s …', (locale, code, texts) => …)
 */
export const inBothLanguages = <Row extends readonly unknown[]>(rows: readonly Row[]) =>
  rows.flatMap((row) => (['en', 'fr'] as const).map((locale) => [locale, ...row] as const))
