import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { frenchNumber, hasVatNumbers, isPostalCode, vatNumber } from './company.ts'

test.each(['732 829 320', '404833048', '552 100 554', '73282932000074', '356 000 000', '35600000049837'])(
  'accepts the French number %s',
  (typed) => expect(frenchNumber(typed)).toBe(typed.replaceAll(' ', '')),
)

test.each(['732829321', '73282932000075', '35600000049838', '12345', '', '000', 'ABC829320', '732829320000741'])(
  'rejects the French number %j',
  (typed) => expect(frenchNumber(typed)).toBeUndefined(),
)

/** Numbers of well-known companies, tax authorities' examples, and numbers derived from the rules for rare cases. */
const valid = [
  ['FR', 'FR83404833048'],
  ['FR', 'FR40303265045'],
  ['BE', 'BE0403199702'],
  ['DE', 'DE136695976'],
  ['ES', 'ESA28015865'],
  ['ES', 'ESX5253868R'],
  ['ES', 'ESB58378431'],
  ['IT', 'IT00743110157'],
  ['LU', 'LU15027442'],
  ['NL', 'NL004495445B01'],
  ['NL', 'NL123456789B13'],
  ['AT', 'ATU13585627'],
  ['GR', 'EL094259216'],
  ['DK', 'DK13585628'],
  ['EE', 'EE100594102'],
  ['FI', 'FI20774740'],
  ['GB', 'GB980780684'],
  ['HR', 'HR33392005961'],
  ['HU', 'HU12892312'],
  ['IE', 'IE6433435F'],
  ['IE', 'IE6433435OA'],
  ['IE', 'IE8D79739I'],
  ['MT', 'MT11679112'],
  ['NO', 'NO995525828MVA'],
  ['PL', 'PL8567346215'],
  ['PT', 'PT501964843'],
  ['RO', 'RO18547290'],
  ['SE', 'SE556703748501'],
  ['SI', 'SI50223054'],
  ['SK', 'SK2022749619'],
  ['CH', 'CHE107787577IVA'],
  ['BG', 'BG131468980'],
  ['BG', 'BG131071587'],
  ['BG', 'BG100000086'],
  ['BG', 'BG7523169263'],
  ['BG', 'BG7111042925'],
  ['BG', 'BG1000000007'],
  ['CY', 'CY10259033P'],
  ['CZ', 'CZ00177041'],
  ['CZ', 'CZ45274649'],
  ['CZ', 'CZ00000060'],
  ['CZ', 'CZ640903926'],
  ['CZ', 'CZ395601439'],
  ['CZ', 'CZ7103192745'],
  ['CZ', 'CZ7801010020'],
  ['LT', 'LT119511515'],
  ['LT', 'LT212154314'],
  ['LT', 'LT200000017'],
  ['LT', 'LT100001919017'],
  ['LT', 'LT800000000016'],
  ['LV', 'LV40003245752'],
  ['LV', 'LV40003009497'],
  ['LV', 'LV16117519997'],
] as const

const withDigits = [...new Set(valid.map(([country]) => country))].filter(
  (country) => !['NL', 'GB', 'SE', 'GR', 'PT', 'RO', 'SI', 'IE', 'BG', 'CZ', 'LT', 'LV'].includes(country),
)

// The numbers and the remainders that some countries treat as 0 agree with python-stdnum.
describe.each(valid)('%s %s', (country, number) => {
  test('is valid, with or without prefix and spaces', () => {
    const typed = number.slice(2).replaceAll(/(.{3})/g, '$1 ')
    expect([vatNumber(country, number), vatNumber(country, typed), vatNumber(country, number.toLowerCase())]).toEqual(
      Array.from({ length: 3 }, () => number),
    )
  })

  test('is invalid in a country with a different format', () => expect(vatNumber('LI', number)).toBeUndefined())
})

