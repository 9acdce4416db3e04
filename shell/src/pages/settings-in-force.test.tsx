// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { api, open } from './page.fixture.tsx'

test.each([
  ['/login', 'en', ['€0.12', '€0.30']],
  ['/login', 'fr', ['0,12 €', '0,30 €']],
  ['/signup?role=brand', 'en', ['€3.60']],
  ['/signup?role=brand', 'fr', ['3,60 €']],
] as const)('%s prints the prices and rates in force, in %s, and hides its figures until they are known', async (path, locale, figures) => {
  const { promise: known, resolve: send } = Promise.withResolvers<undefined>()
  api.answer({ 'GET /identity/public-settings': () => known })
  open(path, locale)
  const aside = await screen.findByRole('complementary')
  expect(aside.getAttribute('aria-busy')).toBe('true')
  send(undefined)
  await expect.poll(() => aside.getAttribute('aria-busy')).toBe('false')
  for (const figure of figures) expect(aside.textContent?.replaceAll('\u00a0', ' ')).toContain(figure)
})
