import type { Locale } from '@reelfair/contracts'
import { use, useMemo } from 'react'
import { currentLocale, i18n, useLanguage } from './i18n.ts'
import { addNamespace, loadOf } from './load-messages.ts'

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

interface Messages<English extends Texts> {
  readonly en: () => Promise<{ readonly en: English }>
  readonly fr: () => Promise<{ readonly fr: French<NoInfer<English>> }>
}

/**
 * Registers messages in both languages under a namespace and starts to load the reader's language. The compiler rejects
 * a key that one language lacks. Each `import()` becomes a separate file, which browsers load together with the
 * code that contains this call.
 * @param shared messages that the same screens use, so that a page's own messages load only with that page
 * @example export const useText = defineMessages('brand', { en: () => import('./en.ts'), fr: () => import('./fr.ts') })
 */
export function defineMessages<const English extends Texts, Shared extends string = never>(
  namespace: string,
  { en, fr }: Messages<English>,
  shared?: UseText<Shared>,
): UseText<KeyOf<English> | Shared> {
  const fetch = { en: async () => (await en()).en, fr: async () => (await fr()).fr }
  // Messages never change, so they are not copied: copying takes 10 ms on a slow phone.
  const add = (locale: Locale, texts: Texts) => i18n.addResourceBundle(locale, namespace, texts, false, true, { skipCopy: true })
  addNamespace(namespace, async (locale) => add(locale, await fetch[locale]()))
  void loadOf(namespace, currentLocale())
  const namespaces = [namespace, ...(shared?.namespaces ?? [])]
  return Object.assign(() => useMessages(namespaces), { namespaces })
}

function useMessages(namespaces: readonly string[]): { t: Text; locale: Locale } {
  const { locale } = useLanguage()
  // Pages load their messages before they render, so only a lazy part of a page can wait here, in its `Suspense`.
  for (const { state, end } of namespaces.map((name) => loadOf(name, locale))) {
    // React replays a render that waits in `use`, and expects the same hooks, but by then there is nothing to wait for.
    if (state === 'loading') throw end
    if (state === 'failed') use(end)
  }
  return useMemo(() => {
    const translate = i18n.getFixedT(locale, namespaces) as (key: string, values: Values) => string
    return { locale, t: (key, values = {}) => translate(key, values).replace(TWO_STOPS, '$1.') }
  }, [locale, namespaces])
}
