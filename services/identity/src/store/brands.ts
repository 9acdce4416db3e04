/** A registration's id is its user's id, so each user has at most one. */
import type { BrandsQuery } from '@reelfair/contracts'
import { defineCollection, type Scope, type Stored, type Tx } from '@reelfair/service-kit'
import { z } from 'zod'
import type { BrandRegistration } from '../domain/brand.ts'
import { MAX_TERMS, TermsEvidence } from './users.ts'

export const brands = defineCollection('brands', {
  brandName: String,
  nameKey: String,
  contactFirstName: String,
  contactLastName: String,
  contactEmail: String,
  contactPhone: z.string().optional(),
  registeredAt: Date,
  /**
   * Evidence that the terms were accepted for the company, one entry per version, oldest first.
   * @source decisions §7
   */
  terms: z.array(TermsEvidence).max(MAX_TERMS).readonly(),
  logoId: z.string().optional(),
  companySkippedAt: z.date().optional(),
}).index({ nameKey: 1, id: 1 })

type StoredBrand = Stored<typeof brands>

export const brandById = (scope: Scope, id: string) => brands.byId(scope, id)

/** Returns the same key regardless of a name's case and accents. */
const nameKeyOf = (name: string): string => name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

export function saveBrand(tx: Tx, former: StoredBrand | undefined, brand: BrandRegistration) {
  const keyed = { ...brand, nameKey: nameKeyOf(brand.brandName) }
  return former ? brands.save(tx, { ...keyed, version: former.version }) : brands.insert(tx, keyed)
}

/** The highest character sorts after every name with the same beginning. */
export const pageOfBrands = (scope: Scope, { name = '', ...page }: BrandsQuery) =>
  brands.page(scope, { nameKey: { $gte: nameKeyOf(name), $lte: `${nameKeyOf(name)}\u{10ffff}` } }, { sort: { nameKey: 1 }, ...page })
