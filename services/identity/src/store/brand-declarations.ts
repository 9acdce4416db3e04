/** Append-only: what a brand declared about itself, and when. Invoices state the details in force on their date. */
import { BrandContactForm, BrandDeclaration, type BrandDeclarationsQuery, CompanyForm } from '@reelfair/contracts'
import { defineCollection, type Scope, type Stored, type Tx } from '@reelfair/service-kit'
import { z } from 'zod'

export const brandDeclarations = defineCollection('brand_declarations', {
  brandId: String,
  kind: z.enum(['company', 'contact', 'logo']),
  declaredAt: Date,
  by: BrandDeclaration.shape.by,
  company: z.object(CompanyForm.shape).optional(),
  contact: z.object(BrandContactForm.shape).optional(),
  logo: BrandDeclaration.shape.logo,
})
  .index({ brandId: 1, declaredAt: -1, id: -1 })
  .index({ brandId: 1, kind: 1, declaredAt: -1, id: -1 })

/** The details in force. */
export async function companyOf(scope: Scope, brandId: string): Promise<CompanyForm | undefined> {
  const newestFirst = { declaredAt: -1, id: -1 } as const
  const [latest] = await brandDeclarations.find(scope, { brandId, kind: 'company' }, { sort: newestFirst, limit: 1 })
  return latest?.company
}

/** Newest first. */
export const pageOfDeclarations = (scope: Scope, brandId: string, { limit, cursor }: BrandDeclarationsQuery) =>
  brandDeclarations.page(scope, { brandId }, { sort: { declaredAt: -1 }, limit, cursor })

const REMOVED_AT_ONCE = 200

/** Only for deleted brands. @returns how many were removed */
export const removeDeclarations = (tx: Tx, brandId: string): Promise<number> =>
  brandDeclarations.removeSome(tx, { brandId }, { limit: REMOVED_AT_ONCE })

export const insertDeclaration = (tx: Tx, declaration: Omit<Stored<typeof brandDeclarations>, 'version'>) =>
  brandDeclarations.insert(tx, declaration)
