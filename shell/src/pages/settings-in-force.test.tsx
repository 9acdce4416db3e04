// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
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

test.each([
  ['/login', 'en', 'link', 2],
  ['/login', 'fr', 'link', 2],
  ['/signup?role=brand', 'en', 'listitem', 3],
  ['/signup?role=creator', 'fr', 'listitem', 3],
] as const)('%s keeps its choices and steps if the prices don’t load, in %s', async (path, locale, role, count) => {
  api.fail('GET /identity/public-settings', 'not_found', locale)
  open(path, locale)
  const aside = await screen.findByRole('complementary')
  await expect.poll(() => aside.getAttribute('aria-busy')).toBe('false')
  expect(within(aside).getAllByRole(role)).toHaveLength(count)
  if (!path.includes('creator')) expect(aside.textContent).not.toContain('€')
})
