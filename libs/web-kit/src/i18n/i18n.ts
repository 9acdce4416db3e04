import type { Locale } from '@reelfair/contracts'
import { createInstance } from 'i18next'
import { useSyncExternalStore } from 'react'
import { loadMessages } from './load-messages.ts'

const KEY = 'reelfair.locale'
const isLocale = (value: unknown): value is Locale => value === 'en' || value === 'fr'

const inCookie = () => /(?:^|; )__Host-locale=(\w+)/.exec(document.cookie)?.[1]

/**
 * The language chosen in this browser. The cookie does not count, because it also holds languages that nobody chose.
 * Undefined if local storage is blocked, as in some private windows.
 */
export function chosenLocale(): Locale | undefined {
  try {
    const value = localStorage.getItem(KEY)
    return isLocale(value) ? value : undefined
  } catch {
    return undefined
  }
}

/**
 * The stored choice, otherwise the first of the browser's languages that we support, otherwise English.
 * @source decisions §7
 */
const firstLocale = (): Locale =>
  chosenLocale() ?? [inCookie(), ...navigator.languages.map((tag) => tag.split('-')[0])].find(isLocale) ?? 'en'

export const i18n = createInstance()
// Initialisation completes synchronously, because messages are added later (load-messages.ts).
void i18n.init({
  lng: firstLocale(),
  fallbackLng: false,
  resources: {},
  initAsync: false,
  interpolation: { escapeValue: false },
})

export const currentLocale = (): Locale => (isLocale(i18n.language) ? i18n.language : 'en')

/** Loads the messages of all code that has run so far, in the current language. Retries failed loads. */
export const loadCurrentMessages = async (): Promise<unknown> => loadMessages(currentLocale())

const A_YEAR_S = 31_536_000

/**
 * The gateway passes this language to services, even for preloads that start before our scripts.
 * @source decisions §7
 */
const writeCookie = (locale: Locale) => {
  // biome-ignore lint/suspicious/noDocumentCookie: Firefox before 140 and Safari before 18.4 lack the Cookie Store API.
  document.cookie = `__Host-locale=${locale}; Path=/; Secure; SameSite=Lax; Max-Age=${A_YEAR_S}`
}

const mark = () => {
  document.documentElement.lang = currentLocale()
  writeCookie(currentLocale())
}
mark()
i18n.on('languageChanged', mark)
addEventListener('storage', (event) => {
  if (event.key === KEY && isLocale(event.newValue)) setLocale(event.newValue)
})

let wanted = currentLocale()

function store(locale: Locale): void {
  try {
    localStorage.setItem(KEY, locale)
  } catch {
    // Storage is blocked; the language still changes for this page.
  }
}

const nothing = (): void => undefined

/**
 * Changes the language without storing it as this browser's choice. Loads the language's messages, then changes all
 * texts in one step, so that no skeleton appears. If the messages fail to load, the language does not change.
 */
export function showLocale(locale: Locale, onChange: () => void = nothing, onFailure: () => unknown = nothing): void {
  wanted = locale
  const loading = loadMessages(locale)
  // Checks again after loading, because further code may have loaded in the meantime.
  if (loading)
    return void loading.then(
      () => wanted === locale && showLocale(locale, onChange, onFailure),
      () => wanted === locale && onFailure(),
    )
  onChange()
  void i18n.changeLanguage(locale)
}

/** Changes the language like `showLocale`, and stores it as this browser's choice. */
export const setLocale = (locale: Locale, onFailure?: () => unknown): void => showLocale(locale, () => store(locale), onFailure)

/** Reloads only if the server responds; otherwise, the page would be lost. */
async function reloadIn(locale: Locale): Promise<void> {
  const answer = await fetch('/remotes.json', { cache: 'no-store' }).catch(() => undefined)
  if (!answer?.ok || wanted !== locale) return
  store(locale)
  writeCookie(locale)
  location.reload()
}

/** After a deployment, an old tab can no longer load the other language, so it loads the new version instead. */
const chooseLocale = (locale: Locale): void => setLocale(locale, () => reloadIn(locale))

function subscribe(listener: () => void): () => void {
  i18n.on('languageChanged', listener)
  return () => i18n.off('languageChanged', listener)
}

/**
 * `setLocale` is for the reader's own choice: it may reload the page.
 * @example const { locale, setLocale } = useLanguage()
 */
export function useLanguage(): { locale: Locale; setLocale: (locale: Locale) => void } {
  const locale = useSyncExternalStore(subscribe, currentLocale)
  return { locale, setLocale: chooseLocale }
}
