// @vitest-environment jsdom
import { render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { UiProvider } from '../provider/ui-provider.tsx'
import { NightsChart } from './nights-chart.tsx'
import { ViewsOverTime } from './views-over-time.tsx'

let consoleErrors: string[]
beforeEach(() => {
  consoleErrors = []
  vi.spyOn(console, 'error').mockImplementation((...args) => void consoleErrors.push(args.join(' ')))
})
afterEach(() => void vi.restoreAllMocks())

const days = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19'].map((date, index) => ({
  date,
  qualified: 1_000 * (index + 1),
  inReview: 0,
  excluded: 0,
}))
const notes = (goal: string, running: string) => [
  { from: '2026-11-16', to: '2026-11-18', text: goal },
  { from: '2026-11-16', to: '2026-11-19', text: running },
]

test.each([
  ['nights', (texts: ReturnType<typeof notes>) => <NightsChart label="Views" nights={days} notes={texts} />],
  ['views over time', (texts: ReturnType<typeof notes>) => <ViewsOverTime label="Views" readings={days} notes={texts} />],
])('puts notes that start on the same day on separate lines, even after a language change: %s', (_, chart) => {
  const show = (locale: 'en' | 'fr', texts: ReturnType<typeof notes>) => <UiProvider locale={locale}>{chart(texts)}</UiProvider>
  const { container, rerender } = render(show('en', notes('goal reached', 'two campaigns running')))
  const drawn = () => [...container.querySelectorAll('.rf-chart-bracket + text')]
  rerender(show('fr', notes('objectif atteint', 'deux campagnes en cours')))
  expect(drawn().map((text) => text.textContent)).toEqual(['objectif atteint', 'deux campagnes en cours'])
  const [lower, upper] = drawn().map((text) => Number(text.getAttribute('y')))
  expect((lower ?? 0) - (upper ?? 0)).toBeGreaterThanOrEqual(24)
  expect(consoleErrors).toEqual([])
})

test.each([
  ['en', ['0', '2.5k', '5k', '7.5k']],
  ['fr', ['0', '2,5k', '5k', '7,5k']],
] as const)('abbreviates the figures of the axis in %s', (locale, figures) => {
  const nights = days.map((day) => ({ ...day, qualified: 8_000 }))
  const { container } = render(
    <UiProvider locale={locale}>
      <NightsChart label="Views" nights={nights} />
    </UiProvider>,
  )
  expect([...container.querySelectorAll('.rf-chart-axis[text-anchor="end"]')].map(({ textContent }) => textContent)).toEqual(figures)
})
