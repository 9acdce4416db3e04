import type { Locale } from '../format.ts'

/**
 * Ignores spaces and thousands separators. The decimal separator depends on the language, but a single "." works in
 * both.
 * @returns undefined for empty text, NaN for invalid text.
 */
export function parseNumber(text: string, locale: Locale): number | undefined {
  const bare = text.replace(/[\s\u00a0\u202f]/g, '').replace('\u2212', '-')
  if (bare === '') return undefined
  const plain = locale === 'fr' ? bare.replace(',', '.') : bare.replace(/,/g, '')
  return /^-?\d*\.?\d+$/.test(plain) ? Number(plain) : Number.NaN
}
