import { z } from 'zod'
import { PayoutCountry } from './payouts.ts'
import { LEGAL_FORMS } from './values.ts'
import { Instant, PlainText } from './words.ts'

/**
 * The company behind a brand. The identity service checks the numbers and the postal code for the country.
 * @source specification §3
 */
export const CompanyForm = z.strictObject({
  legalName: PlainText(120),
  legalForm: z.enum(LEGAL_FORMS),
  /** SIREN or SIRET in France, otherwise the number of the country's register. */
  registrationNumber: PlainText(40).optional(),
  /** With the country's prefix, or without. */
  vatNumber: PlainText(40).optional(),
  addressLine1: PlainText(120),
  addressLine2: PlainText(120).optional(),
  postalCode: PlainText(20),
  city: PlainText(80),
  /** Limited to the countries that the payment provider supports. */
  country: PayoutCountry,
})
export type CompanyForm = z.infer<typeof CompanyForm>

const CompanyDeclaration = z.object({ ...CompanyForm.shape, declaredAt: Instant })

/** How many declarations a brand sees. All are kept. */
export const SHOWN_DECLARATIONS = 10

/**
 * `declarations` starts with the current one; at most the last ten are listed. `skippedAt`: when the brand chose not to
 * be asked again.
 */
export const Company = z.object({
  declarations: z.array(CompanyDeclaration).max(SHOWN_DECLARATIONS),
  skippedAt: Instant.optional(),
})
export type Company = z.infer<typeof Company>
