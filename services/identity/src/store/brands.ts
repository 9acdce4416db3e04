/** A registration's id is its user's id, so each user has at most one. */
import { defineCollection, type Scope, type Stored, type Tx } from '@reelfair/service-kit'
import { z } from 'zod'
import type { BrandRegistration } from '../domain/brand.ts'

export const brands = defineCollection('brands', {
  brandName: String,
  contactFirstName: String,
  contactLastName: String,
  contactEmail: String,
  contactPhone: z.string().optional(),
  registeredAt: Date,
  termsVersion: String,
  termsAcceptedAt: Date,
  termsIp: z.string().optional(),
})

type StoredBrand = Stored<typeof brands>

export const brandById = (scope: Scope, id: string) => brands.byId(scope, id)

export const saveBrand = (tx: Tx, former: StoredBrand | undefined, brand: BrandRegistration) =>
  former ? brands.save(tx, { ...brand, version: former.version }) : brands.insert(tx, brand)
