import { BrandForm } from '@reelfair/contracts'
import { expect, test } from 'vitest'
import { dialCodes, isCountry, phoneOf, readPhone } from './phone.ts'

test.each([
  ['FR', '06 12 34 56 78', '+33 612345678'],
  ['FR', '612345678', '+33 612345678'],
  ['DE', '030 123456', '+49 30123456'],
  ['US', '(212) 555-0123', '+1 2125550123'],
  ['FR', '+49 30 123456', '+49 30123456'],
  ['FR', '0049 30 123456', '+49 30123456'],
  ['IT', '06 698 12345', '+39 0669812345'],
  ['FR', '12', undefined],
  ['FR', 'six', undefined],
  ['US', '06 12 34 56 78', undefined],
  ['FR', '', undefined],
] as const)('for %s, converts "%s" to %s', (country, typed, stored) => expect(phoneOf(country, typed)).toBe(stored))

test('formats phone numbers as the contract requires and parses stored ones', () => {
  const contactPhone = phoneOf('FR', '06 12 34 56 78')
  expect(BrandForm.shape.contactPhone.safeParse(contactPhone).success).toBe(true)
  expect(readPhone(contactPhone)).toEqual({ country: 'FR', number: '06 12 34 56 78' })
  expect(readPhone(undefined)).toEqual({ country: 'FR', number: '' })
})

test.each(['en', 'fr'] as const)('in %s: lists each country once, with its name and dialling code', (locale) => {
  const codes = dialCodes(locale)
  expect(codes.length).toBeGreaterThan(200)
  expect(codes.find(({ value }) => value === 'DE')?.label).toBe(locale === 'en' ? 'Germany +49' : 'Allemagne +49')
  expect(new Set(codes.map(({ label }) => label)).size).toBe(codes.length)
})

test('recognises country codes', () => expect([isCountry('FR'), isCountry('XX')]).toEqual([true, false]))
