// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.restoreAllMocks()
  vi.resetModules()
  localStorage.clear()
})

const forgetCookie = () => {
  // biome-ignore lint/suspicious/noDocumentCookie: as i18n.ts writes it.
  document.cookie = '__Host-locale=; Path=/; Secure; Max-Age=0'
}

test.each([
  ['fr-CA', undefined, 'fr'],
  ['fr-FR', 'en', 'en'],
  ['en-GB', 'fr', 'fr'],
  ['de-DE', undefined, 'en'],
])('a browser in %s with the choice %s shows %s', async (language, choice, shown) => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue(language)
  forgetCookie()
  if (choice) localStorage.setItem('reelfair.locale', choice)
  vi.resetModules()
  const { currentLocale } = await import('./i18n.ts')
  expect(currentLocale()).toBe(shown)
  expect(document.documentElement.lang).toBe(shown)
})

test('the cookie keeps the choice where local storage forgets it', async () => {
  forgetCookie()
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('en-GB')
  vi.resetModules()
  const { setLocale } = await import('./i18n.ts')
  setLocale('fr')
  expect(document.cookie).toContain('__Host-locale=fr')
  localStorage.clear()
  vi.resetModules()
  expect((await import('./i18n.ts')).currentLocale()).toBe('fr')
})
