/** Append-only: what a brand declared about its company, and when. Invoices state what was declared before them. */
import { PayoutCountry, SHOWN_DECLARATIONS } from '@reelfair/contracts'
import { LEGAL_FORMS } from '@reelfair/contracts/values'
import { defineCollection, type Scope, type Tx } from '@reelfair/service-kit'
import { z } from 'zod'
import type { CompanyDeclaration } from '../domain/company.ts'

export const companyDeclarations = defineCollection('company_declarations', {
  brandId: String,
  legalName: String,
  legalForm: z.enum(LEGAL_FORMS),
  registrationNumber: z.string().optional(),
  vatNumber: z.string().optional(),
  addressLine1: String,
  addressLine2: z.string().optional(),
  postalCode: String,
  city: String,
  country: PayoutCountry,
  declaredAt: Date,
}).index({ brandId: 1, declaredAt: -1, id: -1 })

/** Newest first. */
export const declarationsOf = (scope: Scope, brandId: string) =>
  companyDeclarations.find(scope, { brandId }, { sort: { declaredAt: -1, id: -1 }, limit: SHOWN_DECLARATIONS })

const REMOVED_AT_ONCE = 200

/** Only for deleted brands. @returns how many were removed */
export const removeDeclarations = (tx: Tx, brandId: string): Promise<number> =>
  companyDeclarations.removeSome(tx, { brandId }, { limit: REMOVED_AT_ONCE })

export const insertDeclaration = (tx: Tx, declaration: CompanyDeclaration) => companyDeclarations.insert(tx, declaration)
