import type { Locale } from '@reelfair/contracts'
import { type CountryCode, getCountries, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/min'

const DEFAULT_COUNTRY: CountryCode = 'FR'

export interface DialCode {
  readonly value: CountryCode
  readonly label: string
}

/** Sorted by country name in the given language. Each label looks like "France +33". */
export function dialCodes(locale: Locale): DialCode[] {
  const names = new Intl.DisplayNames(locale, { type: 'region' })
  return getCountries()
    .map((value) => ({ value, name: names.of(value) ?? value, code: getCountryCallingCode(value) }))
    .sort((one, other) => one.name.localeCompare(other.name, locale))
    .map(({ value, name, code }) => ({ value, label: `${name} +${code}` }))
}

export const isCountry = (value: string): value is CountryCode => getCountries().some((country) => country === value)

/**
 * Formats a number for storage: dialling code, space, national number. If the input starts with a dialling code, that
 * code overrides the country.
 * @returns undefined if the number is invalid
 * @source specification §3
 * @example phoneOf('FR', '06 12 34 56 78') // '+33 612345678'
 */
export function phoneOf(country: CountryCode, typed: string): string | undefined {
  const phone = parsePhoneNumberFromString(typed.replace(/^\s*00/, '+'), country)
  return phone?.isValid() ? `+${phone.countryCallingCode} ${phone.nationalNumber}` : undefined
}

export function readPhone(saved: string | undefined): { country: CountryCode; number: string } {
  const phone = saved === undefined ? undefined : parsePhoneNumberFromString(saved)
  return { country: phone?.country ?? DEFAULT_COUNTRY, number: phone?.formatNational() ?? '' }
}
