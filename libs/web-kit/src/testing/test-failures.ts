import type { Locale } from '@reelfair/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { ErrorRow, Texts } from './error-rows.ts'
import { inLanguages } from './in-languages.ts'
import type { ApiRoute, PartOfRoute, StubbedApi } from './stub-api.ts'

/** A request that a screen sends, and the title that the screen shows if the request fails. */
export type LoadRow = [PartOfRoute, Texts, isRepeated?: boolean]

/**
 * Tests that a failed request shows a title, the error's reference and a retry that works.
 * @param isRecovered finds what the page shows after the retry
 * @example testLoadFailures(api, [['GET /payouts/balance', { en: 'We couldn’t load …', fr: '…' }]], open)
 */
export function testLoadFailures(
  api: StubbedApi,
  rows: readonly LoadRow[],
  open: (locale: Locale) => void,
  isRecovered?: () => Promise<unknown>,
): void {
  const complete = rows.map(([route, texts, isRepeated = false]) => [route, texts, isRepeated] as const)
  test.each(inLanguages(complete))('in %s: shows why %s failed and offers a retry', async (locale, route, texts, isRepeated) => {
    api.fail(route, 'internal', locale, { requestId: 'r-17' })
    open(locale)
    const [title, ...others] = await screen.findAllByText(texts[locale])
    if (!isRepeated) expect(others).toEqual([])
    const panel = within(title?.closest('section') ?? document.body)
    expect(panel.getByText(/r-17$/)).toBeDefined()
    api.recover()
    const retry = panel.getByRole('button', { name: { en: 'Try again', fr: 'Réessayer' }[locale] })
    expect(retry).toBeDefined()
    await userEvent.click(retry)
    await waitFor(() => expect(screen.queryByText(texts[locale])).toBeNull())
    if (isRecovered) expect(await isRecovered()).toBeDefined()
  })
}

/**
 * Tests that a screen shows each error of a request, in the element that `act` returns. `inLanguages` chooses the
 * languages.
 * @example testRefusals(api, 'POST /payouts/transfers', [errorRows.unavailable], transfer)
 */
export function testRefusals(
  api: StubbedApi,
  route: ApiRoute,
  rows: readonly ErrorRow[],
  act: (locale: Locale) => Promise<unknown>,
  check: (locale: Locale) => void = () => undefined,
): void {
  test.each(inLanguages(rows))(`in %s: shows the error when ${route} fails with %s`, async (locale, code, details, texts) => {
    api.fail(route, code, locale, details)
    const part = await act(locale)
    const place = within(part instanceof HTMLElement ? part : document.body)
    expect(await place.findByText(texts[locale])).toBeDefined()
    check(locale)
  })
}
