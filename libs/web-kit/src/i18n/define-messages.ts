import type { Locale } from '@reelfair/contracts'
import { useMemo } from 'react'
import { i18n, useLanguage } from './i18n.ts'

type Texts = Readonly<Record<string, string>>

/** French needs a `…_many` key for each English `…_other` key, because a million has the plural category `many`. */
type French<English extends Texts> = { readonly [K in keyof English]: string } & {
  readonly [K in keyof English as K extends `${infer Base}_other` ? `${Base}_many` : never]: string
}

/** A message key without its plural suffix. */
type KeyOf<English extends Texts> = {
  [K in keyof English & string]: K extends `${infer Base}_${'one' | 'other'}` ? Base : K
}[keyof English & string]

/** When an abbreviation such as "nov." ends a sentence, the text has two full stops. */
const TWO_STOPS = /(\p{L})\.\.(?!\.)/gu

type Values = Readonly<Record<string, string | number>>

/** Looks up a text by key and replaces `{{name}}` with `values.name`. Format all values beforehand, except `count`. */
export type Text<Key extends string = string> = (key: Key, values?: Values) => string

export interface Messages<Key extends string> {
  /** Namespaces in search order. */
  readonly namespaces: readonly string[]
  /** For type inference only. */
  readonly keys?: Key
}

/**
 * Registers messages in both languages. The compiler rejects a key that is missing in one language.
 * @param shared messages of several pages, so that a page's own messages load only with that page
 * @example
 * const words = defineMessages('brand', { en, fr })
 * export const useText = () => useMessages(words)
 */
export function defineMessages<const English extends Texts, Shared extends string = never>(
  namespace: string,
  messages: { en: English; fr: French<NoInfer<English>> },
  shared?: Messages<Shared>,
): Messages<KeyOf<English> | Shared> {
  // Messages never change, and copying them takes 10 ms on a slow phone.
  for (const locale of ['en', 'fr'] as const) i18n.addResourceBundle(locale, namespace, messages[locale], false, true, { skipCopy: true })
  return { namespaces: [namespace, ...(shared?.namespaces ?? [])] }
}

/** @example const { t, locale } = useMessages(words) */
export function useMessages<Key extends string>({ namespaces }: Messages<Key>): { t: Text<Key>; locale: Locale } {
  const { locale } = useLanguage()
  return useMemo(() => {
    const translate = i18n.getFixedT(locale, namespaces) as (key: string, values: Values) => string
    return { locale, t: (key, values = {}) => translate(key, values).replace(TWO_STOPS, '$1.') }
  }, [locale, namespaces])
}
