import type { Context } from '@reelfair/service-kit'
import { declarationsOf } from '../store/company-declarations.ts'

/** A brand sees only its own company. */
export const showCompany = async (_: unknown, ctx: Context<'brand'>) => ({ declarations: await declarationsOf(ctx, ctx.actor.id) })
