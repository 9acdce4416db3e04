// @vitest-environment jsdom
import { earnedCents, RATE_CARDS } from '@reelfair/rules'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { openApp } from '../page.fixture.tsx'

afterEach(() => vi.unstubAllGlobals())

const receipt = () => screen.queryByRole('article', { name: /^Receipt/ })

test('loads the receipt only when the visitor scrolls close to it', async () => {
  let approach: ((seen: { isIntersecting: boolean }[]) => void) | undefined
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(seen: typeof approach) {
        approach = seen
      }
      observe() {}
      disconnect() {}
    },
  )
  openApp('/')
  await waitFor(() => expect(approach).toBeDefined())
  await act(async () => approach?.([{ isIntersecting: false }]))
  // Loads the code first: otherwise, the receipt could be missing merely because its code is still loading.
  await act(() => import('./example-receipt.tsx'))
  expect(receipt()).toBeNull()
  await act(async () => approach?.([{ isIntersecting: true }]))
  await waitFor(() => expect(receipt()).not.toBeNull())
})

test.each([
  ['en', /^Receipt/, 'Example, not a real campaign', 'Recompute'],
  ['fr', /^Reçu/, 'Exemple : campagne fictive', 'Recalculer'],
] as const)(
  'in %s: labels the receipt as an example and computes its pay with the same rules as real receipts',
  async (locale, name, label, button) => {
    vi.stubGlobal('IntersectionObserver', undefined)
    openApp('/', locale)
    const shown = within(await screen.findByRole('article', { name }, { timeout: 8_000 }))
    expect(shown.getByText(label)).toBeDefined()
    const cents = earnedCents(413_742, RATE_CARDS[0].campaignCentsPer1000)
    const euros = (cents / 100).toFixed(2)
    const total = locale === 'en' ? `€${euros}` : `${euros.replace('.', ',')}\u00a0€`
    expect(shown.getAllByText((_, element) => element?.textContent === total).length).toBeGreaterThan(0)
    expect(shown.getByRole('button', { name: button })).toBeDefined()
    // The only date shown is the rate card's first day, which is real.
    expect(shown.queryAllByText(/20\d\d/)).toHaveLength(1)
  },
)

test('recomputes the same total, and a different total after a visitor changes a figure', async () => {
  vi.stubGlobal('IntersectionObserver', undefined)
  openApp('/')
  const shown = within(await screen.findByRole('article', { name: /^Receipt/ }, { timeout: 8_000 }))
  const recompute = () => userEvent.click(shown.getByRole('button', { name: 'Recompute' }))
  await recompute()
  expect(shown.getByRole('status').textContent).toMatch(/Same to the cent\.$/)

  const field = screen.getByRole('textbox', { name: 'Views of “Brakes, explained”' })
  await userEvent.clear(field)
  await userEvent.type(field, '219880')
  expect(shown.getByRole('status').textContent).toBe('')
  await recompute()
  expect(shown.getByText('The recomputed total differs.')).toBeDefined()
  const rate = RATE_CARDS[0].campaignCentsPer1000
  expect(shown.getByRole('status').textContent).toContain(`€${(earnedCents(513_742, rate) / 100).toFixed(2)}`)

  await userEvent.clear(field)
  await userEvent.type(field, 'many')
  expect(screen.getByText('Enter a whole number of views.')).toBeDefined()
})

test.each(['en', 'fr'] as const)(
  'in %s: does not claim that counts are never estimated, because last views are interpolated',
  async (locale) => {
    vi.stubGlobal('IntersectionObserver', undefined)
    openApp('/', locale)
    expect(await screen.findByText({ en: /read every night and kept/, fr: /nous le conservons/ }[locale])).toBeDefined()
    expect(document.body.textContent).not.toMatch(/estimated|estimé/)
  },
)
