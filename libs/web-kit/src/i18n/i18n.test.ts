// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.restoreAllMocks()
  vi.resetModules()
  localStorage.clear()
})

const forgetCookie = () => {
  // biome-ignore lint/suspicious/noDocumentCookie: i18n.ts writes the cookie in the same way.
  document.cookie = '__Host-locale=; Path=/; Secure; Max-Age=0'
}

test.each([
  [['fr-CA', 'en'], undefined, 'fr'],
  [['fr-FR'], 'en', 'en'],
  [['en-GB'], 'fr', 'fr'],
  [['de-DE', 'fr'], undefined, 'fr'],
  [['de-DE'], undefined, 'en'],
])('with the browser’s languages %s and stored choice %s, selects %s', async (languages, choice, shown) => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages)
  forgetCookie()
  if (choice) localStorage.setItem('reelfair.locale', choice)
  vi.resetModules()
  const { currentLocale } = await import('./i18n.ts')
  expect(currentLocale()).toBe(shown)
  expect(document.documentElement.lang).toBe(shown)
})

test('reads the choice from the cookie when local storage is empty', async () => {
  forgetCookie()
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en-GB'])
  vi.resetModules()
  const { setLocale } = await import('./i18n.ts')
  setLocale('fr')
  expect(document.cookie).toContain('__Host-locale=fr')
  localStorage.clear()
  vi.resetModules()
  expect((await import('./i18n.ts')).currentLocale()).toBe('fr')
})
