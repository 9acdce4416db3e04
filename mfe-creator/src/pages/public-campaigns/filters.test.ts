import { expect, test } from 'vitest'
import { readFilters, viewsFault, writeFilters } from './filters.ts'

test.each([
  ['', {}],
  [
    'language=de&category=Food_Cooking&minViews=1000&maxViews=50000&remaining=3d',
    { language: 'de', category: 'Food_Cooking', minViews: 1_000, maxViews: 50_000, remaining: '3d' },
  ],
  ['language=fr&category=toString&minViews=-1&maxViews=1e3&remaining=all', {}],
  ['minViews=0&maxViews=500000', { minViews: 0, maxViews: 500_000 }],
  ['maxViews=500001', {}],
  ['minViews=2000&maxViews=1000', { minViews: 2_000 }],
  ['minViews=1000&maxViews=1000', { minViews: 1_000, maxViews: 1_000 }],
])('reads the query string “%s” as %j', (address, filters) => {
  expect(readFilters(new URLSearchParams(address))).toEqual(filters)
})

test('writes only the chosen filters and reads them back unchanged', () => {
  const filters = { language: 'it', category: undefined, minViews: 0, remaining: '24h' } as const
  expect(writeFilters({ ...filters, maxViews: undefined })).toEqual({ language: 'it', minViews: '0', remaining: '24h' })
  expect(readFilters(new URLSearchParams(writeFilters({ language: 'it', minViews: 0 })))).toEqual({ language: 'it', minViews: 0 })
})

test.each([
  [undefined, undefined, undefined],
  [Number.NaN, 5, 'min'],
  [5, Number.NaN, 'max'],
  [0.5, undefined, 'min'],
  [undefined, 500_001, 'max'],
  [6, 5, 'order'],
  [5, 5, undefined],
])('finds the error in a range from %s to %s: %s', (min, max, fault) => expect(viewsFault(min, max)).toBe(fault))
