import type { CompanyForm } from '@reelfair/contracts'
import { LEGAL_FORMS, type LegalForm } from '@reelfair/contracts/values'
import { frenchNumber, hasVatNumbers, isPostalCode, vatNumber } from '@reelfair/rules'

export interface CompanyEntries {
  readonly legalName: string
  readonly legalForm: LegalForm | ''
  readonly country: CompanyForm['country']
  readonly registrationNumber: string
  readonly vatNumber: string
  readonly addressLine1: string
  readonly addressLine2: string
  readonly postalCode: string
  readonly city: string
}

export type CompanyField = Exclude<keyof CompanyEntries, 'country' | 'addressLine2'>

export const entriesOf = (saved: Partial<CompanyForm> = {}): CompanyEntries => ({
  legalName: saved.legalName ?? '',
  legalForm: saved.legalForm ?? '',
  country: saved.country ?? 'FR',
  registrationNumber: saved.registrationNumber ?? '',
  vatNumber: saved.vatNumber ?? '',
  addressLine1: saved.addressLine1 ?? '',
  addressLine2: saved.addressLine2 ?? '',
  postalCode: saved.postalCode ?? '',
  city: saved.city ?? '',
})

const isFilled = (text: string) => text.trim() !== ''

/** @returns the invalid fields, in form order. Both numbers are optional. */
export function companyFaults(entries: CompanyEntries): CompanyField[] {
  const { country, registrationNumber, vatNumber: vat } = entries
  const good: Record<CompanyField, boolean> = {
    legalName: isFilled(entries.legalName),
    legalForm: LEGAL_FORMS.some((form) => form === entries.legalForm),
    registrationNumber: country !== 'FR' || !isFilled(registrationNumber) || frenchNumber(registrationNumber) !== undefined,
    vatNumber: !isFilled(vat) || !hasVatNumbers(country) || vatNumber(country, vat) !== undefined,
    addressLine1: isFilled(entries.addressLine1),
    postalCode: isPostalCode(country, entries.postalCode),
    city: isFilled(entries.city),
  }
  return (Object.keys(good) as CompanyField[]).filter((field) => !good[field])
}

/** Omits the VAT number if the country does not use VAT numbers. */
export function companyFormOf({ legalForm, ...entries }: CompanyEntries): CompanyForm | undefined {
  if (legalForm === '') return undefined
  const { country, registrationNumber, vatNumber: vat, addressLine2 } = entries
  return {
    legalName: entries.legalName.trim(),
    legalForm,
    country,
    addressLine1: entries.addressLine1.trim(),
    postalCode: entries.postalCode.trim(),
    city: entries.city.trim(),
    ...(isFilled(registrationNumber) && { registrationNumber: registrationNumber.trim() }),
    ...(isFilled(vat) && hasVatNumbers(country) && { vatNumber: vat.trim() }),
    ...(isFilled(addressLine2) && { addressLine2: addressLine2.trim() }),
  }
}
