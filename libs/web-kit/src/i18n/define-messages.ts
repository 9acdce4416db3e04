import type { Locale } from '@reelfair/contracts'
import { useMemo } from 'react'
import { i18n, useLanguage } from './i18n.ts'

type Texts = Readonly<Record<string, string>>

/** French counts a million as `many`: where English has `…_other`, French says `…_many` too. */
type French<English extends Texts> = { readonly [K in keyof English]: string } & {
  readonly [K in keyof English as K extends `${infer Base}_other` ? `${Base}_many` : never]: string
}

/** A key without its plural ending. */
type KeyOf<English extends Texts> = {
  [K in keyof English & string]: K extends `${infer Base}_${'one' | 'other'}` ? Base : K
}[keyof English & string]

/** A sentence that ends with an abbreviation has one stop: "le 21 nov." */
const TWO_STOPS = /(\p{L})\.\.(?!\.)/gu

type Values = Readonly<Record<string, string | number>>

/** A text by its key; `{{name}}` in it is `values.name`. Figures come already formatted; only `count` is a bare number. */
export type Text<Key extends string = string> = (key: Key, values?: Values) => string

/** What `defineMessages` made; `useMessages` reads it. */
export interface Messages<Key extends string> {
  /** Where a text is looked for, in this order. */
  readonly namespaces: readonly string[]
  /** Only for the compiler. */
  readonly keys?: Key
}

/**
 * The words of one app in both languages, under its own namespace. The compiler refuses a key that a language lacks.
 * @param besides words that the same screens say too: so a page keeps its own, and only who opens it loads them
 * @example
 * const words = defineMessages('brand', { en, fr })
 * export const useText = () => useMessages(words)
 */
export function defineMessages<const English extends Texts, Besides extends string = never>(
  namespace: string,
  messages: { en: English; fr: French<NoInfer<English>> },
  besides?: Messages<Besides>,
): Messages<KeyOf<English> | Besides> {
  // Messages never change, and copying them takes a slow phone 10 ms.
  for (const locale of ['en', 'fr'] as const) i18n.addResourceBundle(locale, namespace, messages[locale], false, true, { skipCopy: true })
  return { namespaces: [namespace, ...(besides?.namespaces ?? [])] }
}

/** @example const { t, locale } = useMessages(words) */
export function useMessages<Key extends string>({ namespaces }: Messages<Key>): { t: Text<Key>; locale: Locale } {
  const { locale } = useLanguage()
  return useMemo(() => {
    const translate = i18n.getFixedT(locale, namespaces) as (key: string, values: Values) => string
    return { locale, t: (key, values = {}) => translate(key, values).replace(TWO_STOPS, '$1.') }
  }, [locale, namespaces])
}
