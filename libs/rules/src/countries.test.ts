import { PAYOUT_COUNTRIES } from '@reelfair/contracts/values'
import { expect, test } from 'vitest'
import { countryCode, countryOptions } from './countries.ts'

test.each([
  ['en', ['Austria', 'Belgium'], 'United States'],
  ['fr', ['Allemagne', 'Autriche'], 'Tchéquie'],
] as const)('in %s: lists each country once, sorted by name', (locale, first, last) => {
  const options = countryOptions(locale)
  expect(options.slice(0, 2).map(({ label }) => label)).toEqual(first)
  expect(options.at(-1)?.label).toBe(last)
  expect(options.map(({ value }) => value).toSorted()).toEqual([...PAYOUT_COUNTRIES])
})

test.each([
  ['France', 'FR'],
  [' belgique ', 'BE'],
  ['GB', 'GB'],
  ['Atlantis', undefined],
])('recognises the country %j as %s', (text, code) => {
  expect(countryCode(text)).toBe(code)
})
