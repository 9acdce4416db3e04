import { PAYOUT_COUNTRIES } from '@reelfair/contracts/values'
import type { Locale } from './format.ts'

/** The countries that creators and companies choose from, sorted by their names in the given language. */
export function countryOptions(locale: Locale) {
  const names = new Intl.DisplayNames(locale, { type: 'region' })
  return PAYOUT_COUNTRIES.map((value) => ({ value, label: names.of(value) ?? value })).toSorted((one, other) =>
    one.label.localeCompare(other.label, locale),
  )
}
