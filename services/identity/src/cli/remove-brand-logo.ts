import { Id } from '@reelfair/contracts'
import { defineCommand, found } from '@reelfair/service-kit'
import { z } from 'zod'
import { brandById } from '../store/brands.ts'
import { replaceLogo } from '../use-cases/change-brand-logo.ts'

const Words = z.string().trim().min(1).max(200)

/** For a logo that the brand must not use, such as another company's, or that nobody should see. */
export const removeLogoOfBrand = defineCommand({
  name: 'remove-brand-logo',
  description: 'Removes a brand’s logo. The brand can upload another one.',
  args: {
    brandId: Id.describe('the brand'),
    operator: Words.describe('who removes it; for the log'),
    reason: Words.describe('the reason; for the log'),
  },
  run: async ({ brandId, operator, reason }, ctx) => {
    const { logoId } = found(await brandById(ctx, brandId))
    if (logoId === undefined) return `Brand ${brandId} has no logo. Nothing was changed.`
    await ctx.transact((tx) => replaceLogo(tx, brandId, undefined, ctx))
    ctx.log.info({ brandId, logoId, operator, reason }, 'brand logo removed by an operator')
    return `Removed the logo of brand ${brandId}.`
  },
})
