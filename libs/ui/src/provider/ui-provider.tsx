import { type AnchorHTMLAttributes, type ComponentType, createContext, type ReactNode, type Ref, useContext, useMemo } from 'react'
import type { Locale } from '../format.ts'
import { en, type Words } from '../messages/en.ts'
import { fr } from '../messages/fr.ts'

/** The router's link must accept these props and pass all but `href` to its `<a>`. */
export type LinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string; ref?: Ref<HTMLAnchorElement> }

/** The component renders an `<a>` and lets the router handle clicks. */
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
  /** The default is a plain `<a>`. */
  link?: LinkComponent
  onLocaleChange?: (locale: Locale) => void
  /** Returns the error's message, or undefined if the error code is unknown. */
  errorMessage?: (error: unknown, locale: Locale) => string | undefined
  children: ReactNode
}

/** @example <UiProvider locale="fr" link={RouterLink}>…</UiProvider> */
export function UiProvider({ locale, link = PlainLink, onLocaleChange, errorMessage, children }: UiProviderProps) {
  const ui = useMemo(
    () => ({ locale, words: WORDS[locale], link, onLocaleChange, errorMessage }),
    [locale, link, onLocaleChange, errorMessage],
  )
  return <UiContext value={ui}>{children}</UiContext>
}

export const useUi = (): Ui => useContext(UiContext)

export const useLocale = (): Locale => useUi().locale

export const useWords = (): Words => useUi().words
