import { TERMS } from '@reelfair/contracts/terms'
import { describe, expect, test } from 'vitest'
import { instantOf } from './business-day.ts'
import { currentTerms, isTermsOutdated, termsApplyFrom, termsPlace } from './terms.ts'

test.each([
  ['2020-01-01', '1.0'],
  ['2026-11-21', '1.0'],
  ['2026-11-22', '1.1'],
  ['2999-01-01', TERMS.at(-1)?.version],
])('a new account accepts, on %s, version %s', (day, version) => {
  expect(currentTerms(day).version).toBe(version)
})

test('applies a version to everyone 15 days after its publication', () => {
  expect(TERMS.map(termsApplyFrom)).toEqual(['2025-09-07', '2026-12-07'])
})

test('lists versions in the order of their publication, with at least the notice period between them', () => {
  for (const [place, terms] of TERMS.entries()) {
    expect(termsPlace(terms.version)).toBe(place)
    const next = TERMS[place + 1]
    if (next) expect(next.publishedOn >= termsApplyFrom(terms)).toBe(true)
  }
})

describe('a session', () => {
  const midnight = instantOf('2026-12-07', '00:00')

  test('requires the new version if it started at or after midnight in Paris on the 15th day', () => {
    expect(midnight.toISOString()).toBe('2026-12-06T23:00:00.000Z')
    expect(isTermsOutdated('1.0', new Date(midnight.getTime() - 1))).toBe(false)
    expect(isTermsOutdated('1.0', midnight)).toBe(true)
  })

  test('requires nothing of a user who accepted the version in force, or a newer one', () => {
    expect(isTermsOutdated('1.1', midnight)).toBe(false)
    expect(isTermsOutdated('1.1', new Date('2026-11-22T12:00:00Z'))).toBe(false)
  })

  test('requires the version in force of a user whose accepted version is unknown', () => {
    expect(isTermsOutdated('0.9', new Date('2026-11-22T12:00:00Z'))).toBe(true)
  })
})
