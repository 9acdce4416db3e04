import { BrandForm } from '@reelfair/contracts'
import { expect, test } from 'vitest'
import { type BrandEntries, brandFaults, brandFormOf, entriesOf } from './brand-entries.ts'

const full: BrandEntries = {
  brandName: ' Olmo Bikes ',
  contactFirstName: 'Anna',
  contactLastName: 'Olmo',
  contactEmail: 'anna@olmo.example',
  phoneCountry: 'FR',
  contactPhone: '',
  termsAccepted: true,
}

test('builds a form that the contract accepts and omits an empty phone number', () => {
  expect(BrandForm.safeParse(brandFormOf(full)).error).toBeUndefined()
  expect(brandFormOf(full)).not.toHaveProperty('contactPhone')
  expect(BrandForm.parse(brandFormOf({ ...full, contactPhone: '06 12 34 56 78' }))).toMatchObject({ contactPhone: '+33 612345678' })
})

test('does not build a form until the terms are accepted', () => {
  expect(brandFaults({ ...full, termsAccepted: false })).toEqual(['termsAccepted'])
  expect(brandFormOf({ ...full, termsAccepted: false })).toBeUndefined()
})

test.each([
  ['contactEmail', 'anna@olmo'],
  ['contactEmail', 'anna olmo@example.com'],
  ['contactPhone', '06 12'],
  ['brandName', '  '],
  ['contactLastName', ''],
] as const)('rejects an invalid %s: "%s"', (field, value) => {
  expect(brandFaults({ ...full, [field]: value })).toEqual([field])
})

test('starts with the saved values and the account’s e-mail address', () => {
  expect(entriesOf({ id: crypto.randomUUID(), complete: false, contactEmail: 'a@b.example' })).toMatchObject({
    contactEmail: 'a@b.example',
    brandName: '',
  })
})
