import type { BrandDeclarationsQuery } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { pageOfDeclarations } from '../store/brand-declarations.ts'

/** A brand sees only its own history, newest first. */
export const listDeclarations = (query: BrandDeclarationsQuery, ctx: Context<'brand'>) => pageOfDeclarations(ctx, ctx.actor.id, query)
