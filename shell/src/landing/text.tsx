import type { Locale } from '@reelfair/contracts'
import { type FigureKey, figurePlace } from '@reelfair/rules/figures'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import type { SignUpRole } from '../components/auth-page-link.ts'
import { en as shellEn } from '../messages/en.ts'
import { fr as shellFr } from '../messages/fr.ts'
import { en } from './messages/en.ts'
import { fr } from './messages/fr.ts'

const MESSAGES = { en: { ...shellEn, ...en }, fr: { ...shellFr, ...fr } } as const satisfies Record<Locale, Record<string, string>>
type Key = keyof (typeof MESSAGES)['en'] & keyof (typeof MESSAGES)['fr']
export type Text = (key: Key, values?: Readonly<Record<string, string>>) => string

/** Which page is rendered. Each side of the market has its own page in each language. */
export interface PageOf {
  readonly locale: Locale
  readonly side: SignUpRole
}

/** @throws Error if a value is missing, so that the build fails */
export const textIn =
  (locale: Locale): Text =>
  (key, values = {}) =>
    MESSAGES[locale][key].replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
      const value = values[name]
      if (value === undefined) throw new Error(`message ${key} lacks the value ${name}`)
      return value
    })

const PageContext = createContext<PageOf>({ locale: 'en', side: 'brand' })

export const TextProvider = ({ of, children }: { of: PageOf; children: ReactNode }) => <PageContext value={of}>{children}</PageContext>

/** web-kit's `useText` needs a browser; this one also runs at build time. `figure` is printed by the gateway. */
export function useText(): PageOf & { readonly t: Text; readonly figure: (key: FigureKey) => string } {
  const of = useContext(PageContext)
  const { locale } = of
  return useMemo(() => ({ ...of, t: textIn(locale), figure: figurePlace }), [of, locale])
}
