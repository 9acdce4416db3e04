import type { Locale } from '@reelfair/contracts'
import { useMemo } from 'react'
import { i18n, useLanguage } from './i18n.ts'

type Texts = Readonly<Record<string, string>>

/**
 * French needs a `…_many` key for each English `…_other` key, because one million has the plural category `many` in
 * French.
 */
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

/** Hook that returns a screen's text in the reader's language. @example const { t, locale } = useText() */
export interface UseText<Key extends string> {
  (): { t: Text<Key>; locale: Locale }
  /** Namespaces to search, in this order. */
  readonly namespaces: readonly string[]
}

/**
 * Registers messages in both languages under a namespace. The compiler rejects a key that one language lacks.
 * @param shared messages that the same screens use, so that a page's own messages load only with that page
 * @example export const useText = defineMessages('brand', { en, fr })
 */
export function defineMessages<const English extends Texts, Shared extends string = never>(
  namespace: string,
  messages: { en: English; fr: French<NoInfer<English>> },
  shared?: UseText<Shared>,
): UseText<KeyOf<English> | Shared> {
  // Messages never change, so they are not copied: copying takes 10 ms on a slow phone.
  for (const locale of ['en', 'fr'] as const) i18n.addResourceBundle(locale, namespace, messages[locale], false, true, { skipCopy: true })
  const namespaces = [namespace, ...(shared?.namespaces ?? [])]
  return Object.assign(() => useMessages(namespaces), { namespaces })
}

function useMessages(namespaces: readonly string[]): { t: Text; locale: Locale } {
  const { locale } = useLanguage()
  return useMemo(() => {
    const translate = i18n.getFixedT(locale, namespaces) as (key: string, values: Values) => string
    return { locale, t: (key, values = {}) => translate(key, values).replace(TWO_STOPS, '$1.') }
  }, [locale, namespaces])
}
