import type { Locale } from '@reelfair/contracts'
import { createInstance } from 'i18next'
import { useSyncExternalStore } from 'react'

const KEY = 'reelfair.locale'
const isLocale = (value: unknown): value is Locale => value === 'en' || value === 'fr'

/** The reader's choice; on a first visit the browser's language, if it is one of ours. @source decisions §7 */
function firstLocale(): Locale {
  const ofBrowser = navigator.language.split('-')[0]
  const otherwise = isLocale(ofBrowser) ? ofBrowser : 'en'
  try {
    const value = localStorage.getItem(KEY)
    return isLocale(value) ? value : otherwise
  } catch {
    // Private windows may forbid storage; the choice then lasts as long as the page.
    return otherwise
  }
}

export const i18n = createInstance()
// Resources are at hand, so this is done when the call returns.
void i18n.init({
  lng: firstLocale(),
  fallbackLng: 'en',
  resources: {},
  initAsync: false,
  interpolation: { escapeValue: false },
})

/** The language of the page. */
export const currentLocale = (): Locale => (isLocale(i18n.language) ? i18n.language : 'en')

const mark = () => {
  document.documentElement.lang = currentLocale()
}
mark()
i18n.on('languageChanged', mark)
addEventListener('storage', (event) => {
  if (event.key === KEY && isLocale(event.newValue)) void i18n.changeLanguage(event.newValue)
})

/** Shows everything in another language at once and keeps the choice. */
export function setLocale(locale: Locale): void {
  try {
    localStorage.setItem(KEY, locale)
  } catch {
    // Nothing to save to; the language still changes for this page.
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
