import type { BrandLogoPath } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { logoById } from '../store/brand-logos.ts'

/** Public, because everyone who sees the brand sees its logo. The id is random, and its picture never changes. */
export async function readBrandLogo({ logoId }: BrandLogoPath, ctx: Context<'visitor'>) {
  const { type, picture } = await logoById(ctx, logoId)
  return { type, picture: Buffer.from(picture, 'base64') }
}
