import { z } from 'zod'
import { BrandContactForm } from './identity.ts'
import { PayoutCountry } from './payouts.ts'
import { LEGAL_FORMS } from './values.ts'
import { Id, Instant, Page, PageQuery, PlainText } from './words.ts'

/**
 * The company behind a brand. The identity service checks the numbers and the postal code for the country.
 * @source specification §3
 */
export const CompanyForm = z.strictObject({
  legalName: PlainText(120),
  legalForm: z.enum(LEGAL_FORMS),
  /** SIREN or SIRET in France, otherwise the number in the country's register. */
  registrationNumber: PlainText(40).optional(),
  /** With or without the country prefix. */
  vatNumber: PlainText(40).optional(),
  addressLine1: PlainText(120),
  addressLine2: PlainText(120).optional(),
  postalCode: PlainText(20),
  city: PlainText(80),
  /** Limited to the countries that the payment provider supports. */
  country: PayoutCountry,
})
export type CompanyForm = z.infer<typeof CompanyForm>

/**
 * `current`: the details in force; missing until the brand has declared some. `skippedAt`: when the brand chose not to
 * be asked again.
 */
export const Company = z.object({ current: z.object(CompanyForm.shape).optional(), skippedAt: Instant.optional() })
export type Company = z.infer<typeof Company>

/** A declaration contains one of `company`, `contact` and `logo`. It never changes. */
export const BrandDeclaration = z.object({
  id: Id,
  declaredAt: Instant,
  /** `operator`: Reelfair's staff, who may remove a logo. */
  by: z.enum(['brand', 'operator']),
  company: z.object(CompanyForm.shape).optional(),
  /** Includes the brand's name. */
  contact: z.object(BrandContactForm.shape).optional(),
  logo: z.enum(['uploaded', 'removed']).optional(),
})
export type BrandDeclaration = z.infer<typeof BrandDeclaration>

export const BrandDeclarationsQuery = PageQuery
export type BrandDeclarationsQuery = z.infer<typeof BrandDeclarationsQuery>

export const BrandDeclarations = Page(BrandDeclaration)
