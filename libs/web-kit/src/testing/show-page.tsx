import type { Locale } from '@reelfair/contracts'
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

export { MemoryRouter, Routes } from 'react-router-dom'
export { setLocale } from '../i18n/i18n.ts'
export { brokenResponse, type ErrorRow, errorResponse, errorRows, type Texts } from './error-rows.ts'
export { fakeStreams } from './fake-stream.ts'
export { describeInLanguages, inLanguages } from './in-languages.ts'
export { SimulatedUpload, simulateUploads } from './simulated-upload.ts'
export { type ApiRoute, stubApi } from './stub-api.ts'
export { type LoadRow, testLoadFailures, testRefusals } from './test-failures.ts'

// jsdom lacks these browser APIs.
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

const MAX_WAIT_MS = retryDelay(RETRIES - 1)
// Retry delays are shortened, because `api.test.tsx` already tests them. Longer timers keep their duration.
const shortened = (ms: number) => (ms > MAX_WAIT_MS ? ms : ms / 50)
timeoutManager.setTimeoutProvider<ReturnType<typeof setTimeout>>({
  setTimeout: (callback, ms) => setTimeout(callback, shortened(ms)),
  clearTimeout: (timer) => clearTimeout(timer),
  setInterval: (callback, ms) => setInterval(callback, ms),
  clearInterval: (timer) => clearInterval(timer),
})

// Testing Library formats the whole page after each failed `findBy…` attempt. Here it formats the page only once, at
// the timeout.
const { getElementError } = getConfig()
configure({
  getElementError: (message, container) => {
    if (!message || !Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics')) return getElementError(message, container)
    return Object.assign(new Error(message), { name: 'TestingLibraryElementError' })
  },
})

/**
 * Sets a field's text in one step. Use `userEvent.type` only to test typing, because it re-renders the screen on
 * every keystroke.
 * @example fill(screen.getByLabelText('Name'), 'Winter breakfast')
 */
export const fill = (field: Element, text: string): boolean => fireEvent.change(field, { target: { value: text } })

/**
 * Renders a screen at an address, including toasts.
 * @example showPage(<BalancePage />, { address: '/balance?stripe_return=true', locale: 'fr' })
 */
export function showPage(page: ReactNode, { address = '/', locale = 'en' }: { address?: string; locale?: Locale } = {}): void {
  setLocale(locale)
  render(
    <UiProvider locale={locale} errorMessage={sentenceOfError}>
      <WebKitProvider>
        <MemoryRouter initialEntries={[address]}>{page}</MemoryRouter>
      </WebKitProvider>
      <Toasts />
    </UiProvider>,
  )
}
