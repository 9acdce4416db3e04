import { expect, test } from 'vitest'
import { shownBrands, skeletonOf } from './similar-names.ts'

test.each([
  ['Alpine Oats', 'alpine oats'],
  ['Alpine Oats', 'ALPINE-OATS'],
  ['Alpine', '\u0410lpine'],
  ['Alpine', 'AIpine'],
  ['Alpine', 'A1pine'],
  ['Nord', 'N\u03bfrd'],
  ['Kéfiro', 'Kefiro'],
  ['Ｎｏｒｄ', 'Nord'],
  ['Modern', 'Modem'],
  ['Co\u0441a', 'C0ca'],
])('%s and %s look alike', (one, other) => expect(skeletonOf(one)).toBe(skeletonOf(other)))

test.each([
  ['Alpine', 'Alpina'],
  ['冷蔵庫', '冷凍庫'],
  ['★★', '★★★'],
])('%s and %s do not look alike', (one, other) => expect(skeletonOf(one)).not.toBe(skeletonOf(other)))

const brand = (id: string, brandName: string, day: number) => ({
  id,
  brandName,
  skeleton: skeletonOf(brandName),
  registeredAt: new Date(Date.UTC(2026, 10, day)),
})
const [first, second, other] = [brand('b', 'Alpine', 1), brand('a', 'AIpine', 2), brand('c', 'Nord', 3)]

test('shows the registration date of the newer of two similar brands, in any order', () => {
  for (const alike of [
    [first, second, other],
    [other, second, first],
  ]) {
    expect(Object.fromEntries(shownBrands([second, first, other], alike))).toEqual({
      b: { brandName: 'Alpine' },
      a: { brandName: 'AIpine', brandSince: second.registeredAt },
      c: { brandName: 'Nord' },
    })
  }
})

test('shows the logo of a brand that has one', () => {
  const shown = shownBrands([{ ...first, logoId: 'l' }, other], [first, other])
  expect(Object.fromEntries(shown)).toEqual({ b: { brandName: 'Alpine', brandLogoId: 'l' }, c: { brandName: 'Nord' } })
})
