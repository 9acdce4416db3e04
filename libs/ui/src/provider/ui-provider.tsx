import { type AnchorHTMLAttributes, type ComponentType, createContext, type ReactNode, type Ref, useContext, useMemo } from 'react'
import type { Locale } from '../format.ts'
import { en, type Words } from '../messages/en.ts'
import { fr } from '../messages/fr.ts'

/** What a link of the product's router must accept; `href` is the target, and everything else goes to the `<a>`. */
export type LinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string; ref?: Ref<HTMLAnchorElement> }

/** A component that draws an `<a>` and lets the router take the click. */
export type LinkComponent = ComponentType<LinkProps>

type Ui = {
  locale: Locale
  words: Words
  link: LinkComponent
  onLocaleChange: ((locale: Locale) => void) | undefined
  errorSentence: ((error: unknown, locale: Locale) => string | undefined) | undefined
}

const PlainLink: LinkComponent = (props) => <a {...props} />
const WORDS: Record<Locale, Words> = { en, fr }
const UiContext = createContext<Ui>({ locale: 'en', words: en, link: PlainLink, onLocaleChange: undefined, errorSentence: undefined })

export type UiProviderProps = {
  locale: Locale
  /** The router's link; without it links are plain `<a>`. */
  link?: LinkComponent
  /** Called by the language switch of the masthead. */
  onLocaleChange?: (locale: Locale) => void
  /** The sentence of a coded error in the current language, or undefined when the code is unknown. */
  errorSentence?: (error: unknown, locale: Locale) => string | undefined
  children: ReactNode
}

/**
 * Gives language, links and the sentences of errors to every component.
 * @example <UiProvider locale="fr" link={RouterLink}>…</UiProvider>
 */
export function UiProvider({ locale, link = PlainLink, onLocaleChange, errorSentence, children }: UiProviderProps) {
  const ui = useMemo(
    () => ({ locale, words: WORDS[locale], link, onLocaleChange, errorSentence }),
    [locale, link, onLocaleChange, errorSentence],
  )
  return <UiContext value={ui}>{children}</UiContext>
}

/** The language and everything else UiProvider gave. */
export const useUi = (): Ui => useContext(UiContext)

/** The current language. */
export const useLocale = (): Locale => useUi().locale

/** The components' own words in the current language. */
export const useWords = (): Words => useUi().words
