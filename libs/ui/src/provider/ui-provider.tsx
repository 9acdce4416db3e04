import { type AnchorHTMLAttributes, type ComponentType, createContext, type ReactNode, type Ref, useContext, useMemo } from 'react'
import type { Locale } from '../format.ts'
import { en, type Words } from '../messages/en.ts'
import { fr } from '../messages/fr.ts'

/** Props that the router's link must accept: `href` is the target, and all other props are passed to the `<a>`. */
export type LinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string; ref?: Ref<HTMLAnchorElement> }

/** A component that renders an `<a>` and lets the router handle clicks. */
export type LinkComponent = ComponentType<LinkProps>

type Ui = {
  locale: Locale
  words: Words
  link: LinkComponent
  onLocaleChange: ((locale: Locale) => void) | undefined
  errorMessage: ((error: unknown, locale: Locale) => string | undefined) | undefined
}

const PlainLink: LinkComponent = (props) => <a {...props} />
const WORDS: Record<Locale, Words> = { en, fr }
const UiContext = createContext<Ui>({ locale: 'en', words: en, link: PlainLink, onLocaleChange: undefined, errorMessage: undefined })

export type UiProviderProps = {
  locale: Locale
  /** The router's link component; defaults to a plain `<a>`. */
  link?: LinkComponent
  /** Called when the user changes the language in the masthead. */
  onLocaleChange?: (locale: Locale) => void
  /** Returns the message for an error in the given language, or undefined if the error code is unknown. */
  errorMessage?: (error: unknown, locale: Locale) => string | undefined
  children: ReactNode
}

/**
 * Provides the language, the link component and error messages to all components.
 * @example <UiProvider locale="fr" link={RouterLink}>…</UiProvider>
 */
export function UiProvider({ locale, link = PlainLink, onLocaleChange, errorMessage, children }: UiProviderProps) {
  const ui = useMemo(
    () => ({ locale, words: WORDS[locale], link, onLocaleChange, errorMessage }),
    [locale, link, onLocaleChange, errorMessage],
  )
  return <UiContext value={ui}>{children}</UiContext>
}

/** Returns everything that UiProvider provides. */
export const useUi = (): Ui => useContext(UiContext)

/** Returns the current language. */
export const useLocale = (): Locale => useUi().locale

/** Returns the built-in component text in the current language. */
export const useWords = (): Words => useUi().words
