import type { SignUpPath } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { phaseOf } from '../domain/campaign.ts'
import { isUnchecked } from '../domain/settlement.ts'
import { allocationLinesOf } from '../store/allocation-lines.ts'
import { brandsShown } from '../store/brands.ts'
import { campaigns } from '../store/campaigns.ts'
import { loadOwnSignUp, type SignUp, videosOf } from '../store/sign-ups.ts'
import { figuresOf } from './view-sign-up.ts'

/** A final reading is missing if the network or the metrics service did not respond before the deadline. */
const lacksFinalReading = ({ settledAt, totals }: SignUp) => settledAt !== undefined && isUnchecked({ totals })

/** The creator and the brand see the same receipt; anyone else gets `not_found`. */
export async function showReceipt({ signUpId }: SignUpPath, ctx: Context<'creator' | 'brand'>) {
  const signUp = await loadOwnSignUp(ctx, signUpId, ctx.actor.id)
  const campaign = await campaigns.byId(ctx, signUp.campaignId)
  return {
    ...signUp,
    ...figuresOf(signUp),
    ...(await brandsShown(ctx, [signUp.brandId])).get(signUp.brandId),
    signUpId,
    campaignName: campaign?.name ?? signUp.terms.campaignName,
    exactMilliCents: signUp.charged * signUp.terms.rateCard.centsPer1000,
    isOver: campaign === undefined || ['ended', 'settled'].includes(phaseOf(campaign)),
    isFinal: signUp.settledAt !== undefined,
    ...(lacksFinalReading(signUp) && { finalReadingMissing: true as const }),
    days: await allocationLinesOf(ctx, signUpId),
    videos: (await videosOf(ctx, [signUpId])).get(signUpId) ?? [],
  }
}
