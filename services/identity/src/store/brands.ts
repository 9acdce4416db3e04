/** Registrations of brands; the id is the user's, so there is one per brand. */
import { defineCollection, type Scope, type Stored, type Tx } from '@reelfair/service-kit'
import { z } from 'zod'
import { type BrandRegistration, isRegistered } from '../domain/brand.ts'

export const brands = defineCollection('brands', {
  brandName: String,
  contactFirstName: String,
  contactLastName: String,
  contactEmail: String,
  contactPhone: z.string().optional(),
  termsVersion: String,
  termsAcceptedAt: Date,
  termsIp: z.string().optional(),
})

type StoredBrand = Stored<typeof brands>

export const brandById = (scope: Scope, id: string) => brands.byId(scope, id)

/** Whether a user's registration is complete; it always is for those who are no brands. */
export const isComplete = async (scope: Scope, user: { id: string; role: string }): Promise<boolean> =>
  user.role !== 'brand' || isRegistered(await brandById(scope, user.id))

export const saveBrand = (tx: Tx, former: StoredBrand | undefined, brand: BrandRegistration) =>
  former ? brands.save(tx, { ...brand, version: former.version }) : brands.insert(tx, brand)
