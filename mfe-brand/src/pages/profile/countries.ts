import type { Locale, PayoutCountry } from '@reelfair/contracts'

/**
 * Duplicates the list in contracts, because importing that one would add zod to the bundle. The type keeps the
 * two lists in sync.
 */
const codes = Object.keys({
  AT: 1,
  BE: 1,
  BG: 1,
  CA: 1,
  CH: 1,
  CY: 1,
  CZ: 1,
  DE: 1,
  DK: 1,
  EE: 1,
  ES: 1,
  FI: 1,
  FR: 1,
  GB: 1,
  GR: 1,
  HR: 1,
  HU: 1,
  IE: 1,
  IS: 1,
  IT: 1,
  LI: 1,
  LT: 1,
  LU: 1,
  LV: 1,
  MT: 1,
  NL: 1,
  NO: 1,
  PL: 1,
  PT: 1,
  RO: 1,
  SE: 1,
  SI: 1,
  SK: 1,
  US: 1,
} satisfies Record<PayoutCountry, 1>) as PayoutCountry[]

export function countryOptions(locale: Locale) {
  const names = new Intl.DisplayNames(locale, { type: 'region' })
  return codes
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .toSorted((one, other) => one.label.localeCompare(other.label, locale))
}
