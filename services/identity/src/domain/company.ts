import { type CompanyForm, refuse } from '@reelfair/contracts'
import { frenchNumber, isPostalCode, vatNumber } from '@reelfair/rules'
import type { BrandRegistration } from './brand.ts'

/**
 * Normalises the numbers: without spaces, and the VAT number with its prefix.
 * @throws Refusal for a number or postal code that the country does not have
 */
export function checkCompany({ registrationNumber, vatNumber: vat, ...form }: CompanyForm): CompanyForm {
  const { country, postalCode } = form
  if (!isPostalCode(country, postalCode)) refuse('postal_code_invalid')
  const register = registrationNumber && country === 'FR' ? frenchNumber(registrationNumber) : registrationNumber
  if (registrationNumber && !register) refuse('registration_number_invalid')
  const number = vat && vatNumber(country, vat)
  if (vat && !number) refuse('vat_number_invalid')
  return {
    ...form,
    postalCode: postalCode.toUpperCase(),
    ...(register && { registrationNumber: register }),
    ...(number && { vatNumber: number }),
  }
}

export const companyView = (current: CompanyForm | undefined, brand: BrandRegistration | undefined) => ({
  current,
  skippedAt: brand?.companySkippedAt,
})

const FIELDS = [
  'legalName',
  'legalForm',
  'registrationNumber',
  'vatNumber',
  'addressLine1',
  'addressLine2',
  'postalCode',
  'city',
  'country',
] as const satisfies readonly (keyof CompanyForm)[]

/** Saving the same details again is not a new declaration. */
export const isSameCompany = (one: CompanyForm, other: CompanyForm): boolean => FIELDS.every((field) => one[field] === other[field])
