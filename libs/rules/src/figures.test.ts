import { expect, test } from 'vitest'
import { type FigureKey, type Figures, figurePlace, printFigures } from './figures.ts'
import { PACKAGES } from './packages.ts'

const FIGURES: Figures = {
  packages: PACKAGES.packages.map((one) => (one.id === 'starter' ? { ...one, priceCents: 450 } : one)),
  rateCard: { validFrom: '2026-10-01', campaignCentsPer1000: 12, partnershipCentsPer1000: 25 },
  reviewHours: 48,
}

test.each<[FigureKey, string, string]>([
  ['price:starter', '€4.50', '4,50\u00a0€'],
  ['price:growth', '€14', '14\u00a0€'],
  ['credits:starter', '10,000', '10\u00a0000'],
  ['per-1000:starter', '€0.45', '0,45\u00a0€'],
  ['lowest', '€0.25', '0,25\u00a0€'],
  ['campaign', '€0.12', '0,12\u00a0€'],
  ['campaign-cents', '12', '12'],
  ['campaign:413742', '€49.64', '49,64\u00a0€'],
  ['exact:413742', '€49.6490', '49,6490\u00a0€'],
  ['rounding:413742', '\u2212€0.0090', '\u22120,0090\u00a0€'],
  ['partnership', '€0.25', '0,25\u00a0€'],
  ['partnership:10000', '€2.50', '2,50\u00a0€'],
  ['rate-day', '1 Oct 2026', '1er oct. 2026'],
  ['review-hours', '48\u00a0hours', '48\u00a0heures'],
])('prints %s as %s and %s', (key, english, french) => {
  const text = `<td>${figurePlace(key)}</td>`
  expect(printFigures(text, FIGURES, 'en')).toBe(`<td>${english}</td>`)
  expect(printFigures(text, FIGURES, 'fr')).toBe(`<td>${french}</td>`)
})

test('prints a dash for an unknown figure and leaves other placeholders unchanged', () => {
  const text = `${figurePlace('campaign')} {{figure:newer}} {{figure:price:newer}} {{origin}}`
  expect(printFigures(text, FIGURES, 'en')).toBe('€0.12 — — {{origin}}')
  expect(printFigures(text, undefined, 'en')).toBe('— — — {{origin}}')
})
