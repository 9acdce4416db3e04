import type { Brand, BrandForm } from '@reelfair/contracts'
import { isEmail } from '@reelfair/contracts/values'
import type { CountryCode } from 'libphonenumber-js/min'
import { phoneOf, readPhone } from './phone.ts'

export interface BrandEntries {
  readonly brandName: string
  readonly contactFirstName: string
  readonly contactLastName: string
  readonly contactEmail: string
  readonly phoneCountry: CountryCode
  readonly contactPhone: string
  readonly termsAccepted: boolean
}

/** The e-mail address is the account's until the brand saves another one. */
export const entriesOf = (brand: Brand): BrandEntries => ({
  brandName: brand.brandName ?? '',
  contactFirstName: brand.contactFirstName ?? '',
  contactLastName: brand.contactLastName ?? '',
  contactEmail: brand.contactEmail,
  phoneCountry: readPhone(brand.contactPhone).country,
  contactPhone: readPhone(brand.contactPhone).number,
  termsAccepted: false,
})

export type BrandFault = Exclude<keyof BrandEntries, 'phoneCountry'>

/**
 * @returns the invalid fields, in form order
 * @source specification §5
 */
export function brandFaults(entries: BrandEntries): BrandFault[] {
  const filled = (text: string) => text.trim() !== ''
  const phone = entries.contactPhone.trim()
  const good: Record<BrandFault, boolean> = {
    brandName: filled(entries.brandName),
    contactFirstName: filled(entries.contactFirstName),
    contactLastName: filled(entries.contactLastName),
    contactEmail: isEmail(entries.contactEmail),
    contactPhone: phone === '' || phoneOf(entries.phoneCountry, phone) !== undefined,
    termsAccepted: entries.termsAccepted,
  }
  return (Object.keys(good) as BrandFault[]).filter((field) => !good[field])
}

export function brandFormOf(entries: BrandEntries): BrandForm | undefined {
  if (brandFaults(entries).length > 0) return undefined
  const { brandName, contactFirstName, contactLastName, contactEmail } = entries
  const contactPhone = phoneOf(entries.phoneCountry, entries.contactPhone)
  return {
    brandName: brandName.trim(),
    contactFirstName: contactFirstName.trim(),
    contactLastName: contactLastName.trim(),
    contactEmail: contactEmail.trim(),
    ...(contactPhone !== undefined && { contactPhone }),
    termsAccepted: true,
  }
}

export const CONTACT_FIELDS = [
  { field: 'brandName', autoComplete: 'organization' },
  { field: 'contactFirstName', autoComplete: 'given-name' },
  { field: 'contactLastName', autoComplete: 'family-name' },
  { field: 'contactEmail', autoComplete: 'email', type: 'email' },
] as const

/** Maps each form field to its part of the message keys. */
export const CONTACT_TEXTS = {
  brandName: 'name',
  contactFirstName: 'first',
  contactLastName: 'last',
  contactEmail: 'email',
  contactPhone: 'phone',
  termsAccepted: 'terms',
} as const satisfies Record<BrandFault, string>
