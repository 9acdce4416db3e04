// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.restoreAllMocks()
  vi.resetModules()
  localStorage.clear()
})

test.each([
  ['fr-CA', undefined, 'fr'],
  ['fr-FR', 'en', 'en'],
  ['en-GB', 'fr', 'fr'],
  ['de-DE', undefined, 'en'],
])('a browser in %s with the choice %s shows %s', async (language, choice, shown) => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue(language)
  if (choice) localStorage.setItem('reelfair.locale', choice)
  vi.resetModules()
  const { currentLocale } = await import('./i18n.ts')
  expect(currentLocale()).toBe(shown)
  expect(document.documentElement.lang).toBe(shown)
})
