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

type Values = Readonly<Record<string, string | number>>

/** A text by its key; `{{name}}` in it is `values.name`. Figures come already formatted; only `count` is a bare number. */
export type Text<Key extends string = string> = (key: Key, values?: Values) => string

/** What `defineMessages` made; `useMessages` reads it. */
export interface Messages<Key extends string> {
  readonly namespace: string
  /** Only for the compiler. */
  readonly keys?: Key
}

/**
 * The words of one app in both languages, under its own namespace. The compiler refuses a key that a language lacks.
 * @example
 * const words = defineMessages('brand', { en, fr })
 * export const useText = () => useMessages(words)
 */
export function defineMessages<const English extends Texts>(
  namespace: string,
  messages: { en: English; fr: French<NoInfer<English>> },
): Messages<KeyOf<English>> {
  for (const locale of ['en', 'fr'] as const) i18n.addResourceBundle(locale, namespace, messages[locale], false, true)
  return { namespace }
}

/** @example const { t, locale } = useMessages(words) */
export function useMessages<Key extends string>({ namespace }: Messages<Key>): { t: Text<Key>; locale: Locale } {
  const { locale } = useLanguage()
  return useMemo(() => {
    const translate = i18n.getFixedT(locale, namespace) as (key: string, values: Values) => string
    return { locale, t: (key, values = {}) => translate(key, values) }
  }, [locale, namespace])
}
