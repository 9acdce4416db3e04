import { PAYOUT_COUNTRIES } from '@reelfair/contracts/values'
import type { Locale } from './format.ts'

type Country = (typeof PAYOUT_COUNTRIES)[number]

/** The countries that creators and companies choose from, sorted by their names in the given language. */
export function countryOptions(locale: Locale) {
  const names = new Intl.DisplayNames(locale, { type: 'region' })
  return PAYOUT_COUNTRIES.map((value) => ({ value, label: names.of(value) ?? value })).toSorted((one, other) =>
    one.label.localeCompare(other.label, locale),
  )
}

let codes: ReadonlyMap<string, Country> | undefined

const codesByName = () =>
  new Map(
    PAYOUT_COUNTRIES.flatMap((code) => [
      [code.toLowerCase(), code] as const,
      ...(['en', 'fr'] as const).map(
        (locale) => [(new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code).toLowerCase(), code] as const,
      ),
    ]),
  )

/**
 * The code of one of these countries, from the code or the English or French name that a network reports.
 * @example countryCode('Belgique') // 'BE'
 */
export function countryCode(text: string): Country | undefined {
  codes ??= codesByName()
  return codes.get(text.trim().toLowerCase())
}