test.each(withDigits)('in %s, detects any single wrong digit', (country) => {
  const samples = valid.filter(([of]) => of === country)
  const change = fc.constantFrom(...samples).chain(([, number]) => {
    const places = [...number].flatMap((character, at) => (/\d/.test(character) ? [at] : []))
    return fc.tuple(fc.constant(number), fc.constantFrom(...places), fc.integer({ min: 1, max: 9 }))
  })
  fc.assert(
    fc.property(change, ([number, at, by]) => {
      const changed = `${number.slice(0, at)}${(Number(number[at]) + by) % 10}${number.slice(at + 1)}`
      expect(vatNumber(country, changed)).toBeUndefined()
    }),
  )
})

test.each([
  'NL004495446B01',
  'NL123456789B14',
  'NL004495445B1',
  'DE123456789',
  'ESA28015866',
  'ESX5253868T',
  'EL12345678',
  'FR00404833048',
  'ATU13585626',
  'DK13585627',
  'FI20774741',
  'GB980780685',
  'EL094259217',
  'IE6433435E',
  'IE8D79739J',
  'NO995525827MVA',
  'PL8567346216',
  'PT501964842',
  'SE556703748601',
  'CHE107787578IVA',
  'BG131468981',
  'BG131071578',
  'BG100000087',
  'BG7523169264',
  'BG7111042926',
  'BG1000000003',
  'CY10259033Q',
  'CZ00177042',
  'CZ45274694',
  'CZ00000061',
  'CZ640903927',
  'CZ391301439',
  'CZ7103192746',
  'CZ7801010021',
  'LT119511516',
  'LT119511525',
  'LT200000018',
  'LT100001919018',
  'LT100001919027',
  'LT800000000017',
  'LV40003245753',
  'LV40003009479',
])('rejects the VAT number %s', (number) => expect(vatNumber(number.startsWith('EL') ? 'GR' : number.slice(0, 2), number)).toBeUndefined())

test('detects any single wrong digit of a SIREN', () => {
  fc.assert(
    fc.property(fc.nat(99_999_999), fc.nat(8), fc.integer({ min: 1, max: 9 }), (start, at, by) => {
      const stem = String(start).padStart(8, '0')
      const siren = Array.from({ length: 10 }, (_, digit) => `${stem}${digit}`).find((number) => frenchNumber(number)) ?? ''
      expect(siren).toHaveLength(9)
      const changed = `${siren.slice(0, at)}${(Number(siren[at]) + by) % 10}${siren.slice(at + 1)}`
      expect(frenchNumber(changed)).toBeUndefined()
    }),
  )
})

test('derives exactly one numeric French VAT key from each SIREN', () => {
  fc.assert(
    fc.property(fc.nat(99_999_999), (start) => {
      const stem = String(start).padStart(8, '0')
      const siren = Array.from({ length: 10 }, (_, digit) => `${stem}${digit}`).find((number) => frenchNumber(number)) ?? ''
      const keys = Array.from({ length: 100 }, (_, key) => String(key).padStart(2, '0'))
      expect(keys.filter((key) => vatNumber('FR', `${key}${siren}`))).toHaveLength(1)
    }),
    { numRuns: 20 },
  )
})

test('never throws, and returns its own normalised numbers unchanged', () => {
  fc.assert(
    fc.property(fc.constantFrom('FR', 'ES', 'NL', 'DE', 'US', 'XX'), fc.string(), (country, typed) => {
      const number = vatNumber(country, typed)
      if (number !== undefined) expect(vatNumber(country, number)).toBe(number)
      frenchNumber(typed)
      isPostalCode(country, typed)
    }),
  )
})

test('has no VAT numbers for the United States and Canada', () => {
  expect(['US', 'CA', 'FR'].map(hasVatNumbers)).toEqual([false, false, true])
  expect(vatNumber('US', '123456789')).toBeUndefined()
})

test.each([
  ['FR', '75011', true],
  ['FR', '7501', false],
  ['FR', '75011 ', true],
  ['NL', '1012 ab', true],
  ['NL', '0012 AB', false],
  ['GB', 'SW1A 1AA', true],
  ['GB', '12345', false],
  ['PL', '00-950', true],
  ['PL', '00950', false],
  ['US', '94103-1234', true],
  ['XX', 'anything', true],
  ['XX', ' ', false],
])('in %s, judges the postal code %j as %s', (country, code, expected) => expect(isPostalCode(country, code)).toBe(expected))
