/**
 * Brands' logos. A logo is small, so it is one document, unlike the logos of campaigns, which need GridFS. One
 * transaction inserts it, removes the former one and saves the brand, so every document belongs to a brand.
 */
import { BrandLogoType } from '@reelfair/contracts'
import { defineCollection, found, type Scope, type Stored, type Tx } from '@reelfair/service-kit'

export const brandLogos = defineCollection('brand_logos', {
  brandId: String,
  type: BrandLogoType,
  bytes: Number,
  width: Number,
  height: Number,
  /** The picture in base64. */
  picture: String,
  uploadedAt: Date,
}).index({ brandId: 1 })

type StoredLogo = Stored<typeof brandLogos>

/** @throws Refusal `not_found` */
export const logoById = async (scope: Scope, id: string) => found(await brandLogos.byId(scope, id))

/** At most one. */
export const logosOf = (scope: Scope, brandId: string) => brandLogos.find(scope, { brandId }, { limit: 1 })

export const insertLogo = (tx: Tx, logo: Omit<StoredLogo, 'version'>) => brandLogos.insert(tx, logo)

/** A logo never changes, so its version is known without reading the picture. */
export const removeLogo = (tx: Tx, id: string) => brandLogos.remove(tx, { id, version: 1 })
