import type { Brand, BrandForm } from '@reelfair/contracts'

/** What the form holds while it is filled in. */
export interface BrandEntries {
  readonly brandName: string
  readonly contactFirstName: string
  readonly contactLastName: string
  readonly contactEmail: string
  readonly contactPhone: string
  readonly termsAccepted: boolean
}

/** From what was saved before; the e-mail is the account's until another one is given. */
export const entriesOf = (brand: Brand): BrandEntries => ({
  brandName: brand.brandName ?? '',
  contactFirstName: brand.contactFirstName ?? '',
  contactLastName: brand.contactLastName ?? '',
  contactEmail: brand.contactEmail,
  contactPhone: brand.contactPhone ?? '',
  termsAccepted: false,
})

export type BrandFault = keyof BrandEntries

/** @returns the faulty fields in the order in which they stand. @source specification §5 */
export function brandFaults(entries: BrandEntries): BrandFault[] {
  const filled = (text: string) => text.trim() !== ''
  const phone = entries.contactPhone.trim()
  const good: Record<BrandFault, boolean> = {
    brandName: filled(entries.brandName),
    contactFirstName: filled(entries.contactFirstName),
    contactLastName: filled(entries.contactLastName),
    contactEmail: /^\S+@\S+\.\S+$/.test(entries.contactEmail.trim()),
    contactPhone: phone === '' || /^\+[\d ().-]{5,38}\d$/.test(phone),
    termsAccepted: entries.termsAccepted,
  }
  return (Object.keys(good) as BrandFault[]).filter((field) => !good[field])
}

/** The form to send; undefined while something is missing. */
export function brandFormOf(entries: BrandEntries): BrandForm | undefined {
  if (brandFaults(entries).length > 0) return undefined
  const { brandName, contactFirstName, contactLastName, contactEmail, contactPhone } = entries
  return {
    brandName: brandName.trim(),
    contactFirstName: contactFirstName.trim(),
    contactLastName: contactLastName.trim(),
    contactEmail: contactEmail.trim(),
    ...(contactPhone.trim() !== '' && { contactPhone: contactPhone.trim() }),
    termsAccepted: true,
  }
}
