import { expect, test } from 'vitest'
import { localeOf } from './locale.ts'

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['fr', 'fr'],
  ['fr-CH, en;q=0.8', 'fr'],
  ['en-GB,en;q=0.9,fr;q=0.8', 'en'],
  ['de, fr;q=0.7, en;q=0.3', 'fr'],
  ['en;q=0.2, FR;q=0.9', 'fr'],
  ['fr;q=0', 'en'],
  ['*', 'en'],
  [',;q=;;', 'en'],
])('reads Accept-Language %j as %s', (header, locale) => {
  expect(localeOf(header)).toBe(locale)
})
