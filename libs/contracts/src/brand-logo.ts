import { z } from 'zod'
import { BRAND_LOGO_TYPES } from './values.ts'
import { Id } from './words.ts'

/** The service detects the type from the file's content, not from its name. */
export const BrandLogoType = z.enum(BRAND_LOGO_TYPES)
export type BrandLogoType = z.infer<typeof BrandLogoType>

/**
 * The id identifies one picture, which never changes. A new logo gets a new id, so browsers may cache the picture.
 * Ids are random, and only responses that show the brand contain them.
 */
export const BrandLogoPath = z.strictObject({ logoId: Id })
export type BrandLogoPath = z.infer<typeof BrandLogoPath>
