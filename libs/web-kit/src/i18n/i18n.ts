import type { Locale } from '@reelfair/contracts'
import { createInstance } from 'i18next'
import { useSyncExternalStore } from 'react'

const KEY = 'reelfair.locale'
const isLocale = (value: unknown): value is Locale => value === 'en' || value === 'fr'

const inCookie = () => /(?:^|; )__Host-locale=(\w+)/.exec(document.cookie)?.[1]

/** The stored choice, otherwise the browser's language if supported, otherwise English. @source decisions §7 */
function firstLocale(): Locale {
  const fallback = [inCookie(), navigator.language.split('-')[0]].find(isLocale) ?? 'en'
  try {
    const value = localStorage.getItem(KEY)
    return isLocale(value) ? value : fallback
  } catch {
    // Private windows may block local storage, so the cookie also stores the choice.
    return fallback
  }
}

export const i18n = createInstance()
// Initialisation completes synchronously, because there is nothing to fetch.
void i18n.init({
  lng: firstLocale(),
  fallbackLng: 'en',
  resources: {},
  initAsync: false,
  interpolation: { escapeValue: false },
})

export const currentLocale = (): Locale => (isLocale(i18n.language) ? i18n.language : 'en')

const A_YEAR_S = 31_536_000

const mark = () => {
  document.documentElement.lang = currentLocale()
  // The gateway passes this language to services, even for preloads that start before our scripts. @source decisions §7
  // biome-ignore lint/suspicious/noDocumentCookie: Firefox before 140 and Safari before 18.4 lack the Cookie Store API.
  document.cookie = `__Host-locale=${currentLocale()}; Path=/; Secure; SameSite=Lax; Max-Age=${A_YEAR_S}`
}
mark()
i18n.on('languageChanged', mark)
addEventListener('storage', (event) => {
  if (event.key === KEY && isLocale(event.newValue)) void i18n.changeLanguage(event.newValue)
})

export function setLocale(locale: Locale): void {
  try {
    localStorage.setItem(KEY, locale)
  } catch {
    // Storage is blocked; the language still changes for this page.
  }
  void i18n.changeLanguage(locale)
}

function subscribe(listener: () => void): () => void {
  i18n.on('languageChanged', listener)
  return () => i18n.off('languageChanged', listener)
}

/** @example const { locale, setLocale } = useLanguage() */
export function useLanguage(): { locale: Locale; setLocale: (locale: Locale) => void } {
  const locale = useSyncExternalStore(subscribe, currentLocale)
  return { locale, setLocale }
}
